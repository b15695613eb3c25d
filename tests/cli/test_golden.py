"""The bytes that each pair of settings gives on one thread with the scalar instruction set, where arithmetic is the same on every
processor of a kind. A change of them is a change of what users get: if it is meant, write the new ones here and say so in the
CHANGELOG. W2V_GOLDEN=print prints them."""

import hashlib
import itertools
import os
import platform
import unittest

from program import Case, head_of_corpus, main

CHOICES = {
    "-a": ("skipgram", "cbow"),
    "--objective": ("ns", "hs", "softmax"),
    "--subsample-formula": ("word2vec", "paper"),
    "--cbow-update": ("word2vec", "mean"),
    "--optimizer": ("sgd", "adam"),
    "--fixed-window": ("no", "yes"),
    "--subwords": ("off", "3-6"),
}
GOLDEN = {
    "usual": "ec253ce3e67bb215",
    "-a cbow": "379e12676b280ab2",
    "--objective hs": "81909ea90f7518cc",
    "--objective softmax": "d9724a8c4f43870d",
    "--subsample-formula paper": "f34977956e60ca62",
    "--cbow-update mean": "ec253ce3e67bb215",
    "--fixed-window": "065002d32fc64371",
    "-a cbow --objective hs": "5b61f93a744d27da",
    "-a cbow --objective softmax": "80e3be76fa4c7232",
    "-a cbow --subsample-formula paper": "18babf7eb7610ed2",
    "-a cbow --cbow-update mean": "54007df244f77f4d",
    "-a cbow --fixed-window": "36447f387fb87663",
    "--objective hs --subsample-formula paper": "0b8c97ad63f761ea",
    "--objective hs --cbow-update mean": "81909ea90f7518cc",
    "--objective hs --fixed-window": "f45d0f4bc21cb5d2",
    "--objective softmax --subsample-formula paper": "ed3e5afe21b9ddc9",
    "--objective softmax --optimizer adam": "c96cd1a264adaf6c",
    "--objective softmax --fixed-window": "5f4b06ebf7242799",
    "--subsample-formula paper --cbow-update mean": "f34977956e60ca62",
    "--subsample-formula paper --fixed-window": "b02a647933c256c4",
    "--cbow-update mean --fixed-window": "065002d32fc64371",
    "--subwords 3-6": "8db77ec678fd981b",
    "-a cbow --subwords 3-6": "7ce1c616f93edc2e",
    "--objective hs --subwords 3-6": "39e5926703de75af",
    "--subsample-formula paper --subwords 3-6": "bec0e80fdbc9787b",
    "--cbow-update mean --subwords 3-6": "8db77ec678fd981b",
    "--fixed-window --subwords 3-6": "18394c6880fad62b",
}


def pairs():
    """The usual settings, each choice other than usual, and each two of them."""
    others = [(name, value) for name, values in CHOICES.items() for value in values[1:]]
    for number in (0, 1, 2):
        for chosen in itertools.combinations(others, number):
            if len({name for name, _ in chosen}) < number:
                continue
            if ("--optimizer", "adam") in chosen and ("--objective", "softmax") not in chosen:
                continue
            if ("--subwords", "3-6") in chosen and ("--objective", "softmax") in chosen:
                continue
            if ("--cbow-update", "mean") in chosen and ("--objective", "softmax") in chosen:
                continue
            yield chosen


@unittest.skipUnless(platform.machine() == "x86_64", "the bytes are those of x86-64")
class Golden(Case):
    def test_pairs(self):
        self.write("c.txt", head_of_corpus(400))
        for chosen in pairs():
            name = " ".join(itertools.chain(*chosen)).replace("--fixed-window yes", "--fixed-window") or "usual"
            with self.subTest(settings=name):
                options = name.split() if chosen else []
                self.good("train", "c.txt", "-t", "1", "-d", "9", "-e", "2", "--min-count", "3", "--subsample", "1e-3", *options,
                          env={"W2V_SIMD": "scalar"})
                found = hashlib.sha256(self.read("vectors.bin")).hexdigest()[:16]
                if os.environ.get("W2V_GOLDEN") == "print":
                    print(f'    "{name}": "{found}",')
                else:
                    self.assertEqual(GOLDEN.get(name), found)


if __name__ == "__main__":
    main()

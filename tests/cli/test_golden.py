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
}
GOLDEN = {
    "usual": "53bf3ce98536a401",
    "-a cbow": "3ef657c4db06efef",
    "--objective hs": "0b8c97ad63f761ea",
    "--objective softmax": "ed3e5afe21b9ddc9",
    "--subsample-formula word2vec": "6a58f776ec5d04f3",
    "--cbow-update mean": "53bf3ce98536a401",
    "--fixed-window": "02647610c1418a65",
    "-a cbow --objective hs": "46ec597efd34b47a",
    "-a cbow --objective softmax": "2906bda4ebca23c6",
    "-a cbow --subsample-formula word2vec": "61b53ebe118a4796",
    "-a cbow --cbow-update mean": "510c51c2eee1c466",
    "-a cbow --fixed-window": "7fc3645d472c69a3",
    "--objective hs --subsample-formula word2vec": "81909ea90f7518cc",
    "--objective hs --cbow-update mean": "0b8c97ad63f761ea",
    "--objective hs --fixed-window": "738d86bbf9bb087a",
    "--objective softmax --subsample-formula word2vec": "d9724a8c4f43870d",
    "--objective softmax --optimizer adam": "7c1c061ac76d3fc9",
    "--objective softmax --fixed-window": "00db79641397b0ce",
    "--subsample-formula word2vec --cbow-update mean": "6a58f776ec5d04f3",
    "--subsample-formula word2vec --fixed-window": "ba8fc3c8b451fe7b",
    "--cbow-update mean --fixed-window": "02647610c1418a65",
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

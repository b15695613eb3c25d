"""cluster: planted classes, forms of output, and that threads change nothing."""

import json
import os
import random
import struct

from program import Case, full_disk, main, text_vectors

WORDS = ['quo"te', "com,ma", "\u00a0", "-", "3", "\x01"]


def planted(classes=6, rows=30, dim=20):
    picker = random.Random(4)
    centres = [[picker.gauss(0, 1) for _ in range(dim)] for _ in range(classes)]
    vectors = {}
    for i in range(classes * rows):
        word = WORDS[i] if i < len(WORDS) else f"w{i}"
        size = 10 ** picker.uniform(-3, 3)
        vectors[word] = [size * (v + picker.gauss(0, 0.1)) for v in centres[i % classes]]
    return vectors


class Cluster(Case):
    def setUp(self):
        super().setUp()
        self.vectors = planted()
        self.write("v.txt", text_vectors(self.vectors))

    def classes(self, out):
        lines = [line.rsplit(b" ", 1) for line in out.split(b"\n")[:-1]]
        return {word.decode(): int(number) for word, number in lines}

    def test_planted(self):
        result = self.good("cluster", "-m", "v.txt", "--classes", "12", "--iterations", "50")
        found = self.classes(result.out)
        self.assertEqual(list(found), list(self.vectors))
        self.assertRegex(result.err, r"180 words in 12 classes after \d+ iterations, .*; mean cosine to the centre 0\.9\d+")
        members = {}
        for i, number in enumerate(found.values()):
            members.setdefault(number, set()).add(i % 6)
        self.assertEqual(sorted(members), list(range(12)))
        self.assertTrue(all(len(plants) == 1 for plants in members.values()), members)

    def test_threads_and_seeds(self):
        out = self.good("cluster", "-m", "v.txt", "--classes", "30", "-t", "1").out
        for threads in ("2", "4"):
            self.assertEqual(self.good("cluster", "-m", "v.txt", "--classes", "30", "-t", threads).out, out)
        self.assertNotEqual(self.good("cluster", "-m", "v.txt", "--classes", "30", "--seed", "5").out, out)

    def test_forms(self):
        text = self.good("cluster", "-m", "v.txt", "--classes", "5").out
        found = self.classes(text)
        tsv = self.good("cluster", "-m", "v.txt", "--classes", "5", "--format", "tsv").out
        self.assertEqual(tsv, b"".join(b"%s\t%d\n" % (word.encode(), c) for word, c in found.items()))
        objects = self.good("cluster", "-m", "v.txt", "--classes", "5", "--format", "json").out.decode().split("\n")[:-1]
        self.assertEqual([json.loads(line) for line in objects], [{"word": w, "class": c} for w, c in found.items()])
        sorted_out = self.good("cluster", "-m", "v.txt", "--classes", "5", "--by-class", "-o", "out").out
        self.assertEqual(sorted_out, b"")
        self.assertEqual(list(self.classes(self.read("out")).items()), sorted(found.items(), key=lambda item: item[1]))
        self.assertEqual(len(self.classes(self.good("cluster", "-m", "v.txt", "--classes", "5", "--limit", "50").out)), 50)
        self.write("bad.bin", b"2 2\n\xff\xc3 " + b"\0\0\x80\x3f" * 2 + b"\nb " + b"\0\0\x80\xbf" * 2 + b"\n")
        out = self.good("cluster", "-m", "bad.bin", "--classes", "2", "--format", "json").out
        self.assertEqual(json.loads(out.splitlines()[0])["word"], "\ufffd\ufffd")

    def test_separators_in_words(self):
        self.write("v.npy", b"\x93NUMPY\x01\0" + struct.pack("<H", 70)
                   + b"{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }".ljust(69) + b"\n"
                   + struct.pack("<6f", 1, 0, 0, 1, 1, 1))
        self.write("v.words", "new york\nparis\na\tb\\\n")
        options = ["-m", "v.npy", "--classes", "1"]
        self.bad(1, "cluster", *options, "-o", "out", says=["out", "'new york'", "--lenient"])
        self.assertNotIn("out", self.names())
        result = self.good("cluster", *options, "--lenient")
        self.assertEqual(result.out, b"paris 0\n")
        self.assertIn(": 2 words were left out (the word holds a separator)\n", result.err)
        self.assertEqual(self.good("cluster", *options, "--format", "tsv").out, b"new york\t0\nparis\t0\na\\tb\\\\\t0\n")

    def test_zeros(self):
        self.write("z.txt", text_vectors({"a": (1, 0), "zero": (0, 0), "b": (0, 1)}))
        result = self.good("cluster", "-m", "z.txt", "--classes", "2")
        found = self.classes(result.out)
        self.assertNotEqual(found["a"], found["b"])
        self.assertIn("rows of zeros, near to no centre: 1", result.err)
        self.bad(2, "cluster", "-m", "z.txt", "--classes", "3", says=["classes", "1 to 2"])

    def test_usage(self):
        for options in (["--classes", "0"], ["--classes", "5000000000"], ["--classes", "-1"], ["--iterations", "0"], ["--seed", "-1"], ["--format", "csv"]):
            self.bad(2, "cluster", "-m", "v.txt", *options, says=options[0])
        for value in ("0", "-1", "1.5", "x"):
            self.bad(2, "cluster", "-m", "v.txt", "--classes", value, says=f"expected a whole number from 1 to 4294967295, found '{value}'")
        self.bad(1, "cluster", says="no model")

    def test_outputs(self):
        disk = full_disk(self, 4 << 10)
        big = self.write("big.txt", text_vectors({f"word{i}" * 20: (i, 1) for i in range(300)}))
        self.bad(1, "cluster", "-m", big, "--classes", "3", "-o", os.path.join(disk, "out"), says="No space left")
        self.assertEqual(os.listdir(disk), [])
        process = self.start("cluster", "-m", "v.txt", "--classes", "3", "-q")
        process.stdout.close()
        self.assertEqual(process.wait(60), 0)
        self.assertEqual(process.stderr.read(), b"")


if __name__ == "__main__":
    main()

"""convert and info: every format into every other without losing a bit, and what a file is."""

import gzip
import math
import os
import random
import struct
import subprocess

from program import (CORPUS, Case, binary_vectors, float32, main, read_binary, read_text, text_vectors, tool)


def awkward_vectors():
    """Floats of every size, among them the smallest and largest, and -0.0."""
    picker = random.Random(8)
    floats = [0.0, -0.0, 1.0, -1.0, 0.1, 1 / 3, 3.4028234663852886e38, -3.4028234663852886e38, 1.401298464324817e-45,
              -1.401298464324817e-45, 1.1754943508222875e-38, 16777216.0, 16777217.0, 1e10, 1e-10]
    while len(floats) < 4000:
        value = struct.unpack("<f", picker.randbytes(4))[0]
        if math.isfinite(value):
            floats.append(value)
    words = ["a", "naïve", "東京", "-", "--help", "1", "2.5", "1e5", "nan", "</x>", "e\u0301", "\u00a0", "x" * 5000]
    words += [f"w{i}" for i in range(200 - len(words))]
    return {word: tuple(floats[20 * i:20 * i + 20]) for i, word in enumerate(words)}


class Convert(Case):
    def test_there_and_back(self):
        self.write("v.bin", binary_vectors(awkward_vectors()))
        self.good("convert", "v.bin", "v.txt")
        self.good("convert", "v.txt", "back.bin")
        self.assertTrue(self.read("back.bin") == self.read("v.bin"))
        self.good("convert", "back.bin", "back.vec")
        self.assertTrue(self.read("back.vec") == self.read("v.txt"))
        # Read by Python, the text holds the same floats, -0.0 as well.
        text = read_text(self.read("v.txt"))
        self.assertEqual({w: struct.pack("<20f", *v) for w, v in text.items()},
                         {w: struct.pack("<20f", *v) for w, v in read_binary(self.read("v.bin")).items()})

    def test_numbers_are_short_and_text_is_plain(self):
        self.write("v.bin", binary_vectors({"w": (0.1, 1.0, float32(1 / 3), -2.5)}))
        self.assertEqual(self.good("convert", "v.bin", "-", "--format", "text").out, b"1 4\nw 0.1 1 0.33333334 -2.5\n")

    def test_every_form_that_people_have(self):
        vectors = {"a": (1, 0.5), "b b": (2, -1), "3": (4, 5)}
        plain = {"a": (1, 0.5), "c": (2, -1), "3": (4, 5)}
        expected = binary_vectors(plain)
        forms = {"word2vec text": text_vectors(plain), "word2vec binary": expected,
                 "binary without newlines": binary_vectors(plain, newlines=False), "GloVe": text_vectors(plain, header=False),
                 "CRLF": text_vectors(plain).replace(b"\n", b"\r\n"),
                 "GloVe, CRLF": text_vectors(plain, header=False).replace(b"\n", b"\r\n"),
                 "blanks at the ends of rows (fastText)": text_vectors(plain).replace(b"\n", b" \n"),
                 "tabs": text_vectors(plain).replace(b" ", b"\t"), "no last newline": text_vectors(plain)[:-1],
                 "other decimals": b"3 2\na 1.000000 5e-1\nc +2 -1.0E0\n3 4 5.\n"}
        for name, data in forms.items():
            for pack in (bytes, gzip.compress):
                with self.subTest(name, packed=pack is not bytes):
                    self.write("in", pack(data))
                    self.good("convert", "in", "out.bin")
                    self.assertEqual(self.read("out.bin"), expected)
                    self.assertEqual(self.good("convert", "-", "-", stdin=pack(data)).out, expected)
                    self.assertEqual(self.good("convert", "-", "-", "--format", "text", stdin=pack(data)).out,
                                     b"3 2\na 1 0.5\nc 2 -1\n3 4 5\n")
        self.write("in", text_vectors(vectors))
        self.bad(1, "convert", "in", "out.bin", "-q", says="'b b'")  # nobody could read it back
        self.assertIn(b"c", read_binary(self.read("out.bin")))

    def test_zstd(self):
        packed = subprocess.run([tool("zstd"), "-q", "-c"], input=text_vectors({"a": (1, 2)}), stdout=subprocess.PIPE, check=True)
        self.write("v.zst", packed.stdout)
        self.assertEqual(self.good("convert", "v.zst", "-", "--format", "text").out, b"1 2\na 1 2\n")

    def test_sentence_end_is_left_out(self):
        result = self.good("convert", "-", "-", "--format", "text", stdin="3 2\n</s> 0 1\na 1 2\nb 3 4\n")
        self.assertEqual(result.out, b"2 2\na 1 2\nb 3 4\n")
        self.assertIn("</s>", result.err)

    def test_limit(self):
        vectors = awkward_vectors()
        self.write("v.bin", binary_vectors(vectors))
        self.good("convert", "v.bin", "out.bin", "--limit", "50")
        self.assertEqual(self.read("out.bin"), binary_vectors(dict(list(vectors.items())[:50])))
        self.good("convert", "v.bin", "out.bin", "--limit", "5000")
        self.assertEqual(self.read("out.bin"), self.read("v.bin"))

    def test_binary_is_not_poured_into_a_terminal(self):
        self.write("v.txt", text_vectors({"a": (1, 2)}))
        master, slave = self.open_terminal()
        with os.fdopen(slave, "wb") as terminal:
            self.bad(2, "convert", "v.txt", "-", stdout=terminal, says=["terminal", "--format text"])
            self.bad(2, "train", CORPUS, "-o", "-", stdout=terminal, says=["terminal", "--format text"])
            self.good("convert", "v.txt", "-", "--format", "text", stdout=terminal)
            self.assertEqual(os.read(master, 100), b"1 2\r\na 1 2\r\n")

    def test_onto_itself(self):
        self.write("v.txt", text_vectors({"a": (1, 2), "b": (3, 4)}))
        self.good("convert", "v.txt", "v.txt", "--format", "binary")
        self.assertEqual(self.read("v.txt"), binary_vectors({"a": (1, 2), "b": (3, 4)}))
        self.assertEqual(self.names(), ["v.txt"])

    def test_what_train_writes(self):
        self.good("train", CORPUS, "-e", "1", "-o", "v.bin", "-q")
        self.good("convert", "v.bin", "v.txt", "-q")
        self.assertEqual(read_text(self.read("v.txt")), read_binary(self.read("v.bin")))


class Info(Case):
    def facts(self, *arguments, **more):
        lines = self.good("info", *arguments, **more).out.decode().splitlines()
        return dict(line.split(None, 1) for line in lines)

    def test_a_file(self):
        vectors = {"first": (3, 4), "zero": (0, 0), "small": (0.3, 0.4), "last": (5, 12)}
        for name, data, form in (("v.bin", binary_vectors(vectors), "word2vec binary, with a header"),
                                 ("v.txt", text_vectors(vectors), "word2vec text, with a header"),
                                 ("misnamed.bin", text_vectors(vectors, header=False), "word2vec text, without a header"),
                                 ("v.gz", gzip.compress(binary_vectors(vectors)), "word2vec binary, with a header")):
            path = self.write(name, data)
            for arguments, more in (([path], {}), (["-"], {"stdin": data})):
                facts = self.facts(*arguments, **more)
                self.assertEqual(facts["format"], form)
                self.assertEqual((facts["rows"], facts["dim"]), ("4", "2"))
                self.assertEqual(facts["norms"], "0 to 13, mean 4.625; rows of zeros: 1")
                self.assertEqual(facts["words"], "first ... last")
        self.assertEqual(self.facts("v.bin", "--limit", "3")["words"], "first ... small")

    def test_the_program(self):
        facts = self.facts()
        version = self.good("--version").out.decode().split()
        self.assertEqual(version, ["w2v", facts["version"]])
        self.assertIn("scalar", facts["instructions"])
        self.assertTrue(self.facts(env={"W2V_SIMD": "scalar"})["instructions"].startswith("scalar "))
        self.assertGreaterEqual(int(facts["threads"]), 1)


if __name__ == "__main__":
    main()

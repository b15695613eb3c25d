"""Damaged files of vectors: refused with the file, the row and the byte; --lenient takes the rest and says so."""

import gzip
import struct

from program import Case, binary_vectors, main, read_text, text_vectors

VECTORS = {"alpha": (1, 0.5, -2), "beta": (0.25, 3, 1), "gamma": (-1, 1, 0.125), "delta": (4, 4, 4.5)}
COMMANDS = (["neighbors", "alpha", "-m"], ["analogy", "alpha", "beta", "gamma", "-m"], ["info"])


class Damage(Case):
    def refused(self, data, *says, lenient=None):
        """Every command refuses the file; --lenient keeps the named words, and says what it left out."""
        self.write("v", data)
        for command in COMMANDS:
            self.bad(1, *command, "v", says=["v: ", "byte", *says])
        self.bad(1, "convert", "v", "out.txt", says=["v: ", "byte", *says])
        self.bad(1, "convert", "-", "out.txt", stdin=data, says=["standard input: ", "byte", *says])
        self.assertEqual(self.names(), ["v"])
        if lenient is None:
            return
        result = self.good("convert", "v", "out.txt", "--lenient")
        self.assertIn("warning", result.err)
        self.assertEqual(list(read_text(self.read("out.txt"))), [word.encode() for word in lenient])
        self.assertIn(f"rows     {len(lenient)}\n", self.good("info", "v", "--lenient").out.decode())
        (self.folder / "out.txt").unlink()

    def test_cut_anywhere(self):
        words = list(VECTORS)
        for newlines in (True, False):
            whole = binary_vectors(VECTORS, newlines)
            row_ends = [len(binary_vectors(dict(list(VECTORS.items())[:n]), newlines)) for n in range(1, 5)]
            for length in range(5, len(whole) - newlines):
                with self.subTest(binary=length, newlines=newlines):
                    rows = sum(end - newlines <= length for end in row_ends)
                    self.write("v", whole[:length])
                    result = self.bad(1, "info", "v", says=["v: ", "byte"])
                    self.assertIn(f"row {rows + 1} ", result.err)
                    if rows > 0:
                        kept = self.good("convert", "v", "-", "--format", "text", "--lenient").out
                        self.assertEqual(list(read_text(kept)), [word.encode() for word in words[:rows]])
        whole = text_vectors(VECTORS)
        for length in range(5, len(whole) - len("delta 4.0 4.0 4.")):
            with self.subTest(text=length):
                self.write("v", whole[:length])
                self.bad(1, "info", "v", says=["v: ", "byte"])

    def test_cut(self):
        self.refused(binary_vectors(VECTORS)[:-6], "row 4", "cut", lenient=["alpha", "beta", "gamma"])
        self.refused(text_vectors(VECTORS)[:-6], "row 4", lenient=["alpha", "beta", "gamma"])

    def test_header_and_rows_differ(self):
        everything = list(VECTORS)
        for form in (text_vectors, binary_vectors):
            data = form(VECTORS)
            self.refused(data.replace(b"4 3", b"5 3", 1), "row 5", "fewer", "expected 5, found 4", lenient=everything)
            self.refused(data.replace(b"4 3", b"3 3", 1), "row 4", "more", "expected 3", lenient=None)
            self.write("v", data.replace(b"4 3", b"5 3", 1))
            self.assertIn("1 rows fewer", self.good("info", "v", "--lenient").err)

    def test_numbers_that_are_none(self):
        text = text_vectors(VECTORS)
        for wrong in (b"nan", b"NaN", b"inf", b"-inf", b"1e999", b"x", b"0x10", b"1,5", b"--1", b"1.2.3"):
            with self.subTest(wrong):
                self.refused(text.replace(b"3.0", wrong), "row 2", lenient=["alpha", "gamma", "delta"])
        for wrong in (float("nan"), float("inf"), float("-inf")):
            damaged = {**VECTORS, "beta": (0.25, wrong, 1)}
            self.refused(binary_vectors(damaged), "row 2", "not finite", lenient=["alpha", "gamma", "delta"])

    def test_the_byte_is_right(self):
        data = binary_vectors({**VECTORS, "beta": (0.25, float("nan"), 1)})
        self.write("v", data)
        place = data.index(struct.pack("<f", float("nan")))
        self.bad(1, "info", "v", says=f"(byte {place})")
        text = text_vectors(VECTORS).replace(b"3.0", b"oops")
        self.write("v", text)
        result = self.bad(1, "info", "v", says="'oops'")
        self.assertTrue(f"(byte {text.index(b'oops')})" in result.err or f"(byte {text.index(b'beta')})" in result.err)

    def test_duplicates(self):
        for form in (text_vectors, binary_vectors):
            data = form(VECTORS).replace(b"delta", b"alpha")
            self.refused(data, "row 4", "duplicate", "'alpha'", lenient=["alpha", "beta", "gamma"])

    def test_rows_of_other_lengths(self):
        text = text_vectors(VECTORS)
        self.refused(text.replace(b"beta 0.25", b"beta"), "row 2", "expected a word and 3 numbers",
                     lenient=["alpha", "gamma", "delta"])
        headerless = text_vectors(VECTORS, header=False)
        self.refused(headerless.replace(b"beta 0.25", b"beta"), "row 2", lenient=["alpha", "gamma", "delta"])

    def test_no_vectors_at_all(self):
        self.write("empty", b"")
        self.write("prose", b"it was the best of times\nit was the worst of times\n")
        self.write("zeros", bytes(1000))
        self.write("huge", b"1000000000000 1000000000000\n")
        self.write("header", b"4 3\n")
        self.write("packed", gzip.compress(binary_vectors(VECTORS))[:-20])
        (self.folder / "folder").mkdir()
        for name in ("empty", "prose", "zeros", "huge", "header", "packed", "folder", "missing"):
            for command in COMMANDS:
                with self.subTest(name, command=command[0]):
                    self.bad(1, *command, name, says=name)
        self.assertIn("is a folder", self.bad(1, "info", "folder").err)
        self.assertIn("No such file", self.bad(1, "info", "missing").err)

    def test_a_header_that_lies_costs_no_memory(self):
        self.write("v", b"4000000000 100000\n" + b"alpha 1 2 3\n")
        self.bad(1, "info", "v", says="v: ")


if __name__ == "__main__":
    main()

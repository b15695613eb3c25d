"""Damaged files of vectors: refused with the file, the row and the byte; --lenient takes the rest and says so."""

import gzip
import struct

from program import Case, binary_vectors, main, read_text, text_vectors

VECTORS = {"alpha": (1, 0.5, -2), "beta": (0.25, 3, 1), "gamma": (-1, 1, 0.125), "delta": (4, 4, 4.5)}
COMMANDS = (["neighbors", "alpha", "-m"], ["analogy", "alpha", "beta", "gamma", "-m"], ["info"])


class Damage(Case):
    def refused(self, data, *says, lenient=None):
        """Every command refuses the file and names --lenient; that keeps the named words, and says what it left out."""
        self.write("v", data)
        hint = "; --lenient takes the other rows"
        for command in COMMANDS:
            self.bad(1, *command, "v", says=["v: ", "byte", hint, *says])
        self.bad(1, "convert", "v", "out.txt", says=["v: ", "byte", hint, *says])
        self.bad(1, "convert", "-", "out.txt", stdin=data, says=["standard input: ", "byte", hint, *says])
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
            self.assertIn("the file has 1 row fewer than its header says", self.good("info", "v", "--lenient").err)

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
        """In every format, plain, packed and from standard input: the first row of a word counts, with a warning; --strict refuses."""
        data = {"v.txt": text_vectors(VECTORS), "v": text_vectors(VECTORS, header=False), "v.bin": binary_vectors(VECTORS)}
        for name, form in (("v.f16", "float16"), ("v.i8", "int8"), ("v.csv", "csv")):
            self.write("all.bin", data["v.bin"])
            self.good("convert", "all.bin", name)
            data[name] = self.read(name)
        data["v.tsv"] = data["v.csv"].replace(b",", b"\t")
        expected = [word.encode() for word in VECTORS][:3]
        for name, whole in data.items():
            with self.subTest(name):
                whole = whole.replace(b"delta", b"alpha")
                self.write(name, whole)
                self.write("packed", gzip.compress(whole))
                warning = f"warning: {name}: 1 row was left out (duplicate word); the first row of a word is used\n"
                place = "row 4 (byte "
                for options in ([], ["--lenient"]):
                    for given, told in ((name, name), ("packed", "packed"), ("-", "-")):
                        stdin = whole if given == "-" else None
                        result = self.good("convert", given, "out.txt", *options, stdin=stdin)
                        self.assertIn(warning.replace(f"{name}:", f"{told}:"), result.err)
                        self.assertIn(place, result.err)
                        self.assertEqual(list(read_text(self.read("out.txt"))), expected)
                    near = self.good("neighbors", "-m", name, "alpha", "-k", "9", *options)
                    self.assertIn(warning, near.err)
                    self.assertEqual({line.split(b"\t")[0] for line in near.out.splitlines()}, {b"beta", b"gamma"})
                    info = self.good("info", name, *options)
                    self.assertIn(warning, info.err)
                    self.assertIn("rows     3\n", info.out.decode())
                for command in COMMANDS:
                    result = self.bad(1, *command, name, "--strict", says=[name, place, "duplicate word", "'alpha'"])
                    self.assertNotIn("--lenient", result.err)
                self.bad(1, "convert", "-", "strict.txt", "--strict", stdin=whole, says=[place, "duplicate word", "'alpha'"])
                self.assertNotIn("strict.txt", self.names())
                self.assertEqual(self.good("info", name, "--limit", "3", "--strict").err, "")
        self.bad(2, "info", "v.txt", "--strict", "--lenient", says=["--strict", "--lenient"])

    def test_every_command_takes_the_first_row_of_a_word(self):
        words = {f"w{i}": (i % 7 + 1, i % 5 - 2, i % 3) for i in range(40)}
        once = binary_vectors(words)
        rows = once.split(b"\n", 1)[1]
        self.write("once.bin", once)
        self.write("twice.bin", b"41 3\n" + rows + b"w3 " + struct.pack("<3f", 9, -9, 9) + b"\n")
        self.write("set", "w1 w2 w3 w4\nw3 w5 w7 w9\n")
        self.write("text", "w3 w4\nw3 w3\n")
        commands = [["neighbors", "w3", "-k", "99"], ["neighbors", "w3", "--center", "-k", "99"], ["analogy", "w1", "w2", "w3"],
                    ["similarity", "w3", "w4"], ["odd", "w1", "w2", "w3"], ["eval", "set"], ["cluster", "-c", "3"], ["pool", "text"],
                    ["map", "--top", "10", "-o", "-", "--format", "tsv"], ["heatmap", "w1", "w2", "w3", "-o", "-", "--format", "svg"]]
        for command in commands:
            with self.subTest(command):
                expected = self.good(*command, "-m", "once.bin")
                found = self.good(*command, "-m", "twice.bin")
                self.assertIn("twice.bin: 1 row was left out (duplicate word)", found.err)
                self.assertEqual(found.out.replace(b"twice.bin", b"once.bin"), expected.out)
                self.bad(1, *command, "-m", "twice.bin", "--strict", says=["twice.bin: row 41 (byte ", "duplicate word", "'w3'"])
        self.bad(1, "index", "twice.bin", "--strict", says=["twice.bin: row 41", "duplicate word"])
        self.assertIn("twice.bin: 1 row was left out (duplicate word)", self.good("index", "twice.bin", "--rows", "int8", "--ann").err)
        expected = self.good("neighbors", "w3", "-k", "99", "-m", "once.bin").out
        for options in ([], ["--ann", "--ann-ef", "100"]):
            found = self.good("neighbors", "w3", "-k", "99", "-m", "twice.bin", *options)
            self.assertIn("twice.bin: 1 row was left out (duplicate word)", found.err)
            self.assertEqual(found.out, expected)
        self.bad(1, "neighbors", "w3", "-m", "twice.bin", "--strict", says=["duplicate word"])
        self.write("corpus", "w3 w4 w5 w6\n" * 30)
        result = self.good("train", "corpus", "--init", "twice.bin", "--dim", "3", "--min-count", "1", "-e", "1", "--subsample", "0", "-o", "out.bin")
        self.assertIn("twice.bin: 1 row was left out (duplicate word)", result.err)
        self.assertIn("it has 4 of the 4 words", result.err)

    def test_damage_behind_the_first_look(self):
        self.write("v", binary_vectors({**VECTORS, "beta": (0.25, float("nan"), 1)}))
        self.bad(1, "similarity", "alpha", "beta", "-m", "v", says=["row 2", "not finite", "--lenient"])
        self.write("corpus", "alpha beta\n" * 30)
        result = self.bad(1, "train", "corpus", "--init", "v", "--dim", "3", "--min-count", "1", "-o", "out.bin", says=["row 2", "not finite"])
        self.assertNotIn("--lenient", result.err)  # train has no such option

    def test_other_models_are_named(self):
        self.write("corpus", "alpha beta gamma\n" * 100)
        self.good("train", "corpus", "--dim", "3", "--min-count", "1", "-e", "1", "--subsample", "0", "-o", "v.bin", "--checkpoint", "c.ckpt")
        self.good("index", "v.bin", "--ann")
        for name, says in (("c.ckpt", "a checkpoint of w2v train"), ("v.bin.w2vx", "an index"),
                           ("v.bin.hnsw", "an index")):
            for command in COMMANDS:
                with self.subTest(name, command=command[0]):
                    self.bad(1, *command, name, says=[f"{name}: not word vectors but {says}", "expected "])

    def test_decimal_commas(self):
        for data in ("2 2\nking 0,1 0,2\nqueen 0,3 0,4\n", "king 0,1 0,2\nqueen 0,3 0,4\n", "king\t0,1\t0,2\nqueen\t0,3\t0,4\n",
                     'word,x,y\nking,"0,1","0,2"\nqueen,"0,3","0,4"\n'):
            with self.subTest(data):
                self.write("v", data)
                for command in COMMANDS:
                    self.bad(1, *command, "v", says=["v: row 1 (byte ", "not a number", "found '0,1'"])

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

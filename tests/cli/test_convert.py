"""convert and info: every format into every other without losing a bit, and what a file is."""

import csv
import gzip
import io
import json
import math
import os
import random
import struct
import subprocess
import sys

from program import (CORPUS, Case, binary_vectors, float32, full_disk, main, read_binary, read_text, text_vectors, tool)


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
                 "CR": text_vectors(plain).replace(b"\n", b"\r"),
                 "GloVe, CR": text_vectors(plain, header=False).replace(b"\n", b"\r"),
                 "CSV, CR": b"word,x,y\ra,1,0.5\rc,2,-1\r3,4,5\r", "TSV, CR": b"a\t1\t0.5\rc\t2\t-1\r\"3\"\t4\t5",
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


HOSTILE = ["plain", 'quo"te', "com,ma", "semi;colon", "\u00a0", "\u2028", "-", "=1+1", "'", "\\\\", "\x01", "\x7f", "nan", "3"]
INVALID = b"b\xff\xc3"  # no UTF-8


class Exports(Case):
    def setUp(self):
        super().setUp()
        self.vectors = {word: (i, i / 3, -0.1) for i, word in enumerate(HOSTILE, 1)}
        self.words = [word.encode() for word in HOSTILE] + [INVALID]
        self.rows = [tuple(map(float32, row)) for row in self.vectors.values()] + [(1.0, 2.0, 3.0)]
        data = binary_vectors(self.vectors)
        head, rest = data.split(b"\n", 1)
        self.data = b"%d 3\n" % len(self.words) + rest + INVALID + b" " + struct.pack("<3f", 1, 2, 3) + b"\n"
        self.write("v.bin", self.data)

    def test_there_and_back(self):
        for name in ("v.npy", "glove", "v.csv", "v.tsv"):
            self.good("convert", "v.bin", name, *(["--format", "glove"] if name == "glove" else []))
            self.good("convert", name, "back.bin")
            self.assertEqual(self.read("back.bin"), self.data, name)
        self.assertEqual(self.read("v.words"), b"".join(word + b"\n" for word in self.words))
        lines = self.read("glove").splitlines(keepends=False)
        self.assertTrue(lines[0].startswith(b"plain 1 "))

    def test_numpy_reads_it(self):
        try:
            import numpy
        except ImportError:
            self.skipTest(f"no numpy for {sys.executable} (Debian: python3-numpy)")
        self.good("convert", "v.bin", "v.npy")
        array = numpy.load(self.folder / "v.npy")
        self.assertEqual(array.dtype, numpy.float32)
        self.assertEqual([tuple(map(float, row)) for row in array], self.rows)
        for kind in ("<f2", "<f4", "<f8"):
            numpy.save(self.folder / "w.npy", array.astype(kind))
            self.write("w.words", self.read("v.words"))
            self.good("convert", "w.npy", "back.bin")
            if kind != "<f2":
                self.assertEqual(self.read("back.bin"), self.data)
        for array, says in ((numpy.asfortranarray(array), "Fortran"), (array.astype(">f4"), ">f4"), (array.astype(int), "<i8"),
                            (array[0], "shape")):
            numpy.save(self.folder / "w.npy", array)
            self.bad(1, "convert", "w.npy", "back.bin", says=["w.npy", says])

    def test_tables_that_python_writes(self):
        rows = [(word, *map(repr, row)) for word, row in self.vectors.items()]
        heading = ("word", "x", "y", "z")
        for separator in ",\t":
            for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_ALL):
                for lines in ([heading, *rows], rows):
                    with self.subTest(separator=separator, quoting=quoting, heading=lines[0] is heading):
                        out = io.StringIO(newline="")
                        csv.writer(out, delimiter=separator, quoting=quoting).writerows(lines)
                        self.write("t", out.getvalue().encode())
                        self.write("t.gz", gzip.compress(out.getvalue().encode()))
                        for name in ("t", "t.gz"):
                            self.good("convert", name, "back.bin")
                            self.assertEqual(self.read("back.bin"), binary_vectors(self.vectors))
                        form = f"{'comma' if separator == ',' else 'tab'}-separated values, with{'' if lines[0] is heading else 'out'} a heading"
                        self.assertIn(form, self.good("info", "t").out.decode())
                        self.good("neighbors", "-m", "t", "plain")

    def test_csv_and_json_as_python_reads_them(self):
        self.good("convert", "v.bin", "v.csv")
        rows = list(csv.reader(io.StringIO(self.read("v.csv").decode("utf-8", "surrogateescape"), newline="")))
        self.assertEqual([row[0].encode("utf-8", "surrogateescape") for row in rows], self.words)
        self.assertEqual([tuple(float32(float(v)) for v in row[1:]) for row in rows], self.rows)
        objects = [json.loads(line) for line in self.read_json("v.jsonl").decode().split("\n")[:-1]]
        self.assertEqual([o["word"] for o in objects], [w.decode("utf-8", "replace") for w in self.words])
        self.assertEqual([tuple(map(float32, o["vector"])) for o in objects], self.rows)

    def read_json(self, name):
        self.good("convert", "v.bin", name)
        return self.read(name)

    def test_projector(self):
        self.good("convert", "v.bin", "v.tsv")
        self.assertEqual(self.read("v_metadata.tsv"), b"".join(word + b"\n" for word in self.words))
        rows = [tuple(float32(float(v)) for v in line.split(b"\t")) for line in self.read("v.tsv").splitlines()]
        self.assertEqual(rows, self.rows)

    def test_words_that_do_not_fit(self):
        words = [b"good", b"a b", b"a\tb", b"a\rb", b"end"]
        self.write("w.npy", b"\x93NUMPY\x01\0" + struct.pack("<H", 70)
                   + b"{'descr': '<f4', 'fortran_order': False, 'shape': (5, 1), }".ljust(69) + b"\n"
                   + struct.pack("<5f", *range(5)))
        self.write("w.words", b"\n".join(words))
        refused = {"text": {1, 2, 3}, "binary": {1, 2, 3}, "glove": {1, 2, 3}, "float16": {1, 2, 3}, "int8": {1, 2, 3},
                   "projector": {2, 3}, "npy": {3}, "csv": set(), "jsonl": set()}
        for form, without in refused.items():
            with self.subTest(form):
                if without:
                    self.bad(1, "convert", "w.npy", "out", "--format", form, says=["out", "cannot write row", "separator"])
                    self.assertNotIn("out", self.names())
                result = self.good("convert", "w.npy", "out", "--format", form, "--lenient")
                if without:
                    self.assertIn(f"out: {len(without)} {'row was' if len(without) == 1 else 'rows were'} left out (the word holds a separator)\n", result.err)
                self.assertRegex(result.err, rf"wrote out[^:]*: {5 - len(without)} vectors")
                os.unlink(self.folder / "out")

    def test_small_files_are_read_by_every_command(self):
        vectors = {f"w{i}": tuple(math.sin(i * j + i) for j in range(1, 41)) for i in range(200)}
        self.write("v.bin", binary_vectors(vectors))
        exact = self.good("neighbors", "-m", "v.bin", "w7", "-k", "3").out
        for name, size, cosine in (("v.f16", 2, 1e-6), ("v.i8", 1, 1e-4)):
            result = self.good("convert", "v.bin", name, "--log-json")
            loss = next(line for line in map(json.loads, result.err.splitlines()) if "mean_cosine" in line)
            self.assertGreater(loss["mean_cosine"], 1 - cosine)
            self.assertGreaterEqual(loss["largest_error"], loss["mean_error"])
            self.assertLess(len(self.read(name)), len(self.read("v.bin")) * (size / 4 + 0.1))
            near = self.good("neighbors", "-m", name, "w7", "-k", "3").out
            self.assertEqual([line.split(b"\t")[0] for line in near.splitlines()],
                             [line.split(b"\t")[0] for line in exact.splitlines()])
            self.good("analogy", "-m", name, "w1", "w2", "w3")
            self.assertIn(name.replace("v.f16", "float16").replace("v.i8", "int8"), self.good("info", name).out.decode())
            self.good("convert", name, "back.txt")
            self.assertEqual(self.good("convert", "-", "-", "--format", "text", stdin=gzip.compress(self.read(name))).out,
                             self.read("back.txt"))

    def test_words(self):
        self.write("list", "3\nno such\nplain\ngone\nplain\n\na\nb\nc\nd\n")
        result = self.good("convert", "v.bin", "-", "--format", "text", "--words", "list")
        self.assertEqual(list(read_text(result.out)), [b"plain", b"3"])  # in the order of the vectors
        self.assertIn("list: words without a vector in v.bin: 6 of 8: 'no such', 'gone', 'a', 'b', 'c', ...", result.err)
        result = self.good("convert", "v.bin", "-", "--format", "text", "--words", "list", "--limit", "3")
        self.assertEqual(list(read_text(result.out)), [b"plain"])
        self.bad(1, "convert", "v.bin", "out", "--words", "nowhere", says="nowhere")
        self.bad(2, "convert", "-", "out", "--words", "-", stdin=self.data, says="--words -")

    def test_a_list_that_matches_nothing(self):
        self.write("list", "no such\n")
        self.write("out.bin", "old")
        self.bad(1, "convert", "v.bin", "out.bin", "--words", "list", says=["list", "1 of 1", "'no such'"])
        self.assertEqual(self.read("out.bin"), b"old")
        self.write("list", "\n \n")
        self.bad(1, "convert", "v.bin", "out.bin", "--words", "list", says=["list", "no word"])
        self.assertEqual(self.read("out.bin"), b"old")

    def test_lists_are_read_alike(self):
        self.write("w.txt", text_vectors({"a": (1, 0), "b": (1, 1), "7": (0, 1), "c": (0, 2)}))
        self.write("list", b"\xef\xbb\xbfa\r\n  b 12\t\r\n7\nunknown 5\nb c\n")
        taken = self.good("convert", "w.txt", "-", "--format", "text", "--words", "list")
        self.assertEqual(list(read_text(taken.out)), [b"a", b"b", b"7"])
        near = self.good("neighbors", "c", "-m", "w.txt", "--among", "list")
        self.assertEqual([line.split(b"\t")[0] for line in near.out.splitlines()], [b"7", b"b", b"a"])
        for result in (taken, near):
            self.assertIn("warning: list: words without a vector in w.txt: 2 of 5: 'unknown 5', 'b c'", result.err)

    def test_endings(self):
        self.write("v.txt", text_vectors({"a": (3.5, 4.5)}))
        self.write("corpus", "a b a b\n")
        for ending in ("gz", "bz2", "xz", "zst"):
            for options in ([], ["--format", "text"]):
                self.bad(2, "convert", "v.txt", f"out.txt.{ending}", *options, says=[f"out.txt.{ending}", "gzip"])
                self.bad(2, "train", "corpus", "-o", f"out.txt.{ending}", *options, says=[f"out.txt.{ending}", "gzip"])
        for name in ("out.json", "out.text", "v.1"):
            self.bad(2, "convert", "v.txt", name, says=[name, "--format"])
            self.bad(2, "train", "corpus", "-o", name, says=[name, "--format"])
            self.good("convert", "v.txt", name, "--format", "text")
            self.assertEqual(self.read(name), self.read("v.txt"))
        self.good("convert", "v.txt", "none")
        self.good("convert", "v.txt", "v.bin")
        self.assertEqual(self.read("none"), self.read("v.bin"))

    def test_words_of_arrays(self):
        self.write("v.txt", text_vectors({"a": (3.5, 4.5), "b": (1.5, 2.5)}))
        self.write("x.vocab", "b 7\na 5\n")
        self.assertIn("wrote x.npy and x.words: 2 vectors of 2 values", self.good("convert", "v.txt", "x.npy").err)
        self.assertEqual(self.read("x.vocab"), b"b 7\na 5\n")
        self.write("x.npy.gz", gzip.compress(self.read("x.npy")))
        for name in ("x.npy", "x.npy.gz"):
            self.assertEqual(self.good("convert", name, "-", "--format", "text").out, self.read("v.txt"))
        os.unlink(self.folder / "x.words")
        self.bad(1, "convert", "x.npy", "out", says=["x.vocab", "word count", "x.words"])
        self.write("x.vocab", "a\nb\n")
        for name in ("x.npy", "x.npy.gz"):
            self.assertEqual(self.good("convert", name, "-", "--format", "text").out, self.read("v.txt"))

    def test_what_is_no_file_of_vectors(self):
        self.write("v.txt", text_vectors({"a": (3, 4.5), "b": (1, 2)}))
        self.good("convert", "v.txt", "v.tsv")
        os.unlink(self.folder / "v_metadata.tsv")
        self.bad(1, "info", "v.tsv", says=["v.tsv", "without a word", "v_metadata.tsv"])
        self.write("counts", "the 5\nof 3\n1999 2\n")
        self.bad(1, "info", "counts", says=["counts", "word count"])
        self.write("numbers", "7 0.5 1\nseven 1 2\n")
        self.assertIn("rows     2", self.good("info", "numbers").out.decode())

    def test_normalize(self):
        self.write("v.txt", text_vectors({"a": (3, 4), "zero": (0, 0), "huge": (3e38, 0)}))
        result = self.good("convert", "v.txt", "-", "--format", "text", "--normalize")
        self.assertEqual(result.out, b"3 2\na 0.6 0.8\nzero 0 0\nhuge 1 0\n")
        self.assertIn("rows of zeros, which stay zeros: 1", result.err)

    def test_outputs(self):
        self.bad(2, "convert", "v.bin", "-", "--format", "npy", says=["npy", "two files"])
        self.bad(2, "convert", "v.bin", "-", "--format", "projector", says=["projector", "two files"])
        self.bad(2, "convert", "v.bin", "out", "--format", "word", says=["--format: word", "jsonl"])
        self.bad(2, "train", CORPUS, "-o", "v.npy", says=["v.npy", "convert"])
        self.bad(1, "convert", "-", "out", stdin=b"\x93NUMPY\x01\0" + b"x" * 100, says="header")
        os.mkdir(self.folder / "x.words")
        self.bad(1, "convert", "v.bin", "x.npy", says="x.words")
        self.assertNotIn("x.npy", self.names())
        self.assertEqual(self.good("convert", "v.bin", "-", "--format", "csv").out, self.read_json("v.csv"))

    def test_full_disk(self):
        disk = full_disk(self, 100 << 10)
        self.write("big.txt", text_vectors({f"w{i}": (i / 7,) * 20 for i in range(2000)}))
        for name in ("v.npy", "v.tsv", "v.csv", "v.jsonl"):
            self.bad(1, "convert", "big.txt", os.path.join(disk, name), says="No space left")
            self.assertEqual(os.listdir(disk), [])

    def test_closed_pipe(self):
        self.write("big.txt", text_vectors({f"w{i}": (i / 7,) * 20 for i in range(20000)}))
        for form in ("csv", "jsonl", "glove", "int8"):
            process = self.start("convert", "big.txt", "-", "--format", form)
            process.stdout.read(10)
            process.stdout.close()
            self.assertEqual(process.wait(60), 0)
            self.assertEqual(process.stderr.read(), b"")


class Info(Case):
    def facts(self, *arguments, **more):
        lines = self.good("info", *arguments, **more).out.decode().splitlines()
        return dict(line.split(None, 1) for line in lines)

    def test_a_file(self):
        vectors = {"first": (3, 4), "zero": (0, 0), "small": (0.3, 0.4), "last": (5, 12)}
        for name, data, form in (("v.bin", binary_vectors(vectors), "word2vec binary, with a header"),
                                 ("v.txt", text_vectors(vectors), "word2vec text, with a header"),
                                 ("misnamed.bin", text_vectors(vectors, header=False), "GloVe text, without a header"),
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
        self.assertRegex(facts["w2v"], r"^\d+\.\d+\.\d+$")
        self.assertEqual(self.good("--version").out, self.good("info").out)
        for library in ("OpenMP", "Highway", "ICU", "libarchive", "zlib"):
            self.assertRegex(facts["libraries"], library + r" \d")
        self.assertRegex(facts["instructions"], r"^\w+ \(of (\w+, )*scalar(; not on this processor: \w+(, \w+)*)?\)$")
        self.assertTrue(self.facts(env={"W2V_SIMD": "scalar"})["instructions"].startswith("scalar "))
        self.assertGreaterEqual(int(facts["threads"]), 1)


if __name__ == "__main__":
    main()

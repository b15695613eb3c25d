"""Binary files are mapped: cut while in use, limits, names of any bytes, faults that are found on the way."""

import os
import struct
import subprocess

from program import Case, binary_vectors, json_lines, main, nearest, tsv

VECTORS = {"alpha": (1, 0.5, -2), "beta": (0.25, 3, 1), "gamma": (-1, 1, 0.125), "delta": (4, 4, 4.5)}


class Mapped(Case):
    def test_a_file_that_is_cut_while_it_is_in_use(self):
        many = {f"word{i}": (1.0, i % 7 + 0.5, i % 11 - 5.0) for i in range(60000)}
        for options in ([], ["--log-json"]):
            with self.subTest(options):
                path = self.write("v", binary_vectors(many))
                process = self.start("neighbors", "-m", "v", "-k", "1", *options, stdin=subprocess.PIPE)
                process.stdin.write(b"word1\n")
                process.stdin.flush()
                self.assertIn(b"word1\t", self.line_within(process.stdout))
                os.truncate(path, 100)
                process.stdin.write(b"word2\n")
                out, err = process.communicate(timeout=60)
                self.assertEqual(process.returncode, 1, err)
                self.assertEqual(out, b"")
                self.assertEqual(err.count(b"\n"), 1, err)
                said = json_lines(err.decode())[0]["message"] if options else err.decode()
                self.assertIn("v: cannot read it any more: it was cut", said)

    def test_an_index_that_is_cut_while_it_is_in_use(self):
        many = {f"word{i}": (1.0, i % 7 + 0.5, i % 11 - 5.0) for i in range(60000)}
        self.write("na\x1b\"me", binary_vectors(many))
        self.good("index", "na\x1b\"me", "--rows", "float16", "--ann", "--ann-m", "4", "--ann-ef-construction", "10")
        for ending, options in ((".w2vx", []), (".hnsw", ["--ann"])):
            with self.subTest(ending):
                process = self.start("neighbors", "-m", "na\x1b\"me", "-k", "1", *options, stdin=subprocess.PIPE)
                process.stdin.write(b"word1\n")
                process.stdin.flush()
                self.assertIn(b"word1\t", self.line_within(process.stdout))
                os.truncate(self.folder / ("na\x1b\"me" + ending), 100)
                process.stdin.write(b"word2\n")
                _, err = process.communicate(timeout=60)
                self.assertEqual(process.returncode, 1, err)
                self.assertIn(f"w2v: na??me{ending}: cannot read it any more".encode(), err)

    def test_nothing_behind_the_limit_matters(self):
        whole = binary_vectors(VECTORS)
        two_rows = len(binary_vectors(dict(list(VECTORS.items())[:2])))
        for tail in (b"", b"x", bytes(100), b"\n\n\n", b"alpha " + bytes(12)):
            with self.subTest(tail):
                self.write("v", whole[:two_rows] + tail)
                self.assertEqual([row[0] for row in tsv(self.good("neighbors", "-m", "v", "--limit", "2", "alpha").out)],
                                 ["beta"])
                self.bad(1, "neighbors", "-m", "v", "alpha", says=["v: ", "row 3"] if len(tail) < 18 else "v: ")

    def test_both_forms_answer_the_same(self):
        expected = [word for word, _ in nearest(VECTORS, VECTORS["beta"], {"beta"}, 3)]
        for newlines in (True, False):
            self.write("v", binary_vectors(VECTORS, newlines))
            self.assertEqual([row[0] for row in tsv(self.good("neighbors", "-m", "v", "beta").out)], expected)

    def test_words_of_any_bytes(self):
        words = [b"\x80\xff", b"tab\there", b"quote\"'\\", b"e\xcc\x81", b"\xc2\xa0", b"cr\r"]
        rows = b"".join(word + b" " + struct.pack("<2f", 1, i) + b"\n" for i, word in enumerate(words))
        self.write("v", b"%d 2\n" % len(words) + rows)
        for word in words[:-1]:
            out = self.good("neighbors", "-m", "v", "-k", "9", os.fsdecode(word)).out
            self.assertEqual(out.count(b"\n"), len(words) - 1)
            json_lines(self.good("neighbors", "-m", "v", "--format", "json", os.fsdecode(word)).out.decode())
        self.bad(3, "neighbors", "-m", "v", "tab here", says=["'tab here'", "tab\\x09here"])

    def test_lenient_leaves_bad_rows_out(self):
        self.write("v", binary_vectors({**VECTORS, "beta": (0.25, float("nan"), 1)}))
        self.bad(1, "neighbors", "-m", "v", "alpha", says=["row 2", "not finite"])
        result = self.good("neighbors", "-m", "v", "alpha", "--lenient")
        self.assertEqual({row[0] for row in tsv(result.out)}, {"gamma", "delta"})
        self.assertIn("warning", result.err)


if __name__ == "__main__":
    main()

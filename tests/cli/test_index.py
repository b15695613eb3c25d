"""w2v index, and queries by it: same answers, stale and damaged indexes, names of any bytes."""

import os
import random
import shutil
import struct

from program import Case, binary_vectors, full_disk, main, text_vectors, tsv


def some_vectors(rows=400, dim=20, seed=1):
    random.seed(seed)
    return {f"word{i}": tuple(random.gauss(0, 1) for _ in range(dim)) for i in range(rows)}


class Index(Case):
    def neighbours(self, *options):
        result = self.good("neighbors", "-m", "v.bin", "word1", "word2", "word399", *options)
        return [(row[0], row[1], float(row[2])) for row in tsv(result.out)], result.err

    def test_answers_are_the_same(self):
        self.write("v.bin", binary_vectors(some_vectors()))
        plain, _ = self.neighbours()
        analogies = self.good("analogy", "-m", "v.bin", "word1", "word2", "word3").out
        for rows in ("none", "float16", "int8"):
            with self.subTest(rows):
                out = self.good("index", "v.bin", "--rows", rows).out.decode()
                self.assertIn(f"reduced  {rows}\n", out)
                self.assertEqual("loss " in out, rows != "none")
                self.assertEqual(self.names(), ["v.bin", "v.bin.w2vx"])
                found, err = self.neighbours()
                self.assertEqual(err, "")
                self.assertEqual([row[:2] for row in found], [row[:2] for row in plain])
                for one, other in zip(found, plain):
                    self.assertAlmostEqual(one[2], other[2], delta=2e-6)
                self.assertEqual([row[0] for row in tsv(self.good("analogy", "-m", "v.bin", "word1", "word2", "word3").out)],
                                 [row[0] for row in tsv(analogies)])
        self.bad(3, "neighbors", "-m", "v.bin", "wrod1", says="near spellings: word1")

    def test_the_index_of_an_older_file_is_not_used(self):
        self.write("v.bin", binary_vectors(some_vectors()))
        self.good("index", "v.bin", "--rows", "int8")
        self.write("v.bin", binary_vectors(some_vectors(seed=2)))
        found, err = self.neighbours()
        self.assertIn("warning", err)
        self.assertIn("w2v index v.bin makes a new one", err)
        os.remove(self.folder / "v.bin.w2vx")
        self.assertEqual(self.neighbours(), (found, ""))
        self.good("index", "v.bin", "--rows", "int8")
        self.assertEqual(self.neighbours()[1], "")

    def test_damaged(self):
        self.write("v.bin", binary_vectors(some_vectors()))
        right, _ = self.neighbours()
        self.good("index", "v.bin", "--rows", "float16")
        whole = self.read("v.bin.w2vx")
        for data in (b"", b"w2vindex", whole[:50], whole[:-1], whole + b"x", bytes(len(whole)), b"X" + whole[1:]):
            with self.subTest(len(data)):
                self.write("v.bin.w2vx", data)
                found, err = self.neighbours()
                self.assertEqual(found, right)
                self.assertIn("w2v index v.bin makes a new one", err)
                self.assertEqual(err.count("\n"), 1)

    def test_any_damaged_byte(self):
        self.write("v.bin", binary_vectors(some_vectors()))
        self.good("index", "v.bin", "--rows", "int8")
        right = self.neighbours()
        whole = self.read("v.bin.w2vx")
        places = random.Random(1)
        used = 0
        for place in [*range(0, 704, 37), *(places.randrange(704, len(whole)) for _ in range(40))]:
            with self.subTest(place):
                self.write("v.bin.w2vx", whole[:place] + bytes([whole[place] ^ 64]) + whole[place + 1:])
                result = self.w2v("neighbors", "-m", "v.bin", "word1", "word2", "word399")
                if result.code == 0 and "warning" not in result.err:
                    used += 1
                    self.assertGreaterEqual(place, 704)  # behind header and table: docs/FORMATS.md tells what may be missed
                elif result.code == 0:
                    self.assertIn("w2v index v.bin makes a new one", result.err)
                    self.assertEqual([(row[0], row[1], float(row[2])) for row in tsv(result.out)], right[0])
                else:
                    self.assertIn(result.code, (1, 3))
                    self.assertIn("word" if result.code == 3 else "w2v index v.bin makes a new one", result.err)
        self.assertGreater(used, 10)

    def test_an_index_of_an_older_version(self):
        self.write("v.bin", binary_vectors(some_vectors()))
        right, _ = self.neighbours()
        for version in (1, 2):
            self.write("v.bin.w2vx", struct.pack("<8sI76x", b"w2vindex", version) + bytes(10_000))
            found, err = self.neighbours()
            self.assertEqual(found, right)
            self.assertEqual(err, f"w2v: warning: v.bin.w2vx: byte 8: an index of another version: expected 3, found {version}; "
                                  "w2v index v.bin makes a new one\n")
        self.good("index", "v.bin")
        self.assertEqual(self.neighbours()[1], "")

    def test_limit_and_lenient(self):
        self.write("v.bin", binary_vectors(some_vectors()))
        plain = self.good("neighbors", "-m", "v.bin", "word1", "--limit", "50").out
        self.good("index", "v.bin", "--rows", "float16")
        limited = self.good("neighbors", "-m", "v.bin", "word1", "--limit", "50").out
        self.assertEqual([row[0] for row in tsv(limited)], [row[0] for row in tsv(plain)])
        self.bad(3, "neighbors", "-m", "v.bin", "word60", "--limit", "50", says="'word60'")
        self.assertEqual(len(self.neighbours("--lenient")[0]), 30)

    def test_words_of_any_bytes(self):
        words = [b"\x80\xff", b"tab\there", b"\xc2\xa0", b"quote\"'", b"b", b"a"]
        self.write("v", b"%d 2\n" % len(words) + b"".join(w + b" " + struct.pack("<2f", 1, i) for i, w in enumerate(words)))
        self.good("index", "v", "--rows", "int8")
        for word in words:
            self.assertEqual(self.good("neighbors", "-m", "v", os.fsdecode(word)).out.count(b"\n"), len(words) - 1)

    def test_full_disk(self):
        disk = full_disk(self, 48 << 10)
        shutil.copyfile(self.write("v.bin", binary_vectors(some_vectors())), f"{disk}/v.bin")
        self.bad(1, "index", f"{disk}/v.bin", "--rows", "float16", says=["v.bin.w2vx: cannot write: needs ", " left"])
        self.assertEqual(os.listdir(disk), ["v.bin"])

    def test_refused(self):
        self.write("v.txt", text_vectors(some_vectors(5, 3)))
        self.bad(1, "index", "v.txt", says="expected a plain word2vec binary file")
        self.bad(1, "index", "none", says="none")
        self.bad(1, "index", "-", says="expected a plain word2vec binary file")
        self.bad(2, "index", "v.txt", "--rows", "float8")
        self.write("cut", binary_vectors(some_vectors(5, 3))[:-6])
        self.bad(1, "index", "cut", says=["row 5", "byte"])
        self.assertEqual(self.names(), ["cut", "v.txt"])


if __name__ == "__main__":
    main()

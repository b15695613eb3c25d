"""w2v index --ann and neighbors --ann: nearly the exact answers, with their scores; what is refused."""

import os
import random
import re
import signal
import struct

from program import Case, binary_vectors, json_lines, main, text_vectors, tsv


def some_vectors(rows=1500, dim=16, seed=1):
    random.seed(seed)
    centres = [[random.gauss(0, 1) for _ in range(dim)] for _ in range(40)]
    return {f"word{i}": tuple(x + random.gauss(0, 0.5) for x in centres[i % 40]) for i in range(rows)}


class Ann(Case):
    def setUp(self):
        super().setUp()
        self.write("v.bin", binary_vectors(some_vectors()))

    def make(self, *options):
        return self.good("index", "v.bin", "--ann", *options).out.decode()

    def neighbours(self, *arguments, **more):
        return tsv(self.good("neighbors", "-m", "v.bin", *arguments, **more).out)

    def test_made_and_used(self):
        out = self.make()
        self.assertEqual(self.names(), ["v.bin", "v.bin.hnsw", "v.bin.w2vx"])
        self.assertRegex(out, r"(?m)^ann      v\.bin\.hnsw: m 16, ef-construction 200, made in \d+\.\d s$")
        recall = re.search(r"(?m)^recall   (\d+\.\d\d) % of the 10 nearest of 1,000 words are found with --ann-ef 100$", out)
        self.assertGreater(float(recall[1]), 98)
        words = [f"word{i}" for i in range(0, 1500, 7)]
        exact = self.neighbours(*words)
        near = self.neighbours("--ann", *words)
        self.assertEqual(len(near), len(exact))
        self.assertGreater(len(set(map(tuple, near)) & set(map(tuple, exact))), 0.98 * len(exact))
        for word, answer, _ in near:
            self.assertNotEqual(word, answer)

    def test_every_kind_of_query(self):
        self.make("--rows", "int8", "--seed", "3", "--ann-m", "32", "--ann-ef-construction", "300", "-t", "1")
        for arguments in (["word1"], ["word1 - word2 + word3"], ["word1", "+", "word2"], ["2 * word5 - 0.5*word4", "-k", "40"],
                          ["word9", "--min-similarity", "0.7", "-k", "100"], ["word9", "--include-query", "-k", "1"],
                          ["word3", "-t", "2", "-k", "5"]):
            with self.subTest(arguments):
                exact = self.neighbours(*arguments)
                self.assertTrue(exact)
                self.assertEqual(self.neighbours("--ann", "--ann-ef", "1500", *arguments), exact)
        numbers = " ".join(map(str, some_vectors()["word77"]))
        lines = (numbers + "\n") * 3
        self.assertEqual(self.neighbours("--ann", "--vectors", stdin=lines), self.neighbours("--vectors", stdin=lines))
        self.assertEqual(self.neighbours("--ann", "--vectors", "-k", "1", stdin=lines)[0], ["1", "word77", "1.000000"])
        answers = json_lines(self.good("neighbors", "-m", "v.bin", "--ann", "--format", "json", stdin="word1\nword2\n\nword3\n").out.decode())
        self.assertEqual([answer["query"] for answer in answers], [["word1"], ["word2"], ["word3"]])
        self.bad(3, "neighbors", "-m", "v.bin", "--ann", "word1", "wrod1", says="near spellings: word1")
        result = self.good("neighbors", "-m", "v.bin", "--ann", "word1 - word1")
        self.assertEqual(result.out, b"")
        self.assertIn("has no direction", result.err)

    def test_one_thread_makes_the_same_bytes(self):
        files = []
        for seed in (1, 1, 2):
            self.make("-t", "1", "--seed", str(seed))
            files.append(self.read("v.bin.hnsw"))
        self.assertEqual(files[0], files[1])
        self.assertNotEqual(files[0], files[2])

    def test_usage(self):
        self.make()
        self.write("list", "word1\n")
        for options in (["--among", "list"], ["--center"], ["--limit", "10"], ["--lenient"]):
            self.bad(2, "neighbors", "-m", "v.bin", "--ann", "word1", *options, says=["--ann", options[0]])
        self.bad(2, "neighbors", "-m", "v.bin", "--ann-ef", "10", "word1", says="--ann")
        self.bad(2, "neighbors", "-m", "v.bin", "--ann", "--ann-ef", "0", "word1", says="--ann-ef")
        for options in (["--ann-m", "1"], ["--ann-m", "513"], ["--ann-ef-construction", "0"], ["--seed", "-1"]):
            self.bad(2, "index", "v.bin", "--ann", *options, says=options[0])
        for options in (["--ann-m", "16"], ["--ann-ef-construction", "200"], ["--seed", "1"]):
            self.bad(2, "index", "v.bin", *options, says=["--ann", options[0]])

    def test_no_index(self):
        self.bad(1, "neighbors", "-m", "v.bin", "--ann", "word1", says=["v.bin.hnsw: no such", "w2v index v.bin --ann makes a new one"])
        self.write("v.txt", text_vectors(some_vectors(5, 3)))
        self.bad(1, "neighbors", "-m", "v.txt", "--ann", "word1", says="v.txt: has no approximate index")
        self.bad(1, "neighbors", "-m", "-", "--ann", "word1", stdin=self.read("v.bin"), says="-: has no approximate index")
        self.bad(1, "index", "v.txt", "--ann", says="expected a plain word2vec binary file")
        self.assertEqual(self.names(), ["v.bin", "v.txt"])

    def test_damaged_or_foreign(self):
        self.make()
        whole = self.read("v.bin.hnsw")
        for data in (b"", b"w2v-hnsw", whole[:63], whole[:191], whole[:300], whole[:-1], whole + b"x", bytes(len(whole)), b"X" + whole[1:],
                     whole[:5000] + bytes([whole[5000] ^ 1]) + whole[5001:], whole[:-1] + bytes([whole[-1] ^ 128]), b"w2v-hnsw" + bytes(100)):
            with self.subTest(len(data)):
                self.write("v.bin.hnsw", data)
                result = self.bad(1, "neighbors", "-m", "v.bin", "--ann", "word1", says=["v.bin.hnsw: ", "w2v index v.bin --ann makes a new one"])
                self.assertEqual(result.out, b"")
                self.assertEqual(result.err.count("\n"), 1)
        self.write("v.bin.hnsw", struct.pack("<8sI68x", b"w2v-hnsw", 1) + bytes(10_000))
        self.bad(1, "neighbors", "-m", "v.bin", "--ann", "word1",
                 says="v.bin.hnsw: byte 8: an approximate index of another version: expected 2, found 1; w2v index v.bin --ann makes a new one")
        self.write("v.bin.hnsw", whole)
        self.write("v.bin", binary_vectors(some_vectors(seed=2)))
        os.remove(self.folder / "v.bin.w2vx")
        self.bad(1, "neighbors", "-m", "v.bin", "--ann", "word1", says="the index is not of v.bin as it is now")

    def test_words_at_the_edge(self):
        self.write("one.bin", binary_vectors({"alone": (1, 2)}))
        self.assertIn("recall   unknown", self.good("index", "one.bin", "--ann").out.decode())
        self.assertEqual(self.good("neighbors", "-m", "one.bin", "--ann", "alone").out, b"")
        self.write("zeros.bin", binary_vectors({"a": (0, 0), "b": (0, 0), "c": (1, 0), "d": (1, 1)}))
        self.good("index", "zeros.bin", "--ann", "--ann-m", "2")
        self.assertEqual([row[0] for row in tsv(self.good("neighbors", "-m", "zeros.bin", "--ann", "c").out)], ["d", "a", "b"])

    def test_interrupted(self):
        random.seed(4)
        self.write("v.bin", binary_vectors({f"w{i}": tuple(random.gauss(0, 1) for _ in range(40)) for i in range(20000)}))
        process = self.start("index", "v.bin", "--ann", "--ann-m", "200", "--ann-ef-construction", "2000")
        while not (self.folder / "v.bin.w2vx").exists():
            self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(60), 130)
        self.assertEqual(self.names(), ["v.bin", "v.bin.w2vx"])


if __name__ == "__main__":
    main()

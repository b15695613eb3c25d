"""Other tools read what we write, and we read what they write: gensim, fastText, numpy and hnswlib, where they are."""

import functools
import os
import re
import subprocess
import sys
import textwrap
import unittest

from program import CORPUS, REPOSITORY, Case, head_of_corpus, main, read_binary, tool, tsv

GENSIM = """
import struct, sys
from gensim.models import KeyedVectors
text = KeyedVectors.load_word2vec_format("v.txt", binary=False)
binary = KeyedVectors.load_word2vec_format("v.bin", binary=True)
assert text.index_to_key == binary.index_to_key, "other words"
assert (text.vectors == binary.vectors).all(), "other floats"
with open("floats", "wb") as floats:
    floats.write(binary.vectors.astype("<f4").tobytes())
with open("words", "w", encoding="utf-8") as words:
    words.write("\\n".join(binary.index_to_key))
binary.save_word2vec_format("gensim.bin", binary=True)
binary.save_word2vec_format("gensim.txt", binary=False)
for word, cosine in binary.most_similar("king", topn=10):
    print(word, cosine, sep="\\t")
for word, cosine in binary.most_similar(positive=["king", "woman"], negative=["man"], topn=10):
    print(word, cosine, sep="\\t")
"""


@functools.lru_cache()
def python_with(module):
    """The first that has it: the one that runs this, Debian's, those on the path."""
    folders = ["/usr/bin", *os.get_exec_path()]
    for python in dict.fromkeys([sys.executable, *(os.path.join(folder, "python3") for folder in folders)]):
        try:
            if subprocess.run([python, "-c", f"import numpy, {module}"], stderr=subprocess.DEVNULL, check=False).returncode == 0:
                return python
        except OSError:
            pass
    raise unittest.SkipTest(f"no Python with {module} here (Debian: python3-{module})")


class Gensim(Case):
    def test_both_ways(self):
        python = python_with("gensim")
        self.good("train", CORPUS, "-e", "5", "-t", "1", "-o", "v.bin", "-q")
        self.good("convert", "v.bin", "v.txt", "-q")
        done = subprocess.run([python, "-c", GENSIM], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        ours = read_binary(self.read("v.bin"))
        self.assertEqual(self.read("words").split(b"\n"), list(ours))
        self.assertTrue(self.read("floats") == b"".join(self.read("v.bin").split(b"\n", 1)[1][begin:begin + 400]
                                                        for begin in self.rows(ours)))
        # Its files, read by us.
        for name in ("gensim.bin", "gensim.txt"):
            self.good("convert", name, "back.bin", "-q")
            self.assertTrue(self.read("back.bin") == self.read("v.bin"), name)
        # And the same answers.
        said = tsv(self.good("neighbors", "king", "-m", "gensim.txt").out)
        said += tsv(self.good("analogy", "king", "man", "woman", "-m", "gensim.bin").out)
        theirs = tsv(done.stdout)
        self.assertEqual([row[0] for row in said], [row[0] for row in theirs])
        for row, their_row in zip(said, theirs):
            self.assertAlmostEqual(float(row[1]), float(their_row[1]), places=4)

    def rows(self, vectors):
        """Where the numbers of each row begin, behind the header."""
        at = 0
        for word in vectors:
            at += len(word) + 1
            yield at
            at += 401


class FastText(Case):
    def test_we_read_its_vectors(self):
        fasttext = tool("fasttext")
        self.write("c.txt", head_of_corpus(3000))
        subprocess.run([fasttext, "skipgram", "-input", "c.txt", "-output", "ft", "-dim", "10", "-bucket", "1000", "-epoch", "1",
                        "-thread", "1"], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        lines = self.read("ft.vec").decode().splitlines()
        self.good("convert", "ft.vec", "v.bin", "-q")
        ours = read_binary(self.read("v.bin"))
        rows = [line.split() for line in lines[1:] if not line.startswith("</s> ")]
        self.assertEqual([row[0].encode() for row in rows], list(ours))
        for row, values in zip(rows, ours.values()):
            for said, value in zip(row[1:], values):
                self.assertAlmostEqual(float(said), value, places=6)
        self.assertEqual(len(tsv(self.good("neighbors", "the", "-m", "ft.vec").out)), 10)

    def test_it_reads_ours(self):
        fasttext = tool("fasttext")
        self.write("c.txt", head_of_corpus(3000))
        self.good("train", "c.txt", "-d", "10", "-e", "1", "-o", "v.vec", "-q")
        done = subprocess.run([fasttext, "skipgram", "-input", "c.txt", "-output", "ft", "-dim", "10", "-bucket", "1000",
                               "-epoch", "0", "-thread", "1", "-pretrainedVectors", "v.vec"], cwd=self.folder,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 0, done.stderr.decode())


class Index(Case):
    """The Python of docs/FORMATS.md reads both indexes."""

    def setUp(self):
        super().setUp()
        self.good("train", CORPUS, "-e", "10", "-t", "1", "-d", "30", "-o", "vectors.bin", "-q")
        formats = (REPOSITORY / "docs/FORMATS.md").read_text(encoding="utf-8")
        exact, approximate = formats.split("## Index: FILE.w2vx")[1].split("## Approximate index: FILE.hnsw")
        self.exact, self.approximate = (textwrap.dedent(re.search(r"(?m)^    import \w+\n(?:    .*\n|\n(?=    ))*", part)[0])
                                        for part in (exact, approximate))

    def run_python(self, module, code):
        """The lines that the code prints, parted by tabs; run by a Python that has the module."""
        done = subprocess.run([python_with(module), "-W", "error", "-c", code], cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return tsv(done.stdout)

    def test_numpy_reads_the_index(self):
        ours = read_binary(self.read("vectors.bin"))
        right = [row[0] for row in tsv(self.good("neighbors", "king", "-m", "vectors.bin", "-k", "5").out)]
        for kind in ("float16", "int8"):
            self.good("index", "vectors.bin", "--rows", kind)
            found = self.run_python("numpy", self.exact + """
word_of = {row: word.decode() for word, row in row_of.items()}
print(size, rows, dim, newlines, *(word_of[row] for row in sorted(word_of)), sep="\\t")
print(*(word_of[row] for row in (-cosines).argsort()[1:6].tolist()), sep="\\t")
print(float(cosines[row_of[b"king"]]))
""")
            self.assertEqual(found[0], [str(len(self.read("vectors.bin"))), str(len(ours)), "30", "1", *(word.decode() for word in ours)])
            self.assertGreater(len(set(found[1]) & set(right)), 3, kind)
            self.assertAlmostEqual(float(found[2][0]), 1, delta=0.02)

    def test_hnswlib_reads_the_graph(self):
        self.good("index", "vectors.bin", "--rows", "float16", "--ann")
        right = [row[:2] for row in tsv(self.good("neighbors", "king", "-m", "vectors.bin", "--ann", "-k", "5").out)]
        found = self.run_python("hnswlib", self.exact + self.approximate + """
word_of = {row: word.decode() for word, row in row_of.items()}
for row, distance in zip(found[0].tolist(), distances[0].tolist()):
    print(word_of[row], 1 - distance, sep="\\t")
""")
        self.assertEqual(found[0][0], "king")
        self.assertGreater(len({row[0] for row in found} & {row[0] for row in right}), 3)
        cosines = {row[0]: float(row[1]) for row in found}
        for word, cosine in right:
            if word in cosines:
                self.assertAlmostEqual(cosines[word], float(cosine), delta=1e-3)


if __name__ == "__main__":
    main()

"""Sub-words: training with n-grams, fastText's model files, and what unknown words are answered with."""

import json
import random
import re
import struct
import subprocess
import unittest

from program import Case, head_of_corpus, main, read_binary, tool, tsv
from test_interop import python_with

SMALL = ["-d", "8", "--min-count", "3"]
ONCE = ["-t", "1", "-e", "2"]
NGRAMS = ["--subwords", "3-5", "--buckets", "5000"]
# Of all scripts and none: known words are taken from the corpus.
UNKNOWN = ["kingly", "quee", "日本語", "Ünïcödé", "слово", "a" * 1000, "q\u0301", "🦜🦜"]

GENSIM = """
import sys
import numpy
from gensim.models.fasttext import load_facebook_model
model = load_facebook_model("m.bin")
words = open("words", encoding="utf-8").read().split("\\n")
with open("floats", "wb") as floats:
    for word in words:
        floats.write(numpy.asarray(model.wv[word], dtype="<f4").tobytes())
model.build_vocab([["king", "queen"]] * 9, update=True)
model.train([["king", "queen"]] * 9, total_examples=9, epochs=1)
"""


def rows_of(out):
    """The lines of `w2v vectors` as {word: numbers}."""
    lines = [line.rsplit(" ", 8) for line in out.decode().splitlines()]
    return {line[0]: [float(value) for value in line[1:]] for line in lines}


class Subwords(Case):
    def setUp(self):
        super().setUp()
        self.write("c.txt", head_of_corpus(3000))

    def model(self, *options):
        self.good("train", "c.txt", *SMALL, *ONCE, *NGRAMS, *options, "--format", "fasttext", "-o", "m.bin", "-q")


class Training(Subwords):
    def test_vectors_are_those_of_the_model(self):
        for options in ([], ["-a", "cbow"], ["--objective", "hs"], ["-a", "cbow", "--objective", "hs"]):
            with self.subTest(options=options):
                self.model(*options)
                self.good("train", "c.txt", *SMALL, *ONCE, *NGRAMS, *options, "-o", "v.txt", "-q")
                self.good("convert", "m.bin", "back.txt", "-q")
                self.assertEqual(self.read("back.txt"), self.read("v.txt"))

    def test_a_stopped_training_goes_on_to_the_same_bytes(self):
        for options in ([], ["-a", "cbow"]):
            with self.subTest(options=options):
                often = ["-e", "30", "--checkpoint", "state", "--checkpoint-every", "0s"]
                self.good("train", "c.txt", *SMALL, "-t", "1", *NGRAMS, *options, "-e", "30", "-o", "whole.bin", "-q")
                process = self.start("train", "c.txt", *SMALL, "-t", "1", *NGRAMS, *options, *often, "-o", "v.bin")
                self.wait_for(process, "checkpoint state: ")
                process.kill()
                process.wait(60)
                self.good("train", "c.txt", "--resume", "state", "-t", "1", "-o", "v.bin", "-q")
                self.assertTrue(self.read("v.bin") == self.read("whole.bin"))
                (self.folder / "state").unlink()

    def test_threads_and_deterministic(self):
        for threads in ("2", "3"):
            self.good("train", "c.txt", *SMALL, "-e", "2", *NGRAMS, "-t", threads, "-o", "h.bin", "-q")
            for name in ("a.bin", "b.bin"):
                self.good("train", "c.txt", *SMALL, "-e", "2", *NGRAMS, "-t", threads, "--deterministic", "-o", name, "-q")
            self.assertTrue(self.read("a.bin") == self.read("b.bin"), threads)

    def test_corners(self):
        for options in (["-w", "1"], ["-w", "1000"], ["-n", "1"], ["-n", "100"], ["-a", "cbow", "-w", "1000"], ["-a", "cbow", "--cbow-update", "mean"]):
            with self.subTest(options=options):
                self.good("train", "c.txt", *SMALL, *ONCE, *NGRAMS, *options, "-o", "v.bin", "-q")
                self.assertGreater(len(read_binary(self.read("v.bin"))), 100)
        for ngrams in (["--subwords", "1"], ["--subwords", "30-40"], ["--subwords", "3-6", "--buckets", "1"]):
            with self.subTest(ngrams=ngrams):
                self.good("train", "c.txt", *SMALL, *ONCE, *ngrams, "-o", "v.bin", "-q")
                self.assertGreater(len(read_binary(self.read("v.bin"))), 100)

    def test_held_out_loss(self):
        self.write("long.txt", head_of_corpus(8000))
        said = self.good("train", "long.txt", *SMALL, *ONCE, *NGRAMS, "--held-out", "0.2", "-o", "v.bin").err
        self.assertEqual(said.count("held-out loss"), 2, said)

    def test_rows_follow_the_data(self):
        said = self.good("train", "c.txt", *SMALL, *ONCE, "--subwords", "3-6", "-o", "v.bin").err
        rows = int(re.search(r"n-grams of 3-6 characters: ([\d,]+) rows", said)[1].replace(",", ""))
        self.assertLess(rows, 50_000)  # of 2,000,000 buckets

    def test_going_on_with_a_new_text(self):
        self.write("d.txt", head_of_corpus(4000))
        self.good("train", "c.txt", *SMALL, *ONCE, *NGRAMS, "--checkpoint", "state", "-o", "v.bin", "-q")
        self.good("train", "d.txt", "--continue", "state", "-t", "1", "-o", "w.bin", "-q")
        self.assertGreaterEqual(len(read_binary(self.read("w.bin"))), len(read_binary(self.read("v.bin"))))
        self.bad(2, "train", "d.txt", "--continue", "state", "--subwords", "3-6", says="subwords")

    def test_starting_with_a_model(self):
        self.model()
        said = self.good("train", "c.txt", *SMALL, *ONCE, *NGRAMS, "--init", "m.bin", "--freeze", "-o", "v.bin").err
        self.assertIn("not 0;", said)
        self.good("convert", "m.bin", "before.bin", "-q")
        self.assertTrue(self.read("v.bin") == self.read("before.bin"), "frozen rows moved")
        self.bad(2, "train", "c.txt", *SMALL, *ONCE, "--subwords", "3-6", "--init", "m.bin", says=["--subwords 3-5", "5000"])

    def test_wrong_settings(self):
        for lengths in ("0", "0-3", "6-3", "3-", "three", "3-101"):
            self.bad(2, "train", "c.txt", "--subwords", lengths, says=["--subwords", lengths])
        self.bad(2, "train", "c.txt", "--subwords", "3-6", "--objective", "softmax", says=["--subwords", "--objective softmax"])
        self.bad(2, "train", "c.txt", "--subwords", "3-6", "--buckets", "0", says="--buckets")
        self.good("train", "c.txt", *SMALL, *ONCE, "-o", "v.bin", "-q")
        self.bad(2, "convert", "v.bin", "m.bin", "--format", "fasttext", says="fastText")


class Asking(Subwords):
    def setUp(self):
        super().setUp()
        self.model()

    def test_unknown_words_have_vectors(self):
        table = self.good("neighbors", "kingly", "-m", "m.bin", "-k", "3", "--format", "table").out.decode()
        self.assertIn("* 'kingly' is not in the vocabulary: its vector is made of its n-grams", table)
        answer = json.loads(self.good("neighbors", "kingly", "-m", "m.bin", "-k", "3", "--format", "json").out)
        self.assertEqual(answer["from_ngrams"], ["kingly"])
        self.assertEqual(len(answer["matches"]), 3)
        result = self.good("similarity", "kingly", "king", "-m", "m.bin", "--format", "tsv")
        self.assertIn("'kingly'", result.err)
        self.good("analogy", "king", "kingly", "queen", "-m", "m.bin")
        self.good("odd", "king", "kingly", "queen", "-m", "m.bin")
        known = json.loads(self.good("neighbors", "king", "-m", "m.bin", "--format", "json").out)
        self.assertNotIn("from_ngrams", known)

    def test_many_unknown_words_in_a_stream(self):
        lines = "".join(f"word{i}\n" for i in range(3000))
        out = tsv(self.good("neighbors", "-m", "m.bin", "-k", "1", stdin=lines).out)
        self.assertEqual([row[0] for row in out], lines.split())
        alone = tsv(self.good("neighbors", "word2999", "-m", "m.bin", "-k", "1").out)
        self.assertEqual(out[-1][1:], alone[0])

    def test_unknown_words_may_be_refused(self):
        for command in (["neighbors", "kingly"], ["similarity", "kingly", "king"], ["vectors", "kingly"], ["odd", "king", "kingly", "queen"]):
            self.bad(3, *command, "-m", "m.bin", "--no-subwords", says=["'kingly' is not in the vocabulary", "king"])

    def test_a_word_without_known_ngrams_is_unknown(self):
        self.good("train", "c.txt", *SMALL, *ONCE, "--subwords", "3-5", "--format", "fasttext", "-o", "wide.bin", "-q")
        self.bad(3, "neighbors", "ქართული", "-m", "wide.bin", says="not in the vocabulary")
        self.bad(3, "vectors", "日", "-m", "wide.bin", says="not in the vocabulary")

    def test_vectors(self):
        self.good("convert", "m.bin", "v.bin", "-q")
        known = rows_of(self.good("vectors", "king", "queen", "-m", "m.bin").out)
        self.assertEqual(known, rows_of(self.good("vectors", "king", "queen", "-m", "v.bin").out))
        result = self.good("vectors", "-m", "m.bin", stdin="king\n\nkingly\n")
        self.assertEqual(list(rows_of(result.out)), ["king", "kingly"])
        self.assertEqual(result.err.count("made of its n-grams"), 1)
        self.assertEqual(self.w2v("vectors", "king", "</s>", "-m", "m.bin").code, 3)

    def test_ngrams_of_a_word(self):
        out = tsv(self.good("vectors", "ab", "-m", "m.bin", "--ngrams").out)
        self.assertEqual([row[:2] for row in out], [["ab", "<ab"], ["ab", "<ab>"], ["ab", "ab>"]])
        self.assertTrue(all(0 <= int(row[2]) < 5000 for row in out), out)
        self.assertGreater(float(out[0][3]), 0)
        self.good("convert", "m.bin", "v.bin", "-q")
        self.bad(2, "vectors", "ab", "-m", "v.bin", "--ngrams", says=["--ngrams", "fastText"])

    def test_pool_takes_unknown_words(self):
        pooled = self.good("pool", "-m", "m.bin", stdin="kingly\n")
        self.assertIn("0 known tokens, 1 with vectors of n-grams, 0 unknown", pooled.err)
        vector = rows_of(self.good("vectors", "kingly", "-m", "m.bin").out)["kingly"]
        for found, expected in zip(pooled.out.decode().split(), vector):
            self.assertAlmostEqual(float(found), expected, places=6)
        self.assertIn("1 unknown", self.good("pool", "-m", "m.bin", "--no-subwords", stdin="kingly\n").err)

    def test_eval_tells_them_apart(self):
        self.write("pairs.tsv", "king\tqueen\t9\nking\tkingly\t7\nman\twoman\t8\nmanly\tman\t3\nking\tman\t1\n")
        row = json.loads(self.good("eval", "pairs.tsv", "-m", "m.bin", "--format", "json").out)
        self.assertEqual((row["pairs"], row["known"], row["composed"]), (5, 3, 2))
        self.assertNotIn("composed", json.loads(self.good("eval", "pairs.tsv", "-m", "m.bin", "--no-subwords", "--format", "json").out))
        table = self.good("eval", "pairs.tsv", "-m", "m.bin", "--format", "table").out.decode()
        self.assertIn("+ from n-grams", table)

    def test_other_commands_take_a_model(self):
        self.assertIn("fasttext", self.good("info", "m.bin").out.decode())
        self.good("cluster", "-m", "m.bin", "--classes", "5", "-o", "classes.txt")
        self.good("map", "-m", "m.bin", "--top", "30", "-o", "map.html")

    def test_compressed_and_piped(self):
        whole = self.good("neighbors", "kingly", "-m", "m.bin").out
        subprocess.run(["gzip", "-k", "m.bin"], cwd=self.folder, check=True)
        self.assertEqual(self.good("neighbors", "kingly", "-m", "m.bin.gz").out, whole)
        self.assertEqual(self.good("neighbors", "kingly", "-m", "-", stdin=self.read("m.bin")).out, whole)


class Damage(Subwords):
    def test_heads_and_cuts(self):
        self.model()
        model = self.read("m.bin")
        random.seed(5)
        self.write("cut.bin", model[:-1])  # in the output matrix, which no vector needs
        self.good("neighbors", "king", "-m", "cut.bin")
        for length in [0, 3, 4, 63, 64, 80, 91, 100, 1000, len(model) // 3]:
            self.write("cut.bin", model[:length])
            self.assertIn(self.w2v("neighbors", "king", "-m", "cut.bin").code, (1, 2), length)
        for place in [*range(0, 100), *random.sample(range(100, 4000), 100)]:
            self.write("cut.bin", model[:place] + bytes([model[place] ^ 0x80]) + model[place + 1:])
            result = self.w2v("neighbors", "king", "-m", "cut.bin")
            self.assertIn(result.code, (0, 1, 2, 3), f"byte {place}: {result.err}")
            self.assertNotIn("terminate", result.err)

    def test_messages_name_what_is_wrong(self):
        self.model()
        model = self.read("m.bin")
        words = struct.unpack("<i", model[64:68])[0]
        for place, number, says in ((4, 99, ["byte 4", "11 or 12", "99"]), (8, -5, ["byte 8", "dim", "-5"]), (40, -1, ["byte 40", "-1"]),
                                    (68, 3, ["byte 64", f"not {words} entries"])):
            self.write("bad.bin", model[:place] + struct.pack("<i", number) + model[place + 4:])
            self.bad(1, "neighbors", "king", "-m", "bad.bin", says=["bad.bin", *says])
        flag = model.index(b"\0" + struct.pack("<qq", words + 5000, 8))
        self.write("bad.bin", model[:flag] + b"\1" + model[flag + 1:])
        self.bad(1, "neighbors", "king", "-m", "bad.bin", says=["quantised", ".ftz"])
        first = flag + 17
        self.write("bad.bin", model[:first] + struct.pack("<f", float("nan")) + model[first + 4:])
        self.bad(1, "info", "bad.bin", says=["row 1", f"byte {first}"])


class Interchange(Subwords):
    """fastText and gensim read what we write and give the same vectors; we read what fastText writes."""

    def words(self):
        return list(rows_of(self.good("convert", "m.bin", "-", "--format", "text", "-q").out.split(b"\n", 1)[1]))[:20] + UNKNOWN

    def test_fasttext_reads_ours(self):
        program = tool("fasttext")
        self.model()
        words = self.words()
        done = subprocess.run([program, "print-word-vectors", "m.bin"], input="\n".join(words).encode(), cwd=self.folder,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True)
        theirs = rows_of(b"\n".join(line.rstrip() for line in done.stdout.splitlines()))
        ours = rows_of(self.good("vectors", "-m", "m.bin", stdin="\n".join(words)).out)
        self.assertEqual(list(theirs), words)
        for word in words:
            for found, expected in zip(ours[word], theirs[word]):
                self.assertAlmostEqual(found, expected, delta=6e-5 * max(1, abs(expected)), msg=word)  # five digits are printed

    def test_we_read_fasttexts(self):
        program = tool("fasttext")
        for options in (["skipgram", "-maxn", "5"], ["cbow", "-loss", "hs", "-maxn", "4"], ["skipgram", "-maxn", "0"]):
            with self.subTest(options=options):
                subprocess.run([program, *options, "-input", "c.txt", "-output", "f", "-dim", "8", "-bucket", "3000", "-epoch", "1",
                                "-thread", "1", "-verbose", "0"], cwd=self.folder, stderr=subprocess.PIPE, check=True)
                self.good("convert", "f.bin", "f.txt", "-q")
                theirs = rows_of(self.read("f.vec").split(b"\n", 1)[1].replace(b" \n", b"\n"))
                ours = rows_of(self.read("f.txt").split(b"\n", 1)[1])
                self.assertEqual(set(theirs) - set(ours), {"</s>"})
                for word, row in ours.items():
                    for found, expected in zip(row, theirs[word]):
                        self.assertAlmostEqual(found, expected, delta=6e-5 * max(1, abs(expected)), msg=word)

    def test_gensim_reads_ours(self):
        python = python_with("gensim")
        for options in ([], ["-a", "cbow"], ["--objective", "hs"]):
            with self.subTest(options=options):
                self.model(*options)
                words = self.words()
                self.write("words", "\n".join(words))
                done = subprocess.run([python, "-c", GENSIM], cwd=self.folder, stderr=subprocess.PIPE, check=False)
                self.assertEqual(done.returncode, 0, done.stderr.decode())
                floats = self.read("floats")
                ours = rows_of(self.good("vectors", "-m", "m.bin", stdin="\n".join(words)).out)
                for i, word in enumerate(words):
                    theirs = struct.unpack("<8f", floats[32 * i:32 * i + 32])
                    for found, expected in zip(ours[word], theirs):
                        self.assertAlmostEqual(found, expected, delta=1e-6 * max(1e-3, abs(expected)), msg=word)


if __name__ == "__main__":
    main()

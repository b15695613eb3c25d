"""Text as it is: every kind of byte, line and length, against an oracle that splits at the separator bytes."""

import gzip
import lzma
import random

from program import REPOSITORY, Case, head_of_corpus, json_lines, main, read_binary, read_text, tokens_of, vocabulary_bytes, vocabulary_of


def inputs():
    picker = random.Random(5)
    words = [f"word{i}" for i in range(40)]
    lines = [" ".join(picker.choices(words, k=9)) for _ in range(300)]
    text = "\n".join(lines).encode() + b"\n"
    accents = "naïve café übergrößen Ærø señor".split()
    yield "plain", text
    yield "crlf", text.replace(b"\n", b"\r\n")
    yield "cr alone", text.replace(b"\n", b"\r")
    yield "latin-1", text.replace(b"word1", " ".join(accents).encode("latin-1"))
    yield "utf-8", text.replace(b"word1", " ".join(accents + ["東京", "ёлка", "e\u0301", "\U0001f600"]).encode())
    yield "invalid utf-8", text.replace(b"word1", b"\x80\xff word\xc3 \xe2\x82 \xf8\x88\x80\x80\x80 \xed\xa0\x80")
    yield "nul bytes", text.replace(b" word2", b"\0word2").replace(b"word3", b"wo\0rd3")
    yield "byte-order mark", b"\xef\xbb\xbf" + text
    yield "mark inside", text + b"\xef\xbb\xbfword1 word\xef\xbb\xbf2\n"
    yield "two marks", b"\xef\xbb\xbf\xef\xbb\xbf" + text
    yield "mark alone on its line", b"\xef\xbb\xbf\n" + text
    yield "all separators", text.replace(b" ", b" \t\v\f\0 ")
    yield "other white space", text.replace(b" word4", b"\xc2\xa0word4").replace(b" word5", "\u2003word5".encode())
    yield "control bytes", text.replace(b"word6", b"\x01\x02 \x1b[31mred \x7f \x1c\x1d")
    yield "giant line", text.replace(b"\n", b" ") * 3 + b"the end"
    yield "long token", text + b"x" * 200_000 + b" " + b"y" * 200_000 + b"\n" + b"x" * 200_000
    yield "long alike tokens", text + b"z" * 70_000 + b"1 " + b"z" * 70_000 + b"2 "
    yield "blank lines", b"\n\n \n\t\n" + text.replace(b"\n", b"\n\n \n") + b"\n\n"
    yield "sentence ends", text.replace(b"\n", b" </s>\n") + b"</s> </s>\n</s>"
    yield "like a header", b"3 2\n" + text
    yield "two words", b"a b"
    yield "random bytes", bytes(picker.randrange(256) for _ in range(60_000))


class Nasty(Case):
    def check(self, name, text, packed=None):
        path = self.write("corpus", packed or text)
        expected = vocabulary_of(text)
        self.assertTrue(self.good("vocab", path, "--min-count", "1").out == vocabulary_bytes(expected), name)
        self.assertTrue(self.good("vocab", "-", "--min-count", "1", stdin=packed or text).out == vocabulary_bytes(expected))
        result = self.good("train", path, "--min-count", "1", "--subsample", "0", "-d", "4", "-e", "1", "-o", "v.bin",
                           "--log-json")
        epochs = [line for line in json_lines(result.err) if "pairs" in line]
        self.assertEqual([line["tokens"] for line in epochs], [len(tokens_of(text))])
        vectors = read_binary(self.read("v.bin"))
        self.assertTrue(list(vectors) == [word for word, _ in expected], name)
        # And what was written, can be read.
        self.good("convert", "v.bin", "v.txt")
        self.assertTrue(list(read_text(self.read("v.txt"))) == [word for word, _ in expected], name)
        self.good("convert", "v.txt", "back.bin")
        self.assertTrue(self.read("back.bin") == self.read("v.bin"), name)

    def test_every_kind_of_text(self):
        for name, text in inputs():
            with self.subTest(name):
                self.check(name, text)

    def test_every_word_can_be_asked_for(self):
        for name, text in inputs():
            if len(text) > 50_000:
                continue
            with self.subTest(name):
                self.write("corpus", text)
                self.good("train", "corpus", "--min-count", "1", "--subsample", "0", "-d", "4", "-e", "1", "-q")
                words = [word for word, _ in vocabulary_of(text)]
                answers = self.good("neighbors", "-k", "1", stdin=b"\n".join(words) + b"\n").out
                self.assertEqual([line.split(b"\t")[0] for line in answers.split(b"\n")[:-1]], words)
                lines = json_lines(self.good("neighbors", "-k", "1", "--format", "json", stdin=b"\n".join(words)).out.decode())
                self.assertEqual(len(lines), len(words))

    def test_line_ends_of_all_kinds_are_alike(self):
        """The same vectors, counts and answers from lines that end with a newline, a return, or both."""
        text = head_of_corpus(2000)
        questions = b"".join(b"%s %s %s %s\n" % tuple(random.Random(i).sample([b"the", b"a", b"is", b"in", b"of"], 4)) for i in range(20))
        found = []
        for end in (b"\n", b"\r\n", b"\r"):
            for name, lines in (("c", text), ("q", b": section\n" + questions), ("words", b"the\nof\n\nin\n"), ("stop", b"was\nhe\n")):
                self.write(name, lines.replace(b"\n", end))
            self.good("train", "c", "-t", "1", "-d", "8", "-e", "2", "--stop-words", "stop", "-o", "v.bin", "-q")
            vocabulary = self.good("vocab", "c").out
            self.write("counts", vocabulary.replace(b"\n", end))
            found.append([self.read("v.bin"), vocabulary,
                          self.good("train", "c", "-t", "1", "-d", "8", "--read-vocab", "counts", "-o", "w.bin", "-q") and self.read("w.bin"),
                          self.good("pool", "-m", "v.bin", "c").out,
                          self.good("pool", "-m", "v.bin", "c", "--weighting", "idf", "-t", "3").out,
                          self.good("neighbors", "-m", "v.bin", "--among", "words", stdin=b"the" + end + b"of" + end).out,
                          self.good("convert", "v.bin", "-", "--format", "text", "--words", "words").out,
                          self.good("eval", "-m", "v.bin", "q", "--format", "json").out])
        self.assertTrue(found[0] == found[1], "newline behind return")
        self.assertTrue(found[0] == found[2], "return alone")

    def test_nothing_in_it(self):
        for text in (b"", b"\n", b" \t\r\n\v\f\0 ", b"\xef\xbb\xbf", b"</s>\n</s>", gzip.compress(b""), lzma.compress(b" ")):
            with self.subTest(text=text):
                self.write("corpus", text)
                for options in ([], ["--min-count", "1"]):
                    result = self.bad(1, "train", "corpus", *options, says="empty")
                    self.assertNotIn("--min-count", result.err)
                    self.bad(1, "train", "-", *options, stdin=text, says="empty")
                self.assertEqual(self.names(), ["corpus"])

    def test_utf_16(self):
        text = head_of_corpus(100).decode()
        for name, code in (("le.txt", "utf-16-le"), ("be.txt", "utf-16-be")):
            self.write(name, ("\ufeff" + text).encode(code))
            for command in (["vocab"], ["train"], ["tokenize"]):
                self.bad(1, *command, name, says=[f"{name}: byte 0: expected UTF-8, found UTF-16", "iconv"])

    def test_a_few_odd_pairs_are_no_divergence(self):
        self.write("c.txt", "a b\n" * 5000 + "a a\n")
        for objective in ("ns", "hs", "softmax"):
            self.good("train", "c.txt", "--min-count", "1", "--subsample", "0", "-d", "8", "-t", "1", "--objective", objective, "-o", "v.bin")

    def test_one_word(self):
        for text in (b"foo", b"foo\n", b"foo foo foo foo foo foo\n" * 20):
            self.write("corpus", text)
            self.assertEqual(self.good("vocab", "corpus", "--min-count", "1").out, vocabulary_bytes(vocabulary_of(text)))
            self.bad(1, "train", "corpus", "--min-count", "1", says=["one word", "'foo'"])
            self.assertEqual(self.names(), ["corpus"])

    def test_a_word_a_line(self):
        self.write("corpus", b"a\nb\nc\n" * 100)
        self.bad(1, "train", "corpus", "--subsample", "0", says="nothing to train on")
        self.assertEqual(self.names(), ["corpus"])

    def test_shared_corpora(self):
        folder = REPOSITORY.parent / "shared" / "corpora" / "nasty"
        if not folder.is_dir():
            self.skipTest("no shared corpora here")
        for path in sorted(folder.iterdir()):
            with self.subTest(path.name):
                packed = path.read_bytes()
                text = lzma.decompress(packed) if path.suffix == ".xz" else packed
                if len(vocabulary_of(text)) < 2:
                    self.bad(1, "train", path, "--min-count", "1")
                    self.assertNotIn("vectors.bin", self.names())
                else:
                    self.check(path.name, text, packed)


if __name__ == "__main__":
    main()

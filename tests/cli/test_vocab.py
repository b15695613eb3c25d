"""vocab, and the options that choose the vocabulary, against a count in Python."""

from program import CORPUS, Case, head_of_corpus, main, read_binary, vocabulary_bytes, vocabulary_of

TRAIN = ["-t", "1", "-e", "1", "-d", "10", "-q"]


class Vocab(Case):
    @classmethod
    def setUpClass(cls):
        cls.text = CORPUS.read_bytes()
        cls.counts = vocabulary_of(cls.text)

    def vocab(self, *options, stdin=b"", corpus=CORPUS):
        return self.good("vocab", corpus, *options, stdin=stdin).out

    def test_a_vocabulary_of_the_original_tool(self):
        self.write("c.txt", "a b a\n" * 5)
        for count in (0, 17):
            self.write("voc", f"</s> {count}\na 10\nb 5\n")
            self.assertEqual(self.good("vocab", "c.txt", "--read-vocab", "voc", "--min-count", "1").out, b"a 10\nb 5\n")

    def test_counts(self):
        self.assertEqual(self.vocab(), vocabulary_bytes([item for item in self.counts if item[1] >= 5]))
        for least in (0, 1, 2, 100):
            expected = vocabulary_bytes([item for item in self.counts if item[1] >= least])
            self.assertEqual(self.vocab("--min-count", least), expected)
        for threads in (1, 2, 5):
            self.assertEqual(self.vocab("--min-count", "1", "-t", threads), vocabulary_bytes(self.counts))
        self.assertEqual(self.vocab("--min-count", "1", corpus="-", stdin=self.text), vocabulary_bytes(self.counts))
        # A token over the edge of a block, and more blocks than threads.
        five = self.text * 5
        self.assertEqual(self.vocab("--min-count", "1", "-t", "3", corpus="-", stdin=five), vocabulary_bytes(vocabulary_of(five)))

    def test_order_of_files_makes_no_difference(self):
        self.write("1", head_of_corpus(1000))
        self.write("2", self.text[-100_000:])
        for files in (("1", "2"), ("2", "1")):
            self.assertEqual(self.good("vocab", *files, "--min-count", "1").out,
                             vocabulary_bytes(vocabulary_of(self.read("1") + b"\n" + self.read("2"))))

    def test_output_file(self):
        result = self.good("vocab", CORPUS, "-o", "voc")
        self.assertEqual(result.out, b"")
        self.assertEqual(self.read("voc"), self.vocab())
        self.good("train", CORPUS, *TRAIN, "--save-vocab", "saved")
        self.assertEqual(self.read("saved"), self.read("voc"))

    def test_max_vocab_is_exact(self):
        for most in (1, 2, 10, 777, 1557, 5000):
            self.assertEqual(self.vocab("--min-count", "1", "--max-vocab", most), vocabulary_bytes(self.counts[:most]))
        # Ties at the cut: the first by bytes.
        self.assertEqual(self.vocab("--min-count", "1", "--max-vocab", "2", corpus="-", stdin=b"c b a d"), b"a 1\nb 1\n")
        # Early words have no advantage.
        late = b" ".join(b"early%d" % i for i in range(50_000)) + b" late late"
        self.assertEqual(self.vocab("--min-count", "1", "--max-vocab", "1", corpus="-", stdin=late), b"late 2\n")

    def test_stop_and_keep_words(self):
        rare = [word for word, count in self.counts if count < 5][:3]
        self.write("stop", b"the of\nnot-in-the-text\r\n" + self.counts[20][0])
        self.write("keep", b"\n".join(rare) + b" not-in-it ")
        stopped = {b"the", b"of", self.counts[20][0]}
        expected = [(w, c) for w, c in self.counts if w not in stopped and (c >= 5 or w in rare)]
        self.assertEqual(self.vocab("--stop-words", "stop", "--keep-words", "keep"), vocabulary_bytes(expected))
        # Words to keep have their places also under --max-vocab.
        expected = vocabulary_bytes(self.counts[:7] + [(w, c) for w, c in self.counts if w in rare])
        self.assertEqual(self.vocab("--keep-words", "keep", "--max-vocab", "10"), expected)

    def test_read_vocab_gives_the_same_bytes(self):
        self.good("vocab", CORPUS, "-o", "voc")
        self.good("train", CORPUS, *TRAIN, "-o", "counted.bin")
        for name, content in (("voc", self.read("voc")), ("crlf", self.read("voc").replace(b"\n", b"\r\n")),
                              ("other order", b"".join(reversed(self.read("voc").splitlines(True)))),
                              ("as the C tool", b"</s> 56000\n" + self.read("voc"))):
            self.write(name, content)
            self.good("train", CORPUS, *TRAIN, "--read-vocab", name, "-o", "read.bin")
            self.assertTrue(self.read("read.bin") == self.read("counted.bin"), name)

    def test_read_vocab_decides(self):
        self.write("voc", "king 3000000000000\nqueen 4294967297\nthe 10\nnot-in-the-text 7\nrare 2\n")
        self.assertEqual(self.vocab("--read-vocab", "voc"),
                         b"king 3000000000000\nqueen 4294967297\nthe 10\nnot-in-the-text 7\n")
        self.assertEqual(self.vocab("--read-vocab", "voc", "--max-vocab", "2"), b"king 3000000000000\nqueen 4294967297\n")
        self.good("train", CORPUS, *TRAIN, "--read-vocab", "voc", "--subsample", "0", "-o", "v.bin", "--save-vocab", "again")
        self.assertEqual(list(read_binary(self.read("v.bin"))), [b"king", b"queen", b"the", b"not-in-the-text"])
        self.assertEqual(self.vocab("--read-vocab", "again"), self.read("again"))
        self.write("other", "nowhere 10\nno-one 10\n")
        self.bad(1, "train", CORPUS, "--read-vocab", "other", says=["none of the", "other"])

    def test_largest_counts(self):
        self.write("voc", f"king {2**63}\nthe {2**32 + 1}\n")
        self.assertEqual(self.vocab("--read-vocab", "voc"), self.read("voc"))

    def test_damaged_vocabulary_files(self):
        for line, reason in (("word", "word count"), ("word x", "count"), ("word -1", "count"), ("word 0", "count"),
                             ("word 1.5", "count"), ("word 99999999999999999999999", "count"), ("two words 3", "word"),
                             ("king 7", "again"), ("7", "word count")):
            with self.subTest(line):
                self.write("voc", f"king 9\n\n{line}\nthe 7\n")
                self.bad(1, "train", CORPUS, "--read-vocab", "voc", says=["voc:3: ", reason])
        for content in (b"", b"\n\n", b"</s> 5\n"):
            self.write("voc", content)
            self.bad(1, "vocab", CORPUS, "--read-vocab", "voc", says="voc: ")
        self.assertEqual(self.names(), ["voc"])


if __name__ == "__main__":
    main()

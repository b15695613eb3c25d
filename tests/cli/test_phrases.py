"""phrases: joined text and lists, against a pass written out here; threads, memory and how the text comes in change nothing."""

import collections
import gzip
import threading

from program import CORPUS, Case, head_of_corpus, main, tokens_of


def one_pass(lines, threshold, min_count=5, delimiter=b"_"):
    """word2phrase by its definition: joined lines and {phrase: (score, count)}."""
    words = collections.Counter(token for line in lines for token in line)
    pairs = collections.Counter(pair for line in lines for pair in zip(line, line[1:]))
    total = sum(words.values())
    phrases = {}
    for (a, b), n in pairs.items():
        score = (n - min_count) / words[a] / words[b] * total
        if min(n, words[a], words[b]) >= min_count and score > threshold:
            phrases[a, b] = (score, n)
    joined = []
    for line in lines:
        out = []
        i = 0
        while i < len(line):
            if i + 1 < len(line) and (line[i], line[i + 1]) in phrases:
                out.append(line[i] + delimiter + line[i + 1])
                i += 2
            else:
                out.append(line[i])
                i += 1
        joined.append(out)
    return joined, phrases


def text_of(lines):
    return b"".join(b" ".join(line) + b"\n" for line in lines)


class Phrases(Case):
    @classmethod
    def setUpClass(cls):
        cls.text = head_of_corpus(8000)
        cls.lines = [tokens for tokens in map(tokens_of, cls.text.splitlines()) if tokens]

    def phrases(self, *arguments, **more):
        return self.good("phrases", *arguments, **more).out

    def test_text(self):
        self.write("c", self.text)
        once, phrases = one_pass(self.lines, 2)
        self.assertGreater(len(phrases), 20)
        self.assertEqual(self.phrases("c", "--threshold", 2), text_of(once))
        self.assertIn("phrases, joined", self.good("phrases", "c").err)
        twice = one_pass(once, 1)[0]
        expected = text_of(twice)
        self.assertNotEqual(expected, text_of(once))
        for arguments in (["--threshold", "2,1"], ["--threshold", "2,1", "-t", "1"], ["--threshold", "2,1", "-t", "5"],
                          ["--threshold", "2,1", "-t", "2", "--memory", "1"]):
            self.assertEqual(self.phrases("c", "--passes", 2, *arguments), expected)
        self.assertRegex(self.good("phrases", "c", "-t", "1", "--memory", "1").err, r"counted in \d+ parts")
        self.assertEqual(self.phrases("c", "--passes", 2, "--threshold", 2), text_of(one_pass(once, 2)[0]))
        self.assertEqual(self.phrases("c", "--threshold", 2, "--delimiter", "+", "--min-count", 20),
                         text_of(one_pass(self.lines, 2, 20, b"+")[0]))

    def test_ways_in_and_out(self):
        expected = text_of(one_pass(self.lines, 2)[0])
        self.write("c.gz", gzip.compress(self.text))
        self.assertEqual(self.phrases("c.gz", "--threshold", 2), expected)
        self.assertEqual(self.phrases("--threshold", 2, stdin=self.text), expected)
        self.assertEqual(self.phrases("-", "--threshold", 2, "-o", "out", stdin=self.text), b"")
        self.assertEqual(self.read("out"), expected)
        pipe = self.fifo("pipe")
        writer = threading.Thread(target=pipe.write_bytes, args=(self.text,))
        writer.start()
        self.assertEqual(self.phrases("pipe", "--threshold", 2, "--memory", "1", env={"TMPDIR": str(self.folder)}), expected)
        writer.join()
        self.assertEqual(self.names(), ["c.gz", "out", "pipe"])

    def test_list(self):
        found = [line.split(b"\t") for line in self.phrases("--list", "--threshold", 2, stdin=self.text).splitlines()]
        expected = one_pass(self.lines, 2)[1]
        self.assertEqual({(word, int(count)) for word, _, count in found},
                         {(a + b"_" + b, n) for (a, b), (_, n) in expected.items()})
        scores = [float(score) for _, score, _ in found]
        self.assertEqual(scores, sorted(scores, reverse=True))
        for (word, score, _), right in zip(found, sorted((s for s, _ in expected.values()), reverse=True)):
            self.assertAlmostEqual(float(score) / right, 1, places=4)

    def test_common_words(self):
        text = b"bank of america is a bank of the west\nbank of america and bank of\namerica\n" * 3
        self.write("stop", "of the\na and is\n")
        for common in ("of,the,a,and,is", "stop"):
            self.assertEqual(self.phrases("--common", common, "--min-count", 1, "--threshold", 1, stdin=text),
                             b"bank_of_america is a bank_of_the_west\nbank_of_america and bank of\namerica\n" * 3)

    def test_sentences_are_not_joined(self):
        text = b"new york\nnew\nyork\n" * 100 + b"\n\n" + b"x y z " * 10
        out = self.phrases("--threshold", 0.1, stdin=text)
        self.assertTrue(out.startswith(b"new_york\nnew\nyork\nnew_york\n"))

    def test_lines_stay(self):
        """Each line of the text is one of the output, so that paste puts them side by side."""
        lines = [b"new york", b"", b"new york </s> new </s> york", b"</s>", b" \t ", b"</s> new york </s>", b"new york </s>", b"", b""] * 50
        expected = b"".join(b" ".join(line.split()).replace(b"new york", b"new_york") + b"\n" for line in lines)
        for end in (b"\n", b"\r\n", b"\r"):
            text = end.join(lines) + end
            for arguments in ([], ["-t", "1"], ["-t", "3", "--memory", "1"], ["--common", "</s>,x"]):
                self.assertEqual(self.phrases("--threshold", 0.1, *arguments, stdin=text), expected, (end, arguments))
        self.assertEqual(self.phrases("--threshold", 1e9, stdin=b"\n\nnew york\n\n\nlast"), b"\n\nnew york\n\n\nlast\n")
        # Files without a line end in their last line do not run together, and those with one get no more.
        self.write("d/1", "a b\n\n")
        self.write("d/2", "</s> c")
        self.write("d/3", "")
        self.write("d/4", "d\r")
        self.assertEqual(self.phrases("d"), b"a b\n\n</s> c\nd\n")

    def test_line_ends_where_blocks_end(self):
        block = 1 << 20
        for size in range(block - 3, block + 3):
            for end in (b"\r\n", b"\r", b"\n"):
                first = (b"word " * (block // 5 + 2))[:size]
                out = self.phrases("--threshold", 1e9, "-t", "2", stdin=first + end + end + b"other")
                self.assertTrue(out == b" ".join(first.split()) + b"\n\nother\n", (size, end))

    def test_words_are_bytes(self):
        text = b"\xff\x80 caf\xc3\xa9\n" * 20
        self.assertEqual(self.phrases("--threshold", 0.1, stdin=text), b"\xff\x80_caf\xc3\xa9\n" * 20)

    def test_npmi(self):
        text = b"a b\n" * 10 + b"c d e f\n" * 3
        self.assertEqual(self.phrases("--list", "--score", "npmi", "--threshold", 0.99, stdin=text), b"a_b\t1\t10\n")

    def test_a_threshold_takes_one_value(self):
        self.write("c.txt", "new york\n" * 20 + "some other words here\n")
        expected = self.good("phrases", "c.txt", "--threshold", "1").out
        self.assertIn(b"new_york", expected)
        self.assertEqual(self.good("phrases", "--threshold", "1", "c.txt").out, expected)

    def test_refused(self):
        self.write("c", self.text)
        for arguments, says in ((["--delimiter", "a b"], "delimiter"), (["--threshold", "1,2"], "passes"),
                                (["--passes", "0"], "--passes"), (["--memory", "x"], "--memory"),
                                (["--score", "x"], "--score"), (["--threshold", "x"], "--threshold"),
                                (["--common", ",".join(map(str, range(300)))], "common")):
            self.bad(2, "phrases", "c", *arguments, says=says)
        self.bad(2, "phrases", "-", "--common", "-", says="standard input")
        self.bad(1, "phrases", "c", "--common", "none", says="none")
        self.bad(1, "phrases", "none", says="none")
        for text in (b"", b" \n", b"\n\n\r", b"</s>\n</s> </s>"):
            self.bad(1, "phrases", stdin=text, says="empty")
        self.assertEqual(self.names(), ["c"])


if __name__ == "__main__":
    main()

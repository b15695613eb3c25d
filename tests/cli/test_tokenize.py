"""tokenize: raw text to lines of tokens, whatever way the text comes and with any number of threads."""

import bz2
import gzip
import lzma
import os
import subprocess

from program import Case, main, program

TEXT = """The quick brown fox can't jump 32.3 feet, right? Yes.
\tIt's 1999: "well-known" U.S. names, e.g. Mr. O'Neill's.

\u00c9t\u00e9 \u00e0 la plage \u2014 \u0394\u03b9\u03bf\u03bd\u03cd\u03c3\u03b9\u03bf\u03a3 \u039f\u0394\u039f\u03a3; \u041f\u0440\u0438\u0432\u0435\u0442, \u041c\u0418\u0420!
\u6211\u662f\u5b66\u751f\u3002 \u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35\u0e0a\u0e32\u0e27\u0e42\u0e25\u0e01
"""


class Tokenize(Case):
    def tokenize(self, *arguments, stdin=b"", **more):
        return self.good("tokenize", *arguments, stdin=stdin, **more).out.decode()

    def test_lines(self):
        self.assertEqual(self.tokenize(stdin=TEXT), (
            "the quick brown fox can't jump 32.3 feet right yes\n"
            "it's 1999 well known u.s names e.g mr o'neill's\n"
            "\u00e9t\u00e9 \u00e0 la plage \u03b4\u03b9\u03bf\u03bd\u03cd\u03c3\u03b9\u03bf\u03c2 \u03bf\u03b4\u03bf\u03c2 \u043f\u0440\u0438\u0432\u0435\u0442 \u043c\u0438\u0440\n"
            "\u6211\u662f \u5b66\u751f \u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35 \u0e0a\u0e32\u0e27 \u0e42\u0e25\u0e01\n"))
        self.assertIn("wrote 32 tokens in 4 sentences", self.good("tokenize", stdin=TEXT).err)

    def test_options(self):
        one = "I saw 42 cats, 7.5 Dogs!"
        self.assertEqual(self.tokenize("--keep-case", stdin=one), "I saw 42 cats 7.5 Dogs\n")
        self.assertEqual(self.tokenize("--lower", "--numbers", "zero", stdin=one), "i saw 00 cats 0.0 dogs\n")
        self.assertEqual(self.tokenize("--numbers", "spell", stdin=one), "i saw four two cats seven five dogs\n")
        self.assertEqual(self.tokenize("--numbers", "spell", "--locale", "fr", stdin=one), "i saw quatre deux cats sept cinq dogs\n")
        self.assertEqual(self.tokenize("--punctuation", "split", stdin=one), "i saw 42 cats , 7.5 dogs !\n")
        self.assertEqual(self.tokenize("--locale", "tr", stdin="Ilık İstanbul IŞIK"), "ılık istanbul ışık\n")
        self.assertEqual(self.tokenize(stdin="Ilık İstanbul"), "ilık i\u0307stanbul\n")
        self.assertEqual(self.tokenize("--numbers", "zero", stdin="\u0661\u0662 x2"), "00 x0\n")
        self.assertEqual(self.tokenize(stdin="good \U0001F600 \u2764\ufe0f \u00a9 $"), "good \U0001F600 \u2764\ufe0f\n")

    def test_sentences(self):
        text = "One two. Three\nfour five.\n\n \nSix? Seven"
        self.assertEqual(self.tokenize(stdin=text), "one two three\nfour five\nsix seven\n")
        self.assertEqual(self.tokenize("--sentences", "paragraph", stdin=text), "one two three four five\nsix seven\n")
        self.assertEqual(self.tokenize("--sentences", "icu", stdin=text), "one two\nthree\nfour five\nsix\nseven\n")
        self.assertEqual(self.tokenize("--sentences", "icu", "--locale", "en", stdin="Mr. Smith came. He saw."),
                         "mr smith came\nhe saw\n")
        self.assertEqual(self.tokenize("--sentences", "icu", stdin="\u4f60\u597d\u3002\u518d\u89c1\u3002 \U0001F600! Na\u00efve? Yes."),
                         "\u4f60\u597d\n\u518d\u89c1\n\U0001F600\nna\u00efve\nyes\n")

    def test_returns_end_lines(self):
        text = "One two. Three\rfour five.\r\r \rSix?\r\nSeven\n\rEight"
        self.assertEqual(self.tokenize(stdin=text), "one two three\nfour five\nsix\nseven\neight\n")
        self.assertEqual(self.tokenize("--sentences", "paragraph", stdin=text), "one two three four five\nsix seven\neight\n")
        self.assertEqual(self.tokenize("--sentences", "icu", stdin=text), "one two\nthree\nfour five\nsix\nseven\neight\n")
        lines = [f"line {i} of an old text" for i in range(60_000)]
        for threads in ("1", "3"):
            self.assertTrue(self.tokenize("-t", threads, stdin="\r".join(lines)) == "".join(line + "\n" for line in lines))

    def test_normal_forms(self):
        # e and an accent; Korean letters; a sign that is a letter; a ligature, full-width letters, a fraction, a blank with an accent
        text = "Cafe\u0301 \u1112\u1161\u11ab \u212b \ufb01n \uff37\uff34 \u00b2 x\u00a8y"
        for options, expected in (([], "caf\u00e9 \ud55c \u00e5 \ufb01n \uff57\uff54 x y"),
                                  (["--normalize", "nfc"], "caf\u00e9 \ud55c \u00e5 \ufb01n \uff57\uff54 x y"),
                                  (["--normalize", "nfkc"], "caf\u00e9 \ud55c \u00e5 fin wt 2 x y"),
                                  (["--normalize", "none"], "cafe\u0301 \u1112\u1161\u11ab \u00e5 \ufb01n \uff57\uff54 x y")):
            self.assertEqual(self.tokenize(*options, stdin=text), expected + "\n", options)
        # Capitals that have no form of one character, of small letters that have
        self.assertEqual(self.tokenize(stdin="J\u030c H\u0331 T\u0308"), "\u01f0 \u1e96 \u1e97\n")
        self.assertEqual(self.tokenize("--keep-case", stdin="J\u030c E\u0301"), "J\u030c \u00c9\n")
        self.bad(2, "tokenize", "--normalize", "nfd", says="--normalize")

    def test_html(self):
        html = "<p>One <b>t</b>wo &amp; caf&eacute;<br>three</p>\n<script>no()</script><!-- no\n\nno --> four"
        self.assertEqual(self.tokenize("--strip-html", stdin=html), "one two caf\u00e9\nthree\nfour\n")
        self.assertEqual(self.tokenize(stdin="<b>x</b>"), "b x b\n")
        long = "".join(f"<p class='{i}'>word{i} a</p>" if i % 3 else f"<!-- {i} \n --> " for i in range(60_000))
        expected = "".join(f"word{i} a\n" for i in range(60_000) if i % 3)
        for threads in ("1", "4"):
            self.assertEqual(self.tokenize("--strip-html", "-t", threads, stdin=long), expected)

    def test_many_blocks_and_threads(self):
        """Lines, a line of several blocks, and one without its end: the order is kept, nothing is lost at an edge."""
        words = [f"w{i}" for i in range(200_000)]
        text = "\n".join(" ".join(words[i:i + 7]) for i in range(0, 100_000, 7)) + "\n"
        text += " ".join(words[100_000:]) + ", the end"
        expected = text.replace(",", "") + "\n"
        reference = self.tokenize("-t", "1", stdin=text)
        self.assertTrue(reference == expected)
        self.write("t", text)
        self.write("t.gz", gzip.compress(text.encode()))
        self.write("t.bz2", bz2.compress(text.encode()))
        self.write("t.xz", lzma.compress(text.encode()))
        for arguments in (["t"], ["t", "-t", "3"], ["t.gz", "-t", "5"], ["t.bz2"], ["t.xz"]):
            self.assertTrue(self.tokenize(*arguments) == expected, arguments)
        self.assertEqual(self.tokenize("t", "-o", "out"), "")
        self.assertTrue(self.read("out").decode() == expected)
        paragraphs = self.tokenize("t", "--sentences", "paragraph")
        self.assertTrue(paragraphs == expected.replace("\n", " ").strip() + "\n")

    def test_sentences_end_where_blocks_end(self):
        block = 262144
        for size in range(block - 3, block + 3):  # where the first paragraph ends
            first = (b"word " * (block // 5 + 1))[:size - 1] + b"."
            self.write("t.txt", first + b"\r\n\r\nother words\r\n")
            lines = self.good("tokenize", "t.txt", "--sentences", "paragraph").out.splitlines()
            self.assertEqual((len(lines), lines[-1]), (2, b"other words"), size)
            self.write("t.txt", first + b"\nThe next sentence begins.\n")
            lines = self.good("tokenize", "t.txt", "--sentences", "icu").out.splitlines()
            self.assertEqual((len(lines), lines[-1]), (2, b"the next sentence begins"), size)

    def test_files_end_sentences(self):
        self.write("d/1", "one")
        self.write("d/2", "\ufefftwo\nthree")
        for sentences in ("line", "paragraph", "icu"):
            expected = "one\ntwo three\n" if sentences == "paragraph" else "one\ntwo\nthree\n"
            self.assertEqual(self.tokenize("d", "--sentences", sentences), expected)

    def test_invalid_bytes(self):
        result = self.good("tokenize", stdin=b"caf\xe9 ol\xc3\xa9 \xff\xfe x\xed\xa0\x80y ok\n")
        self.assertEqual(result.out.decode(), "caf ol\u00e9 x y ok\n")
        self.assertIn("warning: not UTF-8: 6 bytes", result.err)
        self.assertEqual(self.tokenize("--punctuation", "split", stdin=b"a\xffb"), "a \ufffd b\n")
        self.assertNotIn("UTF-8", self.good("tokenize", stdin=TEXT).err)

    def test_nothing(self):
        for text in (b"", b"\n\n", b" \t\r\n\0", b"...!"):
            self.assertEqual(self.tokenize(stdin=text), "")

    def test_tokens_hold_no_blank(self):
        text = "a\u00a0b\u2003c\u3000d\u2028e\u0085f \u0301x\x00y\x1cz"
        for options in ([], ["--punctuation", "split"]):
            for token in self.tokenize(*options, stdin=text)[:-1].split(" "):
                self.assertEqual(token.split(), [token])

    def test_refused(self):
        self.write("t", "text")
        self.bad(2, "tokenize", "t", "--locale", "klingon", says=["klingon", "locale"])
        self.bad(2, "tokenize", "t", "--lower", "--keep-case", says="--keep-case")
        self.bad(2, "tokenize", "t", "--numbers", "x", says="--numbers")
        self.bad(2, "tokenize", "-", "-", says="standard input")
        self.bad(1, "tokenize", "t", "none", says="none")
        self.assertEqual(self.names(), ["t"])

    def test_closed_pipe(self):
        text = b"word " * 1_000_000
        read, write = os.pipe()
        os.close(read)
        done = subprocess.run([program(), "tokenize"], input=text, stdout=write, stderr=subprocess.PIPE, timeout=60)
        os.close(write)
        self.assertEqual((done.returncode, done.stderr), (0, b""))


if __name__ == "__main__":
    main()

"""neighbors and analogy: answers against the definition, words as they are, models."""

import os
import subprocess

from program import (Case, analogy_point, binary_vectors, json_lines, nearest, program, text_vectors, tsv,
                     head_of_corpus, random_vectors, main)


class Answers(Case):
    def setUp(self):
        super().setUp()
        self.vectors = random_vectors()
        self.write("v.txt", text_vectors(self.vectors))
        self.write("v.bin", binary_vectors(self.vectors))

    def check(self, answers, expected):
        self.assertEqual([row[-2] for row in answers], [word for word, _ in expected])
        for row, (_, cosine) in zip(answers, expected):
            self.assertAlmostEqual(float(row[-1]), cosine, delta=2e-6)

    def test_neighbors_by_definition(self):
        for model in ("v.txt", "v.bin"):
            for word in ("w0", "w17", "w299"):
                for k in (1, 10, 299, 300, 5000):
                    for threads in (1, 3):
                        answers = tsv(self.good("neighbors", word, "-m", model, "-k", k, "-t", threads).out)
                        self.check(answers, nearest(self.vectors, self.vectors[word], {word}, k))

    def test_analogy_by_definition(self):
        for model in ("v.txt", "v.bin"):
            for a, b, c in (("w0", "w1", "w2"), ("w5", "w5", "w6"), ("w9", "w8", "w9"), ("w3", "w3", "w3")):
                for k in (1, 10, 5000):
                    answers = tsv(self.good("analogy", a, b, c, "-m", model, "-k", k).out)
                    self.check(answers, nearest(self.vectors, analogy_point(self.vectors, a, b, c), {a, b, c}, k))

    def test_text_and_binary_answer_alike(self):
        for arguments in (["neighbors", "w1", "w2", "w3"], ["analogy", "w1", "w2", "w3"]):
            self.assertEqual(self.good(*arguments, "-m", "v.txt").out, self.good(*arguments, "-m", "v.bin").out)

    def test_default_number_of_answers(self):
        self.assertEqual(len(tsv(self.good("neighbors", "w1", "-m", "v.bin").out)), 10)

    def test_several_words_echo_each(self):
        answers = tsv(self.good("neighbors", "w4", "w7", "w4", "-m", "v.bin", "-k", "2").out)
        self.assertEqual([row[0] for row in answers], ["w4", "w4", "w7", "w7", "w4", "w4"])
        self.check(answers[2:4], nearest(self.vectors, self.vectors["w7"], {"w7"}, 2))
        self.assertEqual({len(row) for row in tsv(self.good("neighbors", "w4", "-m", "v.bin").out)}, {2})

    def test_batch(self):
        one_line_each = "w4\nw7\n"
        expected = [["w4", *row] for row in tsv(self.good("neighbors", "w4", "-m", "v.bin", "-k", "3").out)]
        expected += [["w7", *row] for row in tsv(self.good("neighbors", "w7", "-m", "v.bin", "-k", "3").out)]
        for stdin in (one_line_each, "w4\nw7", "\n\nw4\n   \n\t\nw7\n\n", "w4\r\nw7\r\n", " w4 \n\tw7\n"):
            with self.subTest(stdin):
                result = self.good("neighbors", "-m", "v.bin", "-k", "3", stdin=stdin)
                self.assertEqual(tsv(result.out), expected)
                self.assertEqual(result.err, "")
        one = self.good("neighbors", "-m", "v.bin", "-k", "1", stdin="w4\n").out
        self.assertEqual(len(tsv(one)[0]), 3)
        result = self.good("analogy", "-m", "v.bin", "-k", "2", stdin="w1 w2 w3\n\n  w4\tw5 \t w6  \r\n")
        self.assertEqual([row[0] for row in tsv(result.out)], ["w1 w2 w3"] * 2 + ["w4 w5 w6"] * 2)
        self.assertEqual(self.good("neighbors", "-m", "v.bin", stdin=b"").out, b"")

    def test_json(self):
        for arguments, stdin, queries in ((["neighbors", "w4"], b"", [["w4"]]), (["neighbors"], b"w4\nw5\n", [["w4"], ["w5"]]),
                                          (["analogy", "w1", "w2", "w3"], b"", [["w1", "w2", "w3"]]),
                                          (["analogy"], b"w1 w2 w3\n", [["w1", "w2", "w3"]])):
            lines = json_lines(self.good(*arguments, "-m", "v.bin", "-k", "4", "--format", "json", stdin=stdin).out.decode())
            table = tsv(self.good(*arguments, "-m", "v.bin", "-k", "4", stdin=stdin).out)
            self.assertEqual([line["query"] for line in lines], queries)
            said = [(match["word"], f"{match['similarity']:.6f}") for line in lines for match in line["matches"]]
            self.assertEqual(said, [tuple(row[-2:]) for row in table])

    def test_table(self):
        out = self.good("neighbors", "w4", "w5", "-m", "v.bin", "-k", "2", "--format", "table").out.decode()
        lines = out.splitlines()
        self.assertEqual((lines[0], lines[3]), ("w4", "w5"))
        self.assertEqual(len({line.rindex(".") for line in lines if line.startswith(" ")}), 1, out)

    def test_query_words_are_never_answers(self):
        for k in ("3", "1000000000000"):
            for words in (["w1", "w2", "w3"], ["w1", "w1", "w1"]):
                answered = {row[0] for row in tsv(self.good("analogy", *words, "-m", "v.bin", "-k", k).out)}
                self.assertFalse(answered & set(words))
            self.assertNotIn("w1", {row[0] for row in tsv(self.good("neighbors", "w1", "-m", "v.bin", "-k", k).out)})
        self.write("two", text_vectors({"a": (1, 2), "b": (2, 1)}))
        self.assertEqual(self.good("analogy", "a", "b", "b", "-m", "two").out, b"")
        self.assertEqual(tsv(self.good("neighbors", "a", "-m", "two").out), [["b", "0.800000"]])
        self.write("one", text_vectors({"a": (1, 2)}))
        self.assertEqual(self.good("neighbors", "a", "-m", "one").out, b"")

    def test_ties_come_in_the_order_of_the_vocabulary(self):
        vectors = {f"t{i * 7919 % 3001}": ((1, 1) if i % 3 else (2, 2)) for i in range(3000)}
        self.write("ties", binary_vectors(vectors))
        words = list(vectors)
        for threads in (1, 4):
            answers = tsv(self.good("neighbors", words[5], "-m", "ties", "-k", "50", "-t", threads).out)
            self.assertEqual([row[0] for row in answers], words[:5] + words[6:51])

    def test_rows_of_zeros(self):
        self.write("zero", text_vectors({"a": (1, 0), "zero": (0, 0), "b": (-1, 0.5), "c": (1, 1), "z2": (0, 0)}))
        for arguments in (["neighbors", "a"], ["neighbors", "zero"], ["analogy", "a", "zero", "b"], ["analogy", "a", "a", "zero"],
                          ["analogy", "zero", "zero", "z2"]):
            for form in ("tsv", "json", "table"):
                out = self.good(*arguments, "-m", "zero", "--format", form).out.decode().lower()
                self.assertNotIn("nan", out)
        for arguments, text in ((["neighbors", "zero"], "zero"), (["neighbors", "a - a"], "a - a"),
                                (["neighbors", "a + 2 * b - b - a - b"], "a + 2 * b - b - a - b"),
                                (["analogy", "zero", "zero", "z2"], "zero zero z2"),
                                (["analogy", "zero", "zero", "z2", "--method", "mul"], "zero zero z2")):
            result = self.good(*arguments, "-m", "zero")
            self.assertEqual(result.out, b"")
            self.assertIn(f"warning: '{text}' has no direction", result.err)
            answer, = json_lines(self.good(*arguments, "-m", "zero", "--format", "json").out.decode())
            self.assertEqual(answer["matches"], [])
        rows = tsv(self.good("neighbors", "-m", "zero", "-k", "1", stdin="zero\na\n").out)
        self.assertEqual([row[:2] for row in rows], [["a", "c"]])

    def test_a_similarity_with_a_row_of_zeros_is_no_number(self):
        self.write("zero", text_vectors({"a": (1, 0), "zero": (0, 0), "b": (-1, 0)}))
        for words, named in ((("zero", "a"), "zero"), (("a", "zero"), "zero"), (("zero", "zero"), "zero")):
            for form in ("tsv", "table"):
                result = self.bad(1, "similarity", "-m", "zero", *words, "--format", form, says=f"'{named}' has no direction")
                self.assertEqual(result.out, b"")
                self.assertEqual(result.err.count("\n"), 1)
            answer, = json_lines(self.bad(1, "similarity", "-m", "zero", *words, "--format", "json").out.decode())
            self.assertEqual(answer["query"], list(words))
            self.assertIn("has no direction", answer["error"])
            self.assertNotIn("similarity", answer)
        lines = "a b\nzero a\nnone a\na a\n"
        result = self.bad(1, "similarity", "-m", "zero", stdin=lines, says=["'zero' has no direction", "'none' is not in"])
        self.assertEqual(result.out, b"a b\t-1.000000\nzero a\t\nnone a\t\na a\t1.000000\n")
        self.assertIn("no direction", self.good("neighbors", "-m", "zero", "--vectors", stdin="0 0\n").err)
        self.assertEqual([row for row in tsv(self.good("neighbors", "a", "-m", "zero").out) if row[0] == "zero"],
                         [["zero", "0.000000"]])

    def test_extreme_rows(self):
        """Squares of these leave float's range; the cosines do not."""
        self.write("far", text_vectors({"a": (1e30, 1e30), "b": (3e-30, 3e-30), "c": (1e38, 0), "d": (0, 1e-40)}))
        answers = dict(tsv(self.good("neighbors", "a", "-m", "far").out))
        self.assertEqual({w: round(float(c), 3) for w, c in answers.items()}, {"b": 1.0, "c": 0.707, "d": 0.707})

    def test_limit(self):
        answers = {row[0] for row in tsv(self.good("neighbors", "w1", "-m", "v.bin", "--limit", "20", "-k", "100").out)}
        self.assertEqual(answers, {f"w{i}" for i in range(20)} - {"w1"})
        self.bad(3, "neighbors", "w20", "-m", "v.bin", "--limit", "20")
        # What stands behind is not looked at.
        self.write("cut", binary_vectors(self.vectors)[:-500])
        self.good("neighbors", "w1", "-m", "cut", "--limit", "20")


class WordsAsTheyAre(Case):
    def setUp(self):
        super().setUp()
        self.vectors = {word: values for word, values in zip(["king", "-x", "--help", "[unk]", "unk", "[a,b]", "train"],
                                                             random_vectors(7).values())}
        self.write("v.txt", text_vectors(self.vectors))

    def test_behind_two_dashes_wherever_they_stand(self):
        for words in (["king", "--", "-x"], ["--", "king", "-x"], ["king", "--", "--help"], ["--", "-x", "train"]):
            asked = [word for word in words if word != "--"]
            self.assertEqual([row[-1] for row in tsv(self.good("similarity", *words, env={"W2V_MODEL": "v.txt"}).out)],
                             [row[-1] for row in tsv(self.good("similarity", "-m", "v.txt", stdin="\t".join(asked) + "\n").out)], words)
        self.assertIn("-x", self.good("neighbors", "-m", "v.txt", "king", "--", "-x").out.decode())
        self.write("-c.txt", head_of_corpus(2000))
        self.write("d.txt", head_of_corpus(2000))
        self.good("train", "d.txt", "-e", "1", "-d", "4", "--", "-c.txt")

    def test_brackets_are_no_list(self):
        for word in ("[unk]", "[a,b]"):
            expected = nearest(self.vectors, self.vectors[word], {word}, 10)
            self.assertEqual([row[-2] for row in tsv(self.good("neighbors", word, "-m", "v.txt").out)], [name for name, _ in expected])
        self.write("[c].txt", head_of_corpus(2000))
        self.good("train", "[c].txt", "-e", "1", "-d", "4", "-o", "[v]")
        self.assertIn("[v]", self.names())


class Files(Case):
    def test_a_byte_order_mark(self):
        vectors = random_vectors(5)
        for header in (True, False):
            self.write("v.txt", b"\xef\xbb\xbf" + text_vectors(vectors, header))
            expected = nearest(vectors, vectors["w0"], {"w0"}, 4)
            self.assertEqual([row[-2] for row in tsv(self.good("neighbors", "w0", "-m", "v.txt").out)], [word for word, _ in expected])

    def test_a_pipe_is_opened_once(self):
        data = binary_vectors(random_vectors(2000))
        path = self.fifo("pipe")
        for _ in range(30):
            with subprocess.Popen(["sh", "-c", "cat > pipe"], stdin=subprocess.PIPE, cwd=self.folder) as writer:
                writer.stdin.write(data[:1000])
                process = self.start("neighbors", "w0", "-m", path)
                writer.stdin.write(data[1000:])
                writer.stdin.close()
                self.assertEqual(len(process.stdout.read().splitlines()), 10)
                self.assertEqual((writer.wait(60), process.wait(60)), (0, 0))

    def test_an_output_that_does_not_wait(self):
        """Another program may have set the pipe so."""
        self.write("v.txt", text_vectors(random_vectors(3000)))
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        process = self.start("convert", "v.txt", "-", "--format", "text", stdout=writer)
        os.close(writer)
        with os.fdopen(reader, "rb") as pipe:
            self.assertEqual(pipe.read(), self.good("convert", "v.txt", "-", "--format", "text").out)
        self.assertEqual(process.wait(60), 0)


class Unknown(Case):
    def setUp(self):
        super().setUp()
        self.write("vectors.txt", text_vectors({"king": (1, 2), "queen": (2, 1), "Kind": (1, 1), "kinds": (1, 0),
                                                "zebra": (0, 1), "naïve": (3, 1)}))

    def test_exit_code_and_near_spellings(self):
        result = self.bad(3, "neighbors", "kink", says=["'kink'", "vectors.txt", "king", "Kind"])
        self.assertEqual(result.out, b"")
        self.assertNotIn("zebra", result.err)
        self.assertIn("queen", self.bad(3, "neighbors", "qeuen").err)
        self.assertIn("naïve", self.bad(3, "neighbors", "naive").err)
        self.assertIn("king", self.bad(3, "neighbors", "KING").err)
        self.assertNotIn("near", self.bad(3, "neighbors", "xyzzyxyzzy").err)
        self.bad(3, "analogy", "king", "quen", "zebr", says=["'quen'", "queen", "'zebr'", "zebra"])

    def test_the_others_are_answered(self):
        for result in (self.bad(3, "neighbors", "king", "nobody", "zebra", "-k", "1"),
                       self.bad(3, "neighbors", "-k", "1", stdin="king\nnobody\nzebra\n")):
            self.assertEqual([row[0] for row in tsv(result.out)], ["king", "zebra"])
            self.assertIn("'nobody'", result.err)
        result = self.bad(3, "analogy", "-k", "1", stdin="king nobody queen\nking queen zebra\n")
        self.assertEqual([row[0] for row in tsv(result.out)], ["king queen zebra"])

    def test_json_marks_them(self):
        result = self.bad(3, "neighbors", "--format", "json", stdin="king\nnobody\nzebra\n")
        lines = json_lines(result.out.decode())
        self.assertEqual([line["query"] for line in lines], [["king"], ["nobody"], ["zebra"]])
        self.assertEqual(["error" in line for line in lines], [False, True, False])

    def test_hostile_queries(self):
        for query in (b"\xff\xfe", b"x" * 100_000, b"\x1b[2J", b"\0", "\u202e".encode(), b"--", b"'"):
            result = self.w2v("neighbors", "--format", "json", stdin=query + b"\n")
            self.assertEqual(result.code, 3, query)
            self.assertNotIn("\x1b", result.err)
            self.assertLess(len(result.err), 1000)
            self.assertEqual(len(json_lines(result.out.decode())), 1)

    def test_words_that_look_like_options(self):
        self.write("vectors.txt", text_vectors({"-k": (1, 2), "--help": (2, 1), "b": (1, 1)}))
        self.assertEqual(len(tsv(self.good("neighbors", "--", "-k", "--help").out)), 4)
        self.assertEqual(len(tsv(self.good("neighbors", stdin="-k\n--help\n").out)), 4)

    def test_words_with_blanks(self):
        self.write("vectors.txt", "3 2\nnew york 1 2\nnew\u00a0york 2 1\nlondon 1 1\n")
        self.assertEqual({row[1] for row in tsv(self.good("neighbors", stdin="new york\n").out)}, {"new\u00a0york", "london"})
        self.assertEqual({row[0] for row in tsv(self.good("neighbors", "new york").out)}, {"new\u00a0york", "london"})

    def test_analogy_wants_three_words(self):
        for words in (["king"], ["king", "queen"], ["king", "queen", "zebra", "Kind"]):
            self.bad(2, "analogy", *words, says=["three words", str(len(words))])
        result = self.bad(1, "analogy", "-k", "1", stdin="king queen zebra\n\nking queen\nking queen zebra\n",
                          says=["standard input:3", "three words"])
        self.assertEqual([row[0] for row in tsv(result.out)], ["king queen zebra"] * 2)


class Forms(Case):
    """Words whose accents are code points of their own (NFD), or not (NFC)."""

    NFC, NFD = "\u00e9t\u00e9", "e\u0301te\u0301"

    def model(self, *words):
        self.vectors = {word: (1.0 + i, 2.0 - i, 0.5 * i * i) for i, word in enumerate([*words, "plage", "hiver", "mer"])}
        self.write("v.txt", text_vectors(self.vectors))
        self.write("v.bin", binary_vectors(self.vectors))

    def words_of(self, result):
        return [row[-2] for row in tsv(result.out)]

    def test_either_form_finds_the_other(self):
        for known, typed in ((self.NFC, self.NFD), (self.NFD, self.NFC)):
            self.model(known)
            right = self.good("neighbors", "-m", "v.bin", known).out
            self.assertEqual(self.good("neighbors", "-m", "v.bin", typed).out, right)
            self.assertEqual(tsv(self.good("neighbors", "-m", "v.txt", stdin=typed + "\n").out), [[typed, *row] for row in tsv(right)])
            self.assertEqual(self.words_of(self.good("neighbors", "-m", "v.bin", f"{typed} - mer + hiver")),
                             self.words_of(self.good("neighbors", "-m", "v.bin", f"{known} - mer + hiver")))
            self.assertEqual(self.words_of(self.good("analogy", "-m", "v.bin", typed, "mer", "hiver")), ["plage"])
            self.assertEqual(tsv(self.good("similarity", "-m", "v.bin", typed, "mer").out), tsv(self.good("similarity", "-m", "v.bin", known, "mer").out))
            self.good("odd", "-m", "v.bin", typed, "mer", "hiver")
            self.write("list", f"{typed}\nmer\n")
            self.assertEqual(set(self.words_of(self.good("neighbors", "-m", "v.bin", "plage", "--among", "list"))), {known, "mer"})
            self.assertEqual(self.good("convert", "v.bin", "-", "--format", "text", "--words", "list").out.split(b"\n")[1].split(b" ")[0], known.encode())
            self.assertIn(known.encode(), self.good("heatmap", "-m", "v.bin", typed, "mer", "--format", "tsv").out)

    def test_the_word_as_it_stands_comes_first(self):
        self.model(self.NFC, self.NFD)
        for word, other in ((self.NFC, self.NFD), (self.NFD, self.NFC)):
            answers = self.words_of(self.good("neighbors", "-m", "v.bin", word))
            self.assertIn(other, answers)
            self.assertNotIn(word, answers)

    def test_near_spellings_that_look_the_same(self):
        mixed = "e\u0301t\u00e9"  # neither form
        self.model(mixed, "m\u0435n", "hi\u200bver2", "\u00e9t\u00e0")
        for typed, says in ((self.NFC, f"{mixed} (looks the same, but has U+0065 U+0301 in place of U+00E9)"),
                            (self.NFD, f"{mixed} (looks the same, but has U+00E9 in place of U+0065 U+0301)"),
                            ("me\u200br", "mer (looks the same, but lacks U+200B)"),
                            ("hiver2", "hi\u200bver2 (looks the same, but has U+200B more)"),
                            ("men", "m\u0435n (looks the same, but has U+0435 in place of U+0065)")):
            result = self.bad(3, "neighbors", "-m", "v.bin", typed, says=says)
            self.assertEqual(result.err.count("looks the same"), 1)


class Model(Case):
    def model(self, name, other):
        self.write(name, text_vectors({"x": (1, 0), other: (1, 1)}))

    def other(self, *options, env=None, folder=None):
        return self.good("neighbors", "x", *options, env=env, cwd=folder or self.folder).out.split(b"\t")[0].decode()

    def test_which_model(self):
        self.bad(1, "neighbors", "x", says=["--model", "W2V_MODEL", "vectors.bin", "w2v train"])
        self.model("vectors.txt", "text")
        self.assertEqual(self.other(), "text")
        self.model("vectors.bin", "binary")
        self.assertEqual(self.other(), "binary")
        self.model("variable", "variable")
        path = {"W2V_MODEL": str(self.folder / "variable")}
        self.assertEqual(self.other(env=path), "variable")
        self.assertEqual(self.other(env={"W2V_MODEL": ""}), "binary")
        self.model("option", "option")
        self.assertEqual(self.other("-m", "option", env=path), "option")
        self.assertEqual(self.other("--model", "option"), "option")
        self.bad(1, "neighbors", "x", env={"W2V_MODEL": "missing"}, says="missing")


if __name__ == "__main__":
    main()

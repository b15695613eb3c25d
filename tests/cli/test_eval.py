"""eval: analogies and similarities against the definition; its forms of output; train --eval."""

import json
import os
import random
import subprocess

from program import CORPUS, QUESTIONS, Case, analogy_point, binary_vectors, head_of_corpus, json_lines, main, nearest, program, \
    text_vectors, tsv, unit


def random_vectors(seed=3, rows=120, dim=6):
    picker = random.Random(seed)
    return {f"w{i}": tuple(picker.gauss(0, 1) for _ in range(dim)) for i in range(rows)}


def cosine(a, b):
    return sum(x * y for x, y in zip(unit(a), unit(b)))


def by_multiplication(vectors, a, b, c, excluded):
    def score(word):
        x, y, z = ((1 + cosine(vectors[word], vectors[other])) / 2 for other in (a, b, c))
        return y * z / (x + 0.001)
    return max((word for word in vectors if word not in excluded), key=score)


def ranks(values):
    """The mean of the places that a value has among the sorted ones."""
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) + 1) / 2 for value in values]


def correlation(x, y):
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    xy = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y))
    return xy / (sum((a - mean_x) ** 2 for a in x) * sum((b - mean_y) ** 2 for b in y)) ** 0.5


class Scores(Case):
    def setUp(self):
        super().setUp()
        self.vectors = random_vectors()
        self.write("v.bin", binary_vectors(self.vectors))

    def eval(self, *arguments, **more):
        return json_lines(self.good("eval", *arguments, "--format", "json", **more).out)

    def questions(self, number=60):
        """Questions of which most are right by one of the methods."""
        picker = random.Random(1)
        lines = []
        for i in range(number):
            a, b, c = picker.sample(list(self.vectors), 3)
            query = analogy_point(self.vectors, b, a, c)
            d = (nearest(self.vectors, query, {a, b, c}, 1)[0][0], nearest(self.vectors, query, (), 1)[0][0],
                 by_multiplication(self.vectors, a, b, c, {a, b, c}), by_multiplication(self.vectors, a, b, c, ()), "w7")[i % 5]
            lines.append((a, b, c, d))
        return lines

    def test_analogies_by_definition(self):
        questions = self.questions()
        self.write("q", ": things\n" + "".join(" ".join(q) + "\n" for q in questions[:25]) + ": gram1-x\n"
                   + "".join("\t".join(q).upper() + "\r\n" for q in questions[25:]) + "w1 w2 w3 unknown\n")
        [result] = self.eval("-m", "v.bin", "q")
        self.assertEqual((result["model"], result["set"], result["kind"], result["top"], result["case_sensitive"]),
                         ("v.bin", "q", "analogies", 30000, False))
        self.assertIn("B - A + C = D", result["order"])
        for part, asked, group in zip(result["sections"], (questions[:25], questions[25:]), ("semantic", "syntactic")):
            self.assertEqual(part["group"], group)
            self.assertEqual(part["answered"], len(asked))
            counts = [0, 0, 0, 0]
            for a, b, c, d in asked:
                query = analogy_point(self.vectors, b, a, c)
                counts[0] += nearest(self.vectors, query, {a, b, c}, 1)[0][0] == d
                counts[1] += nearest(self.vectors, query, (), 1)[0][0] == d
                counts[2] += by_multiplication(self.vectors, a, b, c, {a, b, c}) == d
                counts[3] += by_multiplication(self.vectors, a, b, c, ()) == d
            said = [part[method][key] for method in ("add", "mul") for key in ("right", "right_with_inputs")]
            self.assertEqual(said, counts)
            self.assertTrue(all(counts), counts)
            self.assertEqual({k: v for k, v in part.items() if k not in ("section", "group")}, result[group])
            self.assertAlmostEqual(part["add"]["accuracy"], counts[0] / len(asked))
            self.assertLess(part["add"]["interval"][0], part["add"]["accuracy"])
        total = result["total"]
        self.assertEqual((total["asked"], total["answered"], total["skipped"]), (61, 60, 1))
        self.assertEqual(total["mul"]["right"], sum(part["mul"]["right"] for part in result["sections"]))
        for threads in (1, 3):
            self.assertEqual(self.eval("-m", "v.bin", "q", "-t", threads), [result])

    def test_top_and_case(self):
        vectors = {"Paris": (1, 0, 0), "paris": (0, 1, 0), "rome": (0, 0, 1), "ÉTÉ": (1, 1, 0)}
        self.write("v.txt", text_vectors(vectors))
        self.write("q", "PARIS ROME paris été\n")
        answered = lambda *options: self.eval("-m", "v.txt", *options)[0]["total"]["answered"]
        self.assertEqual(answered("q"), 1)
        self.assertEqual(answered("q", "--top", "0"), 1)
        self.bad(1, "eval", "-m", "v.txt", "q", "--top", "3", says=["v.txt", "q", "first 3 words"])
        self.bad(1, "eval", "-m", "v.txt", "q", "--case-sensitive", says=["v.txt", "q", "upper and lower case"])
        self.write("cased", "paris Paris rome ÉTÉ\n")
        self.assertEqual(answered("cased", "--case-sensitive"), 1)
        self.assertEqual(answered("cased", "q", "--limit", "4"), 1)
        self.bad(1, "eval", "-m", "v.txt", "q", "--limit", "3", says="none of 1 questions")

    def test_similarities_by_definition(self):
        picker = random.Random(2)
        pairs = [(*picker.sample(list(self.vectors), 2), picker.randrange(6) / 2) for _ in range(80)]
        known = correlation(ranks([s for _, _, s in pairs]), ranks([cosine(self.vectors[a], self.vectors[b]) for a, b, _ in pairs]))
        plain = correlation([s for _, _, s in pairs], [cosine(self.vectors[a], self.vectors[b]) for a, b, _ in pairs])
        for separator, end, heading in (("\t", "\n", ""), (",", "\r\n", "Word 1,Word 2,Human (mean)\r\n"), ("  ", "\n", "# rated\n\n")):
            text = heading + "".join(separator.join((a.upper(), b, str(s))) + end for a, b, s in pairs)
            self.write("s", text + separator.join(("w1", "unknown", "9")) + end)
            [result] = self.eval("-m", "v.bin", "s")
            self.assertEqual((result["kind"], result["pairs"], result["known"], result["skipped"]), ("similarities", 81, 80, 1))
            self.assertAlmostEqual(result["spearman"], known, places=6)
            self.assertAlmostEqual(result["pearson"], plain, places=6)
            self.assertTrue(result["interval"][0] < known < result["interval"][1])

    def sets(self):
        self.write("q", ": one\n" + "".join(" ".join(q) + "\n" for q in self.questions(20)))
        self.write("s", "w1 w2 1\nw3 w4 2\nw5 w6 3\nw7 w8 4\n")
        self.write("other.bin", binary_vectors(random_vectors(4)))
        return ["-m", "v.bin", "-m", "other.bin", "q", "s"]

    def test_several_models_and_sets(self):
        results = self.eval(*self.sets())
        self.assertEqual([(r["model"], r["set"]) for r in results],
                         [("v.bin", "q"), ("v.bin", "s"), ("other.bin", "q"), ("other.bin", "s")])
        for result in results:
            self.assertEqual(self.eval("-m", result["model"], result["set"]), [result])
        table = self.good("eval", *self.sets(), "--format", "table").out.decode()
        for word in ("v.bin", "other.bin", "3CosAdd", "3CosMul", "Spearman", "total", "B - A + C = D", f"the first {len(self.vectors)} words", "semantic"):
            self.assertIn(word, table)
        self.assertEqual(table.count("3CosAdd"), 2)
        only = self.good("eval", *self.sets(), "--format", "table", "--method", "mul").out.decode()
        self.assertNotIn("3CosAdd", only)

    def test_tsv_says_what_json_says(self):
        arguments = self.sets()
        heading, *lines = tsv(self.good("eval", *arguments).out)
        records = [dict(zip(heading, line)) for line in lines]
        said = {(r["model"], r["set"], r["part"], r["measure"]): r for r in records}
        self.assertEqual(len(said), len(records))
        for result in self.eval(*arguments):
            at = lambda part, measure: said[result["model"], result["set"], part, measure]
            if result["kind"] == "similarities":
                self.assertEqual(at("total", "Spearman")["score"], f"{result['spearman']:.6f}")
                self.assertEqual(at("total", "Pearson")["score"], f"{result['pearson']:.6f}")
                continue
            for part, content in (("one", result["sections"][0]), ("semantic", result["semantic"]), ("total", result["total"])):
                record = at(part, "3CosAdd")
                self.assertEqual([record[k] for k in ("asked", "answered", "right", "score", "low")],
                                 [str(content["asked"]), str(content["answered"]), str(content["add"]["right"]),
                                  f"{content['add']['accuracy']:.6f}", f"{content['add']['interval'][0]:.6f}"])
                self.assertEqual(at(part, "3CosMul with inputs")["right"], str(content["mul"]["right_with_inputs"]))
            self.assertEqual(at("syntactic", "3CosAdd")["score"], "")

    def test_summary(self):
        for form, lines in (("table", 4), ("tsv", 1 + 4)):
            out = self.good("eval", *self.sets(), "--summary", "--method", "add", "--format", form).out.decode()
            self.assertEqual(len(out.splitlines()), lines, out)
        self.assertNotIn("sections", self.eval(*self.sets(), "--summary")[0])
        both = self.good("eval", *self.sets(), "--summary", "--format", "table").out.decode().splitlines()
        self.assertEqual([line.split()[:2] for line in both[2:]], [["q", "3CosAdd,"], ["q", "3CosMul,"], ["s", "Spearman"]])

    def test_json_in_short(self):
        arguments = self.sets()
        self.assertEqual(self.good("eval", *arguments, "--json").out, self.good("eval", *arguments, "--format", "json").out)
        self.bad(2, "eval", *arguments, "--json", "--format", "tsv", says="--json")

    def test_models_of_one_name(self):
        arguments = self.sets()
        self.write("old/v.bin", binary_vectors(random_vectors(4)))
        arguments[3] = "old/v.bin"
        for more in ([], ["--summary"]):
            table = self.good("eval", *arguments, *more, "--format", "table").out.decode()
            self.assertIn(" old/v.bin", table)

    def test_all_models_are_opened_before_the_first_is_scored(self):
        self.write("q", "w1 w2 w3 w4\n")
        self.write("damaged.bin", binary_vectors(self.vectors)[:-10])
        for wrong in ("nowhere", "q"):
            result = self.bad(1, "eval", "-m", "damaged.bin", "-m", wrong, "q", says=wrong)
            self.assertNotIn("damaged", result.err)

    def test_comments(self):
        self.write("q", "# the first questions\n: one\n#w1 w2 w3\nw1 w2 w3 w4\n")
        self.assertEqual(self.eval("-m", "v.bin", "q")[0]["total"]["asked"], 1)

    def test_the_column_of_the_score(self):
        pairs = [("w1", "w2", 1), ("w3", "w4", 2), ("w5", "w6", 3), ("w7", "w9", 0)]
        self.write("three", "".join(f"{a}\t{b}\t{s}\n" for a, b, s in pairs))
        self.write("more", "word1\tword2\tPOS\tscore\tconc\n" + "".join(f"{a}\t{b}\tN\t{s}\t{7 - s}\n" for a, b, s in pairs))
        expected = self.eval("-m", "v.bin", "three")[0]["spearman"]
        self.assertEqual(self.eval("-m", "v.bin", "more", "--score-column", "4")[0]["spearman"], expected)
        self.assertEqual(self.eval("-m", "v.bin", "more", "--score-column", "5")[0]["spearman"], -expected)
        self.assertEqual(self.eval("-m", "v.bin", "three", "--score-column", "3")[0]["spearman"], expected)
        self.bad(1, "eval", "-m", "v.bin", "more", says=["more:1: ", "found 5 fields", "--score-column"])
        self.bad(1, "eval", "-m", "v.bin", "three", "--score-column", "4", says=["three:1: ", "found 3 fields"])
        self.write("mixed", "w1 w2 1\nw3 w4 2 7 8\n")
        self.bad(1, "eval", "-m", "v.bin", "mixed", says=["mixed:2: ", "found 5 fields"])
        self.bad(2, "eval", "-m", "v.bin", "more", "--score-column", "2", says="--score-column")

    def test_no_interval_of_a_perfect_order(self):
        self.write("v.txt", text_vectors({"a": (1, 0), "b": (2, 1), "c": (1, 1), "d": (1, 2), "e": (0, 1)}))
        self.write("s", "a b 5\na c 4\na d 3\na e 1\n")
        [result] = self.eval("-m", "v.txt", "s")
        self.assertEqual((result["spearman"], result["interval"]), (1, [None, None]))

    def test_the_model_that_queries_read(self):
        self.write("q", "w1 w2 w3 w4\n")
        self.assertEqual(self.eval("q", env={"W2V_MODEL": "v.bin"})[0]["model"], "v.bin")
        self.bad(1, "eval", "q", says="no model")
        os.rename(self.folder / "v.bin", self.folder / "vectors.bin")
        self.assertEqual(self.eval("-", stdin="w1 w2 w3 w4\n")[0]["set"], "standard input")

    def test_useless_sets(self):
        self.write("q", "a b c d\na b c d\n")
        self.write("s", "a b 1\nw1 b 2\n")
        self.write("equal", "w1 w2 1\nw3 w4 1\n")
        for sets in (["q"], ["s"], ["equal"], ["q", "s", "equal"]):
            for form in ("table", "tsv", "json"):
                result = self.bad(1, "eval", "-m", "v.bin", *sets, "--format", form, says=["v.bin", sets[-1]])
                self.assertEqual(result.out, b"")
                self.assertEqual(len(result.err.splitlines()), len(sets))
        self.write("good", "w1 w2 1\nw3 w4 2\nw1 w4 0\n")
        result = self.good("eval", "-m", "v.bin", "q", "good", "--format", "json")
        self.assertIn("warning: v.bin: q: none of 2 questions", result.err)
        self.assertNotIn(b"NaN", result.out)
        self.assertNotIn(b"nan", self.good("eval", "-m", "v.bin", "q", "good").out)
        self.assertNotIn(b"nan", self.good("eval", "-m", "v.bin", "q", "good", "--format", "table").out)
        self.assertIsNone(json_lines(result.out)[0]["total"]["add"]["accuracy"])

    def test_damaged_sets_are_refused_before_the_model_is_read(self):
        for content, place in ((b": x\nw1 w2 w3 w4\nw1 w2 w3\n", "set:3: "), (b"w1\tw2\t1\r\nw1\tw2\tx\r\n", "set:2: "), (b"", "set: "),
                               (b"\xff\n", "set:1: "), (b"a b c\n" * 3, "set:2: "), (b": x\n", "set: "), (b":\n", "set:1: "),
                               (bytes(range(256)), "set:")):
            self.write("set", content)
            self.bad(1, "eval", "-m", "nowhere.bin", "set", says=place)
            self.bad(1, "train", "nowhere.txt", "--eval", "set", says=place)
        self.bad(1, "eval", "-m", "v.bin", "nowhere", says="nowhere")
        self.bad(2, "eval", "-m", "v.bin", says="sets")
        self.bad(2, "eval", "-m", "v.bin", "set", "--top", "-1")
        self.bad(2, "eval", "-m", "v.bin", "set", "--method", "sub")

    def test_bytes_of_any_kind(self):
        self.write("v.txt", b"4 2\n\xff\xfe 1 0\n\xc3\x89 0 1\nx 1 1\ny 1 -1\n")
        self.write("q", b": \xff\x1b[31m\n\xff\xfe \xc3\xa9 x y\n")
        self.write("s", b"\xff\xfe\t\xc3\xa9\t1\nx\ty\t2\n")
        for form in ("table", "tsv", "json"):
            out = self.good("eval", "-m", "v.txt", "q", "s", "--format", form).out
            if form != "tsv":
                self.assertNotIn(b"\x1b", out)
        self.assertEqual(json.loads(out.splitlines()[0])["total"]["answered"], 1)

    def test_compressed_set(self):
        import gzip
        self.write("q.gz", gzip.compress(b"w1 w2 w3 w4\n"))
        self.assertEqual(self.eval("-m", "v.bin", "q.gz")[0]["total"]["answered"], 1)

    def test_closed_pipe(self):
        self.write("q", "w1 w2 w3 w4\n")
        reader, writer = os.pipe()
        os.close(reader)
        try:
            done = self.w2v("eval", "-m", "v.bin", "q", stdout=writer)
        finally:
            os.close(writer)
        self.assertEqual((done.code, done.err), (0, ""))

    def test_lenient_and_limit(self):
        whole = binary_vectors(self.vectors)
        self.write("cut.bin", whole[:-10])
        self.write("s", "w1 w2 1\nw3 w4 2\nw5 w6 1.5\n")
        self.bad(1, "eval", "-m", "cut.bin", "s")
        self.assertEqual(self.eval("-m", "cut.bin", "s", "--lenient")[0]["known"], 3)
        self.assertEqual(self.eval("-m", "cut.bin", "s", "--limit", "10")[0]["known"], 3)
        # Analogies look at no row behind the first --top.
        self.write("q", "w1 w2 w3 w4\n")
        self.assertEqual(self.eval("-m", "cut.bin", "q", "--top", "20")[0]["rows"], 20)


class Training(Case):
    def test_scores_after_each_epoch_are_those_of_eval(self):
        self.write("s", "king queen 5\nking tree 1\nman woman 4\nparis london 3\nparis tree 1.5\n")
        result = self.good("--log-json", "train", CORPUS, "--eval", QUESTIONS, "--eval", "s", "-e", "3", "-t", "1")
        lines = [line for line in json_lines(result.err) if "set" in line]
        self.assertEqual([(line["epoch"], line["set"]) for line in lines],
                         [(epoch, name) for epoch in (1, 2, 3) for name in (str(QUESTIONS), "s")])
        questions, pairs = json_lines(self.good("eval", QUESTIONS, "s", "--format", "json").out)
        self.assertAlmostEqual(lines[-2]["accuracy"], questions["total"]["add"]["accuracy"], places=12)
        self.assertEqual(lines[-2]["answered"], questions["total"]["answered"])
        self.assertGreater(lines[-2]["answered"], 1000)
        self.assertAlmostEqual(lines[-1]["spearman"], pairs["spearman"], places=12)
        self.assertGreater(lines[-2]["accuracy"], lines[0]["accuracy"] - 0.2)
        self.good("train", CORPUS, "-e", "3", "-t", "1", "-o", "plain.bin")
        self.assertEqual(self.read("plain.bin"), self.read("vectors.bin"))

    def test_messages(self):
        self.write("corpus", head_of_corpus(300))
        self.write("q", "nowhere no thing known\n")
        err = self.good("train", "corpus", "-e", "2", "--eval", "q").err
        self.assertEqual(err.count("q: 3CosAdd no score, 0 of 1 questions"), 2)
        self.assertNotIn("nan", err)


if __name__ == "__main__":
    main()

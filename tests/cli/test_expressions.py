"""What can be asked: expressions, raw vectors, who may be an answer, 3CosMul, similarity, the odd one out."""

import random

from program import Case, analogy_point, binary_vectors, json_lines, main, nearest, text_vectors, tsv, unit


def random_vectors(rows=200, dim=6):
    picker = random.Random(8)
    return {f"w{i}": tuple(picker.gauss(0.5, 1) for _ in range(dim)) for i in range(rows)}


def point_of(vectors, *terms):
    """The sum of unit vectors times weights."""
    sums = [0.0] * len(next(iter(vectors.values())))
    for weight, word in terms:
        sums = [s + weight * x for s, x in zip(sums, unit(vectors[word]))]
    return sums


def cosine(a, b):
    return sum(x * y for x, y in zip(unit(a), unit(b)))


class Questions(Case):
    def setUp(self):
        super().setUp()
        self.vectors = random_vectors()
        self.write("vectors.bin", binary_vectors(self.vectors))

    def check(self, out, expected):
        rows = tsv(out)
        self.assertEqual([row[-2] for row in rows], [word for word, _ in expected])
        for row, (_, value) in zip(rows, expected):
            self.assertAlmostEqual(float(row[-1]), value, delta=2e-6)


class Expressions(Questions):
    def test_sums_of_unit_vectors(self):
        for text, terms in (("w1 - w2 + w3", ((1, "w1"), (-1, "w2"), (1, "w3"))), ("w4 + w5", ((1, "w4"), (1, "w5"))),
                            ("2 * w1 - 0.5*w9", ((2, "w1"), (-0.5, "w9"))), ("- w7", ((-1, "w7"),)),
                            ("-3*w7 + w8 + w8", ((-3, "w7"), (2, "w8")))):
            expected = nearest(self.vectors, point_of(self.vectors, *terms), {word for _, word in terms}, 7)
            with self.subTest(text):
                self.check(self.good("neighbors", "-k", 7, "--", text).out, expected)
                self.check(self.good("neighbors", "-k", 7, stdin=text + "\n").out, expected)
                answer, = json_lines(self.good("neighbors", "--format", "json", stdin=text + "\n").out.decode())
                self.assertEqual(answer["query"], [text])

    def test_arguments_with_lone_operators_are_one_expression(self):
        one = self.good("neighbors", "w1 - w2 + w3").out
        self.assertEqual(self.good("neighbors", "w1", "-", "w2", "+", "w3").out, one)
        self.assertEqual(self.good("analogy", "w1", "w2", "w3").out, one)
        two = self.good("neighbors", "w1 - w2", "w3", "-k", "2").out
        self.assertEqual([row[0] for row in tsv(two)], ["w1 - w2"] * 2 + ["w3"] * 2)

    def test_operators_inside_words_belong_to_them(self):
        self.write("vectors.bin", binary_vectors({"new-york": (1, 0), "c++": (0, 1), "-": (1, 1), "+": (2, 1), "b": (1, 3),
                                                  "2*b": (3, 1)}))
        for word in ("new-york", "c++", "-", "+", "2*b"):
            words = {row[1] for row in tsv(self.good("neighbors", stdin=word + "\n").out)}
            self.assertEqual(words, {"new-york", "c++", "-", "+", "b", "2*b"} - {word})
        words = {row[1] for row in tsv(self.good("neighbors", stdin="new-york - c++\n").out)}
        self.assertEqual(words, {"-", "+", "b", "2*b"})

    def test_words_with_blanks_are_words_first(self):
        self.write("vectors.txt", "4 2\nnew york 1 2\nnew - york 2 1\nlondon 1 1\nuk 0 1\n")
        model = ["-m", "vectors.txt"]
        words = {row[1] for row in tsv(self.good("neighbors", *model, stdin="new - york\n").out)}
        self.assertEqual(words, {"new york", "london", "uk"})
        for arguments, stdin in ((["new york", "-", "uk"], ""), ([], "new york - uk\n")):
            words = {row[-2] for row in tsv(self.good("neighbors", *arguments, *model, stdin=stdin).out)}
            self.assertEqual(words, {"new - york", "london"})

    def test_faults_name_the_place(self):
        self.bad(2, "neighbors", "w1 - - w2", says=["'w1 - - w2'", "character 6", "expected a word"])
        self.bad(2, "neighbors", "w1", "+", says=["character 5"])
        result = self.bad(1, "neighbors", "-k", "1", stdin="w1\n\nw2 + 2 *\nw3\n", says=["standard input:3: ", "character 9"])
        self.assertEqual([row[0] for row in tsv(result.out)], ["w1", "w3"])
        self.bad(3, "neighbors", "w1 - w2222", says="'w2222' is not in the vocabulary")


class Answers(Questions):
    def test_include_query(self):
        self.assertEqual(tsv(self.good("neighbors", "w1", "--include-query", "-k", "1").out), [["w1", "1.000000"]])
        expected = nearest(self.vectors, point_of(self.vectors, (1, "w1"), (1, "w2")), set(), 5)
        self.check(self.good("neighbors", "w1 + w2", "--include-query", "-k", "5").out, expected)

    def test_include_inputs(self):
        expected = nearest(self.vectors, analogy_point(self.vectors, "w1", "w2", "w3"), set(), 5)
        self.check(self.good("analogy", "w1", "w2", "w3", "--include-inputs", "-k", "5").out, expected)

    def test_min_similarity(self):
        everything = nearest(self.vectors, self.vectors["w1"], {"w1"}, 200)
        for least in ("0.3", "-0.25", "0.9999"):
            expected = [pair for pair in everything if pair[1] >= float(least)]
            self.check(self.good("neighbors", "w1", "-k", 500, f"--min-similarity={least}").out, expected)
        self.bad(2, "neighbors", "w1", "--min-similarity", "2")

    def test_among_words_that_end_in_numbers(self):
        few = {"route 66": (1.0, 0.0), "route": (1.0, 0.5), "road": (1.0, 1.0), "king": (0.0, 1.0)}
        self.write("few.txt", text_vectors(few))
        for order in ("route 66\nroute\n", "route\nroute 66\n"):
            self.write("list", order)
            self.assertEqual([line.split(b"\t")[0] for line in self.good("neighbors", "king", "-m", "few.txt", "--among", "list").out.splitlines()],
                             [b"route", b"route 66"])

    def test_among(self):
        chosen = ["w150", "w3", "w77", "w1", "w20"]
        self.write("list", "w150\n w3 12\n\nw77\r\nno_such_word\nw1\nw20\nw20\n")
        few = {word: self.vectors[word] for word in sorted(chosen, key=lambda word: int(word[1:]))}
        result = self.good("neighbors", "w1", "--among", "list")
        self.check(result.out, nearest(few, self.vectors["w1"], {"w1"}, 10))
        self.assertIn("list: words without a vector in vectors.bin: 1 of 6: 'no_such_word'", result.err)
        self.check(self.good("neighbors", "w2", "--among", "list", "-k", "2").out, nearest(few, self.vectors["w2"], set(), 2))
        self.write("none", "x\ny\n")
        self.bad(1, "neighbors", "w1", "--among", "none", says=["none: words without a vector", "2 of 2: 'x', 'y'"])
        self.bad(1, "neighbors", "w1", "--among", "missing", says="missing")

    def test_center(self):
        count = len(self.vectors)
        mean = [sum(values) / count for values in zip(*self.vectors.values())]
        moved = {word: [x - m for x, m in zip(values, mean)] for word, values in self.vectors.items()}
        self.check(self.good("neighbors", "w1", "--center", "-k", 20).out, nearest(moved, moved["w1"], {"w1"}, 20))
        self.check(self.good("neighbors", "w1 - w2", "--center").out,
                   nearest(moved, point_of(moved, (1, "w1"), (-1, "w2")), {"w1", "w2"}, 10))
        vector = " ".join(map(repr, self.vectors["w1"]))
        self.check(self.good("neighbors", "--vectors", "--center", stdin=vector).out, nearest(moved, moved["w1"], set(), 10))

    def test_raw_vectors(self):
        lines = [" ".join(map(str, values)) for values in ((1, 0, 0, -2.5, 1e3, 0), (1e-30, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0))]
        out = self.good("neighbors", "--vectors", "-k", "3", stdin="\n".join([lines[0], "", lines[1], lines[2]])).out
        expected = [pair for line in lines[:2] for pair in nearest(self.vectors, list(map(float, line.split())), set(), 3)]
        self.check(out, expected)
        self.assertEqual([row[0] for row in tsv(out)], ["1"] * 3 + ["3"] * 3)  # zeros have no direction
        for line, says in (("1 2 3", "expected 6 numbers, found 3"), ("1 2 3 4 5 x", "'x' is no number"),
                           ("1 2 3 4 5 nan", "'nan' is no number"), ("1 2 3 4 5 6 7", "found 7")):
            result = self.bad(1, "neighbors", "--vectors", "-k", "1", stdin=f"{lines[0]}\n{line}\n{lines[0]}\n",
                              says=["standard input:2: ", says])
            self.assertEqual([row[0] for row in tsv(result.out)], ["1", "3"])
        self.bad(2, "neighbors", "--vectors", "w1", says="--vectors")

    def test_analogy_mul(self):
        def score(word, a, b, c):
            a, b, c = ((cosine(self.vectors[word], self.vectors[other]) + 1) / 2 for other in (a, b, c))
            return a * c / (b + 0.001)
        for options, hidden in ((["--method", "mul"], {"w1", "w2", "w3"}), (["--method", "mul", "--include-inputs"], set())):
            scored = sorted(((score(word, "w1", "w2", "w3"), word) for word in self.vectors if word not in hidden), reverse=True)
            rows = tsv(self.good("analogy", *options, "w1", "w2", "w3", "-k", 9).out)
            self.assertEqual([row[0] for row in rows], [word for _, word in scored[:9]])
            for row, (value, _) in zip(rows, scored):
                self.assertAlmostEqual(float(row[1]) / value, 1, delta=2e-6)
            batch = tsv(self.good("analogy", *options, "-k", 9, stdin="w1 w2 w3\n" * 30).out)
            self.assertEqual([row[1:] for row in batch], rows * 30)
        self.assertEqual(self.good("analogy", "--method", "add", "w1", "w2", "w3").out, self.good("analogy", "w1", "w2", "w3").out)
        self.bad(2, "analogy", "--method", "div", "w1", "w2", "w3")
        for method, name in (("add", "similarity"), ("mul", "score")):  # a score is no cosine
            out = self.good("analogy", "--method", method, "--format", "json", "w1", "w2", "w3").out.decode()
            self.assertEqual({key for match in json_lines(out)[0]["matches"] for key in match}, {"word", name})

    def test_large_weights(self):
        huge = self.good("neighbors", "3e38 * w1 + 3e38 * w2").out
        self.assertEqual(huge, self.good("neighbors", "w1 + w2").out)
        self.assertEqual(len(huge.splitlines()), 10)


class Similarity(Questions):
    def test_two_words(self):
        out = self.good("similarity", "w1", "w2").out.decode()
        self.assertRegex(out, r"^-?\d\.\d{6}\n$")
        self.assertAlmostEqual(float(out), cosine(self.vectors["w1"], self.vectors["w2"]), delta=1e-6)
        self.assertEqual(dict(tsv(self.good("neighbors", "w1", "-k", 500).out))["w2"], out.strip())

    def test_lines(self):
        result = self.bad(3, "similarity", stdin="w1 w2\nw1 nobody\n w3\tw4 \n", says="'nobody'")
        self.assertEqual([row[0] for row in tsv(result.out)], ["w1 w2", "w1 nobody", "w3 w4"])
        self.assertEqual([bool(row[1]) for row in tsv(result.out)], [True, False, True])  # paste keeps step
        self.assertEqual(self.w2v("similarity", "w1", "nobody").out, b"")
        result = self.bad(1, "similarity", "--format", "json", stdin="w1 w2\nw1\nw1 w2 w3\nw5 nobody\nw1 w1\n",
                          says=["standard input:2: a similarity has two words, found 1", "standard input:3: ", "'nobody'"])
        lines = json_lines(result.out.decode())
        self.assertEqual([line["query"] for line in lines], [["w1", "w2"], ["w1"], ["w1 w2 w3"], ["w5", "nobody"], ["w1", "w1"]])
        self.assertEqual(["error" in line for line in lines], [False, True, True, True, False])
        self.assertEqual(lines[4]["similarity"], 1)

    def test_usage_and_zeros(self):
        for words in (["w1"], ["w1", "w2", "w3"]):
            self.bad(2, "similarity", *words, says="two words")
        self.write("zero", text_vectors({"a": (1, 0), "zero": (0, 0)}))
        self.bad(1, "similarity", "a", "zero", "-m", "zero", says="'zero' has no direction and so no similarity")


class Odd(Questions):
    def odd(self, *words):
        mean = point_of(self.vectors, *((1, word) for word in words))
        return min((cosine(mean, self.vectors[word]), word) for word in words)

    def test_by_definition(self):
        for words in (("w1", "w2", "w3"), tuple(f"w{i}" for i in range(0, 200, 9)), ("w9", "w9", "w4")):
            value, word = self.odd(*words)
            row, = tsv(self.good("odd", *words).out)
            self.assertEqual(row[0], word)
            self.assertAlmostEqual(float(row[1]), value, delta=2e-6)
        rows = tsv(self.good("odd", stdin="w1 w2 w3\n\nw7 w8 w9 w10\n").out)
        self.assertEqual([row[:2] for row in rows], [[words, self.odd(*words.split())[1]] for words in ("w1 w2 w3", "w7 w8 w9 w10")])

    def test_faults(self):
        self.bad(2, "odd", "w1", "w2", says=["three or more", "found 2"])
        self.bad(1, "odd", stdin="w1\n", says=["standard input:1: ", "three or more"])
        self.bad(3, "odd", "w1", "w2", "nobody")


if __name__ == "__main__":
    main()

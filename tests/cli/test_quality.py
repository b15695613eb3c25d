"""The quick start: the analogies planted in data/corpus.txt are learned."""

import random

from program import CORPUS, QUESTIONS, Case, analogy_point, main, nearest, read_binary, tsv


def questions():
    """[(a, b, c, d)]: a is to b as c is to d."""
    lines = QUESTIONS.read_text().splitlines()
    return [tuple(line.split()) for line in lines if line.strip() and not line.startswith(":")]


class Quality(Case):
    def score(self, model):
        """Share of questions answered right, by the program itself, all in one batch."""
        asked = questions()
        self.assertGreater(len(asked), 1000)
        answers = tsv(self.good("analogy", "-m", model, "-k", "1", stdin="".join(f"{b} {a} {c}\n" for a, b, c, _ in asked)).out)
        self.assertEqual([query for query, _, _ in answers], [f"{b} {a} {c}" for a, b, c, _ in asked])
        return sum(answer == d for (_, answer, _), (_, _, _, d) in zip(answers, asked)) / len(asked)

    def check_architecture(self, architecture, *more):
        for seed in range(1, 6):
            with self.subTest(seed=seed):
                self.good("train", CORPUS, "--epochs", "20", "--architecture", architecture, *more, "--seed", seed, "--quiet")
                self.assertGreaterEqual(self.score("vectors.bin"), 0.9)
                self.assertEqual(tsv(self.good("analogy", "king", "man", "woman").out)[0][0], "queen")

    def test_skipgram(self):
        self.check_architecture("skipgram")

    def test_cbow(self):
        self.check_architecture("cbow")

    def test_hierarchical_softmax(self):
        self.check_architecture("skipgram", "--objective", "hs")
        self.check_architecture("cbow", "--objective", "hs")

    def test_without_training_nothing_is_known(self):
        """Shows that the score above comes from training."""
        self.good("train", CORPUS, "--epochs", "1", "--lr", "1e-9", "--quiet")
        self.assertLess(self.score("vectors.bin"), 0.1)

    def test_the_score_is_not_of_our_own_making(self):
        """The program's answers are those of the definition, worked out from the file of vectors."""
        self.good("train", CORPUS, "--epochs", "20", "--quiet")
        vectors = read_binary(self.read("vectors.bin"))
        right = 0
        sample = random.Random(1).sample(questions(), 25)
        for a, b, c, d in sample:
            best = nearest(vectors, analogy_point(vectors, b.encode(), a.encode(), c.encode()),
                           {a.encode(), b.encode(), c.encode()}, 3)
            got = tsv(self.good("analogy", b, a, c, "-k", "3").out)
            self.assertEqual([word for word, _ in got], [word.decode() for word, _ in best])
            for (_, said), (_, cosine) in zip(got, best):
                self.assertAlmostEqual(float(said), cosine, places=4)
            right += got[0][0] == d
        self.assertGreaterEqual(right, 20)


if __name__ == "__main__":
    main()

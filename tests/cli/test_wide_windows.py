"""Wide windows, as of baskets and sessions: they train, and what goes together is found."""

import random
import re

from program import REPOSITORY, Case, main, tsv

TOPICS = 10
ITEMS = 40  # of a topic


def baskets(lines, length):
    """Nine of ten items of a basket are of one topic."""
    dice = random.Random(4)
    text = []
    for line in range(lines):
        topics = [line % TOPICS if dice.random() < 0.9 else dice.randrange(TOPICS) for _ in range(length)]
        text.append(" ".join(f"item{topic}x{dice.randrange(ITEMS)}" for topic in topics))
    return "\n".join(text) + "\n"


class WideWindows(Case):
    def share_of_the_topic(self, model):
        """How many of the ten items nearest to one of each topic are of its topic."""
        queries = [f"item{topic}x3" for topic in range(TOPICS)]
        answers = tsv(self.good("neighbors", "-m", model, "-k", "10", stdin="\n".join(queries)).out)
        self.assertEqual(len(answers), 10 * TOPICS)
        return sum(query.split("x")[0] == answer.split("x")[0] for query, answer, _ in answers) / len(answers)

    def recipe(self, **replaced):
        """The command that the README gives for baskets."""
        line = re.search(r"^    w2v (train baskets\.txt .*)$", (REPOSITORY / "README.md").read_text(), re.MULTILINE)
        words = line[1].split()
        for name, value in replaced.items():
            words[words.index(f"--{name}") + 1] = str(value)
        return words

    def test_the_recipe_of_the_readme(self):
        self.write("baskets.txt", baskets(20, 600))
        for window in (20, 100):
            with self.subTest(window=window):
                self.good(*self.recipe(window=window), "-t", "1")
                self.assertGreater(self.share_of_the_topic("items.bin"), 0.95)

    def test_every_architecture_and_objective(self):
        self.write("baskets.txt", baskets(10, 600))
        for options in ("-a skipgram", "-a cbow", "-a cbow --cbow-update mean", "-a skipgram --objective hs", "-a cbow --objective hs"):
            with self.subTest(options=options):
                self.good("train", "baskets.txt", *options.split(), "--fixed-window", "-w", "1000", "-d", "50", "--subsample", "0",
                          "-t", "1", "-o", "v.bin")
                self.assertGreater(self.share_of_the_topic("v.bin"), 0.5)

    def test_many_negatives_tell_their_loss(self):
        """50 noise words and one right one, all at 0 before training, lose 51 log 2 = 35.35."""
        self.write("baskets.txt", baskets(5, 600))
        log = self.good("train", "baskets.txt", "-w", "1000", "--fixed-window", "-n", "50", "-e", "1", "--subsample", "0", "-t", "1",
                        "--lr", "1e-9", env={"W2V_SIMD": "scalar"}).err
        loss = float(re.search(r"epoch 1/1: loss ([\d.]+)", log)[1])
        self.assertAlmostEqual(loss, 35.35, delta=0.3)  # a noise word equal to the centre is left out


if __name__ == "__main__":
    main()

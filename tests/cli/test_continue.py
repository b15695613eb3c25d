"""A training that goes on with another text: words stay, new ones come in."""

import re

from program import Case, head_of_corpus, main, read_binary

EARLY = ["-t", "1", "-d", "12", "-e", "2", "--min-count", "2"]


class Continue(Case):
    def setUp(self):
        super().setUp()
        lines = head_of_corpus(3000).splitlines(keepends=True)
        self.write("a.txt", b"".join(lines[:1500]) + b"onlyearly onlyearly king queen\n")
        self.write("b.txt", b"".join(lines[1500:]) + b"onlylate onlylate onlylate king\nrarelate king\n")

    def train(self, *options):
        return self.good("train", *options)

    def early(self, *options):
        self.train("a.txt", *EARLY, *options, "--checkpoint", "a.state", "-o", "a.bin")

    def counts(self, name):
        return {word: int(count) for word, count in (line.split() for line in self.read(name).decode().splitlines())}

    def test_words_and_counts_of_both_texts(self):
        for options in ([], ["-a", "cbow"], ["--objective", "softmax"], ["--objective", "softmax", "--optimizer", "adam"]):
            with self.subTest(options=options):
                self.early(*options, "--save-vocab", "a.vocab")
                err = self.train("b.txt", "--continue", "a.state", "-t", "1", "-o", "b.bin", "--save-vocab", "b.vocab").err
                before, after = self.counts("a.vocab"), self.counts("b.vocab")
                text = self.read("b.txt").decode().split()
                for word, count in after.items():
                    self.assertEqual(count, before.get(word, 0) + text.count(word), word)
                self.assertLessEqual(set(before), set(after))
                self.assertIn("onlylate", after)
                self.assertNotIn("rarelate", after)  # --min-count holds for new words
                self.assertEqual([word.decode() for word in read_binary(self.read("b.bin"))], list(after))
                new = len(after) - len(before)
                self.assertIn(f"continuing a.state: its {len(before):,} words, {new} new one", err)

    def test_what_the_text_has_not_stays_as_it_was(self):
        self.early()
        self.train("b.txt", "--continue", "a.state", "-t", "1", "-o", "b.bin")
        before, after = read_binary(self.read("a.bin")), read_binary(self.read("b.bin"))
        self.assertEqual(before[b"onlyearly"], after[b"onlyearly"])
        self.assertNotEqual(before[b"king"], after[b"king"])
        # Close to where it was: it starts there.
        def distance(a, b):
            return sum((x - y) ** 2 for x, y in zip(a, b)) ** 0.5
        moved = distance(before[b"king"], after[b"king"])
        self.assertLess(moved, distance(before[b"king"], [0] * 12))

    def test_settings_are_those_of_the_checkpoint_unless_given(self):
        self.early("--negatives", "3", "--window", "4")
        self.assertIn("dim 12, window 4, 3 noise words of count^0.75 from a pool of 1,024, 2 epochs, rate 0.025",
                      self.train("b.txt", "--continue", "a.state", "-t", "1").err)
        self.assertIn("dim 12, window 2, 3 noise words of count^0.75 from a pool of 1,024, 3 epochs, rate 0.01",
                      self.train("b.txt", "--continue", "a.state", "-t", "1", "-w", "2", "-e", "3", "--lr", "0.01").err)

    def test_a_noise_pool_follows_window_and_negatives_unless_it_was_given(self):
        def pool(*options):
            err = self.train("b.txt", "--continue", "a.state", "-t", "1", "-o", "b.bin", *options).err
            found = re.search(r"noise words of count\^0.75( from a pool of ([0-9,]+))?", err)
            return int((found[2] or "0").replace(",", ""))

        self.early("--window", "4")
        for options, expected in (([], 2048), (["--window", "10"], 0), (["--negatives", "1"], 512), (["--negatives", "10"], 4096),
                                  (["--negatives", "11"], 0),
                                  (["--window", "10", "--noise-pool", "100"], 128)):
            with self.subTest(options=options):
                self.assertEqual(pool(*options), expected)
        self.early("--window", "10")
        self.assertEqual(pool("--window", "5"), 2048)
        self.early("--noise-pool", "300")
        self.assertEqual(pool("--window", "10"), 512)

    def test_a_setting_is_judged_beside_those_of_the_checkpoint(self):
        def goes_on(*options):
            return self.train("b.txt", "--continue", "a.state", "-t", "1", "-o", "b.bin", *options).err

        self.early("--lr", "0.05")
        self.assertIn("rate 0.05 to 0.03, ", goes_on("--min-lr", "0.03"))
        self.assertIn("rate 1e-06 to 1e-10, ", goes_on("--lr", "1e-6"))
        self.assertIn("rate 0.5 to 5e-05, ", goes_on("--lr", "0.5"))
        self.bad(2, "train", "b.txt", "--continue", "a.state", "--min-lr", "0.06", says="--min-lr 0.06: expected 0 up to --lr")
        self.bad(2, "train", "b.txt", "--continue", "a.state", "--optimizer", "adam", says="--optimizer adam: expected sgd, or --objective softmax")
        self.bad(2, "train", "b.txt", "--continue", "a.state", "--patience", "2", says="--patience 2: expected --held-out")
        self.early("--lr", "0.05", "--min-lr", "0.01")
        self.assertIn("rate 0.005 to 0.001, ", goes_on("--lr", "0.005"))  # the same share
        self.early("--objective", "softmax", "--optimizer", "adam")
        self.assertIn("full softmax, adam, ", goes_on("--optimizer", "adam"))
        self.assertIn("full softmax, sgd, batches of 128, 2 epochs, rate 0.025 to 2.5e-06, ", goes_on("--optimizer", "sgd"))

    def test_patience_is_that_of_the_checkpoint(self):
        half = head_of_corpus(8000)
        self.write("a.txt", half)
        self.write("b.txt", half)
        self.early("--held-out", "0.3", "--patience", "1")
        for options, ended in ((["--patience", "2"], True), ([], True), (["--held-out", "0"], False), (["--patience", "0"], False)):
            with self.subTest(options=options):
                err = self.train("b.txt", "--continue", "a.state", "-t", "1", "-o", "b.bin", *options).err
                self.assertEqual("the vectors are those of epoch" in err, ended)

    def test_frozen_words_stay_frozen(self):
        self.train("a.txt", *EARLY, "-o", "some.bin")
        known = list(read_binary(self.read("some.bin")))[::2]
        self.write("some.txt", f"{len(known)} 12\n".encode() + b"".join(word + b" 0.5" * 12 + b"\n" for word in known))
        self.early("--init", "some.txt", "--freeze")
        before = read_binary(self.read("a.bin"))
        for options, still in (([], known), (["--freeze"], list(before)), (["--freeze=false"], [])):
            with self.subTest(options=options):
                err = self.train("b.txt", "--continue", "a.state", "-t", "1", *options, "-o", "b.bin", "--checkpoint", "b.state").err
                after = read_binary(self.read("b.bin"))
                self.assertEqual({word: after[word] for word in still}, {word: before[word] for word in still})
                if len(still) < len(before):
                    moved = [word for word in before if after[word] != before[word]]
                    self.assertGreater(len(moved), (len(before) - len(still)) / 2)
                told = f"frozen: {len(still):,} of the {len(after):,} words keep their vectors"
                if still:
                    self.assertIn(told, err)
                else:
                    self.assertNotIn("frozen", err)
                # And from there again.
                err = self.train("b.txt", "--continue", "a.state", "--resume", "b.state", *options, "-t", "1", "-o", "c.bin").err
                self.assertEqual(told in err, bool(still))
                self.assertTrue(self.read("c.bin") == self.read("b.bin"))

    def test_frozen_words_of_a_further_text(self):
        self.early()
        err = self.train("b.txt", "--continue", "a.state", "-t", "1", "--freeze", "-o", "b.bin", "--checkpoint", "b.state").err
        before, after = read_binary(self.read("a.bin")), read_binary(self.read("b.bin"))
        self.assertIn(f"frozen: {len(before):,} of the {len(after):,} words keep their vectors", err)
        self.assertEqual({word: after[word] for word in before}, before)
        self.write("c.txt", self.read("b.txt"))
        self.train("c.txt", "--continue", "b.state", "-t", "1", "-o", "c.bin")
        self.assertEqual({word: read_binary(self.read("c.bin"))[word] for word in before}, before)
        self.assertNotEqual(read_binary(self.read("c.bin"))[b"onlylate"], after[b"onlylate"])
        self.bad(2, "train", "b.txt", "--continue", "a.state", "--resume", "b.state", "--freeze=false",
                 says="--freeze=false: the checkpoint b.state has some frozen words")

    def test_it_resumes(self):
        self.early()
        options = ["b.txt", "--continue", "a.state", "-t", "1", "-e", "60"]
        self.train(*options, "-o", "unbroken.bin")
        process = self.start("train", *options, "-o", "v.bin", "--checkpoint", "b.state", "--checkpoint-every", "0s")
        for _ in range(3):
            self.wait_for(process, "checkpoint b.state: ")
        process.kill()
        process.wait(60)
        process.stderr.read()
        self.train("b.txt", "--continue", "a.state", "--resume", "b.state", "-t", "1", "-o", "v.bin")
        self.assertTrue(self.read("v.bin") == self.read("unbroken.bin"), "other bytes than the unbroken training's")
        self.bad(1, "train", "b.txt", "--resume", "b.state", says="a checkpoint of another corpus")

    def test_the_files_of_words_stay(self):
        self.write("stop.txt", "the\nof\n")
        self.early("--stop-words", "stop.txt")
        self.train("b.txt", "--continue", "a.state", "-t", "1", "-o", "v.bin")
        self.assertFalse({b"the", b"of"} & set(read_binary(self.read("v.bin"))))

    def test_a_training_that_patience_would_have_ended_later(self):
        self.write("a.txt", head_of_corpus(8000))
        process = self.start("train", "a.txt", "-t", "1", "-d", "12", "-e", "100000", "--held-out", "0.3", "--patience", "100000",
                             "--checkpoint", "a.state", "--checkpoint-every", "0s", "-o", "a.bin")
        self.wait_for(process, "checkpoint a.state: ")
        process.kill()
        process.wait(60)
        self.bad(2, "train", "b.txt", "--continue", "a.state", says=["--continue a.state", "expected one that is done"])

    def test_refused(self):
        self.early()
        for options, says in ((["-d", "13"], "expected the architecture, objective, dim, subwords and buckets"), (["-a", "cbow"], "architecture"),
                              (["--init", "a.bin"], "--init"), (["--read-vocab", "a.txt"], "--read-vocab"),
                              (["--checkpoint", "a.state"], "it is read as --continue a.state: expected another file"),
                              (["--resume", "a.state"], "different files")):
            with self.subTest(options=options):
                self.bad(2, "train", "b.txt", "--continue", "a.state", *options, says=says)
        self.bad(1, "train", "b.txt", "--continue", "nothing", says="nothing: ")
        self.early("--objective", "hs")
        self.bad(2, "train", "b.txt", "--continue", "a.state", says="hierarchical softmax cannot go on with other words")
        process = self.start("train", "a.txt", *EARLY[:4], "-e", "1000", "--checkpoint", "a.state", "--checkpoint-every", "0s")
        self.wait_for(process, "checkpoint a.state: ")
        process.kill()
        process.wait(60)
        process.stderr.read()
        self.bad(2, "train", "b.txt", "--continue", "a.state", says="expected one that is done: --resume it")


if __name__ == "__main__":
    main()

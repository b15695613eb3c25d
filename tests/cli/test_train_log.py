"""What training says: every token of every epoch, the loss, the memory; for people, for files and for machines."""

import math
import os
import re
import select
import signal

from program import CORPUS, Case, head_of_corpus, json_lines, main, tokens_of, vocabulary_of


class Log(Case):
    def epochs(self, *options):
        """The JSON lines that tell of an epoch's end, and all lines."""
        lines = json_lines(self.good("--log-json", "train", CORPUS, *options).err)
        return [line for line in lines if "pairs" in line], lines

    def test_every_epoch_visits_every_token_at_any_number_of_threads(self):
        words = sum(count for _, count in vocabulary_of(CORPUS.read_bytes(), min_count=5))
        for threads in (1, 2, 4, 7):
            for architecture in ("skipgram", "cbow"):
                epochs, lines = self.epochs("-t", threads, "-e", 3, "-d", 8, "-a", architecture)
                self.assertEqual([line["tokens"] for line in epochs], [words] * 3)
                self.assertEqual([line["epoch"] for line in epochs], [1, 2, 3])
                whole = [line for line in lines if line["message"].startswith("trained ")]
                self.assertEqual([line["tokens"] for line in whole], [3 * words])

    def test_the_end_by_patience_is_told(self):
        self.write("c.txt", head_of_corpus(4000))
        result = self.good("train", "c.txt", "-t", "1", "-d", "10", "-e", "200", "--held-out", "0.3", "--patience", "1", "--lr", "0.5",
                           "-o", "v.bin", "--log-json")
        lines = json_lines(result.err)
        losses = [line["held_out_loss"] for line in lines if "held_out_loss" in line]
        self.assertLess(len(losses), 200)
        best = losses.index(min(losses)) + 1
        self.assertIn(f"ended after epoch {len(losses)} of 200 (--patience 1): the vectors are those of epoch {best}, "
                      f"whose held-out loss was lowest: {min(losses):.4f}", [line["message"] for line in lines])
        self.assertRegex(result.err, r"[\d.]+ [KM]?B for those of the best epoch, ")
        # What is held out is not counted.
        self.assertEqual([line["tokens"] for line in lines if line["message"].startswith("trained ")],
                         [sum(line["tokens"] for line in lines if "pairs" in line)])

    def test_a_loss_without_a_pair_is_no_number(self):
        # Most epochs keep no two words of the only pair.
        self.write("c.txt", b"king queen\n")
        tried = 0
        for seed in range(20):
            result = self.w2v("train", "c.txt", "--min-count", "1", "-t", "1", "-d", "2", "-e", "20", "--subsample", "0.02", "--seed", seed,
                              "-o", "v.bin")
            self.assertNotIn("nan", result.err)
            if result.code == 0:
                self.assertRegex(result.err, r"epoch \d+/20: no pairs, 2 tokens, \d kept, 0 pairs, ")
                tried += 1
        self.assertGreater(tried, 5)

    def test_held_out_text_without_a_pair(self):
        self.write("c.txt", head_of_corpus(3000) + b"the\n" * 30000)
        options = ["c.txt", "-t", "1", "-d", "4", "-e", "2", "--held-out", "0.3", "-o", "v.bin"]
        err = self.good("train", *options).err
        self.assertIn("epoch 1/2: no pairs in the held-out text, so it has no loss", err)
        self.assertNotIn("nan", err)
        self.bad(1, "train", *options, "--patience", "1", says=["the text that is held out has no pair", "--patience", "expected a larger --held-out"])

    def test_long_lines_lose_no_token(self):
        for name, line_end in (("line", b" "), ("lines", b"\n")):
            self.write(name, line_end.join(b"w%d" % (i % 50) for i in range(20011)))
            for limit in (2, 7, 1000, 10000):
                lines = json_lines(self.good("--log-json", "train", name, "--subsample", "0", "-e", "1", "-d", "4",
                                             "--max-sentence", limit, "-t", "1", "--fixed-window", "-w", "1", "-o", "-",
                                             "--format", "text").err if name == "line" else "")
                for epoch in (line for line in lines if "pairs" in line):
                    self.assertEqual((epoch["tokens"], epoch["kept"]), (20011, 20011))
                    # A piece of n tokens has n - 1 neighbours, each seen from both sides.
                    pieces = math.ceil(20011 / limit) if limit < 20011 else None
                    if pieces is not None and limit <= 1000 and 10000 % limit == 0:
                        self.assertLessEqual(abs(epoch["pairs"] - 2 * (20011 - pieces)), 4, limit)
        self.bad(1, "train", "lines", "--subsample", "0", says="nothing to train on")

    def test_subsampling_keeps_what_it_promises(self):
        counts = [count for _, count in vocabulary_of(CORPUS.read_bytes(), min_count=5)]
        total = sum(counts)
        formulas = {"paper": lambda r: min(1, math.sqrt(r)), "word2vec": lambda r: min(1, math.sqrt(r) + r)}
        for formula, keep in formulas.items():
            for threshold in (1e-3, 1e-4):
                expected = sum(c * keep(threshold * total / c) for c in counts)
                epochs, lines = self.epochs("-e", 2, "-d", 4, "--subsample", threshold, "--subsample-formula", formula)
                said = [line["message"] for line in lines if "expected after subsampling" in line["message"]]
                said = int(re.search(r": ([\d,]+) tokens an epoch", said[0]).group(1).replace(",", ""))
                self.assertLessEqual(abs(said - expected), 0.001 * expected)
                for epoch in epochs:  # five standard deviations at most
                    self.assertLessEqual(abs(epoch["kept"] - expected), 5 * math.sqrt(total) / 2)
        epochs, _ = self.epochs("-e", 1, "-d", 4, "--subsample", 0)
        self.assertEqual(epochs[0]["kept"], total)

    def test_loss_falls_and_does_not_depend_on_threads(self):
        last = []
        for threads in (1, 2, 4):
            epochs, _ = self.epochs("-t", threads, "-e", 8)
            losses = [line["loss"] for line in epochs]
            # Mean per pair, of 1 + 5 scores that cost log 2 each before training.
            self.assertLess(losses[0], 6 * math.log(2))
            for earlier, later in zip(losses, losses[1:]):
                self.assertLess(later, earlier)
            last.append(losses[-1])
        self.assertLess(max(last) / min(last), 1.05)

    def test_what_was_dropped_is_said(self):
        text = head_of_corpus(2000)
        self.write("c.txt", text)
        self.write("stop", "the a")
        everything = vocabulary_of(text)
        result = self.good("train", "c.txt", "--max-vocab", "50", "--stop-words", "stop")
        tokens = len(tokens_of(text))
        stopped = sum(c for w, c in everything if w in (b"the", b"a"))
        rest = [c for w, c in everything if w not in (b"the", b"a")]
        rare = [c for c in rest if c < 5]
        beyond = [c for c in rest if c >= 5][50:]
        kept = [c for c in rest if c >= 5][:50]
        for line in (f"read: {tokens:,} tokens, {len(everything):,} types",
                     f"dropped: {stopped:,} tokens, 2 types: in --stop-words stop",
                     f"dropped: {sum(rare):,} tokens, {len(rare):,} types: less frequent than --min-count 5",
                     f"dropped: {sum(beyond):,} tokens, {len(beyond):,} types: beyond --max-vocab 50",
                     f"kept: {sum(kept):,} tokens, 50 types"):
            self.assertIn(line, result.err)

    def test_memory_is_estimated_before_training(self):
        err = self.good("train", CORPUS, "-d", "100").err
        # Two matrices of 1,526 rows of 100 floats, padded to 112.
        self.assertIn("1.3 MB for two matrices", err)
        self.assertLess(err.index("for two matrices"), err.index("epoch 1/"))

    def test_settings_are_echoed(self):
        err = self.good("train", CORPUS, "-a", "cbow", "-d", "9", "-w", "3", "--fixed-window", "-n", "4", "-e", "1",
                        "--noise-power", "0.5", "--lr", "0.04", "--min-lr", "0.01", "-t", "2", "--seed", "77").err
        for words in ("cbow", "dim 9", "window 3 fixed", "4 noise words of count^0.5", "1 epochs", "rate 0.04 to 0.01",
                      "2 threads", "seed 77"):
            self.assertIn(words, err)

    def test_an_objective_has_its_own_options(self):
        self.assertIn("hierarchical softmax", self.good("train", CORPUS, "-e", "1", "--objective", "hs").err)
        for option in ("--negatives", "--noise-power", "--noise-pool"):
            self.bad(2, "train", CORPUS, "--objective", "hs", option, "1", says=[option, "--objective ns"])

    def test_a_file_gets_whole_lines(self):
        result = self.good("train", CORPUS, "-e", "3")
        self.assertNotIn("\r", result.err)
        self.assertNotIn("\x1b", result.err)
        self.assertTrue(result.err.endswith("\n"))
        self.assertEqual(result.out, b"")

    def test_quiet_and_levels(self):
        self.assertEqual(self.good("train", CORPUS, "-e", "1", "--quiet"), (0, b"", ""))
        self.assertEqual(self.good("-q", "train", CORPUS, "-e", "1"), (0, b"", ""))
        self.assertEqual(self.good("--log-level", "warning", "train", CORPUS, "-e", "1").err, "")
        self.assertEqual(self.good("vocab", CORPUS, "--quiet", "-o", "voc").err, "")
        # What went wrong is said all the same.
        self.bad(1, "train", "missing", "--quiet", says="missing")

    def test_json(self):
        for lines in (json_lines(self.good("train", CORPUS, "-e", "2", "--log-json").err),
                      json_lines(self.w2v("--log-json", "train", "missing").err),
                      json_lines(self.w2v("--log-json", "train", CORPUS, "--dim", "0").err),
                      json_lines(self.w2v("--log-json", "train", CORPUS, "--no-such-option").err),
                      json_lines(self.w2v("train", CORPUS, "--no-such-option", "--log-json").err),
                      json_lines(self.w2v("--log-json", "no-such-command").err),
                      json_lines(self.w2v("train", "-train", CORPUS, "-hs", "1", "--log-json").err)):
            self.assertTrue(lines)
            for line in lines:
                self.assertEqual(list(line)[:3], ["time", "level", "message"])
                self.assertRegex(line["time"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        epochs, _ = self.epochs("-e", 1)
        self.assertTrue({"epoch", "loss", "tokens", "kept", "pairs", "words_per_second", "seconds"} <= set(epochs[0]))
        self.write(b"\xff\xfe.txt".decode("utf-8", "surrogateescape"), "")
        json_lines(self.w2v("--log-json", "train", b"\xff\xfe.txt".decode("utf-8", "surrogateescape")).err)

    def test_a_terminal_gets_one_line_drawn_again(self):
        master, slave = self.open_terminal()
        process = self.start("train", CORPUS, "-e", "1000000", stderr=slave)
        os.close(slave)
        seen = b""
        while seen.count(b"\r\x1b[Ktraining: ") < 3:
            self.assertTrue(select.select([master], [], [], 60)[0], seen)
            seen += os.read(master, 4096)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(60), 130)
        self.assertRegex(seen.decode(), r"training: [\d.]+ %, epoch \d+/1000000, [\d.]+ [kM] words/s, loss [\d.]+, "
                                        r"rate [\d.]+, [\d:]+ (s|min|h) left")


if __name__ == "__main__":
    main()

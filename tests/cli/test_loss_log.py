"""The loss as a file, and the warnings that numbers give before a training."""

import re

from program import CORPUS, Case, head_of_corpus, json_lines, main

HEADING = ["epoch", "progress", "tokens", "pairs", "loss", "rate", "seconds", "span"]


class LossLog(Case):
    def lines(self, name="loss.tsv"):
        text = self.read(name).decode()
        self.assertTrue(text.endswith("\n"))
        rows = [line.split("\t") for line in text.splitlines()]
        self.assertEqual(rows[0], HEADING)
        for row in rows:
            self.assertEqual(len(row), len(HEADING))
        return [dict(zip(HEADING, row)) for row in rows[1:]]

    def test_epochs_are_those_that_are_reported(self):
        self.write("loss.tsv", "what was there before\n")
        reported = [line for line in json_lines(self.good("--log-json", "train", CORPUS, "-e", "3", "-d", "8", "--lr", "0.03",
                                                          "--loss-log", "loss.tsv").err) if "pairs" in line]
        epochs = [line for line in self.lines() if line["span"] == "epoch"]
        self.assertEqual(len(epochs), 3)
        for i, (line, report) in enumerate(zip(epochs, reported)):
            self.assertEqual(int(line["epoch"]), i + 1)
            self.assertAlmostEqual(float(line["progress"]), (i + 1) / 3, places=5)
            self.assertEqual(int(line["tokens"]), (i + 1) * report["tokens"])
            self.assertEqual(int(line["pairs"]), report["pairs"])
            self.assertAlmostEqual(float(line["loss"]), report["loss"], places=5)
            self.assertAlmostEqual(float(line["rate"]), 0.03 - (0.03 - 0.03e-4) * (i + 1) / 3, places=6)
        seconds = [float(line["seconds"]) for line in epochs]
        self.assertEqual(seconds, sorted(seconds))

    def test_held_out_losses_are_drawn(self):
        self.write("c.txt", head_of_corpus(5000))
        self.good("train", "c.txt", "-e", "3", "-d", "8", "--held-out", "0.3", "--loss-log", "loss.tsv", "-o", "v.bin")
        losses = [float(line["loss"]) for line in self.lines() if line["span"] == "held-out"]
        self.assertEqual(len(losses), 3)
        self.assertIn("loss.tsv, held out", self.good("plot-loss", "loss.tsv").out.decode())
        self.good("report", "v.bin", "--loss-log", "loss.tsv", "-o", "report.html")

    def test_a_report_on_a_terminal_is_a_line(self):
        master, slave = self.open_terminal()
        process = self.start("train", CORPUS, "-e", "1000000", "-d", "8", "-o", "v.bin", "--loss-log", "-", stderr=slave)
        del master
        for _ in range(2):
            while not (line := self.line_within(process.stdout)).endswith(b"\treport\n"):
                pass
            fields = dict(zip(HEADING, line.decode().split("\t")))
            self.assertGreater(int(fields["pairs"]), 0)
            self.assertGreater(float(fields["loss"]), 0)
        process.kill()

    def test_a_resumed_training_goes_on_in_the_same_file(self):
        self.write("c.txt", head_of_corpus(8000))
        process = self.start("train", "c.txt", "-t", "1", "-e", "150", "-d", "8", "-o", "v.bin", "--loss-log", "loss.tsv",
                             "--checkpoint", "state")
        self.wait_for(process, "epoch 2/")
        process.terminate()
        process.stderr.read()
        self.assertEqual(process.wait(60), 130)
        self.good("train", "c.txt", "-t", "1", "--resume", "state", "-o", "v.bin", "--loss-log", "loss.tsv")
        epochs = [line for line in self.lines() if line["span"] == "epoch"]
        self.assertEqual([int(line["epoch"]) for line in epochs], list(range(1, 151)))
        seconds = [float(line["seconds"]) for line in epochs]
        self.assertEqual(seconds, sorted(seconds))
        tokens = int(epochs[0]["tokens"])
        self.assertEqual([int(line["tokens"]) for line in epochs], [tokens * (i + 1) for i in range(150)])
        # As an unbroken one, but for the time.
        self.good("train", "c.txt", "-t", "1", "-e", "150", "-d", "8", "-o", "w.bin", "--loss-log", "whole.tsv")
        whole = [line for line in self.lines("whole.tsv") if line["span"] == "epoch"]
        for a, b in zip(epochs, whole):
            self.assertEqual({**a, "seconds": 0}, {**b, "seconds": 0})

    def test_what_cannot_be_written(self):
        self.bad(1, "train", CORPUS, "--loss-log", "no/such/folder", says=["no/such/folder: cannot open for writing"])
        result = self.bad(1, "train", CORPUS, "-e", "1", "-d", "8", "--loss-log", "/dev/full",
                          says=["/dev/full: cannot write: No space left on device: the training is done"])
        self.assertEqual(self.names(), ["vectors.bin"])
        self.assertEqual(result.err.count("the loss is not written any more, the training goes on"), 1)
        self.bad(2, "train", CORPUS, "-o", "-", "--loss-log", "-", "--format", "text", says=["--output and --loss-log are both -"])


    def test_a_log_without_a_loss_is_nothing_to_draw(self):
        self.write("c.txt", b"king queen\n")
        self.write("rows.tsv", "\t".join(HEADING) + "\n" + "".join(f"{e}\t{e / 2}\t{e}\t0\tnan\t0.01\t{e}.5\tepoch\n" for e in (1, 2)))
        self.write("more.tsv", self.read("rows.tsv") + b"2\t1.0\t2\t1\t3.25\t0.01\t3.5\tepoch\n")
        for more in ([], ["-o", "p.svg"], ["-o", "p.html"], ["more.tsv"]):
            self.bad(1, "plot-loss", "rows.tsv", *more, says="rows.tsv: no loss to draw: no report and no epoch has a pair")
        self.write("v.txt", "2 2\nking 1 2\nqueen 2 1\n")
        self.bad(1, "report", "v.txt", "--loss-log", "rows.tsv", "-o", "r.html", says="rows.tsv: no loss to draw")
        self.assertEqual(self.names(), ["c.txt", "more.tsv", "rows.tsv", "v.txt"])
        self.good("plot-loss", "more.tsv", "-o", "p.html")
        page = self.read("p.html").decode()
        self.assertIn("no pairs", page)
        self.assertIn("3.2500", page)
        self.assertNotIn(">nan<", page)

    def test_reports_without_a_loss_do_not_hide_the_epochs(self):
        rows = "".join(f"1\t0.1\t{i}\t0\tnan\t0.01\t{i}\treport\n" for i in range(9))
        self.write("c.tsv", "\t".join(HEADING) + "\n" + rows + "1\t1.0\t10\t3\t2.5\t0.01\t10.5\tepoch\n")
        self.good("plot-loss", "c.tsv", "-o", "p.svg")
        self.assertIn(b"<circle", self.read("p.svg"))


class Warnings(Case):
    def warnings(self, *arguments):
        return [line for line in self.good("train", *arguments, "-q", "-o", "v.bin", "-e", "1").err.splitlines()
                if "warning" in line]

    def test_a_small_corpus(self):
        self.assertEqual(self.warnings(CORPUS), [])
        self.write("c.txt", b"one two three four five six seven eight nine ten\n" * 300)
        few = self.warnings("c.txt", "-t", "1", "--subsample", "0")
        self.assertEqual(len(few), 1)
        self.assertIn("a small corpus: 300 tokens a word and 30 a dimension, good vectors", few[0])
        few = self.warnings("c.txt", "-t", "1", "--subsample-formula", "paper")  # sqrt(1e-4 / 0.1) stay
        self.assertIn("a small corpus: 300 tokens a word and 30 a dimension, --subsample 0.0001 drops 96.8 % of them and leaves 9 and 1, "
                      "good vectors need more than 20 and 500: more text, --subsample 0 or a higher one, ", few[0])
        self.assertEqual(self.warnings("c.txt", "-t", "1", "-d", "3", "--subsample", "0"), [])
        self.write("rare.txt", b" ".join(b"w%d" % (i // 6) for i in range(60000)))
        self.assertTrue(any(re.search(r"a small corpus: 6 tokens a word", line) for line in self.warnings("rare.txt", "-d", "2")))

    def test_a_corpus_that_subsampling_makes_small(self):
        self.write("c.txt", b"one two three four five six seven eight nine ten\n" * 3000)
        few = self.warnings("c.txt", "-t", "1", "-d", "10", "--subsample", "1e-5", "--subsample-formula", "paper")
        self.assertEqual(len(few), 1)  # sqrt(1e-5 / 0.1) of 30,000 tokens
        self.assertIn("a small corpus: 3000 tokens a word and 3000 a dimension, --subsample 1e-05 drops 99.0 % of them and leaves 30 and 30, ", few[0])
        self.assertEqual(self.warnings("c.txt", "-t", "1", "-d", "10", "--subsample", "0"), [])

    def test_threads_on_few_words(self):
        self.write("c.txt", b" ".join(b"w%d" % (i % 200) for i in range(40000)))
        self.assertEqual(self.warnings("c.txt", "-t", "1", "-d", "10"), [])
        self.assertEqual(self.warnings("c.txt", "-t", "3", "-d", "10"), [])
        crowd = self.warnings("c.txt", "-t", "4", "-d", "10")
        self.assertEqual(len(crowd), 1)
        self.assertIn("4 threads on 200 words: ", crowd[0])


if __name__ == "__main__":
    main()

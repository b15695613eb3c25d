"""The full softmax: its options, its log, its bytes, and the script that runs the Shakespeare experiment."""

import math
import re
import subprocess
import sys

from program import REPOSITORY, Case, environment, head_of_corpus, json_lines, main, program, read_binary, vocabulary_of

SOFTMAX = ["-d", "16", "-w", "2", "--min-count", "2", "--objective", "softmax"]


class Softmax(Case):
    def setUp(self):
        super().setUp()
        self.write("c.txt", head_of_corpus(200))

    def epochs(self, *options):
        return self.logged(*SOFTMAX, *options)

    def logged(self, *options):
        return [line for line in json_lines(self.good("--log-json", "train", "c.txt", *options).err) if "pairs" in line]

    def test_loss_falls_from_log_v(self):
        words = len(vocabulary_of(self.read("c.txt"), 2))
        for options in ([], ["-a", "cbow"], ["--optimizer", "adam", "--lr", "0.01"],
                        ["--optimizer", "adam", "--lr", "0.01", "-a", "cbow"]):
            with self.subTest(options=options):
                losses = [line["loss"] for line in self.epochs("-e", "4", "--subsample", "0", *options)]
                self.assertLess(losses[0], math.log(words))
                self.assertGreater(losses[0], 0.5 * math.log(words))
                for earlier, later in zip(losses, losses[1:]):
                    self.assertLess(later, earlier)

    def test_any_number_of_threads_gives_the_same_bytes(self):
        for options in ([], ["-a", "cbow", "--optimizer", "adam"]):
            seen = set()
            for threads in ("1", "2", "5"):
                err = self.good("train", "c.txt", *SOFTMAX, *options, "-e", "2", "-t", threads).err
                self.assertIn("the same bytes, with any number of threads", err)
                seen.add(self.read("vectors.bin"))
            self.assertEqual(len(seen), 1)

    def test_settings_and_memory_are_told(self):
        err = self.good("train", "c.txt", *SOFTMAX, "-e", "1", "--optimizer", "adam", "--batch", "77").err
        for words in ("full softmax, adam, batches of 77", "rate 0.001 to ", "for minibatches"):
            self.assertIn(words, err)

    def test_impossible_sets_of_options(self):
        for options, says in ((["--optimizer", "adam"], "--optimizer adam: expected sgd, or --objective softmax"),
                              (["--optimizer", "adam", "--objective", "hs"], "--optimizer adam"),
                              (["--batch", "5"], "--batch belongs to --objective softmax"),
                              ([*SOFTMAX, "--batch", "0"], "--batch 0: expected 1 to 65536"),
                              ([*SOFTMAX, "-n", "3"], "--negatives"), ([*SOFTMAX, "--noise-power", "1"], "--noise-power"),
                              ([*SOFTMAX, "--noise-pool", "1"], "--noise-pool"),
                              ([*SOFTMAX, "-a", "cbow", "--cbow-update", "mean"], "--cbow-update")):
            self.bad(2, "train", "c.txt", *options, says=says)
        self.assertEqual(self.names(), ["c.txt"])

    def test_output_rows_are_those_of_words(self):
        self.good("train", "c.txt", *SOFTMAX, "-e", "2", "--save-output", "out.bin")
        inputs, outputs = read_binary(self.read("vectors.bin")), read_binary(self.read("out.bin"))
        self.assertEqual(list(inputs), list(outputs))
        self.assertTrue(all(any(row) for row in outputs.values()))

    def test_a_subsample_drawn_once(self):
        for objective in ("ns", "softmax"):
            options = ["-d", "16", "-w", "2", "--objective", objective, "-e", "3", "--subsample", "1e-3", "--fixed-window"]
            afresh = [(line["kept"], line["pairs"]) for line in self.logged(*options)]
            once = [(line["kept"], line["pairs"]) for line in self.logged(*options, "--subsample-once")]
            self.assertGreater(len(set(afresh)), 1)
            self.assertEqual(len(set(once)), 1)

    def test_killed_and_resumed_it_ends_in_the_same_bytes(self):
        options = [*SOFTMAX, "-e", "30", "--optimizer", "adam", "-t", "2"]
        self.good("train", "c.txt", *options, "-o", "unbroken.bin")
        process = self.start("train", "c.txt", *options, "--checkpoint", "state", "--checkpoint-every", "0s")
        for _ in range(3):
            self.wait_for(process, "checkpoint state: ")
        process.kill()
        process.wait(60)
        self.good("train", "c.txt", "--resume", "state", "-t", "1", "-o", "v.bin")
        self.assertTrue(self.read("v.bin") == self.read("unbroken.bin"))
        for option, value in (("--optimizer", "sgd"), ("--batch", "5")):
            self.bad(2, "train", "c.txt", "--resume", "state", option, value, says=f"{option} {value}: the checkpoint state has")


class Shakespeare(Case):
    def script(self, *arguments, path=None):
        env = environment({"W2V_PROGRAM": program(), **({"PATH": path} if path is not None else {})})
        done = subprocess.run([sys.executable, REPOSITORY / "scripts" / "shakespeare", *map(str, arguments)], cwd=self.folder,
                              env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def test_a_short_form(self):
        self.write("pieces.txt", "my Ġlord Ġand Ġmy Ġlady Ġqueen Ġking Ċ speak , Ġlord , Ġspeak ! Ċ " * 600)
        code, out, err = self.script("--text", "pieces.txt", "--epochs", "2", "--threads", "1", "--pictures", "drawn")
        self.assertEqual(code, 0, err)
        self.assertEqual(sorted(path.name for path in (self.folder / "drawn").iterdir()),
                         ["cbow-heatmap.html", "cbow-map.html", "index.html", "skipgram-heatmap.html", "skipgram-map.html"])
        page = self.read("drawn/skipgram-map.html").decode()
        shown = re.search(r'"words":\[(.*?)\]', page).group(1)
        self.assertEqual(sorted(shown.split(",")), ['"Ġking"', '"Ġlady"', '"Ġlord"', '"Ġqueen"', '"Ġspeak"'])
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in out.splitlines() if line.startswith("|")]
        self.assertEqual([row[0] for row in rows[2:]],
                         ["skipgram, full softmax, the earlier experiment", "skipgram, full softmax",
                          "cbow, full softmax, the earlier experiment", "cbow, full softmax",
                          "skipgram, negative sampling", "cbow, negative sampling"])
        self.assertEqual({len(row) for row in rows}, {8})
        ours = [row for row in rows[2:] if "earlier" not in row[0]]
        self.assertEqual({row[1] for row in ours}, {"12"})
        self.assertEqual(len({row[2] for row in ours}), 1)  # the same tokens
        for row in ours:
            self.assertEqual(row[3], "2")
            self.assertRegex(row[6], r"^\d+ s$")
            self.assertRegex(row[7], r"^\S+ -?\d\.\d\d, \S+ -?\d\.\d\d, \S+ -?\d\.\d\d$")
        self.assertLess(float(ours[0][5]), math.log(12))

    def test_without_a_text(self):
        code, out, err = self.script(path=str(self.folder))
        self.assertEqual((code, out), (1, ""))
        self.assertTrue(re.search(r"not installed.*expected --text FILE", err), err)
        code, _, err = self.script("--text", "none")
        self.assertEqual((code, err), (1, "none: no such file\n"))


if __name__ == "__main__":
    main()

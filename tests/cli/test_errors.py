"""What goes wrong is said, early, with the right exit code, and leaves no half-written file."""

import os
import re
import resource
import subprocess

from program import CORPUS, Case, full_disk, head_of_corpus, json_lines, main, program, text_vectors

SMALL = ["-e", "1", "-d", "10", "-q"]


class Corpus(Case):
    def test_nothing_left(self):
        self.write("c", "a b c\na b\na\n")
        result = self.bad(1, "train", "c", says=["6 tokens", "3 different", "3 times", "--min-count", "5"])
        self.assertNotIn("empty", result.err)
        self.write("big", head_of_corpus(50))
        self.bad(1, "train", "big", "--min-count", "1000000", says=["--min-count", "1000000"])
        self.write("stop", "a b c")
        self.bad(1, "train", "c", "--min-count", "1", "--stop-words", "stop", says="stop")
        self.assertEqual(self.names(), ["big", "c", "stop"])

    def test_paths(self):
        (self.folder / "empty").mkdir()
        self.bad(1, "train", "missing", says=["missing", "No such file"])
        self.bad(1, "train", CORPUS, "missing", says="missing")
        self.bad(1, "train", "empty", says=["empty", "folder without files"])
        self.bad(1, "vocab", "missing", says="missing")
        self.bad(2, "train", "-", "-", says="standard input")
        self.bad(1, "train", CORPUS, "--stop-words", "missing", says="missing")
        self.bad(1, "train", CORPUS, "--keep-words", "missing", says="missing")
        self.bad(1, "train", CORPUS, "--read-vocab", "missing", says="missing")
        self.assertEqual(self.names(), ["empty"])

    def test_what_a_folder_has_beside_files_is_counted(self):
        self.write("texts/part.txt", "a b\n")
        self.write("elsewhere/other.txt", "c\n")
        self.write("texts/sub/.hidden", "d\n")
        os.symlink("../elsewhere/other.txt", self.folder / "texts/file")
        expected = b"a 1\nb 1\nc 1\n"
        quiet = self.good("vocab", "texts", "--min-count", "1", "-q")
        self.assertEqual((quiet.out, quiet.err), (expected, ""))
        os.symlink("nowhere", self.folder / "texts/dangling")
        os.symlink("part.txt/x", self.folder / "texts/through-a-file")
        os.symlink("loop", self.folder / "texts/loop")
        os.symlink("../../elsewhere", self.folder / "texts/sub/folder")
        os.mkfifo(self.folder / "texts/pipe")
        os.symlink("../pipe", self.folder / "texts/sub/to-a-pipe")
        os.symlink("/dev/null", self.folder / "texts/device")
        os.symlink("nowhere", self.folder / "texts/.hidden-link")
        os.mkfifo(self.folder / "texts/.hidden-pipe")
        warning = ("w2v: warning: texts: not read: 3 links that lead nowhere, 1 link to a folder, 3 pipes, sockets or devices: "
                   "expected files, links to files, and folders\n")
        for line, out in (("vocab texts --min-count 1 -q", expected), ("tokenize texts -q", b"c\na b\n"), ("phrases texts -q", b"c\na b\n")):
            result = self.good(*line.split())
            self.assertEqual((result.out, result.err), (out, warning), line)
        result = self.good("train", "texts", "--min-count", "1", "-d", "5", "-e", "1", "--subsample", "0", "-q", "-o", "v.bin")
        self.assertEqual(result.err.count(warning), 1)
        self.assertEqual(json_lines(self.good("vocab", "texts", "--min-count", "1", "-q", "--log-json").err)[0]["level"], "warning")
        for part in ("part.txt", "file"):
            os.remove(self.folder / "texts" / part)
        self.bad(1, "vocab", "texts", says=[warning, "texts: a folder without files: expected text"])

    def test_a_wrong_path_shows_before_the_others_are_read(self):
        self.fifo("pipe")  # nobody writes to it: whoever reads it waits for ever
        self.bad(1, "train", "pipe", "missing", says="missing")

    def test_unreadable(self):
        self.write("secret", head_of_corpus(10)).chmod(0)
        more = {}
        if os.geteuid() == 0:
            self.folder.chmod(0o777)
            more = {"user": 65534, "group": 65534}
            try:
                subprocess.run([program(), "--version"], check=True, stdout=subprocess.DEVNULL, cwd=self.folder, **more)
            except (OSError, subprocess.SubprocessError):
                self.skipTest("the program cannot be run by another user than root here")
        self.bad(1, "train", "secret", says=["secret", "Permission denied"], **more)
        self.bad(1, "neighbors", "-m", "secret", "x", says=["secret", "Permission denied"], **more)


class Output(Case):
    def test_a_wrong_output_shows_before_the_corpus_is_read(self):
        self.fifo("pipe")
        (self.folder / "folder").mkdir()
        for path, reason in (("missing/v.bin", "No such file"), ("folder", "is a folder"), ("pipe/v.bin", "Not a directory")):
            self.bad(1, "train", "pipe", "-o", path, says=[path, reason])
            self.bad(1, "train", "pipe", "--save-vocab", path, says=[path, reason])
            self.bad(1, "vocab", "pipe", "-o", path, says=[path, reason])
            self.bad(1, "convert", "pipe", path, says=[path, reason])
        self.bad(2, "train", "pipe", "-o", "", says="output")
        self.assertEqual(self.names(), ["folder", "pipe"])

    def test_full_device(self):
        self.good("train", CORPUS, *SMALL)
        self.write("questions", "king man woman\n")
        for arguments in (["train", CORPUS, *SMALL, "-o", "/dev/full"],
                          ["train", CORPUS, *SMALL, "--save-vocab", "/dev/full", "-o", "other.bin"],
                          ["vocab", CORPUS, "-o", "/dev/full"],
                          ["convert", "vectors.bin", "/dev/full"]):
            self.bad(1, *arguments, says=["/dev/full", "No space left"])
        self.assertEqual(self.names(), ["questions", "vectors.bin"])
        with open("/dev/full", "wb") as full:
            for arguments in (["train", CORPUS, *SMALL, "-o", "-"], ["vocab", CORPUS], ["vocab", CORPUS, "--max-vocab", "1"],
                              ["convert", "vectors.bin", "-"], ["info"], ["info", "vectors.bin"], ["neighbors", "king"],
                              ["neighbors", "king", "--format", "json"], ["neighbors", "king", "--format", "table"],
                              ["analogy", "king", "man", "woman"], ["--help"], ["train", "--help"], ["--version"]):
                with self.subTest(arguments):
                    self.bad(1, *arguments, stdout=full, says=["standard output", "No space left"])
            self.bad(1, "analogy", stdin=b"king man woman\n", stdout=full, says="No space left")

    def test_full_disk(self):
        disk = full_disk(self, 160 << 10)
        old = text_vectors({"old": (1, 2)})
        self.write("c", head_of_corpus(3000))
        self.good("train", "c", "-e", "1", "-d", "30", "-o", "good.bin")
        needed = len(self.read("good.bin"))
        self.assertLess(needed, 140 << 10)
        for name, arguments in {"v.bin": ["train", "c", "-e", "1", "-d", "100", "-o"],   # known beforehand
                                "v.txt": ["train", "c", "-e", "1", "-d", "30", "-o"],    # text is longer than its numbers
                                "voc": ["vocab", "-", "--min-count", "1", "-o"]}.items():
            path = os.path.join(disk, name)
            with open(path, "wb") as file:
                file.write(old)
            stdin = b"".join(b"word%d\n" % i for i in range(20000)) if name == "voc" else b""
            result = self.bad(1, *arguments, path, stdin=stdin, says=[path, "write"])
            if name == "v.bin":
                self.assertNotIn("epoch 1/", result.err)
            with open(path, "rb") as file:
                self.assertEqual(file.read(), old)
            self.assertEqual(os.listdir(disk), [name])
            os.unlink(path)
        big = self.write("big.txt", text_vectors({f"w{i}": (i / 7,) * 20 for i in range(2000)}))
        self.bad(1, "convert", big, os.path.join(disk, "v.txt"), says="No space left")
        self.assertEqual(os.listdir(disk), [])

    def test_file_size_limit(self):
        """As a full disk, for those who may not mount one."""
        self.write("v.txt", "old")
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
        for output in ("v.txt", "new.bin"):
            self.bad(1, "train", CORPUS, *SMALL, "-o", output, says=[output, "File too large"], preexec_fn=limit,
                     restore_signals=False)
        self.assertEqual(self.names(), ["v.txt"])
        self.assertEqual(self.read("v.txt"), b"old")

    def test_spool_on_a_full_disk(self):
        disk = full_disk(self, 64 << 10)
        self.bad(1, "train", CORPUS, "--memory", "1", env={"TMPDIR": disk}, says=["--memory", "TMPDIR"])
        self.bad(1, "train", CORPUS, "--memory", "1", env={"TMPDIR": "/no/such"}, says="/no/such")
        self.assertEqual(os.listdir(disk), [])
        self.assertNotIn("vectors.bin", self.names())


class Usage(Case):
    def setUp(self):
        super().setUp()
        self.fifo("pipe")  # as the corpus: whoever began to work would wait for ever

    def test_impossible_options(self):
        for options in (["--dim", "0"], ["--dim", "-1"], ["--dim", "1000000000"], ["--dim", "ten"], ["--dim", "1.5"],
                        ["--window", "0"], ["--window", "-3"], ["--negatives", "0"], ["--negatives", "-1"],
                        ["--epochs", "0"], ["--epochs", "-2"], ["--epochs", "99999999999"],
                        ["--subsample", "2"], ["--subsample", "-1"], ["--subsample", "nan"],
                        ["--lr", "-0.1"], ["--lr", "0"], ["--lr", "nan"], ["--lr", "inf"], ["--lr", "fast"],
                        ["--min-lr", "-1"], ["--min-lr", "1"], ["--min-lr", "nan"], ["--noise-power", "nan"],
                        ["--noise-power", "inf"], ["--noise-pool", "-1"], ["--noise-pool", "16777217"], ["--max-sentence", "1"], ["--max-sentence", "0"],
                        ["--threads", "0"], ["--threads", "-1"], ["--threads", "two"], ["--min-count", "-1"],
                        ["--max-vocab", "-1"], ["--memory", "much"], ["--memory", "-1"], ["--memory", "4X"],
                        ["--architecture", "glove"], ["--cbow-update", "median"], ["--subsample-formula", "mine"],
                        ["--format", "json"], ["--seed", "-1"], ["--seed", "x"]):
            with self.subTest(options):
                self.bad(2, "train", "pipe", *options, says=options[0])
        self.assertEqual(self.names(), ["pipe"])

    def test_whole_numbers_are_decimal(self):
        for option, name in (("--dim", "dim"), ("--min-count", "min-count"), ("--seed", "seed"), ("--window", "window")):
            self.good("train", CORPUS, "-t", "1", "-e", "1", option, "010", "-o", "zero.bin")
            self.good("train", CORPUS, "-t", "1", "-e", "1", option, "10", "-o", "ten.bin")
            self.assertTrue(self.read("zero.bin") == self.read("ten.bin"), name)
        for wrong in ("0x10", "-5", "1e3", "1.5", "x", "99999999999999999999"):
            for option in ("--dim", "--window", "--negatives", "--epochs", "--max-sentence", "--seed"):
                self.bad(2, "train", CORPUS, f"{option}={wrong}", says=[f"{option}: expected a whole number from 0", f"found '{wrong}'"])
        self.assertEqual(self.names(), ["pipe", "ten.bin", "zero.bin"])
        self.bad(2, "train", CORPUS, "--max-sentence", "10001", says="--max-sentence 10001: expected 2 to 10000")

    def test_numbers_with_a_fraction_are_decimal_and_finite(self):
        found = 0
        commands = self.good("--help").out.decode().split("Subcommands:\n")[1].split("\n\n")[0]
        for command in re.findall(r"^  ([a-z-]+) ", commands, re.MULTILINE):
            for option, several in re.findall(r"^  .*(--[a-z-]+) X(,\.\.\.)?[ =]", self.good(command, "--help").out.decode(), re.MULTILINE):
                found += 1
                for wrong in ("nan", "-nan", "NAN", "inf", "-inf", "infinity", "1e999", "-1e999", "0x1p3", "0x10", "1.5x", "one", "1 ", " 1", "--1", "+-1"):
                    self.bad(2, command, f"{option}={wrong}", says=f"{option}: expected a number, found '{wrong}'")
                    if several:
                        self.bad(2, command, f"{option}=1,{wrong}", says=f"{option}: expected a number, found '{wrong}'")
        self.assertGreaterEqual(found, 9)
        self.write("c.txt", "a b\n" * 20)
        for right in ("1", "+1", "1.", ".1e1", "1E0", "1e-999", "0.5"):
            self.assertTrue(self.good("phrases", "c.txt", "--min-count", "1", "--threshold", right).out.startswith(b"a_b\n"), right)
        self.assertTrue(self.good("phrases", "c.txt", "--min-count", "1", "--threshold", "1e300").out.startswith(b"a b\n"))
        os.remove(self.folder / "c.txt")
        self.assertEqual(self.names(), ["pipe"])

    def test_empty_values(self):
        for line in ("train c.txt --resume", "train c.txt --init", "train c.txt --memory", "train c.txt --read-vocab", "neighbors the -m",
                     "map --words", "pool --vocab", "eval q -m", "train c.txt -o", "train"):
            self.bad(2, *line.split(), "", says="expected a value, found an empty one")
        self.assertEqual(self.names(), ["pipe"])

    def test_options_without_use(self):
        self.bad(2, "train", CORPUS, "--checkpoint-every", "30s", says="--checkpoint-every belongs to --checkpoint")

    def test_all_faults_at_once(self):
        self.bad(2, "train", "pipe", "--dim", "0", "--negatives", "0", "--lr", "-1", "--subsample", "2",
                 says=["--dim 0", "--negatives 0", "--lr -1", "--subsample 2"])

    def test_unknown_and_missing(self):
        self.bad(2, "train", "pipe", "--no-such-option", says=["--no-such-option", "w2v train --help"])
        self.bad(2, "neighbors", "--no-such-option", "x", says=["--no-such-option", "w2v neighbors --help"])
        self.bad(2, "--no-such-option", says="w2v --help")
        self.bad(2, says="w2v --help")
        self.bad(2, "no-such-command", says="w2v --help")
        self.bad(2, "train", says="corpus")
        self.bad(2, "vocab", says="corpus")
        self.bad(2, "convert", says="input")
        self.bad(2, "convert", "v.bin", says="output")
        self.bad(2, "train", "pipe", "--dim", says="--dim")
        self.bad(2, "train", "pipe", "--dim", "3", "--dim", "4", says="--dim")
        self.bad(2, "neighbors", "x", "-k", "0", says="-k")
        self.bad(2, "neighbors", "x", "-k", "-1", says="-k")
        for arguments, least in ((["-k", "0"], 1), (["-k", "99999999999999999999"], 1), (["--limit", "0"], 1), (["--limit", "-1"], 1)):
            self.bad(2, "neighbors", "x", *arguments, says=f"{arguments[0]}: expected a whole number from {least}, found '{arguments[1]}'")
        self.bad(2, "eval", "x", "--top", "-1", says="--top: expected a whole number from 0, found '-1'")
        self.bad(2, "neighbors", "x", "--format", "xml", says="--format")
        self.bad(2, "info", "a", "b", says="w2v info --help")
        self.bad(2, "train", "pipe", "--log-level", "loud", says="--log-level")

    def test_a_word_to_stop_and_to_keep(self):
        self.write("stop", "the of")
        self.write("keep", "of and")
        self.bad(2, "train", "pipe", "--stop-words", "stop", "--keep-words", "keep", says=["'of'", "stop", "keep"])


class Divergence(Case):
    def test_learning_rate_too_high(self):
        self.write("v.bin", "old")
        for architecture in ("skipgram", "cbow"):
            result = self.bad(1, "train", CORPUS, "--lr", "50", "-a", architecture, "-o", "v.bin", says=["diverged", "--lr"])
            self.assertRegex(result.err, r"learning rate \d")
            self.assertEqual(self.read("v.bin"), b"old")
            self.bad(1, "train", CORPUS, "--lr", "1e30", "-a", architecture, "-o", "new.bin", says=["diverged", "--lr"])
        self.assertEqual(self.names(), ["v.bin"])


if __name__ == "__main__":
    main()

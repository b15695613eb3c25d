"""What train, vocab and pictures write, and what they may not write over."""

import os

from program import Case, head_of_corpus, main, read_binary


class Outputs(Case):
    def setUp(self):
        super().setUp()
        self.write("c.txt", head_of_corpus(5000))
        self.quick = ("c.txt", "-t", "1", "-e", "1", "-d", "5")

    def test_no_output_is_written_over_what_is_read(self):
        os.link(self.folder / "c.txt", self.folder / "same.txt")
        (self.folder / "texts").mkdir()
        (self.folder / "texts" / "part.txt").write_bytes(self.read("c.txt"))
        before = self.read("c.txt")
        for option in ("--output", "--save-output", "--save-vocab", "--loss-log", "--checkpoint"):
            for path in ("c.txt", "./c.txt", "same.txt"):
                self.bad(2, "train", *self.quick, option, path, says=[f"{option} {path}: it is read as CORPUS c.txt"])
        self.bad(2, "train", "texts", "-o", "texts/part.txt", says=["texts/part.txt", "it is read"])
        self.bad(2, "vocab", "c.txt", "-o", "c.txt", says="it is read as CORPUS c.txt")
        self.assertEqual(self.read("c.txt"), before)
        self.good("train", *self.quick, "-o", "v.bin")
        model = self.read("v.bin")
        self.write("v.html", model)
        for command in ("map -m v.bin --format html -o v.bin", "heatmap the of -m v.bin --format svg -o v.bin", "report v.html -o v.html",
                        "cluster -m v.bin -c 3 -o v.bin"):
            name = command.split()[-1]
            self.bad(2, *command.split(), says=f"--output {name}: it is read as ")
            self.assertEqual(self.read(name), model)
        self.good("train", *self.quick, "--init", "v.bin", "-o", "v.bin")  # is in memory by then

    def test_no_output_over_any_other_input(self):
        questions = b": all\nthe of and in\n"
        self.write("q.txt", questions)
        self.write("list.txt", "the\nof\nand\n")
        self.good("train", *self.quick, "-o", "v.bin", "--held-out", "0.3", "--loss-log", "loss.tsv", "--checkpoint", "run.state")
        self.good("vocab", "c.txt", "-o", "voc.txt")
        os.link(self.folder / "q.txt", self.folder / "q.html")
        os.link(self.folder / "loss.tsv", self.folder / "loss.html")
        before = {name: self.read(name) for name in self.names()}
        for line in ("train c.txt --eval q.txt -o q.txt --format text", "train c.txt --stop-words list.txt --save-vocab list.txt",
                     "train c.txt --continue run.state --save-vocab run.state", "train c.txt --resume run.state --save-vocab run.state",
                     "train c.txt --read-vocab voc.txt --loss-log voc.txt", "train c.txt --init v.bin --save-output v.bin -o w.bin",
                     "pool -m v.bin c.txt -o v.bin", "pool -m v.bin c.txt -o c.txt", "tokenize c.txt -o c.txt", "phrases c.txt -o ./c.txt",
                     "phrases c.txt --common list.txt -o list.txt", "plot-loss loss.tsv -o loss.html", "report v.bin --eval q.txt -o q.html",
                     "report v.bin --loss-log loss.tsv -o loss.html", "map -m v.bin --words list.txt -o list.txt --format tsv",
                     "heatmap -m v.bin --words list.txt -o list.txt --format tsv", "convert v.bin list.txt --words list.txt"):
            self.bad(2, *line.split(), says="it is read as ")
            self.assertEqual({name: self.read(name) for name in self.names()}, before, line)
        self.bad(2, "pool", "c.txt", "-o", "v.bin", env={"W2V_MODEL": "v.bin"}, says="--output v.bin: it is read as $W2V_MODEL v.bin")
        self.good("train", *self.quick, "--resume", "run.state", "--held-out", "0.3", "-o", "v.bin")

    def test_two_outputs_are_not_one_file_by_two_names(self):
        for other in ("--save-output", "--checkpoint", "--save-vocab", "--loss-log"):
            self.bad(2, "train", *self.quick, "-o", "same", other, "./same", says="expected different files")
        self.assertEqual(self.names(), ["c.txt"])

    def test_an_unfinished_file_in_a_folder_is_not_read(self):
        self.write("texts/part.txt", "a b\n")
        self.write("texts/old.txt.w2v-17-1.tmp", "c d\n")
        self.assertEqual(self.good("vocab", "texts", "--min-count", "1").out, b"a 1\nb 1\n")

    def test_an_output_goes_where_a_link_leads(self):
        (self.folder / "there").mkdir()
        os.symlink("there/v.bin", self.folder / "link.bin")
        for _ in range(2):  # nothing is there at first
            self.good("train", *self.quick, "-o", "link.bin")
            self.assertTrue((self.folder / "link.bin").is_symlink())
            self.assertGreater(len(read_binary(self.read("there/v.bin"))), 10)

    def test_an_output_keeps_its_owner_and_mode(self):
        path = self.write("v.bin", "old")
        path.chmod(0o640)
        if os.geteuid() == 0:
            os.chown(path, 1234, 4321)
        before = path.stat()
        self.good("train", *self.quick, "-o", "v.bin")
        after = path.stat()
        self.assertNotEqual(self.read("v.bin"), b"old")
        self.assertEqual((after.st_uid, after.st_gid, after.st_mode), (before.st_uid, before.st_gid, before.st_mode))

    def test_vectors_are_safe_when_another_output_fails(self):
        for option in ("--save-output", "--checkpoint"):
            self.bad(1, "train", *self.quick, "-o", "v.bin", option, "/dev/full", says="/dev/full")
            self.assertGreater(len(read_binary(self.read("v.bin"))), 10)
            os.remove(self.folder / "v.bin")

    def test_classes(self):
        self.bad(2, "train", *self.quick, "--classes", "3", says="--output")
        self.bad(2, "train", *self.quick, "--classes", "3", "-o", "x", "--format", "text", says="--format")
        self.good("train", *self.quick, "--classes", "3", "-o", "classes.tsv", "--save-output", "contexts.bin")
        words = dict(line.split() for line in self.read("classes.tsv").splitlines())
        self.assertEqual(set(words), set(read_binary(self.read("contexts.bin"))))
        self.assertEqual(set(words.values()), {b"0", b"1", b"2"})
        self.good("train", *self.quick, "-o", "v.bin")
        self.assertEqual(self.good("cluster", "-m", "v.bin", "-c", "3").out, self.read("classes.tsv"))
        self.assertEqual(self.good("train", *self.quick, "--classes", "3", "-o", "-").out, self.read("classes.tsv"))

    def test_a_command_that_is_none(self):
        self.bad(2, "neighbours", "king", says=["no command neighbours", "near spellings: neighbors"])
        self.bad(2, "train", "c.txt", "--dimm=5", says=["--dimm=5; near spellings: --dim; see ", "w2v train --help"])
        self.bad(2, "--quite", "info", says="--quite; near spellings: --quiet")
        self.bad(2, "--log-level", "debug", "foo", says="no command foo")
        self.bad(2, "neighbors", "king", "--min-similarity", "2", says="--min-similarity 2: expected a number from -1 to 1")


if __name__ == "__main__":
    main()

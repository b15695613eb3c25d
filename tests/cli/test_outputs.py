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
        self.bad(2, "neighbours", "king", says="no command neighbours")
        self.bad(2, "--log-level", "debug", "foo", says="no command foo")
        self.bad(2, "neighbors", "king", "--min-similarity", "2", says="--min-similarity 2: expected a number from -1 to 1")


if __name__ == "__main__":
    main()

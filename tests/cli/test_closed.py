"""Standard input, output and error may be closed, as by `<&- >&- 2>&-`: no output is damaged, none is lost in silence, and nothing hangs."""

import itertools
import os

from program import Case, head_of_corpus, main, text_vectors

STANDARD = {0: "standard input", 1: "standard output"}
CLOSED = [fds for count in (1, 2, 3) for fds in itertools.combinations((0, 1, 2), count)]
LOSS_LOG = "epoch\tprogress\ttokens\tpairs\tloss\trate\tseconds\tspan\n1\t1.000000\t100\t50\t2.5\t0.01\t1.000\tepoch\n"

# Each with what it reads on standard input; None if it reads nothing there. `-` at the end of a line: the answer goes to standard output.
COMMANDS = {
    "train c.txt -t 1 -e 1 -d 5 --min-count 1 -o v.bin --save-vocab voc --save-output out.bin --checkpoint run.state": None,
    "train - -t 1 -e 1 -d 5 --min-count 1 -o v.txt": "c.txt",
    "train c.txt -t 2 -e 1 -d 5 --min-count 1 --loss-log - -o v.bin": None,
    "train c.txt -t 1 -e 1 -d 5 --min-count 1 -o -": None,
    "vocab c.txt --min-count 1 -o v": None,
    "vocab - --min-count 1 -o v": "c.txt",
    "vocab - --min-count 1": "c.txt",
    "tokenize c.txt -o tokens": None,
    "tokenize -o tokens": "c.txt",
    "tokenize c.txt": None,
    "phrases c.txt --threshold 1 -o joined": None,
    "phrases --threshold 1": "c.txt",
    "phrases c.txt --common - -o joined": "list",
    "neighbors -m m.txt a": None,
    "neighbors -m m.txt": "list",
    "neighbors -m - a": "m.txt",
    "neighbors -m m.txt a --among -": "list",
    "analogy -m m.txt a b c": None,
    "analogy -m m.txt": "list3",
    "similarity -m m.txt a b": None,
    "similarity -m m.txt": "list2",
    "odd -m m.txt a b c": None,
    "odd -m m.txt": "list3",
    "eval -m m.txt pairs": None,
    "eval -m m.txt -": "pairs",
    "convert m.txt v.bin": None,
    "convert - v.npy": "m.txt",
    "convert m.txt - --format text": None,
    "info m.txt": None,
    "info -": "m.txt",
    "info": None,
    "pool -m m.txt c.txt -o pooled": None,
    "pool -m m.txt": "c.txt",
    "pool -m m.txt c.txt --format npy": None,
    "cluster -m m.txt -c 2 -o classes": None,
    "cluster -m m.txt -c 2": None,
    "index m.bin": None,
    "map -m m.txt --method pca -o map.html": None,
    "map -m m.txt --words - --method pca --format tsv": "list",
    "heatmap -m m.txt a b c -o heat.svg": None,
    "heatmap -m m.txt a b c --format tsv": None,
    "plot-loss loss.tsv -o loss.html": None,
    "plot-loss -": "loss.tsv",
    "report m.txt --method pca -o report.html": None,
    "report - --method pca": "m.txt",
    "--help": None,
    "--version": None,
    "help train": None,
}
MADE_TO_STANDARD_OUTPUT = ("index m.bin",)  # beside their files


class Closed(Case):
    def setUp(self):
        super().setUp()
        self.write("c.txt", head_of_corpus(30))
        self.write("m.txt", text_vectors({"a": (1, 2), "b": (2, 1), "c": (0.5, 1), "d": (-1, 1)}))
        self.write("list", "a\nb\n")
        self.write("list2", "a\tb\n")
        self.write("list3", "a b c\n")
        self.write("pairs", "a b 1\nb c 2\na c 3\na d 4\n")
        self.write("loss.tsv", LOSS_LOG)
        self.good("convert", "m.txt", "m.bin", "-q")
        self.given = {name: self.read(name) for name in self.names()}

    def run_with(self, line, reads, closed):
        """Runs a command; what came of it, and the files that it made, which are removed."""
        with open(self.folder / reads if reads else os.devnull, "rb") as source:
            result = self.w2v(*line.split(), stdin=source, preexec_fn=lambda: [os.close(fd) for fd in closed])
        made = {name: self.read(name) for name in self.names() if name not in self.given}
        for name in made:
            os.remove(self.folder / name)
        self.assertEqual({name: self.read(name) for name in self.names()}, self.given, line)
        return result, made

    def test_every_command(self):
        for line, reads in COMMANDS.items():
            whole, files = self.run_with(line, reads, ())
            self.assertEqual(whole.code, 0, f"{line}: {whole.err}")
            steady = {name for name, data in self.run_with(line, reads, ())[1].items() if data == files[name]}
            for closed in CLOSED:
                with self.subTest(line, closed=closed):
                    result, made = self.run_with(line, reads, closed)
                    lost = [fd for fd in closed if (fd == 0 and reads) or (fd == 1 and whole.out)]
                    self.assertEqual(result.code, 1 if lost else 0, result.err)
                    if lost and 2 not in closed:
                        self.assertRegex(result.err, f"({'|'.join(STANDARD[fd] for fd in lost)}): cannot (read|write): ")
                    if not lost:
                        self.assertEqual(set(made), set(files))
                        self.assertEqual({name: made[name] for name in steady}, {name: files[name] for name in steady})
                        self.assertTrue(1 in closed or result.out == whole.out or "-t 2" in line)
                    elif line not in MADE_TO_STANDARD_OUTPUT and 0 in lost:
                        self.assertEqual(made, {})

    def test_messages_of_a_closed_standard_error_are_nowhere(self):
        self.write("c.txt", "a b\xff\n".encode("latin-1"))
        self.given["c.txt"] = self.read("c.txt")
        for line in ("vocab c.txt --min-count 1 -o v", "tokenize c.txt -o v", "vocab missing -o v"):
            for closed in ((2,), (0, 1, 2)):
                result, made = self.run_with(line, None, closed)
                self.assertEqual((result.code, result.out), (1 if "missing" in line else 0, b""), line)
                self.assertEqual([data for data in made.values() if b"w2v" in data or b"tokens" in data], [], line)

    def test_a_log_of_the_loss_that_nobody_can_read(self):
        result, made = self.run_with("train c.txt -t 1 -e 1 -d 5 --min-count 1 --loss-log - -o v.bin", None, (1,))
        self.assertEqual((result.code, made), (1, {}))  # is found before the training
        self.assertNotIn("epoch 1", result.err)


if __name__ == "__main__":
    main()

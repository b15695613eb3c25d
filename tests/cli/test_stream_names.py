"""Standard input and output by their paths, /dev/stdout and the like, are the streams themselves, never the files behind them."""

import os
import subprocess

from program import Case, head_of_corpus, main, program, environment, text_vectors

INPUTS = ("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0", "/dev/../dev/stdin", "link-in")
OUTPUTS = ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/proc/thread-self/fd/1", "link-out")
VECTORS = {"a": (1, 2), "b": (2, 1), "c": (0.5, 1), "d": (-1, 1)}


class StreamNames(Case):
    def setUp(self):
        super().setUp()
        self.write("c.txt", head_of_corpus(30))
        self.write("m.txt", text_vectors(VECTORS))
        self.write("loss.tsv", "epoch\tprogress\ttokens\tpairs\tloss\trate\tseconds\tspan\n1\t1.0\t100\t50\t2.5\t0.01\t1.0\tepoch\n")
        os.symlink("/dev/stdin", self.folder / "link-in")
        os.symlink("/dev/stdout", self.folder / "link-out")

    def into_file(self, *arguments, stdin=subprocess.DEVNULL, first=b"before\n", mode="wb", fd=1):
        """What a file holds that a shell has begun and the program, whose descriptor `fd` it is, has gone on with."""
        with open(self.folder / "into", mode) as file:
            inode = os.fstat(file.fileno()).st_ino
            file.write(first)
            file.flush()
            handed = {1: {"stdout": file}, 2: {"stderr": file}}.get(fd, {"pass_fds": (file.fileno(),)})
            line = [str(file.fileno()) if a == "FD" else a.replace("{fd}", str(file.fileno())) for a in arguments]
            done = subprocess.run([program(), *line], stdin=stdin, cwd=self.folder, env=environment(), check=False,
                                  **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **handed})
            self.assertEqual(done.returncode, 0, done.stderr)
            os.write(file.fileno(), b"behind\n")
        self.assertEqual(os.stat(self.folder / "into").st_ino, inode, "the file was replaced")
        return self.read("into")

    def test_a_file_behind_standard_output_stays(self):
        for line in ("vocab c.txt --min-count 1 -o", "tokenize c.txt -o", "phrases c.txt -o", "train c.txt -t 1 -d 5 -e 1 --min-count 1 -o",
                     "convert m.txt", "pool -m m.txt c.txt -o", "pool -m m.txt c.txt --format npy -o", "cluster -m m.txt -c 2 -o",
                     "map -m m.txt --method pca --format tsv -o", "map -m m.txt --method pca -o", "heatmap a b -m m.txt --format tsv -o",
                     "plot-loss loss.tsv -o", "report m.txt --method pca -o", "train c.txt -t 1 -d 5 -e 1 --min-count 1 -o v.bin --save-vocab"):
            expected = self.good(*line.split(), "-").out
            self.assertGreater(len(expected), 0, line)
            for path in OUTPUTS:
                with self.subTest(line, path=path):
                    self.assertEqual(self.good(*line.split(), path).out, expected)
                    self.assertEqual(self.into_file(*line.split(), path), b"before\n" + expected + b"behind\n")
                    self.assertEqual(self.into_file(*line.split(), path, mode="ab")[-len(expected) - 7:], expected + b"behind\n")
                    os.remove(self.folder / "into")

    def test_the_loss_log(self):
        quick = ["train", "c.txt", "-t", "1", "-d", "5", "-e", "1", "--min-count", "1", "-o", "v.bin"]
        for path in OUTPUTS:
            lines = self.into_file(*quick, "--loss-log", path).split(b"\n")
            self.assertEqual((lines[0], lines[1][:5], lines[-2]), (b"before", b"epoch", b"behind"))
        lines = self.into_file(*quick, "--loss-log", "/dev/stderr", fd=2)
        self.assertTrue(lines.startswith(b"before\n") and lines.endswith(b"behind\n") and b"\tepoch\n" in lines, lines)
        self.assertIn(b"wrote v.bin", lines)

    def test_other_descriptors(self):
        expected = self.good("vocab", "c.txt", "--min-count", "1").out
        self.assertEqual(self.into_file("vocab", "c.txt", "--min-count", "1", "-o", "/dev/fd/{fd}", fd=9), b"before\n" + expected + b"behind\n")
        self.assertEqual(self.into_file("vocab", "c.txt", "--min-count", "1", "-q", "-o", "/dev/stderr", fd=2), b"before\n" + expected + b"behind\n")
        for line in ("vocab /dev/fd/{}", "vocab c.txt -o /proc/self/fd/{}", "neighbors a -m /dev/fd/{}", "train c.txt --loss-log /dev/fd/{}"):
            for number in range(3, 12):  # of which the program has some for itself
                self.bad(2, *line.format(number).split(), says=[f"/fd/{number}", "is not open"])
        self.bad(2, "neighbors", "a", env={"W2V_MODEL": "/dev/fd/3"}, says=["$W2V_MODEL", "/dev/fd/3", "is not open"])

    def test_a_terminal_gets_no_binary(self):
        master, slave = self.open_terminal()
        for path in ("-", *OUTPUTS):
            result = self.w2v("convert", "m.txt", path, "--format", "binary", stdout=slave)
            self.assertEqual(result.code, 2, result.err)
            self.assertIn("binary vectors would be written to the terminal", result.err)
        self.write("nasty.txt", text_vectors({"\x1b[31mred": (1, 2)}))
        for path in ("-", *OUTPUTS, os.ttyname(slave)):
            self.good("convert", "nasty.txt", path, "--format", "text", stdout=slave)
            shown = b""
            while shown.count(b"\n") < 2:
                shown += os.read(master, 1000)
            self.assertNotIn(b"\x1b", shown, path)
            self.assertIn(rb"\x1b[31mred", shown, path)

    def test_inputs(self):
        for line, name in (("vocab {} --min-count 1", "c.txt"), ("tokenize {}", "c.txt"), ("phrases {}", "c.txt"), ("info {}", "m.txt"),
                           ("train {} -t 1 -d 5 -e 1 --min-count 1 -o -", "c.txt"), ("convert {} - --format text", "m.txt"),
                           ("neighbors a -m {}", "m.txt"), ("pool {} -m m.txt", "c.txt"), ("plot-loss {}", "loss.tsv")):
            expected = self.good(*line.format("-").split(), stdin=self.read(name)).out
            for path in INPUTS:
                with self.subTest(line, path=path):
                    with open(self.folder / name, "rb") as file:
                        self.assertEqual(self.good(*line.format(path).split(), stdin=file).out, expected)
                    self.assertEqual(self.good(*line.format(path).split(), stdin=self.read(name)).out, expected)
        # What a shell has read of it is read, as from a pipe.
        self.write("lines", "first second\nthird\n")
        for path in ("-", *INPUTS):
            with open(self.folder / "lines", "rb", buffering=0) as file:
                file.read(len("first second\n"))
                self.assertEqual(self.good("vocab", path, "--min-count", "1", stdin=file).out, b"third 1\n")

    def test_once(self):
        for path in INPUTS:
            self.bad(2, "train", "-", path, stdin=b"a b\n", says="standard input")
            self.bad(2, "neighbors", "-m", path, stdin=b"a b\n", says=["--model", "queries", "standard input"])
            self.bad(2, "neighbors", stdin=b"a b\n", env={"W2V_MODEL": path}, says=["$W2V_MODEL", "queries", "standard input"])
        for path in OUTPUTS:
            self.bad(2, "train", "c.txt", "-o", "-", "--save-vocab", path, says="expected different files")

    def test_closed(self):
        for fds, line in (((0,), "vocab {} --min-count 1"), ((0,), "neighbors -m {} a"), ((0, 1, 2), "vocab {} --min-count 1 -o v")):
            for path in INPUTS:
                self.assertEqual(self.w2v(*line.format(path).split(), stdin=None, preexec_fn=lambda: [os.close(fd) for fd in fds]).code, 1)
        for path in OUTPUTS:
            self.assertEqual(self.w2v("vocab", "c.txt", "-o", path, preexec_fn=lambda: os.close(1)).code, 1)
        self.assertNotIn("v", self.names())


if __name__ == "__main__":
    main()

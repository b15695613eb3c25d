"""Queries in pipes: answers while the input stays open, closed pipes."""

import json
import os
import subprocess

from program import CORPUS, Case, binary_vectors, program, tsv, head_of_corpus, random_vectors, main


class Streams(Case):
    def setUp(self):
        super().setUp()
        self.write("vectors.bin", binary_vectors(random_vectors()))

    def test_an_answer_comes_while_the_input_stays_open(self):
        for command, questions in (("neighbors", ["w1", "w22", "w", "w3"]), ("analogy", ["w1 w2 w3", "w4 w5 w6"])):
            for form in ("tsv", "json"):
                process = self.start(command, "-k", "2", "--format", form, stdin=subprocess.PIPE)
                for question in questions:
                    process.stdin.write(question.encode() + b"\n")
                    process.stdin.flush()
                    if question == "w":  # unknown
                        self.assertIn(b"'w'", self.line_within(process.stderr))
                        if form == "tsv":
                            continue
                    lines = [self.line_within(process.stdout).decode() for _ in range(2 if form == "tsv" else 1)]
                    said = [line.split("\t")[0] if form == "tsv" else " ".join(json.loads(line)["query"]) for line in lines]
                    self.assertEqual(set(said), {question})
                process.stdin.close()
                self.assertEqual(process.wait(60), 3 if command == "neighbors" else 0)

    def test_closed_pipe(self):
        """As `| head -1`: quiet, exit code 0."""
        self.write("c", head_of_corpus(20000))
        for arguments in (["neighbors", *[f"w{i}" for i in range(300)], "-k", "300"], ["convert", "vectors.bin", "-"],
                          ["convert", "vectors.bin", "-", "--format", "text"], ["vocab", "c", "--min-count", "1"], ["info"],
                          ["info", "vectors.bin"], ["--help"], ["train", "--help"], ["--version"],
                          ["train", "c", "-o", "-", "-d", "300", "-e", "1", "-q"]):
            with self.subTest(arguments[:2]):
                reader, writer = os.pipe()
                os.close(reader)
                with os.fdopen(writer, "wb") as nobody:
                    result = self.w2v(*arguments, "-q", stdout=nobody)
                self.assertEqual((result.code, result.err), (0, ""))

    def test_closed_pipe_in_the_middle(self):
        process = self.start("neighbors", "-k", "300", stdin=subprocess.PIPE)
        process.stdin.write(b"w1\n")
        process.stdin.flush()
        self.line_within(process.stdout)
        process.stdout.close()
        try:
            process.stdin.write(b"w2\n" * 1000)
            process.stdin.close()
        except BrokenPipeError:
            pass
        self.assertEqual(process.wait(60), 0)
        self.assertEqual(process.stderr.read(), b"")

    def test_head(self):
        done = subprocess.run(["sh", "-c", '"$0" neighbors -k 300 w1 w2 w3 w4 w5 w6 w7 w8 w9 | head -1; "$0" vocab "$1" | head -1',
                               program(), str(CORPUS)], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True)
        lines = done.stdout.splitlines()
        self.assertEqual((len(lines), lines[0].split(b"\t")[0], lines[1].split()[0]), (2, b"w1", b"the"))
        self.assertNotIn(b"w2v: ", done.stderr)

    def test_end_of_input_ends_the_program(self):
        for command in ("neighbors", "analogy"):
            result = self.w2v(command, stdin=b"")
            self.assertEqual(result, (0, b"", ""))


if __name__ == "__main__":
    main()

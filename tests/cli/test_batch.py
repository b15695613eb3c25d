"""Many questions on standard input, line by line answers, names of any bytes, and the prompt of a terminal."""

import os
import random
import select
import struct
import subprocess

from program import PATIENCE, Case, binary_vectors, json_lines, main, nearest, program, tsv


def random_vectors(rows=700, dim=5):
    picker = random.Random(5)
    return {f"w{i}": tuple(picker.gauss(0, 1) for _ in range(dim)) for i in range(rows)}


def raw_vectors(vectors):
    """word2vec's binary form of words that are bytes."""
    dim = len(next(iter(vectors.values())))
    return b"%d %d\n" % (len(vectors), dim) + b"".join(
        word + b" " + struct.pack(f"<{dim}f", *values) + b"\n" for word, values in vectors.items())


class Batch(Case):
    def setUp(self):
        super().setUp()
        self.vectors = random_vectors()
        self.write("vectors.bin", binary_vectors(self.vectors))

    def test_thousands_of_lines_are_answered_in_order_as_one_by_one(self):
        words = [f"w{i * 37 % 700}" for i in range(3000)]
        lines = "".join(word + "\n" for word in words)
        for threads in ("1", "3"):
            rows = tsv(self.good("neighbors", "-k", "3", "-t", threads, stdin=lines).out)
            self.assertEqual([row[0] for row in rows], [word for word in words for _ in range(3)])
            for i in range(0, 3000, 211):
                one = tsv(self.good("neighbors", "-k", "3", words[i]).out)
                self.assertEqual([row[1:] for row in rows[3 * i:3 * i + 3]], one)
                expected = nearest(self.vectors, self.vectors[words[i]], {words[i]}, 3)
                self.assertEqual([word for word, _ in one], [word for word, _ in expected])

    def test_json_answers_in_order_with_faults_between(self):
        lines = ["w1", "nobody", "w2 - - w3", "w4 - w5", "w6", "nobody either"] * 200
        result = self.bad(1, "neighbors", "-k", "2", "--format", "json", stdin="\n".join(lines),
                          says=["standard input:3: ", "standard input:1197: ", "'nobody'"])
        answers = json_lines(result.out.decode())
        self.assertEqual([answer["query"] for answer in answers], [[line] for line in lines])
        self.assertEqual(["error" in answer for answer in answers], [False, True, True, False, False, True] * 200)
        self.assertEqual(result.err.count("w2v: "), 600)

    def test_unknown_words_alone_are_exit_code_3(self):
        self.assertEqual(self.w2v("neighbors", stdin="w1\nnobody\n").code, 3)
        self.assertEqual(self.w2v("neighbors", stdin="nobody\nw1 +\n").code, 1)
        self.assertEqual(self.w2v("neighbors", stdin="w1 +\nnobody\n").code, 1)

    def test_a_long_list_of_unknown_words_gets_spellings_for_the_first_hundred(self):
        errors = self.bad(3, "neighbors", stdin="w1x\n" * 150).err.splitlines()
        self.assertEqual(["near spellings: w1," in line for line in errors], [True] * 100 + [False] * 50)

    def test_bursts_are_answered_without_waiting_for_more(self):
        process = self.start("neighbors", "-k", "1", stdin=subprocess.PIPE)
        for burst in (["w1"], ["w2", "w3", "w4"], [f"w{i}" for i in range(600)], ["w5"]):
            process.stdin.write("".join(word + "\n" for word in burst).encode())
            process.stdin.flush()
            answers = [self.line_within(process.stdout).decode().split("\t")[0] for _ in burst]
            self.assertEqual(answers, burst)
        process.stdin.write(b"w6\nw7")  # a line that has not ended
        process.stdin.flush()
        self.assertTrue(self.line_within(process.stdout).startswith(b"w6\t"))
        process.stdin.close()
        self.assertTrue(self.line_within(process.stdout).startswith(b"w7\t"))
        self.assertEqual(process.wait(PATIENCE), 0)

    def test_every_command_answers_line_by_line(self):
        for command, line in (("neighbors", "w1 + w2"), ("analogy", "w1 w2 w3"), ("similarity", "w1 w2"), ("odd", "w1 w2 w3")):
            process = self.start(command, stdin=subprocess.PIPE)
            for _ in range(3):
                process.stdin.write(line.encode() + b"\n")
                process.stdin.flush()
                for _ in range(10 if command in ("neighbors", "analogy") else 1):
                    self.assertTrue(self.line_within(process.stdout).startswith(line.encode() + b"\t"))
            process.stdin.close()
            self.assertEqual(process.wait(PATIENCE), 0)
            self.assertEqual(self.w2v(command), (0, b"", ""))

    def test_head(self):
        done = subprocess.run(["sh", "-c", 'printf "w1\\nw2\\n" | "$0" neighbors -k 3 | head -2', program()], cwd=self.folder,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True)
        self.assertEqual([line.split(b"\t")[0] for line in done.stdout.splitlines()], [b"w1", b"w1"])
        self.assertEqual(done.stderr, b"")

    def test_closed_pipe(self):
        for command, line in (("neighbors", "w1\n"), ("analogy", "w1 w2 w3\n"), ("similarity", "w1 w2\n"), ("odd", "w1 w2 w3\n")):
            for form in ("tsv", "json", "table"):
                reader, writer = os.pipe()
                os.close(reader)
                with os.fdopen(writer, "wb") as nobody:
                    result = self.w2v(command, "--format", form, stdin=line * 2000, stdout=nobody)
                self.assertEqual((result.code, result.err), (0, ""))

    def test_many_answers_each(self):
        rows = tsv(self.good("neighbors", "-k", "100000", stdin="w1\nw2\n" * 20).out)
        self.assertEqual(len(rows), 40 * 699)


class Names(Case):
    def test_any_bytes(self):
        names = [b"tab\there", b"quote\"'", b"back\\slash", b"\xff\xfe", b"cr\rx", "žluť".encode(), b"plain"]
        self.write("vectors.bin", raw_vectors({name: (1, i) for i, name in enumerate(names)}))
        result = self.good("neighbors", "plain", "--format", "tsv")
        self.assertEqual(sorted(line.split(b"\t")[0] for line in result.out.split(b"\n")[:-1]),
                         sorted([b"tab\\there", b"quote\"'", b"back\\\\slash", b"\xff\xfe", b"cr\\rx", "žluť".encode()]))
        self.assertEqual({line.count(b"\t") for line in result.out.split(b"\n")[:-1]}, {1})
        answer, = json_lines(self.good("neighbors", "plain", "--format", "json").out.decode())
        self.assertEqual({match["word"] for match in answer["matches"]},
                         {"tab\there", "quote\"'", "back\\slash", "\ufffd\ufffd", "cr\rx", "žluť"})
        for form in ("tsv", "json", "table"):  # they can be asked, too, and heads are escaped alike
            result = self.good("neighbors", "--format", form, "-k", "2", stdin=b"".join(name.replace(b"\r", b"\\r") + b"\n" for name in names))
            if form == "tsv":
                self.assertEqual({line.count(b"\t") for line in result.out.split(b"\n")[:-1]}, {2})
                self.assertEqual(result.out.split(b"\n")[0].split(b"\t")[0], b"tab\\there")
            if form == "json":
                lines = json_lines(result.out.decode())
                self.assertEqual([line["query"][0] for line in lines][:4], ["tab\there", "quote\"'", "back\\slash", "\ufffd\ufffd"])

    def test_words_with_blanks(self):
        self.write("vectors.bin", raw_vectors({b"new": (1, 0), b"york": (0, 1), b"-x": (1, 1)}))
        self.write("v.npy", b"\x93NUMPY\x01\0" + struct.pack("<H", 70)
                   + b"{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }".ljust(69) + b"\n"
                   + struct.pack("<6f", 1, 0, 0, 1, 1, 1))
        self.write("v.words", "new york\nparis\na\tb\n")
        result = self.good("similarity", "-m", "v.npy", stdin="new york\tparis\n\tparis\t new york\t\n")
        self.assertEqual([row[-1] for row in tsv(result.out)], ["0.000000"] * 2)
        result = self.good("analogy", "-m", "v.npy", stdin="new york\tparis\tparis\n")
        self.assertEqual(tsv(result.out)[0][:2], ["new york paris paris", "a\\tb"])
        self.good("odd", "-m", "v.npy", stdin="new york\tparis\tparis\n")
        self.assertEqual(self.good("similarity", "--", "-x", "new").out, b"0.707107\n")
        self.bad(2, "similarity", "-x", "new", says="words that begin with - stand behind --")

    def test_output_feeds_back_in(self):
        names = [b"tab\there", b"back\\slash", b"cr\rx", b"\\t", b"plain"]
        self.write("vectors.bin", raw_vectors({name: (1, i) for i, name in enumerate(names)}))
        words = {line.split(b"\t")[0] for line in self.good("neighbors", "plain").out.splitlines()}
        result = self.good("neighbors", "-k", "1", stdin=b"\n".join(sorted(words)) + b"\n")
        self.assertEqual({line.split(b"\t")[0] for line in result.out.splitlines()}, words)

    def test_a_byte_order_mark(self):
        self.write("vectors.bin", raw_vectors({b"king": (1, 0), b"queen": (1, 1)}))
        result = self.good("neighbors", stdin=b"\xef\xbb\xbfking\n")
        self.assertEqual(result.out, b"king\tqueen\t0.707107\n")

    def test_a_line_feed_in_a_word(self):
        self.write("vectors.bin", raw_vectors({b"a\nb": (1, 0), b"c": (1, 1)}))
        result = self.w2v("neighbors", "c")
        if result.code == 0:  # where readers take it
            self.assertEqual(result.out, b"a\\nb\t0.707107\n")
            self.assertEqual(self.good("similarity", "a\nb", "c").out, b"0.707107\n")


class Prompt(Case):
    def setUp(self):
        super().setUp()
        self.write("vectors.bin", binary_vectors({"king": (1, 0), "queen": (1, 1), "man": (0, 1)}))
        self.master, slave = self.open_terminal()
        self.process = self.start("neighbors", stdin=slave, stdout=slave, stderr=slave)
        os.close(slave)

    def until(self, text):
        seen = b""
        while not seen.endswith(text):
            ready, _, _ = select.select([self.master], [], [], PATIENCE)
            self.assertTrue(ready, f"{text!r} never came: {seen!r}")
            seen += os.read(self.master, 1)
        return seen.decode()

    def test_questions_and_the_end_of_input(self):
        hint = self.until(b"\n> ")
        for text in ("3 words", "king - man + woman", "ctrl-D"):
            self.assertIn(text, hint)
        os.write(self.master, b"king\n")
        said = self.until(b"> ").splitlines()
        self.assertEqual([line.split() for line in said[1:3]], [["queen", "0.7071"], ["man", "0.0000"]])
        os.write(self.master, b"kin\n")
        self.assertIn("near spellings: king", self.until(b"> "))
        os.write(self.master, b"king -\n")
        self.assertIn("expected a word", self.until(b"> "))
        os.write(self.master, b"\n")
        self.until(b"> ")
        os.write(self.master, b"\x04")
        self.assertEqual(self.process.wait(PATIENCE), 0)

    def test_exit(self):
        self.until(b"> ")
        os.write(self.master, b"exit\n")  # a word like others
        self.assertIn("'exit' is not in the vocabulary", self.until(b"> "))
        os.write(self.master, b":q\n")
        self.assertEqual(self.process.wait(PATIENCE), 0)


class NoPrompt(Case):
    def test_only_where_both_are_terminals(self):
        self.write("vectors.bin", binary_vectors({"king": (1, 0), "queen": (1, 1)}))
        _, slave = self.open_terminal()
        with os.fdopen(slave, "wb") as terminal:
            result = self.w2v("neighbors", stdin=b"king\n", stdout=terminal)
        self.assertEqual(result.err, "")


if __name__ == "__main__":
    main()

"""Hostile content: words and names that a terminal would obey, headers that lie, paths in files that nobody must open."""

import os
import struct
import subprocess

from program import Case, environment, main, program

# A colour, a title, the same begun by C1 controls of 8 bits and of UTF-8, a backspace, DEL.
WORDS = [b"\x1b[31mred", b"\x1b]0;title\x07", b"\x9b31mred", b"\xc2\x9b31mred", b"back\x08space", b"del\x7f", b"caf\xc3\xa9", b"plain"]
HARMLESS = set(range(0x20, 0x7F)) | {ord("\n"), ord("\r"), ord("\t")}


def controls(shown):
    """Control characters of what came to a terminal, as an 8-bit terminal or one of UTF-8 takes them."""
    found = {byte for byte in shown if byte < 0x80 and byte not in HARMLESS}
    text = shown.decode("utf-8", "surrogateescape")
    return found | {ord(c) for c in text if 0x80 <= ord(c) < 0xA0 or 0xDC80 <= ord(c) < 0xDCA0}


class Terminal(Case):
    def setUp(self):
        super().setUp()
        self.write("c.txt", b"\n".join(b" ".join(WORDS[i % 5:] + WORDS[:i % 5]) for i in range(200)) + b"\n")
        self.write("v.bin", b"%d 2\n" % len(WORDS) + b"".join(word + b" " + struct.pack("<2f", 1, i * i) + b"\n"
                                                            for i, word in enumerate(WORDS)))

    def shown(self, *arguments, stdin=b""):
        """What a person sees, and the exit code: both outputs are the same terminal."""
        master, slave = self.open_terminal()
        process = subprocess.Popen([program(), *arguments], stdin=subprocess.PIPE, stdout=slave, stderr=slave, cwd=self.folder,
                                   env=environment())
        os.close(slave)
        process.stdin.write(stdin)
        process.stdin.close()
        seen = b""
        while True:
            try:
                piece = os.read(master, 65536)
            except OSError:  # the other end is closed
                break
            if not piece:
                break
            seen += piece
        return seen, process.wait()

    def check(self, *arguments, code=0, says=b"red", stdin=b""):
        with self.subTest(arguments):
            seen, ended = self.shown(*arguments, stdin=stdin)
            self.assertEqual(ended, code, seen)
            self.assertEqual(controls(seen), set(), seen)
            self.assertIn(says, seen)

    def test_answers(self):
        for form in ("table", "tsv", "json"):
            self.check("neighbors", "plain", "-m", "v.bin", "--format", form)
            self.check("neighbors", "-m", "v.bin", "--format", form, stdin=b"\n".join(WORDS) + b"\n")
        self.check("info", "v.bin")
        self.write("pairs", b"".join(b"%s\t%s\t%d\n" % (a, b, i) for i, (a, b) in enumerate(zip(WORDS, WORDS[1:]))))
        self.write("\x1b[31mred set", (self.folder / "pairs").read_bytes())
        for form in ("table", "tsv", "json"):
            self.check("eval", "\x1b[31mred set", "-m", "v.bin", "--format", form)

    def test_lines_of_words(self):
        self.check("vocab", "c.txt", "--min-count", "1", "-q")
        self.check("cluster", "-m", "v.bin", "-c", "2", "-q")
        self.check("phrases", "c.txt", "-q")
        self.check("convert", "v.bin", "-", "--format", "text", "-q")
        self.check("train", "c.txt", "-d", "2", "-e", "1", "-o", "-", "--format", "text", "-q")
        self.check("map", "-m", "v.bin", "--format", "tsv", "-q")

    def test_messages(self):
        self.check("neighbors", "\x1b[31mred wine", "-m", "v.bin", code=3)
        self.check("vocab", "\x1b[31mred file", code=1)
        self.check("vocab", b"\x9b31mred file", code=1)
        self.check("train", "c.txt", "--\x1b[31mred", code=2)
        self.check("eval", "c.txt", "-m", "v.bin", code=1, says=b"c.txt")
        for name in (b"\xc2\x9b31mred file", b"\x1b[31mred file", b"del\x7fred file"):
            self.check("--log-json", "vocab", name, code=1)
        self.write("red\x1b[31m.bin", b"2 2\n\x1b[31mred abc")
        self.check("info", "red\x1b[31m.bin", code=1)

    def test_a_pipe_gets_the_bytes_as_they_are(self):
        out = self.good("vocab", "c.txt", "--min-count", "1").out
        self.assertEqual({line.rsplit(b" ", 1)[0] for line in out.splitlines()}, set(WORDS))


class Lies(Case):
    HUGE = 10**18

    def test_headers_of_vectors(self):
        for header in (b"%d 100\n" % self.HUGE, b"100 %d\n" % self.HUGE, b"%d %d\n" % (self.HUGE, self.HUGE), b"%d 100\n" % 10**30):
            for rest in (b"", b"a 1 2 3\n", b"a " + bytes(400)):
                with self.subTest(header=header, rest=rest):
                    self.write("v", header + rest)
                    for command in (["info", "v"], ["neighbors", "a", "-m", "v"], ["convert", "v", "o.txt"], ["index", "v"]):
                        self.bad(1, *command, says="v")
                    self.assertEqual(self.names(), ["v"])

    def test_headers_of_arrays(self):
        for shape in (f"({self.HUGE}, 100)", f"(100, {self.HUGE})", f"({2**63}, {2**63})", f"({10**30}, 2)"):
            head = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}".encode().ljust(117) + b"\n"
            self.write("v.npy", b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head + bytes(800))
            self.write("v.words", b"a\nb\n")
            self.bad(1, "info", "v.npy", says="v.npy")

    def test_counts_of_a_vocabulary(self):
        self.write("c.txt", b"a b c d\n" * 50)
        self.write("vocab", b"a %d\nb %d\nc 5\n" % (2**64 - 1, 2**64 - 1))
        self.bad(1, "train", "c.txt", "--read-vocab", "vocab", "-d", "2", "-e", "1", "-q", says="vocab:2")

    def test_no_path_of_a_file_is_opened(self):
        """What looks like a name of a file stays text: only files that are named by the user are there after all."""
        self.write("secret", b"secret words that nobody asked for\n")
        text = b"secret ./secret /etc/passwd file:///etc/passwd @secret < secret | secret `secret` $(secret)\n" * 20
        self.write("c.txt", text)
        for name, arguments in (("train", ["train", "c.txt", "--min-count", "1", "-d", "2", "-e", "1", "-t", "1", "-o", "v.bin", "--checkpoint", "ck"]),
                                ("resume", ["train", "c.txt", "--resume", "ck", "-o", "w.bin", "-t", "1"]),
                                ("convert", ["convert", "v.bin", "o.npy"]),
                                ("neighbors", ["neighbors", "./secret", "@secret", "-m", "v.bin"]),
                                ("map", ["map", "-m", "v.bin", "-o", "m.html", "-k", "2"])):
            with self.subTest(name):
                os.utime(self.folder / "secret", (0, 0))
                result = self.good(*arguments)
                self.assertEqual(os.stat(self.folder / "secret").st_atime, 0)  # where the file system notes that a file is read
                self.assertNotIn("nobody", result.out.decode() + result.err)
        for name in self.names():
            if name != "secret":
                self.assertNotIn(b"nobody", self.read(name), name)


if __name__ == "__main__":
    main()

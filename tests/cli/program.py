"""What the tests of the program share: a folder per case, running the program, reading and writing its files.

The program under test is named by the environment variable W2V_PROGRAM. Nothing here uses the library's code, so a
fault cannot hide in both.
"""

import collections
import ctypes
import json
import math
import os
import pty
import random
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
CORPUS = REPOSITORY / "data" / "corpus.txt"
QUESTIONS = REPOSITORY / "data" / "questions.txt"
SEPARATORS = b" \t\n\v\f\r\0"
SKIPPED = 77
# Only a guard against hanging for ever; no test measures time.
PATIENCE = 300

Result = collections.namedtuple("Result", "code out err")


def program():
    return os.path.abspath(os.environ.get("W2V_PROGRAM") or REPOSITORY / "build/release/apps/w2v/w2v")


def environment(extra=None):
    clean = {name: value for name, value in os.environ.items() if not name.startswith("W2V_")}
    clean.update(extra or {})
    return clean


class Case(unittest.TestCase):
    """A test with a folder of its own, in which the program runs."""

    maxDiff = 2000

    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="w2v-cli-")
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def open_terminal(self):
        """Both ends of a new terminal; the first is closed at the end. Skips the test where there is none to be had."""
        try:
            master, slave = pty.openpty()
        except OSError as fault:
            self.skipTest(f"no terminal: {fault}")
        self.addCleanup(os.close, master)
        return master, slave

    # Running

    def w2v(self, *arguments, stdin=b"", env=None, stdout=subprocess.PIPE, **more):
        """Runs the program to its end: exit code, bytes of standard output, text of standard error."""
        if isinstance(stdin, str):
            stdin = stdin.encode()
        source = {"input": stdin} if isinstance(stdin, bytes) else {"stdin": stdin}
        done = subprocess.run([program(), *map(str, arguments)], stdout=stdout, stderr=subprocess.PIPE,
                              cwd=more.pop("cwd", self.folder), env=environment(env), timeout=PATIENCE, **source, **more)
        return Result(done.returncode, done.stdout, done.stderr.decode("utf-8", "backslashreplace"))

    def good(self, *arguments, **more):
        """As w2v(), where all must go well."""
        result = self.w2v(*arguments, **more)
        self.assertEqual(result.code, 0, f"{arguments}: {result.err}")
        return result

    def bad(self, code, *arguments, says=(), **more):
        """As w2v(), where it must fail with this exit code and one or more messages that hold every word of `says`."""
        result = self.w2v(*arguments, **more)
        self.assertEqual(result.code, code, f"{arguments}: out {result.out!r} err {result.err}")
        self.assertTrue(result.err.startswith("w2v: ") or "\nw2v: " in result.err, result.err)
        for word in [says] if isinstance(says, str) else says:
            self.assertIn(word, result.err, arguments)
        self.assertNotIn("terminate called", result.err)
        return result

    def start(self, *arguments, env=None, **more):
        """Starts the program; it is killed at the end of the test at the latest."""
        process = subprocess.Popen([program(), *map(str, arguments)], stdin=more.pop("stdin", subprocess.DEVNULL),
                                   stdout=more.pop("stdout", subprocess.PIPE), stderr=more.pop("stderr", subprocess.PIPE),
                                   cwd=self.folder, env=environment(env), **more)

        def end():
            if process.poll() is None:
                process.kill()
            for stream in (process.stdin, process.stdout, process.stderr):
                if stream is not None:
                    try:
                        stream.close()
                    except BrokenPipeError:
                        pass
            process.wait()

        self.addCleanup(end)
        return process

    def wait_for(self, process, text):
        """Reads standard error up to and with the line that holds `text`."""
        seen = ""
        for line in iter(process.stderr.readline, b""):
            seen += line.decode()
            if text in seen:
                return seen
        self.fail(f"{text!r} never came: {seen}")

    def line_within(self, stream, seconds=60):
        """One line of a pipe that stays open; fails where none comes."""
        line = b""
        while not line.endswith(b"\n"):
            ready, _, _ = select.select([stream], [], [], seconds)
            self.assertTrue(ready, f"no line came, only {line!r}")
            byte = os.read(stream.fileno(), 1)
            self.assertTrue(byte, f"the stream ended, after {line!r}")
            line += byte
        return line

    # Files

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def read(self, name):
        return (self.folder / name).read_bytes()

    def names(self):
        """All that is in the folder."""
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*"))

    def fifo(self, name):
        path = self.folder / name
        os.mkfifo(path)
        return path


def full_disk(case, size):
    """A file system that is really that small; the test is skipped where none may be mounted."""
    folder = tempfile.mkdtemp(dir=case.folder)
    libc = ctypes.CDLL(None, use_errno=True)
    if os.geteuid() != 0 or libc.mount(b"tmpfs", folder.encode(), b"tmpfs", 0, b"size=%d" % size) != 0:
        case.skipTest("no right to mount a small file system here")
    case.addCleanup(lambda: case.assertEqual(libc.umount2(folder.encode(), 2), 0))
    return folder


# Oracles


def tokens_of(text):
    """The words of a text in order: runs of bytes between separators; </s> is none."""
    if text.startswith(b"\xef\xbb\xbf"):
        text = text[3:]
    return [t for t in re.split(b"[" + re.escape(SEPARATORS) + b"]+", text) if t and t != b"</s>"]


def vocabulary_of(text, min_count=1):
    """[(word, count)], most frequent first, equal ones by bytes."""
    counts = collections.Counter(tokens_of(text))
    return sorted(((w, c) for w, c in counts.items() if c >= min_count), key=lambda item: (-item[1], item[0]))


def vocabulary_bytes(vocabulary):
    return b"".join(b"%s %d\n" % item for item in vocabulary)


def float32(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def read_binary(data):
    """{word: values} of word2vec's binary form, as the format's definition has it."""
    end = data.index(b"\n")
    rows, dim = map(int, data[:end].split())
    vectors = {}
    at = end + 1
    for _ in range(rows):
        blank = data.index(b" ", at)
        vectors[data[at:blank]] = struct.unpack_from(f"<{dim}f", data, blank + 1)
        at = blank + 1 + 4 * dim
        assert data[at:at + 1] == b"\n", "no newline behind a row"
        at += 1
    assert at == len(data), "bytes behind the last row"
    assert len(vectors) == rows, "a word twice"
    return vectors


def read_text(data):
    """{word: values} of word2vec's text form, each value as the float that its decimal stands for."""
    assert data.endswith(b"\n")
    lines = data[:-1].split(b"\n")
    rows, dim = map(int, lines[0].split(b" "))
    vectors = {}
    for line in lines[1:]:
        word, *values = line.split(b" ")
        assert len(values) == dim, line
        vectors[word] = tuple(float32(float(value)) for value in values)
    assert len(vectors) == len(lines) - 1 == rows
    return vectors


def text_vectors(vectors, header=True):
    dim = len(next(iter(vectors.values())))
    lines = [f"{len(vectors)} {dim}"] if header else []
    lines += [" ".join([word, *(repr(float32(v)) for v in values)]) for word, values in vectors.items()]
    return ("\n".join(lines) + "\n").encode()


def random_vectors(rows=300, dim=7):
    picker = random.Random(3)
    return {f"w{i}": tuple(picker.gauss(0, 1) for _ in range(dim)) for i in range(rows)}


def binary_vectors(vectors, newlines=True):
    dim = len(next(iter(vectors.values())))
    rows = [word.encode() + b" " + struct.pack(f"<{dim}f", *values) + (b"\n" if newlines else b"")
            for word, values in vectors.items()]
    return b"%d %d\n" % (len(vectors), dim) + b"".join(rows)


def unit(values):
    length = math.sqrt(sum(v * v for v in values))
    return [v / length for v in values] if length > 0 else list(values)


def nearest(vectors, query, excluded, k):
    """[(word, cosine)] by definition: best first, equal ones in the order of the file."""
    query = unit(query)
    scored = []
    for place, (word, values) in enumerate(vectors.items()):
        if word not in excluded:
            cosine = sum(a * b for a, b in zip(query, unit(values)))
            scored.append((-round(cosine, 9), place, word))
    return [(word, -negative) for negative, _, word in sorted(scored)[:k]]


def analogy_point(vectors, a, b, c):
    return [x - y + z for x, y, z in zip(unit(vectors[a]), unit(vectors[b]), unit(vectors[c]))]


def tsv(out):
    return [line.split("\t") for line in out.decode().splitlines()]


def json_lines(text):
    return [json.loads(line) for line in text.splitlines()]


def head_of_corpus(lines):
    with open(CORPUS, "rb") as corpus:
        return b"".join(next(corpus) for _ in range(lines))


def tool(name, package=None):
    """The path of a program that a test would like to have, or the test is skipped. `package`: Debian's name where it is another;
    scripts/skipped-tests reads it in the reason."""
    path = shutil.which(name)
    if path is None:
        raise unittest.SkipTest(f"no program {name} here (Debian: {package or name})")
    return path


def main():
    """Runs the tests of a file; exit code 77 if there was nothing that could be run."""
    if not os.access(program(), os.X_OK):
        sys.exit(f"no program {program()}: set W2V_PROGRAM")
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it, and its children would
    ended = unittest.main(module="__main__", exit=False, verbosity=2)
    if not ended.result.wasSuccessful():
        sys.exit(1)
    if ended.result.testsRun > 0 and len(ended.result.skipped) == ended.result.testsRun:
        sys.exit(SKIPPED)

"""Too little memory: whatever is asked for, the program says how much, what for and which option lowers it."""

import random
import re
import resource
import subprocess

from program import Case, environment, main, program

MB = 1 << 20
# What may be said, where the program has begun at all.
SAID = re.compile(r"w2v: (cannot allocate [\d.,]+ [KMGTP]?B for [^:]+: .*(--|fewer words).*"
                  r"|cannot start \d+ threads, only \d+: .*: lower --threads"
                  r"|out of memory: w2v \w+ cannot have more than the [\d.]+ [KMG]B of ulimit -v: lower --.*)")


def sanitized():
    """The sanitizers reserve more addresses than any limit allows."""
    with open(program(), "rb") as file:
        return re.search(rb"__[at]san_init", file.read()) is not None


class Memory(Case):
    def setUp(self):
        super().setUp()
        if sanitized():
            self.skipTest("built with a sanitizer")

    def under(self, megabytes, arguments):
        """Runs with that much address space: exit code, messages."""
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (megabytes * MB, megabytes * MB))

        done = subprocess.run([program(), *arguments], cwd=self.folder, env=environment(), capture_output=True, timeout=60,
                              preexec_fn=limit, check=False)
        return done.returncode, done.stderr.decode("utf-8", "backslashreplace")

    def least(self):
        """Megabytes in which the program can say its version."""
        for megabytes in range(8, 1000, 8):
            if self.under(megabytes, ["--version"])[0] == 0:
                return megabytes
        self.skipTest("the program needs a gigabyte to begin")

    def sweep(self, *arguments, says, step=4, most=200):
        """Gives it more and more until it is done: each failure says why, one of them with these words."""
        before = self.names()
        met = []
        begin = self.least()
        for megabytes in range(begin, begin + most, step):
            code, err = self.under(megabytes, arguments)
            if code == 0:
                break
            with self.subTest(arguments[0], megabytes=megabytes):
                self.assertEqual(code, 1, err)
                last = err.splitlines()[-1]
                self.assertRegex(last, SAID)
                met.append(last)
            self.assertEqual(self.names(), before)
        else:
            self.fail(f"never done: {met[-1]}")
        for words in says:
            self.assertTrue(any(words in line for line in met), (words, met))

    def corpus(self, words, tokens=200_000):
        drawn = random.Random(1).choices(range(words), k=tokens)
        self.write("c.txt", "".join(f"w{word}{' ' if i % 20 else chr(10)}" for i, word in enumerate(drawn)))

    def vectors(self):
        self.corpus(20_000)
        self.good("train", "c.txt", "-d", "100", "-e", "1", "--min-count", "1", "-o", "v.bin", "-q")
        self.good("convert", "v.bin", "v.txt")
        (self.folder / "c.txt").unlink()

    def test_train(self):
        self.corpus(20_000)
        self.sweep("train", "c.txt", "-d", "300", "-e", "1", "--min-count", "1", "-t", "1", "-o", "/dev/null",
                   says=["for the input matrix: lower --dim", "for the output matrix: lower --dim"])

    def virtual_size(self, process):
        with open(f"/proc/{process.pid}/status", "rb") as file:
            return int(re.search(rb"VmSize:\s+(\d+) kB", file.read())[1]) << 10

    def test_a_checkpoint_without_memory_does_not_end_the_training(self):
        # The words, 20 MB, are written as one string. The limit comes when the training runs, which needs no more by then.
        words = [(b"%06d" % i) * 170 for i in range(20_000)]
        self.write("c.txt", b"".join(b" ".join(words[i:i + 20]) + b"\n" for i in range(0, len(words), 20)))
        options = ["train", "c.txt", "-d", "2", "--min-count", "1", "-t", "1", "-e", "200"]
        self.good(*options, "-o", "unbroken.bin")
        small_pieces = {"MALLOC_MMAP_THRESHOLD_": "65536"}  # what is freed goes back to the system
        process = self.start(*options, "--checkpoint", "state", "--checkpoint-every", "0s", "-o", "v.bin", env=small_pieces)
        self.wait_for(process, "checkpoint state: ")
        saved = self.read("state")
        # The smallest of many sizes: one of them may be read while a checkpoint is saved.
        size = min(self.virtual_size(process) for _ in range(500))
        resource.prlimit(process.pid, resource.RLIMIT_AS, (size + 8 * MB, resource.RLIM_INFINITY))
        err = self.wait_for(process, "no new checkpoint")
        self.assertIn("w2v: warning: state: out of memory: no new checkpoint", err)
        err += process.stderr.read().decode()
        self.assertEqual(process.wait(60), 1)
        self.assertIn("epoch 200/200", err)
        self.assertIn("w2v: state: out of memory: the training is done, but its last checkpoint was not saved", err)
        self.assertEqual(self.read("v.bin"), self.read("unbroken.bin"))
        self.assertEqual(len(self.read("state")), len(saved))
        self.assertEqual(self.names(), ["c.txt", "state", "unbroken.bin", "v.bin"])

    def test_ids_in_memory(self):
        self.corpus(10, tokens=3_000_000)
        self.sweep("train", "c.txt", "-d", "2", "-e", "1", "-t", "1", "--memory", "1G", "-o", "/dev/null", says=["for the token ids: lower --memory"])

    def test_load(self):
        self.vectors()
        self.sweep("neighbors", "w1", "-m", "v.txt", "-t", "1", says=["for the vectors: use fewer vectors, with --limit"])

    def test_cluster(self):
        self.vectors()
        self.sweep("cluster", "-m", "v.bin", "-c", "10", "--iterations", "1", "-t", "1", "-o", "/dev/null",
                   says=["for the unit rows: use fewer vectors, with --limit"])

    def test_map(self):
        self.vectors()
        self.sweep("map", "-m", "v.bin", "--top", "3000", "--iterations", "1", "-k", "0", "--format", "tsv", "-t", "1", "-o", "/dev/null",
                   says=["for the likeness of all pairs of words: show fewer words, with --top"])

    def test_phrases(self):
        self.corpus(60_000, tokens=500_000)
        self.sweep("phrases", "c.txt", "-t", "1", "-o", "/dev/null", says=["for the pairs of words: lower --memory"])

    def test_threads(self):
        self.vectors()
        begin = self.least()
        code, err = self.under(begin + 60, ["neighbors", "w1", "-m", "v.bin", "-t", "300"])
        self.assertEqual(code, 1, err)
        self.assertRegex(err.splitlines()[-1], SAID)

    def test_threads_of_a_training_near_the_limit(self):
        self.corpus(100, tokens=20_000)
        stack = 8  # megabytes of a thread
        begin = self.least() + 60 * stack
        told = 0
        for megabytes in range(begin, begin + 12 * stack):
            code, err = self.under(megabytes, ["train", "c.txt", "-d", "2", "-e", "1", "-t", "64", "-o", "/dev/null", "-q"])
            self.assertIn(code, (0, 1), err)
            if code == 1:
                self.assertRegex(err.splitlines()[-1], SAID)
                told += "cannot start 64 threads" in err
        self.assertGreater(told, 0)


if __name__ == "__main__":
    main()

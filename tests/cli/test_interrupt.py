"""Stopped in the middle: nothing half-written, nothing left lying about, the old file as it was."""

import os
import signal
import subprocess

from program import CORPUS, Case, main

FOR_EVER = ["--epochs", "1000000"]


class Interrupt(Case):
    def train_until_training(self, *options):
        process = self.start("train", CORPUS, *FOR_EVER, *options, env={"TMPDIR": str(self.folder)})
        self.wait_for(process, "epoch 2/")
        return process

    def test_signals_while_training(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            for threads in ("1", "3"):
                for old in (None, b"old vectors"):
                    with self.subTest(signal=number, threads=threads, old=old):
                        if old is not None:
                            self.write("v.bin", old)
                        process = self.train_until_training("-o", "v.bin", "-t", threads, "--memory", "1")
                        process.send_signal(number)
                        err = process.stderr.read().decode()
                        self.assertEqual(process.wait(60), 130)
                        self.assertIn("interrupted", err)
                        self.assertEqual(self.names(), [] if old is None else ["v.bin"])
                        if old is not None:
                            self.assertEqual(self.read("v.bin"), old)
                            (self.folder / "v.bin").unlink()

    def test_nothing_on_standard_output(self):
        process = self.train_until_training("-o", "-")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.stdout.read(), b"")
        process.stderr.read()
        self.assertEqual(process.wait(60), 130)

    def test_kill(self):
        self.write("v.bin", b"old vectors")
        process = self.train_until_training("-o", "v.bin", "--memory", "1")
        process.kill()
        process.wait(60)
        self.assertEqual(self.names(), ["v.bin"])
        self.assertEqual(self.read("v.bin"), b"old vectors")

    def test_signals_while_waiting_for_text(self):
        """One Ctrl-C is enough where nothing comes: standard input, a pipe with and without a writer."""
        pipe = self.fifo("pipe")
        waiting = {"standard input": ["train", "-", "-o", "v.bin"],
                   "standard input, one thread": ["train", "-", "-o", "v.bin", "-t", "1"],
                   "vocab": ["vocab", "-"],
                   "tokenize": ["tokenize", "-"],
                   "phrases": ["phrases", "-"],
                   "pipe": ["train", "pipe", "-o", "v.bin"],
                   "convert": ["convert", "-", "v.bin"],
                   "info": ["info", "-"]}
        for name, arguments in waiting.items():
            for number in (signal.SIGINT, signal.SIGTERM):
                with self.subTest(name, signal=number):
                    process = self.start(*arguments, stdin=subprocess.PIPE)
                    if "-" in arguments:
                        # It has begun to read when the pipe is empty again.
                        process.stdin.write(b"some text\n" * 1000)
                        process.stdin.flush()
                        self.until_asleep(process)
                    else:
                        self.until_asleep(process)
                    process.send_signal(number)
                    self.assertEqual(process.wait(60), 130)
                    self.assertIn("interrupted", process.stderr.read().decode())
                    self.assertEqual(self.names(), ["pipe"])
        self.assertTrue(pipe.exists())

    def test_signals_while_waiting_for_a_question(self):
        self.good("train", CORPUS, "-e", "1", "-d", "4", "-q")
        for command, question in (("neighbors", b"the\n"), ("analogy", b"king man woman\n")):
            for number in (signal.SIGINT, signal.SIGTERM):
                process = self.start(command, "-k", "1", stdin=subprocess.PIPE)
                process.stdin.write(question)
                process.stdin.flush()
                self.line_within(process.stdout)
                self.until_asleep(process)
                process.send_signal(number)
                self.assertEqual(process.wait(60), 130)

    def until_asleep(self, process):
        """Waits until every thread of the process sleeps and stays asleep: it waits for input."""
        import time  # no result depends on it
        calm = 0
        while calm < 5:
            states = []
            for task in os.listdir(f"/proc/{process.pid}/task"):
                try:
                    with open(f"/proc/{process.pid}/task/{task}/stat", encoding="ascii") as stat:
                        states.append(stat.read().rsplit(")", 1)[1].split()[0])
                except FileNotFoundError:
                    pass
            with open(f"/proc/{process.pid}/cmdline", "rb") as cmdline:
                started = b"w2v" in cmdline.read()
            calm = calm + 1 if started and all(state == "S" for state in states) else 0
            time.sleep(0.01)


if __name__ == "__main__":
    main()

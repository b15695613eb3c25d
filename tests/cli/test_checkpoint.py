"""Checkpoints: however a training ends, it goes on from the last one, and with one thread nobody can tell that it was stopped."""

import os
import random
import re
import signal

from program import Case, full_disk, head_of_corpus, main

OPTIONS = ["-t", "1", "-d", "12", "-e", "6"]
# Long enough to be stopped in the middle, however slow this test gets its turn.
LONG = ["-d", "12", "-e", "100"]


class Checkpoint(Case):
    def setUp(self):
        super().setUp()
        self.write("c.txt", head_of_corpus(8000))

    def unbroken(self, *options):
        self.good("train", "c.txt", *OPTIONS, *options, "-o", "unbroken.bin")
        return self.read("unbroken.bin")

    def resume(self, *options):
        return self.good("train", "c.txt", "--resume", "state", "-t", "1", "-o", "v.bin", *options)

    def test_kill_at_any_moment(self):
        moments = random.Random(7)
        for options in ([], ["-a", "cbow"], ["--objective", "hs"], ["--objective", "hs", "-a", "cbow"]):
            with self.subTest(options=options):
                self.good("train", "c.txt", *LONG[:2], "-t", "1", "-e", "12", *options, "-o", "unbroken.bin")
                expected = self.read("unbroken.bin")
                often = ["--checkpoint-every", "0s", "-o", "v.bin"]
                process = self.start("train", "c.txt", *LONG[:2], "-t", "1", "-e", "12", *options, *often, "--checkpoint", "state")
                for _ in range(4):
                    for _ in range(moments.randrange(1, 6)):
                        self.wait_for(process, "checkpoint state: ")
                    process.kill()
                    if process.wait(60) == 0:
                        break  # it was faster
                    self.assertFalse((self.folder / "v.bin").exists())
                    process = self.start("train", "c.txt", "-t", "1", *often, "--resume", "state")
                process.stderr.read()
                self.assertEqual(process.wait(60), 0)
                self.assertTrue(self.read("v.bin") == expected, "other bytes than the unbroken training's")
                (self.folder / "v.bin").unlink()
                (self.folder / "state").unlink()

    def test_signals(self):
        self.good("train", "c.txt", *LONG, "-t", "1", "-o", "unbroken.bin")
        for number in (signal.SIGINT, signal.SIGTERM):
            for threads in ("1", "3"):
                with self.subTest(signal=number, threads=threads):
                    process = self.start("train", "c.txt", *LONG, "-t", threads, "-o", "v.bin", "--checkpoint", "state")
                    self.wait_for(process, "epoch 2/100")
                    process.send_signal(number)
                    err = process.stderr.read().decode()
                    self.assertEqual(process.wait(60), 130)
                    for words in ("checkpoint state: ", "to go on: --resume state", "interrupted"):
                        self.assertIn(words, err)
                    self.assertEqual(self.names(), ["c.txt", "state", "unbroken.bin"])
                    saved = self.read("state")
                    err = self.resume("--checkpoint", "later").err
                    self.assertIn("resuming state: epoch ", err)
                    self.assertIn("epoch 100/100", err)
                    self.assertNotIn("epoch 2/100", err)
                    if threads == "1":
                        self.assertTrue(self.read("v.bin") == self.read("unbroken.bin"))
                    # The same checkpoint again: the same bytes again.
                    self.assertTrue(self.read("state") == saved)
                    first = self.read("v.bin")
                    self.resume("--checkpoint", "later")
                    self.assertTrue(self.read("v.bin") == first)
                    for name in ("state", "later", "v.bin"):
                        (self.folder / name).unlink()

    def test_at_the_end_it_holds_the_whole_training(self):
        expected = self.unbroken("--checkpoint", "state")
        err = self.resume().err
        self.assertIn("resuming state: all 6 epochs are trained", err)
        self.assertIn("trained 0 tokens", err)
        self.assertTrue(self.read("v.bin") == expected)

    def test_settings_are_those_of_the_checkpoint(self):
        settings = ["--min-count", "20", "--max-vocab", "100", "-w", "3", "-n", "2", "--lr", "0.04", "-a", "cbow", "--seed", "5"]
        self.write("stop", "the of")
        expected = self.unbroken(*settings, "--stop-words", "stop", "--checkpoint", "state")
        (self.folder / "state").replace(self.folder / "whole")
        process = self.start("train", "c.txt", *OPTIONS, *settings, "--stop-words", "stop", "--checkpoint", "state",
                             "--checkpoint-every", "0", "-o", "x.bin")
        self.wait_for(process, "checkpoint state")
        process.kill()
        process.wait(60)
        self.resume()
        self.assertTrue(self.read("v.bin") == expected)
        self.resume("--lr", "0.04", "-w", "3", "-e", "6", "-a", "cbow", "--min-count", "20")
        self.assertTrue(self.read("v.bin") == expected)

    def test_contradictions(self):
        self.unbroken("--checkpoint", "state")
        before = self.read("state")
        for option, value, stored in (("--dim", "13", "12"), ("--window", "4", "5"), ("--lr", "0.05", "0.025"),
                                      ("--architecture", "cbow", "skipgram"), ("--objective", "hs", "ns"),
                                      ("--min-count", "6", "5"), ("--seed", "2", "1"), ("--subsample", "0", "0.0001")):
            self.bad(2, "train", "c.txt", "--resume", "state", option, value, says=[f"{option} {value}: ", f" has {stored}"])
        self.bad(2, "train", "c.txt", "--resume", "state", "--fixed-window", says=["--fixed-window on", "has off"])
        for epochs in ("7", "5"):
            self.bad(2, "train", "c.txt", "--resume", "state", "-e", epochs,
                     says=[f"--epochs {epochs}: ", "has 6", "learning rate falls over the epochs planned"])
        self.bad(2, "train", "c.txt", "--resume", "state", "--init", "unbroken.bin", says="--init and --resume")
        self.bad(2, "train", "c.txt", "--checkpoint", "-", says="--checkpoint -")
        self.bad(2, "train", "c.txt", "--checkpoint", "/dev/stdout", says="--checkpoint -")
        self.bad(2, "train", "c.txt", "--checkpoint", "s", "--checkpoint-every", "soon", says=["--checkpoint-every", "'soon'"])
        self.bad(2, "train", "c.txt", "--checkpoint", "v", "-o", "v", says=["--output and --checkpoint are both v"])
        self.assertEqual(self.names(), ["c.txt", "state", "unbroken.bin"])
        self.assertTrue(self.read("state") == before)

    def test_options_that_agree_with_the_checkpoint(self):
        for options in (["--objective", "softmax", "--optimizer", "adam"], ["--held-out", "0.3", "--patience", "2"],
                        ["--lr", "0.1", "--min-lr", "0.08"], ["-a", "cbow", "--lr", "0.06", "--min-lr", "0.055"]):
            with self.subTest(options=options):
                expected = self.unbroken(*options, "--checkpoint", "state")
                for i in range(0, len(options), 2):
                    self.resume(*options[i:i + 2])
                    self.assertTrue(self.read("v.bin") == expected)
        self.bad(2, "train", "c.txt", "--resume", "state", "--patience", "2", says=["--patience 2: ", " has 0"])
        self.bad(2, "train", "c.txt", "--resume", "state", "--dim", "0", says=["--dim 0: ", " has 12"])
        self.bad(2, "train", "c.txt", "--resume", "state", "--freeze", says=["--freeze: the checkpoint state has no frozen words"])

    def test_a_training_that_patience_ended(self):
        options = ["-t", "1", "-d", "12", "-e", "100", "--held-out", "0.3", "--patience", "1", "--lr", "0.2"]
        err = self.good("train", "c.txt", *options, "-o", "unbroken.bin", "--checkpoint", "state").err
        last = len(re.findall(r"held-out loss", err)) - 1  # and once at the end
        self.assertLess(last, 100)
        self.assertIn("checkpoint state: 100.0 % trained", err)
        told = f"ended after epoch {last} of 100 (--patience 1): the vectors are those of epoch {last - 1}, "
        self.assertIn(told, err)
        err = self.resume().err
        self.assertIn(f"resuming state: done: --patience 1 ended it after epoch {last} of 100", err)
        self.assertIn(told, err)
        self.assertIn("trained 0 tokens", err)
        self.assertTrue(self.read("v.bin") == self.read("unbroken.bin"))

    def test_the_best_epoch_outlives_a_kill(self):
        options = ["-t", "1", "-d", "12", "-e", "100", "--held-out", "0.3", "--patience", "2", "--lr", "0.3"]
        self.good("train", "c.txt", *options, "-o", "unbroken.bin")
        often = ["--checkpoint-every", "0s", "-o", "v.bin"]
        process = self.start("train", "c.txt", *options, *often, "--checkpoint", "state")
        for _ in range(20):
            for line in iter(process.stderr.readline, b""):  # none comes where the last one held all
                if b"checkpoint state: " in line:
                    break
            process.kill()
            if process.wait(60) == 0:
                break
            process = self.start("train", "c.txt", "-t", "1", *often, "--resume", "state")
        process.stderr.read()
        self.assertEqual(process.wait(60), 0)
        self.assertTrue(self.read("v.bin") == self.read("unbroken.bin"))

    def test_the_files_of_words_are_not_replaced(self):
        self.write("stop", "the of\n")
        self.unbroken("--stop-words", "stop", "--checkpoint", "state")
        for option in ("-o", "--save-output", "--save-vocab", "--checkpoint"):
            self.bad(2, "train", "c.txt", "--resume", "state", option, "stop", says="stop: it is read as --stop-words stop: expected another file")
        self.assertEqual(self.read("stop"), b"the of\n")
        self.bad(2, "train", "c.txt", "--resume", "state", "-o", "state", says=["--output state: it is read as --resume state"])

    def test_an_older_version(self):
        self.unbroken("--checkpoint", "state")
        whole = self.read("state")
        self.write("older", whole[:8] + b"\1" + whole[9:])
        self.bad(1, "train", "c.txt", "--resume", "older",
                 says="older: byte 8: a checkpoint of w2v of another version: expected 4, found 1: only the w2v that wrote it reads it")

    def test_another_corpus(self):
        self.unbroken("--checkpoint", "state")
        text = self.read("c.txt")
        half = text.index(b"\n", len(text) // 2) + 1
        self.write("more.txt", b"another line that makes a difference\n" * 9)
        self.write("swapped.txt", text[half:] + text[:half])
        for corpus, says in ((["more.txt"], ["expected word 1 to be "]), (["c.txt", "more.txt"], ["expected word "]),
                             (["swapped.txt"], ["in another order"])):
            self.bad(1, "train", *corpus, "--resume", "state", "-o", "v.bin",
                     says=["state: a checkpoint of another corpus: ", *says])
        # However its bytes come, the text is the same.
        self.good("train", "-", "--resume", "state", "-o", "v.bin", stdin=text)
        self.assertTrue(self.read("v.bin") == self.read("unbroken.bin"))

    def test_damage(self):
        self.unbroken("--checkpoint", "state")
        whole = self.read("state")
        self.write("text", b"2 2\nthe 1 2\nof 3 4\n")
        self.bad(1, "train", "c.txt", "--resume", "text", says=["text: byte 0: not a checkpoint of w2v: expected 'w2v ckpt'"])
        self.bad(1, "train", "c.txt", "--resume", "none", says=["none: cannot open"])
        self.bad(1, "train", "c.txt", "--resume", ".", says=["is a folder"])
        self.bad(2, "train", "c.txt", "--resume", "-", says=["expected a path"])
        places = random.Random(1)
        for place in [0, 9, 13, 17, 60, 70, 700] + [places.randrange(len(whole)) for _ in range(8)]:
            self.write("damaged", whole[:place] + bytes([whole[place] ^ 32]) + whole[place + 1:])
            self.bad(1, "train", "c.txt", "--resume", "damaged", says=["damaged: byte", "expected"])
        for length in [0, 5, 63, 100, 2000, len(whole) - 1]:
            self.write("cut", whole[:length])
            self.bad(1, "train", "c.txt", "--resume", "cut", says=["cut: byte", "expected"])
        self.assertNotIn("vectors.bin", self.names())

    def test_a_pipe_holds_no_checkpoint(self):
        reader = os.open(self.fifo("pipe"), os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)
        self.bad(1, "train", "c.txt", *OPTIONS, "-o", "v.bin", "--checkpoint", "pipe", says="pipe: is a pipe")
        self.assertNotIn("v.bin", self.names())

    def test_a_full_disk_does_not_stop_the_training(self):
        expected = self.unbroken()
        result = self.bad(1, "train", "c.txt", *OPTIONS, "-o", "v.bin", "--checkpoint", "/dev/full",
                          says="the training is done, but its last checkpoint was not saved")
        self.assertIn("w2v: warning: /dev/full: cannot write: No space left on device: no new checkpoint",
                      result.err)
        self.assertTrue(self.read("v.bin") == expected)

    def test_a_disk_with_room_for_one_checkpoint_keeps_the_old_one(self):
        expected = self.unbroken("--checkpoint", "state")
        size = len(self.read("state"))
        disk = full_disk(self, size * 3 // 2 // 4096 * 4096)
        process = self.start("train", "c.txt", *OPTIONS, "-o", "v.bin", "--checkpoint", f"{disk}/state", "--checkpoint-every", "0")
        self.wait_for(process, "no new checkpoint")
        process.kill()
        process.wait(60)
        self.good("train", "c.txt", "--resume", f"{disk}/state", "--checkpoint", "later", "-t", "1", "-o", "v.bin")
        self.assertTrue(self.read("v.bin") == expected)

    def test_divergence_leaves_the_last_good_checkpoint(self):
        self.unbroken("--checkpoint", "state")
        before = self.read("state")
        self.bad(1, "train", "c.txt", *OPTIONS, "--lr", "50", "--checkpoint", "state", "-o", "v.bin", says=["diverged", "lower --lr"])
        self.assertTrue(self.read("state") == before)
        self.assertNotIn("v.bin", self.names())


if __name__ == "__main__":
    main()

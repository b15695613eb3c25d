"""Training that starts from vectors, leaves some of them as they are, and writes both matrices."""

import struct

from program import Case, head_of_corpus, main, read_binary, read_text, text_vectors

OPTIONS = ["-t", "1", "-d", "10", "-e", "2"]


def sections_of(data):
    """{name: bytes} of a checkpoint, as docs/FORMATS.md has it."""
    assert data[:8] == b"w2v ckpt"
    version, count, size = struct.unpack_from("<IIQ", data, 8)
    assert (version, size) == (4, len(data))
    sections = {}
    for i in range(count):
        name, offset, length = struct.unpack_from("<24sQQ", data, 64 + 64 * i)
        assert offset % 64 == 0
        sections[name.rstrip(b"\0").decode()] = data[offset:offset + length]
    return sections


class StartingPoints(Case):
    def setUp(self):
        super().setUp()
        self.write("c.txt", head_of_corpus(5000))

    def train(self, *options):
        return self.good("train", "c.txt", *OPTIONS, "-o", "v.bin", *options)

    def test_rows_are_taken_and_counted(self):
        self.train()
        vectors = read_binary(self.read("v.bin"))
        words = [word.decode() for word in vectors]
        half = {word: [(i % 64) / 1024 + k / 32 for k in range(10)] for i, word in enumerate(words[::2])}
        half["no-such-word"] = [0.5] * 10
        self.write("half.txt", text_vectors(half))
        self.good("convert", "half.txt", "half.npy")
        self.good("convert", "half.txt", "half.bin")
        for name in ("half.txt", "half.npy", "half.bin"):
            err = self.train("--init", name, "--freeze").err
            self.assertIn(f"starting with {name}: it has {len(words[::2])} of the {len(words):,} words, not {len(words[1::2])}; "
                          "1 of its rows are of other words; the words it has are frozen", err)
            now = read_binary(self.read("v.bin"))
            self.assertEqual(list(now), list(vectors))
            for i, word in enumerate(words):
                if i % 2 == 0:
                    self.assertEqual(list(now[word.encode()]), half[word])
                else:
                    self.assertNotEqual(now[word.encode()], vectors[word.encode()])
        self.train("--init", "half.txt", "--lr", "1e-9")
        now = read_binary(self.read("v.bin"))
        for word in words[::2]:  # hardly moved
            for a, b in zip(now[word.encode()], half[word]):
                self.assertAlmostEqual(a, b, delta=1e-3)

    def test_what_does_not_fit(self):
        self.train()
        self.bad(2, "train", "c.txt", "-d", "11", "--init", "v.bin", "-o", "w.bin",
                 says=["--init v.bin: its vectors have 10 values, --dim is 11: expected --dim 10"])
        self.bad(2, "train", "c.txt", "--freeze", says=["--freeze", "--init FILE"])
        self.bad(1, "train", "c.txt", "--init", "none", says=["none"])
        self.write("cut.bin", self.read("v.bin")[:-5])
        self.bad(1, "train", "c.txt", *OPTIONS, "--init", "cut.bin", "-o", "w.bin", says=["cut.bin: "])
        self.write("foreign.txt", text_vectors({"no-such-word": [1] * 10, "nor-this": [2] * 10}))
        self.assertIn("warning: --init foreign.txt: it has no word of the corpus", self.train("--init", "foreign.txt").err)
        self.assertNotIn("w.bin", self.names())

    def test_frozen_words_stay_bit_by_bit_on_several_threads(self):
        self.train()
        before = read_binary(self.read("v.bin"))
        for more in ([], ["--deterministic"]):
            self.good("train", "c.txt", "-t", "3", "-d", "10", "-e", "2", *more, "--init", "v.bin", "--freeze", "-o", "w.bin", "--save-output", "u.bin")
            self.assertEqual(read_binary(self.read("w.bin")), before)

    def test_frozen_words_stay_frozen_in_a_checkpoint(self):
        self.train()
        self.train("--init", "v.bin", "--freeze", "--checkpoint", "state", "--save-output", "whole.bin")
        frozen = self.read("v.bin")
        sections = sections_of(self.read("state"))
        self.assertEqual(sections["frozen"], b"\1" * len(read_binary(frozen)))
        process = self.start("train", "c.txt", *OPTIONS, "-o", "w.bin", "--init", "v.bin", "--freeze", "--checkpoint", "state",
                             "--checkpoint-every", "0")
        self.wait_for(process, "checkpoint state")
        process.kill()
        process.wait(60)
        self.good("train", "c.txt", "--resume", "state", "-t", "1", "-o", "w.bin", "--save-output", "resumed.bin")
        self.assertTrue(self.read("w.bin") == frozen)
        self.assertTrue(self.read("resumed.bin") == self.read("whole.bin"))

    def test_both_matrices_are_those_of_the_checkpoint(self):
        for architecture in ("skipgram", "cbow"):
            err = self.train("-a", architecture, "--save-output", "o.bin", "--checkpoint", "state").err
            self.assertIn("wrote o.bin: ", err)
            self.train("-a", architecture, "--save-output", "o.txt")
            sections = sections_of(self.read("state"))
            words = sections["words"].split(b"\0")[:-1]
            for name, matrix in (("v.bin", "input"), ("o.bin", "output"), ("o.txt", "output")):
                vectors = read_text(self.read(name)) if name.endswith(".txt") else read_binary(self.read(name))
                self.assertEqual(list(vectors), words)
                for i, word in enumerate(words):  # 10 values in rows of 16
                    self.assertEqual(vectors[word], struct.unpack_from("<10f", sections[matrix], 64 * i))
            self.assertIn(b"dim 10\n", sections["settings"])
            self.assertIn(b"architecture %s\n" % architecture.encode(), sections["settings"])

    def test_output_rows_of_words_only(self):
        self.bad(2, "train", "c.txt", "--objective", "hs", "--save-output", "o.bin", says=["--save-output", "--objective ns"])
        self.bad(2, "train", "c.txt", "--save-output", "v.bin", "-o", "v.bin", says=["--output and --save-output are both v.bin"])
        self.bad(2, "train", "c.txt", "--save-output", "o.npy", says=["o.npy: train writes text or binary"])


if __name__ == "__main__":
    main()

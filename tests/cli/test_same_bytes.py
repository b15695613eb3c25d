"""One thread, one text: the same bytes, however the text comes in and however the vectors go out."""

import bz2
import gzip
import lzma
import re
import subprocess
import threading

from program import CORPUS, Case, head_of_corpus, main, program, read_binary, read_text, tool, tsv

OPTIONS = ["--threads", "1", "--epochs", "2", "--dim", "20"]


def options(*changes):
    """OPTIONS with some of them changed: an option may be given once only."""
    kept = list(OPTIONS)
    for name in changes[::2]:
        if name in kept:
            at = kept.index(name)
            del kept[at:at + 2]
    return [*kept, *changes]



class SameBytes(Case):
    @classmethod
    def setUpClass(cls):
        cls.text = head_of_corpus(12000)
        cls.reference = subprocess.run([program(), "train", "-q", "-", "-o", "-", *OPTIONS], input=cls.text,
                                       stdout=subprocess.PIPE, check=True).stdout
        assert len(read_binary(cls.reference)) > 500

    def same(self, *corpus, stdin=b"", more=(), env=None):
        result = self.good("train", *corpus, *OPTIONS, *more, "-o", "out.bin", stdin=stdin, env=env)
        self.assertTrue(self.read("out.bin") == self.reference, f"{corpus} {more}: other bytes")
        return result

    def test_file(self):
        self.write("c.txt", self.text)
        self.same("c.txt")
        self.same("c.txt")  # and again

    def test_standard_input(self):
        self.same("-", stdin=self.text)

    def test_named_pipe(self):
        pipe = self.fifo("pipe")
        writer = threading.Thread(target=pipe.write_bytes, args=(self.text,))
        writer.start()
        self.same("pipe")
        writer.join()

    def test_gzip_bzip2_xz(self):
        for ending, compress in (("gz", gzip.compress), ("bz2", bz2.compress), ("xz", lzma.compress)):
            with self.subTest(ending):
                self.write("c.txt." + ending, compress(self.text))
                self.same("c.txt." + ending)
                self.same("-", stdin=compress(self.text))
                # By content, not by name: and two members one after the other are one text.
                half = self.text.index(b"\n", len(self.text) // 2) + 1
                self.write("no-ending", compress(self.text[:half]) + compress(self.text[half:]))
                self.same("no-ending")

    def test_zstd(self):
        packed = subprocess.run([tool("zstd"), "-q", "-c"], input=self.text, stdout=subprocess.PIPE, check=True).stdout
        self.write("c.txt.zst", packed)
        self.same("c.txt.zst")

    def test_cut_compressed_file_is_an_error(self):
        for compress in (gzip.compress, bz2.compress, lzma.compress):
            self.write("cut", compress(self.text)[:-2000])
            self.bad(1, "train", "cut", *OPTIONS, "-o", "out.bin", says="cut: ")
            self.assertEqual(self.names(), ["cut"])

    def test_two_files_and_a_folder_of_them(self):
        half = self.text.index(b"\n", len(self.text) // 2) + 1
        self.write("folder/1.txt", self.text[:half])
        self.write("folder/2/2.txt", self.text[half:])
        self.write("folder/.hidden", "hidden words " * 100)
        self.write("folder/.git/objects", "hidden words " * 100)
        self.same("folder/1.txt", "folder/2/2.txt")
        self.same("folder")
        self.same("folder/")
        self.same("folder/1.txt", "-", stdin=self.text[half:])

    def test_end_of_file_ends_the_sentence_and_the_token(self):
        self.write("1", self.text + b"one two")
        self.write("2", b"three four\n" + self.text)
        self.write("joined", self.text + b"one two\nthree four\n" + self.text)
        self.good("train", "1", "2", *OPTIONS, "--min-count", "1", "-o", "a.bin")
        self.good("train", "joined", *OPTIONS, "--min-count", "1", "-o", "b.bin")
        self.assertTrue(self.read("a.bin") == self.read("b.bin"))
        self.assertIn(b"three", read_binary(self.read("a.bin")))

    def test_spool_on_disk(self):
        result = self.same("-", stdin=self.text, more=["--memory", "1"], env={"TMPDIR": str(self.folder)})
        self.assertIn("in a temporary file", result.err)
        self.assertEqual(self.names(), ["out.bin"])
        self.assertNotIn("in a temporary file", self.same("-", stdin=self.text, more=["--memory", "1G"]).err)

    def test_final_newline_makes_no_difference(self):
        self.assertTrue(self.text.endswith(b"\n"))
        self.same("-", stdin=self.text[:-1])
        self.same("-", stdin=self.text + b"\n\n")

    def test_line_ends_marks_and_blanks(self):
        self.same("-", stdin=self.text.replace(b"\n", b"\r\n"))
        self.same("-", stdin=b"\xef\xbb\xbf" + self.text)
        self.same("-", stdin=self.text.replace(b" ", b" \t \v\f"))
        self.same("-", stdin=self.text.replace(b"\n", b" </s> "))
        self.same("-", stdin=self.text.replace(b" ", b"\0"))

    def test_line_ends_matter(self):
        self.good("train", "-", *OPTIONS, "-o", "out.bin", stdin=self.text.replace(b"\n", b" "))
        self.assertFalse(self.read("out.bin") == self.reference)

    def test_seed(self):
        self.same("-", stdin=self.text, more=["--seed", "1"])
        self.good("train", "-", *OPTIONS, "--seed", "2", "-o", "two.bin", stdin=self.text)
        self.assertFalse(self.read("two.bin") == self.reference)
        self.good("train", "-", *OPTIONS, "--seed", "2", "-o", "two again.bin", stdin=self.text)
        self.assertTrue(self.read("two.bin") == self.read("two again.bin"))

    def test_the_log_says_what_can_be_repeated(self):
        err = self.same("-", stdin=self.text).err
        self.assertIn("same bytes", err)
        self.assertIn("seed 1", err)
        self.assertNotIn("same bytes", self.good("train", "-", *options("--threads", "2"), stdin=self.text).err)

    def test_options_change_the_bytes(self):
        """An option that was parsed and forgotten would leave them alone."""
        for option in (["--window", "3"], ["--negatives", "3"], ["--epochs", "3"], ["--subsample", "1e-3"],
                       ["--subsample", "0"], ["--subsample-formula", "paper"], ["--noise-pool", "0"], ["--lr", "0.03"], ["--min-lr", "0.01"],
                       ["--noise-power", "0.5"], ["--fixed-window"], ["--max-sentence", "2"], ["--architecture", "cbow"],
                       ["--dim", "21"], ["--min-count", "6"], ["--max-vocab", "100"]):
            with self.subTest(option):
                self.good("train", "-", *options(*option), "-o", "other.bin", stdin=self.text)
                self.assertFalse(self.read("other.bin") == self.reference)
        for update in ("mean", "word2vec"):
            self.good("train", "-", *OPTIONS, "-a", "cbow", "--cbow-update", update, "-o", update, stdin=self.text)
        self.assertFalse(self.read("mean") == self.read("word2vec"))

    def test_defaults_are_what_the_help_says(self):
        text = self.good("train", "--help").out.decode()
        said = dict(re.findall(r"^  (?:-\w,)?(--[\w-]+) [^= ]*=(\S+)", text, re.MULTILINE))
        self.assertLessEqual({"--min-count", "--dim", "--window", "--negatives", "--epochs", "--subsample", "--noise-power",
                              "--architecture", "--cbow-update", "--max-sentence", "--seed", "--subsample-formula"}, set(said))
        self.assertEqual((said.pop("--output"), said.pop("--architecture")), ("vectors.bin", "skipgram"))
        del said["--batch"], said["--checkpoint-every"]  # of another objective, of checkpoints
        skipgram_rate, cbow_rate = re.search(r"--lr .*\[([\d.]+); cbow and subwords: ([\d.]+)", text).groups()
        for architecture, rate in (("skipgram", skipgram_rate), ("cbow", cbow_rate)):
            everything = [word for option in said.items() for word in option]
            everything += ["--lr", rate, "--min-lr", repr(float(rate) * 1e-4)]
            self.good("train", "-", "-t", "1", "-a", architecture, "-o", "default.bin", stdin=self.text)
            self.good("train", "-", "-t", "1", "-a", architecture, "-o", "said.bin", *everything, stdin=self.text)
            self.assertTrue(self.read("default.bin") == self.read("said.bin"), architecture)


class Outputs(Case):
    def test_text_and_binary_hold_the_same_floats(self):
        self.good("train", CORPUS, *OPTIONS, "-o", "v.bin")
        self.good("train", CORPUS, *OPTIONS, "-o", "v.txt")
        self.good("train", CORPUS, *OPTIONS, "-o", "v.vec")
        self.good("train", CORPUS, *OPTIONS, "-o", "t", "--format", "text")
        self.good("train", CORPUS, *OPTIONS, "-o", "b.txt", "--format", "binary")
        binary = read_binary(self.read("v.bin"))
        text = read_text(self.read("v.txt"))
        self.assertEqual(list(binary), list(text))
        self.assertEqual(binary, text)
        self.assertEqual(self.read("v.txt"), self.read("v.vec"))
        self.assertEqual(self.read("v.txt"), self.read("t"))
        self.assertEqual(self.read("v.bin"), self.read("b.txt"))

    def test_standard_output(self):
        self.good("train", CORPUS, *OPTIONS, "-o", "v.bin")
        self.good("train", CORPUS, *OPTIONS, "-o", "v.txt")
        self.assertEqual(self.good("train", CORPUS, *OPTIONS, "-o", "-").out, self.read("v.bin"))
        self.assertEqual(self.good("train", CORPUS, *OPTIONS, "-o", "-", "--format", "text").out, self.read("v.txt"))
        self.assertEqual(self.names(), ["v.bin", "v.txt"])

    def test_default_name_and_nothing_on_standard_output(self):
        result = self.good("train", CORPUS, *OPTIONS)
        self.assertEqual(result.out, b"")
        self.assertEqual(self.names(), ["vectors.bin"])

    def test_sentence_end_is_no_word(self):
        self.write("c.txt", head_of_corpus(3000).replace(b"\n", b" </s>\n"))
        self.good("train", "c.txt", *OPTIONS, "--save-vocab", "voc")
        self.assertNotIn(b"</s>", read_binary(self.read("vectors.bin")))
        self.assertNotIn(b"</s>", self.read("voc"))

    def test_old_file_is_replaced_whole_and_keeps_its_mode(self):
        old = self.write("v.bin", "old")
        old.chmod(0o640)
        self.good("train", CORPUS, *OPTIONS, "-o", "v.bin")
        self.assertEqual(len(read_binary(self.read("v.bin"))), 1526)
        self.assertEqual(old.stat().st_mode & 0o777, 0o640)

    def test_symbolic_link_stays_one(self):
        self.write("real.bin", "old")
        (self.folder / "link.bin").symlink_to("real.bin")
        self.good("train", CORPUS, *OPTIONS, "-o", "link.bin")
        self.assertTrue((self.folder / "link.bin").is_symlink())
        self.assertEqual(len(read_binary(self.read("real.bin"))), 1526)

    def test_every_instruction_set_learns_nearly_the_same(self):
        said = self.good("info").out.decode()
        targets = re.search(r"\(of ([^;)]*)", said)[1].split(", ")
        self.assertIn("scalar", targets)
        for target in targets:
            self.good("train", CORPUS, "-t", "1", "--epochs", "10", "-o", target, env={"W2V_SIMD": target})
            best = tsv(self.good("analogy", "-m", target, "king", "man", "woman", "-k", "1", env={"W2V_SIMD": target}).out)
            self.assertEqual(best[0][0], "queen", target)
        self.bad(2, "train", CORPUS, says=["W2V_SIMD", "mmx", "scalar"], env={"W2V_SIMD": "mmx"})


if __name__ == "__main__":
    main()

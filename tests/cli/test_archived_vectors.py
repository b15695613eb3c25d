"""Vectors in an archive are read as the file that is meant, with the file of words that belongs to it."""

import gzip
import os
import threading

from archives import HIDDEN, VECTORS, tarred, zipped
from program import Case, binary_vectors, main, text_vectors

OTHERS = {"king": (1, 0, 0), "bishop": (0.5, 0.1, 0)}


class Vectors(Case):
    def commands(self, name):
        return (["neighbors", "-m", name, "-k", "1", "king"], ["similarity", "-m", name, "king", "queen"], ["analogy", "-m", name, "king", "man", "woman"],
                ["odd", "-m", name, "king", "queen", "man"], ["convert", name, "-", "--format", "text"], ["pool", "text", "-m", name],
                ["cluster", "-m", name, "-c", "2"], ["map", "-m", name, "--method", "pca", "--format", "tsv"], ["heatmap", "-m", name, "king", "man", "--format", "tsv"],
                ["eval", "pairs", "-m", name])

    def setUp(self):
        super().setUp()
        self.write("text", "king man\n")
        self.write("pairs", "king queen 3\nking man 1\nqueen woman 2\n")
        self.write("v.txt", text_vectors(VECTORS))

    def test_an_archive_with_one_file_is_that_file(self):
        for pack in (zipped, tarred, lambda files: gzip.compress(tarred(files))):
            for content in (text_vectors(VECTORS, header=False), binary_vectors(VECTORS)):
                packed = pack(HIDDEN[:3] + [("v.txt", content)])
                self.write("v", packed)
                for packed_command, plain in zip(self.commands("v"), self.commands("v.txt")):
                    expected = self.good(*plain).out.replace(b"v.txt", b"v")
                    self.assertEqual(self.good(*packed_command).out, expected, packed_command)
                for options in ([], ["--member", "v.txt", "--limit", "2"]):
                    self.assertEqual(self.good("convert", "-", "-", "--format", "text", *options, stdin=packed).out,
                                     self.good("convert", "v.txt", "-", "--format", "text", *options[2:]).out)

    def test_of_several_files_one_has_to_be_named(self):
        files = [("big/v.txt", text_vectors(VECTORS)), ("other.txt", text_vectors(OTHERS)), ("v.bin", binary_vectors(VECTORS))]
        for pack in (zipped, tarred):
            self.write("v", pack(files + HIDDEN))
            for packed, plain in zip(self.commands("v"), self.commands("v.txt")):
                self.bad(1, *packed, says=["v: an archive of 3 files: expected --member NAME", "big/v.txt, other.txt, v.bin"])
                self.assertEqual(self.good(*packed, "--member", "big/v.txt").out, self.good(*plain).out.replace(b"v.txt", b"v"), packed)
                self.bad(1, *packed, "--member", "none", says=["v: --member none: no such file in the archive", "big/v.txt, other.txt, v.bin"])
                self.bad(1, *plain, "--member", "none", says=["v.txt: this file is not an archive: --member chooses"])
            self.assertIn(b"dim      3", self.good("info", "v", "--member", "other.txt").out)
            self.good("report", "v", "--member", "v.bin", "--iterations", "5", "-o", "r.html")
            self.bad(1, "info", "-", stdin=pack(files), says=["standard input: an archive of 3 files", "big/v.txt, other.txt, v.bin"])
            self.assertIn(b"dim      3", self.good("info", "-", "--member", "other.txt", stdin=pack(files)).out)
            self.bad(1, "info", "-", "--member", "none", stdin=pack(files), says=["no such file", "other.txt"])

    def test_starting_points(self):
        self.write("c", "king queen man woman\n" * 20)
        train = ["train", "c", "-d", "2", "-e", "1", "-t", "1", "--subsample", "0"]
        self.write("v.zip", zipped([("v.txt", text_vectors(VECTORS)), ("w.txt", text_vectors(OTHERS))]))
        self.good(*train, "--init", "v.txt", "-o", "a.bin")
        self.good(*train, "--init", "v.zip", "--member", "v.txt", "-o", "b.bin")
        self.assertEqual(self.read("a.bin"), self.read("b.bin"))
        self.bad(1, *train, "--init", "v.zip", says="expected --member NAME")
        self.bad(2, *train, "--member", "v.txt", says="--member names a file in the archive of --init: expected --init FILE")

    def test_limits_and_damage_of_an_archive_from_a_pipe(self):
        packed = zipped([("v.txt", text_vectors(VECTORS, header=False)), ("w.txt", text_vectors(OTHERS))])
        for option in (["--limit", "1"], ["--lenient"]):
            self.bad(1, "info", "-", *option, stdin=packed, says=["standard input: an archive from a pipe", "expected --member NAME"])
            self.assertIn(b"king", self.good("info", "-", *option, "--member", "v.txt", stdin=packed).out)
        self.assertIn(b"rows     1", self.good("info", "-", "--limit", "1", "--member", "v.txt", stdin=packed).out)

    def test_a_name_that_stands_twice(self):
        self.write("v.tar", tarred([("v.txt", text_vectors(VECTORS)), ("v.txt", text_vectors(OTHERS))]))
        self.bad(1, "info", "v.tar", "--member", "v.txt", says=["v.tar: --member v.txt: the archive has 2 files of that name"])
        self.bad(1, "info", "-", "--member", "v.txt", stdin=self.read("v.tar"), says="2 files of that name")

    def test_hidden_files_can_be_named(self):
        self.write("v.zip", zipped([(".v", text_vectors(VECTORS))]))
        self.assertIn(b"rows     4", self.good("info", "v.zip", "--member", ".v").out)
        self.bad(1, "info", "v.zip", says="v.zip: an archive without a file: expected one")

    def test_numpy_arrays_have_their_words_beside_them_in_the_archive(self):
        self.good("convert", "v.txt", "n.npy")
        for pack in (zipped, tarred):
            self.write("v", pack([("d/n.npy", self.read("n.npy")), ("d/n.words", self.read("n.words"))]))
            self.assertEqual(self.good("convert", "v", "-", "--format", "text", "--member", "d/n.npy").out, self.good("convert", "v.txt", "-", "--format", "text").out)
            self.write("v", pack([("n.npy", self.read("n.npy"))]))
            self.bad(1, "info", "v", says=["no such file in the archive", "n.words"])

    def test_a_projector_pair_has_its_words_beside_it_in_the_archive(self):
        self.good("convert", "v.txt", "p.tsv")
        numbers, words = self.read("p.tsv"), self.read("p_metadata.tsv")
        pair = [("d/p.tsv", numbers), ("p_metadata.tsv", b"wrong\n"), ("d/p_metadata.tsv", words)]
        packed_member = [("d/p.tsv.gz", gzip.compress(numbers)), ("d/p_metadata.tsv", gzip.compress(words))]
        for pack in (zipped, tarred, lambda files: gzip.compress(tarred(files))):
            for files in (pair, pair[::-1], packed_member):
                self.write("v", pack(files))
                name = next(name for name, content in files if name.startswith("d/p.tsv"))
                for packed, plain in zip(self.commands("v"), self.commands("v.txt")):
                    self.assertEqual(self.good(*packed, "--member", name).out, self.good(*plain).out.replace(b"v.txt", b"v"), packed)
            self.write("v", pack(pair[:2]))
            self.bad(1, "info", "v", "--member", "d/p.tsv",
                     says=["v: 'd/p.tsv': row 1 (byte 0): not word vectors", "lines of numbers without a word, and no file d/p_metadata.tsv in the archive"])
            self.write("d/p_metadata.tsv", words)  # a file beside the archive does not count
            self.bad(1, "info", "v", "--member", "d/p.tsv", says="no file d/p_metadata.tsv in the archive")
            self.write("v", pack([pair[0], ("d/p_metadata.tsv", b"king\n")]))
            self.bad(1, "info", "v", "--member", "d/p.tsv", says=["d/p_metadata.tsv", "fewer words"])

    def test_of_a_pair_one_file_cannot_be_read_from_a_pipe(self):
        self.good("convert", "v.txt", "p.tsv")
        self.good("convert", "v.txt", "n.npy")
        pair = tarred([("p.tsv", self.read("p.tsv")), ("p_metadata.tsv", self.read("p_metadata.tsv"))])
        self.bad(1, "info", "-", "--member", "p.tsv", stdin=pair, says=["standard input: 'p.tsv'", "lines of numbers without a word"])
        array = tarred([("n.npy", self.read("n.npy")), ("n.words", self.read("n.words"))])
        os.mkfifo(self.folder / "fifo")
        for name in ("-", "fifo"):
            with self.subTest(name):
                writer = threading.Thread(target=(self.folder / "fifo").write_bytes, args=(array,), daemon=True)
                if name == "fifo":
                    writer.start()
                self.bad(2 if name == "-" else 1, "info", name, "--member", "n.npy", stdin=array, says="two files" if name == "-" else "fifo.words")

    def test_archives_in_archives(self):
        self.write("v.zip", zipped([("v.tar", tarred([("v.txt", text_vectors(VECTORS))]))]))
        self.bad(1, "info", "v.zip", says="v.zip: 'v.tar': a tar archive within an archive")

    def test_names_in_lists_are_printable_and_few(self):
        self.write("v.zip", zipped([(f"\x1b{i}", b"x") for i in range(100)]))
        err = self.bad(1, "info", "v.zip", says=["an archive of 100 files", "\\x1b0, \\x1b1", ", ..."]).err
        self.assertNotIn("\x1b", err)
        self.assertLess(len(err), 400)

    def test_an_archive_is_not_indexed(self):
        self.write("v.zip", zipped([("v.bin", binary_vectors(VECTORS))]))
        self.bad(1, "index", "v.zip", says="expected a plain word2vec binary file")

    def test_lists_and_sets_in_archives(self):
        self.write("words.zip", zipped([("w", b"king\nman\n")]))
        self.write("two.zip", zipped([("w", b"king\n"), ("x", b"man\n")]))
        self.assertEqual(self.good("convert", "v.txt", "-", "--format", "text", "--words", "words.zip").out.splitlines()[0], b"2 2")
        self.bad(1, "convert", "v.txt", "-", "--format", "text", "--words", "two.zip", says="two.zip: an archive of 2 files: expected one file: w, x")


if __name__ == "__main__":
    main()

"""Archives: a corpus in one is read as a folder of its files, and what cannot be read is refused by name."""

import bz2
import gzip
import lzma
import os
import subprocess
import tarfile
import zipfile

from archives import HIDDEN, VECTORS, special, tarred, zipped
from program import Case, environment, main, program, text_vectors, vocabulary_bytes, vocabulary_of

FILES = [("b.txt", b"one two\nthree"), ("a/deep.txt", b"\xef\xbb\xbffour five\n"), ("c.txt", b"six"), ("empty.txt", b"")]
LINES = b"one two\nthree\nfour five\nsix\n"

# Of bsdtar --format 7zip: a.txt "one two\\nthree", d/b.txt "four five\\n", .hidden "nope".
SEVEN_ZIP = bytes.fromhex(
    "377abcaf271c0003fe416a3ea9000000000000002200000000000000013f69d600379b88ce76e2f4e1944de52cb1798e10142d08263620b5e49a4be6"
    "06aaf558ffff116c00000000813307ae0fd0697dbc9f3f47415cf6671c160535f5b276ad0d9839c8ded4c5ab1d83b9e3ccad11515f18b277b07f88ae"
    "b1b38b932fac1670a55966a20d170061d8915368591adb6de65ac7bfd40fe74cd2a88b3c032c89d1afc693a667313529959f3b6ec08bf2d038699fef"
    "836f3cc6915ee7947eb092cdbbf402681ffdfe64001706260109808300070b01000123030101055d000080000c80c70a0142909c510000")
# Of 7z a -ppw: s.txt, and with -mhe=on its name encrypted, too.
ENCRYPTED_7Z = bytes.fromhex(
    "377abcaf271c000450ba05222000000000000000620000000000000052fd2cdf323a8e7cec9c3e171e950e926cd15a5a47950bd5609247251a2e0f39"
    "605210a40104060001092000070b0100022406f1070112530f26d2ac60fe8bdb252813aa7c4bed3fe62121010001000c151100080a01d8167c8d0000"
    "0501190100110d0073002e007400780074000000140a010000803ed5deb19d01150601002080a4810000")
ENCRYPTED_NAMES_7Z = bytes.fromhex(
    "377abcaf271c000421e8f63490000000000000002e00000000000000c1c9816d0e01404252820092b1bc7f72a20705baeedd03a9376da984abd5fd97"
    "f303fb9aad3e7c8defd0642beab0069a563b04d951182b8eead764d66c35f7fb4e636837e75d78bbe101047f4d2d98d14b8f1a2839305b1adf0c94c1"
    "d9fc8ae5bfac014e403651d95dfe8c1fbb070e8be687c3f9443f95f5e41584fac145c1485357c35725d989b7b330b7d353efb05e9989f05d17062001"
    "097000070b0100012406f1070112530fbf806834ab02cff3ab1fad8737c96b6a0c620a01885c2cc30000")
# Of zip -P pw.
ENCRYPTED_ZIP = bytes.fromhex(
    "504b03040a000900000000002100d8167c8d1d0000001100000008001c0066372f732e747874555409000300000000c6160e6b75780b000104000000"
    "000400000000e9f8aced7d3cf90adbf34295055dbac0e72b1ca8ef1994a4bb86675624504b0708d8167c8d1d00000011000000504b01021e030a0009"
    "00000000002100d8167c8d1d00000011000000080018000000000001000000a4810000000066372f732e747874555405000300000000"
    "75780b000104000000000400000000504b050600000000010001004e0000006f0000000000")
# "one two\\n", of compress, lz4, lzip and xz --format=lzma.
SINGLE = {"Z": "1f9d906fdc940141e7ce1b05", "lz4": "04224d186440a7080000806f6e652074776f0a000000009b8904c4",
          "lz": "4c5a4950010c00379b88ce76e2f4e194dfce75ffff8cfc0000433ccb9908000000000000002d00000000000000",
          "lzma": "5d00008000ffffffffffffffff00379b88ce76e2f4e194dfce75ffff8cfc0000"}


class Through(Case):
    def by_file_and_pipe(self, check, *command, name, content, **more):
        """Calls check() with the command on a file, and on standard input as a file and as a pipe."""
        self.write(name, content)
        check(*[name if word == "FILE" else word for word in command], **more)
        check(*["-" if word == "FILE" else word for word in command], stdin=content, **more)
        with open(self.folder / name, "rb") as file:
            check(*["-" if word == "FILE" else word for word in command], stdin=file, **more)


class Corpora(Through):
    def tokenized(self, *arguments, **more):
        return self.good("tokenize", *arguments, **more).out

    def test_a_corpus_is_a_folder_of_its_files_in_the_order_of_the_archive(self):
        def check(*command, **more):
            self.assertEqual(self.tokenized(*command, **more), LINES)

        for name, content in {"c.zip": zipped(FILES), "stored.zip": zipped(FILES, zipfile.ZIP_STORED), "c.tar": tarred(FILES),
                              "c.ustar": tarred(FILES, tarfile.USTAR_FORMAT), "c.gnu": tarred(FILES, tarfile.GNU_FORMAT),
                              "c.tgz": gzip.compress(tarred(FILES)), "c.tar.bz2": bz2.compress(tarred(FILES)),
                              "c.tar.xz": lzma.compress(tarred(FILES)), "c.zip.gz": gzip.compress(zipped(FILES)),
                              "hidden.zip": zipped(HIDDEN + FILES), "hidden.tar": tarred(HIDDEN + FILES + HIDDEN)}.items():
            with self.subTest(name):
                self.by_file_and_pipe(check, "FILE", name=name, content=content)

    def test_7z(self):
        self.write("c.txt", SEVEN_ZIP)
        self.assertEqual(self.tokenized("c.txt"), b"one two\nthree\nfour five\n")
        with open(self.folder / "c.txt", "rb") as file:
            self.assertEqual(self.tokenized("-", stdin=file), b"one two\nthree\nfour five\n")
        self.bad(1, "tokenize", "-", stdin=SEVEN_ZIP, says=["standard input: a 7z archive", "pipe", "expected"])
        self.write("c.7z.gz", gzip.compress(SEVEN_ZIP))
        self.bad(1, "tokenize", "c.7z.gz", says=["c.7z.gz: a 7z archive", "expected"])

    def test_every_command_that_reads_text(self):
        text = b"a b c\nb c\nc\n"
        content = zipped([("1", text), ("2", b"c d")])
        self.write("plain", text + b"c d\n")
        for name in ("c.zip", "plain"):
            self.write("c.zip", content)
            self.good("vocab", name, "--min-count", "1", "-o", name + ".vocab")
            self.good("phrases", name, "--min-count", "1", "--threshold", "0.1", "-o", name + ".phrases", "-t", "1")
            self.good("train", name, "--min-count", "1", "-d", "4", "-t", "1", "--subsample", "0", "-o", name + ".bin")
        for ending in (".vocab", ".phrases", ".bin"):
            self.assertEqual(self.read("c.zip" + ending), self.read("plain" + ending), ending)
        self.assertEqual(self.read("plain.vocab"), vocabulary_bytes(vocabulary_of(text + b"c d")))
        for weighting in ("mean", "sif"):
            pooled = [self.good("pool", name, "-m", "plain.bin", "--weighting", weighting).out for name in ("c.zip", "plain")]
            self.assertEqual(*pooled)
            self.assertEqual(pooled[0].count(b"\n"), 4)

    def test_pool_keeps_files_apart(self):
        self.write("v.txt", "a 1 0\nb 0 1\n")
        self.write("t.tar", tarred([("1", b"a"), ("2", b""), ("3", b"\xef\xbb\xbfb\n"), ("4", b"a\nb")]))
        self.assertEqual(self.good("pool", "t.tar", "-m", "v.txt").out, b"1 0\n0 1\n1 0\n0 1\n")

    def test_archives_in_folders_and_among_files(self):
        self.write("folder/1.zip", zipped([("x", b"in zip")]))
        self.write("folder/0.txt", "first")
        self.write("folder/2.tgz", gzip.compress(tarred([("x", b"in tar")])))
        self.write("last", "last")
        self.assertEqual(self.tokenized("folder", "last"), b"first\nin zip\nin tar\nlast\n")

    def test_compressed_files_in_archives(self):
        files = [("a.gz", gzip.compress(b"one")), ("b.xz", lzma.compress(b"two")), ("c", gzip.compress(gzip.compress(b"three")))]
        for content in (zipped(files), tarred(files)):
            self.write("c", content)
            self.assertEqual(self.tokenized("c"), b"one\ntwo\nthree\n")

    def test_names_that_lead_elsewhere_are_only_names(self):
        files = [("../../x", b"up"), ("/abs/y", b"root"), ("./z", b"here"), ("caf\xe9\U0001F600", b"unicode"), ("n" * 300 + "/m", b"long")]
        before = self.names()
        for pack in (zipped, tarred):
            self.assertEqual(self.tokenized("-", stdin=pack(files)), b"up\nroot\nhere\nunicode\nlong\n")
        self.assertEqual(self.names(), before)
        self.assertFalse((self.folder / "../../x").exists())

    def test_names_with_control_characters_reach_no_terminal(self):
        for pack in (zipped, tarred):
            self.write("c", pack([("evil\x1b[31m\n\r\x9b.zip", zipped(FILES))]))
            err = self.bad(1, "tokenize", "c", says=["evil\\x1b[31m\\x0a\\x0d", "within an archive"]).err
            self.assertNotIn("\x1b", err)
            self.assertEqual(err.count("\n"), 1)

    def test_folders_and_links_in_archives(self):
        entries = [(special("d", tarfile.DIRTYPE), b""), ("d/a", b"text"), (special("soft", tarfile.SYMTYPE, "d/a"), b""),
                   (special("hard", tarfile.LNKTYPE, "d/a"), b""), (special("fifo", tarfile.FIFOTYPE), b""), ("b", b"more")]
        self.write("c.tar", tarred(entries))
        for name in ("c.tar", "-"):
            result = self.good("tokenize", name, stdin=self.read("c.tar"))
            self.assertEqual(result.out, b"text\nmore\n")
            self.assertIn("warning: " + ("c.tar" if name == "c.tar" else "standard input") + ": 3 links or devices in the archive were not read\n", result.err)
        link = zipfile.ZipInfo("link")
        link.create_system, link.external_attr = 3, 0o120777 << 16
        self.write("c.zip", zipped([(zipfile.ZipInfo("d/"), b""), ("d/a", b"text"), (link, b"d/a")]))
        result = self.good("vocab", "c.zip", "--min-count", "1")
        self.assertEqual(result.out, b"text 1\n")
        self.assertIn("warning: c.zip: 1 link or device in the archive was not read\n", result.err)
        for command in (["vocab", "c.zip", "--stop-words", "c.tar"], ["vocab", "c.zip", "--keep-words", "c.tar"], ["phrases", "c.zip", "--common", "c.tar"]):
            with self.subTest(command):
                self.assertEqual(self.w2v(*command).err.count("c.tar: 3 links or devices in the archive were not read\n"), 1)
        self.assertNotIn("not read", self.good("vocab", "-", "--min-count", "1", stdin=tarred(FILES)).err)

    def test_archives_without_files(self):
        for name, content in {"e.zip": zipped([]), "hidden.zip": zipped(HIDDEN), "d.zip": zipped([(zipfile.ZipInfo("d/"), b"")]),
                              "hidden.tar": tarred(HIDDEN), "d.tar": tarred([(special("d", tarfile.DIRTYPE), b"")])}.items():
            with self.subTest(name):
                self.by_file_and_pipe(lambda *words, **more: self.bad(1, *words, says="an archive without files: expected text", **more),
                                      "vocab", "FILE", name=name, content=content)

    def test_archives_in_archives_are_refused(self):
        for inner in (zipped(FILES), zipped([]), tarred(FILES), gzip.compress(tarred(FILES)), SEVEN_ZIP, b"Rar!\x1a\x07\x00", b"!<arch>\n"):
            for pack in (zipped, tarred):
                files = [("text", b"text"), ("inner", inner)]
                self.by_file_and_pipe(lambda *words, **more: self.bad(1, *words, says=["'inner': a", "archive", "expected text or vectors"], **more),
                                      "vocab", "FILE", name="c", content=pack(files))

    def test_encrypted(self):
        for name, content in {"e.zip": ENCRYPTED_ZIP, "e.7z": ENCRYPTED_7Z, "n.7z": ENCRYPTED_NAMES_7Z}.items():
            self.write(name, content)
            for command in (["vocab", name], ["info", name], ["train", name, "-o", "out.bin"]):
                self.bad(1, *command, says=[name + ": ", "encrypted: expected an archive without a password"])
        self.assertNotIn("out.bin", self.names())
        self.bad(1, "vocab", "-", stdin=ENCRYPTED_ZIP, says="encrypted")

    def test_cut_anywhere(self):
        self.write("text", "")
        files = [("a.txt", b"one two three " * 50), ("b.txt", b"four " * 10)]
        for whole, least in ((zipped(files), 4), (zipped(files, zipfile.ZIP_STORED), 4), (SEVEN_ZIP, 6), (gzip.compress(tarred(files)), 3)):
            for size in range(least, len(whole), 1 + len(whole) // 30):
                with self.subTest(size=size, of=len(whole)):
                    self.write("c", whole[:size])
                    self.bad(1, "vocab", "c", says="c: ")
                    if whole is not SEVEN_ZIP:
                        self.bad(1, "vocab", "-", stdin=whole[:size], says="standard input: ")
        whole = tarred(files)
        end = whole.rindex(b"four") + 512  # behind it stand zeros only, of which one block is enough
        for size in [156, 200, 300, 511, 512, 600, 1024, *range(1500, end, 97)]:
            with self.subTest(tar=size, of=len(whole)):
                self.write("c", whole[:size])
                self.bad(1, "vocab", "c", says=["c: ", "tar archive"])
                self.bad(1, "vocab", "-", stdin=whole[:size], says=["standard input: ", "tar archive"])

    def test_changed_bytes(self):
        files = [("a.txt", b"one two three four five six seven " * 20)]
        self.write("right", files[0][1])
        right = self.good("vocab", "right").out
        for whole in (zipped(files), gzip.compress(tarred(files)), SEVEN_ZIP):
            for place in range(0, len(whole), 1 + len(whole) // 40):
                damaged = bytearray(whole)
                damaged[place] ^= 0x55
                self.write("c", bytes(damaged))
                result = self.w2v("vocab", "c")
                self.assertIn(result.code, (0, 1), (place, result.err))  # names and times have no checksums
                if result.code == 0 and whole is not SEVEN_ZIP and place > 4:
                    self.assertEqual(result.out, right, place)

    def test_bytes_behind_a_tar_archive(self):
        one = tarred([("a", b"text")])
        for behind in (tarred(FILES), b"more", b"\0" * 20000 + b"x"):
            for content in (one + behind, gzip.compress(one + behind)):
                self.by_file_and_pipe(lambda *words, **more: self.bad(1, *words, says="bytes follow behind the tar archive", **more),
                                      "vocab", "FILE", name="c", content=content)
        self.assertEqual(self.tokenized("-", stdin=one + b"\0" * 50000), b"text\n")

    def test_a_corpus_of_many_blocks(self):
        text = b"".join(b"w%d w%d\n" % (i % 997, i % 89) for i in range(300_000))
        files = [("1", text[:1_000_001]), ("2", text[1_000_001:1_000_100]), ("3", text[1_000_100:])]
        for name, content in files:
            self.write("f/" + name, content)
        self.write("c.zip", zipped(files))
        self.write("c.tar.gz", gzip.compress(tarred(files), 1))
        expected = self.good("vocab", "f").out
        for name in ("c.zip", "c.tar.gz"):
            self.assertEqual(self.good("vocab", name).out, expected)
            self.assertEqual(self.good("tokenize", name).out, self.good("tokenize", "f").out)

    def test_memory_does_not_grow_with_a_file_in_an_archive(self):
        with zipfile.ZipFile(self.folder / "c.zip", "w", zipfile.ZIP_DEFLATED) as archive, archive.open("a", "w") as file:
            for _ in range(100):  # 192 MB, which this process must not hold, for its child begins with what it has
                file.write(b"one two three four five\n" * 80_000)
        with subprocess.Popen(["cat", "c.zip"], cwd=self.folder, stdout=subprocess.PIPE) as cat:
            for name, stdin in (("c.zip", subprocess.DEVNULL), ("-", cat.stdout)):
                process = subprocess.Popen([program(), "vocab", name, "-t", "1", "-o", "v"], cwd=self.folder, env=environment(), stdin=stdin, stderr=subprocess.DEVNULL)
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
                self.assertEqual(process.returncode, 0)
                if "asan" not in program() and "tsan" not in program():
                    self.assertLess(usage.ru_maxrss, 100_000)  # KB


class Kinds(Through):
    def test_files_compressed_in_other_ways(self):
        for ending, digits in SINGLE.items():
            with self.subTest(ending):
                self.by_file_and_pipe(lambda *words, **more: self.assertEqual(self.good(*words, **more).out, b"one two\n"),
                                      "tokenize", "FILE", name="c.txt", content=bytes.fromhex(digits))

    def test_what_cannot_be_read_is_refused_by_name(self):
        iso = b"\0" * 32768 + b"\1CD001\1\0" + b"\0" * 3000
        cpio = b"070701" + b"0" * 40 + b"00000001" + b"0" * 56 + b"a\0"
        for says, content in {"a rar archive": b"Rar!\x1a\x07\x01\x00rest", "a cab archive": b"MSCF\0\0\0\0rest", "a xar archive": b"xar!\0\x1crest",
                              "Debian package": b"!<arch>\ndebian-binary   1", "an RPM package": b"\xed\xab\xee\xdb\3\0", "an lrzip file": b"LRZI\0\6rest",
                              "a grzip file": b"GRZipII\0\2\4:)", "a framed snappy file": b"\xff\6\0\0sNaPpYrest", "an lzop file": b"\x89LZO\0\r\n\x1a\nrest",
                              "skippable frame": b"\x50\x2a\x4d\x18\0\0\0\0", "split zip": b"PK\7\x08PK\3\4", "an image of a disk": iso, "a cpio archive": cpio,
                              "an lha archive": b"\x1a\x90-lh5-" + b"\0" * 13 + b"\1rest"}.items():
            for command in (["vocab", "FILE"], ["info", "FILE"], ["neighbors", "-m", "FILE", "king"], ["pool", "FILE", "-m", "v.txt"]):
                with self.subTest(says, command=command):
                    self.write("v.txt", text_vectors(VECTORS))
                    self.by_file_and_pipe(lambda *words, **more: self.bad(1, *words, says=[says, "expected"], **more), *command, name="c", content=content)

    def test_disk_images_that_can_be_booted(self):
        self.write("c.iso", b"\x33\xed" + b"\x90boot" * 6553 + b"\0" + b"\1CD001\1\0" + b"\0" * 3000)
        self.bad(1, "vocab", "c.iso", says="c.iso: an image of a disk")

    def test_text_that_begins_like_an_archive_is_text(self):
        odd = (b"word " * 51)[:257] + b"ustar\x0000" + b" more" * 200
        octal = b"a" * 100 + b"0000644\x00" + b" words" * 100
        for text in (b"PK is no archive\n", b"PK", b"PK\3 x", b"7z is a program\n", b"Rar! they cried\n", b"070701 is a number\n", b"070707" + b"1" * 20 + b" x\n",
                     odd, odd.replace(b"\0", b" "), octal, b"ustar " * 300, b"!<arch> x\n", b"LZIP it\n", b"xx-lh5- and so on and so forth\n", b"]\0\0 x\n",
                     b"begin 644 x\n#0V%T\n`\nend\n", b"\xc7q" + b" x" * 40, b"MSCF\n", b"\x1f\n", b"x" * 600, b"\0" * 40_000 + b"x"):
            with self.subTest(text[:40]):
                expected = vocabulary_bytes(vocabulary_of(text))
                self.by_file_and_pipe(lambda *words, **more: self.assertEqual(self.good(*words, **more).out, expected),
                                      "vocab", "FILE", "--min-count", "1", name="c", content=text)

    def test_a_line_is_answered_before_the_next_comes(self):
        self.write("v.txt", text_vectors(VECTORS))
        process = self.start("neighbors", "-m", "v.txt", "-k", "1", stdin=subprocess.PIPE)
        for line, answer in ((b"king\n", b"queen"), (b"P\n", None), (b"man\n", b"woman")):
            process.stdin.write(line)
            process.stdin.flush()
            if answer:
                self.assertIn(answer, self.line_within(process.stdout))


if __name__ == "__main__":
    main()

"""pool: a vector a line, against the mean computed here; and every way in which its input can be wrong."""

import collections
import gzip
import math
import os
import struct
import tarfile

from archives import special, tarred
from program import Case, float32, full_disk, json_lines, main, text_vectors, tokens_of

VECTORS = {"good": (1.0, 0.5, 0.0), "bad": (-1.0, 0.25, 2.0), "the": (0.5, 0.5, 0.5), "zero": (0.0, 0.0, 0.0),
           "na\u00efve": (3.0, 0.0, -7.5)}
TEXT = "the good the\nbad\n\nunknown words only\nna\u00efve unknown good\tbad\nzero\nthe the bad good\n".encode()


def pooled(text, weight=lambda word: 1.0):
    rows = []
    for line in text.split(b"\n")[:-1]:
        known = [t.decode() for t in tokens_of(line) if t.decode("utf-8", "replace") in VECTORS]
        rows.append([sum(weight(t) * VECTORS[t][i] for t in known) / max(1, len(known)) for i in range(3)])
    return rows


class Pool(Case):
    def setUp(self):
        super().setUp()
        self.write("v.txt", text_vectors(VECTORS))
        self.write("text", TEXT)

    def check(self, out, expected, separator=b" "):
        rows = [[float(v) for v in line.split(separator)] for line in out.splitlines()]
        self.assertEqual(len(rows), len(expected))
        for row, right in zip(rows, expected):
            for a, b in zip(row, right):
                self.assertAlmostEqual(a, b, places=6)

    def pool(self, *arguments, **more):
        return self.good("pool", "-m", "v.txt", *arguments, **more)

    def test_mean(self):
        result = self.pool("text")
        self.check(result.out, pooled(TEXT))
        self.assertIn("pooled 7 lines: 12 known tokens, 4 unknown; lines without a known token, whose vector is zeros: 2", result.err)
        self.assertNotIn(b"nan", result.out)
        for arguments, more in ((["-"], {"stdin": TEXT}), ([], {"stdin": TEXT}), (["-"], {"stdin": gzip.compress(TEXT)}),
                                (["text", "-t", "3"], {}), (["text"], {"env": {"W2V_SIMD": "scalar"}})):
            self.assertEqual(self.pool(*arguments, **more).out, result.out)
        self.check(self.pool("text", "--format", "tsv").out, pooled(TEXT), b"\t")
        self.assertEqual(self.pool("text", "--format", "tsv", "-o", "out").out, b"")
        self.check(self.read("out"), pooled(TEXT), b"\t")
        self.assertEqual(self.pool(stdin=b"").out, b"")

    def test_npy(self):
        for arguments, more in ((["text"], {}), (["-"], {"stdin": TEXT})):
            data = self.pool(*arguments, "--format", "npy", **more).out
            self.assertTrue(data.startswith(b"\x93NUMPY\x01\0"))
            length = 10 + struct.unpack_from("<H", data, 8)[0]
            self.assertEqual(length % 64, 0)
            self.assertEqual(eval(data[10:length]), {"descr": "<f4", "fortran_order": False, "shape": (7, 3)})
            self.assertEqual(len(data), length + 7 * 12)
            values = struct.unpack_from("<21f", data, length)
            self.assertEqual(list(values), [float32(v) for row in pooled(TEXT) for v in row])

    def test_sif(self):
        words = [t.decode() for t in tokens_of(TEXT)]
        counts = collections.Counter(words)
        expected = pooled(TEXT, lambda word: 1e-3 / (1e-3 + counts[word] / len(words)))
        self.check(self.pool("text", "--weighting", "sif").out, expected)
        self.write("voc", b"the 90\ngood 9\nrare 1\n")
        share = {"the": 0.9, "good": 0.09}
        expected = pooled(TEXT, lambda word: 1e-3 / (1e-3 + share.get(word, 0)))
        self.check(self.pool("-", "--weighting", "sif", "--vocab", "voc", stdin=TEXT).out, expected)

    def test_idf(self):
        lines = [{t.decode() for t in tokens_of(line)} for line in TEXT.split(b"\n") if tokens_of(line)]
        expected = pooled(TEXT, lambda word: math.log(len(lines) / sum(word in line for line in lines)))
        self.check(self.pool("text", "--weighting", "idf").out, expected)

    def test_weights_from_another_text(self):
        self.write("other", b"the the\ngood the bad\n\nbad\n")
        self.check(self.pool("-", "--weighting", "idf", "--weights-from", "other", stdin=TEXT).out,
                   pooled(TEXT, lambda word: {"the": math.log(3 / 2), "good": math.log(3), "bad": math.log(3 / 2)}.get(word, 0)))
        share = {"the": 3 / 6, "good": 1 / 6, "bad": 2 / 6}
        self.check(self.pool("text", "--weighting", "sif", "--weights-from", "other").out,
                   pooled(TEXT, lambda word: 1e-3 / (1e-3 + share.get(word, 0))))
        self.write("voc", "nobody 3\n")
        self.assertIn("warning: voc: no word of it has a vector",
                      self.pool("text", "--weighting", "sif", "--vocab", "voc").err)
        self.assertIn("warning: voc: no word of it has a vector",
                      self.pool("text", "--weighting", "idf", "--weights-from", "voc").err)
        self.bad(2, "pool", "-m", "v.txt", "text", "--weights-from", "other", says="--weights-from")
        self.bad(2, "pool", "-m", "v.txt", "text", "--weighting", "sif", "--weights-from", "other", "--vocab", "voc",
                 says="--weights-from")

    def test_what_is_left_out_of_archives_is_told_once(self):
        link = special("link", tarfile.SYMTYPE, "a")
        self.write("one.tar", tarred([("a", b"good bad\n"), (link, b"")]))
        self.write("two.tar", tarred([("a", b"good\n"), (link, b""), (link, b"")]))
        one, two = "one.tar: 1 link or device in the archive was not read\n", "two.tar: 2 links or devices in the archive were not read\n"
        for options, told in (([], [one]), (["--weighting", "sif"], [one]), (["--weighting", "idf", "--weights-from", "two.tar"], [two, one])):
            with self.subTest(options):
                result = self.good("pool", "one.tar", "-m", "v.txt", *options)
                self.assertEqual([line for line in result.err.splitlines(True) if "archive" in line], ["w2v: warning: " + line for line in told])

    def test_a_wrong_output_shows_before_the_model_is_read(self):
        self.fifo("pipe")  # whoever reads it waits for ever
        for form in ("text", "npy"):
            self.bad(1, "pool", "-m", "pipe", "text", "--format", form, "-o", "missing/out", says="missing/out")

    def test_libsvm(self):
        self.write("labelled", "1\tthe good\n-1\tbad the\n+1\tnothing\n2\tzero good\n")
        expected = b"1 1:0.75 2:0.5 3:0.25\n-1 1:-0.25 2:0.375 3:1.25\n+1\n2 1:0.5 2:0.25\n"
        self.assertEqual(self.pool("labelled", "--format", "libsvm", "--label-column", "1").out, expected)
        self.write("labelled", "x\tgood\t7\n")
        self.assertEqual(self.pool("labelled", "--format", "libsvm", "--label-column", "3").out, b"7 1:1 2:0.5\n")
        self.write("labelled", "1\tgood\npos\tbad\n")
        self.bad(1, "pool", "-m", "v.txt", "labelled", "--format", "libsvm", "--label-column", "1", "-o", "out",
                 says=["labelled:2", "'pos'"])
        self.bad(1, "pool", "-m", "v.txt", "labelled", "--format", "libsvm", "--label-column", "4", says="labelled:1: no label")
        self.assertNotIn("out", self.names())

    def test_hostile_lines(self):
        text = b"good\0bad\v\xff\xfe \x80good\r\n\xef\xbb\xbfgood </s> bad\n" + b"good " * 200_000 + b"\n" + "na\u00efve".encode()
        rows = self.pool("-", stdin=b"\xef\xbb\xbf" + text).out.splitlines()
        self.assertEqual(rows, [b"0 0.375 1", b"-1 0.25 2", b"1 0.5 0", b"3 0 -7.5"])

    def test_a_line_is_answered_before_the_next_one_comes(self):
        process = self.start("pool", "-m", "v.txt", stdin=-1)
        for _ in range(3):
            process.stdin.write(b"good\n")
            process.stdin.flush()
            self.assertEqual(self.line_within(process.stdout), b"1 0.5 0\n")
        process.stdin.close()
        self.assertEqual(process.wait(60), 0)

    def test_usage(self):
        self.fifo("pipe")
        for weighting in ("sif", "idf"):
            for text in ("-", "pipe"):
                self.bad(2, "pool", "-m", "v.txt", text, "--weighting", weighting, says=["--weighting " + weighting, "twice"])
        self.bad(2, "pool", "-m", "v.txt", "text", "--vocab", "text", says="--vocab")
        self.bad(2, "pool", "-m", "v.txt", "text", "--format", "json", says="--format")
        self.bad(2, "pool", "-m", "v.txt", "text", "--label-column", "0", says="--label-column")
        self.bad(1, "pool", "-m", "v.txt", "nowhere", says="nowhere")
        self.bad(1, "pool", "text", says="no model")

    def test_many_lines_keep_their_order(self):
        lines = [b"good" if i % 3 else b"bad unknown" for i in range(20_000)]
        out = self.pool("-", "-t", "4", stdin=b"\n".join(lines)).out.splitlines()
        self.assertEqual(out, [b"1 0.5 0" if i % 3 else b"-1 0.25 2" for i in range(20_000)])

    def test_outputs(self):
        process = self.start("pool", "-m", "v.txt", stdin=-1)
        process.stdout.close()
        try:
            process.stdin.write(b"good\n" * 100_000)
            process.stdin.close()
        except BrokenPipeError:
            pass
        self.assertEqual(process.wait(60), 0)
        self.assertEqual(process.stderr.read(), b"")
        disk = full_disk(self, 64 << 10)
        for form in ("text", "npy"):
            self.bad(1, "pool", "-m", "v.txt", "--format", form, "-o", os.path.join(disk, "out"), stdin=b"good\n" * 100_000,
                     says="No space left")
            self.assertEqual(os.listdir(disk), [])

    def test_log(self):
        fields = next(line for line in json_lines(self.pool("text", "--log-json").err) if "lines" in line)
        self.assertEqual((fields["lines"], fields["known_tokens"], fields["lines_without_known"]), (7, 12, 2))


if __name__ == "__main__":
    main()

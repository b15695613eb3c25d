"""What the fault test runs: commands of the program, with the files they read and write.

A scenario's folder holds links to the files of prepare(); `outputs` are the files that it makes there.
"""

import gzip
import random
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))
from program import QUESTIONS, environment, head_of_corpus, program  # noqa: E402

TRAIN = ["train", "c.txt", "-t", "1", "-d", "8", "-e", "2", "--min-count", "3"]


class Scenario:
    def __init__(self, name, arguments, outputs=(), stdin=None, copies=(), resumes=None, lossy=()):
        self.name = name
        self.command = arguments[0]
        self.arguments = arguments
        self.outputs = list(outputs)
        self.stdin = stdin       # a prepared file that goes to standard input
        self.copies = copies     # prepared files that the command changes
        self.resumes = resumes   # a checkpoint among the outputs: resuming from it must give that file of vectors
        self.lossy = lossy       # outputs that are written as the work goes on, so that a fault may leave a part


SCENARIOS = [
    Scenario("train", [*TRAIN, "-o", "out.bin"], ["out.bin"]),
    Scenario("train-text", [*TRAIN, "-o", "out.txt"], ["out.txt"]),
    Scenario("train-classes", [*TRAIN, "--classes", "5", "-o", "out.txt"], ["out.txt"]),
    Scenario("train-stdout", [*TRAIN, "-o", "-", "--format", "text"]),
    Scenario("train-packed", ["train", "c.gz", *TRAIN[2:], "-o", "out.bin"], ["out.bin"]),
    Scenario("train-archives", ["train", "c.zip", "c.tgz", *TRAIN[2:], "-o", "out.bin"], ["out.bin"]),
    Scenario("train-folder", ["train", "texts", *TRAIN[2:], "-o", "out.bin"], ["out.bin"]),
    Scenario("train-stdin", ["train", "-", *TRAIN[2:], "-o", "out.bin"], ["out.bin"], stdin="c.txt"),
    Scenario("train-spool", [*TRAIN, "--memory", "1K", "-o", "out.bin"], ["out.bin"]),
    Scenario("train-saves", [*TRAIN, "-o", "out.bin", "--save-vocab", "out.vocab", "--save-output", "out.ctx.bin",
                             "--loss-log", "out.log"], ["out.bin", "out.vocab", "out.ctx.bin", "out.log"], lossy=["out.log"]),
    Scenario("train-words", [*TRAIN, "-o", "out.bin", "--read-vocab", "c.vocab", "--stop-words", "words.txt"], ["out.bin"]),
    Scenario("train-init", [*TRAIN, "-o", "out.bin", "--init", "v.txt", "--eval", "q.txt"], ["out.bin"]),
    Scenario("train-checkpoint", [*TRAIN, "-o", "out.bin", "--checkpoint", "out.ck"], ["out.bin", "out.ck"], resumes="out.bin"),
    Scenario("train-resume", ["train", "c.txt", "-t", "1", "--resume", "half.ck", "-o", "out.bin"], ["out.bin", "half.ck"],
             copies=["half.ck"], resumes="out.bin"),
    Scenario("train-continue", ["train", "more.txt", "-t", "1", "-e", "1", "--continue", "v.ck", "-o", "out.bin"], ["out.bin"]),
    Scenario("convert-text", ["convert", "v.bin", "out.txt"], ["out.txt"]),
    Scenario("convert-binary", ["convert", "v.txt", "out.bin"], ["out.bin"]),
    Scenario("convert-glove", ["convert", "v.glove", "out.bin"], ["out.bin"]),
    Scenario("convert-npy", ["convert", "v.bin", "out.npy"], ["out.npy", "out.words"]),
    Scenario("convert-from-npy", ["convert", "v.npy", "out.txt"], ["out.txt"]),
    Scenario("convert-projector", ["convert", "v.bin", "out.tsv"], ["out.tsv", "out_metadata.tsv"]),
    Scenario("convert-int8", ["convert", "v.gz", "out.i8"], ["out.i8"]),
    Scenario("convert-words", ["convert", "v.bin", "out.jsonl", "--words", "words.txt"], ["out.jsonl"]),
    Scenario("convert-pipe", ["convert", "-", "-", "--format", "text"], stdin="v.bin"),
    Scenario("index", ["index", "v.bin", "-t", "1"], ["v.bin.w2vx"]),
    Scenario("index-int8", ["index", "v.bin", "--rows", "int8", "-t", "1"], ["v.bin.w2vx"]),
    Scenario("index-ann", ["index", "v.bin", "--ann", "-t", "1"], ["v.bin.w2vx", "v.bin.hnsw"]),
    Scenario("phrases", ["phrases", "c.txt", "-o", "out.txt", "--threshold", "2", "--passes", "2", "-t", "1"], ["out.txt"]),
    Scenario("phrases-memory", ["phrases", "c.txt", "--threshold", "2", "--memory", "4K", "-o", "out.txt", "-t", "1"], ["out.txt"]),
    Scenario("phrases-list", ["phrases", "--list", "--threshold", "2", "--common", "words.txt", "-t", "1"], stdin="c.gz"),
    Scenario("vocab", ["vocab", "c.txt", "-o", "out.vocab", "-t", "1"], ["out.vocab"]),
    Scenario("vocab-folder", ["vocab", "texts", "c.gz", "--keep-words", "words.txt", "-t", "1"]),
    Scenario("eval", ["eval", "q.txt", "pairs.txt", "-m", "v.bin", "-t", "1"]),
    Scenario("eval-models", ["eval", "q.txt", "-m", "v.bin", "-m", "v.txt", "--json", "-t", "1"]),
    Scenario("neighbors", ["neighbors", "-m", "v.bin", "the", "-t", "1"]),
    Scenario("neighbors-batch", ["neighbors", "-m", "v.txt", "-t", "1", "--among", "words.txt"], stdin="words.txt"),
    Scenario("neighbors-index", ["neighbors", "-m", "indexed.bin", "-t", "1"], stdin="words.txt"),
    Scenario("neighbors-ann", ["neighbors", "-m", "indexed.bin", "--ann", "-t", "1"], stdin="words.txt"),
    Scenario("analogy", ["analogy", "-m", "v.bin", "the", "of", "and"]),
    Scenario("similarity", ["similarity", "-m", "v.gz"], stdin="pairs.words"),
    Scenario("similarity-archive", ["similarity", "-m", "v.zip", "--member", "v.txt"], stdin="pairs.words"),
    Scenario("odd", ["odd", "-m", "v.npy", "the", "of", "and"]),
    Scenario("info", ["info", "v.bin"]),
    Scenario("pool", ["pool", "c.txt", "-m", "v.bin", "--weighting", "sif", "-t", "1", "-o", "out.txt"], ["out.txt"]),
    Scenario("pool-npy", ["pool", "-m", "v.bin", "--format", "npy", "-o", "out.npy", "-t", "1"], ["out.npy"], stdin="c.txt"),
    Scenario("pool-stdout", ["pool", "c.gz", "-m", "v.txt", "--vocab", "c.vocab", "--weighting", "sif", "-t", "1"]),
    Scenario("cluster", ["cluster", "-m", "v.bin", "-c", "5", "-o", "out.txt", "-t", "1"], ["out.txt"]),
    Scenario("cluster-stdout", ["cluster", "-m", "v.txt", "-c", "5", "--format", "json", "-t", "1"]),
    Scenario("map", ["map", "-m", "v.bin", "--words", "words.txt", "--iterations", "20", "-o", "out.html", "-t", "1"], ["out.html"]),
    Scenario("map-svg", ["map", "-m", "v.txt", "--top", "30", "--method", "pca", "-o", "out.svg", "-t", "1"], ["out.svg"]),
    Scenario("heatmap", ["heatmap", "-m", "v.bin", "the", "of", "and", "-o", "out.svg"], ["out.svg"]),
    Scenario("plot-loss", ["plot-loss", "v.log", "-o", "out.svg"], ["out.svg"]),
    Scenario("report", ["report", "v.bin", "--checkpoint", "v.ck", "--vocab", "c.vocab", "--loss-log", "v.log", "--eval", "q.txt",
                        "--top", "20", "--iterations", "20", "-t", "1", "-o", "out.html"], ["out.html"]),
    Scenario("tokenize", ["tokenize", "raw.txt", "-o", "out.txt", "-t", "1"], ["out.txt"]),
    Scenario("tokenize-stdin", ["tokenize", "--strip-html", "--sentences", "icu", "-t", "1"], stdin="raw.txt"),
]


def run_or_end(folder, *arguments, **more):
    done = subprocess.run([program(), *arguments], cwd=folder, env=environment(), capture_output=True, check=False, **more)
    if done.returncode not in (0, 130):
        sys.exit(f"without faults, {arguments} ends with {done.returncode}: {done.stderr.decode()}")
    return done.stdout


def half_trained(folder):
    """A checkpoint in the middle: of a training that is told to stop after its first epoch."""
    command = [program(), "train", "c.txt", "-t", "1", "-d", "8", "-e", "30", "--min-count", "3", "--checkpoint", "half.ck", "-o", "half.bin"]
    for _ in range(20):  # it may be done sooner than it is told
        process = subprocess.Popen(command, cwd=folder, env=environment(), stderr=subprocess.PIPE)
        for line in process.stderr:
            if b"epoch 1/" in line:
                process.terminate()
                break
        process.stderr.read()
        process.stderr.close()
        if process.wait() == 130:
            return
    sys.exit("the training for half.ck could not be interrupted")


def prepare(folder):
    """Makes the files that scenarios read."""
    text = head_of_corpus(3000)
    lines = text.splitlines(keepends=True)
    (folder / "c.txt").write_bytes(text)
    (folder / "more.txt").write_bytes(b"".join(lines[:200]) + b"another word here another word here\n" * 20)
    (folder / "c.gz").write_bytes(gzip.compress(text, mtime=0))
    with zipfile.ZipFile(folder / "c.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(folder / "c.txt", "1.txt")
        archive.writestr("2.txt", b"another text\n" * 20)
    with tarfile.open(folder / "c.tgz", "w:gz") as archive:
        archive.add(folder / "more.txt", "more.txt")
    texts = folder / "texts"
    (texts / "below").mkdir(parents=True)
    for i in range(4):
        (texts / ("below" if i > 2 else ".") / f"{i}.txt").write_bytes(b"".join(lines[i::4]))
    picker = random.Random(1)
    raw = "".join(f"<p>It's {picker.randrange(100)} o'clock, naïve “Words” — and Ærø. Another one?\n" for _ in range(400))
    (folder / "raw.txt").write_text(raw, encoding="utf-8")
    run_or_end(folder, *TRAIN, "-o", "v.bin", "--save-vocab", "c.vocab", "--loss-log", "v.log", "--checkpoint", "v.ck")
    for target in ("v.txt", "v.npy", "v.glove"):
        run_or_end(folder, "convert", "v.bin", target, *(["--format", "glove"] if target == "v.glove" else []))
    (folder / "v.gz").write_bytes(gzip.compress((folder / "v.txt").read_bytes(), mtime=0))
    with zipfile.ZipFile(folder / "v.zip", "w") as archive:
        for name in ("v.bin", "v.txt"):
            archive.write(folder / name, name)
    shutil.copy(folder / "v.bin", folder / "indexed.bin")
    run_or_end(folder, "index", "indexed.bin", "--rows", "float16", "--ann", "-t", "1")
    words = [line.split()[0] for line in (folder / "c.vocab").read_bytes().splitlines()]
    (folder / "words.txt").write_bytes(b"\n".join(words[:40]) + b"\n")
    (folder / "pairs.words").write_bytes(b"".join(b"%s %s\n" % pair for pair in zip(words[:30], words[1:])))
    (folder / "pairs.txt").write_bytes(b"".join(b"%s\t%s\t%d\n" % (*pair, i % 7) for i, pair in enumerate(zip(words[:30], words[1:]))))
    (folder / "q.txt").write_bytes(b"".join(QUESTIONS.read_bytes().splitlines(keepends=True)[:200]))
    half_trained(folder)


def without_times(name, content):
    """What is the same in every run."""
    if name == "-":
        return re.sub(rb"made in [0-9.]+ s", b"", content)
    if name.endswith(".log"):
        return re.sub(rb"\t[0-9.]+(\t(?:report|epoch)\n)", rb"\t0\1", content)
    if name.endswith((".w2vx", ".hnsw")) and len(content) >= 112:  # when the file of vectors was changed, and the hashes that follow from it
        source = struct.unpack_from("<Q", content, 88)[0]  # the first section, and the first entry of the table
        return content[:56] + content[64:104] + content[112:source + 8] + content[source + 16:]
    if name.endswith(".html"):
        return re.sub(rb"\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?", b"", content)
    return content

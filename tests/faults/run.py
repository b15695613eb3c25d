#!/usr/bin/env python3
"""Makes each system call of the program fail in turn, and looks at what comes of it.

    tests/faults/run.py                   every command, every kind of fault, every call (docs/RELIABILITY.md)
    tests/faults/run.py --fast            some of them, in seconds: the ctest "faults"
    tests/faults/run.py --only index      the scenarios whose name holds this
    tests/faults/run.py --kind write      the kinds whose name holds this

After each fault, one of two things must be true:

    exit code 0, and all output is right, to the byte: the fault did no harm, or was made good
    exit code 1, and a message of one line that names a file and the system's reason; each output is as it was before, or
    whole and right; nothing else is left in the folder

A short read or write and an interrupted call must be made good. A signal, a hang or any other exit code is a failure.
Each fault is made twice: where the outputs are new, and where there are older ones. Exit code 1 if anything was wrong.
"""

import argparse
import collections
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from scenarios import SCENARIOS, environment, prepare, program, run_or_end, without_times  # noqa: E402

# Kind of the shim: what the system says of it. None: it must be made good.
KINDS = {
    "read-short": None,
    "read-EINTR": None,
    "read-EIO": "Input/output error",
    "write-short": None,
    "write-EINTR": None,
    "write-EIO": "Input/output error",
    "write-ENOSPC": "No space left on device",
    "open-EMFILE": "Too many open files",
    "open-EACCES": "Permission denied",
    "fsync-EIO": "Input/output error",
    "close-EIO": "Input/output error",
    "rename-EIO": "Input/output error",
    "mmap-ENOMEM": "Cannot allocate memory",
    "stat-EIO": "Input/output error",
    "lseek-EIO": "Input/output error",
    "readdir-EIO": "Input/output error",
    "dup-EMFILE": "Too many open files",
    "ftruncate-ENOSPC": "No space left on device",
    "poll-EINTR": None,
}
# From the n-th call on, for ever or every second time.
LASTING = {"read-short": 1, "read-EINTR": 2, "write-short": 1, "write-EINTR": 2, "write-ENOSPC": 1, "write-EIO": 1, "poll-EINTR": 2,
           "read-EIO": 1, "open-EMFILE": 1, "mmap-ENOMEM": 1, "rename-EIO": 1, "dup-EMFILE": 1}
FAST = {"train-saves", "train-checkpoint", "convert-npy", "index-ann", "neighbors-index", "phrases", "tokenize-stdin"}
PATIENCE = 60  # seconds, only against hanging
OLD = b"an older file\n"

Outcome = collections.namedtuple("Outcome", "code out err")


def places(kind, fast):
    """Which calls are met: all at first, then fewer and fewer."""
    n = 1
    while not fast or n <= 2:
        yield n
        n += 1 if n < 8 else n // 2


class Rig:
    def __init__(self, library, prepared, scratch):
        self.library = library
        self.prepared = prepared
        self.scratch = scratch
        self.right = {}

    def set_up(self, scenario, old):
        folder = Path(tempfile.mkdtemp(dir=self.scratch))
        for path in self.prepared.iterdir():
            if path.name in scenario.copies:
                shutil.copy(path, folder / path.name)
            elif path.name in scenario.outputs:
                continue
            elif path.is_dir():
                shutil.copytree(path, folder / path.name, copy_function=os.link)
            else:
                os.link(path, folder / path.name)
        if old:
            for name in scenario.outputs:
                if name not in scenario.copies:
                    (folder / name).write_bytes(OLD)
        return folder

    def run(self, scenario, folder, faults=None):
        extra = {"TMPDIR": str(folder)}
        if faults:
            extra.update(faults, LD_PRELOAD=self.library)
        with open(folder / scenario.stdin if scenario.stdin else os.devnull, "rb") as stdin:
            done = subprocess.run([program(), *scenario.arguments], stdin=stdin, capture_output=True, cwd=folder,
                                  env=environment(extra), timeout=PATIENCE, check=False)
        return Outcome(done.returncode, without_times("-", done.stdout), done.stderr.decode("utf-8", "backslashreplace"))

    def learn(self, scenario):
        """What is right: the same in two runs without faults."""
        runs = []
        for old in (False, True):
            folder = self.set_up(scenario, old)
            before = set(os.listdir(folder))
            outcome = self.run(scenario, folder)
            if outcome.code != 0:
                sys.exit(f"{scenario.name}: exit code {outcome.code} without faults: {outcome.err}")
            made = {name: without_times(name, (folder / name).read_bytes()) for name in scenario.outputs}
            surplus = set(os.listdir(folder)) - before - set(scenario.outputs)
            if surplus:
                sys.exit(f"{scenario.name}: makes files that the scenario does not name: {surplus}")
            runs.append((outcome.out, made))
            shutil.rmtree(folder)
        for name in scenario.outputs:
            if not name.endswith(".ck") and runs[0][1][name] != runs[1][1][name]:
                sys.exit(f"{scenario.name}: {name} differs from run to run")
        if runs[0][0] != runs[1][0]:
            sys.exit(f"{scenario.name}: standard output differs from run to run")
        self.right[scenario.name] = runs[0]

    def resumes_right(self, scenario, folder, name):
        """A checkpoint is right if a training from it ends in the right vectors."""
        command = ["train", "c.txt", "-t", "1", "--resume", name, "-o", "resumed.bin"]
        if subprocess.run([program(), *command], cwd=folder, env=environment(), capture_output=True, check=False).returncode != 0:
            return False
        resumed = (folder / "resumed.bin").read_bytes()
        (folder / "resumed.bin").unlink()
        return resumed == self.right[scenario.name][1][scenario.resumes]

    def try_fault(self, scenario, kind, n, every, old):
        """None if the fault did not come about; else the exit code and what is wrong, as a list."""
        folder = self.set_up(scenario, old)
        report = self.scratch / (folder.name + ".report")
        try:
            before = {path.name: path.stat().st_size for path in folder.iterdir()}
            faults = {"W2V_FAULT": kind, "W2V_FAULT_AT": str(n), "W2V_FAULT_EVERY": str(every), "W2V_FAULT_REPORT": str(report)}
            try:
                outcome = self.run(scenario, folder, faults)
            except subprocess.TimeoutExpired:
                return None, ["hangs"]
            if not report.exists():
                return None
            met = [line.split("\t") for line in report.read_text().splitlines()]
            wrong = list(self.faults_of(scenario, folder, outcome, kind, met, before, old))
            said = [line for line in outcome.err.splitlines() if line.startswith("w2v: ") or outcome.code not in (0, 1)]
            return outcome.code, [f"{text} [{met[0][0]} {met[0][1]}; exit code {outcome.code}, {said}]" for text in wrong]
        finally:
            shutil.rmtree(folder)
            report.unlink(missing_ok=True)

    def faults_of(self, scenario, folder, outcome, kind, met, before, old):
        right_out, right = self.right[scenario.name]
        surplus = set(os.listdir(folder)) - set(before) - set(scenario.outputs)
        if surplus:
            yield f"leaves {surplus}"
        if outcome.code == 0:
            if outcome.out != right_out:
                yield "exit code 0, and other standard output"
            for name, content in right.items():
                path = folder / name
                if not path.exists() or (without_times(name, path.read_bytes()) != content and not name.endswith(".ck")):
                    yield f"exit code 0, and {name} is not right"
        elif outcome.code == 1:
            if KINDS[kind] is None:
                yield "is not made good"
            yield from self.faults_of_message(scenario, outcome, kind, met, folder)
            if not right_out.startswith(outcome.out):
                yield "wrong standard output"
            for name, content in right.items():
                path = folder / name
                there = path.exists()
                if name in scenario.copies or name.endswith(".ck"):
                    continue
                found = path.read_bytes() if there else OLD
                if found != OLD and without_times(name, found) != content and name not in scenario.lossy:
                    yield f"{name} is neither old nor right"
                elif old and not there:
                    yield f"{name} is lost"
        else:
            yield "neither done nor failed"
        for name in scenario.outputs:
            path = folder / name
            if not name.endswith(".ck"):
                continue
            if not path.exists():
                if outcome.code == 0 or old or name in scenario.copies:
                    yield f"{name} is lost"
            elif path.read_bytes() == OLD:
                if outcome.code == 0:
                    yield f"exit code 0, and {name} is the old one"
            elif not self.resumes_right(scenario, folder, name):
                yield f"{name} is no right checkpoint"

    def faults_of_message(self, scenario, outcome, kind, met, folder):
        lines = [line for line in outcome.err.splitlines() if line.startswith("w2v: ") and not line.startswith("w2v: warning")]
        if len(lines) != 1:
            yield "not one line that says what is wrong"
            return
        said = lines[0]
        if kind == "mmap-ENOMEM" and "cannot allocate" in said:
            return
        if KINDS[kind] is not None and KINDS[kind] not in said:
            yield "the message does not give the reason"
        names = {os.path.basename(file) for _, file in met}
        if not all((folder / name).is_file() for name in names):  # nameless or the system's: any may be meant
            names = set(os.listdir(folder)) | set(scenario.outputs)
        if not any(name in said for name in names | {"standard input", "standard output", "temporary file"}):
            yield "the message names no file"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fast", action="store_true", help="some of the faults")
    parser.add_argument("--library", default=os.environ.get("W2V_FAULT_LIBRARY"), help="the shim [$W2V_FAULT_LIBRARY, or the release build's]")
    parser.add_argument("--only", default="", help="scenarios whose name holds this")
    parser.add_argument("--kind", default="", help="kinds whose name holds this")
    parser.add_argument("--markdown", metavar="FILE", help="write the table there")
    parser.add_argument("-j", "--jobs", type=int, default=len(os.sched_getaffinity(0)))
    options = parser.parse_args()
    repository = Path(__file__).resolve().parents[2]
    library = Path(options.library or repository / "build/release/tests/faults/libfaults.so").resolve()
    if not library.exists():
        sys.exit(f"no shim {library}: set W2V_FAULT_LIBRARY")

    scenarios = [s for s in SCENARIOS if options.only in s.name and (not options.fast or s.name in FAST)]
    kinds = [kind for kind in KINDS if options.kind in kind]
    began = time.monotonic()
    counts = collections.Counter()
    ends = collections.Counter()
    findings = []
    with tempfile.TemporaryDirectory(prefix="w2v-faults-") as scratch:
        prepared = Path(scratch) / "prepared"
        prepared.mkdir()
        prepare(prepared)
        rig = Rig(str(library), prepared, Path(scratch))

        def one_kind(task):
            scenario, kind, every, old = task
            results = []
            for n in places(kind, options.fast):
                result = rig.try_fault(scenario, kind, n, every, old)
                if result is None:
                    break
                results.append((n, *result))
            return task, results

        with ThreadPoolExecutor(options.jobs) as pool:
            list(pool.map(rig.learn, scenarios))
            tasks = [(s, kind, every, old) for s in scenarios for kind in kinds
                     for every in ([0] if options.fast or kind not in LASTING else [0, LASTING[kind]])
                     for old in ([True] if options.fast or every or not s.outputs else [False, True])]
            for (scenario, kind, every, old), results in pool.map(one_kind, tasks):
                for n, code, wrong in results:
                    counts[scenario.command, kind] += 1
                    ends[code] += 1
                    for text in wrong:
                        findings.append(f"{scenario.name} {kind} {n}{'+' if every else ''}{' over old files' if old else ''}: {text}")
                        print(findings[-1], flush=True)
    print_table(counts, ends, kinds, time.monotonic() - began, options.markdown)
    print(f"{sum(counts.values())} faults, {len(findings)} findings")
    sys.exit(1 if findings else 0)


def print_table(counts, ends, kinds, seconds, path):
    commands = list(dict.fromkeys(command for command, _ in counts))
    kinds = [kind for kind in kinds if any(counts[command, kind] for command in commands)]
    lines = ["| kind | " + " | ".join(commands) + " | all |", "|---|" + "---|" * (len(commands) + 1)]
    for kind in kinds:
        row = [counts[command, kind] for command in commands]
        lines.append(f"| {kind} | " + " | ".join(map(str, [*row, sum(row)])) + " |")
    row = [sum(counts[command, kind] for kind in kinds) for command in commands]
    lines.append("| all | " + " | ".join(map(str, [*row, sum(row)])) + " |")
    text = "\n".join(lines) + "\n\n" + f"{ends[0]} ended well, {ends[1]} with exit code 1; {seconds:.0f} seconds.\n"
    print(text)
    if path:
        Path(path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

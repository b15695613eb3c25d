"""The rules of docs/ARCHITECTURE.md and CONTRIBUTING.md that a program can check.

W2V_LIBRARY names the library's archive, W2V_COMPILER the compiler; without them what needs them is skipped.
"""

import os
import re
import shutil
import subprocess
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
LIBRARY = REPOSITORY / "src" / "w2v"
PROGRAM = REPOSITORY / "apps" / "w2v"
LONG_FILE = 400
LARGE_FOLDER = 27
# Folders that may have more files: {"src/w2v/folder": number}, each with its reason.
LARGE_FOLDERS = {}
SKIPPED = 77  # exit code of a test that had nothing to run


def sources(*folders, pattern="*.[ch]pp"):
    return sorted(path for folder in folders for path in folder.rglob(pattern))


def name(path):
    return str(path.relative_to(REPOSITORY))


def allowed_arrows():
    """{folder: folders whose headers it may include}, from the table of docs/ARCHITECTURE.md."""
    text = (REPOSITORY / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    allowed = {}
    for row in re.finditer(r"^\| `(\w+)/` \|[^|]*\| ([^|]*) ?\|$", text, re.MULTILINE):
        may = set()
        for word in re.sub(r"(\w+) and below", r"\1+", row[2]).split():
            may |= {word.rstrip("+")} | (allowed[word[:-1]] if word.endswith("+") else set())
        unknown = may - set(allowed)
        if unknown:
            raise AssertionError(f"docs/ARCHITECTURE.md: {row[1]}/ may include {unknown}, which stand below it")
        allowed[row[1]] = may
    return allowed


class Includes(unittest.TestCase):
    def test_arrows(self):
        allowed = allowed_arrows()
        self.assertEqual(set(allowed), {path.name for path in LIBRARY.iterdir() if path.is_dir()},
                         "folders of docs/ARCHITECTURE.md and of src/w2v")
        for path in sources(LIBRARY):
            own = path.relative_to(LIBRARY).parts[0]
            for line in re.finditer(r'^\s*#\s*include\s+["<]([^">]+)[">]', path.read_text(encoding="utf-8"), re.MULTILINE):
                header = line[1]
                with self.subTest(path=name(path), header=header):
                    if header.startswith("w2v/"):
                        self.assertIn(header.split("/")[1], allowed[own] | {own}, f"{own}/ may not include it")
                    self.assertFalse(header.startswith(("CLI/", "spdlog/", "nlohmann/")), "only apps/ knows it")

    def test_the_program_only_uses_what_is_below(self):
        for path in sources(LIBRARY, REPOSITORY / "tests" / "unit"):
            self.assertNotIn("apps/w2v", path.read_text(encoding="utf-8"), name(path))

    def test_heavy_headers_are_in_no_header(self):
        for path in sources(LIBRARY, PROGRAM, pattern="*.hpp"):
            with self.subTest(name(path)):
                self.assertNotRegex(path.read_text(encoding="utf-8"), r"#\s*include\s+[\"<](CLI|spdlog)/")

    def test_one_file_knows_openmp(self):
        pragma = re.compile(r"#\s*pragma\s+omp|_Pragma\(\"omp")
        found = [name(path) for path in sources(LIBRARY, PROGRAM) if pragma.search(path.read_text(encoding="utf-8"))]
        self.assertEqual(found, ["src/w2v/base/parallel.cpp"])
        found = [name(path) for path in sources(LIBRARY, PROGRAM) if "#include <omp.h>" in path.read_text(encoding="utf-8")]
        self.assertEqual(found, ["src/w2v/base/parallel.cpp"])

    def test_four_sources_know_icu(self):
        found = [name(path) for path in sources(LIBRARY, PROGRAM) if "#include <unicode/" in path.read_text(encoding="utf-8")]
        self.assertEqual(found, [f"src/w2v/{source}.cpp" for source in ("base/letter_case", "text/normal_form", "text/segmenter", "text/utf16")])

    def test_headers_ask_the_system_nothing(self):
        """Headers of the system and of C stand in sources only, so that users of the library need no options for them."""
        header = re.compile(r"#\s*include\s+<(?!fmt/|tsl/|xxhash|hwy/)[\w/]+\.h>|#\s*include\s+<(cstdlib|csignal|thread)>")
        look_up = re.compile(r"=\s*usable_cores\(\)|\b(getenv|sysconf|secure_getenv)\b")
        for path in sources(LIBRARY, pattern="*.hpp"):
            with self.subTest(name(path)):
                text = path.read_text(encoding="utf-8")
                self.assertNotRegex(text, header)
                self.assertNotRegex(text, look_up)


class Silence(unittest.TestCase):
    """The library prints nothing and ends no program."""

    FORBIDDEN = re.compile(r"\b(_?_?exit|_Exit|quick_exit|abort|v?f?printf|__v?f?printf_chk|puts|fputs|fputc|putc|putchar|perror|psignal|"
                           r"stdout|stderr|__assert_fail|warnx?|errx?|sigaction|signal)$|std::(cout|cerr|clog|wcout|wcerr)\b|"
                           r"fmt::\w+::v?print\(|hwy::Abort|std::print")
    # hnswlib.h warns of an M above 10,000, which AnnIndex refuses.
    EXCEPTIONS = {("hnsw_graph.cpp.o", "std::cerr")}

    def test_symbols(self):
        library = os.environ.get("W2V_LIBRARY")
        if not library or shutil.which("nm") is None:
            self.skipTest("no archive or no nm (Debian: binutils)")
        listing = subprocess.run(["nm", "-A", "-C", "--undefined-only", library], capture_output=True, check=True, text=True).stdout
        used = {(place.rstrip(": ").rsplit(":")[-1], symbol.strip())
                for place, mark, symbol in (line.partition(" U ") for line in listing.splitlines()) if mark}
        self.assertIn(("file.cpp.o", "poll"), used)  # it is read rightly
        for owner, symbol in sorted(used - self.EXCEPTIONS):
            self.assertNotRegex(symbol, self.FORBIDDEN, f"{owner} uses it")


def first_include(path):
    found = re.search(r'^\s*#\s*include\s+["<]([^">]+)[">]', path.read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else ""


class Headers(unittest.TestCase):
    """Each header compiles alone. The build has shown it for those that a source of the same name includes first; with
    W2V_ALL_HEADERS=1 they are compiled, too."""

    def test_each_compiles_alone(self):
        compiler = os.environ.get("W2V_COMPILER")
        if not compiler:
            self.skipTest("W2V_COMPILER names no compiler")
        # -inl.hpp are Highway's: parts of a source that is compiled once for each instruction set.
        headers = [path for path in sources(LIBRARY, PROGRAM, pattern="*.hpp") if not path.name.endswith("-inl.hpp")]
        if not os.environ.get("W2V_ALL_HEADERS"):
            # Commands are compiled behind a precompiled CLI11, which shows nothing.
            proven = {first_include(path) for path in sources(LIBRARY, PROGRAM, pattern="*.cpp") if path.parent.name != "commands"}
            headers = [path for path in headers if not {str(path.relative_to(root)) for root in (REPOSITORY / "src", PROGRAM)
                                                        if root in path.parents} & proven]

        def compile_alone(path):
            command = [compiler, "-std=c++20", "-fsyntax-only", "-O0", "-w", f"-I{REPOSITORY / 'src'}", f"-I{PROGRAM}",
                       "-x", "c++", "-include", str(path), os.devnull]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            return path, done.returncode, done.stderr

        with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            for path, code, err in pool.map(compile_alone, headers):
                with self.subTest(name(path)):
                    self.assertTrue(path.read_text(encoding="utf-8").startswith("#pragma once\n"), "#pragma once")
                    self.assertEqual(code, 0, err)


class Namespaces(unittest.TestCase):
    """Only main() is global."""

    FORWARD = re.compile(r"^namespace \w+ \{\n(?:(?:class|struct) \w+;\n)+\}.*\n", re.MULTILINE)

    def test_all_of_the_program_is_in_namespaces(self):
        for path in sources(PROGRAM):
            text = self.FORWARD.sub("", path.read_text(encoding="utf-8"))
            opened = re.search(r"^namespace (app|console) \{\n", text, re.MULTILINE)
            with self.subTest(name(path)):
                self.assertTrue(opened, "no namespace app or console")
                before = re.sub(r"^\s*(//.*|#.*)?$", "", text[:opened.start()], flags=re.MULTILINE)
                self.assertEqual(before.strip(), "", "stands before the namespace")
                close = f"}}  // namespace {opened[1]}\n"
                self.assertEqual(text.count(close), 1, "the namespace is closed once")
                behind = text[text.index(close) + len(close):].strip()
                if path == PROGRAM / "main.cpp":
                    self.assertRegex(behind, r"^int main\(int argc, char\*\* argv\) \{\n[^\n]*\n\}$")
                else:
                    self.assertEqual(behind, "", "stands behind the namespace")


class Sizes(unittest.TestCase):
    def test_sizes_are_told(self):
        sizes = {path: path.read_text(encoding="utf-8").count("\n") for path in sources(LIBRARY, PROGRAM, REPOSITORY / "tests")}
        print(f"\n{len(sizes)} files, {sum(sizes.values())} lines", file=sys.stderr)
        for path, lines in sorted(sizes.items(), key=lambda item: -item[1]):
            if lines > LONG_FILE:
                print(f"  {name(path)}: {lines} lines, {LONG_FILE} are enough for one job", file=sys.stderr)
        longest = max((path for path in sizes if LIBRARY in path.parents or PROGRAM in path.parents), key=sizes.get)
        self.assertLessEqual(sizes[longest], LONG_FILE, name(longest))

    def test_folders_have_few_files(self):
        for folder in sorted({path.parent for path in sources(LIBRARY, PROGRAM)}):
            with self.subTest(name(folder)):
                files = sum(path.is_file() for path in folder.iterdir())
                self.assertLessEqual(files, LARGE_FOLDERS.get(name(folder), LARGE_FOLDER), "files of a folder")


def clang_format(version):
    """The clang-format of this version; None if it is not installed. Other versions format in other ways."""
    for program in filter(None, map(shutil.which, (f"clang-format-{version}", "clang-format"))):
        told = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
        if re.search(rf"\bversion {version}\.", told):
            return program
    return None


class Format(unittest.TestCase):
    """Sources look as .clang-format says."""

    VERSION = 14

    def test_all_sources_are_formatted(self):
        program = clang_format(self.VERSION)
        if program is None:
            self.skipTest(f"clang-format {self.VERSION} is not installed (Debian: clang-format-{self.VERSION})")
        git = shutil.which("git")
        listed = git and subprocess.run([git, "-C", str(REPOSITORY), "ls-files", "-z", "*.cpp", "*.hpp"], capture_output=True, text=True, check=False)
        if not listed or listed.returncode != 0:
            self.skipTest("git does not list the sources: expected a clone of the repository, and git (Debian: git)")
        paths = [path for path in listed.stdout.split("\0") if path and (REPOSITORY / path).exists()]
        self.assertIn("apps/w2v/main.cpp", paths)

        def check(some):
            return subprocess.run([program, "--dry-run", "-Werror", *some], cwd=REPOSITORY, capture_output=True, text=True, check=False)

        threads = len(os.sched_getaffinity(0))
        with ThreadPoolExecutor(threads) as pool:
            for done in pool.map(check, (paths[first::threads] for first in range(threads))):
                self.assertEqual(done.returncode, 0, f"clang-format-{self.VERSION} -i makes it right:\n{done.stderr}")


if __name__ == "__main__":
    ended = unittest.main(exit=False, verbosity=2)
    if not ended.result.wasSuccessful():
        sys.exit(1)
    if ended.result.testsRun > 0 and len(ended.result.skipped) == ended.result.testsRun:
        sys.exit(SKIPPED)

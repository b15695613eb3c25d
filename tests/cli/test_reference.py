"""Manual pages and docs/CLI.md: made from the options, and as --help has them."""

import os
import re
import shutil
import subprocess

from program import REPOSITORY, Case, main, tool


def generator():
    return os.path.abspath(os.environ.get("W2V_REFERENCE") or REPOSITORY / "build/release/apps/reference/w2v-reference")


class Reference(Case):
    def setUp(self):
        super().setUp()
        self.commands = re.findall(r"(?m)^  ([a-z][a-z-]*)  +\w", self.help().split("Subcommands:")[1].split("Examples:")[0])
        self.assertGreater(len(self.commands), 10)

    def help(self, *command):
        return self.good(*command, "--help").out.decode()

    def options(self, *command):
        """The names that stand at the begin of a line of --help."""
        lines = re.findall(r"(?m)^  (-[^ ]*)", self.help(*command))
        names = {name for line in lines for name in line.split(",")}
        self.assertIn("--help", names)
        return names

    def make(self, what, place):
        done = subprocess.run([generator(), what, place], cwd=self.folder, capture_output=True, timeout=60)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"", b""))

    def test_examples_are_possible(self):
        for command in self.commands:
            examples = re.findall(r"(?m)^  w2v (.*?)  .*$", self.help(command).split("Examples:")[1])
            self.assertTrue(examples, command)
            for example in examples:
                for call in example.split("| w2v "):
                    words = call.split()
                    if words[:2] == ["train", "-train"]:
                        continue  # the original's: test_old_options.py
                    self.assertLessEqual({w for w in words if re.match("--?[a-z]", w)}, self.options(words[0]), example)
            self.assertEqual(examples[0].split()[0], command)

    def test_cli_md_is_fresh(self):
        self.make("markdown", "CLI.md")
        self.assertEqual(self.read("CLI.md").decode(), (REPOSITORY / "docs/CLI.md").read_text(encoding="utf-8"),
                         "docs/CLI.md is old: cmake --build --preset release --target update-cli-md")

    def test_cli_md_has_every_option_under_its_command(self):
        text = (REPOSITORY / "docs/CLI.md").read_text(encoding="utf-8")
        for command in self.commands:
            section = text.split(f"\n## w2v {command}\n")[1].split("\n## ")[0]
            cells = re.findall(r"(?m)^\| `(-[^`]*)` \|", section)
            named = {name for cell in cells for name in re.findall(r"--?[\w-]+", cell)}
            self.assertEqual(named, self.options(command), command)

    def test_a_manual_page_for_each_command_with_every_option(self):
        self.make("man", ".")
        self.assertEqual(self.names(), sorted(["w2v.1", *(f"w2v-{command}.1" for command in self.commands)]))
        messages = {"--quiet", "-q", "--log-level", "--log-json"}
        for command in self.commands:
            page = self.read(f"w2v-{command}.1").decode()
            tags = re.findall(r"(?m)^\.TP\n(\\fB\\-.*)$", page)
            named = {name for tag in tags for name in re.findall(r"(?<![\w-])--?[a-z][\w-]*", re.sub(r"\\f[BIR]", "", tag.replace("\\-", "-")))}
            self.assertEqual(named, self.options(command) | messages, command)
            for section in ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "ENVIRONMENT", "EXIT STATUS", "SEE ALSO"):
                self.assertIn(f"\n.SH {section}\n", page)
        page = self.read("w2v.1").decode().replace("\\-", "-")
        for word in [*(f"w2v-{command} (1)" for command in self.commands), "W2V_MODEL", "130", "king man woman"]:
            self.assertIn(word, page)

    def test_pages_are_right_roff(self):
        self.make("man", ".")
        groff = tool("groff", "groff-base")
        for name in self.names():
            done = subprocess.run([groff, "-man", "-ww", "-z", "-Tutf8", name], cwd=self.folder, capture_output=True, text=True, timeout=60)
            self.assertEqual((done.returncode, done.stderr), (0, ""), name)

    def test_pages_read_as_help_has_it(self):
        if shutil.which("man") is None or shutil.which("groff") is None:
            self.skipTest("no man here (Debian: man-db)")
        self.make("man", ".")
        shown = subprocess.run(["man", "--warnings", "-l", "./w2v-phrases.1"], cwd=self.folder, capture_output=True, timeout=60,
                               env={**os.environ, "MANWIDTH": "1000", "LC_ALL": "C.UTF-8"})
        self.assertEqual((shown.returncode, shown.stderr), (0, b""))
        text = re.sub(r"\x1b\[[0-9;]*m|.\x08", "", shown.stdout.decode())
        for words in ("(n(a b) - min-count) / n(a) / n(b) * tokens", "[default: word2phrase]", "--score word2phrase|npmi",
                      "w2v phrases [options] [CORPUS ...]", "a list 'of,the', or a file"):
            self.assertIn(words, text)


if __name__ == "__main__":
    main()

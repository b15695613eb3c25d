"""Completions of bash, zsh and fish, asked for as the shells do it."""

import os
import re
import select
import subprocess
import time

from program import Case, main, tool
from test_reference import generator


class Completions(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "made").mkdir()
        subprocess.run([generator(), "completions", "made"], cwd=self.folder, check=True, timeout=60)
        (self.folder / "run").mkdir()
        for name in ("run/corpus.txt", "run/two words.bin", "run/other.bin"):
            self.write(name, "")

    def check(self, complete):
        """`complete(*words)`: what may stand in place of the last word."""
        def with_(*words):
            return set(complete(*words))

        self.assertEqual(with_("nei"), {"neighbors"})
        self.assertLessEqual({"train", "plot-loss", "info"}, with_(""))
        self.assertNotIn("corpus.txt", with_(""))
        self.assertEqual(with_("--log-level", ""), {"debug", "info", "warning", "error"})
        self.assertEqual(with_("--log-level", "debug", "voc"), {"vocab"})
        self.assertLessEqual({"--model", "--format", "--center"}, with_("neighbors", "--"))
        self.assertFalse({"--epochs", "--classes"} & with_("neighbors", "--"))
        self.assertEqual(with_("neighbors", "--form"), {"--format"})
        self.assertEqual(with_("neighbors", "--format", ""), {"table", "tsv", "json"})
        self.assertEqual(with_("neighbors", "king", "--format", "t"), {"table", "tsv"})
        self.assertEqual(with_("train", "-a", ""), {"skipgram", "cbow"})
        self.assertEqual(with_("train", "--architecture", "c"), {"cbow"})
        self.assertEqual(with_("train", ""), {"corpus.txt", "two words.bin", "other.bin"})
        self.assertEqual(with_("neighbors", "-m", "two"), {"two words.bin"})
        self.assertEqual(with_("neighbors", "-k", ""), set())
        self.assertEqual(with_("neighbors", ""), set())  # words of a vocabulary are not known

    def test_bash(self):
        bash = tool("bash")
        script = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _w2v; printf "%s\\n" "${COMPREPLY[@]}"'

        def complete(*words):
            done = subprocess.run([bash, "--norc", "-c", script, "bash", self.folder / "made/w2v", "w2v", *words], text=True,
                                  cwd=self.folder / "run", capture_output=True, timeout=60)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            return [line for line in done.stdout.split("\n") if line]

        self.check(complete)
        # bash takes = for a word.
        self.assertEqual(set(complete("train", "--objective", "=", "")), {"ns", "hs", "softmax"})
        self.assertEqual(set(complete("train", "--objective", "=")), {"ns", "hs", "softmax"})
        self.assertEqual(complete("train", "--objective", "=", "so"), ["softmax"])
        # Behind -- there are no options; files there still are.
        self.assertEqual(complete("neighbors", "--", "--for"), [])
        self.assertEqual(complete("train", "--", "cor"), ["corpus.txt"])
        self.assertEqual(complete("neighbors", "--cen"), ["--center"])

    def test_bash_itself_registers_it(self):
        done = subprocess.run([tool("bash"), "--norc", "-c", 'source "$1" && complete -p w2v', "bash", self.folder / "made/w2v"],
                              capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stdout, "complete -F _w2v w2v\n")

    def test_fish(self):
        fish = tool("fish")

        def complete(*words):
            line = "w2v " + " ".join(words)
            done = subprocess.run([fish, "--no-config", "-c", f"source {self.folder}/made/w2v.fish; complete -C '{line}'"], text=True,
                                  cwd=self.folder / "run", capture_output=True, timeout=60, env={**os.environ, "HOME": str(self.folder)})
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            return [re.sub(r"\\(.)", r"\1", line.split("\t")[0]) for line in done.stdout.splitlines()]

        self.check(complete)

    def test_zsh(self):
        """A terminal with zsh, in which the Tab key is hit."""
        zsh = tool("zsh")
        master, slave = self.open_terminal()
        process = subprocess.Popen([zsh, "-f", "-i"], stdin=slave, stdout=slave, stderr=slave, cwd=self.folder / "run",
                                   env={"PATH": os.environ["PATH"], "HOME": str(self.folder), "TERM": "dumb"}, start_new_session=True)
        self.addCleanup(lambda: (process.kill(), process.wait()))

        def say(keys, until):
            os.write(master, keys.encode())
            seen = b""
            end = time.monotonic() + 60
            while until.encode() not in seen:
                ready, _, _ = select.select([master], [], [], max(0, end - time.monotonic()))
                self.assertTrue(ready, f"{until!r} did not come: {seen!r}")
                seen += os.read(master, 4096)
            return seen.decode(errors="replace")

        say(f"fpath=({self.folder}/made $fpath); autoload -Uz compinit; compinit -u -D; PS1='> '; unsetopt zle_bracketed_paste; "
            "zstyle ':completion:*' list-colors ''; print -n rea; print dy\n", "ready")
        for keys, completed in (("w2v nei\t", "w2v neighbors "), ("w2v neighbors --cen\t", "--center "),
                                ("w2v --log-level wa\t", "warning "), ("w2v train --objective so\t", "softmax "),
                                ("w2v train -a cb\t", "cbow "), ("w2v train cor\t", "corpus.txt "),
                                ("w2v neighbors -m two\t", "two\\ words.bin "), ("w2v info oth\t", "other.bin ")):
            say(keys, completed)
            say("\x15", "")  # an empty line again


if __name__ == "__main__":
    main()

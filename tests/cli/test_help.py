"""--help says what there is, and what the README says can be run."""

import re
import unittest

from program import REPOSITORY, Case, main

OPTIONS = {
    "train": "-o --output --format --architecture --dim --window --negatives --epochs --subsample --subsample-formula "
             "--min-count --max-vocab --stop-words --keep-words --read-vocab --save-vocab --lr --min-lr --noise-power --noise-pool "
             "--fixed-window --cbow-update --objective --subwords --buckets --optimizer --batch --subsample-once --max-sentence --threads --seed --memory --eval",
    "vocab": "-o --output --min-count --max-vocab --stop-words --keep-words --read-vocab --threads --memory",
    "tokenize": "-o --output --lower --keep-case --numbers --punctuation --sentences --strip-html --locale --threads",
    "phrases": "-o --output --list --score --threshold --passes --min-count --common --delimiter --threads --memory",
    "neighbors": "-m --model -k --format --threads --limit --lenient --strict --among --include-query --min-similarity --center "
                 "--vectors --ann --ann-ef",
    "analogy": "-m --model -k --format --threads --limit --lenient --strict --method --include-inputs",
    "similarity": "-m --model --format --limit --lenient --strict",
    "vectors": "-m --model --ngrams --no-subwords --limit --lenient --strict",
    "odd": "-m --model --format --limit --lenient --strict",
    "convert": "--format --words --normalize --limit --lenient --strict",
    "pool": "-m --model -o --output --format --weighting --vocab --weights-from --label-column --threads --limit --lenient --strict",
    "cluster": "-m --model -o --output --format --classes --iterations --seed --by-class --threads --limit --lenient --strict",
    "map": "-m --model -o --output --format --words --top --method --perplexity --iterations --seed --threads -k --title --limit --lenient --strict",
    "heatmap": "-m --model -o --output --format --words --order --title --limit --lenient --strict",
    "plot-loss": "-o --output --format --over --title",
    "report": "-o --output --checkpoint --vocab --loss-log --eval --word --words --top --method --perplexity --iterations --seed --threads -k --title --limit --lenient --strict",
    "eval": "-m --model --method --top --case-sensitive --summary --score-column --json --format --threads --limit --lenient --strict",
    "index": "--rows --strict --ann --ann-m --ann-ef-construction --seed --threads",
    "info": "--limit --lenient --strict",
}
EVERYWHERE = "--quiet --log-level --log-json --version"


class Help(Case):
    def help(self, *command):
        result = self.good(*command, "--help")
        self.assertEqual(result.err, "")
        self.assertEqual(self.good(*command, "-h").out, result.out)
        self.assertEqual(self.good("help", *command).out, result.out)
        return result.out.decode()

    def named(self, text):
        return set(re.findall(r"(?<![\w-])--?[a-z][\w-]*", text))

    def test_the_program(self):
        text = self.help()
        for command in OPTIONS:
            self.assertRegex(text, rf"(?m)^  {command} +\w")
        self.assertLessEqual(set(EVERYWHERE.split()), self.named(text))
        for word in ("W2V_MODEL", "TMPDIR", "130", "king man woman"):
            self.assertIn(word, text)

    def test_every_command(self):
        for command, options in OPTIONS.items():
            with self.subTest(command):
                text = self.help(command)
                self.assertLessEqual(set(options.split()), self.named(text))
                # No option without a word about it, on its line or the next.
                lines = text.splitlines()
                for line, behind in zip(lines, lines[1:]):
                    if re.match(r"  -", line):
                        self.assertTrue(re.search(r"\S  +\S|^.{34}", line) or re.match(r" {20}", behind), line)

    def test_options_of_the_program_stand_before_and_behind_the_command(self):
        self.assertEqual(self.good("--quiet", "info").out, self.good("info", "--quiet").out)

    def test_documents_name_what_there_is(self):
        for name in ("README.md", "docs/GUIDE.md", "docs/RECIPES.md", "docs/TUTORIAL.md", "docs/PERFORMANCE.md"):
            with self.subTest(document=name):
                self.check_document((REPOSITORY / name).read_text(encoding="utf-8"))

    def check_document(self, text):
        blocks = re.findall(r"```[a-z]*\n(.*?)```", text, re.DOTALL) + re.findall(r"(?:^(?: {4}|\t).*\n)+", text, re.MULTILINE)
        lines = [line.strip() for block in blocks for line in block.splitlines()]
        found = 0
        for line in lines:
            for call in re.findall(r"(?:^|[|;(&] *|\$ *)(?:\S*/)?w2v +([^|;&#]+)", line):
                words = call.split()
                command = next((word for word in words if not word.startswith("-")), None)
                if command is None:
                    continue
                found += 1
                self.assertIn(command, OPTIONS, line)
                known = self.named(self.help(command)) | set("-train -output -cbow -size -window -sample -negative -hs -threads "
                                                             "-iter -min-count -alpha -binary -save-vocab -debug".split())
                for word in words:
                    if re.match(r"--?[a-z]", word):
                        self.assertIn(word.split("=")[0], known | set(EVERYWHERE.split()), line)
        self.assertGreater(found, 0)


if __name__ == "__main__":
    main()

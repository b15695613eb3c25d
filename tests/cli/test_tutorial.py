"""The commands of docs/TUTORIAL.md, as they stand there."""

import shutil

from program import CORPUS, REPOSITORY, Case, main


class Tutorial(Case):
    def test_its_commands_run(self):
        lines = (REPOSITORY / "docs" / "TUTORIAL.md").read_text().splitlines()
        commands = [line.split()[1:] for line in lines if line.startswith("    w2v ")]
        self.assertEqual(len(commands), 6)
        shutil.copy(CORPUS, self.folder / "book.txt")
        results = [self.good(*command) for command in commands]
        self.assertIn(b"queen", results[4].out)
        for page in ("loss.html", "map.html"):
            text = self.read(page).decode()
            self.assertTrue(text.startswith("<!doctype html>") or text.startswith("<!DOCTYPE html>"), text[:80])
        self.assertIn("king", self.read("map.html").decode())
        mentioned = [part for line in lines for part in line.split("`") if part.startswith("w2v ")]
        self.assertEqual(len(mentioned), 4)
        for command in mentioned:
            command = command.replace("| head", "").replace("data/questions.txt", str(REPOSITORY / "data" / "questions.txt"))
            self.good(*command.split()[1:])


if __name__ == "__main__":
    main()

"""scripts/skipped-tests, by the logs of real runs of ctest: what was skipped is told, with the packages that would change it."""

import subprocess
import sys

from program import REPOSITORY, SKIPPED, Case, main, tool

PROJECT = """cmake_minimum_required(VERSION 3.20)
project(tests LANGUAGES NONE)
enable_testing()
foreach(name {names})
  add_test(NAME ${{name}} COMMAND "{python}" ${{CMAKE_CURRENT_SOURCE_DIR}}/${{name}}.py)
  set_tests_properties(${{name}} PROPERTIES SKIP_RETURN_CODE {skipped})
endforeach()
"""
SOME = """import unittest
class Some(unittest.TestCase):
    def test_one(self):
        self.skipTest("no it's here (Debian: one, two-dev)")
    def test_another(self):
        "A docstring."
        self.skipTest("no it's here (Debian: one, two-dev)")
    def test_third(self):
        self.skipTest('no right to "mount"')
    def test_good(self):
        print("never skipped 'but said so'.")
unittest.main(verbosity=2)
"""


class SkippedTests(Case):
    def told(self, **scripts):
        for name, text in scripts.items():
            self.write(f"{name}.py", text)
        self.write("CMakeLists.txt", PROJECT.format(names=" ".join(scripts), python=sys.executable, skipped=SKIPPED))
        for command in ([tool("cmake"), "-G", "Ninja", "-S", ".", "-B", "build"], [tool("ctest", "cmake"), "--test-dir", "build"]):
            subprocess.run(command, cwd=self.folder, stdout=subprocess.DEVNULL, check=True)
        done = subprocess.run([sys.executable, REPOSITORY / "scripts/skipped-tests", "build"], cwd=self.folder, stdout=subprocess.PIPE, check=True)
        return done.stdout.decode().splitlines()

    def test_what_was_skipped(self):
        self.assertEqual(self.told(some=SOME, good="print('x' * 5000)"), [
            "Skipped:", "  some: 2 cases: no it's here (Debian: one, two-dev)", '  some: 1 case: no right to "mount"',
            "With these packages more of them run: apt-get install one two-dev"])

    def test_nothing(self):
        self.assertEqual(self.told(good="print('skipped')"), ["Skipped: nothing"])


if __name__ == "__main__":
    main()

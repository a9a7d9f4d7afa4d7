#!/usr/bin/env python3
"""The first programs a user writes: they run, C and C++ see the same fluid, and the page that walks
through them shows them as they are.

usage: hello_test.py HELLO_C HELLO_CPP ROOT
"""

import pathlib
import re
import subprocess
import sys
import unittest

HELLO_C, HELLO_CPP, ROOT = "", "", pathlib.Path()

LINE = re.compile(r"after (\d\.\d) s: fastest (\S+) m/s")


def lines_of(program):
    return subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()


class Hello(unittest.TestCase):
    def test_the_fluid_still_moves_after_two_seconds(self):
        said = LINE.fullmatch("\n".join(lines_of(HELLO_C)))
        self.assertIsNotNone(said)
        self.assertEqual(said[1], "2.0")
        self.assertGreater(float(said[2]), 0.1)
        self.assertLess(float(said[2]), 2.1)

    def test_c_and_cpp_see_the_same_fluid(self):
        self.assertEqual(lines_of(HELLO_CPP), lines_of(HELLO_C))

    def test_the_page_shows_the_programs_as_they_are(self):
        page = (ROOT / "docs/hello.md").read_text(encoding="utf-8")
        for name in ["hello.c", "hello.cpp"]:
            source = (ROOT / "examples" / name).read_text(encoding="utf-8")
            self.assertIn(f"\n{source}```\n", page, name)

    def test_the_readme_shows_the_one_in_c(self):
        page = (ROOT / "README.md").read_text(encoding="utf-8")
        source = (ROOT / "examples/hello.c").read_text(encoding="utf-8")
        heading, program = source.split("\n", 1)
        self.assertTrue(heading.startswith("/* Hello"))
        self.assertIn(f"\n```c\n{program}```\n", page)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    ROOT = pathlib.Path(sys.argv.pop(3))
    HELLO_CPP = sys.argv.pop(2)
    HELLO_C = sys.argv.pop(1)
    unittest.main(verbosity=2)

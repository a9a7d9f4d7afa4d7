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

LINE = re.compile(r"(\d\.\d) s: fastest (\S+) m/s, (\S+) m\^2 of ink, (\S+) % of divergence left")


def lines_of(program):
    return subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()


class Hello(unittest.TestCase):
    def test_the_ink_flows_and_stays_and_little_divergence_is_left(self):
        rows = [LINE.fullmatch(line) for line in lines_of(HELLO_C)]
        self.assertEqual([row and row[1] for row in rows], ["0.5", "1.0", "1.5", "2.0"])
        for row in rows:
            self.assertGreater(float(row[2]), 0.01)
            self.assertAlmostEqual(float(row[3]), float(rows[0][3]), delta=0.1 * float(rows[0][3]))
            self.assertLessEqual(float(row[4]), 0.01)

    def test_c_and_cpp_see_the_same_fluid(self):
        lines = lines_of(HELLO_CPP)
        self.assertEqual(lines[:4], lines_of(HELLO_C))
        picture = lines[4:]
        self.assertEqual({len(line) for line in picture}, {32})
        self.assertEqual(set("".join(picture)), set(".+#"))

    def test_the_page_shows_the_programs_as_they_are(self):
        page = (ROOT / "docs/hello.md").read_text(encoding="utf-8")
        for name in ["hello.c", "hello.cpp"]:
            source = (ROOT / "examples" / name).read_text(encoding="utf-8")
            self.assertIn(f"\n{source}```\n", page, name)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    ROOT = pathlib.Path(sys.argv.pop(3))
    HELLO_CPP = sys.argv.pop(2)
    HELLO_C = sys.argv.pop(1)
    unittest.main(verbosity=2)

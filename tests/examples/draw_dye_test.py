#!/usr/bin/env python3
"""A renderer that draws the ink of a flow on a GPU from the flow's own buffer: what is in the picture
is what is in the flow.

usage: draw_dye_test.py DRAW_DYE
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

DRAW_DYE = ""

LINE = re.compile(r"(\S+) m\^2 of ink in the picture, (\S+) in the flow\n")


class DrawDye(unittest.TestCase):
    def test_the_picture_shows_the_ink_that_is_in_the_flow(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "ink.ppm"
            run = subprocess.run([DRAW_DYE, str(path)], capture_output=True, text=True, check=False)
            if "tnCreateGl" in run.stderr and "TARN_NEED_GL" not in os.environ:
                self.skipTest(run.stderr)
            self.assertEqual(run.returncode, 0, run.stderr)
            picture = path.read_bytes()
        told = LINE.fullmatch(run.stdout)
        self.assertIsNotNone(told, run.stdout)
        drawn, there = float(told[1]), float(told[2])
        self.assertGreater(there, 0.01)
        self.assertAlmostEqual(drawn, there, delta=0.02 * there)
        head = b"P6\n320 320\n255\n"
        self.assertTrue(picture.startswith(head))
        red = picture[len(head) :: 3]
        self.assertEqual(len(red), 320 * 320)
        self.assertAlmostEqual(sum(red) / 255 / len(red), drawn, delta=1e-4)
        self.assertGreater(max(red), 100)
        self.assertEqual(red[0], 0)  # a corner that the ink has not reached


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    DRAW_DYE = sys.argv.pop(1)
    unittest.main(verbosity=2)

#!/usr/bin/env python3
"""Examples of a physics engine and a fluid that push each other: things float and are carried, and
the fluid feels it.

usage: coupling_test.py CRATE [BOX2D_FLOW]
"""

import re
import subprocess
import sys
import unittest

CRATE, BOX2D_FLOW = "", ""

CRATE_LINE = re.compile(
    r" *(\d+) s: height (\S+) m, leans +(\d+) degrees, (\d+) % under water")
FLOW_LINE = re.compile(
    r"(\S+) s: disc at (\S+) m, (\S+) m/s; box at (\S+) m, (\S+) m/s; fluid (\S+) J")


def rows_of(program, line):
    output = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    rows = [line.fullmatch(text) for text in output.splitlines()]
    assert rows and all(rows), output
    return [[float(number) for number in row.groups()] for row in rows]


class Coupling(unittest.TestCase):
    def test_the_crate_floats_as_deep_as_its_density_says(self):
        rows = rows_of(CRATE, CRATE_LINE)
        self.assertEqual([row[0] for row in rows], list(range(1, 11)))
        last = rows[-5:]
        mean = [sum(row[k] for row in last) / len(last) for k in range(4)]
        self.assertAlmostEqual(mean[3], 40.0, delta=4.0)  # 400 of 1000 kg/m^3
        self.assertAlmostEqual(mean[1], 1.05, delta=0.06)
        self.assertLess(mean[2], 10.0)  # upright again

    def test_the_fluid_carries_the_disc_and_stops_the_box(self):
        if not BOX2D_FLOW:
            self.skipTest("Box2D is not installed")
        rows = rows_of(BOX2D_FLOW, FLOW_LINE)
        self.assertEqual([row[0] for row in rows], [0.5, 1.0, 1.5, 2.0])
        disc = [row[1] for row in rows]
        self.assertEqual(disc, sorted(disc))  # it goes with the jet
        self.assertGreater(disc[-1], 0.5)
        box = [abs(row[4]) for row in rows]
        self.assertEqual(box, sorted(box, reverse=True))  # slower and slower
        self.assertLess(box[-1], 0.5)
        self.assertGreater(rows[0][5], 10.0)  # the fluid has what the box lost


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    BOX2D_FLOW = sys.argv.pop(2) if len(sys.argv) > 2 else ""
    CRATE = sys.argv.pop(1)
    unittest.main(verbosity=2)

#!/usr/bin/env python3
"""`tarn render` from outside: pictures by OpenGL, and what it says when it cannot draw.

usage: render_test.py PATH_OF_TARN
"""

import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

TARN = ""

TANK = """
[run]
dt = 0.02
time = 0.2

[water]
nx = 32
ny = 32
width = 2
level = 0.5

[[water.strokes]]
position = [0.6, 1.2]
radius = 0.2
splash = 0.1
time = 0

[[water.bodies]]
shape = "box"
size = [0.3, 0.3, 0.3]
density = [400, 400]
position = [1.2, 1.0, 0.6]

[view]
width = 160
height = 90

[view.relief]
ground = "tiles"
border = "pool"
"""

FLOW = """
[flow]
nx = 16
ny = 16
width = 1
"""


def tarn(*arguments):
    return subprocess.run([TARN, *arguments], capture_output=True, text=True, timeout=300,
                          check=False)


def has_gl(tank, picture):
    return "lists no device" not in tarn("render", tank, "--steps", "0", "--png", picture).stderr


def pixels(path):
    """Width, height and the bytes of a PNG's rows, as their filters leave them."""
    data = pathlib.Path(path).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, body = 8, b""
    width = height = 0
    while at < len(data):
        (size,), kind = struct.unpack(">I", data[at:at + 4]), data[at + 4:at + 8]
        if kind == b"IHDR":
            width, height = struct.unpack(">II", data[at + 8:at + 16])
        if kind == b"IDAT":
            body += data[at + 8:at + 8 + size]
        at += 12 + size
    return width, height, zlib.decompress(body)


class Render(unittest.TestCase):
    def setUp(self):
        self.folder_object = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.folder_object.name)
        self.tank = self.path("tank.toml")
        pathlib.Path(self.tank).write_text(TANK, encoding="utf-8")

    def tearDown(self):
        self.folder_object.cleanup()

    def path(self, name):
        return str(self.folder / name)

    def refuse(self, code, arguments, *words):
        result = tarn(*arguments)
        self.assertEqual(result.returncode, code, result.stderr)
        for word in words:
            self.assertIn(word, result.stderr)

    def need_gl(self):
        if not has_gl(self.tank, self.path("try.png")) and "TARN_NEED_GL" not in os.environ:
            self.skipTest("there is no OpenGL here")

    def test_a_picture_is_neither_black_nor_constant_and_twice_the_same(self):
        self.need_gl()
        for name in ("a.png", "b.png"):
            result = tarn("render", self.tank, "--png", self.path(name))
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn(name, result.stdout)
        width, height, rows = pixels(self.path("a.png"))
        self.assertEqual((width, height), (160, 90))
        self.assertGreater(len(set(rows)), 100)
        self.assertEqual(pathlib.Path(self.path("a.png")).read_bytes(),
                         pathlib.Path(self.path("b.png")).read_bytes())

    def test_frames_and_cameras(self):
        self.need_gl()
        result = tarn("render", self.tank, "--steps", "2", "--size", "64x48", "--frames",
                      self.path("frames"), "--camera", "under,azimuth=20")
        self.assertEqual(result.returncode, 0, result.stderr)
        frames = sorted((self.folder / "frames").iterdir())
        self.assertGreaterEqual(len(frames), 1)
        self.assertEqual(pixels(frames[0])[:2], (64, 48))

    def test_the_benchmark_has_pictures_simulation_and_both(self):
        self.need_gl()
        result = tarn("bench", "render", "--n", "24", "--threads", "1", "--size", "48x27", "--json", "-")
        self.assertEqual(result.returncode, 0, result.stderr)
        rows = json.loads(result.stdout)
        self.assertEqual([(row["case"], row["detail"]) for row in rows],
                         [("pool", "low"), ("pool", "high"), ("beach", "low"), ("beach", "high")])
        for row in rows:
            self.assertEqual((row["width"], row["height"]), (48, 27))
            self.assertGreater(row["simulation_ms"], 0.0)
            self.assertGreater(row["picture_ms"], 0.0)
            self.assertAlmostEqual(row["fps"] * row["frame_ms"], 1000.0, places=3)
            self.assertIn("water", row["passes"])
            self.assertIn("waves", row["stages"])
        self.assertEqual((rows[0]["n"], rows[0]["bodies"]), (24, 40))
        for bad in ("48", "48x", "0x27", "48x27,", "99999x10"):
            self.refuse(2, ["bench", "render", "--size", bad], "--size", "1280x720")
        self.refuse(2, ["bench", "water", "--size", "48x27"], "--size", "draws no pictures")
        self.refuse(1, ["bench", "render", "--gl-device", "999"], "device 999")

    def test_looking_inside_changes_the_picture(self):
        self.need_gl()
        seen = set()
        for name, more in (("plain", []), ("marks", ["--inside", "arrows,grid,forces,wetted"]),
                           ("map", ["--inside", "pressure"])):
            picture = self.path(name + ".png")
            result = tarn("render", self.tank, "--steps", "2", "--png", picture, *more)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(result.stderr, "")
            seen.add(pathlib.Path(picture).read_bytes())
        self.assertEqual(len(seen), 3)
        self.refuse(1, ["render", self.tank, "--png", self.path("p.png"), "--inside", "arows"],
                    "'arows'", "streamlines", "--inside arows")

    def test_a_map_of_a_flow(self):
        self.need_gl()
        flow = self.path("flow.toml")
        pathlib.Path(flow).write_text(FLOW, encoding="utf-8")
        result = tarn("render", flow, "--steps", "1", "--view", "speed", "--inside",
                      "streamlines,grid", "--size", "96x64", "--png", self.path("p.png"))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(pixels(self.path("p.png"))[:2], (96, 64))

    def test_what_cannot_be_drawn_is_said(self):
        self.need_gl()
        picture = self.path("p.png")
        self.refuse(1, ["render", self.tank, "--gl-device", "999", "--png", picture], "device 999")
        self.assertFalse(os.path.exists(picture))

    def test_bad_command_lines_are_refused(self):
        self.refuse(2, ["render", self.tank], "--png")
        self.refuse(2, ["render", "inc", "--png", self.path("p.png")], "'inc'")
        self.refuse(2, ["render", self.tank, "--png", self.path("p.png"), "--camera", "behind"],
                    "'behind'", "under")
        self.refuse(2, ["render", self.tank, "--png", self.path("p.png"), "--camera",
                        "elevation=100"], "elevation=100", "90")


if __name__ == "__main__":
    TARN = sys.argv.pop(1)
    unittest.main()

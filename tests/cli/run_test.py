#!/usr/bin/env python3
"""`tarn run` and `tarn scenes` from outside: files, summaries, Ctrl-C, refusals.

usage: run_test.py PATH_OF_TARN
"""

import csv
import json
import os
import pathlib
import pty
import select
import signal
import subprocess
import sys
import tempfile
import time
import unittest

TARN = ""

POOL = """
summary = "A jet past a post."

[run]
dt = 0.02
time = 0.2
probe_interval = 0.1

[flow]
nx = 48
ny = 32
width = 0.75

[[flow.solids]]
name = "post"
radius = 0.05
position = [0.4, 0.25]

[[flow.emitters]]
mode = "hold"
position = [0.1, 0.25]
velocity = [0.5, 0]
dye = [1]

[[probes]]
name = "drag"
type = "force"
solid = "post"

[[probes]]
name = "all"
type = "totals"

[view]
width = 96
"""

TANK = """
[water]
nx = 32
ny = 24
cell_size = 0.125
level = 1

[[water.bodies]]
name = "crates"
shape = "box"
size = [0.4, 0.4, 0.4]
mass = 30
count = 3
position = [2, 1.5, 1.6]
spread = [1, 1, 0.5]

[[probes]]
name = "crate"
type = "body"
body = "crates"
"""


def tarn(*arguments, **options):
    return subprocess.run([TARN, *arguments], capture_output=True, text=True, check=False, **options)


def png_size(path):
    """Width and height of a whole PNG file."""
    data = pathlib.Path(path).read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n") and data.endswith(b"IEND\xaeB`\x82"), path
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def video_frames(path):
    """How many pictures ffprobe counts in a video."""
    shown = subprocess.run(
        ["ffprobe", "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
         "stream=nb_read_frames", "-of", "csv=p=0", str(path)],
        capture_output=True, text=True, check=True)
    return int(shown.stdout.strip().rstrip(","))


class WithPool(unittest.TestCase):
    def setUp(self):
        self.folder_object = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.folder_object.name)
        self.pool = self.path("pool.toml")
        pathlib.Path(self.pool).write_text(POOL, encoding="utf-8")

    def tearDown(self):
        self.folder_object.cleanup()

    def path(self, name):
        return str(self.folder / name)

    def run_pool(self, *arguments):
        result = tarn("run", self.pool, *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr, "", "no progress when piped")
        return result.stdout

    def rows(self, name):
        with open(self.path(name), encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))


class Run(WithPool):
    def test_summary_tells_what_was_done(self):
        said = self.run_pool("--hash")
        self.assertRegex(said, r"^pool: 48 x 32 cells, 10 steps of 0.02 s to t = 0.2 s, [\d.]+ steps")
        self.assertRegex(said, r"(?m)^hash [0-9a-f]{16}$")

    def test_json_has_everything(self):
        told = json.loads(self.run_pool("--steps", "3", "--hash", "--json", "-"))
        self.assertEqual(list(told), ["scene", "grid", "backend", "steps", "dt", "time", "stopped",
                                      "steps_per_second", "ms", "stats", "flags", "totals", "hash",
                                      "files"])
        self.assertEqual((told["scene"], told["steps"], told["backend"]), ("pool", 3, "cpu"))
        self.assertEqual((told["grid"]["nx"], told["grid"]["ny"]), (48, 32))
        self.assertAlmostEqual(told["time"], 0.06, places=6)
        self.assertGreater(told["steps_per_second"], 0)
        self.assertGreater(told["stats"]["max_speed"], 0)
        self.assertLess(told["stats"]["divergence_after"], told["stats"]["divergence_before"])
        self.assertGreater(told["ms"]["projection"], 0)
        self.assertEqual(len(told["totals"]["dye"]), 3)
        self.assertGreater(told["totals"]["dye"][0], 0)

    def test_hash_is_one_for_any_number_of_threads(self):
        hashes = {json.loads(self.run_pool("--threads", k, "--hash", "--json", "-"))["hash"]
                  for k in ["1", "2", "3"]}
        self.assertEqual(len(hashes), 1)

    def test_all_files_are_written(self):
        said = self.run_pool("--probes", self.path("p.csv"), "--frames", self.path("frames"),
                             "--video", self.path("v.mp4"), "--picture", self.path("last.png"),
                             "--save", self.path("s.tarn"), "--json", self.path("s.json"),
                             "--fps", "20", "--size", "120x80", "--view", "speed", "--arrows")
        self.assertEqual(sorted(os.listdir(self.folder)),
                         ["frames", "last.png", "p.csv", "pool.toml", "s.json", "s.tarn", "v.mp4"])
        told = json.loads(pathlib.Path(self.path("s.json")).read_text(encoding="utf-8"))
        self.assertEqual({os.path.basename(f) for f in told["files"]},
                         {"frames", "last.png", "p.csv", "s.json", "s.tarn", "v.mp4"})
        for name in told["files"]:
            self.assertIn("wrote " + name, said)
        self.assertEqual(png_size(self.path("last.png")), (120, 80))
        self.assertEqual(sorted(os.listdir(self.path("frames"))),
                         [f"frame_{k:05}.png" for k in range(5)])
        self.assertEqual(video_frames(self.path("v.mp4")), 5)

    def test_probes_have_rows_at_their_interval(self):
        self.run_pool("--probes", self.path("p.csv"))
        rows = self.rows("p.csv")
        self.assertEqual(list(rows[0])[:4], ["time", "step", "drag.force_x", "drag.force_y"])
        self.assertEqual([row["step"] for row in rows], ["0", "5", "10"])
        self.assertEqual([round(float(row["time"]), 6) for row in rows], [0, 0.1, 0.2])
        self.assertGreater(float(rows[-1]["all.kinetic_energy"]), 0)

    def test_restored_run_goes_on_as_before(self):
        whole = json.loads(self.run_pool("--steps", "8", "--hash", "--json", "-"))
        self.run_pool("--steps", "5", "--save", self.path("s.tarn"))
        rest = json.loads(self.run_pool("--steps", "3", "--restore", self.path("s.tarn"), "--hash",
                                        "--json", "-"))
        self.assertEqual(whole["hash"], rest["hash"])
        self.assertAlmostEqual(rest["time"], 0.16, places=5)

    def test_set_changes_the_scene(self):
        told = json.loads(self.run_pool("--set", "flow.nx=24", "--set", "flow.ny=16", "--dt", "1/10",
                                        "--set", "flow.solids.post.radius=0.02", "--json", "-"))
        self.assertEqual((told["grid"]["nx"], told["steps"], told["dt"]), (24, 2, 0.1))

    def test_water_runs_with_its_bodies(self):
        scene = pathlib.Path(self.path("tank.toml"))
        scene.write_text(TANK, encoding="utf-8")
        def run(*arguments):
            result = tarn("run", str(scene), "--hash", "--json", "-", *arguments)
            self.assertEqual(result.returncode, 0, result.stderr)
            return json.loads(result.stdout)
        whole = run("--steps", "40", "--probes", self.path("p.csv"), "--picture",
                    self.path("last.png"), "--size", "96x54")
        self.assertEqual((whole["grid"]["nx"], whole["grid"]["bodies"]), (32, 3))
        self.assertLess(abs(whole["totals"]["drift"]), 1e-6)
        self.assertIn("rigid", whole["ms"])
        self.assertEqual(png_size(self.path("last.png")), (96, 54))
        rows = self.rows("p.csv")
        self.assertEqual(len(rows), 41)
        self.assertLess(float(rows[-1]["crate.z"]), float(rows[0]["crate.z"]), "it falls")
        run("--steps", "25", "--save", self.path("s.tarn"))
        rest = run("--steps", "15", "--restore", self.path("s.tarn"), "--threads", "1")
        self.assertEqual(whole["hash"], rest["hash"])

    def test_reference_backend_runs(self):
        told = json.loads(self.run_pool("--steps", "1", "--backend", "reference", "--json", "-"))
        self.assertEqual(told["backend"], "reference")

    def test_no_steps_show_the_beginning(self):
        said = self.run_pool("--steps", "0", "--picture", self.path("a.png"))
        self.assertIn("0 steps", said)
        self.assertEqual(png_size(self.path("a.png")), (96, 64))

    def test_progress_on_a_terminal(self):
        terminal, inner = pty.openpty()
        process = subprocess.Popen([TARN, "run", self.pool, "--time", "100000"], stdout=inner,
                                   stderr=inner, stdin=subprocess.DEVNULL)
        os.close(inner)
        shown = b""
        deadline = time.monotonic() + 30
        while b"steps/s" not in shown and time.monotonic() < deadline:
            if select.select([terminal], [], [], 1)[0]:
                shown += os.read(terminal, 4096)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=30), 130)
        os.close(terminal)
        self.assertIn(b"steps/s", shown)
        self.assertRegex(shown.decode(), r" 0 %, [0-9.]+ (s|min|h) left  t = [0-9.]+ s, ")


class Interrupt(WithPool):
    def test_ctrl_c_leaves_whole_files(self):
        process = subprocess.Popen(
            [TARN, "run", self.pool, "--time", "100000", "--probes", self.path("p.csv"), "--video",
             self.path("v.mp4"), "--picture", self.path("last.png"), "--json", self.path("s.json")],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(2)
        self.assertIsNone(process.poll(), "it runs for long")
        process.send_signal(signal.SIGINT)
        said, complaints = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, complaints)
        self.assertIn("stopped", said)
        self.assertEqual(sorted(os.listdir(self.folder)),
                         ["last.png", "p.csv", "pool.toml", "s.json", "v.mp4"])
        told = json.loads(pathlib.Path(self.path("s.json")).read_text(encoding="utf-8"))
        self.assertTrue(told["stopped"])
        rows = self.rows("p.csv")
        self.assertTrue(all(None not in row.values() for row in rows))
        self.assertLessEqual(float(rows[-1]["time"]), told["time"] * (1 + 1e-8) + 1e-9)
        self.assertGreater(video_frames(self.path("v.mp4")), 0)
        png_size(self.path("last.png"))


class Scenes(unittest.TestCase):
    NAMES = ["bathtub_honey", "beach", "cavity", "dam_break", "ducks", "harbour", "heated_room",
             "honey", "ink", "karman", "kelvin_helmholtz", "liquid_texture", "pool", "rain",
             "rayleigh_benard", "river", "smoke", "thesis", "tide_pool", "wind_tunnel"]

    def test_lists_all_with_a_sentence(self):
        lines = tarn("scenes").stdout.splitlines()
        self.assertEqual([line.split()[0] for line in lines], self.NAMES)
        for line in lines:
            self.assertRegex(line, r"^\w+ +[A-Z].*\.$")

    def test_prints_the_file_of_one(self):
        text = tarn("scenes", "ink").stdout
        with tempfile.TemporaryDirectory() as folder:
            mine = pathlib.Path(folder, "mine.toml")
            mine.write_text(text, encoding="utf-8")
            result = tarn("run", str(mine), "--steps", "0", "--json", "-")
        self.assertEqual(json.loads(result.stdout)["scene"], "mine")


class Misuse(WithPool):
    def refuse(self, code, arguments, *words):
        result = tarn(*arguments)
        self.assertEqual(result.returncode, code, (arguments, result.stderr))
        self.assertEqual(result.stdout, "")
        for word in words:
            self.assertIn(word, result.stderr)

    def test_unknown_scenes_are_named_with_the_nearest(self):
        self.refuse(2, ["run", "inc"], "'inc'", "did you mean 'ink'?")
        self.refuse(2, ["scenes", "nothing"], "'nothing'")
        self.refuse(2, ["run"], "SCENE")

    def test_bad_values_are_named_with_where_they_were_given(self):
        self.refuse(1, ["run", self.pool, "--view", "sped"], "'sped'", "'speed'", "(--view sped)")
        self.refuse(1, ["run", self.pool, "--set", "flow.nx=0"], "flow.nx: 0", "(--set flow.nx=0)")
        self.refuse(1, ["run", self.pool, "--dt", "0"], "run.dt", "(--dt 0)")
        self.refuse(1, ["run", self.pool, "--fps", "-1"], "view.fps", "(--fps -1)")
        self.refuse(2, ["run", self.pool, "--set", "flow.nx"], "--set flow.nx", "key and a value")
        self.refuse(2, ["run", self.pool, "--size", "12"], "--size 12", "1280x720")
        self.refuse(2, ["run", self.pool, "--steps", "1", "--time", "1"], "--time")
        self.refuse(2, ["run", self.pool, "--steps", "-1"], "--steps")
        self.refuse(2, ["run", self.pool, "--threads", "999"], "--threads")
        self.refuse(2, ["run", self.pool, "--backend", "gpu"], "--backend")

    def test_a_bad_scene_is_named_with_file_and_line(self):
        bad = self.path("bad.toml")
        pathlib.Path(bad).write_text("[flow]\nnx = 8\ncell_size = -0.1\n", encoding="utf-8")
        self.refuse(1, ["run", bad], "flow.cell_size: -0.1 m is not positive", "bad.toml:3)")

    def test_what_cannot_be_written_or_read_is_refused_before_the_work(self):
        for option in ["--probes", "--save", "--json", "--picture"]:
            self.refuse(2, ["run", self.pool, option, "/no/such/folder/file.png"],
                        "/no/such/folder/file.png")
        self.refuse(1, ["run", self.pool, "--video", "/no/such/folder/v.mp4"], "/no/such/folder")
        self.refuse(2, ["run", self.pool, "--restore", "/no/such/save"], "/no/such/save")
        self.refuse(1, ["run", self.pool, "--restore", self.pool], "restore it with")
        self.refuse(2, ["run", "ink", "--probes", self.path("p.csv")], "no probes")
        self.assertEqual(os.listdir(self.folder), ["pool.toml"])


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    TARN = sys.argv.pop(1)
    unittest.main(verbosity=2)

#!/usr/bin/env python3
"""The program `tarn` from outside: what it prints, what it writes, how it refuses.

usage: cli_test.py PATH_OF_TARN
"""

import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TARN = ""

FLOW_ROW_KEYS = (
    "suite case n threads backend ms stages divergence classic_ms classic_divergence limit_ms hash"
).split()
STAGES = "solids advect_velocity advect_scalars forces diffusion projection tracers".split()

WATER_ROW_KEYS = (
    "suite case n threads bodies particles ms stages fps volume_drift hash thesis_fps"
).split()
WATER_STAGES = "edits bodies waves viscosity forces spray".split()

ROW_KEYS = (
    "suite case n threads backend vcycle_ms solve_ms tolerance iterations factor "
    "classic_sweep_ms copy_ms hash"
).split()


def tarn(*arguments):
    return subprocess.run([TARN, *arguments], capture_output=True, text=True, check=False)


class Info(unittest.TestCase):
    def test_says_what_was_found(self):
        result = tarn("info")
        self.assertEqual(result.returncode, 0)
        for word in ["instruction sets", "threads", "backends", "cpu, reference", "using"]:
            self.assertIn(word, result.stdout)

    def test_json_is_whole(self):
        info = json.loads(tarn("info", "--json").stdout)
        self.assertRegex(info["version"], r"^\d+\.\d+\.\d+$")
        self.assertIn(info["instruction_set"], info["instruction_sets"])
        self.assertGreaterEqual(info["threads"], 1)
        self.assertEqual(info["backends"][:2], ["cpu", "reference"])
        usable = [device for device in info["gl_devices"] if device["usable"]]
        self.assertEqual("gl" in info["backends"], len(usable) > 0)
        for device in usable:
            self.assertGreater(device["largest_buffer"], 0)
            self.assertIn(device["renderer"], tarn("info").stdout)

    def test_version_and_help(self):
        self.assertRegex(tarn("--version").stdout, r"^tarn \d+\.\d+\.\d+\n$")
        shown = tarn("--help")
        self.assertEqual(shown.returncode, 0)
        for word in ["info", "bench", "Examples"]:
            self.assertIn(word, shown.stdout)
        for suite in ["flow:", "solver:", "water:"]:
            self.assertIn(suite, tarn("bench", "--help").stdout)


class Bench(unittest.TestCase):
    def test_rows_have_all_keys_and_one_hash_for_any_number_of_threads(self):
        result = tarn("bench", "solver", "--n", "33", "--threads", "1,2", "--json", "-")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr, "", "no progress when piped")
        rows = json.loads(result.stdout)
        self.assertEqual([(r["case"], r["threads"]) for r in rows],
                         [("open", 1), ("open", 2), ("solids", 1), ("solids", 2)])
        for row in rows:
            self.assertEqual(list(row)[: len(ROW_KEYS)], ROW_KEYS)
            self.assertEqual(row["n"], 33)
            self.assertGreater(row["solve_ms"], 0)
            self.assertGreater(row["classic_sweep_ms"], 0)
            self.assertTrue(row["converged"])
        for case in ["open", "solids"]:
            self.assertEqual(len({r["hash"] for r in rows if r["case"] == case}), 1)

    def test_the_solver_is_measured_on_a_gpu_too(self):
        if "gl" not in json.loads(tarn("info", "--json").stdout)["backends"]:
            self.skipTest("there is no device")
        result = tarn("bench", "solver", "--n", "48", "--backend", "gl", "--json", "-")
        self.assertEqual(result.returncode, 0, result.stderr)
        rows = json.loads(result.stdout)
        self.assertEqual([(r["case"], r["backend"]) for r in rows], [("open", "gl"), ("solids", "gl")])
        for row in rows:
            self.assertTrue(row["converged"])
            self.assertTrue(row["device"])

    def test_flow_rows_have_all_keys_and_one_hash_for_any_number_of_threads(self):
        result = tarn("bench", "flow", "--n", "24", "--threads", "1,2", "--json", "-")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr, "", "no progress when piped")
        rows = json.loads(result.stdout)
        cases = ["plume", "ink", "viscous", "discs"]
        self.assertEqual([(r["case"], r["threads"]) for r in rows],
                         [(case, threads) for case in cases for threads in (1, 2)])
        for row in rows:
            self.assertEqual(list(row)[: len(FLOW_ROW_KEYS)], FLOW_ROW_KEYS)
            self.assertEqual(list(row["stages"]), STAGES)
            self.assertEqual((row["suite"], row["n"], row["backend"]), ("flow", 24, "cpu"))
            for key in ["ms", "classic_ms", "limit_ms", "speedup"]:
                self.assertGreater(row[key], 0, key)
            self.assertLessEqual(row["divergence"], 1e-4)
            self.assertGreater(row["classic_divergence"], row["divergence"])
            self.assertEqual(row["flags"], 0)
        for case in cases:
            self.assertEqual(len({r["hash"] for r in rows if r["case"] == case}), 1)
        self.assertEqual(len({r["hash"] for r in rows}), len(cases))

    def test_a_flow_on_a_gpu_tells_of_bytes_and_of_what_reads_cost(self):
        if "gl" not in json.loads(tarn("info", "--json").stdout)["backends"]:
            self.skipTest("there is no device")
        result = tarn("bench", "flow", "--n", "16", "--backend", "gl", "--json", "-")
        self.assertEqual(result.returncode, 0, result.stderr)
        rows = json.loads(result.stdout)
        self.assertEqual([r["case"] for r in rows], ["plume", "ink"])
        for row in rows:
            for key in ["ms", "classic_ms", "copy_share", "late_read_ms", "read_ms"]:
                self.assertGreater(row[key], 0, key)
            self.assertLessEqual(row["divergence"], 1e-3)
            # A step of MacCormack's scheme on four dyes moves more than one of a plume.
            self.assertGreater(row["bytes_per_step"], 16 * 16 * 100)
        self.assertGreater(rows[1]["bytes_per_step"], rows[0]["bytes_per_step"])

    def test_flow_prints_ratios_and_spreads_stages_in_csv(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "rows.csv")
            result = tarn("bench", "flow", "--n", "16", "--threads", "2", "--csv", str(path))
            self.assertEqual(result.returncode, 0, result.stderr)
            for word in ["x classic", "/ limit", "speed-up", "plume"]:
                self.assertIn(word, result.stdout)
            self.assertNotIn("reached", result.stdout, "no bar is for this size")
            with path.open(encoding="utf-8", newline="") as file:
                rows = list(csv.DictReader(file))
            self.assertEqual(len(rows), 4)
            for row in rows:
                self.assertNotIn(None, row, "as many cells as the heading has")
                self.assertEqual(row["speedup"], "", "one thread was not measured")
                for stage in STAGES:
                    self.assertGreaterEqual(float(row["stages." + stage]), 0)

    def test_water_rows_have_the_thesis_beside_and_one_hash_for_any_number_of_threads(self):
        result = tarn("bench", "water", "--n", "32", "--threads", "1,2", "--json", "-")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr, "", "no progress when piped")
        rows = json.loads(result.stdout)
        thesis = {1: 129, 10: 128, 20: 122, 40: 102, 60: 90, 80: 71, 100: 61}
        self.assertEqual([(r["bodies"], r["threads"]) for r in rows],
                         [(bodies, threads) for bodies in thesis for threads in (1, 2)])
        for row in rows:
            self.assertEqual(list(row)[: len(WATER_ROW_KEYS)], WATER_ROW_KEYS)
            self.assertEqual(list(row["stages"]), WATER_STAGES)
            self.assertEqual((row["suite"], row["case"], row["n"]), ("water", "thesis", 32))
            self.assertEqual(row["thesis_fps"], thesis[row["bodies"]])
            self.assertLessEqual(row["volume_drift"], 1e-6)
        for bodies in thesis:
            self.assertEqual(len({r["hash"] for r in rows if r["bodies"] == bodies}), 1)

    def test_water_says_below_its_table_what_it_reached(self):
        result = tarn("bench", "water", "--n", "16", "--threads", "2")
        self.assertEqual(result.returncode, 0, result.stderr)
        lines = [line for line in result.stdout.splitlines() if "the thesis's frames" in line]
        self.assertEqual(len(lines), 7)
        for word in ["x thesis", "178", "drift"]:
            self.assertIn(word, result.stdout)

    def test_files_are_written_whole_and_agree(self):
        with tempfile.TemporaryDirectory() as folder:
            json_path = pathlib.Path(folder, "rows.json")
            csv_path = pathlib.Path(folder, "rows.csv")
            result = tarn("bench", "solver", "--n", "16", "--threads", "1",
                          "--json", str(json_path), "--csv", str(csv_path))
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(sorted(os.listdir(folder)), ["rows.csv", "rows.json"])
            from_json = json.loads(json_path.read_text(encoding="utf-8"))
            with csv_path.open(encoding="utf-8", newline="") as file:
                from_csv = list(csv.DictReader(file))
            self.assertEqual([r["hash"] for r in from_json], [r["hash"] for r in from_csv])
            self.assertEqual(list(from_json[0]), list(from_csv[0]))
            self.assertIn("V-cycle ms", result.stdout)
            self.assertIn(from_json[0]["hash"], result.stdout)


class Misuse(unittest.TestCase):
    def refuse(self, arguments, *words):
        result = tarn(*arguments)
        self.assertEqual(result.returncode, 2, arguments)
        self.assertEqual(result.stdout, "")
        for word in words:
            self.assertIn(word, result.stderr)

    def test_bad_values_are_named_with_the_remedy(self):
        self.refuse(["bench", "solvr"], "solvr", "solver")
        for bad in ["0", "-1", "many", "256,", "1e3", "99999999999", "256 512"]:
            self.refuse(["bench", "solver", "--n", bad], "--n", "32768")
        for bad in ["0", "257", "x"]:
            self.refuse(["bench", "solver", "--threads", bad], "--threads", "256")

    def test_backends_that_cannot_be_measured_are_named(self):
        self.refuse(["bench", "solver", "--backend", "cuda"], "cuda", "cpu, reference, gl")
        result = tarn("bench", "solver", "--n", "16", "--backend", "gl", "--gl-device", "999")
        self.assertEqual(result.returncode, 1)
        self.assertIn("999", result.stderr)

    def test_unknown_words_are_refused(self):
        self.refuse([], "--help")
        self.refuse(["bnch"], "bnch")
        self.refuse(["bench"], "SUITE")
        self.refuse(["info", "--jsn"], "--jsn")

    def test_misspelt_words_are_answered_by_the_nearest(self):
        for arguments, expected in [
                (["rum", "ink"], "there is no command 'rum'; did you mean 'run'? See 'tarn --help'"),
                (["run", "ink", "--vidoe", "a.mp4"],
                 "there is no option '--vidoe'; did you mean '--video'? See 'tarn run --help'"),
                (["bench", "flow", "--thraeds=2"],
                 "there is no option '--thraeds'; did you mean '--threads'? See 'tarn bench --help'"),
                (["run", "ink", "--quick"],
                 "there is no option '--quick'; see 'tarn run --help'"),
                (["--verison"],
                 "there is no option '--verison'; did you mean '--version'? See 'tarn --help'"),
                (["--time", "3", "run", "ink"], "'--time' stands before 'run'; give it behind"),
                ([], "a command is needed; see 'tarn --help'")]:
            result = tarn(*arguments)
            self.assertEqual(result.returncode, 2, arguments)
            self.assertEqual(result.stderr, f"tarn: {expected}\n")

    def test_unwritable_files_are_refused_before_the_work(self):
        for option in ["--json", "--csv"]:
            self.refuse(["bench", "solver", option, "/no/such/folder/rows"], "/no/such/folder/rows")
            self.refuse(["bench", "solver", option, "/"], "'/'")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    TARN = sys.argv.pop(1)
    unittest.main(verbosity=2)

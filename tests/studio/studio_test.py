#!/usr/bin/env python3
"""The studio as a person uses it: one long visit to its window, step by step.

usage: studio_test.py PATH_OF_TARN_STUDIO

Ends with 77, which ctest counts as skipped, where Xvfb or xdotool is missing, unless TARN_NEED_GL is
set.
"""

import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from window import PATIENCE, Display, Failed, Studio, missing_programs

SIZE = (900, 620)

# Small, so that drivers in software draw it fast.
TANK = """
summary = "A tank."

[run]
dt = "1/50"
time = 5

[water]
nx = 40
ny = 40
width = 4
level = 1

[view.relief]
ground = "tiles"
border = "pool"
"""

VISCOSITY = "water.liquid.viscosity"

# Between steps it has no value; in the middle of them, where the water asks, it has.
GRAVITY = 'gravity = "t < 0.1 ? 9.81 : 9.81 + 0*sqrt(abs(sin(pi*t/0.02)) - 0.1)"'


def check(is_so, what):
    if not is_so:
        raise Failed(what)


def near(a, b, part=0.02):
    return abs(a - b) <= part * max(abs(a), abs(b))


def alphas(path):
    """How opaque the pixels of a picture are: all numbers that occur."""
    pixels = subprocess.run(["ffmpeg", "-v", "error", "-i", str(path), "-f", "rawvideo", "-pix_fmt",
                             "rgba", "-"], capture_output=True, check=True).stdout
    return set(pixels[3::4])


def picture_place(report, u, v):
    """A place in the picture, 0 .. 1 from left to right and from top to bottom."""
    left, top, right, bottom = report["picture"]
    return left + u * (right - left), top + v * (bottom - top)


class Visit:
    def __init__(self, studio, folder, accident):
        self.studio = studio
        self.folder = pathlib.Path(folder)
        self.accident = accident

    def parameter(self, key):
        return self.studio.report()["parameters"][key]

    # The steps, in the order in which they are written.

    def opens_and_plays(self):
        report = self.studio.wait(lambda r: r["time"] > 0.1, "the fluid to go on")
        check(report["scene"]["name"] == "tank", "another scene is open")
        check(report["scene"]["part"] == "water", "it is no water")
        check(not report["scene"]["changed"], "it is changed before anybody touched it")
        self.studio.press("first steps done")
        self.studio.wait(lambda r: "first steps done" not in r["widgets"], "the first steps to go")

    def pauses_steps_and_resets(self):
        studio = self.studio
        studio.key("space")
        studio.wait(lambda r: not r["playing"], "the pause")
        steps = studio.frames(2)["steps"]
        check(studio.frames(2)["steps"] == steps, "it goes on while it is paused")
        studio.press("step")
        studio.wait(lambda r: r["steps"] == steps + 1, "one step")
        studio.press("reset")
        studio.wait(lambda r: r["time"] == 0.0, "the beginning")
        studio.press("play")
        studio.wait(lambda r: r["playing"] and r["time"] > 0.0, "it to play")

    def a_crate_floats(self):
        studio = self.studio
        studio.press("tool Crate")
        report = studio.wait(lambda r: r["tool"] == "Crate", "the crate in hand")
        check(not report["bodies"], "there is a body already")
        studio.press_at(*picture_place(report, 0.5, 0.5))
        report = studio.wait(lambda r: len(r["bodies"]) == 1, "a crate")
        check(report["scene"]["changed"], "the scene does not know of its crate")
        check(report["undo"] != "", "the crate cannot be undone")

        def floats(r):
            body = r["bodies"][0]
            speed = sum(v * v for v in body["velocity"]) ** 0.5
            return (r["time"] > report["time"] + 2.0 and speed < 0.3 and body["submerged"] > 0.0
                    and 0.6 < body["position"][2] < 1.4)

        studio.wait(floats, "the crate to float at the surface")

    def a_crate_is_grabbed_and_thrown(self):
        studio = self.studio
        studio.press("tool Grab")
        report = studio.wait(lambda r: r["tool"] == "Grab", "the hand to grab")
        before = report["bodies"][0]
        x, y = before["pixel"]
        studio.hand("mousemove", "--window", studio.window, round(x), round(y), "mousedown", 1)
        studio.wait(lambda r: r["held"], "the crate in the hand")
        studio.hand("mousemove", "--window", studio.window, round(x) + 60, round(y) + 10)
        studio.wait(lambda r: abs(r["bodies"][0]["position"][0] - before["position"][0])
                    + abs(r["bodies"][0]["position"][1] - before["position"][1]) > 0.05,
                    "the crate to follow the hand")
        studio.hand("mouseup", 1)
        studio.wait(lambda r: not r["held"], "the hand to let go")

    def water_is_poured_and_pushed(self):
        studio = self.studio
        studio.press("tool Pour")
        report = studio.wait(lambda r: r["tool"] == "Pour", "the water in hand")
        before = report["fluid"]
        studio.drag(picture_place(report, 0.4, 0.6), picture_place(report, 0.6, 0.6))
        studio.wait(lambda r: r["fluid"]["volume"] > before["volume"] + 1e-3, "more water")
        studio.drag(picture_place(report, 0.3, 0.6), picture_place(report, 0.6, 0.7), button=3)
        studio.wait(lambda r: r["fluid"]["energy"] > before["energy"] + 100.0,
                    "the water to go along with the hand")

    def the_eye_moves(self):
        studio = self.studio
        report = studio.report()
        eye = report["eye"]
        studio.drag(picture_place(report, 0.5, 0.5), picture_place(report, 0.7, 0.4), button=2)
        studio.wait(lambda r: abs(r["eye"]["azimuth"] - eye["azimuth"]) > 5.0, "another azimuth")
        studio.hand("click", 4)
        studio.wait(lambda r: r["eye"]["distance"] < 0.95 * eye["distance"], "a nearer eye")
        for name in ("top", "side", "under", "perspective"):
            studio.press(f"view {name}")
            report = studio.wait(lambda r, name=name: r["eye"]["kind"] == name,
                                 f"the view from {name}")
            if name == "under":
                studio.hand("mousemove", "--window", studio.window,
                            *map(round, picture_place(report, 0.5, 0.5)), "click", 4)
                studio.wait(lambda r, eye=report["eye"]: r["eye"]["field_of_view"]
                            < 0.95 * eye["field_of_view"], "a longer lens under water")

    def viscosity_by_slider_and_by_keys(self):
        studio = self.studio
        first = self.parameter(VISCOSITY)
        studio.key("ctrl+f")
        studio.type("viscosity")
        studio.frames(4)  # the list follows what is typed
        report = studio.wait(lambda r: VISCOSITY in r["widgets"], "the slider")
        left, top, right, bottom = report["widgets"][VISCOSITY]["rect"]
        middle = (top + bottom) / 2
        studio.drag((left + 0.2 * (right - left), middle), (left + 0.7 * (right - left), middle))
        studio.wait(lambda r: r["parameters"][VISCOSITY] > 10.0 * first,
                    "more viscosity by the slider")
        slid = None
        while slid != self.parameter(VISCOSITY):  # the hand may still be on its way
            slid = self.parameter(VISCOSITY)
            studio.frames(4)
        studio.fill(f"{VISCOSITY} field", "0.5")
        studio.wait(lambda r: near(r["parameters"][VISCOSITY], 0.5), "0.5 Pa s by typing")
        check(near(studio.report()["parameters"][VISCOSITY], 0.5), "it does not stay")

        # The whole drag is one edit.
        studio.press("undo")
        studio.wait(lambda r: near(r["parameters"][VISCOSITY], slid), "the slider's value again")
        studio.key("ctrl+z")
        studio.wait(lambda r: near(r["parameters"][VISCOSITY], first), "the first value again")
        studio.press("redo")
        studio.wait(lambda r: near(r["parameters"][VISCOSITY], slid), "the slider's value once more")
        studio.key("ctrl+y")
        studio.wait(lambda r: near(r["parameters"][VISCOSITY], 0.5), "the typed value once more")
        check(len(studio.report()["bodies"]) == 1, "undoing took the crate away")
        studio.press("search clear")

    def saves(self):
        studio = self.studio
        studio.key("ctrl+shift+s")
        path = self.folder / "kept.toml"
        studio.fill("file name", str(path))
        studio.wait(lambda r: r["scene"]["path"] == str(path), "the file")
        studio.wait(lambda r: not r["scene"]["changed"], "no changes")
        text = path.read_text(encoding="utf-8")
        check("viscosity = 0.5" in text, f"the viscosity is not in the file:\n{text}")
        check("water.bodies" in text, f"the crate is not in the file:\n{text}")

    def a_flow_is_opened_and_inked(self):
        studio = self.studio
        studio.press("tab Scenes")
        studio.fill("scene search", "drop")
        studio.key("ctrl+o")
        studio.fill("file name", str(self.folder / "drops.toml"))
        report = studio.wait(lambda r: r["scene"]["part"] == "flow", "a flow")
        check(report["tool"] != "Pour", "the tool of a water is in hand")
        studio.wait(lambda r: r["time"] > 0.0, "the flow to go on")
        studio.press("tool Dye")
        report = studio.wait(lambda r: r["tool"] == "Dye", "the dye in hand")
        pictures = report["pictures"]
        studio.drag(picture_place(report, 0.4, 0.4), picture_place(report, 0.6, 0.6))
        studio.wait(lambda r: r["pictures"] > pictures + 2, "pictures of the flow")

    def looks_inside(self):
        studio = self.studio
        studio.press("tab Inside")
        for name in ("arrows", "streamlines", "grid"):
            studio.press(f"inside {name}")
        studio.press("inside readout")
        report = studio.frames(3)
        studio.hand("mousemove", "--window", studio.window,
                    *map(round, picture_place(report, 0.5, 0.5)))
        studio.press("inside map")
        studio.press("inside map=speed")
        studio.frames(3)
        check(studio.report()["errors_told"] == 0, f"errors: {studio.report()['notices']}")

    def reopens_what_was_saved(self):
        studio = self.studio
        studio.press("open")
        studio.fill("file name", str(self.folder / "kept.toml"))
        answer = "question unsaved Discard"
        report = studio.wait(lambda r: r["scene"]["name"] == "kept" or answer in r["widgets"],
                             "the saved scene")
        if answer in report["widgets"]:
            studio.press(answer)
        report = studio.wait(lambda r: r["scene"]["name"] == "kept", "the saved scene")
        check(near(report["parameters"][VISCOSITY], 0.5), "the viscosity is another one")
        check(len(report["bodies"]) == 1, "the crate is gone")

    def a_bad_scene_is_a_notice(self):
        studio = self.studio
        studio.key("ctrl+o")
        studio.fill("file name", str(self.folder / "bad.toml"))
        report = studio.wait(lambda r: r["errors_told"] == 1, "an error")
        texts = [n["text"] for n in report["notices"] if n["kind"] == "error"]
        check(any("water.nx" in text and "-3" in text for text in texts), f"it says {texts}")
        check(report["scene"]["name"] == "kept", "the scene before is gone")
        self.close_errors()

    def a_formula_without_a_value_is_said(self):
        """In its row: the window goes on, and the fluid too, which asks at other moments."""
        studio = self.studio
        studio.press("tab Fluid")
        studio.key("ctrl+f")
        studio.type("gravity")
        studio.key("ctrl+o")
        studio.fill("file name", str(self.folder / "gaps.toml"))
        studio.wait(lambda r: "water.gravity formula" in r["widgets"], "the mark of a formula")
        report = studio.wait(lambda r: "water.gravity problem" in r["widgets"], "what is wrong")
        check(report["scene"]["name"] == "gaps", "another scene is open")
        check(report["parameters"]["water.gravity"] is None, "it has a value all the same")
        after = studio.wait(lambda r: r["time"] > report["time"] + 0.1, "it to go on")
        check(after["errors_told"] == report["errors_told"], f"errors: {after['notices']}")
        studio.press("search clear")
        studio.key("ctrl+o")
        studio.fill("file name", str(self.folder / "kept.toml"))
        studio.wait(lambda r: r["scene"]["name"] == "kept", "the saved scene")

    def close_errors(self):
        studio = self.studio
        # Cards above go by themselves, and the others move up.
        while True:
            errors = [n["number"] for n in studio.report()["notices"] if n["kind"] == "error"]
            if not errors:
                return
            studio.press(f"notice {errors[0]} close")
            studio.frames(3)

    def a_picture_and_a_video(self):
        studio = self.studio
        studio.press("screenshot")
        report = studio.wait(lambda r: r["last_file"].endswith(".png"), "a picture")
        first = report["last_file"]
        check((self.folder / first).stat().st_size > 1000, "the picture is empty")
        check(alphas(self.folder / first) == {255}, "the picture is transparent")
        studio.press("tab Studio")
        studio.press("cut out")
        studio.press("screenshot")
        report = studio.wait(lambda r: r["last_file"] not in ("", first), "another picture")
        found = alphas(self.folder / report["last_file"])
        check(min(found) <= 2 and 255 in found,
              f"what is there is not cut out: alphas {min(found)} to {max(found)}")
        studio.press("cut out")

        # In slow motion, so slow that most pictures of the video show the water as it was.
        for _ in range(3):
            studio.key("bracketleft")
        studio.wait(lambda r: r["speed"] == 0.125, "slow motion")
        studio.press("record")
        first = studio.wait(lambda r: r["recording"] and r["recorded"] >= 1, "a video")
        last = studio.wait(lambda r: r["recorded"] >= first["recorded"] + 15, "a video that grows")
        seconds = (last["recorded"] - first["recorded"]) / 30.0
        check(abs(last["time"] - first["time"] - seconds / 8.0) < 0.021,
              f"in {seconds} s of the video the water goes on by {last['time'] - first['time']} s")
        studio.press("record")
        report = studio.wait(lambda r: r["last_file"].endswith(".mp4"), "the file of the video")
        for _ in range(3):
            studio.key("bracketright")
        studio.wait(lambda r: r["speed"] == 1.0, "the usual speed")
        probe = subprocess.run(
            ["ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames",
             "-of", "csv=p=0", str(self.folder / report["last_file"])],
            capture_output=True, text=True, check=True)
        check(int(probe.stdout.strip().strip(",")) == report["recorded"],
              f"its pictures: {probe.stdout}, not {report['recorded']}")

    def the_window_is_resized(self):
        studio = self.studio
        studio.hand("windowsize", studio.window, 720, 500)
        report = studio.wait(lambda r: r["window"] == [720, 500], "the small window")
        studio.wait(lambda r: r["pictures"] > report["pictures"], "a picture in it")
        studio.hand("windowsize", studio.window, *SIZE)
        studio.wait(lambda r: r["window"] == list(SIZE), "the large window")

    def another_one_is_killed_and_found_again(self):
        """By now it has saved by itself what was done in it."""
        self.accident.ends_badly()
        self.accident.goes_on()

    def every_button_once(self):
        """All that can be pressed; not sliders, which might ask for a grid that takes minutes."""
        studio = self.studio
        pressed = set()

        def is_for_later(name):
            return (name in ("open", "save", "save as", "open file", "record")
                    or name.startswith(("tab ", "scene ", "notice ", "search"))
                    or "." in name and not name.startswith("group "))

        # What opens something that would hide the rest, and what closes it.
        closes = {"help": "help close", "hints again": "first steps done"}
        for tab in ("Fluid", "Scenes", "Inside", "Profile", "Studio"):
            studio.press(f"tab {tab}")
            studio.wait(lambda r, tab=tab: r["panel"] == tab, f"the panel {tab}")
            report = studio.frames(2)
            while True:
                name = next((name for name, widget in report["widgets"].items()
                             if widget["enabled"] and name not in pressed
                             and not is_for_later(name)), None)
                if name is None:
                    before, report = report, self.scrolls(report)
                    if report["widgets"] == before["widgets"]:
                        break
                    continue
                pressed.add(name)
                studio.press(name)
                report = studio.frames(3)
                if name in closes:
                    studio.press(closes[name])
                    report = studio.frames(3)
                elif report["typing"] or report["dialog"] or any(
                        "=" in other for other in report["widgets"]):
                    studio.key("Escape")
                    report = studio.frames(3)
                if name == "backend gl":
                    self.goes_back_to_the_cpu()
                    report = studio.frames(3)
        for name in ("open", "save as"):
            if name == "save as":
                studio.press("tab Scenes")
            studio.press(name)
            studio.wait(lambda r: r["dialog"], f"the dialog of '{name}'")
            studio.frames(4)  # it finds its size and place
            studio.press("file cancel")
            studio.wait(lambda r: not r["dialog"], "the dialog to go")
        for name in ("undo", "play", "help", "view top", "tool Rain", "inside forces",
                     "backend gl", "quality"):
            check(name in pressed, f"'{name}' was not there to be pressed: {sorted(pressed)}")

    def scrolls(self, report):
        """Rolls the panel up; returns what is in sight then."""
        studio = self.studio
        left, _, right, bottom = report["widgets"]["tab Inside"]["rect"]
        middle = (left + right) / 2, (bottom + report["picture"][3]) / 2
        studio.hand("mousemove", "--window", studio.window, *map(round, middle), "click", "--repeat",
                    4, "--delay", 10, 5)
        return studio.frames(4)

    def goes_back_to_the_cpu(self):
        """The fluid was asked to go to the GPU; drivers in software are one, if a slow one."""
        studio = self.studio
        told = studio.report()["errors_told"]
        studio.wait(lambda r: r["backend"] == "gl" or r["errors_told"] > told, "the GPU, or why not")
        # The panel has other stages to show, and moves.
        while studio.frames(4)["backend"] != "cpu":
            studio.press("backend cpu")

    def no_gl_error(self):
        check(self.studio.report()["gl_errors"] == 0, "OpenGL has counted errors")

    STEPS = [opens_and_plays, pauses_steps_and_resets, a_crate_floats,
             a_crate_is_grabbed_and_thrown, water_is_poured_and_pushed, the_eye_moves,
             viscosity_by_slider_and_by_keys, saves, a_flow_is_opened_and_inked, looks_inside,
             reopens_what_was_saved, a_bad_scene_is_a_notice, a_formula_without_a_value_is_said,
             a_picture_and_a_video, the_window_is_resized, another_one_is_killed_and_found_again,
             every_button_once, no_gl_error]


DROPS = """
summary = "Ink."

[run]
dt = "1/50"

[flow]
nx = 48
ny = 36
width = 1.2
dye_channels = 2
"""


class Accident:
    """A studio that is killed, and what the next one makes of it. Everything in it is done by keys, in
    large type."""

    def __init__(self, program, folder):
        self.program = program
        self.folder = folder
        folder.mkdir()
        (folder / "tank.toml").write_text(TANK, encoding="utf-8")
        self.display = Display(1640, 1040)
        self.studio = self.open("--paused")

    def open(self, *options):
        return Studio(self.program, self.display, self.folder, "tank.toml", "--size", "1600x1000",
                      "--scale", "2", "--quality", "low", "--threads", "1", *options)

    def close(self):
        self.studio.kill()
        self.display.close()

    def go_to(self, name):
        """By arrows, from one part of the window to the next."""
        for key in ("Down", "Right", "Down", "Left", "ctrl+Tab") * 20:
            if self.studio.frames(3)["focus"] == name:
                return
            self.studio.key(key)
        raise Failed(f"keys do not lead to '{name}', only to '{self.studio.report()['focus']}'")

    def everything_is_in_the_window(self):
        report = self.studio.frames(2)
        rects = {name: widget["rect"] for name, widget in report["widgets"].items()
                 if name in ("reset", "play", "step", "speed", "undo", "redo", "open", "save",
                             "screenshot", "record", "help") or name.startswith(("tool ", "tab "))}
        check(len(rects) >= 11 + 5 + 10, f"not all is there: {sorted(rects)}")
        width, height = report["window"]
        for name, (left, top, right, bottom) in rects.items():
            check(0 <= left < right <= width and 0 <= top < bottom <= height, f"{name} is outside")
            check(bottom - top >= 50, f"{name} is cut off, or small: {bottom - top} pixels high")
            for other, (left2, top2, right2, bottom2) in rects.items():
                check(name == other or right <= left2 or right2 <= left or bottom <= top2
                      or bottom2 <= top, f"{name} lies over {other}")

    def edits_by_keys(self):
        studio = self.studio
        self.go_to("first steps done")
        studio.key("space")
        studio.wait(lambda r: "first steps done" not in r["widgets"], "the first steps to go")
        studio.key("ctrl+f")
        studio.type("gravity")
        studio.wait(lambda r: "water.gravity field" in r["widgets"], "the field")
        studio.key("Return")
        self.go_to("water.gravity field")
        studio.key("Return")
        studio.type("3")
        studio.key("Return")
        studio.wait(lambda r: near(r["parameters"]["water.gravity"], 3.0), "gravity by keys")
        studio.key("Escape", "Escape")
        studio.wait(lambda r: not r["keys_in_panels"] and not r["typing"], "keys for the picture")
        studio.key("c")
        # From the pointer, in the middle of the screen, towards the tank; not far, since the mark
        # goes on while the key is down.
        studio.hand("keydown", "Left", "keyup", "Left")
        studio.wait(lambda r: r["tool"] == "Crate", "the crate in hand")
        studio.key("Return")
        studio.wait(lambda r: len(r["bodies"]) == 1, "a crate by keys")

    def ends_badly(self):
        end = time.monotonic() + PATIENCE
        while not any("water.bodies" in path.read_text(encoding="utf-8")
                      for path in (self.folder / "home").rglob("scene-*.toml")):
            check(time.monotonic() < end, "nothing is saved by itself")
            time.sleep(0.1)
        self.studio.kill()

    def goes_on(self):
        studio = self.studio = self.open()
        studio.wait(lambda r: r["dialog"], "a question")
        self.go_to("question recover Go on")
        studio.key("space")
        report = studio.wait(lambda r: not r["dialog"] and r["scene"]["changed"], "what was lost")
        check(near(report["parameters"]["water.gravity"], 3.0), "the gravity is another one")
        check(len(report["bodies"]) == 1, "the crate is gone")
        check(len(list((self.folder / "home").rglob("about.toml"))) == 1, "it is kept twice")
        leave(studio)


def leave(studio):
    code = studio.quit()
    check(code == 0, f"it ends with {code}:\n{studio.said()}")
    check(studio.said() == "", f"it says:\n{studio.said()}")


def visit(program, folder):
    (folder / "tank.toml").write_text(TANK, encoding="utf-8")
    (folder / "drops.toml").write_text(DROPS, encoding="utf-8")
    (folder / "bad.toml").write_text(TANK.replace("nx = 40", "nx = -3"), encoding="utf-8")
    (folder / "gaps.toml").write_text(TANK.replace("level = 1", f"level = 1\n{GRAVITY}"),
                                      encoding="utf-8")
    display = Display(1000, 700)
    accident = None

    def timed(step, *arguments):
        started = time.monotonic()
        step(*arguments)
        print(f"{time.monotonic() - started:6.1f} s  {step.__name__}", flush=True)

    try:
        accident = Accident(program, folder / "accident")
        timed(accident.everything_is_in_the_window)
        timed(accident.edits_by_keys)  # what it saves by itself comes later
        studio = Studio(program, display, folder, "tank.toml", "--size", "%dx%d" % SIZE,
                        "--quality", "low", "--threads", "1", "--scale", "1")
        try:
            guest = Visit(studio, folder, accident)
            for step in Visit.STEPS:
                timed(step, guest)
            leave(studio)
        finally:
            studio.kill()
    finally:
        if accident is not None:
            accident.close()
        display.close()


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    missing = missing_programs()
    if missing:
        print(f"skipped: {' and '.join(missing)} is missing")
        sys.exit(1 if os.environ.get("TARN_NEED_GL") else 77)
    with tempfile.TemporaryDirectory() as folder:
        try:
            visit(sys.argv[1], pathlib.Path(folder))
        except Failed as failure:
            print(f"failed: {failure}")
            sys.exit(1)
    print("the visit went well")


if __name__ == "__main__":
    main()

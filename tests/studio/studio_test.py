#!/usr/bin/env python3
"""The studio as a person uses it: one long visit to its window, step by step.

usage: studio_test.py PATH_OF_TARN_STUDIO

Ends with 77, which ctest counts as skipped, where Xvfb or xdotool is missing, unless TARN_NEED_GL is
set.
"""

import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from window import Display, Failed, Studio, missing_programs

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


def check(is_so, what):
    if not is_so:
        raise Failed(what)


def near(a, b, part=0.02):
    return abs(a - b) <= part * max(abs(a), abs(b))


def picture_place(report, u, v):
    """A place in the picture, 0 .. 1 from left to right and from top to bottom."""
    left, top, right, bottom = report["picture"]
    return left + u * (right - left), top + v * (bottom - top)


class Visit:
    def __init__(self, studio, folder):
        self.studio = studio
        self.folder = pathlib.Path(folder)

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

    def the_water_is_pushed(self):
        studio = self.studio
        report = studio.report()
        studio.drag(picture_place(report, 0.3, 0.6), picture_place(report, 0.6, 0.7), button=3)
        studio.press("tool Splash")
        studio.wait(lambda r: r["tool"] == "Splash", "the splash in hand")
        studio.drag(picture_place(report, 0.4, 0.6), picture_place(report, 0.6, 0.6))

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
            studio.wait(lambda r, name=name: r["eye"]["kind"] == name, f"the view from {name}")

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
        report = studio.wait(lambda r: r["parameters"][VISCOSITY] > 10.0 * first,
                             "more viscosity by the slider")
        slid = report["parameters"][VISCOSITY]
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
        shutil.copy(self.folder / "kept.toml", self.folder / "copy.toml")
        studio.key("ctrl+o")
        studio.fill("file name", str(self.folder / "drops.toml"))
        report = studio.wait(lambda r: r["scene"]["part"] == "flow", "a flow")
        check(report["tool"] != "Splash", "the tool of a water is in hand")
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
        number = next(n["number"] for n in report["notices"] if n["kind"] == "error")
        # Cards above it go by themselves, and it moves up.
        while any(n["number"] == number for n in studio.report()["notices"]):
            studio.press(f"notice {number} close")
            studio.frames(3)

    def a_picture_and_a_video(self):
        studio = self.studio
        studio.press("screenshot")
        report = studio.wait(lambda r: r["last_file"].endswith(".png"), "a picture")
        check((self.folder / report["last_file"]).stat().st_size > 1000, "the picture is empty")
        studio.press("record")
        studio.wait(lambda r: r["recording"] and r["recorded"] >= 4, "a video that grows")
        studio.press("record")
        report = studio.wait(lambda r: r["last_file"].endswith(".mp4"), "a video")
        probe = subprocess.run(
            ["ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames",
             "-of", "csv=p=0", str(self.folder / report["last_file"])],
            capture_output=True, text=True, check=True)
        check(int(probe.stdout.strip().strip(",")) >= 4, f"its pictures: {probe.stdout}")

    def the_window_is_resized(self):
        studio = self.studio
        studio.hand("windowsize", studio.window, 720, 500)
        report = studio.wait(lambda r: r["window"] == [720, 500], "the small window")
        studio.wait(lambda r: r["pictures"] > report["pictures"], "a picture in it")
        studio.hand("windowsize", studio.window, *SIZE)
        studio.wait(lambda r: r["window"] == list(SIZE), "the large window")

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
            while True:
                report = studio.frames(2)
                name = next((name for name, widget in report["widgets"].items()
                             if widget["enabled"] and name not in pressed
                             and not is_for_later(name)), None)
                if name is None:
                    if not self.scrolls(report):
                        break
                    continue
                pressed.add(name)
                studio.press(name)
                report = studio.frames(3)
                if name in closes:
                    studio.press(closes[name])
                elif report["typing"] or report["dialog"] or any(
                        "=" in other for other in report["widgets"]):
                    studio.key("Escape")
                if name == "backend gl":
                    self.goes_back_to_the_cpu()
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
        """Rolls the panel up; whether something else came into sight."""
        studio = self.studio
        left, _, right, bottom = report["widgets"]["tab Inside"]["rect"]
        middle = (left + right) / 2, (bottom + report["picture"][3]) / 2
        studio.hand("mousemove", "--window", studio.window, *map(round, middle), "click", "--repeat",
                    4, "--delay", 10, 5)
        return studio.frames(4)["widgets"] != report["widgets"]

    def goes_back_to_the_cpu(self):
        """The fluid was asked to go to the GPU; drivers in software are one, if a slow one."""
        studio = self.studio
        studio.wait(lambda r: r["backend"] == "gl" or r["errors_told"] > 1, "the GPU, or why not")
        # The panel has other stages to show, and moves.
        while studio.frames(4)["backend"] != "cpu":
            studio.press("backend cpu")

    def no_gl_error(self):
        check(self.studio.report()["gl_errors"] == 0, "OpenGL has counted errors")

    STEPS = [opens_and_plays, pauses_steps_and_resets, a_crate_floats,
             a_crate_is_grabbed_and_thrown, the_water_is_pushed, the_eye_moves,
             viscosity_by_slider_and_by_keys, saves, a_flow_is_opened_and_inked, looks_inside,
             reopens_what_was_saved, a_bad_scene_is_a_notice, a_picture_and_a_video,
             the_window_is_resized, every_button_once, no_gl_error]


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


def visit(program, folder):
    (folder / "tank.toml").write_text(TANK, encoding="utf-8")
    (folder / "drops.toml").write_text(DROPS, encoding="utf-8")
    (folder / "bad.toml").write_text(TANK.replace("nx = 40", "nx = -3"), encoding="utf-8")
    display = Display(1000, 700)
    try:
        studio = Studio(program, display, folder, "tank.toml", "--size", "%dx%d" % SIZE,
                        "--quality", "low", "--threads", "1", "--scale", "1")
        try:
            guest = Visit(studio, folder)
            for step in Visit.STEPS:
                started = time.monotonic()
                step(guest)
                print(f"{time.monotonic() - started:6.1f} s  {step.__name__}", flush=True)
            code = studio.quit()
            check(code == 0, f"it ends with {code}:\n{studio.said()}")
            check(studio.said() == "", f"it says:\n{studio.said()}")
        finally:
            studio.kill()
    finally:
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

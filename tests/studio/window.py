"""A studio in a window that nobody sees: Xvfb shows it, xdotool is the hand, and the report that
`tarn-studio --report` writes says what came of it.

Nothing here waits for a fixed time: machines are slow at times. Every wait is for a state, with a
limit that only a studio that hangs reaches.
"""

import json
import os
import pathlib
import shutil
import subprocess
import time

PATIENCE = 240.0  # s


class Failed(Exception):
    """Something that should have come did not."""


class Display:
    """An X server without a screen."""

    def __init__(self, width, height):
        read, write = os.pipe()
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24",
             "-nolisten", "tcp"],
            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        if not number:
            raise Failed("Xvfb did not start")
        self.name = f":{number}"

    def close(self):
        self.process.terminate()
        self.process.wait(timeout=PATIENCE)


class Studio:
    """A running tarn-studio and a hand in front of it."""

    def __init__(self, program, display, folder, *arguments):
        self.folder = pathlib.Path(folder)
        self.report_path = self.folder / "report.json"
        self.report_path.unlink(missing_ok=True)
        self.environment = {**os.environ, "DISPLAY": display.name, "LIBGL_ALWAYS_SOFTWARE": "1"}
        self.environment.pop("WAYLAND_DISPLAY", None)
        self.words = open(self.folder / "stderr.txt", "a+", encoding="utf-8")
        self.process = subprocess.Popen(
            [program, "--report", str(self.report_path), "--home", str(self.folder / "home"),
             *arguments],
            cwd=self.folder, env=self.environment, stdout=self.words, stderr=self.words)
        self.wait(lambda report: report["pictures"] > 0, "the first picture")
        self.window = self.hand("search", "--class", "tarn-studio").split()[-1]

    # What it says.

    def said(self):
        self.words.flush()
        self.words.seek(0)
        return self.words.read()

    def report(self):
        """The last report; None before the first."""
        if self.process.poll() is not None:
            raise Failed(f"the studio ended with {self.process.returncode}:\n{self.said()}")
        try:
            return json.loads(self.report_path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None

    def wait(self, is_there, what):
        """Waits until a report fulfils something; returns it."""
        end = time.monotonic() + PATIENCE
        report = None
        while time.monotonic() < end:
            report = self.report()
            if report is not None and is_there(report):
                return report
            time.sleep(0.03)
        raise Failed(f"waited in vain for {what}; notices: "
                     f"{report and [notice['text'] for notice in report['notices']]}\n{self.said()}")

    def frames(self, count):
        """Waits until so many more frames were drawn than there are now."""
        frame = self.report()["frame"]
        return self.wait(lambda report: report["frame"] >= frame + count, "more frames")

    # What the hand does.

    def hand(self, *words):
        return subprocess.run(["xdotool", *map(str, words)], env=self.environment, check=True,
                              capture_output=True, text=True, timeout=PATIENCE).stdout

    def middle(self, name):
        """Where the widget is; waits for it."""
        report = self.wait(lambda report: name in report["widgets"], f"the widget '{name}'")
        left, top, right, bottom = report["widgets"][name]["rect"]
        return (left + right) / 2, (top + bottom) / 2

    def press_at(self, x, y, button=1):
        self.hand("mousemove", "--window", self.window, round(x), round(y), "mousedown", button,
                  "mouseup", button)

    def press(self, name):
        self.press_at(*self.middle(name))

    def drag(self, start, end, button=1):
        # With a stop on the way: a throw begins slowly.
        half = [(start[k] + end[k]) / 2 for k in (0, 1)]
        self.hand("mousemove", "--window", self.window, *map(round, start), "mousedown", button)
        self.frames(2)
        self.hand("mousemove", "--window", self.window, *map(round, half))
        self.frames(1)
        self.hand("mousemove", "--window", self.window, *map(round, end))
        self.frames(2)
        self.hand("mouseup", button)

    def key(self, *keys):
        self.hand("key", *keys)

    def type(self, text):
        self.wait(lambda report: report["typing"], "a field to type into")
        self.hand("type", "--delay", "4", text)

    def fill(self, name, text):
        """Puts text into a field, in place of what is there, and enters it."""
        # Dialogs find their size and place in their first frames.
        place = None
        while place != self.middle(name):
            place = self.middle(name)
            self.frames(2)
        self.press(name)
        self.wait(lambda report: report["typing"], f"the field '{name}'")
        # As fast hands do it: Control is let go before A, in the frame in which A went down.
        self.hand("keydown", "ctrl")
        self.frames(2)
        self.hand("keydown", "a", "keyup", "ctrl", "keyup", "a")
        self.type(text)
        self.key("Return")

    # The end.

    def quit(self):
        """Closes the window as people do; returns the exit code."""
        self.key("Escape")
        self.key("ctrl+q")
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            try:
                report = self.report()
            except Failed:
                break
            discard = report["widgets"].get("question quit Discard")
            if discard:
                left, top, right, bottom = discard["rect"]
                self.press_at((left + right) / 2, (top + bottom) / 2)
                self.process.wait(timeout=PATIENCE)
            time.sleep(0.05)
        return self.process.wait(timeout=PATIENCE)

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(timeout=PATIENCE)
        self.words.close()


def missing_programs():
    return [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]

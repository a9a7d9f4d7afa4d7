#!/usr/bin/env python3
"""Makes the pictures of gallery.md anew, by the commands that stand below them there.

usage: make_gallery.py PATH_OF_TARN [NAME...]

A command belongs to the picture that it writes: `tarn render pool ... --png pool.png` makes
scenes/pool.png. Pictures are drawn larger than they are kept and reduced to 256 colours (by ffmpeg),
so that all of them stay small. Look at each before it is committed: water must read as water, things
must sit in it and not on it, nothing may band.
"""

import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

DOCS = pathlib.Path(__file__).resolve().parent
KEPT = "800:-2"  # width and height of a kept picture, as ffmpeg writes it
REDUCED = f"scale={KEPT}:flags=area,split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=sierra2_4a"


def commands():
    """Command lines by the file that each writes."""
    found = {}
    for line in (DOCS / "gallery.md").read_text(encoding="utf-8").splitlines():
        match = re.match(r"    tarn ((?:run|render) .*)", line)
        words = shlex.split(match.group(1)) if match else []
        for option in ("--png", "--picture"):
            if option in words:
                found[words[words.index(option) + 1]] = words
    return found


def make(tarn, name, words):
    with tempfile.TemporaryDirectory() as folder:
        draft = f"{folder}/draft.png"
        words = [draft if word == name else word for word in words]
        # There, so that tables of probes do not stay behind.
        subprocess.run([tarn, *words], check=True, cwd=folder)
        subprocess.run(["ffmpeg", "-loglevel", "error", "-y", "-i", draft, "-vf", REDUCED,
                        str(DOCS / "scenes" / name)], check=True)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    tarn = pathlib.Path(sys.argv[1]).resolve()
    known = commands()
    pictures = [path.name for path in sorted((DOCS / "scenes").glob("*.png"))]
    for name in [f"{name}.png" for name in sys.argv[2:]] or pictures:
        if name not in known:
            sys.exit(f"gallery.md has no command that writes {name}")
        make(tarn, name, known[name])


if __name__ == "__main__":
    main()

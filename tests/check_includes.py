#!/usr/bin/env python3
"""Checks that includes go one way, as docs/architecture.md draws it.

    core <- field <- backend <- solve <- flow|water|smoke|goo|surface <- api

render and bindings see the public API only; scene adds render, which reads its pictures and draws
what it shows; studio, cli and bench add scene and render, and cli runs bench. The studio's model knows
neither its app nor OpenGL, so that it can be tested without a display. The library itself uses nothing but the standard library and Highway, the public
headers nothing but C99, and the public .hpp the C++ standard library. Tests may see everything.

usage: check_includes.py ROOT | --self-test
"""

import pathlib
import re
import sys
import tempfile

PARTS = ["flow", "water", "smoke", "goo", "surface"]
STACK = ["core", "field", "backend", "solve"]

# room -> rooms it may include; "tarn" is include/tarn.
ALLOWED = {"tarn": {"tarn"}}
for depth, room in enumerate(STACK):
    ALLOWED[room] = {"tarn", *STACK[: depth + 1]}
for room in PARTS:
    ALLOWED[room] = {"tarn", *STACK, room}
ALLOWED["api"] = {"tarn", *STACK, *PARTS, "api"}
ALLOWED["examples"] = {"tarn"}
for room in ["render", "bindings"]:
    ALLOWED[room] = {"tarn", room}
ALLOWED["scene"] = {"tarn", "render", "scene"}
ALLOWED["studio/model"] = {"tarn", "scene", "render", "studio/model"}
ALLOWED["studio/app"] = {"tarn", "scene", "render", "studio/model", "studio/app"}
ALLOWED["bench"] = {"tarn", "scene", "render", "bench"}
ALLOWED["cli"] = {"tarn", "scene", "render", "bench", "cli"}

LIBRARY_ROOMS = {*STACK, *PARTS, "api"}
LIBRARY_FOREIGN = ("hwy/", "sys/", "GL/", "EGL/")  # Highway, the operating system, OpenGL
PUBLIC_HEADERS = {"stdbool.h", "stddef.h", "stdint.h"}
WINDOWLESS_ROOMS = {"studio/model"}
WINDOW_HEADERS = ("render/gl/", "scene/gl_", "GL/", "EGL/", "GLFW/", "epoxy/", "imgui")
SUFFIXES = {".h", ".hpp", ".c", ".cpp", ".inl"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def room_of(path):
    """The room of a source file given relative to the root, or None where anything goes."""
    parts = path.parts
    if parts[:2] == ("include", "tarn"):
        return "tarn"
    if parts[0] == "src":
        return parts[1] if len(parts) > 2 else None
    if parts[0] == "studio":
        return "/".join(parts[:2]) if len(parts) > 2 else None
    return parts[0] if parts[0] in ALLOWED else None


def problem_with(room, suffix, bracket, target):
    """What is wrong with this include in such a file of this room, or None."""
    first = target.split("/")[0] if "/" in target else ""
    if first == "studio":
        first = "/".join(target.split("/")[:2])
    if room in WINDOWLESS_ROOMS and target.startswith(WINDOW_HEADERS):
        return f"{room} knows no window and no OpenGL"
    if first in ALLOWED:
        if first not in ALLOWED[room]:
            return f"{room} must not include {first}"
        return None
    if room == "tarn" and suffix == ".hpp":
        is_standard = bracket == "<" and re.fullmatch(r"[a-z_]+", target)
        return None if is_standard else "a public .hpp uses the C++ standard library only"
    if room == "tarn":
        return None if target in PUBLIC_HEADERS else "a public header uses C99's headers only"
    if room in LIBRARY_ROOMS:
        if bracket == '"':
            return "name the room, as in \"core/log.h\""
        if "/" in target and not target.startswith(LIBRARY_FOREIGN):
            return "the library uses the standard library and Highway only"
    return None


def check(root):
    """All violations below root, as lines of text, and the number of files seen."""
    violations = []
    seen = 0
    folders = ["include", "src", "scene", "render", "bindings", "studio", "cli", "bench",
               "examples"]
    for path in sorted(p for folder in folders for p in (root / folder).rglob("*")):
        relative = path.relative_to(root)
        if path.suffix not in SUFFIXES:
            continue
        room = room_of(relative)
        seen += 1
        if room not in ALLOWED:
            violations.append(f"{relative}: no such room; name it in tests/check_includes.py")
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = INCLUDE.match(line)
            problem = problem_with(room, path.suffix, *match.groups()) if match else None
            if problem:
                violations.append(f"{relative}:{number}: {match.group(2)}: {problem}")
    return violations, seen


def self_test():
    """Plants one include at a time into an empty tree: good ones pass, bad ones are named."""
    good = [
        ("src/field/a.h", '#include "core/memory.h"'),
        ("src/solve/a.cpp", '#include "backend/table.h"'),
        ("src/backend/cpu/a.cpp", "#include <hwy/highway.h>"),
        ("src/api/a.cpp", '#include "flow/flow.h"'),
        ("src/core/a.cpp", '#include "tarn/base.h"'),
        ("include/tarn/a.h", "#include <stdint.h>"),
        ("include/tarn/a.hpp", "#include <span>"),
        ("include/tarn/a.hpp", '#include "tarn/tarn.h"'),
        ("examples/a.cpp", "#include <tbb/parallel_for.h>"),
        ("cli/a.cpp", '#include "bench/suite.h"'),
        ("scene/a.cpp", "#include <toml++/toml.h>"),
        ("scene/a.cpp", '#include "render/view.h"'),
        ("studio/model/a.cpp", '#include "scene/scene.h"'),
        ("studio/app/a.cpp", '#include "studio/model/session.h"'),
        ("studio/app/a.cpp", '#include "render/gl/context.h"'),
        ("tests/a.cpp", '#include "core/memory.h"'),
    ]
    bad = [
        ("src/core/a.h", '#include "field/field.h"'),
        ("src/core/a.h", "  #  include <solve/solver.h>"),
        ("src/field/a.cpp", '#include "backend/table.h"'),
        ("src/backend/cpu/a.cpp", '#include "solve/vcycle.h"'),
        ("src/solve/a.cpp", '#include "api/solver.h"'),
        ("src/flow/a.cpp", '#include "water/water.h"'),
        ("src/core/a.cpp", '#include "memory.h"'),
        ("src/core/a.cpp", "#include <fmt/format.h>"),
        ("src/lounge/a.cpp", "#include <vector>"),
        ("include/tarn/a.h", '#include "core/memory.h"'),
        ("include/tarn/a.h", "#include <vector>"),
        ("include/tarn/a.h", '#include "span"'),
        ("include/tarn/a.hpp", "#include <fmt/format.h>"),
        ("include/tarn/a.hpp", "#include <unistd.h>"),
        ("examples/a.cpp", '#include "core/memory.h"'),
        ("scene/a.cpp", '#include "core/memory.h"'),
        ("render/a.cpp", '#include "scene/scene.h"'),
        ("bench/a.cpp", '#include "cli/progress.h"'),
        ("studio/model/a.cpp", '#include "studio/app/window.h"'),
        ("studio/model/a.cpp", '#include "render/gl/context.h"'),
        ("studio/model/a.cpp", "#include <imgui.h>"),
        ("studio/app/a.cpp", '#include "cli/progress.h"'),
        ("scene/a.cpp", '#include "studio/model/session.h"'),
        ("cli/a.cpp", '#include "solve/vcycle.h"'),
    ]
    wrong = []
    for expected, cases in ((0, good), (1, bad)):
        for name, line in cases:
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder) / name
                path.parent.mkdir(parents=True)
                path.write_text(f"// Planted.\n{line}\n", encoding="utf-8")
                if len(check(pathlib.Path(folder))[0]) != expected:
                    wrong.append(f"{name}: {line}: {'passed' if expected else 'was refused'}")
    return wrong, len(good) + len(bad)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    is_self_test = sys.argv[1] == "--self-test"
    problems, seen = self_test() if is_self_test else check(pathlib.Path(sys.argv[1]))
    for problem in problems:
        print(problem)
    print(f"{seen} {'cases' if is_self_test else 'files'}, {len(problems)} wrong")
    sys.exit(1 if problems or seen == 0 else 0)


if __name__ == "__main__":
    main()

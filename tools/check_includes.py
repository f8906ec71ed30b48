"""`python tools/check_includes.py [PART ...]`: compiles every source alone, without optimizing.

The usual build compiles sources in batches and with precompiled standard headers, so a source can
lack an include that another one has. PART: only sources whose path contains one of these.
Exits with 1, and shows the compiler's messages, when a source does not compile. Called by `make
check-includes`.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
BUILD = PROJECT / "build" / "alone"


def commands() -> dict[str, list[str]]:
    """By source: how it is compiled, as CMake says it, with the options to check it only."""
    options = ["CLEARWAY_BATCH=1", "CLEARWAY_PRECOMPILE=OFF", "CLEARWAY_TESTS=ON"]
    options += ["CLEARWAY_FUZZ=ON", f"Python_EXECUTABLE={sys.executable}"]
    subprocess.run(
        ["cmake", "-S", PROJECT, "-B", BUILD, "-G", "Ninja", *(f"-D{o}" for o in options)],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    out = {}
    for entry in json.loads((BUILD / "compile_commands.json").read_text()):
        words = iter(shlex.split(entry["command"]))
        flags = []
        for word in words:
            if word in ("-o", "-MF", "-MT"):
                next(words)  # the file that it would write
            elif word != "-MD" and not word.startswith("-O"):
                flags.append(word)
        out[entry["file"]] = [*flags, "-fsyntax-only"]
    return {f: c for f, c in out.items() if Path(f).is_relative_to(PROJECT) and ".venv" not in f}


def check(item: tuple[str, list[str]]) -> bool:
    """Whether the source compiles; prints what the compiler says."""
    done = subprocess.run(item[1], cwd=BUILD, capture_output=True, text=True, check=False)
    if done.stderr:
        print(done.stderr, end="", flush=True)
    return done.returncode == 0


def main() -> int:
    """The exit code."""
    parts = sys.argv[1:]
    items = [i for i in sorted(commands().items()) if not parts or any(p in i[0] for p in parts)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        failed = list(pool.map(check, items)).count(False)
    print(f"{len(items)} sources compiled alone, {failed} failed")
    return int(failed > 0 or not items)


if __name__ == "__main__":
    sys.exit(main())

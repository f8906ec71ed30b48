"""An experiment as a user writes it, for tests of the frame.

What its tasks do is read from a folder, so that a test can change it: a file named after a task
makes the task fail as often as the file says; `wait` makes tasks wait for a file to appear.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from clearway.experiments import Claim, Data, Experiment, Section, Task

FOLDER = "CLEARWAY_TEST_EXPERIMENT"


def measure(number, folder):
    log = Path(folder) / f"{number}.log"
    with log.open("a") as file:
        file.write(f"{os.getpid()}\n")
    failing = Path(folder) / f"{number}.fail"
    if failing.is_file() and len(log.read_text().splitlines()) <= int(failing.read_text()):
        raise RuntimeError(f"task {number} fails")
    if (Path(folder) / f"{number}.interrupt").is_file():
        raise KeyboardInterrupt
    waiting = Path(folder) / f"{number}.wait"
    while waiting.is_file():
        time.sleep(0.02)
    return [{"number": number, "square": number * number, "word": f"n{number}"}]


def tasks(settings):
    folder = os.environ[FOLDER]
    count = 3 if settings.quick else 5
    return [
        Task("squares", f"n{i}", measure, {"number": i, "folder": folder}, timed=i % 2 == 0)
        for i in range(count)
    ]


def draw(figure):
    figure.subplots().plot([1, 2], [1, 4])


def sections(results):
    if not results.has("squares"):
        return []
    squares = results["squares"]
    rows = [(row["word"], row["square"]) for row in squares.rows()]
    holds = bool((squares["square"] == squares["number"] ** 2).all())
    claim = Claim("Squares are squares.", f"{len(rows)} of them.", holds, "arithmetic")
    return [Section("Figure 1: squares", "Text & more.", draw, ("n", "square"), rows, [claim])]


EXPERIMENT = Experiment(
    "squares",
    "Squares",
    "nobody, 2001, Figure 1",
    "squares of small numbers",
    "they are squares",
    tasks,
    sections,
    (Data("squares", "*.txt", 7, "nobody"),),
    "numbers counted here",
)

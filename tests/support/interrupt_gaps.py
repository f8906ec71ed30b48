"""The longest time for which large calls do not run signal handlers.

    python -m support.interrupt_gaps [NAME ...]

A timer requests a handler every 10 ms of CPU time; the longest time between two runs of it is the
worst-case delay of an interrupt. After some seconds the handler ends the call; the time until its
end counts too.
"""

from __future__ import annotations

import copy
import json
import pickle
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import clearway as cw
from clearway import render
from support.interrupt_calls import boxes

MOST_SECONDS = 6.0


class Stop(Exception):
    """Raised by the timer, when the call has taken long enough."""


class Gaps:
    """Measures one call."""

    def __init__(self) -> None:
        self.begin = self.last = time.process_time()
        self.longest = 0.0

    def note(self) -> float:
        """Ends a gap; returns the time since the beginning."""
        now = time.process_time()
        self.longest = max(self.longest, now - self.last)
        self.last = now
        return now - self.begin

    def tick(self, *_: Any) -> None:
        if self.note() > MOST_SECONDS:
            signal.setitimer(signal.ITIMER_PROF, 0)
            raise Stop


def measure(name: str, call: Callable[[], Any]) -> str:
    gaps = Gaps()
    before = signal.signal(signal.SIGPROF, gaps.tick)
    signal.setitimer(signal.ITIMER_PROF, 0.01, 0.01)
    ended = "whole"
    try:
        call()
    except Stop:
        ended = "ended"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        seconds = gaps.note()
        signal.signal(signal.SIGPROF, before)
    return f"{name:24s} {seconds:7.2f} s, {ended}, longest gap {gaps.longest:.3f} s"


def grid_calls() -> dict[str, Callable[[], Any]]:
    rng = np.random.default_rng(0)
    noise = rng.random((6000, 6000)) < 0.3
    noise[0, 0] = noise[-1, -1] = False
    small = noise[:2500, :2500].copy()
    small[-1, -1] = False

    def path(blocked: np.ndarray, planner: str) -> Callable[[], Any]:
        goal = blocked.shape[1] - 1, blocked.shape[0] - 1
        return lambda: cw.Grid(blocked).find_path((0, 0), goal, planner=planner)

    empty = np.zeros((6000, 8000), dtype=bool)
    grid = cw.Grid(noise)

    def assign() -> None:
        grid[:, :] = noise

    return {
        "maze": lambda: cw.generate.maze(3000, form="grid"),
        "a*, noise": path(noise, "a*"),
        "a*, empty": path(empty, "a*"),
        "jps, noise": path(noise, "jps"),
        "jps, empty": path(empty, "jps"),
        "hpa*, noise": path(small, "hpa*"),
        "pra*, noise": path(small, "pra*"),
        "assign": assign,
        "blocked": lambda: grid.blocked.sum(),
        "tracing": lambda: cw.Grid(small).to_world(),
    }


def world_calls(folder: Path) -> dict[str, Callable[[], Any]]:
    rng = np.random.default_rng(3)
    world = cw.World.from_obstacles(boxes(300), (0, 0, 300, 300))
    sight = cw.World.from_obstacles(boxes(80))
    points = rng.random((3000, 2))
    places = rng.uniform(0, 300, (20_000, 2))
    data = pickle.dumps(world)
    # Of one ring: the interpreter handles no signal within it.
    angles = np.linspace(0, 2 * np.pi, 200_000, endpoint=False)
    ring = np.stack((np.cos(angles), np.sin(angles)), axis=1).tolist()
    line = {"type": "LineString", "coordinates": ring}
    (folder / "line.geojson").write_text(json.dumps(line))
    limits = cw.Limits(bytes=2**30, points=2**24, entities=2**22)

    def saved(suffix: str) -> Callable[[], Any]:
        return lambda: world.save(folder / f"world.{suffix}")

    def loaded(name: str, **options: Any) -> Callable[[], Any]:
        return lambda: cw.load(folder / name, limits=limits, **options)

    for suffix in ("clearway", "geojson"):
        saved(suffix)()
    return {
        "ring of 2500": lambda: cw.World((0, 0, 1, 1)).add(points[:2500]),
        "wall of 3000": lambda: cw.World((0, 0, 1, 1)).add_wall(points),
        "to_grid": lambda: world.to_grid(0.04),
        "visible_region": lambda: world.visible_region(places),
        "vg, two threads": lambda: cw.VG(sight).prepare(threads=2),
        "pickle": lambda: pickle.dumps(world),
        "unpickle": lambda: pickle.loads(data),
        "deepcopy": lambda: copy.deepcopy(world),
        "save clearway": saved("clearway"),
        "load clearway": loaded("world.clearway"),
        "save geojson": saved("geojson"),
        "load geojson": loaded("world.geojson", project=False),
        "load one line": loaded("line.geojson", project=False),
        "save svg": saved("svg"),
        "save mesh": saved("mesh"),
        "save wkt": saved("wkt"),
        "render": lambda: render.save(world, folder / "picture.svg"),
    }


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        left = set(sys.argv[1:])
        for calls in (grid_calls, lambda: world_calls(Path(name))):
            if len(sys.argv) > 1 and not left:
                break
            for title, call in calls().items():
                if len(sys.argv) < 2 or title in left:
                    left.discard(title)
                    print(measure(title, call), flush=True)

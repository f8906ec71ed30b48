"""How many instructions does a query take, and an edit? Callgrind counts: no load disturbs it.

Counting begins when the world is built and as many queries as are counted have been asked: until
then callgrind costs little, and searches prepare what they prepare once. The count of a process
that asks no further query is subtracted: beginning to count, and the end of the process.
`features`: the same queries in a world that also has 1,000 areas, a door that is open and a link
that is disabled, none of which they use, divided by those in the world without.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from . import ours, worlds

TITLE = "instructions"
RADIUS = 0.02  # of a disc, in spacings
KINDS = ("near", "random")
QUERIES = {"near": 2000, "random": 300, "edit": 200}  # before counting, and counted


def run(quick=False):
    if shutil.which("valgrind") is None:
        print("instructions: skipped, valgrind is not installed")
        return []
    sizes = (1000,) if quick else (1000, 10000)
    queries = [(kind, radius) for kind in KINDS for radius in (0, RADIUS)]
    rows = [row(size, *what) for size in sizes for what in (*queries, ("edit", 0))]
    for plain in [r for r in rows if r["agent"] == "point"]:
        full = row(plain["boxes"], plain["ends"], 0, features=True)
        plain["features"] = full["instructions"] / plain["instructions"]
    return rows


def row(size, kind, radius, features=False):
    counts = [count(size, kind, radius, asked, features) for asked in (0, QUERIES[kind])]
    return {
        "boxes": size,
        "ends": kind,
        "agent": "-" if kind == "edit" else "disc" if radius else "point",
        "instructions": round((counts[1] - counts[0]) / QUERIES[kind]),
    }


def count(size, kind, radius, queries, features=False):
    """Instructions of a process that asks this many queries, one by one, after `begin_count`."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        command = ["valgrind", "--tool=callgrind", "--instr-atstart=no"]
        command += [f"--callgrind-out-file={out}", sys.executable]
        command += ["-m", __name__, str(size), kind, str(radius), str(queries), str(int(features))]
        subprocess.run(command, check=True, capture_output=True)
        return int(re.search(r"^(?:summary|totals): (\d+)", out.read_text(), re.M)[1])


def ask(size, kind, radius, queries, features=False):
    outer, rings = worlds.named(f"boxes_{size}")
    world = ours.build(outer, rings)
    if features:
        add_features(world)
    spacing = worlds.SCALE / np.sqrt(size)
    if kind == "edit":
        return edit(world, spacing, queries)
    places = worlds.free_places(1200, rings, outer)
    places = places[world.is_free(places, radius * spacing)]
    if kind == "near":
        pairs = [(p, near(world, p, radius, spacing, seed)) for seed, p in enumerate(places[:100])]
    else:
        pairs = [(places[k], places[-1 - k]) for k in range(QUERIES[kind])]
    pairs = [tuple(tuple(map(float, p)) for p in pair) for pair in pairs]
    disc = float(radius * spacing)

    def find(times):
        for k in range(times):
            world.find_path(*pairs[k % len(pairs)], disc)

    find(QUERIES[kind])
    begin_count()
    find(queries)


def begin_count():
    """Makes callgrind count from now on."""
    command = ["callgrind_control", "--instr=on", str(os.getpid())]
    subprocess.run(command, check=True, capture_output=True)


def add_features(world):
    rng = np.random.default_rng(1)
    square = 0.02 * worlds.SCALE * np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
    with world.editing():
        for at in rng.uniform(0, worlds.SCALE, (1000, 2)):
            world.add_area(at + square, "mud")
        world.add_door(rng.uniform(0, worlds.SCALE, (2, 2)))
        link = world.add_link(*rng.uniform(0, worlds.SCALE, (2, 2)))
    world.disable(link)


def edit(world, spacing, edits):
    """Adds a small box at a random place and removes it again: an edit is either."""
    rng = np.random.default_rng(1)
    box = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * spacing / 4

    def change(times):
        for _ in range(times // 2):
            world.remove(world.add(box + rng.uniform(0, worlds.SCALE - spacing, 2)))

    change(QUERIES["edit"])
    begin_count()
    change(edits)


def near(world, place, radius, spacing, seed):
    """A free point within one spacing of another."""
    rng = np.random.default_rng(seed)
    while True:
        found = place + rng.uniform(-1, 1, 2) * spacing
        if world.is_free(found, radius * spacing):
            return found


if __name__ == "__main__":
    size, kind, radius, queries, features = sys.argv[1:]
    ask(int(size), kind, float(radius), int(queries), features == "1")

"""Every kind of file that the library writes: two contents, how to save and to recognise them."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np

import clearway as cw
from clearway import formats, render
from clearway.formats import Pair

PREFIX = ".clearway-"  # of the temporary files of a writer


class Case:
    """`save(which, path)` writes content 0 or 1; `state(path)` reads which one is complete."""

    def __init__(self, name, suffix, save, state=None):
        self.name, self.suffix, self.save = name, suffix, save
        self._state = state or Path.read_bytes
        self._known = None

    def file(self, folder):
        return Path(folder) / f"file{self.suffix}"

    def learn(self, folder):
        """Saves both contents once, undisturbed, and reads them."""
        path = self.file(folder)
        self._known = []
        for which in (0, 1):
            self.save(which, path)
            self._known.append(self._state(path))
        assert self._known[0] != self._known[1]

    def content(self, path):
        """0 or 1; fails when the file holds anything else, or cannot be read."""
        return self._known.index(self._state(path))


def leftovers(folder):
    return [name for name in sorted(p.name for p in Path(folder).iterdir()) if PREFIX in name]


def worlds():
    out = []
    for count in (3, 40):
        rng = np.random.default_rng(count)
        world = cw.World((0, 0, 100, 100))
        with world.editing():
            for x, y in rng.uniform(5, 90, (count, 2)).round(2).tolist():
                world.add([(x, y), (x + 3, y), (x + 2, y + 3)])
        out.append(world)
    return out


def grids():
    rng = np.random.default_rng(1)
    return [
        cw.Grid(rng.random((5, 7)) < 0.3),
        cw.Grid(rng.random((60, 80)) < 0.3, cell=0.5, origin=(2.0, 3.0)),
    ]


def scenarios(count):
    cells = np.arange(2 * count).reshape(count, 2) % 50
    return cw.Scenarios(
        cells,
        cells + 1,
        np.ones(count),
        np.zeros(count, np.int64),
        np.array(["m.map"] * count),
        np.full((count, 2), 60),
    )


def read_grid(path):
    grid = cw.load(path)
    return grid.blocked.tolist(), grid.cell, tuple(grid.origin)


def load_png(path):
    from PIL import Image

    data = path.read_bytes()
    with Image.open(io.BytesIO(data)) as picture:
        picture.load()
    return data


def load_planner(path):
    data = path.read_bytes()
    cw.THPAStar.load(path)
    return data


def load_labels(path):
    data = path.read_bytes()
    cw.Labels.load(path)
    return data


def cases():
    """Every writer; formats are found in the same way as by the library."""
    both, cells = worlds(), grids()
    out = []
    for name, entry in formats.formats().items():
        if entry.write is None:
            continue
        kept = both if entry.holds == "world" else cells
        is_pair = isinstance(entry.write(kept[0], f"x{entry.suffixes[0]}"), Pair)
        for suffix in (entry.suffixes[0], entry.suffixes[0] + ".gz"):
            out.append(
                Case(
                    name + suffix,
                    suffix,
                    lambda which, path, kept=kept: formats.save(kept[which], path),
                    read_grid if is_pair else loaded,
                )
            )
    planners = [cw.THPAStar(world, radii=(0.0, 1.0), clusters=4) for world in both]
    out.append(Case("planner", ".npz", lambda i, path: planners[i].save(path), load_planner))
    labels = [cw.Labels(world) for world in both]
    for prepared in labels:
        prepared.prepare()
    out.append(Case("labels", ".npz", lambda i, path: labels[i].save(path), load_labels))
    out.append(Case("picture.svg", ".svg", lambda i, path: render.save(both[i], path, mesh=True)))
    out.append(
        Case("picture.png", ".png", lambda i, path: render.save(both[i], path, width=120), load_png)
    )
    queries = [scenarios(2), scenarios(400)]
    out.append(Case("scenarios", ".scen", lambda i, path: queries[i].save(path), read_queries))
    return {case.name: case for case in out}


def loaded(path):
    data = path.read_bytes()
    cw.load(path)
    return data


def read_queries(path):
    data = path.read_bytes()
    cw.load_scenarios(path)
    return data

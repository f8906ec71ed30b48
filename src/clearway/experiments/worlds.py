"""Maps of the data folder, and queries between free cells; loaded once in each process."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import generate
from .._errors import InvalidInput
from .._grid import Grid
from .._scenarios import load_scenarios
from ..formats import load

Cells = npt.NDArray[np.int64]
SAMPLE = 4096  # random pairs drawn at once


@lru_cache(maxsize=4)
def grid_of(place: str, passable: str = ".GS") -> Grid:
    """A grid by the path of its file, or `KIND:size=512:seed=3` for a generated one."""
    if place.endswith(".map"):
        loaded = load(place, passable=passable)
        if not isinstance(loaded, Grid):
            raise InvalidInput(f"{place}: not a grid")
        return loaded
    kind, *options = place.split(":")
    given: dict[str, Any] = {}
    for option in options:
        name, _, value = option.partition("=")
        given[name] = float(value) if "." in value else int(value)
    grid: Grid = generate.make(kind, form="grid", **given)
    return grid


def title_of(place: str) -> str:
    """A short name of a place, which is also a file name."""
    if place.endswith(".map"):
        return Path(place).stem
    return place.replace(":", "-").replace("=", "").replace("/", "-")


def queries_of(place: str) -> tuple[Cells, Cells] | None:
    """Starts and goals of the scenario file beside a map; None if there is none."""
    for end in (".scen.gz", ".scen"):
        file = Path(f"{place}{end}")
        if file.is_file():
            known = load_scenarios(file)
            return np.asarray(known.starts, dtype=np.int64), np.asarray(known.goals, dtype=np.int64)
    return None


def random_pairs(grid: Grid, count: int, seed: int = 1) -> tuple[Cells, Cells]:
    """Random pairs of different free cells with a path."""
    rng = np.random.default_rng(seed)
    free = np.argwhere(~grid.blocked)[:, ::-1]
    starts, goals = [], []
    found = 0
    for _ in range(100):
        a, b = rng.choice(free, SAMPLE), rng.choice(free, SAMPLE)
        length = grid.find_paths(a, b, threads=1).length
        kept = np.isfinite(length) & (length > 0)
        starts.append(a[kept])
        goals.append(b[kept])
        found += int(kept.sum())
        if found >= count:
            break
    return np.concatenate(starts)[:count], np.concatenate(goals)[:count]


def by_bucket(
    grid: Grid, starts: Cells, goals: Cells, width: float, buckets: int, each: int
) -> tuple[Cells, Cells, Any]:
    """At most `each` queries for each bucket of grid lengths, and the lengths.

    Bucket i holds the lengths from `width` i on, below `width` (i + 1); queries without a path are
    left out.
    """
    length = grid.find_paths(starts, goals, threads=1).length
    bucket = np.where(np.isfinite(length), length // width, -1).astype(int)
    chosen: list[int] = []
    for i in range(buckets):
        chosen += np.flatnonzero(bucket == i)[:each].tolist()
    return starts[chosen], goals[chosen], length[chosen]

"""Measures every planner on the same worlds, for docs/measurements/planners.md.

Rewrites the table of the page between its marks, and draws docs/images/explored-*.svg. Run it
again when planners are added: `.venv/bin/python tools/planner_table.py`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

import clearway as cw
from clearway import render
from clearway._planners import GRID_PLANNERS, WORLD_PLANNERS

ROOT = Path(__file__).parent.parent
WORLDS = {
    "caves 256": lambda: cw.generate.caves(256, seed=3, form="grid"),
    "rooms 255": lambda: cw.generate.rooms(255, seed=3, form="grid"),
    "maze 241": lambda: cw.generate.maze_cor5(241, seed=3, form="grid"),
}
QUERIES = 100
# Bytes of scratch per cell for each querying thread, from the headers of the core.
SCRATCH = {"dijkstra": 12, "a*": 12, "jps": 20, "hpa*": 4, "pra*": 12}
BEGIN, END = "<!-- table: tools/planner_table.py -->", "<!-- end of table -->"


def main() -> None:
    """Measures, writes, draws."""
    lines = [
        "| world | planner | prepare ms | memory KB | query µs | expanded | length / optimum |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, make in WORLDS.items():
        lines += measure(name, make())
        print("\n".join(lines[2:]), file=sys.stderr)
    page = ROOT / "docs" / "measurements" / "planners.md"
    head, rest = page.read_text().split(BEGIN)
    table = "\n".join([BEGIN, "", *lines, "", END])
    page.write_text(head + table + rest.split(END)[1])
    draw()


def measure(name: str, grid: cw.Grid) -> list[str]:
    """Rows of one world: planners on its polygons, then on its cells."""
    rng = np.random.default_rng(1)
    free = np.argwhere(~grid.blocked)[:, ::-1]
    starts, goals = rng.choice(free, QUERIES), rng.choice(free, QUERIES)
    began = process_time()
    world = grid.to_world()
    built = process_time() - began
    a, b = grid.centres(starts), grid.centres(goals)
    best = world.find_paths(a, b).length
    rows = []
    for planner, cls in (*sorted(WORLD_PLANNERS.items()), *sorted(GRID_PLANNERS.items())):
        on_grid = planner in GRID_PLANNERS
        began = process_time()
        made = cls(grid if on_grid else world)
        if on_grid:
            kept = made.prepare()
            memory = grid.stats["bytes"] + kept + SCRATCH.get(planner, 0) * grid.blocked.size
        else:
            memory = world.stats["bytes"] + kept_by(made)
        ends = (starts, goals) if on_grid else (a, b)
        made.find_paths(ends[0][:1], ends[1][:1])  # the first query prepares the planner
        prepared = process_time() - began + (0.0 if on_grid else built)
        began = process_time()
        found = made.find_paths(*ends, threads=1)
        spent = process_time() - began
        known = found.found & np.isfinite(best) & (best > 0)
        if not known.any():
            continue
        expanded = np.mean([p.stats["expanded"] for p in found])
        ratio = float((found.length[known] / best[known]).mean())
        missed = int((np.isfinite(best) & ~found.found).sum())
        note = f" ({missed} not found)" if missed else ""
        rows.append(
            f"| {name} | `{planner}` | {1e3 * prepared:.1f} | {memory / 1024:.0f} "
            f"| {1e6 * spent / QUERIES:.0f} | {expanded:.0f} | {ratio:.3f}{note} |"
        )
    return rows


def kept_by(planner: Any) -> int:
    """Bytes that a planner on a world keeps beside it; the abstraction of "tra*" is not known."""
    if hasattr(planner, "prepare"):
        return int(planner.prepare()["bytes"])
    if planner.name == "thpa*":
        return sum(level["bytes"] for level in planner.stats.values())
    return 0


def draw() -> None:
    """Cells explored on one map, a picture for each planner on grids."""
    grid = cw.generate.caves(96, seed=5, form="grid")
    free = np.argwhere(~grid.blocked)[:, ::-1]
    start, goal = free[free.sum(axis=1).argmin()], free[free.sum(axis=1).argmax()]
    for planner in GRID_PLANNERS:
        path = grid.find_path(start, goal, planner=planner)
        name = planner.replace("*", "star")
        file = ROOT / "docs" / "images" / f"explored-{name}.svg"
        render.save(grid, file, path, explored=True, width=420)


if __name__ == "__main__":
    main()

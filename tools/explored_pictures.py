"""Draws the cells that each planner on grids expands for one query: explored-*.svg in a FOLDER."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import clearway as cw
from clearway import render
from clearway._planners import GRID_PLANNERS


def main(folder: Path) -> None:
    """One picture for each planner."""
    grid = cw.generate.caves(96, seed=5, form="grid")
    free = np.argwhere(~grid.blocked)[:, ::-1]
    start, goal = free[free.sum(axis=1).argmin()], free[free.sum(axis=1).argmax()]
    for planner in GRID_PLANNERS:
        path = grid.find_path(start, goal, planner=planner)
        file = folder / f"explored-{planner.replace('*', 'star')}.svg"
        render.save(grid, file, path, explored=True, width=420)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

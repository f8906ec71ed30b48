"""Draws a field with two exits, as `Field.plot` shows it, into a FILE."""

from __future__ import annotations

import sys

import numpy as np

import clearway as cw

EXITS = ([(0.0, 8.0), (0.0, 10.0)], [(16.0, 0.0), (16.0, 2.0)])


def hall() -> cw.World:
    """Turned boxes between two walls."""
    world = cw.World((0, 0, 16, 10))
    rng = np.random.default_rng(4)
    for x in range(2, 15, 3):
        for y in range(2, 9, 3):
            turn, r = rng.uniform(0, np.pi / 2), rng.uniform(0.5, 0.9)
            angles = turn + np.pi / 2 * np.arange(4)
            center = np.array((x, y)) + rng.uniform(-0.4, 0.4, 2)
            world.add(center + r * np.c_[np.cos(angles), np.sin(angles)])
    world.add_wall([(6.4, 0), (6.4, 4)])
    world.add_wall([(9.6, 10), (9.6, 6)])
    return world


def main(file: str) -> None:
    """Draws the picture."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    field = hall().field(list(EXITS))
    figure, axes = pyplot.subplots(figsize=(8, 5))
    axes.set_aspect("equal")
    axes.set_axis_off()
    field.plot(axes)
    for line in EXITS:
        axes.plot(*np.array(line).T, color="#1b7f4d", linewidth=5, solid_capstyle="butt", zorder=3)
    figure.savefig(file, dpi=100, bbox_inches="tight")


if __name__ == "__main__":
    main(sys.argv[1])

"""Random starts and goals of discs, and overlaps of timed paths."""

from __future__ import annotations

import itertools
import math

import numpy as np

from oracle import moving


def random_ends(world, count, radius, rng):
    """Starts and goals, each set without overlaps."""
    out = []
    for _ in range(2):
        chosen: list[np.ndarray] = []
        for point in world.random_points(60 * count, radius, rng):
            if all(math.dist(point, other) > 2.1 * radius for other in chosen):
                chosen.append(point)
            if len(chosen) == count:
                break
        out.append(np.array(chosen))
    return out


def worst_overlap(paths):
    """The deepest overlap of any two paths, in units of the sum of their radii."""
    pieces = [moving.pieces_of(path) for path in paths]
    deepest = 0.0
    for i, j in itertools.combinations(range(len(paths)), 2):
        apart = paths[i].radius + paths[j].radius
        deepest = max(deepest, moving.depth(pieces[i], pieces[j], apart, 1e-6 * apart) / apart)
    return deepest

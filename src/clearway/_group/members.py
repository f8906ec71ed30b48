"""The members of a group, and how fast they pass a gate."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from .._input import Floats

# A gate exactly k diameters wide has k lanes, whatever rounding made of its width.
_ROUNDED = 1 + 1e-12


class Members(NamedTuple):
    """Discs that move together."""

    starts: Floats  # N x 2
    radii: Floats  # N
    speeds: Floats  # N

    def __len__(self) -> int:
        return len(self.starts)


def fits(width: float, radius: float) -> bool:
    """Whether a disc passes a gate."""
    return 2 * radius <= width * _ROUNDED


def lanes(width: float, radius: float) -> int:
    """How many discs pass a gate side by side; a point takes no width, and counts as one lane."""
    return max(1, math.floor(width * _ROUNDED / (2 * radius))) if radius > 0 else 1


def headway(width: float, radius: float, speed: float) -> float:
    """The time between two discs that pass a gate one after the other, on all lanes together.

    On a lane a disc follows another at the distance of its diameter.
    """
    return 2 * radius / (speed * lanes(width, radius))


class Kinds(NamedTuple):
    """How many members have which radius and speed."""

    radii: list[float]
    speeds: list[float]
    counts: list[int]


def kinds_of(members: Members) -> Kinds:
    """The kinds of members."""
    pairs = np.column_stack((members.radii, members.speeds))
    kinds, counts = np.unique(pairs, axis=0, return_counts=True)
    return Kinds(kinds[:, 0].tolist(), kinds[:, 1].tolist(), counts.tolist())


def rate(width: float, kinds: Kinds) -> float:
    """Discs per time through a gate, if those that fit pass it in proportion; 0: none fits."""
    count, total = 0, 0.0
    for radius, speed, n in zip(*kinds, strict=True):
        if fits(width, radius):
            count += n
            total += n * headway(width, radius, speed)
    return count / total if total > 0 else (math.inf if count else 0.0)

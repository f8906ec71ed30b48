"""Angles as the core computes them.

With AVX-512, np.arctan2 and np.arcsin differ from the C library, which the core uses, in the last
bit: lengths of arcs, and where they are cut, would depend on the processor. np.sin, np.cos and
np.hypot are those of the C library.
"""

from __future__ import annotations

import math

import numpy as np

from ._input import Floats


def angles(y: Floats, x: Floats) -> Floats:
    """The directions of (x, y), radians in [-pi, pi]: two vectors, about 0.1 us for each pair."""
    return np.fromiter(map(math.atan2, y.tolist(), x.tolist()), float, len(y))


def arcsines(values: Floats) -> Floats:
    """Of a vector, radians in [-pi / 2, pi / 2]."""
    return np.fromiter(map(math.asin, values.tolist()), float, len(values))

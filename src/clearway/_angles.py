"""Angles as the core computes them.

With AVX-512, np.arctan2 and np.arcsin differ from the C library, which the core uses, in the last
bit, so lengths of arcs and what is cut from them would depend on the processor. np.sin, np.cos and
np.hypot are those of the C library.
"""

from __future__ import annotations

import math

import numpy as np

from ._core import atan2
from ._input import Floats


def angles(y: Floats, x: Floats) -> Floats:
    """The directions of (x, y), radians in [-pi, pi], for arrays of one shape."""
    return atan2(np.ascontiguousarray(y).ravel(), np.ascontiguousarray(x).ravel()).reshape(y.shape)


def arcsines(values: Floats) -> Floats:
    """For short vectors."""
    return np.fromiter(map(math.asin, values.tolist()), float, len(values))

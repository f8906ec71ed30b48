"""Strategies of hypothesis: points and obstacles on small integers."""

from __future__ import annotations

from hypothesis import strategies as st

from oracle.scene import POST, RING, WALL


def points(size, least, most):
    coordinate = st.integers(0, size)
    return st.lists(st.tuples(coordinate, coordinate), min_size=least, max_size=most)


def obstacles(size):
    return st.one_of(
        points(size, 3, 8).map(lambda p: (RING, p)),
        points(size, 2, 5).map(lambda p: (WALL, p)),
        points(size, 1, 1).map(lambda p: (POST, p)),
    )

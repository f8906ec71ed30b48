"""Nearest neighbours of many points at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._input import Floats

LEAF = 16  # points of a box that is not split further
CHUNK = 1 << 14  # queries processed at a time
PAIRS = 1 << 18  # of queries and boxes held at a time, unless a single query has more

Rows = np.ndarray[Any, np.dtype[np.intp]]


def nearest(queries: Floats, points: Floats) -> Rows:
    """For each query (N x 2) the row of a nearest point (M x 2, M > 0).

    Boxes around the points are split at the median of their longer side; a lookup visits only
    boxes nearer than the best point known. Cost: about (N + M) log M; N M when queries are about
    equally far from most points.
    """
    tree = _Tree(points)
    out = np.empty(len(queries), dtype=np.intp)
    for k in range(0, len(queries), CHUNK):
        out[k : k + CHUNK] = tree.nearest(queries[k : k + CHUNK])
    return out


class _Tree:
    """Box i of a level is split into boxes 2 i and 2 i + 1 of the next level."""

    def __init__(self, points: Floats) -> None:
        n = len(points)
        self.depth = max(0, (n // LEAF).bit_length())
        self.order = np.arange(n)
        self.boxes: list[tuple[Floats, Floats]] = []
        for level in range(self.depth + 1):
            # The starts of the halves are starts of the next level.
            self.starts = (np.arange((1 << level) + 1) * n) >> level
            at = points[self.order]
            low = np.minimum.reduceat(at, self.starts[:-1])
            high = np.maximum.reduceat(at, self.starts[:-1])
            self.boxes.append((low, high))
            if level < self.depth:
                box = np.repeat(np.arange(1 << level), np.diff(self.starts))
                side = np.argmax(high - low, axis=1)[box]
                self.order = self.order[np.lexsort((at[np.arange(n), side], box))]
        self.points = points[self.order]
        self.width = int(np.diff(self.starts).max())

    def nearest(self, queries: Floats) -> Rows:
        number = np.zeros(len(queries), dtype=np.intp)
        for level in range(1, self.depth + 1):
            pair = [self._to_box(level, 2 * number + half, queries) for half in (0, 1)]
            number = 2 * number + (pair[1] < pair[0])
        best, row = self._in_leaf(number, queries)
        query, number = np.arange(len(queries)), np.zeros(len(queries), dtype=np.intp)
        for level in range(1, self.depth + 1):
            query = np.repeat(query, 2)
            number = (2 * number[:, None] + np.array([0, 1])).ravel()
            is_near = self._to_box(level, number, queries[query]) < best[query]
            query, number = query[is_near], number[is_near]
            if len(query) > PAIRS and len(queries) > 1:
                half = len(queries) // 2
                return np.concatenate((self.nearest(queries[:half]), self.nearest(queries[half:])))
        far, found = self._in_leaf(number, queries[query])
        order = np.lexsort((far, query))
        query, first = np.unique(query[order], return_index=True)
        far, found = far[order][first], found[order][first]
        is_nearer = far < best[query]
        row[query[is_nearer]] = found[is_nearer]
        return self.order[row]

    def _to_box(self, level: int, number: Rows, queries: Floats) -> Floats:
        low, high = self.boxes[level]
        beside: Floats = np.maximum(0.0, np.maximum(low[number] - queries, queries - high[number]))
        far: Floats = (beside**2).sum(axis=1)
        return far

    def _in_leaf(self, number: Rows, queries: Floats) -> tuple[Floats, Rows]:
        """For each query the least squared distance within a leaf, and its index in the order."""
        rows = self.starts[number][:, None] + np.arange(self.width)
        rows = np.minimum(rows, self.starts[number + 1][:, None] - 1)
        far = ((self.points[rows] - queries[:, None]) ** 2).sum(axis=2)
        least = far.argmin(axis=1)
        at = np.arange(len(rows))
        return far[at, least], rows[at, least]

"""Partitions of a graph without further packages: halves in breadth-first order, repeatedly."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

TINY = 0.25  # of the size of a part: a piece cut off that is smaller joins the half beside it


def grow(starts: Any, neighbours: Any, parts: int) -> npt.NDArray[np.int32]:
    """The part of each vertex of a graph, about `parts` of them, of similar size.

    The neighbours of vertex i are neighbours[starts[i]:starts[i + 1]]. Every part is connected,
    except that small components of the graph share parts. Each half grows breadth-first from an
    end of its piece, so that cuts are short, but longer than those of METIS. Costs O(n log parts)
    in Python.
    """
    count = len(starts) - 1
    labels = np.zeros(count, dtype=np.int32)
    if parts <= 1 or not count:
        return labels
    size = count / parts
    graph = _Graph(starts, neighbours)
    pieces = graph.pieces(range(count))
    small = [piece for piece in pieces if len(piece) < size / 2]
    todo = [piece for piece in pieces if len(piece) >= size / 2]
    done = _binned(small, size)
    while todo:
        piece = todo.pop()
        share = round(len(piece) / size)
        if share <= 1:
            done.append(piece)
            continue
        order = graph.from_an_end(piece)
        middle = round(len(piece) * (share // 2) / share)
        half, rest = order[:middle], order[middle:]
        for other in graph.pieces(rest):
            if len(other) < TINY * size:  # it touches the half: nothing else separates the pieces
                half = half + other
            else:
                todo.append(other)
        todo.append(half)
    for label, piece in enumerate(done):
        labels[piece] = label
    return labels


def _binned(pieces: list[list[int]], size: float) -> list[list[int]]:
    """Small pieces, joined to parts of about this size."""
    out: list[list[int]] = []
    for piece in pieces:
        if not out or len(out[-1]) + len(piece) > size:
            out.append([])
        out[-1] += piece
    return out


class _Graph:
    """Searches among some of the vertices: those with the current mark."""

    def __init__(self, starts: Any, neighbours: Any) -> None:
        bounds, flat = np.asarray(starts).tolist(), np.asarray(neighbours).tolist()
        self._near = [flat[a:b] for a, b in pairwise(bounds)]
        self._mark = [0] * len(self._near)
        self._last = 0

    def _take(self, vertices: Iterable[int]) -> int:
        self._last += 1
        for v in vertices:
            self._mark[v] = self._last
        return self._last

    def _walk(self, start: int, mark: int) -> list[int]:
        """All vertices with the mark that can be reached, nearest first; they lose the mark."""
        order = [start]
        self._mark[start] = 0
        for v in order:
            for w in self._near[v]:
                if self._mark[w] == mark:
                    self._mark[w] = 0
                    order.append(w)
        return order

    def pieces(self, vertices: Iterable[int]) -> list[list[int]]:
        """The connected components of these vertices."""
        some = list(vertices)
        mark = self._take(some)
        return [self._walk(v, mark) for v in some if self._mark[v] == mark]

    def from_an_end(self, piece: list[int]) -> list[int]:
        """A connected piece in breadth-first order from a vertex far from its middle."""
        far = self._walk(piece[0], self._take(piece))[-1]
        return self._walk(far, self._take(piece))

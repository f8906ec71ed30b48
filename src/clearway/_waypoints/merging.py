"""Cells that shallow gates join are one place."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from .._mesh import Ints
from .cells import Cells, Peaks

# Gates at least this wide, as a share of the widest place beside them, do not divide a place,
_SHALLOW = 0.8
# if the widest places on both sides are no farther apart than this multiple of their clearance.
_NEAR = 2.0


class Merging:
    """Cells joined by shallow gates, known by the one among them with the largest clearance.

    A gate is shallow if it is hardly narrower than the widest places on both of its sides, which
    are not far apart: as where a room widens a little, but not along a corridor. A gate whose
    sides are in one cell already stays: there is an obstacle between. `cells` has the gates that
    stay, with the joined cells on their sides; `sides` has the original ones.
    """

    def __init__(self, cells: Cells, peaks: Peaks) -> None:
        self._parent = list(range(cells.cell_count))  # a tree without short cuts, of joined cells
        self._width = [math.inf] * cells.cell_count  # of the gate to the parent
        top = list(range(cells.cell_count))  # of unions
        peak, at = peaks.clearance.tolist(), peaks.points.tolist()

        def find(i: int) -> int:
            while top[i] != i:
                top[i] = top[top[i]]
                i = top[i]
            return i

        keep = np.ones(len(cells.widths), dtype=bool)
        # The widest first: then the tree has the widest route between any two of its cells.
        for gate in range(len(cells.widths) - 1, -1, -1):
            sides = cells.sides[gate].tolist()
            a, b = (find(side) for side in sides)
            if peak[a] < peak[b]:
                a, b, sides = b, a, sides[::-1]
            is_shallow = cells.widths[gate] >= _SHALLOW * 2 * peak[b]
            if a != b and is_shallow and math.dist(at[a], at[b]) <= _NEAR * peak[a]:
                top[b] = a
                keep[gate] = False
                self._hang(sides[1], sides[0], float(cells.widths[gate]))
        self.of: Ints = np.array([find(i) for i in range(cells.cell_count)], dtype=np.int32)
        self.sides: Ints = cells.sides[keep]
        self.cells = cells._replace(
            widths=cells.widths[keep], gates=cells.gates[keep], sides=self.of[self.sides]
        )

    def _hang(self, cell: int, below: int, width: float) -> None:
        """Makes a cell the root of its tree, and hangs it below a cell of another one."""
        while True:
            above, wide = self._parent[cell], self._width[cell]
            self._parent[cell], self._width[cell] = below, width
            if above == cell:
                return
            below, width, cell = cell, wide, above

    def width(self, starts: Iterable[int], ends: Iterable[int]) -> float:
        """Of the widest route from one of the starts to one of the ends, inside joined cells.

        All are original cells, joined into one. Infinity from a cell to itself.
        """
        above: dict[int, float] = {}
        for cell in starts:
            wide = math.inf
            while above.get(cell, 0.0) < wide:
                above[cell] = wide
                wide = min(wide, self._width[cell])
                cell = self._parent[cell]
        best = 0.0
        for cell in ends:
            wide = math.inf
            while True:
                best = max(best, min(wide, above.get(cell, 0.0)))
                if self._parent[cell] == cell:
                    break
                wide = min(wide, self._width[cell])
                cell = self._parent[cell]
        return best

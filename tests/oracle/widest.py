"""The widest way between two points, by definition: no mesh.

Gates (`oracle.gates`) cut the free plane into cells. The widest way follows a maximum spanning
tree of the cells: its narrowest gate is as wide as can be, and so is that of each of its parts.
"""

from __future__ import annotations

import copy

import numpy as np
import shapely

from .gates import gates
from .linework import Linework

BEYOND = 1e-7  # by how much a cut is drawn beyond its gate, of the scene
BESIDE = 1e-5  # how far beside its middle the cells of a gate are looked up, of its width


class WidestWays:
    """Of a scene without ties: `is_sure` says whether it has none."""

    def __init__(self, scene):
        self.lines = Linework(scene.bounds, scene.obstacles)
        sure, possible = gates(scene)
        self.is_sure = len(sure) == len(possible)
        self.gates = sure
        self.widths = np.hypot(*(sure[:, 2:] - sure[:, :2]).T)
        self.middles = (sure[:, :2] + sure[:, 2:]) / 2
        self.moved = np.zeros(2)
        self.cells = self._cells()
        self.tree = self._tree()

    def at(self, x, y):
        """The same ways, moved by (x, y): gates, middles and the points of queries."""
        out = copy.copy(self)
        out.moved = self.moved + np.array([x, y])
        out.gates, out.middles = (
            self.gates + np.array([x, y, x, y]),
            self.middles + np.array([x, y]),
        )
        return out

    def between(self, a, b, below):
        """Rows of the gates narrower than `below` on the widest way, in order; None: unsure."""
        first, last = self._cell(a - self.moved), self._cell(b - self.moved)
        if first is None or last is None:
            return None
        came, queue = {first: None}, [first]
        for cell in queue:
            for other, gate in self.tree.get(cell, ()):
                if other not in came:
                    came[other] = (cell, gate)
                    queue.append(other)
        if last not in came:
            return None
        out = []
        while came[last] is not None:
            last, gate = came[last]
            out.append(gate)
        return [g for g in reversed(out) if self.widths[g] < below]

    def _cells(self):
        along = (self.gates[:, 2:] - self.gates[:, :2]) / self.widths[:, None]
        more = BEYOND * self.lines.scale * along
        cuts = np.hstack([self.gates[:, :2] - more, self.gates, self.gates[:, 2:] + more]).reshape(
            -1, 4, 2
        )
        walls = shapely.linestrings(self.lines.segments.reshape(-1, 2, 2))
        border = shapely.boundary(shapely.difference(self.lines.ground, self.lines.covered))
        noded = shapely.union_all([*walls, *shapely.linestrings(cuts), border])
        cells = shapely.get_parts(shapely.polygonize([noded]))
        inside = shapely.point_on_surface(cells)
        blocked = shapely.contains(self.lines.covered, inside)
        return cells[~blocked & shapely.contains(self.lines.ground, inside)]

    def _cell(self, p):
        rows = np.flatnonzero(shapely.contains_xy(self.cells, *p))
        return int(rows[0]) if len(rows) == 1 else None

    def _tree(self):
        along = self.gates[:, 2:] - self.gates[:, :2]
        across = BESIDE * np.c_[-along[:, 1], along[:, 0]]
        top = list(range(len(self.cells)))

        def find(i):
            while top[i] != i:
                i = top[i]
            return i

        tree = {}
        for g in np.argsort(-self.widths, kind="stable").tolist():
            sides = [self._cell(self.middles[g] + s * across[g]) for s in (1, -1)]
            if None in sides:
                self.is_sure = False
                continue
            x, y = map(find, sides)
            if x != y:
                top[x] = y
                for here, there in (sides, sides[::-1]):
                    tree.setdefault(here, []).append((there, g))
        return tree

"""Until `cw.Grid` is in the package, tests of formats see a stand-in of it."""

from __future__ import annotations

import importlib.util
import sys
import types

import numpy as np


class Grid:
    def __init__(self, blocked, cell=1.0, origin=(0.0, 0.0)):
        self.blocked = np.asarray(blocked)
        self.cell, self.origin = float(cell), tuple(map(float, origin))

    def to_world(self, smooth=None):
        from clearway._tracing import grid_to_world

        return grid_to_world(self.blocked, self.cell, self.origin, smooth)

    def save(self, path, format=None):
        from clearway.formats import save

        save(self, path, format)


if importlib.util.find_spec("clearway._grid") is None:
    module = types.ModuleType("clearway._grid")
    module.Grid = Grid
    sys.modules["clearway._grid"] = module

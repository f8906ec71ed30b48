"""Paths on a grid: the cells that they visit instead of a channel of triangles."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from ._input import Floats
from ._path import Path, Paths


class GridAnswers(NamedTuple):
    """The answers of one `find_paths` on a grid, with the names of `_core.GridPathBatch`."""

    version: int
    status: npt.NDArray[np.uint8]
    length: Floats
    lower_bound: Floats
    optimal: npt.NDArray[np.bool_]
    segment_starts: npt.NDArray[np.int64]
    segments: Floats
    cell_starts: npt.NDArray[np.int64]
    cells: npt.NDArray[np.int32]
    expanded: npt.NDArray[np.int64]
    generated: npt.NDArray[np.int64]
    seconds: Floats


class GridPath(Path):
    """The answer to one query on a grid."""

    __slots__ = ()

    _arrays: ClassVar[Any] = GridAnswers

    @property
    def cells(self) -> npt.NDArray[np.int32]:
        """Every cell of the path, in order, N x 2."""
        a, b = self._answers.cell_starts[self._i : self._i + 2]
        return self._answers.cells[a:b].copy()  # type: ignore[no-any-return]

    @property
    def channel(self) -> npt.NDArray[np.int32]:
        """The cells of the path, each as y * width + x."""
        cells = self.cells
        width: int = self._world.width  # type: ignore[union-attr]
        out: npt.NDArray[np.int32] = cells[:, 1] * width + cells[:, 0]
        return out

    def _channel_of_part(self, s: float, cut: Floats, is_rest: bool) -> dict[str, Any]:
        cells = self.cells
        if len(cells):
            # A move leaves its cell half-way, diagonally too.
            moves = self._world._cell * np.hypot(*np.diff(cells, axis=0).T)  # type: ignore[union-attr]
            here = int(np.searchsorted(np.cumsum(moves) - moves / 2, s))
            cells = cells[here:] if is_rest else cells[: here + 1]
        return {"cells": cells, "cell_starts": np.array([0, len(cells)])}


class GridPaths(Paths):
    """The answers of one `find_paths` on a grid."""

    _item = GridPath

"""Common parts of the grid formats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._cells import too_large
from .._errors import InvalidInput, shown
from .._input import Floats
from .._limits import DEFAULT, Limits

_AT_ONCE = 2**20


def grid(
    blocked: npt.NDArray[np.bool_],
    cell: float = 1.0,
    origin: Any = (0.0, 0.0),
    y_down: bool = False,
) -> Any:
    """A `Grid`; imported here so that worlds can be read without it.

    `y_down`: row 0 is the top row of the file; pictures show it on top too.
    """
    from .._grid import Grid

    made = Grid(blocked, cell=cell, origin=origin)
    made.y_down = y_down
    return made


def check_cells(width: int, height: int, limits: Limits, where: str) -> None:
    """Refuses more cells than the limits allow, or than a grid can have."""
    if message := too_large(width, height):
        raise InvalidInput(f"{where}: {message}", value=(width, height))
    limits.check("cells", width * height, f"{where}: {width} x {height} cells")


class Picture(NamedTuple):
    """Rows of greys, integers from 0 (black) to `most` (white), and which pixels are opaque.

    `opaque` is None if all pixels are opaque.
    """

    levels: npt.NDArray[Any]
    most: int
    opaque: npt.NDArray[np.bool_] | None = None

    def where(self, test: Callable[[Floats], npt.NDArray[np.bool_]]) -> npt.NDArray[np.bool_]:
        """The pixels whose grey, between 0 and 255, passes a test."""
        if self.levels.dtype.kind == "f":
            return test(self.levels * (255.0 / self.most))
        greys: Floats = np.arange(self.most + 1, dtype=np.float64) * (255.0 / self.most)
        return looked_up(test(greys), self.levels)


def looked_up(table: npt.NDArray[np.bool_], values: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """table[values], some rows at a time: numpy needs 8 bytes per value during indexing."""
    out = np.empty(values.shape, dtype=bool)
    step = max(1, _AT_ONCE // values.shape[1])
    for row in range(0, len(values), step):
        out[row : row + step] = table[values[row : row + step]]
    return out


def threshold_of(value: Any) -> float:
    """A grey between 0 (black) and 255 (white)."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 255:
        raise InvalidInput(
            f"threshold is {shown(value)}: a grey between 0 and 255 is needed", value=value
        )
    return float(value)


def mask_of(picture: Picture, threshold: Any, invert: Any) -> npt.NDArray[np.bool_]:
    """Blocked cells: darker than the threshold, or brighter with `invert`."""
    limit = threshold_of(threshold)
    return picture.where(lambda grey: (grey >= limit) if invert else (grey < limit))


def picture_of(world: Any) -> npt.NDArray[np.uint8]:
    """The cells as greys: white where free, black where blocked."""
    return np.where(world.blocked, 0, 255).astype(np.uint8)


def mask_reader(picture: Callable[[bytes, str, Limits], Picture]) -> Callable[..., Any]:
    """A `read` for a format of pictures whose dark pixels are blocked."""

    def read(
        data: bytes,
        name: str,
        limits: Limits = DEFAULT,
        threshold: float = 128,
        invert: bool = False,
    ) -> Any:
        """The grid of a file's bytes."""
        threshold_of(threshold)
        return grid(mask_of(picture(data, name, limits), threshold, invert), y_down=True)

    return read

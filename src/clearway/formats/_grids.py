"""What formats of grids share."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .._errors import InvalidInput, shown


def grid(blocked: npt.NDArray[np.bool_], cell: float = 1.0, origin: Any = (0.0, 0.0)) -> Any:
    """A `Grid`; loaded here so that worlds are read without it."""
    from .._grid import Grid

    return Grid(blocked, cell=cell, origin=origin)


def threshold_of(value: Any) -> float:
    """A grey between 0 (black) and 255 (white)."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 255:
        raise InvalidInput(
            f"threshold is {shown(value)}: a grey between 0 and 255 is needed", value=value
        )
    return float(value)


def mask_of(grey: npt.NDArray[Any], threshold: Any, invert: Any) -> npt.NDArray[np.bool_]:
    """Blocked cells: darker than the threshold; with `invert`, the others."""
    dark: npt.NDArray[np.bool_] = grey < threshold_of(threshold)
    return ~dark if invert else dark


def picture_of(world: Any) -> npt.NDArray[np.uint8]:
    """White where free."""
    return np.where(world.blocked, 0, 255).astype(np.uint8)

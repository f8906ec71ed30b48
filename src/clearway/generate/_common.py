"""Common parts of the generators: arguments, forms, cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import Parameter, signature
from typing import Any, ParamSpec, TypeVar

import numpy as np
import numpy.random  # otherwise numpy imports it at the first use, perhaps during a fork
import numpy.typing as npt

from .._errors import InvalidInput, shown
from .._grid import Grid
from .._input import Floats
from .._lengths import as_side
from .._progress import as_show, working
from .._tracing import grid_to_world, trace
from .._world import World

Mask = npt.NDArray[np.bool_]
Arguments = ParamSpec("Arguments")
Made = TypeVar("Made")


def shows_progress(maker: Callable[Arguments, Made]) -> Callable[Arguments, Made]:
    """A generator whose argument `progress` is handled here: for all of its work."""

    @wraps(maker)
    def shown_maker(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Made:
        with working(f"generating {maker.__name__}", as_show(kwargs.get("progress"))):
            return maker(*args, **kwargs)

    return shown_maker


def parameters(maker: Callable[..., Any]) -> dict[str, Parameter]:
    """What describes the worlds of a generator: its arguments, without `progress`."""
    known = signature(maker).parameters
    return {name: given for name, given in known.items() if name != "progress"}


def check_arguments(kind: str, maker: Callable[..., Any], given: Iterable[str]) -> None:
    """Raises InvalidInput if one of these is no argument of a kind."""
    known = parameters(maker)
    for name in given:
        if name not in known:
            raise InvalidInput(
                f"kind {kind!r} has no {name!r}; there are: {', '.join(known)}", value=name
            )


def whole(value: Any, name: str, least: int, most: int = 2**13) -> int:
    """An integer within limits."""
    is_number = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not is_number or not least <= value <= most:
        raise InvalidInput(
            f"{name} is {shown(value)}: a whole number from {least} to {most}", value=value
        )
    return int(value)


def real(value: Any, name: str, low: float, high: float) -> float:
    """A number within limits."""
    is_number = isinstance(value, int | float | np.number) and not isinstance(value, bool)
    if not is_number or not low <= value <= high:
        raise InvalidInput(
            f"{name} is {shown(value)}: a number from {low:g} to {high:g}", value=value
        )
    return float(value)


def generator(seed: Any, *stream: int) -> np.random.Generator:
    """Random numbers from a seed; `stream` separates those of one world."""
    return np.random.default_rng([whole(seed, "seed", 0, 2**63 - 1), *stream])


def check_form(form: Any) -> str:
    """`form` is "polygon" or "grid"."""
    if not isinstance(form, str) or form not in ("polygon", "grid"):
        raise InvalidInput(f"form is {shown(form)}: 'polygon' or 'grid'", value=form)
    return form


def from_cells(
    blocked: Mask, form: Any, smooth: float | None = None, cell: float = 1.0
) -> World | Grid:
    """The grid, or the world traced from it."""
    if blocked.all():
        raise InvalidInput("nothing is free: a larger size or fewer blocked cells are needed")
    if check_form(form) == "grid":
        return Grid(blocked, cell=cell)
    return grid_to_world(blocked, cell, smooth=smooth)


def from_rings(rings: list[Floats], size: float, form: Any, cell: Any) -> World | Grid:
    """The world with these obstacles in a square, or its grid."""
    check_form(form)
    side = as_side(cell)
    world = World.from_obstacles(rings, bounds=(0, 0, size, size))
    if world.stats["free_triangles"] == 0:
        raise InvalidInput("nothing is free: a larger size or fewer obstacles are needed")
    if form == "polygon":
        return world
    grid = world.to_grid(side)
    if grid.stats["free_cells"] == 0:
        raise InvalidInput(
            f"no cell of side {side:g} is free on {size:g} x {size:g}: give a smaller cell",
            value=cell,
        )
    return grid


def is_one_piece(free: Mask) -> bool:
    """Whether all free cells are connected by their sides."""
    return len(trace(free).polygon_starts) == 2


def largest_piece(free: Mask) -> Mask:
    """The largest connected component of the free cells; the first of equal ones."""
    height, width = free.shape
    left = bytearray(np.pad(free, 1).tobytes())
    step = width + 2
    best: list[int] = []
    for first in (np.flatnonzero(np.pad(free, 1))).tolist():
        if not left[first]:
            continue
        left[first] = 0
        piece = [first]
        for cell in piece:  # grows during the loop
            for other in (cell + 1, cell - 1, cell + step, cell - step):
                if left[other]:
                    left[other] = 0
                    piece.append(other)
        if len(piece) > len(best):
            best = piece
    out = np.zeros((height + 2) * step, dtype=bool)
    out[best] = True
    return np.ascontiguousarray(out.reshape(height + 2, step)[1:-1, 1:-1])


def fill(blocked: Mask, ring: Floats, value: bool = True) -> None:
    """Sets the cells whose centre lies inside a ring (even-odd)."""
    low = np.maximum(np.floor(ring.min(axis=0)).astype(int), 0)
    high = np.minimum(np.ceil(ring.max(axis=0)).astype(int), blocked.shape[::-1])
    if (high <= low).any():
        return
    x = np.arange(low[0], high[0]) + 0.5
    y = (np.arange(low[1], high[1]) + 0.5)[:, None]
    inside = np.zeros((len(y), len(x)), dtype=bool)
    for (ax, ay), (bx, by) in zip(ring.tolist(), np.roll(ring, -1, axis=0).tolist(), strict=True):
        if ay != by:
            crosses = ((ay > y) != (by > y)) & (x < (bx - ax) * (y - ay) / (by - ay) + ax)
            inside ^= crosses
    blocked[low[1] : high[1], low[0] : high[0]][inside] = value

"""Generated worlds, within the limits of the server."""

from __future__ import annotations

from typing import Any

from .. import generate
from .._grid import Grid
from .._world import World
from ..generate._common import check_arguments, parameters
from .checks import as_object
from .errors import TooLarge
from .limits import LabLimits


def generated(kind: Any, arguments: Any, limits: LabLimits) -> World | Grid:
    """The world of a generator; refuses sizes above the limits before anything is computed."""
    given = as_object(arguments, "arguments")
    if isinstance(kind, str) and kind in generate.KINDS:
        check_arguments(kind, generate.KINDS[kind], given)
        _check(kind, given, limits)
    made: World | Grid = generate.make(kind, **given)
    return made


def _check(kind: str, given: dict[str, Any], limits: LabLimits) -> None:
    known = parameters(generate.KINDS[kind])
    values = {name: given.get(name, p.default) for name, p in known.items()}
    size, segments = _number(values.get("size")), _number(values.get("segments"))
    obstacles = max(_number(values.get("obstacles")), segments / 4)
    side = size
    if "cell" in values:
        cell = _number(values["cell"])
        side = size / cell if values.get("form") == "grid" and cell > 0 else 0.0
    if side * side > limits.cells:
        raise TooLarge(
            f"{side:.6g} x {side:.6g} cells: more than limits.cells, which is {limits.cells}"
        )
    if 4 * obstacles > limits.points:
        raise TooLarge(
            f"{obstacles:.6g} obstacles: more points than limits.points, which is {limits.points}"
        )


def _number(value: Any) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and abs(value) < 1e300 else 0.0

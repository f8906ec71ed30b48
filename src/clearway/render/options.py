"""Options of pictures, checked before anything is drawn."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, TypedDict

import numpy as np

from .._arguments import as_list, as_truth
from .._errors import InvalidInput, shown
from .._imports import importing
from .._lengths import as_radius
from .._path import Path
from .svg import MARGIN

_MOST_DISCS = 10_000
_MOST_COLOURS = 1000
WIDEST = 10_000.0  # pixels; a PNG has twice as many, and matplotlib draws at most 2**16
_FLAGS = (
    "mesh",
    "constraints",
    "channel",
    "labels",
    "levels",
    "rooms",
    "explored",
    "axes",
)


class PictureOptions(TypedDict, total=False):
    """Options of pictures, for type checkers too; `cw.render` describes them."""

    mesh: bool
    constraints: bool
    channel: bool
    labels: bool
    levels: bool
    rooms: bool
    explored: bool
    axes: bool
    colours: Iterable[int] | None
    corridor: bool | float
    discs: int | None
    distances: Any
    goals: Any
    graph: str | None
    group: Any
    legend: bool | Iterable[str] | None
    radius: float
    scale_bar: bool | str
    visible: Any
    waypoints: Any
    y_down: bool | None


_OPTIONS = tuple(PictureOptions.__annotations__)
_NOT_XML = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def checked_options(what: dict[str, Any]) -> dict[str, Any]:
    """The same options; unknown ones and values of another type are refused."""
    for name in what:
        if name not in _OPTIONS:
            near = get_close_matches(name, _OPTIONS, 1)
            hint = f"do you mean {near[0]!r}?" if near else f"there are: {', '.join(_OPTIONS)}"
            raise InvalidInput(f"pictures have no option {name!r}; {hint}", value=name)
    out = {k: as_truth(v, k) if k in _FLAGS else v for k, v in what.items()}
    graph = out.get("graph")
    if graph is not None and (not isinstance(graph, str) or graph not in ("", "vg", "vgo", "both")):
        raise InvalidInput(f"graph is {shown(graph)}: 'vg', 'vgo' or 'both'", value=graph)
    if not isinstance(out.get("corridor", False), bool):
        out["corridor"] = as_radius(out["corridor"], "corridor")
    if not isinstance(out.get("waypoints", False), bool) and not _is_graph(out["waypoints"]):
        raise InvalidInput(
            f"waypoints is {shown(out['waypoints'])}: True, False or a Waypoints",
            value=out["waypoints"],
        )
    if out.get("group") is not None and not _is_plan(out["group"]):
        raise InvalidInput(f"group is {shown(out['group'])}: a GroupPlan", value=out["group"])
    if "visible" in out:
        out["visible"] = as_list(out["visible"], "visible", "points")
    return out


def _is_graph(value: Any) -> bool:
    with importing():
        from .._waypoints import Waypoints

    return isinstance(value, Waypoints)


def _is_plan(value: Any) -> bool:
    with importing():
        from .._group import GroupPlan

    return isinstance(value, GroupPlan)


def as_paths(paths: Any) -> list[Path]:
    """One path or several, as a list."""
    out = [paths] if isinstance(paths, Path) else as_list(paths, "paths", "Path objects")
    for i, path in enumerate(out):
        if not isinstance(path, Path):
            raise InvalidInput(f"paths[{i}] is {shown(path)}: not a Path", i, path)
    return out


def as_discs(count: Any) -> int:
    """The number of discs along a path; 0: none."""
    if count is None or count is False:
        return 0
    whole = isinstance(count, int | np.integer) and not isinstance(count, bool)
    if not whole or not 2 <= count <= _MOST_DISCS:
        raise InvalidInput(
            f"discs is {shown(count)}: how many along each path, 2 to {_MOST_DISCS}", value=count
        )
    return int(count)


def as_unit(scale_bar: Any) -> str | None:
    """The unit of the scale bar; None: there is none."""
    if isinstance(scale_bar, str):
        return as_title(scale_bar)
    return "" if as_truth(scale_bar, "scale_bar") else None


def as_colours(colours: Any, paths: list[Path]) -> list[int] | None:
    """A number for each path; None: each has its own."""
    if colours is None:
        return None
    numbers = as_list(colours, "colours", "whole numbers")
    for i, number in enumerate(numbers):
        whole = isinstance(number, int | np.integer) and not isinstance(number, bool)
        if not whole or not 0 <= number < _MOST_COLOURS:
            raise InvalidInput(
                f"colours[{i}] is {shown(number)}: a whole number from 0 to {_MOST_COLOURS - 1}",
                i,
                number,
            )
    if len(numbers) != len(paths):
        raise InvalidInput(
            f"colours has {len(numbers)} numbers for {len(paths)} paths", value=colours
        )
    return [int(number) for number in numbers]


def as_legend(names: Any, paths: list[Path], colours: list[int] | None) -> list[str] | bool:
    """False, True, or a name for each path; with colours, for each colour."""
    if names is None or isinstance(names, bool):
        return bool(names)
    listed = as_list(names, "legend", "names")
    if colours is not None:
        most = max(colours, default=-1)
        if len(listed) <= most:
            raise InvalidInput(
                f"legend has {len(listed)} names, but there are colours up to {most}", value=names
            )
    elif len(listed) != len(paths):
        raise InvalidInput(f"legend has {len(listed)} names for {len(paths)} paths", value=names)
    return [as_title(name) or "" for name in listed]


def as_width(width: Any) -> float:
    """The width of a picture in pixels."""
    pixels = as_radius(width, "width")
    if not 2 * MARGIN < pixels <= WIDEST:
        raise InvalidInput(
            f"width is {shown(width)}: more than {2 * MARGIN:g} and at most {WIDEST:g}", value=width
        )
    return pixels


def as_title(title: Any) -> str | None:
    """A text that XML can encode."""
    if title is None:
        return None
    if not isinstance(title, str) or _NOT_XML.search(title):
        raise InvalidInput(f"title is {shown(title)}: a text is needed", value=title)
    return title

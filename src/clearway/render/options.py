"""Options of pictures, checked before anything is drawn."""

from __future__ import annotations

import re
from typing import Any

from .._arguments import as_list, as_truth
from .._errors import InvalidInput, shown
from .._input import as_radius
from .._path import Path
from .svg import MARGIN

WIDEST = 10_000.0  # pixels; a PNG has twice as many, and matplotlib draws at most 2**16
_FLAGS = ("mesh", "constraints", "channel", "labels", "levels", "rooms", "explored")
_NOT_XML = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def checked_options(what: dict[str, Any]) -> dict[str, Any]:
    """The same options; values of another type are refused."""
    out = {k: as_truth(v, k) if k in _FLAGS else v for k, v in what.items()}
    graph = out.get("graph")
    if graph is not None and (not isinstance(graph, str) or graph not in ("", "vg", "vgo", "both")):
        raise InvalidInput(f"graph is {shown(graph)}: 'vg', 'vgo' or 'both'", value=graph)
    if not isinstance(out.get("corridor", False), bool):
        out["corridor"] = as_radius(out["corridor"], "corridor")
    if "visible" in out:
        out["visible"] = as_list(out["visible"], "visible", "points")
    return out


def as_paths(paths: Any) -> list[Path]:
    """One path or several, as a list."""
    out = [paths] if isinstance(paths, Path) else as_list(paths, "paths", "Path objects")
    for i, path in enumerate(out):
        if not isinstance(path, Path):
            raise InvalidInput(f"paths[{i}] is {shown(path)}: not a Path", i, path)
    return out


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

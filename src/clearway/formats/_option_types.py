"""Options of formats, for type checkers; a test compares them with those of the modules.

The names are those of `Format.options` and `Format.write_options`; the formats check the values.
"""

from __future__ import annotations

from typing import Literal, TypedDict


class WorldReading(TypedDict, total=False):
    """Options for reading worlds."""

    project: bool | None
    role: Literal["walkable", "obstacle"] | None
    tolerance: float | None


class GridReading(TypedDict, total=False):
    """Options for reading grids."""

    invert: bool
    passable: str
    threshold: float
    transparent: Literal["blocked", "free"] | None
    unknown: Literal["blocked", "free"]


class Reading(WorldReading, GridReading, total=False):
    """Options for reading files of any format."""


class Writing(TypedDict, total=False):
    """Options for writing worlds."""

    version: int

"""How a search ended."""

from __future__ import annotations

import enum


class Status(enum.IntEnum):
    """How a search ended."""

    FOUND = 0
    PARTIAL = 1
    NO_PATH = 2
    START_BLOCKED = 3
    GOAL_BLOCKED = 4

    __str__ = enum.Enum.__str__
    __repr__ = enum.Enum.__str__

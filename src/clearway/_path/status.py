"""The result of a search."""

from __future__ import annotations

import enum


class Status(enum.IntEnum):
    """The result of a search.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    >>> world.find_path((5, 5), (9, 5)).status
    Status.START_BLOCKED
    """

    FOUND = 0
    PARTIAL = 1
    NO_PATH = 2
    START_BLOCKED = 3
    GOAL_BLOCKED = 4

    __str__ = enum.Enum.__str__
    __repr__ = enum.Enum.__str__

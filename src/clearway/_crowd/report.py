"""What a crowd tells: agents that had to be let out, locks, goals without a way."""

from __future__ import annotations

import enum
from typing import NamedTuple


class CrowdEvent(enum.IntEnum):
    """What has happened to an agent of a crowd.

    >>> import clearway as cw
    >>> cw.CrowdEvent.INSIDE
    CrowdEvent.INSIDE
    """

    INSIDE = 0
    """It does not fit where it was put, or where an edit has put an obstacle: it is let out."""
    LET_OUT = 1
    """It has walked out, by the nearest way."""
    SHUT_IN = 2
    """Its disc no longer fits anywhere in the world."""
    OVERLAP = 3
    """It was put into another agent: they move apart."""
    NO_WAY = 4
    """No path leads to its goal; it waits until an edit opens one."""
    LOCK = 5
    """It and another block each other: it has the lower precedence and makes room."""
    UNRESOLVED = 6
    """The same, but there is no place to which it could back out: both wait. Also one that has come
    no nearer to its goal for a minute, and one whose way out of an obstacle another blocks."""

    __str__ = enum.Enum.__str__
    __repr__ = enum.Enum.__str__


class CrowdReport(NamedTuple):
    """One event: `time` in seconds, the agent, and the other one that is involved or None.

    >>> import clearway as cw
    >>> crowd = cw.Crowd(cw.World(bounds=(0, 0, 10, 10)))
    >>> ids = crowd.add([(5, 5), (5.2, 5)], radius=0.3)
    >>> crowd.reports()
    [CrowdReport(time=0.0, event=CrowdEvent.OVERLAP, agent=1, other=0)]
    """

    time: float
    event: CrowdEvent
    agent: int
    other: int | None

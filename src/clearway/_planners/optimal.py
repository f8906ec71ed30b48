"""Planner "optimal"."""

from __future__ import annotations

from ._typed import TypedPlanner


class Optimal(TypedPlanner, core="optimal"):
    """The shortest path, proved: an exact any-angle search over the triangulation.

    Options: `limit=N` ends a search after N expansions, `seconds=T` after that time, `effort=F`
    at F times the expansions of a first path, which greedy mode finds. Each returns the best path
    so far, with `optimal` False and a `lower_bound`. With `seconds` greedy mode has up to half of
    the time; if no path is found in time, the status is NO_PATH and the lower bound finite.
    `partial=True`: a path to the nearest reachable point if the goal is not reachable.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    >>> cw.Optimal(world).find_path((1, 5), (9, 5), radius=0.5).optimal
    True
    """

"""Searches to play: expansions in order, better and better paths, legs of a journey."""

from __future__ import annotations

import time
from typing import Any, cast

import numpy as np

from ..._arguments import as_truth
from ..._errors import InvalidInput, shown
from ..._grid import Grid
from ..._planners import WORLD_PLANNERS, THPAStar, planner_class
from ..answers import answer, cell_of, with_ratios
from ..checks import as_object, as_seconds
from ..deadlines import deadline
from ..errors import Unsupported
from ..expansions import expansions
from ..history import Thing
from ..registry import Call, action
from ..session import Session
from ..shapes import Maybe, Number, Object, Point, Text, Truth
from .paths import as_plain

_DETAILS = ["swept"]
_MOST_STEPS = 2000  # better paths, or legs


@action("search")
def search(
    call: Call,
    start: Point,
    goal: Point,
    planner: Text,
    mode: Text = "expansions",
    radius: Number = 0.0,
    options: Object = None,
    cells: Truth = False,
    seconds: Maybe = None,
) -> dict[str, Any]:
    """A search to play: its expansions, its better and better paths, or its legs."""
    modes = {"expansions": _expansions, "improve": _improve, "journey": _journey}
    if not isinstance(mode, str) or mode not in modes:
        raise InvalidInput(f"mode is {shown(mode)}: one of {', '.join(modes)}", value=mode)
    session = call.session
    version = session.version
    thing, ends = _searched(session, planner, start, goal, as_truth(cells, "cells"))
    made = planner_class(planner, type(thing).__name__)
    given = as_object(options, "options")
    with deadline(as_seconds(seconds, session.limits.seconds)):
        found = modes[mode](thing, made, ends, radius, given)
    return {"mode": mode, "version": version, "planner": planner, **found}


def _searched(
    session: Session, planner: Any, start: Any, goal: Any, is_cell: bool
) -> tuple[Thing, list[Any]]:
    """What the planner searches: the world, the grid or its polygons; and the ends there."""
    thing = session.thing
    if not isinstance(thing, Grid):
        return thing, [as_plain(start), as_plain(goal)]
    ends = [
        cell_of(session, as_plain(p), n, is_cell) for p, n in ((start, "start"), (goal, "goal"))
    ]
    if not isinstance(planner, str) or planner not in WORLD_PLANNERS:
        return thing, ends
    return session.polygons(), [thing.centres(end) for end in ends]


def _expansions(
    thing: Thing, made: type[Any], ends: list[Any], radius: Any, options: dict[str, Any]
) -> dict[str, Any]:
    if isinstance(thing, Grid):
        path = thing.find_path(*ends, planner=made.name, **options)
        cells = made(thing).explored(*ends, **options)
        return {"count": len(cells), "on": "cells", "cells": cells, "answer": answer(path)}
    start, goal = ends
    found = thing.find_path(start, goal, radius, planner=made, **options)
    return {**expansions(made, thing, ends, radius, options), "answer": answer(found, _DETAILS)}


def _improve(
    thing: Thing, made: type[Any], ends: list[Any], radius: Any, options: dict[str, Any]
) -> dict[str, Any]:
    if not hasattr(made, "improve"):
        raise Unsupported(f"planner {made.name!r} does not improve its paths: it finds one")
    found: list[tuple[Any, float]] = []
    begun = time.perf_counter()
    for path in made(thing).improve(*ends, radius, **options):
        found.append((path, 1e6 * (time.perf_counter() - begun)))
        if len(found) >= _MOST_STEPS:
            break
    # The end of the search proves the last path.
    steps = [{**answer(path, _DETAILS), "elapsed": elapsed} for path, elapsed in found]
    return {"steps": steps, "optimum": with_ratios(steps, None)}


def _journey(
    thing: Thing, made: type[Any], ends: list[Any], radius: Any, options: dict[str, Any]
) -> dict[str, Any]:
    if not hasattr(made, "begin"):
        raise Unsupported(f"planner {made.name!r} has no journeys: 'thpa*' has")
    planner = cast(THPAStar, made._cached_for(thing))
    start, goal = ends
    journey = planner.begin(start, goal, radius, **options)
    legs: list[dict[str, Any]] = []
    subgoals = np.asarray(journey.subgoals)
    for leg in journey:
        legs.append(answer(leg, _DETAILS))
        if len(legs) >= _MOST_STEPS:
            break
    return {"subgoals": subgoals, "legs": legs, "status": journey.status.name}

"""Searches to play: expansions in order, better and better paths, legs of a journey."""

from __future__ import annotations

import time
from typing import Any, cast

import numpy as np

from ..._arguments import as_truth
from ..._errors import InvalidInput, shown
from ..._grid import Grid
from ..._planners import THPAStar, planner_class
from ..answers import answer, cell_of, with_ratios
from ..checks import as_object, as_seconds
from ..deadlines import deadline
from ..errors import Unsupported
from ..expansions import explores
from ..registry import Call, action
from ..session import Session
from ..shapes import Maybe, Number, Object, Point, Text, Truth
from ..versions import with_mesh
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
    on = "Grid" if isinstance(session.thing, Grid) else "World"
    made = planner_class(planner, on)
    given = as_object(options, "options")
    ends = [as_plain(start), as_plain(goal)]
    if on == "Grid":
        is_cell = as_truth(cells, "cells")
        ends = [
            cell_of(session, p, n, is_cell) for p, n in zip(ends, ("start", "goal"), strict=True)
        ]
    version = session.version
    with deadline(as_seconds(seconds, session.limits.seconds)):
        found = modes[mode](session, made, ends, radius, given)
    return {"mode": mode, "version": version, "planner": planner, **found}


def _expansions(
    session: Session, made: type[Any], ends: list[Any], radius: Any, options: dict[str, Any]
) -> dict[str, Any]:
    if not explores(made):
        raise Unsupported(f"planner {made.name!r} does not tell which parts it expands")
    thing: Any = session.thing
    searcher = made._cached_for(thing) if hasattr(made, "_cached_for") else made(thing)
    if isinstance(thing, Grid):
        path = thing.find_path(*ends, planner=made.name, **options)
        cells = searcher.explored(*ends, **options)
        return {"count": len(cells), "on": "cells", "cells": cells, "answer": answer(path)}
    path = thing.find_path(*ends, radius, planner=made.name, **options)
    mesh, rows = with_mesh(thing, lambda: searcher.explored(*ends, radius, **options))
    explored = np.asarray(rows)
    facts = {"count": len(explored), "answer": answer(path, _DETAILS)}
    if explored.ndim == 2:
        return {**facts, "on": "points", "points": explored}
    return {**facts, "on": "triangles", "ids": mesh.ids[explored]}


def _improve(
    session: Session, made: type[Any], ends: list[Any], radius: Any, options: dict[str, Any]
) -> dict[str, Any]:
    if not hasattr(made, "improve"):
        raise Unsupported(f"planner {made.name!r} does not improve its paths: it finds one")
    found: list[tuple[Any, float]] = []
    begun = time.perf_counter()
    for path in made(session.thing).improve(*ends, radius, **options):
        found.append((path, 1e6 * (time.perf_counter() - begun)))
        if len(found) >= _MOST_STEPS:
            break
    # The end of the search proves the last path.
    steps = [{**answer(path, _DETAILS), "elapsed": elapsed} for path, elapsed in found]
    return {"steps": steps, "optimum": with_ratios(steps, None)}


def _journey(
    session: Session, made: type[Any], ends: list[Any], radius: Any, options: dict[str, Any]
) -> dict[str, Any]:
    if not hasattr(made, "begin"):
        raise Unsupported(f"planner {made.name!r} has no journeys: 'thpa*' has")
    planner = cast(THPAStar, made._cached_for(session.world("journey")))
    start, goal = ends
    journey = planner.begin(start, goal, radius, **options)
    legs: list[dict[str, Any]] = []
    subgoals = np.asarray(journey.subgoals)
    for leg in journey:
        legs.append(answer(leg, _DETAILS))
        if len(legs) >= _MOST_STEPS:
            break
    return {"subgoals": subgoals, "legs": legs, "status": journey.status.name}

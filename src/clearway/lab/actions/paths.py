"""Paths: one query with several planners, and batches."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._arguments import as_truth
from ..._costs import AVOID
from ..._errors import ClearwayError, InvalidInput, shown
from ..._grid import Grid
from ..._path import Path, Status
from ..._planners import GRID_PLANNERS, WORLD_PLANNERS, planner_class
from ..answers import answer, as_details, cell_of, refusal, with_ratios
from ..checks import as_object, as_seconds, as_text, as_texts
from ..deadlines import deadline
from ..registry import Call, action
from ..session import Session
from ..shapes import Goal, Maybe, Number, Object, Point, Points, Text, Texts, Truth, Whole


@action("path")
def path(
    call: Call,
    start: Point,
    goal: Goal,
    radius: Number = 0.0,
    planner: Text = None,
    planners: Texts = None,
    options: Object = None,
    costs: Object = None,
    doors: Object = None,
    snap: Maybe = None,
    prefer: Maybe = None,
    cells: Truth = False,
    seconds: Maybe = None,
    detail: Texts = None,
    optimum: Truth = False,
) -> dict[str, Any]:
    """A path by each of several planners."""
    session = call.session
    names = planner_names(session, planner, planners)
    details, most = as_details(detail), as_seconds(seconds, session.limits.seconds)
    given = as_object(options, "options")
    common: dict[str, Any] = {"costs": as_costs(costs), "doors": _doors(doors)}
    common = {key: value for key, value in common.items() if value}
    if snap is not None:
        common["snap"] = snap
    if prefer is not None:
        common["prefer"] = prefer
    is_cell = as_truth(cells, "cells")

    def found(name: str, more: dict[str, Any]) -> Path:
        with deadline(most):
            return find(session, name, start, goal, radius, is_cell, {**common, **more})

    answers: list[dict[str, Any]] = []
    version = session.version
    for name in names:
        try:
            known = found(name, as_object(given.get(name), f"options[{name!r}]"))
            version = session.shown.base + known.version if name in _own(session) else version
            answers.append(answer(known, details))
        except ClearwayError as error:
            if len(names) == 1 and planners is None:
                raise
            answers.append(refusal(name, error))
    shortest: float | None = None
    if as_truth(optimum, "optimum") and not any(a.get("found") and a["optimal"] for a in answers):
        best = found("jps" if isinstance(session.thing, Grid) else "optimal", {})
        shortest = best.length if best.found and best.optimal else None
    return {"version": version, "optimum": with_ratios(answers, shortest), "answers": answers}


@action("paths")
def paths(
    call: Call,
    starts: Points,
    goals: Points,
    radius: Number = 0.0,
    planner: Text = None,
    threads: Whole = 1,
    options: Object = None,
    costs: Object = None,
    doors: Object = None,
    snap: Maybe = None,
) -> dict[str, Any]:
    """A path for each pair of a start and a goal, by one planner."""
    session = call.session
    thing = session.thing
    [name] = planner_names(session, planner, None)
    for given, what in ((starts, "starts"), (goals, "goals")):
        if isinstance(given, list) and len(given) > session.limits.batch:
            raise InvalidInput(
                f"{len(given)} {what}: at most {session.limits.batch}", value=len(given)
            )
    more = dict(as_object(options, "options"))
    if isinstance(thing, Grid) == (name in WORLD_PLANNERS):
        thing = session.polygons()
    if not isinstance(thing, Grid):
        more |= {"costs": as_costs(costs), "doors": _doors(doors)}
    found = thing.find_paths(
        starts, goals, radius, planner=name, threads=threads, snap=snap, **more
    )
    lines = [one.points for one in found]
    lengths = np.cumsum([len(line) for line in lines], dtype=np.int64)
    return {
        "version": session.version,
        "status": [Status(int(s)).name for s in found.status],
        "length": found.length,
        "optimal": found.optimal,
        "point_starts": np.concatenate(([0], lengths)),
        "points": np.concatenate([np.empty((0, 2)), *lines]),
    }


def find(
    session: Session,
    name: str,
    start: Any,
    goal: Any,
    radius: Any,
    is_cell: bool,
    options: dict[str, Any],
) -> Path:
    """One path; on a grid the planners of worlds search its polygons."""
    thing: Any = session.thing
    if not isinstance(thing, Grid):
        known: Path = thing.find_path(
            as_plain(start), as_plain(goal), radius, planner=name, **options
        )
        return known
    ends = [cell_of(session, p, n, is_cell) for p, n in ((start, "start"), (goal, "goal"))]
    if name in GRID_PLANNERS:
        chosen = planner_class(name, "Grid")
        return thing.find_path(ends[0], ends[1], 0.0, planner=chosen, **options)
    a, b = (thing.centres(end) for end in ends)
    return session.polygons().find_path(a, b, radius, planner=name, **options)


def as_plain(value: Any) -> Any:
    """A pair of numbers as a tuple, which is the fastest input; other values as they are."""
    if isinstance(value, list) and len(value) == 2 and not isinstance(value[0], list | dict):
        return tuple(value)
    return value


def planner_names(session: Session, one: Any, several: Any) -> list[str]:
    """The planners of a query; the default of the thing shown if none is named."""
    if several is not None:
        if one is not None:
            raise InvalidInput("path takes planner or planners, not both")
        names = as_texts(several, "planners")
        if len(names) > 32:
            raise InvalidInput(f"{len(names)} planners: at most 32", value=len(names))
    elif one is None:
        names = ["jps" if isinstance(session.thing, Grid) else "optimal"]
    elif isinstance(one, list):
        raise InvalidInput(f"planner is {shown(one)}: one name; planners takes several", value=one)
    else:
        names = [as_text(one, "planner")]
    return names


def _own(session: Session) -> Any:
    return GRID_PLANNERS if isinstance(session.thing, Grid) else WORLD_PLANNERS


def as_costs(value: Any) -> dict[str, Any] | None:
    """The factors of areas; "avoid" is `cw.AVOID`."""
    given = as_object(value, "costs")
    return {name: AVOID if f == "avoid" else f for name, f in given.items()} or None


def _doors(value: Any) -> dict[Any, Any] | None:
    """The states of doors, by handle or name; keys of JSON are texts."""
    given = as_object(value, "doors")
    out = {_handle_or_name(key): state for key, state in given.items()}
    for key, state in out.items():
        if not isinstance(state, bool):
            raise InvalidInput(f"doors[{key!r}] is {shown(state)}: true or false", value=state)
    return out or None


def _handle_or_name(key: str) -> int | str:
    return int(key) if key.isdecimal() and len(key) < 20 and key == str(int(key)) else key

"""Edits of a world, and the history of a session."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._errors import InvalidInput, shown
from ..checks import as_text, point_count
from ..edit_ops import apply_edit, handles_of, is_round
from ..history import CellStep, ObjectStep, ReplaceStep, States, Step, states_of
from ..registry import Call, action, as_parameters
from ..session import Session
from ..shapes import Objects, Text
from ..summary import summary
from .objects import described_objects

_MOST_DISC_POINTS = 256  # of a disc or a capsule as a polygon


@action("edit", changes=True)
def edit(call: Call, edits: Objects, gesture: Text = None) -> dict[str, Any]:
    """Several edits as one transaction, all or nothing, one step of the history."""
    session = call.session
    world = session.world("edit")
    most = session.limits.batch
    if not isinstance(edits, list) or len(edits) > most:
        raise InvalidInput(f"edits is {shown(edits)}: a list of at most {most} edits", value=edits)
    mark = None if gesture is None else as_text(gesture, "gesture")
    known = [dict(as_parameters(one)) for one in edits]
    session.check_points(point_count(edits) + sum(_MOST_DISC_POINTS for e in known if is_round(e)))
    touched: list[int] = []
    for one in known:
        touched += handles_of(one)
    before = states_of(world, dict.fromkeys(touched))
    made: list[int | None] = []
    version = world.version
    with world.editing():
        for i, one in enumerate(known):
            made.append(apply_edit(world, one, i))
    added = [handle for handle in made if handle is not None]
    after = states_of(world, dict.fromkeys([*touched, *added]))
    before |= dict.fromkeys(added)
    if world.version != version:
        session.record(ObjectStep(before, after), mark)
    return {"handles": made, **_change(session, before | after)}


def _change(session: Session, touched: States) -> dict[str, Any]:
    """CHANGE of docs/reference/lab-protocol.md, without `handles`."""
    world = session.world("edit")
    there = described_objects(world, touched)
    handles = {one["handle"] for one in there}
    return {
        "version": session.version,
        "changed": there,
        "removed": [handle for handle in touched if handle not in handles],
        "replaced": False,
        "undo": len(session.history.done),
        "redo": len(session.history.undone),
    }


@action("undo", changes=True)
def undo(call: Call) -> dict[str, Any]:
    """Undoes the last step."""
    return _taken(call.session, call.session.history.undo(call.session.take))


@action("redo", changes=True)
def redo(call: Call) -> dict[str, Any]:
    """Does the last undone step again."""
    return _taken(call.session, call.session.history.redo(call.session.take))


def _taken(session: Session, step: Step | None) -> dict[str, Any]:
    if isinstance(step, ObjectStep):
        return {"handles": [], **_change(session, step.before)}
    facts: dict[str, Any] = {
        "handles": [],
        "version": session.version,
        "changed": [],
        "removed": [],
        "replaced": isinstance(step, ReplaceStep),
        "undo": len(session.history.done),
        "redo": len(session.history.undone),
    }
    if isinstance(step, CellStep):
        grid = session.grid("undo")
        y, x = np.divmod(step.cells, grid.width)
        facts["cells"] = np.column_stack((x, y, grid.blocked.ravel()[step.cells]))
    elif step is not None:
        facts["world"] = summary(session)
    return facts


@action("clear", changes=True)
def clear(call: Call) -> dict[str, Any]:
    """Removes every object of the world."""
    session = call.session
    world = session.world("clear")
    handles = [*world.obstacles, *world.areas, *world.doors, *world.links]
    before = states_of(world, handles)
    if handles:
        world.remove(handles)
        session.record(ObjectStep(before, dict.fromkeys(handles)))
    return {"handles": [], **_change(session, before)}

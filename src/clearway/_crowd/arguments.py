"""The arguments of a crowd: agents, and a goal for all or one for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._arguments import as_truth
from .._errors import InvalidInput, shown
from .._geometry import POST, Ints
from .._goals import Place, Places, as_place
from .._lengths import as_numbers

if TYPE_CHECKING:
    from .. import _core


class Goal(NamedTuple):
    """Where agents are sent: a place, or an agent; neither: nowhere."""

    place: Place | None = None
    leader: int = -1

    @property
    def leaves(self) -> bool:
        """Whether agents leave on arrival by default: not at a point, not beside a leader."""
        if self.place is None:
            return False
        return any(role != POST for part in self.place for role, _ in part.chains)


class GoalColumns(NamedTuple):
    """Goals as the core takes them: one for all agents, or one for each."""

    places: _core.Places
    which: Ints  # of the places; -1: none
    leaders: Ints  # -1: none
    leaves: npt.NDArray[np.uint8]


def goal_columns(goals: Sequence[Goal], leave: bool | None) -> GoalColumns:
    """`leave`: whether agents leave on arrival; None: as their goals say."""
    has_place = np.array([goal.place is not None for goal in goals], dtype=bool)
    return GoalColumns(
        Places([goal.place for goal in goals if goal.place is not None]).core,
        np.where(has_place, np.cumsum(has_place) - 1, -1).astype(np.int64),
        np.array([goal.leader for goal in goals], dtype=np.int64),
        np.array([goal.leaves if leave is None else leave for goal in goals], dtype=np.uint8),
    )


def as_array(value: Any, name: str, what: str) -> npt.NDArray[Any]:
    """What numpy makes of a value, which may be ragged or contain itself."""
    try:
        return np.asarray(value)
    except (ValueError, TypeError, RecursionError, OverflowError):
        raise InvalidInput(f"{name} is {shown(value)}: {what}", value=value) from None


def as_agents(value: Any, count: int, name: str = "ids") -> Ints:
    """Numbers of agents, one or several, each less than `count`."""
    if isinstance(value, bool | np.bool_):
        raise InvalidInput(f"{name} is {shown(value)}: numbers of agents", value=value)
    array = as_array(value, name, "numbers of agents")
    if array.size == 0 and array.ndim <= 1:
        return np.empty(0, dtype=np.int64)
    if array.dtype.kind not in "iu" or array.ndim > 1:
        raise InvalidInput(f"{name} is {shown(value)}: numbers of agents", value=value)
    single = array.ndim == 0
    array = array.reshape(-1)
    bad = (array < 0) | (array >= count)
    if bad.any():
        i = int(np.argmax(bad))
        where = name if single else f"{name}[{i}]"
        number = int(array[i])
        raise InvalidInput(
            f"{where} is {number}: there is no such agent", None if single else i, number
        )
    return np.ascontiguousarray(array, dtype=np.int64)


def as_goal(value: Any, count: int, name: str = "goal") -> Goal:
    """One goal: a point, a line, an area, several of these, the number of an agent, or None."""
    if value is None:
        return Goal()
    if isinstance(value, int | np.integer) and not isinstance(value, bool):
        return Goal(leader=int(as_agents(value, count, name)[0]))
    return Goal(as_place(value, name))


def as_goals(value: Any, agents: int, count: int) -> list[Goal] | Goal:
    """A goal for all agents, or a list with one for each of `agents`.

    An array or a list with as many members as there are agents has one for each, unless it is one
    point.
    """
    several = isinstance(value, list | tuple | np.ndarray) and np.ndim(_first(value)) > 0
    if not several or len(value) != agents:
        return as_goal(value, count, "goals")
    return [as_goal(member, count, f"goals[{i}]") for i, member in enumerate(value)]


def _first(value: Any) -> Any:
    """A member that is no number, as an array of one dimension or more; 0 if all are numbers."""
    if isinstance(value, np.ndarray):
        return value if value.ndim > 1 else value[:1] if value.dtype == object else 0
    numbers = int | float | np.number
    return [0] if any(not isinstance(member, numbers) for member in value) else 0


def as_priorities(value: Any, count: int) -> Ints:
    array = as_numbers(value, count, "priority", -(2.0**31), 2.0**31 - 1)
    bad = array != np.floor(array)
    if bad.any():
        i = int(np.argmax(bad))
        at = float(array[i])
        raise InvalidInput(f"priority[{i}] is {at!r}: an integer is needed", i, at)
    return array.astype(np.int64)


def as_truths(value: Any, count: int, name: str) -> npt.NDArray[np.uint8]:
    array = as_array(value, name, f"True or False, or {count} of these")
    if array.ndim == 0:
        return np.full(count, as_truth(value, name), dtype=np.uint8)
    if array.shape != (count,) or array.dtype.kind not in "biu":
        raise InvalidInput(f"{name} must be True or False, or {count} of these", value=value)
    return np.ascontiguousarray(array.astype(bool), dtype=np.uint8)

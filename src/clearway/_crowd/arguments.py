"""The arguments of a crowd: agents, and a goal for all or one for each."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._errors import InvalidInput, shown
from .._geometry import POST, Ints
from .._goals import Place, as_place


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

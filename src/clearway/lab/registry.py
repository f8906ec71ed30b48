"""Actions by name: what HTTP and the websocket can ask for.

An action is a function of a `Call` and named parameters, which are those of the request. It runs in
a thread of the server, with a deadline. Its annotations describe the parameters (`shapes.py`).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from .._errors import InvalidInput, shown
from .deadlines import deadline
from .errors import NotFound

if TYPE_CHECKING:
    from .server import Server
    from .session import Session


class Call(NamedTuple):
    """The server and the session of a request."""

    server: Server
    session: Session


@dataclass(frozen=True)
class Action:
    """`changes`: runs alone among those of its session. `get`: also by GET, without parameters."""

    name: str
    do: Callable[..., Any]
    changes: bool
    get: bool

    @property
    def summary(self) -> str:
        """The first line of its docstring."""
        return (self.do.__doc__ or "").split("\n")[0]

    @cached_property
    def parameters(self) -> list[inspect.Parameter]:
        """Those of a request."""
        return list(inspect.signature(self.do).parameters.values())[1:]

    def check(self, given: dict[str, Any]) -> None:
        """Refuses unknown and missing parameters."""
        known = {p.name: p for p in self.parameters}
        names = ", ".join(known) or "none"
        for name in given:
            if name not in known:
                raise InvalidInput(
                    f"{self.name} has no parameter {shown(name)}; it has: {names}", value=name
                )
        for name, parameter in known.items():
            if parameter.default is parameter.empty and name not in given:
                raise InvalidInput(f"{self.name} needs the parameter {name!r}", value=name)


ACTIONS: dict[str, Action] = {}


def action(
    name: str, *, changes: bool = False, get: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Registers a function as an action."""

    def register(do: Callable[..., Any]) -> Callable[..., Any]:
        ACTIONS[name] = Action(name, do, changes, get)
        return do

    return register


def named(name: Any) -> Action:
    """The action of a name."""
    known = ACTIONS.get(name) if isinstance(name, str) else None
    if known is None:
        raise NotFound(f"no action {shown(name)}; there are: {', '.join(sorted(ACTIONS))}")
    return known


def as_parameters(value: Any) -> dict[str, Any]:
    """The parameters of a request."""
    if not isinstance(value, dict):
        raise InvalidInput(f"the request is {shown(value)}: a JSON object is needed", value=value)
    return value


def perform(call: Call, name: Any, given: dict[str, Any]) -> Any:
    """Runs an action on this thread; raises what it raises."""
    chosen = named(name)
    chosen.check(given)
    call.session.touch()
    with deadline(call.session.limits.seconds):
        return chosen.do(call, **given)


def is_change(name: Any, given: dict[str, Any]) -> bool:
    """Whether a request must run alone among the changes of its session."""
    if name == "batch":
        inner = given.get("actions")
        inner = inner if isinstance(inner, list) else []
        return any(is_change(a.get("do"), a) for a in inner if isinstance(a, dict))
    known = ACTIONS.get(name) if isinstance(name, str) else None
    return known is not None and known.changes

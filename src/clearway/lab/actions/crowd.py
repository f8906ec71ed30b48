"""Agents: a crowd in the world shown."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from ..._crowd import Crowd
from ..._errors import InvalidInput, shown
from ..._lengths import as_radius
from ..checks import as_whole
from ..errors import TooLarge
from ..registry import Call, action, as_parameters
from ..session import Session
from ..shapes import Number, Objects, Whole

_MOST_AGENTS = 5000
_NEEDED = ("position", "radius", "speed", "goal")


class Walkers:
    """A crowd with what the page draws of its agents."""

    def __init__(self, crowd: Crowd) -> None:
        self.crowd = crowd
        self.lock = threading.Lock()
        self.ids: list[int] = []
        self.radii: list[float] = []
        self.time = 0.0

    def add(self, agents: list[dict[str, Any]]) -> list[int]:
        """Adds agents; returns their ids."""
        if not agents:
            return []
        columns = {name: [agent[name] for agent in agents] for name in _NEEDED}
        with self.lock:
            made = self.crowd.add(
                columns["position"],
                radius=columns["radius"],
                speed=columns["speed"],
                goals=columns["goal"],
            )
            ids = [int(i) for i in np.atleast_1d(made)]
            self.ids += ids
            self.radii += [float(r) for r in columns["radius"]]
        return ids


@action("crowd", changes=True)
def crowd(call: Call, agents: Objects) -> dict[str, Any]:
    """A new crowd in the world, in place of the last; no agents: none."""
    known = _agents(agents, 0)
    session = call.session
    session.crowd = Walkers(Crowd(session.world("crowd"), ignore_links=True)) if known else None
    ids = session.crowd.add(known) if known else []
    return {"ids": ids, "count": len(ids)}


@action("crowd_add", changes=True)
def crowd_add(call: Call, agents: Objects) -> dict[str, Any]:
    """More agents for the crowd."""
    walkers = _walkers(call.session)
    return {"ids": walkers.add(_agents(agents, len(walkers.ids)))}


@action("crowd_step")
def crowd_step(call: Call, dt: Number, steps: Whole = 1) -> dict[str, Any]:
    """Lets the agents walk."""
    walkers = _walkers(call.session)
    count = as_whole(steps, "steps", 1, 1000)
    seconds = as_radius(dt, "dt")
    with walkers.lock:
        for _ in range(count):
            walkers.crowd.step(seconds)
        walkers.time += count * seconds
        return {
            "version": call.session.version,
            "time": walkers.time,
            "ids": np.array(walkers.ids, dtype=np.int32),
            "positions": np.array(walkers.crowd.positions, dtype=float).reshape(-1, 2),
            "radii": np.array(walkers.radii),
            "arrived": np.asarray(walkers.crowd.arrived).astype(np.uint8),
            "no_way": np.isinf(walkers.crowd.remaining).astype(np.uint8),
        }


def _walkers(session: Session) -> Walkers:
    if session.crowd is None:
        raise InvalidInput("there is no crowd: make one with the action crowd")
    walkers: Walkers = session.crowd
    return walkers


def _agents(value: Any, already: int) -> list[dict[str, Any]]:
    if not isinstance(value, list):
        raise InvalidInput(f"agents is {shown(value)}: a list of agents", value=value)
    if already + len(value) > _MOST_AGENTS:
        raise TooLarge(f"{already + len(value)} agents: at most {_MOST_AGENTS}")
    out = [as_parameters(agent) for agent in value]
    for i, agent in enumerate(out):
        for name in _NEEDED:
            if name not in agent:
                raise InvalidInput(f"agent {i} needs {name!r}", i, name)
    return out

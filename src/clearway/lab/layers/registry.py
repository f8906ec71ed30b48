"""Layers by name."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

from ..session import Session

Draw = Callable[..., dict[str, Any]]


class Layer(NamedTuple):
    """A function that computes a layer; `on` are the kinds of things that have it."""

    name: str
    draw: Draw
    on: tuple[str, ...]

    @property
    def parameters(self) -> dict[str, Any]:
        """Names and defaults; `inspect.Parameter.empty` where one is needed."""
        found = list(inspect.signature(self.draw).parameters.values())[1:]
        return {p.name: p.default for p in found}

    def told(self) -> dict[str, Any]:
        """As `about` tells it."""
        needed = inspect.Parameter.empty
        parameters = [
            {
                "name": name,
                "needed": default is needed,
                "default": None if default is needed else default,
            }
            for name, default in self.parameters.items()
        ]
        summary = (self.draw.__doc__ or "").split("\n")[0]
        return {
            "name": self.name,
            "summary": summary,
            "on": list(self.on),
            "parameters": parameters,
        }


LAYERS: dict[str, Layer] = {}


def layer(name: str, on: tuple[str, ...] = ("world",)) -> Callable[[Draw], Draw]:
    """Registers a function as a layer."""

    def register(draw: Draw) -> Draw:
        LAYERS[name] = Layer(name, draw, on)
        return draw

    return register


def version_of(session: Session, version: int) -> int:
    """The version of the session for one of the thing shown."""
    return session.shown.base + version

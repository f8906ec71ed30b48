"""Layers of insides, by name."""

from __future__ import annotations

import inspect
from typing import Any

from ..._errors import InvalidInput, shown
from ..layers import LAYERS
from ..registry import Call, action
from ..shapes import Anything, Goal, Maybe, Number, Point, Text, Whole

_NOT_GIVEN = object()


@action("layer")
def layer(
    call: Call,
    name: Text,
    radius: Number = _NOT_GIVEN,
    planner: Text = _NOT_GIVEN,
    point: Point = _NOT_GIVEN,
    goals: Goal = _NOT_GIVEN,
    cells: Whole = _NOT_GIVEN,
    contours: Whole = _NOT_GIVEN,
    smooth: Maybe = _NOT_GIVEN,
) -> dict[str, Any]:
    """A layer of the insides of the world, as arrays to draw."""
    if not isinstance(name, str) or name not in LAYERS:
        raise InvalidInput(f"no layer {shown(name)}; there are: {', '.join(LAYERS)}", value=name)
    chosen = LAYERS[name]
    every: dict[str, Anything] = {
        "radius": radius,
        "planner": planner,
        "point": point,
        "goals": goals,
        "cells": cells,
        "contours": contours,
        "smooth": smooth,
    }
    given = {key: value for key, value in every.items() if value is not _NOT_GIVEN}
    known = chosen.parameters
    for key in given:
        if key not in known:
            names = ", ".join(known) or "none"
            raise InvalidInput(
                f"layer {name!r} has no parameter {key!r}; it has: {names}", value=key
            )
    for key, default in known.items():
        if default is inspect.Parameter.empty and key not in given:
            raise InvalidInput(f"layer {name!r} needs the parameter {key!r}", value=key)
    return {"name": name, **chosen.draw(call.session, **given)}

"""Signatures of calls whose options come in `**options`, as `help` shows them.

The calls do not declare these options: a keyword that is not given costs 150 instructions, and a
short query takes 22,000.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any

from .._core import Option
from ._options import WORLD


class _NotGiven:
    """The default of an option that has none."""

    def __repr__(self) -> str:
        return "<not given>"


NOT_GIVEN = _NotGiven()


def show_options(call: Callable[..., Any], **more: str) -> None:
    """Makes the signature of a call show what it takes besides its declared parameters.

    These are keywords that are None if they are not given, `more`, with their types; and the
    options of planner "optimal". `**options` stands for those of other planners.
    """
    known = signature(call)
    *plain, rest = known.parameters.values()
    keywords = [_keyword(name, None, kind) for name, kind in more.items()]
    options = [_shown(option) for option in WORLD["optimal"].options if option.when_finding]
    found = known.replace(parameters=[*plain, *keywords, *options, rest])
    call.__signature__ = found  # type: ignore[attr-defined]


def _shown(option: Option) -> Parameter:
    if option.type == "flag":
        return _keyword(option.name, bool(option.default), "bool")
    default = NOT_GIVEN if math.isnan(option.default) else option.default
    return _keyword(option.name, default, "float")


def _keyword(name: str, default: Any, kind: str) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)

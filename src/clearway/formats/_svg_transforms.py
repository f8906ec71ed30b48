"""Transforms of SVG: their matrices."""

from __future__ import annotations

import math
import re

from .._errors import InvalidInput, shown
from ._svg_path import numbers

Matrix = tuple[float, float, float, float, float, float]  # a, b, c, d, e, f as in SVG
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_TRANSFORM = re.compile(r"[\s,]*([A-Za-z]+)\s*\(([^()]*)\)")
_TURNS = {  # how many numbers each transform takes
    "matrix": (6,), "translate": (1, 2), "scale": (1, 2), "rotate": (1, 3), "skewX": (1,),
    "skewY": (1,),
}  # fmt: skip


def times(m: Matrix, n: Matrix) -> Matrix:
    """First n, then m."""
    return (
        m[0] * n[0] + m[2] * n[1],
        m[1] * n[0] + m[3] * n[1],
        m[0] * n[2] + m[2] * n[3],
        m[1] * n[2] + m[3] * n[3],
        m[0] * n[4] + m[2] * n[5] + m[4],
        m[1] * n[4] + m[3] * n[5] + m[5],
    )


def transform(text: str) -> Matrix:
    """The matrix of a list of transforms; the last is applied first."""
    matrix, at = IDENTITY, 0
    end = len(text.rstrip(" \t\r\n\f,"))
    while at < end:
        match = _TRANSFORM.match(text, at)
        if match is None or match[1] not in _TURNS:
            raise InvalidInput(f"{shown(text[at : at + 20])} where a transform should be")
        args = numbers(match[2], 6)
        if len(args) not in _TURNS[match[1]]:
            raise InvalidInput(f"{len(args)} numbers in a transform {match[1]!r}")
        matrix, at = times(matrix, _one(match[1], args)), match.end()
    return matrix


def _one(kind: str, args: list[float]) -> Matrix:
    if kind == "matrix":
        return (args[0], args[1], args[2], args[3], args[4], args[5])
    if kind == "translate":
        return (1.0, 0.0, 0.0, 1.0, args[0], args[1] if len(args) > 1 else 0.0)
    if kind == "scale":
        return (args[0], 0.0, 0.0, args[-1], 0.0, 0.0)
    angle = math.radians(math.fmod(args[0], 360.0))
    if kind == "skewX":
        return (1.0, 0.0, math.tan(angle), 1.0, 0.0, 0.0)
    if kind == "skewY":
        return (1.0, math.tan(angle), 0.0, 1.0, 0.0, 0.0)
    c, s = _cosine_and_sine(args[0], angle)
    turn = (c, s, -s, c, 0.0, 0.0)
    if len(args) == 1:
        return turn
    x, y = args[1:]
    return times(times((1.0, 0.0, 0.0, 1.0, x, y), turn), (1.0, 0.0, 0.0, 1.0, -x, -y))


def _cosine_and_sine(degrees: float, angle: float) -> tuple[float, float]:
    """Exact for quarter turns, so that squares stay square."""
    quarters, rest = divmod(degrees, 90.0)
    if rest == 0.0:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarters % 4)]
    return math.cos(angle), math.sin(angle)

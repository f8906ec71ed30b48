"""SVG path data (SVG 2, chapter 9) as straight pieces and Bezier curves."""

from __future__ import annotations

import cmath
import math
import re
from collections.abc import Iterator
from typing import NamedTuple

from .._errors import InvalidInput, shown

Curve = tuple[complex, ...]  # control points: 2 for a line, 3 or 4 for a Bezier curve
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_SEPARATOR = re.compile(r"[ \t\r\n\f]*,?[ \t\r\n\f]*")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_ARC = math.tau / 12  # the largest angle of one cubic


class Subpath(NamedTuple):
    """One connected part: a start, the curves from there, and whether it is closed."""

    start: complex
    curves: list[Curve]
    closed: bool


def numbers(text: str, most: int | None = None) -> list[float]:
    """Numbers separated by white space, one comma or nothing; the whole text."""
    out: list[float] = []
    at = _SEPARATOR.match(text).end()  # type: ignore[union-attr]
    while at < len(text):
        match = _NUMBER.match(text, at)
        if match is None or (most is not None and len(out) == most):
            raise InvalidInput(f"{shown(text[at : at + 20])} where a number should be")
        out.append(_finite(match[0]))
        at = _SEPARATOR.match(text, match.end()).end()  # type: ignore[union-attr]
    return out


def leading_number(text: str) -> tuple[float, str]:
    """The number at the beginning of a text, and the rest in lower case; NaN without a number."""
    text = text.strip()
    match = _NUMBER.match(text)
    return (float(match[0]), text[match.end() :].lower()) if match else (math.nan, text)


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise InvalidInput(f"{shown(text)} is out of range", value=text)
    return value


def subpaths(data: str) -> list[Subpath]:
    """The parts of a path; truncated or other data are refused."""
    out: list[Subpath] = []
    start = pen = 0j
    control: complex | None = None  # of the previous curve, for S and T
    before = ""
    part: Subpath | None = None
    for command, args in _commands(data):
        kind = command.upper()
        origin = pen if command.islower() else 0j
        if not out and part is None and kind != "M":
            raise InvalidInput(f"a path that starts with {shown(command)}, not M")
        if kind == "M":
            if part is not None:
                out.append(part)
            pen = start = origin + complex(*args)
            part = Subpath(start, [], False)
            before = kind
            continue
        if kind == "Z":
            if part is not None:
                out.append(part._replace(closed=True))
            part, pen, before = None, start, kind
            continue
        if part is None:
            part = Subpath(start, [], False)
        if kind == "H":
            points = [complex(origin.real + args[0], pen.imag)]
        elif kind == "V":
            points = [complex(pen.real, origin.imag + args[0])]
        elif kind == "A":
            end = origin + complex(args[5], args[6])
            curves = arc(pen, end, args[0], args[1], args[2], bool(args[3]), bool(args[4]))
            part.curves.extend(curves)
            pen, before, control = end, kind, None
            continue
        else:
            pairs = zip(args[::2], args[1::2], strict=True)
            points = [origin + complex(x, y) for x, y in pairs]
        if kind in "ST":
            smooth = control is not None and before in ("CS" if kind == "S" else "QT")
            points.insert(0, 2 * pen - control if smooth else pen)  # type: ignore[operator]
        part.curves.append((pen, *points))
        control = points[-2] if kind in "CSQT" else None
        pen, before = points[-1], kind
    if part is not None:
        out.append(part)
    return out


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Commands with the numbers of one repetition each."""
    at = _blank(data, 0)
    while at < len(data):
        command = data[at]
        count = _ARGUMENTS.get(command.upper())
        if count is None:
            raise InvalidInput(f"{shown(data[at : at + 20])} where a command of a path should be")
        at = _blank(data, at + 1)
        if count == 0:
            yield command, []
            continue
        while True:
            args = []
            for i in range(count):
                flag = count == 7 and i in (3, 4)
                if flag and data[at : at + 1] in ("0", "1"):
                    value, at = float(data[at]), at + 1
                else:
                    match = None if flag else _NUMBER.match(data, at)
                    if match is None:
                        here = shown(data[at : at + 20])
                        raise InvalidInput(f"{here} where number {i + 1} of {command!r} should be")
                    value, at = _finite(match[0]), match.end()
                args.append(value)
                at = _SEPARATOR.match(data, at).end()  # type: ignore[union-attr]
            yield command, args
            if at >= len(data) or data[at].isalpha():
                break
            command = {"M": "L", "m": "l"}.get(command, command)


def _blank(data: str, at: int) -> int:
    return _SEPARATOR.match(data, at).end()  # type: ignore[union-attr]


def arc(
    start: complex, end: complex, rx: float, ry: float, turn: float, large: bool, sweep: bool
) -> list[Curve]:
    """An elliptical arc as cubics (SVG 2, appendix B.2.4); `turn` in degrees."""
    if start == end:
        return []
    rx, ry = abs(rx), abs(ry)
    if rx == 0.0 or ry == 0.0:
        return [(start, end)]
    axis = cmath.rect(1.0, math.radians(turn))
    half = (start - end) / 2 / axis
    x, y = half.real / rx, half.imag / ry
    square = x * x + y * y
    if not 0.0 < square < math.inf:  # too small or too large to be curved
        return [(start, end)]
    if square > 1.0:  # an ellipse that is too small is enlarged until it reaches the end
        rx, ry = rx * math.sqrt(square), ry * math.sqrt(square)
        x, y, square = x / math.sqrt(square), y / math.sqrt(square), 1.0
    # In units of the radii the ellipse is a circle of radius 1 around `centre`.
    offset = math.sqrt(max(0.0, 1.0 / square - 1.0)) * (-1 if large == sweep else 1)
    centre = complex(offset * y, -offset * x)
    first, last = complex(x, y) - centre, complex(-x, -y) - centre
    angle = cmath.phase(first)
    swept = cmath.phase(last) - angle
    if sweep and swept < 0:
        swept += math.tau
    elif not sweep and swept > 0:
        swept -= math.tau
    count = max(1, math.ceil(abs(swept) / _ARC))
    step = swept / count
    alpha = math.sin(step) * (math.sqrt(4 + 3 * math.tan(step / 2) ** 2) - 1) / 3

    def place(z: complex) -> complex:
        z += centre
        return (start + end) / 2 + complex(z.real * rx, z.imag * ry) * axis

    out: list[Curve] = []
    at = start
    for i in range(count):
        a, b = (cmath.rect(1.0, angle + step * n) for n in (i, i + 1))
        to = end if i == count - 1 else place(b)
        out.append((at, place(a + 1j * alpha * a), place(b - 1j * alpha * b), to))
        at = to
    return out

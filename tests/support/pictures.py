"""Comparison of drawings."""

from __future__ import annotations

import re

NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")


def same_drawing(made: str, kept: str) -> bool:
    """Equal but for the last digits of numbers, which other mathematical libraries round otherwise."""
    if NUMBER.sub("", made) != NUMBER.sub("", kept):
        return False
    pairs = zip(NUMBER.findall(made), NUMBER.findall(kept), strict=True)
    return all(abs(float(a) - float(b)) <= 0.02 for a, b in pairs)

"""Numbers as text."""

from __future__ import annotations


def exact(value: float) -> str:
    """The shortest text that reads back as the same number.

    >>> exact(5476620.25), exact(3.0), exact(0.1)
    ('5476620.25', '3', '0.1')
    """
    text = repr(float(value))
    return text.removesuffix(".0")

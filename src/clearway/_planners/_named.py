"""Options that are numbers in the core and names in Python."""

from __future__ import annotations

from typing import Any

from .._errors import InvalidInput, shown

# By the number that the core takes.
HEURISTICS = ("octile", "euclidean", "manhattan")
QUEUES = ("buckets", "binary", "fibonacci", "list")


def numbered(options: dict[str, Any], name: str, known: tuple[str, ...]) -> dict[str, Any]:
    """The options with the number of this one's name, if it is among them."""
    if name not in options:
        return options
    value = options[name]
    if not isinstance(value, str) or value not in known:
        names = ", ".join(map(repr, known))
        raise InvalidInput(f"{name} is {shown(value)}: one of {names}", value=value)
    return {**options, name: known.index(value)}

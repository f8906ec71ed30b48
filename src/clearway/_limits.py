"""Limits on the cost of reading a file."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from ._errors import InvalidInput, shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits on the cost of reading one file; they mean the same for every reader.

    A file that exceeds a limit raises `InvalidInput`, which names the limit. The defaults admit
    every map of the public benchmarks and worlds of millions of points. Give larger ones for a
    file that you trust: `cw.load("huge.geojson", limits=cw.Limits(bytes=2**32, points=10**9))`.

    bytes: size of a file, as stored and after unpacking; of each file that it names.
    points: points of the world, after conversion of curves to chords and after copying.
    cells: cells of a grid, pixels of a picture, tiles of a layer. `Grid` allows at most 2**28.
    entities: features, elements or objects in the file; rows of a table of queries.
    copies: elements by reference: `use` in SVG, collision shapes of tiles.
    depth: levels of nested elements, groups, copies and collections.
    files: other files that are read because the file names them.

    >>> import clearway as cw
    >>> limits = cw.Limits(points=1000)
    >>> limits.points
    1000
    """

    bytes: int = 2**28
    points: int = 2**22
    cells: int = 2**28
    entities: int = 2**21
    copies: int = 10**5
    depth: int = 64
    files: int = 256

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise InvalidInput(
                    f"limits.{field.name} is {shown(value)}: a whole number above 0", value=value
                )

    def check(self, limit: str, count: int, what: str) -> None:
        """Refuses a count above a limit; `what` names the counted items in the error.

        >>> import clearway as cw
        >>> cw.Limits(points=1000).check("points", 900, "room.svg")
        """
        most = getattr(self, limit)
        if count > most:
            raise InvalidInput(f"{what}: more than limits.{limit}, which is {most}", value=count)

    def too_deep(self, what: str) -> InvalidInput:
        """The error for nesting that the parser of a format cannot handle.

        >>> import clearway as cw
        >>> raise cw.Limits().too_deep("room.svg")  # doctest: +SKIP
        """
        return InvalidInput(
            f"{what}: nested too deeply: more than limits.depth, which is {self.depth}, "
            "or than Python's recursion limit"
        )


DEFAULT = Limits()


def as_limits(value: Any) -> Limits:
    """The limits given, also as a dict of some of them; the defaults for None."""
    if value is None:
        return DEFAULT
    if isinstance(value, dict) and set(value) <= {field.name for field in fields(Limits)}:
        return Limits(**value)
    if not isinstance(value, Limits):
        raise InvalidInput(f"limits is {shown(value)}: a cw.Limits is needed", value=value)
    return value

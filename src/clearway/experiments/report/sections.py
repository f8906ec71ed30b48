"""Parts of a report: figures, tables, and claims of a document beside what was measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Claim:
    """A statement of a document, what was measured, and whether they agree.

    `why`: the reason where they differ; it is shown only then.

    >>> from clearway.experiments import Claim
    >>> Claim("A* is slower than TA*", "5.1 times slower", True).verdict
    'agrees'
    """

    published: str
    ours: str
    holds: bool
    why: str = ""

    @property
    def verdict(self) -> str:
        """Either "agrees" or "differs"."""
        return "agrees" if self.holds else "differs"


@dataclass(frozen=True)
class Section:
    """One figure or table of a document, repeated.

    `text` stands below the title; `draw` gets a matplotlib figure of `size` (inches); `columns` and
    `rows` are a table of texts and numbers; `claims` are statements beside what was measured.

    >>> from clearway.experiments import Section
    >>> Section("Table 1", columns=("n", "us"), rows=[(10, 3.5)]).title
    'Table 1'
    """

    title: str
    text: str = ""
    draw: Callable[[Any], None] | None = None
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[Any]] = ()
    claims: Sequence[Claim] = ()
    size: tuple[float, float] = (7.2, 3.9)

    def __post_init__(self) -> None:
        if bool(self.columns) != bool(self.rows):
            raise ValueError(f"{self.title}: a table has columns and rows, or neither")


def shown_cell(value: Any) -> str:
    """A cell of a table as text: numbers with three or four digits, - for what is missing."""
    if value is None or value != value:
        return "-"
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    if isinstance(value, int) or (value.is_integer() and abs(value) >= 100):
        return f"{int(value):,}"
    size = abs(value)
    if size >= 1000:
        return f"{value:,.0f}"
    return f"{value:.4g}" if size >= 0.001 or value == 0 else f"{value:.2g}"

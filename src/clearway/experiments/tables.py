"""Tables of measurements: columns of numbers or words, kept as CSV files."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Self

import numpy as np

from .._errors import InvalidInput, shown

Cell = str | int | float | bool | None
Row = Mapping[str, Cell]


class Table:
    """Rows with named columns; a column is a numpy array of floats or of words.

    What is missing is NaN among numbers and "" among words. Numbers are written without loss.

    >>> from clearway.experiments import Table
    >>> table = Table.of_rows([{"map": "a", "us": 3.0}, {"map": "b", "us": 5.0}])
    >>> table["us"].tolist(), len(table.where(map="b"))
    ([3.0, 5.0], 1)
    """

    def __init__(self, columns: Mapping[str, Any]) -> None:
        self.columns = {name: np.asarray(values) for name, values in columns.items()}
        if len(counts := {len(values) for values in self.columns.values()}) > 1:
            raise InvalidInput(f"columns of different lengths: {sorted(counts)}")

    @classmethod
    def of_rows(cls, rows: Iterable[Row]) -> Self:
        """A table of these rows; a column that a row lacks is missing there.

        >>> from clearway.experiments import Table
        >>> Table.of_rows([{"map": "a", "us": 3.0}, {"map": "b"}])["us"].tolist()
        [3.0, nan]
        """
        listed = list(rows)
        names = dict.fromkeys(name for row in listed for name in row)
        return cls({name: _column([row.get(name) for row in listed]) for name in names})

    @classmethod
    def joined(cls, tables: Sequence[Table]) -> Self:
        """The rows of several tables, one after the other.

        >>> from clearway.experiments import Table
        >>> parts = [Table.of_rows([{"n": 1}]), Table.of_rows([{"n": 2}])]
        >>> Table.joined(parts)["n"].tolist()
        [1.0, 2.0]
        """
        filled = [table for table in tables if len(table)]
        names = dict.fromkeys(name for table in filled for name in table.columns)
        out = {}
        for name in names:
            parts = [t.columns.get(name, np.full(len(t), np.nan)) for t in filled]
            if any(part.dtype.kind == "U" for part in parts):
                parts = [_words(part) for part in parts]
            out[name] = np.concatenate(parts)
        return cls(out)

    def __len__(self) -> int:
        return next((len(values) for values in self.columns.values()), 0)

    def __contains__(self, name: object) -> bool:
        return name in self.columns

    def __getitem__(self, name: str) -> Any:
        if name not in self.columns:
            known = ", ".join(self.columns) or "none"
            raise InvalidInput(f"no column {shown(name)}; there are: {known}", value=name)
        return self.columns[name]

    def where(self, mask: Any = None, **values: Any) -> Table:
        """The rows of a mask, or those with these values in these columns.

        >>> from clearway.experiments import Table
        >>> table = Table.of_rows([{"map": "a", "us": 3.0}, {"map": "b", "us": 5.0}])
        >>> len(table.where(map="a")), table.where(table["us"] > 4)["map"].tolist()
        (1, ['b'])
        """
        keep = np.ones(len(self), dtype=bool) if mask is None else np.asarray(mask, dtype=bool)
        for name, value in values.items():
            keep &= self[name] == value
        return Table({name: column[keep] for name, column in self.columns.items()})

    def by(self, name: str) -> Iterator[tuple[Any, Table]]:
        """(value, its rows) for each value of a column, in the order of their first rows.

        >>> from clearway.experiments import Table
        >>> table = Table.of_rows([{"map": m, "us": t} for m, t in (("b", 1), ("a", 2), ("b", 3))])
        >>> [(name, len(rows)) for name, rows in table.by("map")]
        [('b', 2), ('a', 1)]
        """
        column = self[name]
        _, first = np.unique(column, return_index=True)
        for i in np.sort(first):
            yield column[i].item(), self.where(column == column[i])

    def ordered(self, name: str) -> Table:
        """The rows in ascending order of a column.

        >>> from clearway.experiments import Table
        >>> Table.of_rows([{"us": 5.0}, {"us": 3.0}]).ordered("us")["us"].tolist()
        [3.0, 5.0]
        """
        order = np.argsort(self[name], kind="stable")
        return Table({key: column[order] for key, column in self.columns.items()})

    def rows(self) -> Iterator[dict[str, Any]]:
        """Rows as dictionaries of plain Python values.

        >>> from clearway.experiments import Table
        >>> list(Table.of_rows([{"map": "a", "us": 3.0}]).rows())
        [{'map': 'a', 'us': 3.0}]
        """
        lists = {name: column.tolist() for name, column in self.columns.items()}
        for i in range(len(self)):
            yield {name: values[i] for name, values in lists.items()}

    def to_csv(self) -> bytes:
        """As CSV, with a line of names first.

        >>> from clearway.experiments import Table
        >>> Table.of_rows([{"map": "a", "us": 3.5}]).to_csv().splitlines()
        [b'map,us', b'a,3.5']
        """
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        texts = [_texts(column) for column in self.columns.values()]
        writer.writerows(zip(*texts, strict=True))
        return out.getvalue().encode()

    @classmethod
    def from_csv(cls, data: bytes, name: str = "table") -> Self:
        """What `to_csv` wrote.

        >>> from clearway.experiments import Table
        >>> table = Table.of_rows([{"map": "a", "us": 3.5}])
        >>> Table.from_csv(table.to_csv())["us"].tolist()
        [3.5]
        """
        lines = list(csv.reader(io.StringIO(data.decode())))
        if not lines:
            raise InvalidInput(f"{name}: an empty file is no table")
        head, body = lines[0], lines[1:]
        for i, line in enumerate(body, 2):
            if len(line) != len(head):
                raise InvalidInput(f"{name}: line {i} has {len(line)} cells, not {len(head)}", i)
        columns = list(zip(*body, strict=True)) if body else [()] * len(head)
        return cls({key: _parsed(cells) for key, cells in zip(head, columns, strict=True)})

    def __repr__(self) -> str:
        return f"<Table: {len(self)} rows of {', '.join(self.columns)}>"


def _column(cells: Sequence[Any]) -> Any:
    if any(isinstance(cell, str) for cell in cells):
        return np.array(["" if cell is None else str(cell) for cell in cells])
    return np.array([np.nan if cell is None else float(cell) for cell in cells])


def _words(column: Any) -> Any:
    return column if column.dtype.kind == "U" else np.array(_texts(column), dtype=np.str_)


def _texts(column: Any) -> list[str]:
    if column.dtype.kind == "U":
        return [str(cell) for cell in column.tolist()]
    return [_text(float(cell)) for cell in column.tolist()]


def _text(value: float) -> str:
    if value != value:
        return ""
    return str(int(value)) if value.is_integer() and abs(value) < 2**53 else repr(value)


def _parsed(cells: Sequence[str]) -> Any:
    try:
        return np.array([float(cell) if cell else np.nan for cell in cells])
    except ValueError:
        return np.array(cells)

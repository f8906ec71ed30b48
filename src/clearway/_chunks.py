"""Splits batches into chunks, so that their progress can be shown."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ._progress import Progress, Show

FAST, SLOW = 0.1, 0.4  # seconds for a part: between them it keeps its size


def parts(total: int, least: int, show: Show, title: str) -> Iterator[slice]:
    """Rows of a batch, part by part; the time of each part determines the size of the next.

    No part but the last has fewer rows than `least`.
    """
    at, size = 0, least
    with Progress(show, total, title) as bar:
        while at < total:
            begin = time.monotonic()
            yield slice(at, min(at + size, total))
            at = min(at + size, total)
            bar(at)
            seconds = time.monotonic() - begin
            if seconds < FAST:
                size *= 2
            elif seconds > SLOW:
                size = max(least, size // 2)


def answers_in_parts(
    ask: Callable[[slice], Any], total: int, least: int, show: Show, title: str, kind: Any
) -> Any:
    """The answers to a batch, all of one version.

    If an edit happened between two parts, the whole batch is answered again, in one call.
    """
    batches = [ask(rows) for rows in parts(total, least, show, title)]
    if len({batch.version for batch in batches}) != 1:
        return ask(slice(0, total))
    return concatenated(batches, kind)


def concatenated(batches: Sequence[Any], kind: Any) -> Any:
    """Batches of answers as one: an instance of `kind`."""
    out: dict[str, Any] = {"version": batches[0].version}
    for name in kind._fields[1:]:
        columns = [np.asarray(getattr(batch, name)) for batch in batches]
        if name.endswith("_starts"):
            sizes = np.cumsum([0, *(column[-1] for column in columns[:-1])])
            columns = [c[1:] + n for c, n in zip(columns, sizes, strict=True)]
            columns.insert(0, np.zeros(1, dtype=np.int64))
        out[name] = np.concatenate(columns)
    return kind(**out)

"""The time of a batch whose queries run in several calls of the core."""

from __future__ import annotations

import time
from typing import Any

_NONE = 1e-9  # seconds, where no time is left: the core needs a positive number


class Deadline:
    """Shares the option `seconds` of a batch out to the parts of its rows, as they begin."""

    def __init__(self, options: dict[str, Any], total: int) -> None:
        self._options, self._total = options, total
        seconds = options.get("seconds")
        self._end = None if seconds is None else time.monotonic() + seconds

    def options(self, rows: slice | None = None) -> dict[str, Any]:
        """The options of a part: its share of the time that is left; None: all of it."""
        if self._end is None:
            return self._options
        left = self._end - time.monotonic()
        if rows is not None:
            left *= (rows.stop - rows.start) / max(1, self._total - rows.start)
        return {**self._options, "seconds": max(left, _NONE)}

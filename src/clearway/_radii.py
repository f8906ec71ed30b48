"""The radii that a planner is prepared for."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ._arguments import as_list
from ._core import cover_radii
from ._errors import InvalidInput, shown
from ._input import Floats
from ._lengths import as_limit, as_radius
from ._numbers import exact


@dataclass(frozen=True)
class RadiusRange:
    """Radii from `least` to `most` (infinite: up to the largest disc that fits).

    With a `step` only least, least + step, least + 2 step, ...: fewer breakpoints to prepare.
    A radius that differs from one of these by rounding alone counts as equal: 0 to 0.3 by 0.1
    includes 0.3.

    >>> import clearway as cw
    >>> cw.RadiusRange(0.2, 0.8)
    RadiusRange(least=0.2, most=0.8, step=None)
    """

    least: float = 0.0
    most: float = math.inf
    step: float | None = None

    def __post_init__(self) -> None:
        least = as_radius(self.least, "least")
        most = as_limit(self.most, "most")
        if most < least:
            raise InvalidInput(f"radii from {least!r} to {most!r}: most is less", value=most)
        if self.step is not None and not (as_radius(self.step, "step") > 0 and most < math.inf):
            raise InvalidInput(
                f"step is {shown(self.step)}, most {most!r}: a step is positive, and the radii"
                " have an end",
                value=self.step,
            )
        object.__setattr__(self, "least", least)
        object.__setattr__(self, "most", most)

    @property
    def is_one(self) -> bool:
        """True for a single radius."""
        return self.least == self.most

    @property
    def _as_numbers(self) -> tuple[float, float, float]:
        """As the core has it: step 0 for any radius."""
        return self.least, self.most, self.step or 0.0

    def cover(self, radii: Floats) -> Floats:
        """For each radius the least one of the range that is not smaller; inf if there is none.

        >>> import numpy as np
        >>> import clearway as cw
        >>> cw.RadiusRange(0.2, 0.8).cover(np.array([0.1, 0.5, 0.9])).tolist()
        [0.2, 0.5, inf]
        """
        return cover_radii([self._as_numbers], np.asarray(radii, dtype=float))[1]

    def __str__(self) -> str:
        if self.is_one:
            return exact(self.least)
        step = "" if self.step is None else f" by {exact(self.step)}"
        return f"{exact(self.least)} to {exact(self.most)}{step}"


def as_ranges(radii: Any, limit: float) -> list[RadiusRange]:
    """The ranges of the argument `radii=` of a planner, ascending; `limit`: that of the world."""
    if isinstance(radii, str | bytes | bytearray):
        if radii != "any":
            raise InvalidInput(f"radii is {shown(radii)}: 'any', a RadiusRange, or numbers")
        radii = RadiusRange()
    wanted = as_list(radii, "radii", "numbers") if isinstance(radii, Iterable) else [radii]
    out = {
        RadiusRange(r.least, min(r.most, limit), r.step if min(r.most, limit) > r.least else None)
        if isinstance(r, RadiusRange)
        else RadiusRange(as_radius(r, "radii"), as_radius(r, "radii"))
        for r in wanted
    }
    if not out:
        raise InvalidInput("radii is empty: give at least one", value=radii)
    return sorted(out, key=lambda r: (r.least, r.most, r.step or 0.0))

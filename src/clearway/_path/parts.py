"""Parts of a path, as paths."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .._errors import InvalidInput, shown
from .._input import Floats
from .._lengths import as_distances
from .._segments import are_links, paid, row_lengths
from .along import Along
from .answers import joined
from .base import BasePath
from .status import Status

if TYPE_CHECKING:
    from .path import Path


class Parts(BasePath):
    """The parts of a path before and after a distance.

    A part keeps status, radius, planner, version and `stats`. A part of a shortest path is
    shortest, and marked as such; otherwise its `lower_bound` is the bound of the whole path minus
    the cost of the rest. At a link the earlier part takes it. `channel` (on a Grid: `cells`) is the
    corresponding part of the whole one; it is empty if the world has changed, or if an arc is
    outside the channel at that
    distance.
    """

    __slots__ = ()

    def after(self, s: float) -> Path:
        """The rest of the path, from a distance on: the whole path at 0.

        >>> import clearway as cw
        >>> path = cw.World(bounds=(0, 0, 10, 10)).find_path((1, 1), (9, 1))
        >>> path.after(6)
        <Path FOUND, length 2, 1 segments, optimal>
        """
        return self._part(_one_distance(s), is_rest=True)

    def before(self, s: float) -> Path:
        """The path up to a distance; its `goal` is the point there.

        A PARTIAL path stays one, with the goal that it does not reach.

        >>> import clearway as cw
        >>> path = cw.World(bounds=(0, 0, 10, 10)).find_path((1, 1), (9, 1))
        >>> path.before(6).goal.tolist()
        [7.0, 1.0]
        """
        return self._part(_one_distance(s), is_rest=False)

    def _part(self, s: float, *, is_rest: bool) -> Path:
        along = self._followed
        s = min(max(s, 0.0), along.length)
        rows, cut = _cut(along, s, is_rest)
        length = math.fsum(row_lengths(rows))
        start, goal = (cut, self.goal) if is_rest else (self.start, cut)
        if self.status is Status.PARTIAL:
            goal = self.goal
        bound = cost = length + paid(rows)
        if not self.optimal:
            # By the triangle inequality: this part and the other one form a whole path.
            whole = along.length + paid(along.every)
            ends = (rows[0, :2], rows[-1, 2:4]) if len(rows) else (cut, cut)
            straight = 0.0 if are_links(along.every).any() else math.dist(*ends)
            bound = min(max(self.lower_bound - (whole - cost), straight), cost)
        answers = joined([self], self._arrays)._replace(
            length=np.array([length]),
            lower_bound=np.array([bound]),
            segment_starts=np.array([0, len(rows)]),
            segments=rows,
            **self._channel_of_part(s, cut, is_rest),
        )
        kind: Any = type(self)
        ends = start.copy(), goal.copy()
        part: Path = kind(self._world, answers, 0, *ends, self.radius, self.planner)
        kept = self.status is Status.PARTIAL  # the goal
        part._snapped = (
            not is_rest and self._snapped[0],
            (is_rest or kept) and self._snapped[1],
        )
        part._avoided = self._avoided
        return part

    def _channel_of_part(self, s: float, cut: Floats, is_rest: bool) -> dict[str, Any]:
        """The fields of the answers that hold the triangles (on a Grid: the cells) of a part."""
        world: Any = self._world
        channel = np.array(self.channel)
        known = world.version == self.version and len(channel)
        found = np.flatnonzero(channel == world.locate(cut)) if known else channel[:0]
        if not len(found) or world.version != self.version:
            channel = channel[:0]
        else:
            channel = channel[found[-1] :] if is_rest else channel[: found[0] + 1]
        return {"channel": channel, "channel_starts": np.array([0, len(channel)])}


def _one_distance(s: Any) -> float:
    array, single = as_distances(s)
    if not single:
        raise InvalidInput(f"s is {shown(s)}: one number is needed", value=s)
    return float(array[0])


def _cut(along: Along, s: float, is_rest: bool) -> tuple[Floats, Floats]:
    """The rows on one side of a distance, and the point there."""
    at = along.locate(np.array([s]))
    row, part = int(at.row[0]), float(at.part[0])
    [cut] = along.positions(at)
    whole, piece = along.rows[row], along.rows[row].copy()
    piece[slice(0, 2) if is_rest else slice(2, 4)] = cut
    if row_lengths(piece[None])[0] > along.lengths[row]:
        # So near to one end of an arc that rounding gives a full turn: cut at that end.
        part = round(part)
        cut = whole[2:4] if part else whole[:2]
        piece = whole
    pieces = [piece[None]] if (part < 1 if is_rest else part > 0) else []
    here = along.index[row]
    rest = along.every[here + 1 :] if is_rest else along.every[:here]
    out = np.concatenate([*pieces, rest] if is_rest else [rest, *pieces])
    # A cut within rounding of an end leaves nothing there.
    return out[(row_lengths(out) > 0) | are_links(out)], cut

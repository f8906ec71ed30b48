"""Watched paths: finds those that an edit has blocked."""

from __future__ import annotations

import enum
import weakref
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import numpy as np

from ._arguments import as_truth
from ._deprecation import keep_old_name
from ._errors import InvalidInput, shown
from ._input import Floats, as_radius
from ._journey import Journey
from ._path import Path, Status

if TYPE_CHECKING:
    from ._world import World


class Reason(enum.IntEnum):
    """Why a watched path is reported.

    >>> import clearway as cw
    >>> [reason.name for reason in cw.Reason]
    ['BLOCKED', 'INSIDE', 'SHORTER']
    """

    BLOCKED = 0
    """An obstacle blocks the remaining path."""
    INSIDE = 1
    """The disc does not fit at its current position."""
    SHORTER = 2
    """Obstacles were removed, and a shorter path may have opened."""

    __str__ = enum.Enum.__str__
    __repr__ = enum.Enum.__str__


class Watch:
    """One watched path or journey; made by `World.watch`.

    `path` is the Path or Journey. `active` is False once it was reported as BLOCKED or INSIDE,
    or `stop` was called.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    >>> path = world.find_path((1, 5), (9, 5), radius=0.5)
    >>> watch = world.watch(path)
    >>> post = world.add_post(path.at(3.0))
    >>> [report.reason for report in world.disturbed()]
    [Reason.BLOCKED]
    """

    def __init__(self, world: World, path: Path | Journey, shorter: bool) -> None:
        self.path = path
        self._world = world
        self._shorter = shorter
        self._gone = 0.0
        self._begin()

    @property
    def active(self) -> bool:
        """Whether it is still watched."""
        return self._world._core.is_watched(self._id)

    def _begin(self, continues: int = -1) -> None:
        if isinstance(self.path, Journey):
            legs = self.path.legs
            rows = np.concatenate([leg._rows for leg in legs]) if legs else np.empty((0, 8))
            start = legs[0].start if legs else self.path.position
            # Earlier legs were covered by the watch that this one continues.
            new = legs if continues < 0 else legs[-1:]
            version = min((leg.version for leg in new), default=self._world.version)
        else:
            rows, start, version = self.path._rows, self.path.start, self.path.version
        x, y = start.tolist()
        self._id: int = self._world._core.watch(
            np.ascontiguousarray(rows), x, y, self.path.radius, self._shorter, version, continues
        )
        self._world._watching.watches[self._id] = self
        self._end = weakref.finalize(self, _forget, weakref.ref(self._world), self._id)

    def _follow(self, restarted: bool) -> None:
        """Called when the journey has another leg or was restarted; must not cause a report."""
        if not self.active:
            return
        old, forget = self._id, self._end
        self._begin(-1 if restarted else old)
        self._gone = 0.0 if restarted else self._gone
        self._world._core.advance(self._id, self._gone)
        forget.detach()
        self._world._core.unwatch(old)

    def advance(self, distance: float) -> None:
        """Sets the agent's distance along the path; the part behind it no longer matters.

        Measured from the beginning of the path (for a journey: of its first leg). It never
        decreases.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> path = world.find_path((1, 5), (9, 5), radius=0.5)
        >>> watch = world.watch(path)
        >>> watch.advance(3.0)
        """
        self._gone = max(self._gone, as_radius(distance, "distance"))
        self._world._core.advance(self._id, self._gone)

    def stop(self) -> None:
        """Ends the watch.

        >>> import clearway as cw
        >>> world = cw.World(bounds=(0, 0, 10, 10))
        >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
        >>> path = world.find_path((1, 5), (9, 5), radius=0.5)
        >>> watch = world.watch(path)
        >>> watch.stop()
        """
        self._world._core.unwatch(self._id)
        self._world._watching.watches.pop(self._id, None)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Watch cannot be pickled or copied: call World.watch again")

    def __repr__(self) -> str:
        return f"<Watch {'on' if self.active else 'off'}: {self.path!r}>"


class Report(NamedTuple):
    """A watched path that an edit affects, as of the call of `World.disturbed`.

    `position` is the agent's position (`Watch.advance`); `free` is the nearest point where the
    agent fits by `World.is_free`, None if it fits nowhere. Unless the reason is INSIDE, `free`
    equals `position` up to rounding.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> box = world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    >>> path = world.find_path((1, 5), (9, 5), radius=0.5)
    >>> watch = world.watch(path)
    >>> post = world.add_post(path.at(3.0))
    >>> [report] = world.disturbed()
    >>> report.reason, report.watch is watch
    (Reason.BLOCKED, True)
    """

    watch: Watch
    reason: Reason
    position: Floats
    free: Floats | None


keep_old_name(Report, "place", "position")


class Watching:
    """The watches of one world, by their numbers in the core."""

    def __init__(self) -> None:
        self.watches: weakref.WeakValueDictionary[int, Watch] = weakref.WeakValueDictionary()
        self.variants: weakref.WeakSet[Any] = weakref.WeakSet()  # those with watches of their own

    def start(self, world: World, path: Any, shorter: bool) -> Watch:
        if not isinstance(path, Path | Journey):
            raise InvalidInput(f"watch takes a Path or a Journey, not {shown(path)}", value=path)
        home: Any = path.planner.world if isinstance(path, Journey) else path._world
        if getattr(home, "world", None) is world:  # found in a variant, which is watched instead
            self.variants.add(home)
            return home._watching.start(home, path, shorter)  # type: ignore[no-any-return]
        if home is not world:
            raise InvalidInput("this path was found in another world", value=path)
        if path.status not in (Status.FOUND, Status.PARTIAL):
            raise InvalidInput(f"a path without a route cannot be watched: {path!r}", value=path)
        watch = Watch(world, path, as_truth(shorter, "shorter"))
        if isinstance(path, Journey):
            path._watched_by(watch)
        return watch

    def reports(self, world: World) -> list[Report]:
        of_variants = [r for v in list(self.variants) for r in v._watching.reports(v)]
        return of_variants + self._own_reports(world)

    def _own_reports(self, world: World) -> list[Report]:
        # Accepted last: reports before an interrupt are returned again.
        while True:
            serial, *columns = world._core.reports()
            out = []
            for number, reason, position, free in zip(*columns, strict=True):
                watch = self.watches.get(int(number))
                if watch is None:
                    continue
                nowhere = bool(np.isnan(free[0]))
                out.append(Report(watch, Reason(int(reason)), position, None if nowhere else free))
            if world._core.accept_reports(serial):
                return out


def _forget(world: weakref.ref[World], number: int) -> None:
    if (alive := world()) is not None:
        alive._core.unwatch(number)

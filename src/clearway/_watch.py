"""Watched paths: finds those that an edit has blocked."""

from __future__ import annotations

import enum
import weakref
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import numpy as np

from ._arguments import as_truth
from ._deprecation import keep_old_name
from ._errors import InvalidInput, shown
from ._input import Floats
from ._journey import Journey
from ._lengths import as_radius
from ._locks import Locked
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

    def __init__(self, world: World, path: Path | Journey, shorter: bool, home: World) -> None:
        self.path = path
        self._world: World  # whose obstacles block the path
        self._home = home  # whose one-way doors do
        self._checked = -1  # the version of the world when these were last looked at
        self._shorter = shorter
        self._gone = 0.0
        self._begin(world, self._gone)

    @property
    def active(self) -> bool:
        """Whether it is still watched."""
        return self._world._core.is_watched(self._id)

    def _begin(self, world: World, gone: float, continues: int = -1) -> None:
        """Watches from this distance on, instead of before; the last line makes the change."""
        if isinstance(self.path, Journey):
            legs = self.path.legs
            rows = np.concatenate([leg._rows for leg in legs]) if legs else np.empty((0, 8))
            start = legs[0].start if legs else self.path.position
            # Earlier legs were covered by the watch that this one continues.
            new = legs if continues < 0 else legs[-1:]
            version = min((leg.version for leg in new), default=world.version)
        else:
            rows, start, version = self.path._rows, self.path.start, self.path.version
        x, y = start.tolist()
        number = world._core.watch(
            np.ascontiguousarray(rows), x, y, self.path.radius, self._shorter, version, continues
        )
        end = weakref.finalize(self, _forget, weakref.ref(world), number)
        if gone > 0:
            world._core.advance(number, gone)
        world._watching.watches[number] = self
        self._world, self._id, self._end, self._gone = world, number, end, gone

    def _follow(self, restarted: bool) -> None:
        """Called when the journey has another leg or was restarted; must not cause a report."""
        if not self.active:
            return
        old, forget = self._id, self._end
        self._begin(self._world, 0.0 if restarted else self._gone, -1 if restarted else old)
        forget.detach()
        self._world._core.unwatch(old)
        self._world._watching.watches.pop(old, None)

    def _move(self, world: World) -> None:
        """Watches the obstacles of another variant of the world."""
        forget = self._end
        self._begin(world, self._gone)
        forget.detach()

    def _passes_wrong_way(self) -> bool:
        """Whether the rest of the path passes a one-way door to the wrong side."""
        version = self._home.version
        if version == self._checked:
            return False
        rows, gone = [], self._gone
        for leg in self.path.legs if isinstance(self.path, Journey) else [self.path]:
            if gone < leg.length:
                rows.append((leg.after(gone) if gone > 0 else leg)._rows)
            gone = max(0.0, gone - leg.length)
        whole = np.ascontiguousarray(np.concatenate([np.empty((0, 8)), *rows]))
        is_wrong = bool(self._home._core.wrong_way(whole, np.array([0, len(whole)]))[0])
        if not is_wrong:
            self._checked = version
        return is_wrong

    def _report(self, reason: Reason) -> Report:
        if isinstance(self.path, Journey):
            position = self.path.position
        else:
            position = np.array(self.path.at(min(self._gone, self.path.length)))
        free = self._home.snap(position, self.path.radius)
        return Report(self, reason, position, free)

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


class Watching(Locked):
    """The watches of one world, by their numbers in the core."""

    def __init__(self) -> None:
        self.watches: weakref.WeakValueDictionary[int, Watch] = weakref.WeakValueDictionary()
        self.variants: weakref.WeakSet[Any] = weakref.WeakSet()  # those with watches of their own
        self.unreturned: dict[Watch, Report] = {}  # by calls that were interrupted
        super().__init__()

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
        watch = Watch(self._seen(world), path, as_truth(shorter, "shorter"), world)
        if isinstance(path, Journey):
            path._watched_by(watch)
        return watch

    def reports(self, world: World) -> list[Report]:
        with self._lock:  # another thread must not take what this one has not returned
            self._gather(world, self)
            # What an interrupt has kept from being accepted may hold no longer: its watch is on.
            for watch, report in list(self.unreturned.items()):
                if report.reason is not Reason.SHORTER and watch.active:
                    self.unreturned.pop(watch, None)
            # One line: an interrupt before it loses none.
            return list(map(self.unreturned.pop, list(self.unreturned)))

    def _gather(self, world: World, into: Watching) -> None:
        """Accepts the reports of a world and its variants, each when it is among `unreturned`."""
        seen = self._seen(world) if len(self.watches) else world
        # To watches that are to move, a one-way door, which has come later, is a wall.
        self._gather_own(world, into, only_shorter=seen is not world)
        if seen is not world:
            for number, watch in list(self.watches.items()):
                if watch._world is world:
                    watch._move(seen)
                world._core.unwatch(number)
                self.watches.pop(number, None)
        for variant in list(self.variants):
            variant._watching._gather(variant, into)
            for watch in list(variant._watching.watches.values()):
                if watch._home is world and watch.active and watch._passes_wrong_way():
                    into.unreturned[watch] = watch._report(Reason.BLOCKED)
                    watch.stop()

    def _seen(self, world: World) -> World:
        """The world without its open one-way doors; one object, which has the watches."""
        from ._variants import relaxed_variant

        core = world._core.relaxed()
        known = [variant for variant in self.variants if variant._core is core]
        seen = known[0] if known else relaxed_variant(world)
        if seen is None:
            return world
        self.variants.add(seen)
        return seen

    def _gather_own(self, world: World, into: Watching, only_shorter: bool) -> None:
        while True:
            serial, *columns = world._core.reports()
            out, ended = {}, []
            for number, reason, position, free in zip(*columns, strict=True):
                watch = self.watches.get(int(number))
                if watch is None or (only_shorter and reason != Reason.SHORTER):
                    continue
                nowhere = bool(np.isnan(free[0]))
                why = Reason(int(reason))
                out[watch] = Report(watch, why, position, None if nowhere else free)
                if why is not Reason.SHORTER:
                    ended.append(int(number))
            into.unreturned.update(out)
            if world._core.accept_reports(serial):
                for number in ended:
                    self.watches.pop(number, None)
                return
            for watch in out:
                into.unreturned.pop(watch, None)


def _forget(world: weakref.ref[World], number: int) -> None:
    if (alive := world()) is not None:
        alive._core.unwatch(number)

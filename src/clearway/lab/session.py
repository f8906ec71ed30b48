"""A session: a world or grid that is shown, its history, and what is computed for it."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from .._errors import InvalidInput
from .._grid import Grid
from .._world import World
from .errors import TooLarge
from .history import CellStep, History, ObjectStep, ReplaceStep, Step, Thing, restore, set_cells
from .limits import LabLimits

_KEPT_DELTAS = 64  # edits whose triangles are known


class Shown(NamedTuple):
    """What a session shows. A version of the session is `base` and that of the thing."""

    thing: Thing
    base: int
    name: str = ""
    suggested: dict[str, Any] = {}  # noqa: RUF012  start, goal and radius; never changed

    @property
    def version(self) -> int:
        """The version of the session."""
        return self.base + self.thing.version


class Delta(NamedTuple):
    """The triangles that one edit removed and added, by id; `version` is the one after it."""

    version: int
    removed: Any
    added: Any


@dataclass(eq=False)
class Session:
    """One user's world.

    Actions that change it run one at a time (`editing`); any number of queries may run beside
    them. `listeners` are told after each change.
    """

    name: str
    shown: Shown
    limits: LabLimits

    def __post_init__(self) -> None:
        self.editing = asyncio.Lock()
        self.history = History(self.limits.history, 4 * self.limits.points)
        self.listeners: set[Callable[[dict[str, Any]], None]] = set()
        self.connections = 0
        self.had_page = False  # whether a websocket has been open
        self.used = time.monotonic()
        self.beside: dict[str, bytes] = {}  # files for the next `open`
        self.crowd: Any = None
        self._deltas: deque[Delta] = deque(maxlen=_KEPT_DELTAS)
        self._traced: tuple[int, World] | None = None
        self._tracing = threading.Lock()

    @property
    def thing(self) -> Thing:
        """The world or grid shown."""
        return self.shown.thing

    @property
    def version(self) -> int:
        """Grows with every change."""
        return self.shown.version

    def world(self, what: str) -> World:
        """The world shown; refuses a grid, for an action or layer `what`."""
        if isinstance(self.thing, Grid):
            raise InvalidInput(f"{what}: a grid is shown, and this needs a world")
        return self.thing

    def grid(self, what: str) -> Grid:
        """The grid shown; refuses a world."""
        if isinstance(self.thing, World):
            raise InvalidInput(f"{what}: a world is shown, and this needs a grid")
        return self.thing

    def polygons(self) -> World:
        """The world shown, or the traced polygons of the grid, kept until it changes."""
        shown = self.shown
        if isinstance(shown.thing, World):
            return shown.thing
        with self._tracing:
            if self._traced is None or self._traced[0] != shown.version:
                self._traced = (shown.version, shown.thing.to_world())
            return self._traced[1]

    # --- changes ----------------------------------------------------------------

    def replace(
        self, thing: Thing, name: str = "", suggested: dict[str, Any] | None = None
    ) -> None:
        """Shows another world or grid, as one step of the history."""
        before = self.shown
        self._show(Shown(thing, 0, name, suggested or {}))
        self.history.add(ReplaceStep(before, self.shown))

    def _show(self, shown: Shown) -> None:
        self.shown = shown._replace(base=self.version + 1 - shown.thing.version)
        self._deltas.clear()
        self._traced = None
        self.crowd = None

    def record(self, step: Step, gesture: str | None = None) -> None:
        """A step that was done to the thing shown."""
        self.history.add(step, gesture)
        self.note_edit()

    def note_edit(self) -> None:
        """Remembers the triangles of the last edit."""
        if isinstance(self.thing, World):
            self._deltas.append(Delta(self.version, *self.thing.last_edit))

    def take(self, step: Step, back: bool) -> None:
        """Applies a step of the history to the thing shown, backwards or forwards."""
        if isinstance(step, ReplaceStep):
            self._show(step.before if back else step.after)
        elif isinstance(step, CellStep):
            set_cells(self.grid("undo"), step.cells, step.before if back else step.after)
        else:
            assert isinstance(step, ObjectStep)
            restore(self.world("undo"), step.before if back else step.after)
            self.note_edit()

    def deltas_since(self, version: int) -> list[Delta] | None:
        """The edits after this version, in order; None if they are not all known."""
        if version == self.version:
            return []
        if not 0 <= version < self.version:
            return None
        later = [delta for delta in self._deltas if delta.version > version]
        expected = range(version + 1, self.version + 1)
        return later if [d.version for d in later] == list(expected) else None

    def check_points(self, more: int) -> None:
        """Refuses to add so many points to the world if they exceed the limit."""
        count = int(self.world("an edit").stats["vertices"]) + more
        if count > self.limits.points:
            raise TooLarge(
                f"the world would have {count} points: more than limits.points, which is"
                f" {self.limits.points}"
            )

    def tell(self, event: dict[str, Any], besides: Any = None) -> None:
        """Calls the listeners except one."""
        for listener in list(self.listeners):
            if listener != besides:  # bound methods are equal, not the same
                listener(event)

    def touch(self) -> None:
        """The session is in use."""
        self.used = time.monotonic()

"""The sessions of a server: made on demand, freed when nobody uses them."""

from __future__ import annotations

import copy
import secrets
import time
from collections.abc import Callable

from .ends import suggested_ends
from .errors import Busy, UnknownSession
from .history import Thing
from .limits import LabLimits
from .session import Session, Shown

DEFAULT = "default"


class Sessions:
    """Sessions by name. `first` is what new sessions show; each gets a copy.

    A shared server has only the session "default", which is never freed.
    """

    def __init__(self, first: Callable[[], Shown], limits: LabLimits, *, shared: bool) -> None:
        self._first, self._limits = first, limits
        self.shared = shared
        self.freed = 0  # how many
        self._known: dict[str, Session] = {}
        if shared:
            self._known[DEFAULT] = Session(DEFAULT, first(), limits)

    def __len__(self) -> int:
        return len(self._known)

    def all(self) -> list[Session]:
        """Every session."""
        return list(self._known.values())

    def create(self, name: str | None = None, shown: Shown | None = None) -> Session:
        """A session with a copy of the first world, or `shown`; the shared one where all share it.

        Where there are too many, the session of a page that was closed gives way.
        """
        if self.shared:
            return self._known[DEFAULT]
        self.free_idle()
        if len(self._known) >= self._limits.sessions:
            closed = [s for s in self._known.values() if s.had_page and not s.connections]
            if not closed:
                raise Busy(
                    f"the lab has {len(self._known)} pages and sessions open, which is"
                    " limits.sessions: close one"
                )
            self.free(min(closed, key=lambda s: s.used).name)
        made = self._first() if shown is None else shown
        session = Session(name or secrets.token_urlsafe(12), made, self._limits)
        self._known[session.name] = session
        return session

    def get(self, name: str | None) -> Session:
        """The session of a name; "default" is made when it is first asked for."""
        wanted = name or DEFAULT
        session = self._known.get(wanted)
        if session is None:
            if wanted != DEFAULT:
                raise UnknownSession(f"no session {wanted!r}: it was freed, or never made")
            session = self.create(DEFAULT)
        session.touch()
        return session

    def free(self, name: str) -> bool:
        """Forgets a session, and returns whether it did: the shared one stays."""
        if self.shared or self._known.pop(name, None) is None:
            return False
        self.freed += 1
        return True

    def free_idle(self) -> int:
        """Forgets sessions that nobody has used for `limits.idle_seconds`; returns how many."""
        before = time.monotonic() - self._limits.idle_seconds
        idle = [s for s in self._known.values() if not s.connections and s.used < before]
        for session in idle:
            self.free(session.name)
        return 0 if self.shared else len(idle)


def copies_of(thing: Thing, name: str) -> Callable[[], Shown]:
    """What new sessions show: a copy of a world each."""
    ends = suggested_ends(thing)
    return lambda: Shown(copy.copy(thing), 0, name, ends)

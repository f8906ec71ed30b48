"""Run by test_out_of_memory.py in a process with allocations.c preloaded.

    python -m support.failures.memory (edits | features | queries) (core | all) (once | on) EVERY FOLDER

Fails every EVERY-th allocation of every call in turn: one, or all from there on. `core`:
allocations of the extension module and the C++ library; `all`: those of Python and numpy too, which
do not always raise MemoryError. `to_grid` is left out: numpy.nonzero crashes. Allocations of
METIS never fail, because they would end the process. After each failure the world must be as before
(or as after, if the call completed), valid and editable.
Prints one line per call and a total; failures are printed as "BROKEN ..." and give status 1.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from clearway import _partition
from clearway._planners import thpa_star

from .scenes import FeatureScene, Scene

NEVER = 1 << 62

# Without memory numpy's nonzero and fancy indices crash, and glibc ends the process when a thread
# gets no thread-local storage. With failures in the core alone all of these are tried.
OTHERS_CRASH = ("to_grid", "to_world", "hpa*", "pra*", "prepare", "find_paths")


class Allocations:
    """The preloaded library."""

    def __init__(self, only_core: bool) -> None:
        self._library = ctypes.CDLL(None)
        self._library.fail_from.argtypes = [ctypes.c_long, ctypes.c_long]
        self._library.fail_only.argtypes = [ctypes.c_size_t, ctypes.c_size_t]
        self._library.fail_stop.restype = self._library.fail_count.restype = ctypes.c_long
        self.stop = self._library.fail_stop
        self.failed = self._library.fail_count
        self._shelter_metis()
        if only_core:
            for line in Path("/proc/self/maps").read_text().splitlines():
                if "r-xp" in line and ("clearway/_core" in line or "libstdc++" in line):
                    low, high = line.split()[0].split("-")
                    self._library.fail_only(int(low, 16), int(high, 16))

    def _shelter_metis(self) -> None:
        """METIS ends the process when it gets no memory: its allocations do not fail."""
        _partition.cut = thpa_star.cut = self._sheltered(_partition.cut)

    def _sheltered(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            self._library.fail_pause(1)
            try:
                return function(*given, **named)
            finally:
                self._library.fail_pause(0)

        return call

    def fail(self, first: int, count: int) -> None:
        self._library.fail_from(first, count)


def attempt(allocations: Allocations, act: Callable[[], Any], first: int, count: int) -> Any:
    """The exception of the call, or None; and the number of its allocations."""
    raised = None
    allocations.fail(first, count)
    try:
        act()
    except BaseException as error:
        raised = type(error)
    made = allocations.stop()
    return raised, made


class Campaign:
    """Fails allocations and checks the resulting world."""

    def __init__(self, make: Callable[[], Any], who: str, count: int, every: int) -> None:
        self.make = make
        self.allocations = Allocations(who == "core")
        self.error = MemoryError if who == "core" else Exception
        self.count = count
        self.every = every
        self.failed = self.broken = 0

    def check(self, name: str, number: int, scene: Any, expected: list[Any]) -> bool:
        """Whether the world is one of those expected; prints the differences."""
        try:
            scene.world.validate()
            got = scene.answers()
            scene.world.remove(scene.world.add_post((0.05, 9.9)))
            again = scene.answers()
        except Exception as error:
            self.report(name, number, f"{type(error).__name__}: {error}")
            return False
        if got not in expected:
            wrong = [k for k in got if got[k] != expected[0][k]]
            self.report(name, number, f"answers differ: {wrong}")
            return False
        if again != got:
            self.report(name, number, "answers differ after the next edit")
            return False
        return True

    def report(self, name: str, number: int, what: str) -> None:
        self.broken += 1
        print(f"BROKEN {name}, allocation {number}: {what}", flush=True)

    def run(self, name: str, pick: Callable[[Any], Callable[[], Any]]) -> None:
        """Fails the allocations of the call that `pick` gives, on fresh or untouched scenes."""
        scene = self.make()
        before = scene.answers()
        pick(scene)()  # imports modules and fills caches
        after = scene.answers()
        scene = self.make()
        _, made = attempt(self.allocations, pick(scene), NEVER, 1)
        scene = self.make()
        failed = completed = 0
        for number in range(0, made, self.every):
            raised, _ = attempt(self.allocations, pick(scene), number, self.count)
            failed += self.allocations.failed() > 0
            if raised is not None and not issubclass(raised, self.error):
                self.report(name, number, f"raised {raised.__name__}")
            completed += raised is None
            fine = self.check(name, number, scene, [after] if raised is None else [before, after])
            if not fine or scene.answers() != before:
                scene = self.make()
        self.failed += failed
        print(f"{name:18s} {made:6d} allocations, {failed:6d} failed, {completed} completed")
        sys.stdout.flush()


def main(kind: str, who: str, how: str, every: str, folder: str) -> int:
    make: Callable[[], Any] = FeatureScene if kind == "features" else Scene
    campaign = Campaign(make, who, 1 if how == "once" else NEVER, int(every))
    picks: dict[str, Callable[[Any], Callable[[], Any]]] = {}
    some = make()
    names = some.queries(Path(folder)) if kind == "queries" else some.edits()
    for name in names:
        if who == "all" and name in OTHERS_CRASH:
            continue
        if kind != "queries":
            picks[name] = lambda scene, name=name: scene.edits()[name]
        else:
            picks[name] = lambda scene, name=name: scene.queries(Path(folder))[name]
    for name, pick in picks.items():
        campaign.run(name, pick)
    print(f"total: {campaign.failed} allocations failed, {campaign.broken} broken")
    return 1 if campaign.broken else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

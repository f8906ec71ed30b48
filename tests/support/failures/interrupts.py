"""Run by test_interrupts.py: interrupts at random moments of every edit.

    python -m support.failures.interrupts TIMES SEED

Makes each edit of the scene TIMES times, each with a timer that fires at a random moment around
it. The world must then be as before or as after, and valid. Prints one line per edit and a total;
failures are printed as "BROKEN ..." and give status 1.
"""

from __future__ import annotations

import gc
import signal
import sys
import time
from typing import Any

import numpy as np

import clearway as cw

from .scenes import FeatureScene, Scene, ring


class Stop(BaseException):
    """Raised by the timer; as KeyboardInterrupt, no Exception, which input checks may catch."""


def stop(*_: Any) -> None:
    raise Stop


def interrupted(act: Any, after: float) -> bool:
    """Whether the timer ended the call; the timer is stopped when the call returns."""
    try:
        try:
            signal.setitimer(signal.ITIMER_REAL, after)
            act()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    except Stop:
        return True
    return False


def main(times: str, seed: str) -> int:
    rng = np.random.default_rng(int(seed))
    signal.signal(signal.SIGALRM, stop)
    gc.disable()  # an exception in one of its callbacks is swallowed
    sent = broken = 0
    boxes = [ring(x, y, 0.7) for x in range(25) for y in range(25)]
    makers: dict[str, Any] = dict.fromkeys(Scene().edits(), Scene) | {"from_obstacles": Scene}
    makers |= {f"{name} (features)": FeatureScene for name in FeatureScene().edits()}
    for name, make in makers.items():
        scene = make()
        before = scene.answers()

        def act(scene: Any = scene, name: str = name) -> Any:
            if name == "from_obstacles":
                return cw.World.from_obstacles(boxes)
            return scene.edits()[name.removesuffix(" (features)")]()

        begin = time.perf_counter()
        act()
        seconds = time.perf_counter() - begin
        after = scene.answers()
        scene, hits, kept = make(), 0, 0
        for _ in range(int(times)):
            moment = max(1e-6, rng.uniform(0, 1.2 * seconds))
            hit = interrupted(lambda scene=scene: act(scene), moment)
            hits += hit
            sent += 1
            try:
                scene.world.validate()
                got = scene.answers()
            except Exception as error:
                got = f"{type(error).__name__}: {error}"
            if got not in ([before, after] if hit else [after]):
                broken += 1
                wrong = got if isinstance(got, str) else [k for k in got if got[k] != before[k]]
                print(f"BROKEN {name} after {moment:.6f} s: {wrong}", flush=True)
            kept += hit and got == after != before
            if got != before:
                scene = make()
        print(f"{name:28s} {times} interrupts sent, {hits} raised, {kept} after the edit was made")
        sys.stdout.flush()
    print(f"total: {sent} interrupts sent, {broken} broken")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

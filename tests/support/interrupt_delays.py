"""Measures how long calls take to notice an interrupt, and whether later answers are the same.

    python -m support.interrupt_delays SIDE CELLS ROUNDS [NAME ...]

Interrupts each call of interrupt_calls.py ROUNDS times at different moments and prints a table.
Times are CPU time of the process: other processes do not disturb them.
"""

from __future__ import annotations

import gc
import signal
import sys
import time
from dataclasses import dataclass, field
from typing import Any

from support.interrupt_calls import Call, calls


class Stop(Exception):
    """Raised by the timer."""


def stop(*_: Any) -> None:
    raise Stop


@dataclass
class Delays:
    """The delays of one call."""

    name: str
    seconds: float  # of the whole call, uninterrupted
    sent: int = 0
    delays: list[float] = field(default_factory=list)
    broken: int = 0

    def __str__(self) -> str:
        worst = max(self.delays, default=0.0)
        return (
            f"{self.name:18s} {self.seconds:8.3f} s  {len(self.delays):4d} of {self.sent:4d} "
            f"interrupted, worst delay {worst:.3f} s, {self.broken} broken"
        )


def measure(call: Call, rounds: int) -> Delays:
    """Interrupts the call at `rounds` moments spread over its time, from the same state."""
    call.cool()
    begin = time.process_time()
    expected = call.run()
    out = Delays(call.name, time.process_time() - begin)
    before = signal.signal(signal.SIGPROF, stop)
    gc.disable()  # an exception in one of its callbacks is swallowed
    try:
        for k in range(rounds):
            call.cool()
            moment = max(out.seconds * (k + 0.5) / rounds, 1e-3)
            begin = time.process_time()
            try:
                signal.setitimer(signal.ITIMER_PROF, moment)
                call.run()
                signal.setitimer(signal.ITIMER_PROF, 0)
            except Stop:
                out.delays.append(time.process_time() - begin - moment)
            out.sent += 1
            out.broken += call.run() != expected
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        gc.enable()
    return out


if __name__ == "__main__":
    side, cells, rounds, *names = sys.argv[1:]
    for call in calls(int(side), int(cells)):
        if not names or call.name in names:
            print(measure(call, int(rounds)), flush=True)

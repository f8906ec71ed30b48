"""An alarm that interrupts what runs, as Ctrl-C would."""

import gc
import signal
import time
from contextlib import contextmanager

import pytest


class Stop(Exception):
    """Raised by the alarm."""


@contextmanager
def interrupted(within):
    """The block must end by the alarm, in so many seconds; skips where there are no timers."""
    waiting = True

    def stop(*_):
        if waiting:
            raise Stop

    if not hasattr(signal, "setitimer"):
        pytest.skip("no timers here")
    before = signal.signal(signal.SIGALRM, stop)
    gc.disable()  # an exception in one of its callbacks is swallowed
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3, 0.3)
        begin = time.perf_counter()
        with pytest.raises(Stop):
            yield
        waiting = False
        assert time.perf_counter() - begin < within
    finally:
        waiting = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        gc.enable()

"""An alarm that interrupts the running code, as Ctrl-C does."""

import gc
import signal
import time
from contextlib import contextmanager

import pytest


class Stop(Exception):
    """Raised by the alarm."""


@contextmanager
def interrupted(within):
    """The alarm must end the block within this many seconds; skips if there are no timers.

    Seconds are CPU time of the process: other processes do not disturb them.
    """
    waiting = True

    def stop(*_):
        if waiting:
            raise Stop

    if not hasattr(signal, "setitimer"):
        pytest.skip("no timers here")
    before = signal.signal(signal.SIGPROF, stop)
    gc.disable()  # an exception in one of its callbacks is swallowed
    try:
        signal.setitimer(signal.ITIMER_PROF, 0.3, 0.3)
        begin = time.process_time()
        with pytest.raises(Stop):
            yield
        waiting = False
        assert time.process_time() - begin < within
    finally:
        waiting = False
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        gc.enable()

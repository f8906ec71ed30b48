"""Interrupts a call before each line of some modules in turn: exhaustive, and without a clock."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any


class Stop(BaseException):
    """Raised before a line, as a signal handler may."""


def run_until_line(number: int, modules: tuple[ModuleType, ...], act: Callable[[], Any]) -> bool:
    """Whether the call was interrupted: before the line of this number, of those it executes."""
    files = {module.__file__ for module in modules}
    left = number

    def trace(frame: Any, event: str, _: Any) -> Any:
        nonlocal left
        if frame.f_code.co_filename not in files:
            return None
        if event == "line":
            left -= 1
            if left < 0:
                sys.settrace(None)
                raise Stop
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        act()
    except Stop:
        return True
    finally:
        sys.settrace(before)
    return False


def interrupt_each_line(
    modules: tuple[ModuleType, ...],
    make: Callable[[], Any],
    act: Callable[[Any], Any],
    check: Callable[[Any], Any],
) -> int:
    """Makes the call on what `make` gives, interrupted before line 0, 1, ... until it ends.

    `check` looks at what each interrupt has left. Returns how many there were.
    """
    number = 0
    while True:
        scene = make()
        if not run_until_line(number, modules, lambda scene=scene: act(scene)):
            return number
        check(scene)
        number += 1

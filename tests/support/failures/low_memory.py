"""Run by test_out_of_memory.py: calls with several threads and other libraries in little memory.

    python -m support.failures.low_memory

Each call is made in forked children whose address space is limited to its present size and some
MB more: too little for the stack of another thread, or for a library. It answers as it does with
enough memory, or raises MemoryError. (glibc itself ends a process whose new thread throws before
there was memory for the thread's record of exceptions.)
"""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

import clearway as cw
from clearway._partition import cut

from .address_space import BOX, size

MB = 2**20
NEEDS = {"labels": 8}  # times as much as the others: its lists take some 20 MB
TOLD = (
    "MemoryError",
    "ClearwayError: planner thpa*: pymetis is installed but cannot be imported",
    "SystemError: error return without exception set",  # CPython, where it loses a MemoryError
    "ended by the C library",
)
NO_THREAD_LOCALS = 127  # exit status of glibc where a thread's first exception finds no memory


def in_child(act: Callable[[], Any], more: float) -> str:
    """The result or exception of act() with `more` MB beyond the present size."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (size() + int(more * MB), hard))
        try:
            said = repr(act())
        except BaseException as error:
            said = f"{type(error).__name__}: {str(error)[:80]}"
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
        os.write(write, said.encode())
        os._exit(0)
    os.close(write)
    said = b""
    while part := os.read(read, 65536):
        said += part
    os.close(read)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return "ended by the C library" if status == NO_THREAD_LOCALS else said.decode()


def main() -> int:
    rng = np.random.default_rng(1)
    world = cw.World.from_obstacles(rng.uniform(3, 94, (300, 1, 2)) + BOX, (0, 0, 100, 100))
    starts, goals = world.random_points(500, rng=1), world.random_points(500, rng=2)
    world.find_paths(starts[:1], goals[:1])

    def length_by(planner: str) -> Callable[[], float]:
        return lambda: world.find_path(starts[0], goals[0], planner=planner).length

    calls: dict[str, Callable[[], Any]] = {
        "find_paths": lambda: world.find_paths(starts, goals, threads=8).length.sum(),
        "VG": lambda: cw.VG(world).prepare(threads=8)["edges"],
        "vgo": length_by("vgo"),
        "labels": length_by("labels"),
        "import": lambda: cut([0], [], 1).tolist(),
        "thpa*": length_by("thpa*"),
    }
    wrong = 0
    for name, call in calls.items():
        if name == "thpa*":
            cut([0, 1, 2], [1, 0], 2)  # glibc aborts where it cannot allocate METIS's thread-locals
        expected = in_child(call, 4000)
        outcomes: dict[str, int] = {}
        for more in np.arange(1, 7, 0.25):
            said = in_child(call, float(more) * NEEDS.get(name, 1))
            outcomes[said] = outcomes.get(said, 0) + 1
            wrong += said != expected and not said.startswith(TOLD)
        wrong += expected not in outcomes
        print(name, outcomes)
    print(f"total: {wrong} wrong")
    return wrong


if __name__ == "__main__":
    sys.exit(main())

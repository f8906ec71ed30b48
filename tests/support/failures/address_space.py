"""Run by test_out_of_memory.py: edits while the address space is exhausted.

    python -m support.failures.address_space TIMES SEED

Limits the address space to its present size and 1 to 4 MB more, and adds a ring of 150 random
points to a world of 300 obstacles. The world must be as before, or as after, and valid.
"""

from __future__ import annotations

import resource
import sys
from pathlib import Path
from typing import Any

import numpy as np

import clearway as cw

BOX = np.array([(0, 0), (2, 0), (2, 2), (0, 2)])


def size() -> int:
    """The size of the address space, in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


def answers(world: cw.World) -> tuple[Any, ...]:
    path = world.find_path((1, 1), (99, 99), 0.3)
    return len(world), path.status, path.length, world.max_radius((1, 1), (99, 99))


def main(times: str, seed: str) -> int:
    rng = np.random.default_rng(int(seed))
    refused = broken = 0
    for k in range(int(times)):
        at = rng.uniform(3, 94, (300, 1, 2))
        world = cw.World.from_obstacles(at + BOX, (0, 0, 100, 100))
        watch = world.watch(world.find_path((1, 1), (99, 99), 0.0))
        world.abstraction()
        before = answers(world)
        ring = rng.uniform(0, 100, (150, 2))
        limit = size() + int(rng.uniform(1, 4) * 2**20)
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
        try:
            world.add(ring)
            made = True
        except MemoryError:
            made = False
        finally:
            resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
        refused += not made
        try:
            world.validate()
            fine = len(world) == 301 if made else answers(world) == before
            world.remove(world.add_post((50, 50)))
            world.validate()
            watch.stop()
        except Exception as error:
            print(type(error).__name__, error)
            fine = False
        if not fine:
            broken += 1
            print(f"BROKEN round {k}", flush=True)
    print(f"total: {times} edits, {refused} ran out of memory, {broken} broken")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

"""Random requests to the lab. As a program: the C heap in use after each of several replays of the same requests.

`python -m support.lab_requests REPLAYS REQUESTS` prints JSON; null where the C library cannot tell.
"""

from __future__ import annotations

import ctypes
import gc
import json
import sys

import numpy as np

import clearway as cw
from clearway.lab.limits import LabLimits
from clearway.lab.registry import Call, perform
from clearway.lab.server import Server
from clearway.lab.sessions import copies_of

MOST = 40  # obstacles: a world that grows would take more memory


def one_request(rng, handles):
    """A random request, and what to do with its answer."""
    x, y = rng.uniform((0, 0), (90, 50)).tolist()
    ring = [[x, y], [x + 6, y], [x + 3, y + 7]]
    choice = rng.random()
    if choice < 0.25:
        return {"do": "edit", "edits": [{"op": "add", "ring": ring}]}
    if choice < 0.45 and handles:
        handle = int(rng.choice(handles))
        return {
            "do": "edit",
            "edits": [{"op": "move", "handle": handle, "ring": ring}],
            "gesture": "g",
        }
    if choice < 0.6 and handles:
        return {"do": "edit", "edits": [{"op": "remove", "handle": int(rng.choice(handles))}]}
    if choice < 0.65:
        return {"do": str(rng.choice(["undo", "redo"]))}
    if choice < 0.7:
        return {
            "do": "layer",
            "name": str(rng.choice(["levels", "gates", "rooms", "corridors", "bsp"])),
        }
    if choice < 0.75:
        return {"do": "mesh"}
    names = ["optimal", "channel", "ta*", "tra*"]
    goal = rng.uniform((0, 0), (100, 60)).tolist()
    return {"do": "path", "start": [x, y], "goal": goal, "radius": float(rng.uniform(0, 3)), "planners": names, "detail": ["swept", "narrowest"]}  # fmt: skip


def next_request(rng, handles):
    return {"do": "clear"} if len(handles) > MOST else one_request(rng, handles)


def note_handles(result, handles):
    """Keeps the list of handles after an answer."""
    if "removed" in result and "changed" in result:
        gone = set(result["removed"])
        handles[:] = [h for h in handles if h not in gone]
        handles += [o["handle"] for o in result["changed"] if o["handle"] not in handles]


def replay(call, seed, rounds):
    """The same random requests in an empty world, and an empty world again."""
    rng, handles = np.random.default_rng(seed), []
    for _ in range(rounds):
        request = next_request(rng, handles)
        try:
            note_handles(perform(call, request.pop("do"), request), handles)
        except cw.UnknownHandle:
            continue
    perform(call, "clear", {})
    call.session.history.clear()
    for name in ("levels", "gates", "rooms", "corridors", "bsp"):
        perform(call, "layer", {"name": name})


class _Heap(ctypes.Structure):
    """glibc's `struct mallinfo2`."""

    _fields_ = tuple(
        (name, ctypes.c_size_t)
        for name in ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")
    )  # fmt: skip


def heap_bytes():
    """The bytes of the C heap in use, without what it keeps free; None where the C library cannot tell."""
    mallinfo = getattr(ctypes.CDLL(None), "mallinfo2", None)
    if mallinfo is None:
        return None
    mallinfo.restype = _Heap
    gc.collect()
    heap = mallinfo()
    return heap.uordblks + heap.hblkhd


def fill_cache_of_numpy():
    """NumPy keeps up to seven freed blocks of each size below 1 KiB, which count as in use: now all that it can."""
    for size in range(1, 1025):
        for shape in ((size,), (size, 1), (size, 1, 1)):
            blocks = [np.empty(shape, dtype=np.uint8) for _ in range(8)]
            blocks.clear()


def main(replays, rounds):
    fill_cache_of_numpy()
    server = Server(copies_of(cw.World((0, 0, 100, 60)), "world"), limits=LabLimits(history=50))
    call = Call(server, server.sessions.create())
    sizes = []
    for _ in range(replays):
        replay(call, 1, rounds)
        sizes.append(heap_bytes())
    print(json.dumps(sizes))
    server.close()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

"""Soak tests: random edits and queries, and memory stays flat."""

from __future__ import annotations

import ctypes
import gc
import json

import numpy as np
import pytest

import clearway as cw
from clearway.lab.limits import LabLimits
from clearway.lab.metrics import resident_bytes
from clearway.lab.packets import from_packet
from clearway.lab.registry import Call, perform
from clearway.lab.server import Server
from clearway.lab.sessions import copies_of
from support.lab_client import running

ROUNDS = 1000
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


def play(socket, rng, rounds, first, handles):
    """Sends random requests; `handles` are those of the world, which stays small."""
    for i in range(rounds):
        request = next_request(rng, handles)
        socket.send(json.dumps({"id": first + i, **request}))
        message = socket.recv(timeout=60)
        answer = json.loads(message) if isinstance(message, str) else from_packet(message)
        assert answer["id"] == first + i
        assert answer["ok"] or answer["error"] == "UnknownHandle", answer
        note_handles(answer.get("result", {}), handles)


def next_request(rng, handles):
    return {"do": "clear"} if len(handles) > MOST else one_request(rng, handles)


def note_handles(result, handles):
    """Keeps the list of handles after an answer."""
    if "removed" in result and "changed" in result:
        gone = set(result["removed"])
        handles[:] = [h for h in handles if h not in gone]
        handles += [o["handle"] for o in result["changed"] if o["handle"] not in handles]


@pytest.mark.long
@pytest.mark.alone
def test_memory_stays_flat():
    with (
        running(cw.World((0, 0, 100, 60)), history=50) as lab,
        lab.live() as one,
        lab.live() as two,
    ):
        sizes = []
        handles = [[], []]
        rngs = [np.random.default_rng(seed) for seed in (1, 2)]
        for socket in (one, two):
            socket.recv(timeout=60)
        for part in range(10):
            for socket, rng, own in zip((one, two), rngs, handles, strict=True):
                play(socket, rng, ROUNDS // 10, part * ROUNDS, own)
            gc.collect()
            sizes.append(resident_bytes())
            for session in lab.server.sessions.all():
                session.thing.validate()
                assert len(session.thing) <= MOST + 1
        print([round(size / 2**20, 1) for size in sizes])
        # Every thread keeps what its largest search needed, and a larger one comes now and then. One
        # world kept per request would be 100 MB; the heap of a single thread is held to less below.
        assert sizes[-1] - sizes[4] < 3 * 2**20


class _Heap(ctypes.Structure):
    """glibc's `struct mallinfo2`."""

    _fields_ = tuple(
        (name, ctypes.c_size_t)
        for name in ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")
    )  # fmt: skip


def heap_bytes():
    """The bytes of the C heap in use, without what it keeps free; skips where the C library cannot tell."""
    mallinfo = getattr(ctypes.CDLL(None), "mallinfo2", None)
    if mallinfo is None:
        pytest.skip("the C library has no mallinfo2")
    mallinfo.restype = _Heap
    gc.collect()
    heap = mallinfo()
    return heap.uordblks + heap.hblkhd


@pytest.mark.long
@pytest.mark.alone
def test_a_request_leaves_nothing_in_the_heap():
    """In one thread, whose pools are full after the first requests."""
    world = cw.World((0, 0, 100, 60))
    server = Server(copies_of(world, "world"), limits=LabLimits(history=50))
    call = Call(server, server.sessions.create())
    rng, handles, sizes = np.random.default_rng(1), [], []
    for _ in range(5):
        for _ in range(10 * ROUNDS):
            request = next_request(rng, handles)
            try:
                note_handles(perform(call, request.pop("do"), request), handles)
            except cw.UnknownHandle:
                continue
        sizes.append(heap_bytes())
    print([round(size / 2**10) for size in sizes])
    assert sizes[-1] - sizes[1] < 15 * 30 * ROUNDS  # 15 bytes for each of 30,000 requests
    server.close()

"""A soak test: random edits and queries from two pages, and memory stays flat."""

from __future__ import annotations

import gc
import json

import numpy as np
import pytest

import clearway as cw
from clearway.lab.metrics import resident_bytes
from clearway.lab.packets import from_packet
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
        if len(handles) > MOST:
            socket.send(json.dumps({"id": first + i, "do": "clear"}))
        else:
            socket.send(json.dumps({"id": first + i, **one_request(rng, handles)}))
        message = socket.recv(timeout=60)
        answer = json.loads(message) if isinstance(message, str) else from_packet(message)
        assert answer["id"] == first + i
        assert answer["ok"] or answer["error"] == "UnknownHandle", answer
        result = answer.get("result", {})
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
        # The pools of the threads fill up first; one world kept per request would be 100 MB.
        assert sizes[-1] - sizes[4] < 3 * 2**20

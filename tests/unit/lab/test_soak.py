"""Soak tests: random edits and queries, and memory stays flat."""

from __future__ import annotations

import gc
import json

import numpy as np
import pytest

import clearway as cw
from clearway.lab.metrics import resident_bytes
from clearway.lab.packets import from_packet
from support.children import module
from support.lab_client import running
from support.lab_requests import MOST, next_request, note_handles

ROUNDS = 1000


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


@pytest.mark.long
@pytest.mark.alone
def test_a_request_leaves_nothing_in_the_heap():
    """The same requests again, in one thread.

    Every array of the core keeps the capacity of the largest request so far. Random requests exceed it ever more
    rarely: their heap grows with the logarithm of their number, which looks like a small leak. The same ones again need
    nothing more. Caches of glibc and NumPy count as in use: that of glibc is off, that of NumPy full.
    """
    env = {"GLIBC_TUNABLES": "glibc.malloc.tcache_count=0"}
    sizes = json.loads(module("lab_requests", 6, 2 * ROUNDS, env=env, seconds=3600))
    if None in sizes:
        pytest.skip("the C library has no mallinfo2")
    grown = sizes[-1] - sizes[2]
    assert grown < 2 * ROUNDS  # a third of a byte for each request of three replays

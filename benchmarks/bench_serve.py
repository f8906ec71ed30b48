"""How many queries a second does `clearway serve` answer, beside direct calls?

Random queries of a point, planner "optimal". `direct`: `World.find_path` in one thread. `http`: one
query per request, by so many clients with a connection each. `websocket`: one query per message,
one client. `batch`: 500 queries per request (`/api/paths`). `per_direct`: the queries a second,
over those of direct calls. `cpu_us`: processor time of the server per query, which other programs
on the machine change less than the clock. The 50th and 99th percentile are those of a request, as
its client sees them; clients and server share the machine.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from time import perf_counter, process_time

import numpy as np

from . import ours, worlds
from .measure import in_child

TITLE = "serve"
BATCH = 500


def run(quick=False):
    names = ("boxes_100",) if quick else ("boxes_100", "boxes_10000")
    return [row for name in names for row in in_child(rows, name, 200 if quick else 2000)]


def rows(name, queries):
    outer, rings = worlds.named(name)
    world = ours.build(outer, rings)
    places = worlds.free_places(4 * queries, rings, outer)
    pairs = np.stack((places[:queries], places[queries : 2 * queries]), axis=1).tolist()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "world.clearway"
        world.save(file)
        ways = {
            "direct": _timed_direct(world, pairs),
            **{f"http x {n}": _timed(file, pairs, n, _http) for n in (1, 4)},
            "websocket": _timed(file, pairs, 1, _websocket),
            "batch": _timed(file, pairs, 1, _batch),
        }
    direct = ways["direct"][0]
    return [
        {
            "world": name,
            "way": way,
            "queries_per_second": rate,
            "per_direct": rate / direct,
            "cpu_us": 1e6 * used / queries,
            "p50_us": 1e6 * float(np.percentile(taken, 50)),
            "p99_us": 1e6 * float(np.percentile(taken, 99)),
        }
        for way, (rate, used, taken) in ways.items()
    ]


def _timed_direct(world, pairs):
    taken = []
    world.find_path(*map(tuple, pairs[0]))
    used = process_time()
    for a, b in pairs:
        begin = perf_counter()
        world.find_path(tuple(a), tuple(b))
        taken.append(perf_counter() - begin)
    return len(pairs) / sum(taken), process_time() - used, taken


def _timed(file, pairs, clients, ask):
    """Queries a second, processor seconds, seconds of each request; of a server of its own."""
    command = [sys.executable, "-m", "clearway", "serve", str(file), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            text = ""
            while "}" not in text:
                text += server.stdout.readline()
            host = json.loads(text)["url"].split("/")[2]
            ask(host, pairs[:50])
            taken = [[] for _ in range(clients)]
            threads = [
                Thread(target=lambda i: taken[i].extend(ask(host, pairs[i::clients])), args=(i,))
                for i in range(clients)
            ]
            used, begin = _processor_seconds(host), perf_counter()
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            rate = len(pairs) / (perf_counter() - begin)
            return rate, _processor_seconds(host) - used, np.concatenate(taken)
        finally:
            server.terminate()


def _processor_seconds(host):
    """What the server has used so far, as its counters say."""
    connection = HTTPConnection(host)
    connection.request("GET", "/api/metrics")
    text = connection.getresponse().read().decode()
    [line] = [x for x in text.splitlines() if x.startswith("clearway_cpu_seconds_total ")]
    return float(line.split()[1])


def _http(host, pairs):
    connection = HTTPConnection(host)
    bodies = [json.dumps({"start": a, "goal": b}) for a, b in pairs]
    return [_seconds_of(connection, "/api/path", body) for body in bodies]


def _batch(host, pairs):
    connection = HTTPConnection(host)
    taken = []
    for i in range(0, len(pairs), BATCH):
        a, b = zip(*pairs[i : i + BATCH], strict=True)
        body = json.dumps({"starts": a, "goals": b})
        taken.append(_seconds_of(connection, "/api/paths", body))
    return taken


def _seconds_of(connection, path, body):
    headers = {"content-type": "application/json", "accept": "application/x-clearway"}
    begin = perf_counter()
    connection.request("POST", path, body, headers)
    answer = connection.getresponse()
    answer.read()
    assert answer.status == 200, answer.status
    return perf_counter() - begin


def _websocket(host, pairs):
    from websockets.sync.client import connect

    taken = []
    with connect(f"ws://{host}/api/live", compression=None) as socket:
        socket.recv()
        for i, (a, b) in enumerate(pairs):
            message = json.dumps({"id": i, "do": "path", "start": a, "goal": b})
            begin = perf_counter()
            socket.send(message)
            socket.recv()
            taken.append(perf_counter() - begin)
    return taken

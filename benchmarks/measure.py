"""Clocks, memory and child processes."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter


def seconds(run, clock=perf_counter):
    start = clock()
    run()
    return clock() - start


def alternate(runs, repetitions, limit=60.0, clock=perf_counter):
    """Median seconds of each function in {name: function}, taken in turns."""
    taken = {name: [] for name in runs}
    begin = perf_counter()
    for _ in range(repetitions):
        for name, run in runs.items():
            taken[name].append(seconds(run, clock))
        if perf_counter() - begin > limit:
            break
    return {name: median(t) for name, t in taken.items()}


def peak_mb():
    """Peak memory of this process. VmHWM, unlike ru_maxrss, restarts at exec."""
    known = _status_mb("VmHWM")
    if known is not None:
        return known
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def resident_mb():
    """Memory of this process now; NaN where it is not known."""
    known = _status_mb("VmRSS")
    return float("nan") if known is None else known


def _status_mb(name):
    """A line of Linux's /proc/self/status; None elsewhere."""
    try:
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith(name):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    return None


def in_child(function, *arguments, timeout=900):
    """function(*arguments) of a module of the benchmarks, in its own process."""
    call = json.dumps([function.__module__, function.__name__, arguments])
    run = subprocess.run(
        [sys.executable, "-m", "benchmarks.measure", call],
        capture_output=True, text=True, timeout=timeout, check=False,
        cwd=Path(__file__).resolve().parents[1],
    )  # fmt: skip
    if run.returncode:
        raise RuntimeError(f"{function.__name__}{arguments}: {run.stderr.strip()[-800:]}")
    return json.loads(run.stdout.splitlines()[-1])


if __name__ == "__main__":
    module, name, arguments = json.loads(sys.argv[1])
    print(json.dumps(getattr(importlib.import_module(module), name)(*arguments)))

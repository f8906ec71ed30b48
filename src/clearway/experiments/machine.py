"""What a run was measured on: processor, versions, load. No names of hosts or users."""

from __future__ import annotations

import datetime
import os
import platform
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import Any

PACKAGES = ("clearway", "numpy", "pymetis", "dask", "distributed", "matplotlib")


def machine() -> dict[str, Any]:
    """Processor, cores, system, and the load of the last minute where the system tells it."""
    name = platform.processor() or platform.machine()
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                name = line.split(":", 1)[1].strip()
                break
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return {
        "processor": name,
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        "load": None if load is None else round(load, 2),
    }


def versions() -> dict[str, str]:
    """The versions of the packages that matter, as far as they are installed."""
    out = {}
    for name in PACKAGES:
        with suppress(metadata.PackageNotFoundError):
            out[name] = metadata.version(name)
    return out


def now() -> str:
    """The time, in UTC, to the second."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")

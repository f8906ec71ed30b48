"""Counters of a server in the text format of Prometheus."""

from __future__ import annotations

import sys
import time
from bisect import bisect_left
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .registry import ACTIONS

if TYPE_CHECKING:
    from .server import Server

_BUCKETS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)


class Metrics:
    """What has happened since the start."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, int]] = Counter()
        self.edits = 0
        self.connections = 0
        self.dropped = 0
        self._times = [0] * (len(_BUCKETS) + 1)
        self._seconds = 0.0

    def count(self, name: Any, status: int, seconds: float) -> None:
        """One request that has ended."""
        known = name if isinstance(name, str) and name in ACTIONS else "unknown"
        self.requests[known, status] += 1
        self._times[bisect_left(_BUCKETS, seconds)] += 1
        self._seconds += seconds

    def text(self, server: Server) -> str:
        """The page of `/api/metrics`."""
        lines = ["# TYPE clearway_requests_total counter"]
        for (name, status), count in sorted(self.requests.items()):
            lines.append(f'clearway_requests_total{{action="{name}",status="{status}"}} {count}')
        lines.append("# TYPE clearway_request_seconds histogram")
        total = 0
        for bound, count in zip([*map(str, _BUCKETS), "+Inf"], self._times, strict=True):
            total += count
            lines.append(f'clearway_request_seconds_bucket{{le="{bound}"}} {total}')
        lines.append(f"clearway_request_seconds_sum {self._seconds:.6f}")
        lines.append(f"clearway_request_seconds_count {total}")
        for name, kind, value in (
            ("edits_total", "counter", self.edits),
            ("dropped_total", "counter", self.dropped),
            ("connections", "gauge", self.connections),
            ("sessions", "gauge", len(server.sessions)),
            ("resident_bytes", "gauge", resident_bytes()),
            ("cpu_seconds_total", "counter", time.process_time()),
        ):
            lines += [f"# TYPE clearway_{name} {kind}", f"clearway_{name} {value}"]
        if server.sessions.shared:
            version = server.sessions.get(None).version
            lines += ["# TYPE clearway_version gauge", f"clearway_version {version}"]
        return "\n".join(lines) + "\n"


def resident_bytes() -> int:
    """Memory of this process."""
    status = Path("/proc/self/statm")
    if status.is_file():
        import resource

        return int(status.read_text().split()[1]) * resource.getpagesize()
    if sys.platform == "win32":
        return 0
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) * unit

"""python -m benchmarks [--only build,update] [--quick] [--out FILE]"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
from pathlib import Path

from . import (
    bench_after_edit,
    bench_build,
    bench_channel,
    bench_clearance,
    bench_crowd,
    bench_curves,
    bench_disc_growth,
    bench_features,
    bench_fields,
    bench_fresh_discs,
    bench_grid,
    bench_instructions,
    bench_lab_page,
    bench_labels,
    bench_locate,
    bench_optimal,
    bench_path,
    bench_peers,
    bench_polyanya,
    bench_reservations,
    bench_serve,
    bench_stop_early,
    bench_targets,
    bench_thpa,
    bench_town,
    bench_update,
    bench_visibility,
    bench_walls,
    peers,
)

MODULES = (
    bench_build,
    bench_clearance,
    bench_update,
    bench_after_edit,
    bench_features,
    bench_walls,
    bench_instructions,
    bench_locate,
    bench_path,
    bench_optimal,
    bench_disc_growth,
    bench_fresh_discs,
    bench_fields,
    bench_targets,
    bench_peers,
    bench_polyanya,
    bench_curves,
    bench_visibility,
    bench_labels,
    bench_channel,
    bench_stop_early,
    bench_grid,
    bench_thpa,
    bench_reservations,
    bench_town,
    bench_crowd,
    bench_lab_page,
    bench_serve,
)
QUESTIONS = {m.TITLE: m for m in MODULES}


def machine():
    name = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                name = line.split(":", 1)[1].strip()
                break
    except OSError:
        pass
    return {
        "processor": name,
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
    }


def show(title, rows):
    columns = list(dict.fromkeys(k for r in rows for k in r))
    text = [[cell(r.get(c)) for c in columns] for r in rows]
    widths = [max(len(c), *(len(t[i]) for t in text)) for i, c in enumerate(columns)]
    print(f"\n{title}: {QUESTIONS[title].__doc__}")
    for line in (columns, *text):
        print("  ".join(v.rjust(w) for v, w in zip(line, widths, strict=True)))


def cell(value):
    if value is None:
        return "-"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def main():
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    parser.add_argument("--only", default=",".join(QUESTIONS), help="comma-separated questions")
    parser.add_argument("--quick", action="store_true", help="small sizes, to see that it runs")
    parser.add_argument("--out", type=Path, default=Path("out/bench.json"))
    options = parser.parse_args()
    if unknown := set(options.only.split(",")) - set(QUESTIONS):
        parser.error(f"no question {', '.join(sorted(unknown))}; there are {', '.join(QUESTIONS)}")
    versions = {
        name: peers.version(name)
        for name in ("clearway", "numpy", "pythoncdt", "triangle", *peers.PATH_FINDERS)
    }
    for name, version in versions.items():
        print(f"{name}: {version or 'not installed, its columns are skipped'}")
    result = {
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "machine": machine(),
        "versions": versions,
        "tables": {},
    }
    options.out.parent.mkdir(parents=True, exist_ok=True)
    for title in options.only.split(","):
        result["tables"][title] = rows = QUESTIONS[title].run(options.quick)
        show(title, rows)
        options.out.write_text(json.dumps(result, indent=1))
    print(f"\nwritten to {options.out}")


if __name__ == "__main__":
    main()

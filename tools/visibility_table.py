"""Writes the results of the visibility benchmark into docs/measurements/visibility.md.

`python -m benchmarks --only visibility` first; then `python tools/visibility_table.py`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "measurements" / "visibility.md"
END = "<!-- end of table -->"
Row = dict[str, Any]

MEASURED = {
    "VG": "vg_us",
    "VGO": "vgo_us",
    "BSP*": "bsp*_us",
    "optimal": "optimal_us",
    "Dijkstra": "dijkstra_us",
    "A*": "a*_us",
    "JPS": "jps_us",
    "HPA*": "hpa*_us",
}
PREPARED = {"VG": "vg", "VGO": "vgo", "BSP": "bsp*", "HPA*": "hpa*"}
RANDOM = {"VG": "vg", "VGO": "vgo", "VGO without": "vgo-"}


def main() -> None:
    """Reads the JSON named, or out/bench.json, and rewrites the page."""
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "out" / "bench.json"
    rows = json.loads(file.read_text())["tables"]["visibility"]
    by_sort = {sort: [r for r in rows if r["sort"] == sort] for sort in ("peer", "region", "map")}
    page = PAGE.read_text()
    page = _put(page, "peers", _peers(by_sort["peer"]))
    page = _put(page, "preparation", _preparation(_ends(by_sort["map"])))
    page = _put(page, "queries", _queries(_ends(by_sort["map"])))
    page = _put(page, "property two", _property_two(_ends(by_sort["map"]), by_sort["region"]))
    PAGE.write_text(page)


def _ends(rows: list[Row]) -> list[Row]:
    """The smallest and the largest map of each kind."""
    of_kind: dict[str, list[Row]] = {}
    for row in rows:
        of_kind.setdefault(row["map"], []).append(row)
    return [row for of in of_kind.values() for row in (of[0], of[-1])]


def _peers(rows: list[Row]) -> list[list[str]]:
    table = [["vertices", "library", "prepare", "VGO prepares", "ratio", "query", "VGO", "ratio"]]
    for r in rows:
        if "note" in r:
            table.append([f"{r['vertices']:,}", r["peer"], r["note"], *["-"] * 5])
            continue
        table.append(
            [
                f"{r['vertices']:,}",
                r["peer"],
                f"{r['peer_prepare_ms'] / 1e3:,.2f} s",
                f"{r['prepare_ms']:.1f} ms",
                f"{r['prepare_ratio']:,.0f}",
                f"{r['peer_query_us'] / 1e3:,.1f} ms",
                f"{r['query_us']:.0f} us",
                f"{r['query_ratio']:,.0f}",
            ]
        )
    return table


def _preparation(rows: list[Row]) -> list[list[str]]:
    head = ["map", "corners", "edges VG", "edges VGO", "fragments per segment", "depth"]
    table = [head + [f"{n} ms" for n in PREPARED]]
    for r in rows:
        table.append(
            [
                _map(r),
                f"{r['corners']:,}",
                f"{r['vg_edges']:,}",
                f"{r['vgo_edges']:,}",
                f"{r['fragments'] / r['segments']:.2f}",
                str(r["depth"]),
                *(_number(r[f"{n}_prepare_ms"]) for n in PREPARED.values()),
            ]
        )
    return table


def _queries(rows: list[Row]) -> list[list[str]]:
    body = [[_map(r), *(_number(r[c]) for c in MEASURED.values())] for r in rows]
    return [["map", *MEASURED], *body]


def _property_two(rows: list[Row], real: list[Row]) -> list[list[str]]:
    mean = {
        f"{n}_random_us": sum(r[f"{n}_random_us"] for r in real) / len(real)
        for n in RANDOM.values()
    }
    table = [["map", *RANDOM, "Property Two saves"]]
    for name, r in [*((_map(r), r) for r in rows), (f"Iron Harvest, mean of {len(real)}", mean)]:
        taken = [r[f"{n}_random_us"] for n in RANDOM.values()]
        table.append([name, *map(_number, taken), f"{100 * (1 - taken[1] / taken[2]):.0f} %"])
    return table


def _map(row: Row) -> str:
    return f"{row['map'].replace('_', ' ').title().replace('Maze Cor5', 'MazeCor5')} {row['size']}"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value:.1f}"


def _put(page: str, name: str, table: list[list[str]]) -> str:
    begin = f"<!-- table {name}: tools/visibility_table.py -->"
    head, rest = page.split(begin)
    lines = ["| " + " | ".join(row) + " |" for row in table]
    left = ["---"] + ["---:"] * (len(table[0]) - 1)
    lines.insert(1, "| " + " | ".join(left) + " |")
    return "\n".join([head + begin, "", *lines, "", END]) + rest.split(END, 1)[1]


if __name__ == "__main__":
    main()

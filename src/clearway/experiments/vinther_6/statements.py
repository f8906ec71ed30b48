"""What chapter 6 says about each kind of map, beside what was measured on the largest one."""

from __future__ import annotations

from typing import Any

from ..report.sections import Claim
from ..tables import Table

BITS = "grids are searched by bits here: cells cost less beside corners than in the document."
FAST = "preparation takes milliseconds here."
_TREE = "BSP* with its tree takes {:.0f} µs, Dijkstra {:.0f}, A* {:.0f}, JPS {:.0f}."


def _last(table: Table) -> dict[str, Any]:
    return list(table.rows())[-1]


def about_queries(kind: str, table: Table) -> list[Claim]:
    """The statements on pathfinding."""
    r, first = _last(table), next(table.rows())
    tree, dijkstra, a_star, jps = (r[f"{n}_us"] for n in ("bsp*+tree", "dijkstra", "a*", "jps"))
    hpa, vg, vgo = (r[f"{n}_us"] for n in ("hpa*", "vg", "vgo"))
    slow = _TREE.format(tree, dijkstra, a_star, jps)
    if kind == "star":
        return [
            Claim("Dijkstra is the slowest, 1 to 2 s on Star 500.", slow,
                  dijkstra >= max(tree, a_star, jps, hpa, vg, vgo), BITS),
            Claim("VG, VGO and HPA* are the fastest, below 10 ms.",
                  f"VG {vg:.0f}, VGO {vgo:.0f}, HPA* {hpa:.0f}, JPS {jps:.0f} µs.",
                  max(vg, vgo, hpa) < min(a_star, jps, tree), BITS),
            Claim("BSP* lies between, slower than A* and JPS.", slow,
                  max(a_star, jps) < tree < dijkstra, BITS),
        ]  # fmt: skip
    if kind == "lines":
        return [
            Claim("Dijkstra and A* take about as long.",
                  f"{dijkstra:.0f} and {a_star:.0f} µs.", 0.5 < a_star / dijkstra < 1.5, BITS),
            Claim("JPS is much better than both.", f"{jps:.0f} µs.", jps < 0.3 * a_star, BITS),
            Claim("BSP* is faster than the other planners without preparation.", slow,
                  tree < min(dijkstra, a_star, jps), BITS),
        ]  # fmt: skip
    if kind == "checker":
        return [
            Claim("BSP* is the slowest.", slow, tree > max(dijkstra, a_star, jps, hpa, vg, vgo),
                  BITS),
            Claim("VG and VGO are about as slow as Dijkstra.",
                  f"VG {vg:.0f}, VGO {vgo:.0f}, Dijkstra {dijkstra:.0f} µs.",
                  0.3 < vgo / dijkstra < 3, BITS),
            Claim("A* is the fastest, then JPS, then HPA*.",
                  f"A* {a_star:.0f}, JPS {jps:.0f}, HPA* {hpa:.0f} µs.", a_star < jps < hpa, BITS),
        ]  # fmt: skip
    if kind == "maze":
        others = (dijkstra, a_star, jps, hpa, vg, vgo)
        return [
            Claim("BSP* is about 100 times slower than the others.",
                  f"{tree / max(others):.0f} to {tree / min(others):.0f} times.",
                  tree > 30 * max(others), BITS),
            Claim("HPA* is the best as mazes grow.",
                  f"HPA* {hpa:.0f}, JPS {jps:.0f}, A* {a_star:.0f} µs.", hpa <= min(others),
                  "HPA* expands less than half as many nodes as A* (5,508 of 13,056 on Maze 200), "
                  "but A* expands cells by bits, and smoothing is about half of HPA*'s time."),
        ]  # fmt: skip
    if kind == "scaled_maze":
        crossing = [
            x["size"]
            for x in table.rows()
            if x["bsp*+tree_us"] < min(x["dijkstra_us"], x["a*_us"], x["jps_us"])
        ]
        cells = min(first[f"{name}_us"] for name in ("dijkstra", "a*", "jps"))
        return [
            Claim("VG and VGO are the fastest at every corridor width.",
                  f"At width {first['size']:.0f} VGO takes {first['vgo_us']:.0f} µs, the fastest "
                  f"planner on cells {cells:.0f}.",
                  all(x["vgo_us"] < min(x["jps_us"], x["hpa*_us"]) for x in table.rows()), BITS),
            Claim("From a width of 4 on BSP* is at least as fast as the planners on cells.",
                  f"With its tree from width {min(crossing):.0f} on." if crossing else
                  "Never with its tree.", bool(crossing) and min(crossing) <= 5, BITS),
        ]  # fmt: skip
    ratio = first["bsp*+tree_us"] / first["jps_us"]
    return [
        Claim("BSP* is faster than JPS in small mazes, JPS in large ones.",
              f"BSP* takes {ratio:.1f} times JPS's time in the smallest, {tree / jps:.1f} in the "
              "largest.", ratio < 1 < tree / jps, BITS),
    ]  # fmt: skip


def about_preparation(kind: str, table: Table) -> list[Claim]:
    """The statements on preprocessing."""
    r = _last(table)
    vg, vgo, hpa = (r[f"{n}_prepare_ms"] for n in ("vg", "vgo", "hpa*"))
    shown = f"VG {vg:.1f}, VGO {vgo:.1f}, HPA* {hpa:.1f} ms."
    if kind == "star":
        return [Claim("VGO prepares fastest, in about the time of one search by Dijkstra.",
                      f"{shown} Dijkstra {r['dijkstra_us'] / 1e3:.1f} ms.", vgo <= min(vg, hpa),
                      FAST)]  # fmt: skip
    if kind == "lines":
        return [Claim("VG and VGO prepare faster than HPA*.", shown, max(vg, vgo) < hpa, FAST)]
    if kind == "checker":
        return [Claim("HPA* prepares much faster than VG and VGO.", shown,
                      hpa < 0.5 * min(vg, vgo), FAST)]  # fmt: skip
    if kind == "maze":
        return [Claim("HPA* prepares Maze 200 (1 to 2 s) faster than VG and VGO (4 s).", shown,
                      hpa < min(vg, vgo), FAST)]  # fmt: skip
    widths = [x["hpa*_prepare_ms"] for x in table.rows()]
    grown = f"From {widths[0]:.1f} to {widths[-1]:.1f} ms."
    said = "The preparation of HPA* grows with the corridor width."
    return [Claim(said, grown, widths[-1] > widths[0], FAST)]

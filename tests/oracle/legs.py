"""Cheapest paths with links: a graph of all legs, each measured by the disc oracle.

    cheapest(discs, links, a, b, r)   cost; inf when there is none

`discs` is a `discs.Discs`; a link is (a, b, cost, two_way, radius) with points a and b.
"""

from __future__ import annotations

from math import inf, isinf


def hops(links, r):
    """Every direction in which a disc may take a link: start, end, cost."""
    out = []
    for a, b, cost, two_way, radius in links:
        if r <= radius:
            out.append((a, b, cost))
            if two_way:
                out.append((b, a, cost))
    return out


def cheapest(discs, links, a, b, r):
    """By relaxing every leg and every link until nothing changes (Bellman and Ford)."""
    if discs.is_blocked(a, r) or discs.is_blocked(b, r):
        return inf
    taken = [h for h in hops(links, r) if not any(discs.is_blocked(p, r) for p in h[:2])]
    nodes = [a, b, *(h[1] for h in taken)]
    cost = [0.0] + [inf] * (len(nodes) - 1)
    known = {}

    def leg(p, q):
        if (p, q) not in known:
            length = 0.0 if p == q else discs.shortest(p, q, r)[0]
            known[p, q] = known[q, p] = length
        return known[p, q]

    changed = True
    while changed:
        changed = False
        for i, here in enumerate(nodes):
            if isinf(cost[i]):
                continue
            offers = [(1, leg(here, b))]
            offers += [(j + 2, leg(here, p) + c) for j, (p, _, c) in enumerate(taken)]
            for j, more in offers:
                if cost[i] + more < cost[j] - 1e-12 * (1 + cost[i]):
                    cost[j] = cost[i] + more
                    changed = True
    return cost[1]

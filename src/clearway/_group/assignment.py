"""Who takes which route: so that the last member arrives earliest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from .queueing import Trip, arrivals

# A split must save at least this share of the time; else the group stays together.
_WORTH = 0.01
_SAME_TIME = 1e-12  # of a time: sums of the same durations differ by less in another order
_EVENTS = 100_000  # passages of gates that the improvement simulates


def assign(options: Sequence[Mapping[int, Trip]], together: bool) -> list[int]:
    """A route for each member, among its options by route; every member has at least one.

    `together`: all on one route, as far as it is among their options.
    """
    routes = sorted({route for choice in options for route in choice})
    alone = [[route if route in c else min(c) for c in options] for route in routes]
    single = min(alone, key=lambda chosen: _last(options, chosen))
    if together or len(routes) == 1:
        return single
    tries = [_improved(options, _greedy(options)), _improved(options, single)]
    split = min(tries, key=lambda chosen: _last(options, chosen))
    plain = _untangled(options, split)
    if _last(options, plain) <= (1 + _WORTH / 4) * _last(options, split):
        split = plain
    is_worth_it = _last(options, split) < (1 - _WORTH) * _last(options, single)
    return split if is_worth_it else single


def _last(options: Sequence[Mapping[int, Trip]], chosen: Sequence[int]) -> float:
    return max(arrivals([c[route] for c, route in zip(options, chosen, strict=True)]))


def _greedy(options: Sequence[Mapping[int, Trip]]) -> list[int]:
    """In the order in which they come to gates, each takes the route by which it arrives first."""
    free: dict[int, float] = {}

    def follow(trip: Trip, book: bool) -> float:
        time = trip.distances[0] / trip.speed
        for gate, headway, rest in zip(trip.gates, trip.headways, trip.distances[1:], strict=True):
            time = max(time, free.get(gate, 0.0))
            if book:
                free[gate] = time + headway
            time += rest / trip.speed
        return time

    def first(i: int) -> float:
        return min(trip.distances[0] / trip.speed for trip in options[i].values())

    out = [0] * len(options)
    for i in sorted(range(len(options)), key=lambda i: (first(i), i)):
        out[i] = min(options[i], key=lambda route: (follow(options[i][route], False), route))
        follow(options[i][out[i]], True)
    return out


def _untangled(options: Sequence[Mapping[int, Trip]], chosen: list[int]) -> list[int]:
    """Exchanges members between two routes so that their ways are shorter in sum.

    Only members that are alike, so the numbers on the routes stay what they are.
    """
    out = chosen.copy()

    def length(i: int, route: int) -> float:
        return sum(options[i][route].distances)

    used = sorted(set(chosen))
    for a, b in [*combinations(used, 2)] * len(used):
        alike: dict[object, list[int]] = {}
        for i, route in enumerate(out):
            if route in (a, b) and a in options[i] and b in options[i]:
                trip = options[i][a]
                alike.setdefault((trip.speed, trip.headways), []).append(i)
        for rows in alike.values():
            count = sum(out[i] == a for i in rows)
            rows.sort(key=lambda i: (length(i, a) - length(i, b), i))
            for k, i in enumerate(rows):
                out[i] = a if k < count else b
    return out


def _improved(options: Sequence[Mapping[int, Trip]], chosen: list[int]) -> list[int]:
    """Moves members to other routes, and swaps them, as long as the last one arrives earlier."""
    cost = sum(1 + len(c[route].gates) for c, route in zip(options, chosen, strict=True))
    left = max(20, _EVENTS // cost)
    best = _last(options, chosen)
    while left > 0:
        times = arrivals([c[route] for c, route in zip(options, chosen, strict=True)])
        late = max(range(len(times)), key=lambda i: times[i])
        crowded = set(options[late][chosen[late]].gates)
        ahead = [
            i
            for i in sorted(range(len(times)), key=lambda i: -times[i])
            if i == late or crowded & set(options[i][chosen[i]].gates)
        ]
        moves = [(i, route) for i in ahead for route in options[i] if route != chosen[i]]
        for i, route in moves:
            tried = chosen.copy()
            tried[i] = route
            swaps = [tried]
            for j, other in enumerate(chosen):
                if other == route and j != i and chosen[i] in options[j] and len(swaps) < 4:
                    swapped = tried.copy()
                    swapped[j] = chosen[i]
                    swaps.append(swapped)
            last = [_last(options, one) for one in swaps]
            left -= len(swaps)
            if min(last) < best * (1 - _SAME_TIME):
                best = min(last)
                chosen = swaps[last.index(best)]
                break
            if left <= 0:
                break
        else:
            break
    return chosen

"""A town that changes: buildings are added and removed, agents of four sizes keep walking.

Each frame adds or removes one building. Agents walk leg by leg; only those whose known path the
edit has blocked plan again. An independent check, by plain distances to every wall, tests some of
the agents each frame: the path ahead of them, and whether they have walked to where they are.
Agents inside a new building leave it by the shortest path.

    python town.py [--obstacles 10000] [--agents 2000] [--frames 100] [--svg FILE]
"""

import argparse
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from time import perf_counter, process_time

import numpy as np

import clearway as cw
from clearway.formats import write_file

SIZE = 1000.0
REACH = 50.0  # walls farther away than this do not matter; longer than any wall
RATE = 20  # frames, and edits, in a second
CORNERS = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])


def town(count, rng):
    """Rotated squares, one per cell of a lattice, so that some agents pass every gap."""
    side = int(np.ceil(np.sqrt(count)))
    cells = rng.permutation(side * side)[:count]
    half = rng.uniform(0.15, 0.28, count)
    point = np.c_[cells % side, cells // side] + 0.5 + rng.uniform(-0.1, 0.1, (count, 2))
    return [square(p, h, rng) * SIZE / side for p, h in zip(point, half, strict=True)]


def square(centre, half, rng):
    turn = rng.uniform(0, np.pi / 2)
    u = np.array([np.cos(turn), np.sin(turn)])
    return centre + half * (CORNERS @ np.array([u, (-u[1], u[0])]))


@dataclass
class Agent:
    radius: float
    journey: cw.Journey
    watch: cw.Watch
    number: int
    known: float = 0.0  # length of the legs it has got
    gone: float = 0.0  # of these


class Check:
    """Every wall as two rows of numbers; knows nothing of meshes and planners."""

    def __init__(self, rings):
        self.start = np.concatenate(rings)
        self.end = np.concatenate([np.roll(r, -1, axis=0) for r in rings])

    def clearance(self, points):
        """Least distance from a polyline to any wall; 0 where it enters an obstacle."""
        low, high = points.min(axis=0) - REACH, points.max(axis=0) + REACH
        near = ((self.start > low) & (self.start < high)).all(axis=1)
        near |= ((self.end > low) & (self.end < high)).all(axis=1)
        a, b = self.start[near], self.end[near]
        least = REACH
        if len(points) == 1 and len(a):
            least = min(least, float(to_segments(points[0], a, b).min()))
        elif not len(a):
            points = points[:1]
        for p, q in pairwise(points):
            ends = (to_segments(p, a, b), to_segments(q, a, b))
            corners = (to_segments_of(p, q, a), to_segments_of(p, q, b))
            least = min(least, *(float(d.min()) for d in (*ends, *corners)))
            if crosses(p, q, a, b).any():
                return 0.0
        inside = cross(self.end - self.start, points[0] - self.start) > 0  # all of four: a square
        return 0.0 if inside.reshape(-1, 4).all(axis=1).any() else least


def cross(u, v):
    return u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0]


def to_segments(p, a, b):
    """Distances from a point to segments ab."""
    d = b - a
    t = np.clip(((p - a) * d).sum(axis=1) / (d * d).sum(axis=1), 0, 1)
    return np.hypot(*(a + t[:, None] * d - p).T)


def to_segments_of(p, q, a):
    """Distances from points a to one segment pq."""
    d = q - p
    size = float(d @ d)
    t = np.clip((a - p) @ d / size, 0, 1) if size else np.zeros(len(a))
    return np.hypot(*(p + t[:, None] * d - a).T)


def crosses(p, q, a, b):
    d = q - p
    one = cross(d, a - p) * cross(d, b - p) < 0
    return one & (cross(b - a, p - a) * cross(b - a, q - a) < 0)


class Game:
    def __init__(self, obstacles, agents, seed=1):
        self.rng = rng = np.random.default_rng(seed)
        self.unit = SIZE / obstacles**0.5
        rings = town(obstacles, rng)
        self.world = cw.World.from_obstacles(rings, bounds=(0, 0, SIZE, SIZE))
        self.rings = dict(zip(self.world.obstacles, rings, strict=True))
        self.radii = tuple(float(self.unit * r) for r in (0.02, 0.05, 0.08, 0.11))
        begin = process_time()
        self.planner = cw.THPAStar(self.world, self.radii, progress=True)
        self.prepared = process_time() - begin
        self.speed = self.unit  # a second: one block
        self.built = []
        self.agents = {}
        self.numbers = 0
        self.positions = {}  # of some agents, when last looked at, by number
        self.misplaced = 0  # journeys that could not begin where an agent stood
        self.pushed = set()  # numbers of the agents that a building has covered in this frame
        self.replanned = self.legs = self.arrived = self.shut_in = 0
        for i in range(agents):
            self.enlist(self.radii[i % 4])

    def enlist(self, radius):
        """A new agent, with a journey from somewhere to somewhere."""
        self.numbers += 1
        while not self.send(radius, self.world.random_point(radius, self.rng), self.numbers, 1):
            pass

    def send(self, radius, start, number, tries=20):
        """A journey for an agent that stands at this free point; False: it is shut in."""
        for _ in range(tries):
            goal = self.world.random_point(radius, self.rng)
            if journey := self.planner.begin(start, goal, radius):
                self.follow(radius, journey, number)
                return True
            self.misplaced += journey.status is cw.Status.START_BLOCKED
        return False

    def follow(self, radius, journey, number):
        """It sets off at once, by the first leg."""
        leg = journey.next()
        self.legs += 1
        agent = Agent(radius, journey, self.world.watch(journey), number, leg.length)
        self.agents[id(agent.watch)] = agent

    def go_on(self, agent, position):
        """To another goal, from where it is. One that is shut in leaves, and another comes."""
        if not self.send(agent.radius, position, agent.number):
            self.shut_in += 1
            self.enlist(agent.radius)

    def edit(self):
        """Adds a building at a random point, wherever agents are, or removes the oldest."""
        if len(self.built) > 3 and self.rng.random() < 0.5:
            gone = self.built.pop(0)
            self.world.remove(gone)
            del self.rings[gone]
        else:
            point = self.rng.uniform(0.02, 0.98, 2) * SIZE
            ring = square(point, 0.2 * self.unit, self.rng)
            self.built.append(self.world.add(ring))
            self.rings[self.built[-1]] = ring

    def repair(self):
        """Agents whose path is blocked plan again from where they are or the nearest free point."""
        for report in self.world.disturbed():
            agent = self.agents.pop(id(report.watch))
            self.replanned += 1
            point = report.free
            if point is None:
                self.shut_in += 1
                self.enlist(agent.radius)
                continue
            if report.reason is cw.Reason.INSIDE:
                self.pushed.add(agent.number)
            agent.journey.restart(point)
            if agent.journey:
                self.follow(agent.radius, agent.journey, agent.number)
            else:
                self.misplaced += agent.journey.status is cw.Status.START_BLOCKED
                self.go_on(agent, point)

    def walk(self):
        for key, agent in list(self.agents.items()):
            agent.gone += self.speed / RATE
            while agent.gone >= agent.known:
                leg = agent.journey.next()
                if leg is None:
                    self.arrived += agent.journey.found
                    del self.agents[key]
                    # The nearest free point is this one, up to rounding.
                    self.go_on(agent, self.world.snap(agent.journey.position, agent.radius))
                    break
                self.legs += 1
                agent.known += leg.length
            else:
                agent.watch.advance(agent.gone)

    def frame(self):
        self.pushed.clear()
        self.edit()
        self.repair()
        self.walk()

    def check(self, sample):
        """The worst clearance over radius of the known ways of some agents; at least 1."""
        check = Check(list(self.rings.values()))
        keys = self.rng.choice(list(self.agents), min(sample, len(self.agents)), replace=False)
        worst = np.inf
        for key in keys.tolist():
            agent = self.agents[key]
            worst = min(worst, check.clearance(left(agent)) / agent.radius)
        return worst

    def jumps(self, sample):
        """How many of some agents are where they cannot have walked since the last call."""
        seen = [a for a in self.agents.values() if a.number <= sample or a.number in self.positions]
        now = {a.number: left(a)[0] for a in seen}
        step = 1.01 * self.speed / RATE  # the ways are sampled
        count = 0
        for number, point in now.items():
            most = step + (self.unit if number in self.pushed else 0.0)
            count += bool(np.hypot(*(point - self.positions.get(number, point))) > most)
        self.positions = now
        return count


def left(agent):
    """What is left of the known way, as a polyline."""
    legs = [leg.sample(1e-4 * agent.radius) for leg in agent.journey.legs]
    way = np.concatenate(legs) if legs else agent.journey.position[None]
    steps = np.hypot(*np.diff(way, axis=0).T)
    ahead = np.concatenate(([0.0], np.cumsum(steps))) - agent.gone
    k = int(np.searchsorted(ahead, 0.0))
    if k == 0 or k == len(way):
        return way[k:] if k == 0 else way[-1:]
    t = -ahead[k - 1] / (ahead[k] - ahead[k - 1])
    return np.concatenate(([way[k - 1] + t * (way[k] - way[k - 1])], way[k:]))


def play(obstacles, agents, frames, sample=8, seed=1):
    """Figures of a game; times are of this process alone, the check left out."""
    game = Game(obstacles, agents, seed)
    cpu, wall, worst, replanned = [], [], np.inf, []
    jumps = game.jumps(4 * sample)
    for _ in range(frames):
        before = game.replanned
        begin = process_time(), perf_counter()
        game.frame()
        cpu.append(process_time() - begin[0])
        wall.append(perf_counter() - begin[1])
        replanned.append((game.replanned - before) / agents)
        worst = min(worst, game.check(sample))
        jumps += game.jumps(4 * sample)
    stats = list(game.planner.stats.values())
    figures = {
        "obstacles": obstacles,
        "agents": agents,
        "frames": frames,
        "edits_per_s": RATE,
        "prepare_s": game.prepared,
        "frame_ms": 1e3 * float(np.mean(cpu)),
        "frame_ms_median": 1e3 * float(np.median(cpu)),
        "frame_ms_worst": 1e3 * float(np.max(cpu)),
        "frame_wall_ms": 1e3 * float(np.mean(wall)),
        "replanned_share": float(np.mean(replanned)),
        "replanned_worst": float(np.max(replanned)),
        "legs": game.legs,
        "arrived": game.arrived,
        "recuts": sum(s["recuts"] for s in stats),
        "partitions": sum(s["partitions"] for s in stats),
        "least_clearance_over_radius": worst,
        "shut_in": game.shut_in,
        "jumps": jumps,
        "misplaced": game.misplaced,
        "illegal": int(worst < 1 - 1e-3 or jumps > 0 or game.misplaced > 0),
    }
    return game, figures


def picture(game, file):
    ways = [leg for agent in game.agents.values() for leg in agent.journey.legs[-1:]]
    shapes = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}">']
    for ring in game.rings.values():
        points = " ".join(f"{x:.2f},{y:.2f}" for x, y in ring)
        shapes.append(f'<polygon points="{points}" fill="#889"/>')
    for leg in ways:
        points = " ".join(f"{x:.2f},{y:.2f}" for x, y in leg.points)
        shapes.append(
            f'<polyline points="{points}" fill="none" stroke="#c40" stroke-linecap="round"'
            f' stroke-opacity="0.5" stroke-width="{2 * leg.radius:.2f}"/>'
        )
    write_file(Path(file), "\n".join([*shapes, "</svg>", ""]).encode())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--obstacles", type=int, default=200)
    parser.add_argument("--agents", type=int, default=40)
    parser.add_argument("--frames", type=int, default=20)
    parser.add_argument("--svg", help="a picture of the last frame")
    options = parser.parse_args()
    game, figures = play(options.obstacles, options.agents, options.frames)
    for name, value in figures.items():
        print(f"{name:28} {value:.4g}")
    if options.svg:
        picture(game, options.svg)
    print("none was ever illegal" if not figures["illegal"] else "ILLEGAL WAYS")


if __name__ == "__main__":
    main()

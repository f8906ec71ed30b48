"""A strategy game with bodies: four groups of units of three sizes cross a field and never overlap.

Buildings are placed and removed, also on top of units; a gate opens and closes; mud slows units
down. Every frame an independent check, by plain distances, looks for overlaps of units with each
other and with buildings.

    python rts.py [--units 400] [--frames 300] [--svg FILE] [--gif FILE] [--series FOLDER]
"""

import argparse
from pathlib import Path
from time import process_time

import numpy as np

import clearway as cw

SIZE = 60.0
RATE = 30  # frames in a second
RADII = (0.25, 0.4, 0.6)
BOX = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
GATE = [(30, 5), (30, 17)]
MUD = (27.0, 27.0, 33.0, 33.0)
CORNERS = np.array([(10.0, 10.0), (50.0, 10.0), (50.0, 50.0), (10.0, 50.0)])


def too_near(positions, radii, rings, gate, exempt):
    """Pairs of units that overlap, and units that overlap a building or a closed gate.

    By plain distances: knows nothing of the library.
    """
    at = np.nonzero(~np.isnan(positions[:, 0]))[0]
    p, r = positions[at], radii[at]
    apart = np.hypot(*(p[:, None] - p[None]).transpose(2, 0, 1)) - r[:, None] - r[None]
    pairs = int((np.triu(apart, 1) + np.tril(np.ones_like(apart)) < -1e-9).sum())
    inside = 0
    for ring in rings:
        a, b = ring, np.roll(ring, -1, axis=0)
        d = b - a
        t = np.clip(((p[:, None] - a) * d).sum(2) / (d * d).sum(1), 0, 1)
        away = np.hypot(*(p[:, None] - a - t[..., None] * d).transpose(2, 0, 1)).min(axis=1)
        left = (d[:, 0] * (p[:, None] - a)[..., 1] - d[:, 1] * (p[:, None] - a)[..., 0]) > 0
        bad = (away < r - 1e-9) | left.all(axis=1)
        inside += int((bad & ~np.isin(at, exempt)).sum())
    if gate is not None:
        (x, y0), (_, y1) = gate  # upright
        away = np.hypot(p[:, 0] - x, p[:, 1] - np.clip(p[:, 1], y0, y1))
        inside += int(((away < r - 1e-9) & ~np.isin(at, exempt)).sum())
    edges = np.minimum(p, SIZE - p).min(axis=1)
    return pairs, inside + int((edges < r - 1e-9).sum())


class Game:
    def __init__(self, units, seed=1):
        self.rng = np.random.default_rng(seed)
        self.world = cw.World((0, 0, SIZE, SIZE))
        self.rings = {}
        for x, y in ((20, 30), (40, 30), (30, 20), (30, 40)):
            self.build((x, y), 2.5)
        self.gate = self.world.add_door(GATE)
        self.is_closed = False
        self.crowd = cw.Crowd(self.world)
        self.groups = [self.enlist(k, units // 4) for k in range(4)]
        self.built = []
        self.records = []

    def build(self, at, half):
        turn = self.rng.uniform(0, np.pi / 2)
        u = np.array([np.cos(turn), np.sin(turn)])
        ring = np.asarray(at) + half * (BOX @ np.array([u, (-u[1], u[0])]))
        handle = self.world.add(ring)
        self.rings[handle] = ring
        return handle

    def enlist(self, corner, count):
        """A group in its corner, sent to the opposite one."""
        side = int(np.ceil(np.sqrt(count)))
        grid = np.stack(np.meshgrid(np.arange(side), np.arange(side)), -1).reshape(-1, 2)[:count]
        at = CORNERS[corner] + (grid - (side - 1) / 2) * 1.4
        goal = CORNERS[(corner + 2) % 4]
        radii = self.rng.choice(RADII, len(at))
        return self.crowd.add(at, radius=radii, speed=2.5, goals=tuple(goal))

    def edit(self, frame):
        """A building a second, and one less; the gate every five."""
        if frame % RATE == 0:
            if len(self.built) > 5:
                gone = self.built.pop(0)
                self.world.remove(gone)
                del self.rings[gone]
            self.built.append(self.build(self.rng.uniform(12, 48, 2), 1.2))
        if frame % (5 * RATE) == 0:
            self.is_closed = frame % (10 * RATE) == 0
            (self.world.close if self.is_closed else self.world.open)(self.gate)

    def frame(self, number):
        self.edit(number)
        at = self.crowd.positions
        x0, y0, x1, y1 = MUD
        muddy = (at[:, 0] > x0) & (at[:, 0] < x1) & (at[:, 1] > y0) & (at[:, 1] < y1)
        self.crowd.set_speed(np.nonzero(muddy)[0], 1.2)
        self.crowd.set_speed(np.nonzero(~muddy & ~np.isnan(at[:, 0]))[0], 2.5)
        self.crowd.step(1 / RATE, threads=1)

    def send_arrived(self):
        """Groups that have arrived are sent to the next corner."""
        arrived = self.crowd.arrived
        for group in self.groups:
            if arrived[group].mean() > 0.9:
                self.crowd.send(group, tuple(CORNERS[self.rng.integers(4)]))


def play(units, frames):
    game = Game(units)
    seconds, pairs, inside, reported = [], 0, 0, 0
    radii = game.crowd.radii
    was_inside = np.zeros(len(radii), dtype=bool)
    for number in range(frames):
        begin = process_time()
        game.frame(number)
        if number % RATE == 0:
            game.send_arrived()
        seconds.append(process_time() - begin)
        reports = game.crowd.reports()
        let_out = [r.agent for r in reports if r.event is cw.CrowdEvent.INSIDE]
        reported += len(let_out)
        now = game.crowd.inside
        exempt = np.concatenate((np.nonzero(now | was_inside)[0], np.array(let_out, dtype=int)))
        gate = GATE if game.is_closed else None
        bad = too_near(game.crowd.positions, radii, list(game.rings.values()), gate, exempt)
        pairs, inside = pairs + bad[0], inside + bad[1]
        was_inside = now
        game.records.append((game.crowd.positions, game.crowd.velocities))
    figures = {
        "units": len(radii),
        "frames": frames,
        "frame_ms": 1e3 * float(np.mean(seconds)),
        "frame_ms_median": 1e3 * float(np.median(seconds)),
        "frame_ms_worst": 1e3 * float(np.max(seconds)),
        "first_frame_ms": 1e3 * seconds[0],
        "let_out": reported,
        "arrived": int(game.crowd.arrived.sum()),
        "overlapping_pairs": pairs,
        "units_in_buildings": inside,
    }
    return game, figures


def trajectories(game):
    positions, velocities = (np.array(column) for column in zip(*game.records, strict=True))
    times = (1 + np.arange(len(positions))) / RATE
    return cw.Trajectories(game.world, times, positions, velocities, game.crowd.radii)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--units", type=int, default=120)
    parser.add_argument("--frames", type=int, default=90)
    parser.add_argument("--svg", help="an animation, for browsers")
    parser.add_argument("--gif", help="an animation")
    parser.add_argument("--series", help="a folder for a picture of every second")
    options = parser.parse_args()
    game, figures = play(options.units, options.frames)
    for name, value in figures.items():
        print(f"{name:20} {value:.4g}")
    made = trajectories(game)
    if options.svg:
        made.save(options.svg)
    if options.gif:
        made.save(options.gif, fps=15)
    if options.series:
        folder = Path(options.series)
        folder.mkdir(parents=True, exist_ok=True)
        for k in range(0, len(made), RATE):
            part = slice(max(0, k - RATE), k + 1)
            cw.Trajectories(
                game.world,
                made.times[part],
                made.positions[part],
                made.velocities[part],
                made.radii,
            ).save(folder / f"frame-{k:04}.png")
    legal = figures["overlapping_pairs"] == figures["units_in_buildings"] == 0
    print("not one overlap" if legal else "OVERLAPS")


if __name__ == "__main__":
    main()

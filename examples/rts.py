"""A strategy game with bodies: four groups of units of three sizes cross a field and never overlap.

Buildings are placed and removed, also on top of units; two gates open and close by turns; mud slows
units down. Every frame an independent check, by plain distances, looks for overlaps of units with
each other and with buildings. It excuses only units that an edit has covered, until they are out.

    python rts.py [--units 400] [--frames 300] [--gif FILE] [--series FOLDER]
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
GATES = ([(30, 5), (30, 17)], [(30, 43), (30, 55)])  # upright
MUD = (27.0, 27.0, 33.0, 33.0)
CORNERS = np.array([(10.0, 10.0), (50.0, 10.0), (50.0, 50.0), (10.0, 50.0)])
COLOURS = ("#00798c", "#d1495b", "#edae49", "#66a182")  # of the groups


def overlapping_pairs(p, radii):
    """How many pairs of units overlap, by plain distances."""
    apart = np.hypot(*(p[:, None] - p[None]).transpose(2, 0, 1)) - radii[:, None] - radii[None]
    return int((apart[np.triu_indices(len(p), 1)] < -1e-9).sum())


def covered(p, radii, rings, closed):
    """Which units overlap a building, a closed gate or the edge of the field."""
    out = np.minimum(p, SIZE - p).min(axis=1) < radii - 1e-9
    for ring in rings:
        a, b = ring, np.roll(ring, -1, axis=0)
        d = b - a
        t = np.clip(((p[:, None] - a) * d).sum(2) / (d * d).sum(1), 0, 1)
        away = np.hypot(*(p[:, None] - a - t[..., None] * d).transpose(2, 0, 1)).min(axis=1)
        left = (d[:, 0] * (p[:, None] - a)[..., 1] - d[:, 1] * (p[:, None] - a)[..., 0]) > 0
        out |= (away < radii - 1e-9) | left.all(axis=1)
    for (x, y0), (_, y1) in closed:
        out |= np.hypot(p[:, 0] - x, p[:, 1] - np.clip(p[:, 1], y0, y1)) < radii - 1e-9
    return out


class Game:
    def __init__(self, units, seed=1):
        self.rng = np.random.default_rng(seed)
        self.world = cw.World((0, 0, SIZE, SIZE))
        self.rings = {}
        for x, y in ((20, 30), (40, 30), (30, 20), (30, 40)):
            self.build((x, y), 2.5)
        self.gates = [self.world.add_door(line) for line in GATES]
        self.closed = []  # the lines of those that are closed
        self.crowd = cw.Crowd(self.world)
        self.groups = [self.enlist(k, units // 4) for k in range(4)]
        self.built = []

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
        """A building a second, and one less; the gates every five."""
        if frame % RATE == 0:
            if len(self.built) > 5:
                gone = self.built.pop(0)
                self.world.remove(gone)
                del self.rings[gone]
            self.built.append(self.build(self.rng.uniform(12, 48, 2), 1.2))
        if frame % (5 * RATE) == 0:
            closing = int(frame % (10 * RATE) > 0)
            self.world.open(self.gates[1 - closing])
            self.world.close(self.gates[closing])
            self.closed = [GATES[closing]]

    def walk(self):
        at = self.crowd.positions
        x0, y0, x1, y1 = MUD
        muddy = (at[:, 0] > x0) & (at[:, 0] < x1) & (at[:, 1] > y0) & (at[:, 1] < y1)
        self.crowd.set_speed(np.nonzero(muddy)[0], 1.2)
        self.crowd.set_speed(np.nonzero(~muddy)[0], 2.5)
        self.crowd.step(1 / RATE, threads=1)

    def send_arrived(self):
        """Groups that have arrived are sent to the next corner."""
        arrived = self.crowd.arrived
        for group in self.groups:
            if arrived[group].mean() > 0.9:
                self.crowd.send(group, tuple(CORNERS[self.rng.integers(4)]))


def play(units, frames):
    """The figures of a game, and for every frame what a picture of it needs."""
    game = Game(units)
    seconds, pairs, inside, let_out, records = [], 0, 0, 0, []
    radii = game.crowd.radii
    excused = np.zeros(len(radii), dtype=bool)
    for number in range(frames):
        begin = process_time()
        game.edit(number)
        taken = process_time() - begin
        rings = list(game.rings.values())
        excused |= covered(game.crowd.positions, radii, rings, game.closed)
        begin = process_time()
        game.walk()
        if number % RATE == 0:
            game.send_arrived()
        seconds.append(taken + process_time() - begin)
        let_out += sum(r.event is cw.CrowdEvent.LET_OUT for r in game.crowd.reports())
        at = game.crowd.positions
        now = covered(at, radii, rings, game.closed)
        pairs += overlapping_pairs(at, radii)
        inside += int((now & ~excused).sum())
        excused &= now
        records.append((at, rings, game.closed))
    return records, radii, {
        "units": len(radii),
        "frames": frames,
        "frame_ms": 1e3 * float(np.mean(seconds)),
        "frame_ms_median": 1e3 * float(np.median(seconds)),
        "frame_ms_worst": 1e3 * float(np.max(seconds)),
        "first_frame_ms": 1e3 * seconds[0],
        "let_out": let_out,
        "arrived": int(game.crowd.arrived.sum()),
        "overlapping_pairs": pairs,
        "units_in_buildings": inside,
    }  # fmt: skip


def draw(record, radii):
    """A picture of a frame: mud, buildings and gate at that moment, units in their colours."""
    from PIL import Image, ImageDraw

    at, rings, closed = record
    scale = 30.0  # three times that of the picture: smooth circles
    image = Image.new("RGB", (int(SIZE * scale), int(SIZE * scale)), "white")
    pen = ImageDraw.Draw(image)
    x0, y0, x1, y1 = MUD
    pen.rectangle([scale * x0, scale * (SIZE - y1), scale * x1, scale * (SIZE - y0)], "#d9c7a7")
    for ring in rings:
        pen.polygon([(scale * x, scale * (SIZE - y)) for x, y in ring], "#5c6b7a")
    for gate in GATES:
        ends = [(scale * x, scale * (SIZE - y)) for x, y in gate]
        pen.line(ends, "#33415c" if gate in closed else "#c9ced6", 9)
    for i, ((x, y), r) in enumerate(zip(at, radii, strict=True)):
        box = [scale * (x - r), scale * (SIZE - y - r), scale * (x + r), scale * (SIZE - y + r)]
        pen.ellipse(box, COLOURS[4 * i // len(radii)])
    return image.reduce(3)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--units", type=int, default=120)
    parser.add_argument("--frames", type=int, default=90)
    parser.add_argument("--gif", help="an animation")
    parser.add_argument("--series", help="a folder for a picture of every second")
    options = parser.parse_args()
    records, radii, figures = play(options.units, options.frames)
    for name, value in figures.items():
        print(f"{name:20} {value:.4g}")
    if options.gif:
        first, *others = [draw(record, radii) for record in records[::2]]
        # 70 milliseconds: about the two frames.
        first.save(options.gif, save_all=True, append_images=others, duration=70, loop=0)
    if options.series:
        folder = Path(options.series)
        folder.mkdir(parents=True, exist_ok=True)
        for k in range(0, len(records), RATE):
            draw(records[k], radii).save(folder / f"frame-{k:04}.png")
    legal = figures["overlapping_pairs"] == figures["units_in_buildings"] == 0
    print("not one overlap" if legal else "OVERLAPS")


if __name__ == "__main__":
    main()

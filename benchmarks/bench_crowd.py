"""What does a step of a crowd cost per agent, beside pyrvo and JuPedSim in the same run?

`us`: microseconds of one core per agent and step. `ratio`: over those of the peer in the same
scene: pyrvo's ORCA on a circle without walls (only its `do_step` is timed, not the preferred
velocities, which the caller computes), JuPedSim's models in a bottleneck of 150 agents. `overlap`:
the largest overlap of two discs, in radii. Rows `flow`: agents in a second through a door by its
width, beside JuPedSim's models and people. The last row is a crowd of 10,000 on a game map, if
there is one (CLEARWAY_DATA): `crowd_mb`, its fields and agents; `resident_mb`, what the process has
grown by since the crowd was made, in 2^20 bytes.
"""

from __future__ import annotations

import os
from pathlib import Path
from time import process_time

import numpy as np

import clearway as cw

from . import peers
from .measure import in_child, resident_mb

TITLE = "crowd"
DATA = Path(os.environ.get("CLEARWAY_DATA", Path(__file__).parents[2] / "shared" / "data"))
MAPS = DATA / "grid"
DT, RADIUS, SPEED = 0.05, 0.3, 1.4


def run(quick=False):
    counts = (250,) if quick else (250, 1000, 4000)
    rows = [in_child(circle, n, 100 if quick else 200) for n in counts]
    rows.append(in_child(bottleneck, 50 if quick else 150))
    rows += [in_child(flow, width, 50 if quick else 150) for width in PEOPLE if not quick]
    maps = sorted((MAPS / "bg512").rglob("*.map"))
    if maps and not quick:
        rows.append(in_child(game_map, str(maps[len(maps) // 2])))
    elif not maps:
        print(f"no maps in {MAPS / 'bg512'}: set CLEARWAY_DATA")
    return rows


def timed(step, steps, agents):
    """Microseconds of this process for each agent and step."""
    begin = process_time()
    for _ in range(steps):
        step()
    return 1e6 * (process_time() - begin) / steps / agents


def overlap(positions, radius):
    """The largest overlap of two discs, in radii."""
    at = positions[~np.isnan(positions[:, 0])]
    least = np.inf
    for i in range(len(at) - 1):
        least = min(least, float(np.hypot(*(at[i + 1 :] - at[i]).T).min()))
    return max(0.0, (2 * radius - least) / radius)


def circle(count, steps):
    """Everybody walks to the opposite point of a circle."""
    size = 1.2 * count * RADIUS / np.pi
    angle = np.arange(count) * 2 * np.pi / count
    points = size * np.column_stack((np.cos(angle), np.sin(angle)))
    world = cw.World((-size - 5, -size - 5, size + 5, size + 5))
    crowd = cw.Crowd(world)
    crowd.add(points, radius=RADIUS, speed=SPEED, goals=-points)
    # Into the middle, where it is crowded.
    for _ in range(int(0.75 * size / SPEED / DT)):
        crowd.step(DT, threads=1)
    us = timed(lambda: crowd.step(DT, threads=1), steps, count)
    out = {
        "scene": "circle",
        "agents": count,
        "us": us,
        "overlap": overlap(crowd.positions, RADIUS),
    }
    if peers.installed("pyrvo"):
        out |= {"peer": "pyrvo ORCA", "peer_us": _pyrvo(points, size, steps)}
        out["ratio"] = us / out["peer_us"]
    return out


def _pyrvo(points, size, steps):
    import pyrvo

    sim = pyrvo.RVOSimulator()
    sim.set_time_step(DT)
    sim.set_agent_defaults(2 * RADIUS + 4 * SPEED, 10, 2.0, 2.0, RADIUS, SPEED)
    for x, y in points.tolist():
        sim.add_agent((x, y))
    taken = 0.0
    before = int(0.75 * size / SPEED / DT)
    for step in range(before + steps):
        for i, (x, y) in enumerate(points.tolist()):
            at = sim.get_agent_position(i)
            dx, dy = -x - at.x, -y - at.y
            far = max((dx * dx + dy * dy) ** 0.5, 1e-9)
            pull = min(SPEED, far / DT) / far
            sim.set_agent_pref_velocity(i, (pull * dx, pull * dy))
        begin = process_time()
        sim.do_step()
        taken += process_time() - begin if step >= before else 0.0
    return 1e6 * taken / steps / len(points)


def _room(width):
    """Two rooms and a door of this width between them: the obstacles, and the free space."""
    low, high = 5 - width / 2, 5 + width / 2
    rings = [
        [(10, 0), (10.5, 0), (10.5, low), (10, low)],
        [(10, high), (10.5, high), (10.5, 10), (10, 10)],
    ]
    walkable = [
        (0, 0), (10, 0), (10, low), (10.5, low), (10.5, 0), (16, 0),
        (16, 10), (10.5, 10), (10.5, high), (10, high), (10, 10), (0, 10),
    ]  # fmt: skip
    return rings, walkable


# People in a second through a bottleneck by its width in metres: the experiments (Liddle, Seyfried,
# Klingsch, Rupprecht, Schadschneider, Winkens 2009) with which the flow test in JuPedSim's
# repository compares its model.
PEOPLE = {0.9: 1.71, 1.2: 2.53, 1.6: 3.11, 2.0: 3.91, 2.5: 5.55}


def flow(width, count):
    """Agents in a second through a door of this width, from the first to the last."""
    rings, walkable = _room(width)
    radius, points = 0.2, _places(count)
    crowd = cw.Crowd(cw.World.from_obstacles(rings, bounds=(0, 0, 16, 10)))
    crowd.add(points, radius=radius, speed=1.2, goals=[(15, 1), (15, 9)])
    out = {"scene": "flow", "agents": count, "width": width}
    out["flow"] = _flow(lambda: _walk(crowd), count)
    if peers.installed("jupedsim"):
        for name in ("CollisionFreeSpeedModel", "AnticipationVelocityModel"):
            sim = _jupedsim_room(name, points, radius, walkable)
            out[name + "_flow"] = _flow(lambda sim=sim: _iterate(sim, count), count)
    return out | {"people": PEOPLE[width]}


def _walk(crowd):
    crowd.step(DT, threads=1)
    behind = np.isnan(crowd.positions[:, 0]) | (crowd.positions[:, 0] > 10.5)
    return crowd.time, int(behind.sum())


def _iterate(sim, count):
    sim.iterate()
    inside = sum(agent.position[0] <= 10.5 for agent in sim.agents())
    return sim.elapsed_time(), count - inside


def _flow(step, count):
    """The mean flow from the first to the last. `step` returns the time, and how many are out."""
    begin = time = None
    through = 0
    while through < count and (time is None or time < 400):
        time, through = step()
        if begin is None and through > 0:
            begin, first = time, through
    return (through - first) / (time - begin) if begin is not None and time > begin else 0.0


def _places(count):
    """Random places of a lattice in the room before the door."""
    points = np.array(
        [(x, y) for x in np.arange(0.5, 9.5, 0.55) for y in np.arange(0.5, 9.6, 0.55)]
    )
    return points[np.random.default_rng(1).permutation(len(points))[:count]]


def bottleneck(count):
    """A room that empties through a door, until half are out; JuPedSim's two models beside it."""
    radius, points = 0.2, _places(count)
    world = cw.World.from_obstacles(_room(1.2)[0], bounds=(0, 0, 16, 10))
    crowd = cw.Crowd(world)
    crowd.add(points, radius=radius, speed=1.2, goals=[(15, 1), (15, 9)])
    begin, agent_steps = process_time(), 0
    worst = 0.0
    taken = 0.0
    while crowd.left.sum() < count / 2 and crowd.time < 200:
        begin = process_time()
        crowd.step(DT, threads=1)
        taken += process_time() - begin
        agent_steps += count - int(crowd.left.sum())
        worst = max(worst, overlap(crowd.positions, radius))
    out = {
        "scene": "bottleneck", "agents": count, "us": 1e6 * taken / agent_steps,
        "overlap": worst, "half_out_s": crowd.time,
    }  # fmt: skip
    if peers.installed("jupedsim"):
        for name in ("CollisionFreeSpeedModel", "AnticipationVelocityModel"):
            out[name + "_us"], out[name + "_half_out_s"] = _jupedsim(name, points, radius)
        out["peer"], out["peer_us"] = "jupedsim CFSM", out["CollisionFreeSpeedModel_us"]
        out["ratio"] = out["us"] / out["peer_us"]
    return out


def _jupedsim_room(model, points, radius, walkable):
    import jupedsim as jps

    sim = jps.Simulation(model=getattr(jps, model)(), geometry=walkable, dt=DT)
    stage = sim.add_exit_stage([(14.5, 0.5), (15.5, 0.5), (15.5, 9.5), (14.5, 9.5)])
    journey = sim.add_journey(jps.JourneyDescription([stage]))
    kind = getattr(jps, model + "AgentParameters")
    for at in points.tolist():
        parameters = kind(position=tuple(at), radius=radius, journey_id=journey, stage_id=stage)
        sim.add_agent(parameters)
    return sim


def _jupedsim(model, points, radius):
    sim = _jupedsim_room(model, points, radius, _room(1.2)[1])
    taken, agent_steps = 0.0, 0
    while sim.agent_count() > len(points) / 2 and sim.elapsed_time() < 200:
        begin = process_time()
        sim.iterate()
        taken += process_time() - begin
        agent_steps += sim.agent_count()
    return 1e6 * taken / agent_steps, sim.elapsed_time()


def game_map(file, count=10_000, groups=20, steps=100):
    """Ten thousand on a game map, in groups with a goal each."""
    world = cw.load(file).to_world()
    rng = np.random.default_rng(1)
    radius = 0.3
    lattice = np.stack(np.meshgrid(*[np.arange(0.5, s, 0.75) for s in world.bounds[2:]]), axis=-1)
    points = lattice.reshape(-1, 2)
    points = points[world.is_free(points, radius)]
    points = points[rng.permutation(len(points))[:count]]
    del lattice
    before = resident_mb()
    crowd = cw.Crowd(world)
    for part in np.array_split(np.arange(len(points)), groups):
        goal = points[rng.integers(len(points))]
        crowd.add(points[part], radius=radius, speed=SPEED, goals=tuple(goal))
    begin = process_time()
    crowd.step(DT, threads=1)
    first = process_time() - begin
    us = timed(lambda: crowd.step(DT, threads=1), steps, len(points))
    resident = resident_mb() - before
    return {
        "scene": Path(file).name, "agents": len(points), "us": us,
        "overlap": overlap(crowd.positions[:2000], radius), "first_step_ms": 1e3 * first,
        "fields": crowd.stats["fields"], "crowd_mb": crowd.stats["bytes"] / 1e6,
        "resident_mb": resident,
    }  # fmt: skip

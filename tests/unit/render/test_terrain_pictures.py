"""The abstraction in pictures and in the output of commands."""

import json
import math

import numpy as np

import clearway as cw
from clearway.cli.app import run
from clearway.cli.common import choke_text
from clearway.render import levels, palette
from clearway.render.shapes import Lines
from oracle.scene import box
from support.terrain_worlds import two_rooms, world_of


def test_render_levels(tmp_path):
    world = two_rooms()
    file = tmp_path / "w.geojson"
    world.save(file)
    for options in (["--levels"], ["--rooms"], ["--levels", "--radius", "1.5"]):
        out = tmp_path / "levels.svg"
        assert run(["render", str(file), str(out), *options]) == 0
        text = out.read_text()
        assert "nan" not in text
        assert text.count("<circle") == (2 if options == ["--levels"] else 0)
        assert palette.GATE in text
    assert json.dumps(world.abstraction().at(1.0)._asdict())  # plain numbers throughout


def drawn_gates(world, radius):
    [gates] = [
        shape.lines
        for shape in levels.layers(world.abstraction(), True, False, radius)[1]
        if isinstance(shape, Lines) and shape.stroke == palette.GATE
    ]
    return sorted(sorted(map(tuple, np.asarray(g).tolist())) for g in gates)


def test_gates_drawn():
    """For a point the narrowest of each corridor; for a disc those, and only those, that stop it."""
    world = two_rooms()
    a = world.abstraction()
    assert len(drawn_gates(world, 0.0)) == len(a.corridors) == 3
    assert drawn_gates(world, 1.0) == []
    door = [[(18.0, 4.0), (18.0, 6.0)], [(22.0, 4.0), (22.0, 6.0)]]
    assert drawn_gates(world, 1.5) == door
    narrower = {tuple(map(tuple, g)) for g in drawn_gates(world, 2.5)}
    assert narrower > {tuple(g) for g in door}
    for one, other in narrower:
        assert math.dist(one, other) < 5.0
        assert world.is_free((np.array(one) + other) / 2)


def test_gates_drawn_at_decision_nodes():
    """A gate charged to the turns of a decision node closes a corridor whose portals are wide."""
    found = 0
    for seed in range(5):
        _, world = world_of("convex", seed)
        a = world.abstraction()
        for c in a.corridors:
            if c.ends is None:
                continue
            d = a.decision_nodes[c.ends[0]]
            if c.width == a.chokes[d.triangle, d.corridors.index(c.number)]:
                continue
            radius = 0.5 * c.width * 1.0001
            assert c.number in a.at(radius).closed
            if world.clearance(c.gate.mean(axis=0)) < 0.5 * c.width * (1 - 1e-9):
                continue  # with a narrower one beside it
            assert sorted(map(tuple, c.gate.tolist())) in drawn_gates(world, radius)
            found += 1
    assert found > 3


def test_gates_drawn_without_holes():
    world = cw.World((0, 0, 40, 10))
    world.add(box(18, 0, 22, 4))
    world.add(box(18, 6, 22, 10))
    assert drawn_gates(world, 0.0) == [[(18.0, 4.0), (18.0, 6.0)]]
    assert len(drawn_gates(world, 1.5)) == 2
    assert drawn_gates(cw.World((0, 0, 1, 1)), 0.0) == []


def test_commands_tell_of_the_terrain(tmp_path, capsys):
    file = tmp_path / "w.geojson"
    world = two_rooms()
    world.save(file)
    a = world.abstraction()

    def facts(*arguments):
        capsys.readouterr()
        assert run([*map(str, arguments), "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    told = facts("info", file)
    assert told["levels"] == {str(k): int((a.levels == k).sum()) for k in range(4)}
    assert (told["decision_nodes"], told["corridors"], told["rooms"]) == (2, 3, 2)
    assert told["dead_ends"] == len(a.dead_ends)
    assert told["choke_points"] == len(a.choke_points())
    assert told["narrowest"][0]["width"] == 2.0
    assert told["narrowest"][0]["middle"] == [18.0, 5.0]
    assert told["narrowest"][0]["gate"] == [[18.0, 4.0], [18.0, 6.0]]
    for option in ("--levels", "--rooms"):
        terrain = facts("render", file, tmp_path / "w.svg", option)["terrain"]
        assert terrain == {key: told[key] for key in terrain}
    wide = facts("render", file, tmp_path / "w.svg", "--levels", "--radius", "1.5")["terrain"]
    assert wide["narrowest"][0]["width"] == 4.0
    assert facts("render", file, tmp_path / "w.svg")["terrain"] == {}
    assert run(["info", str(file)]) == 0
    assert "2 at 18,5 (corridor" in capsys.readouterr().out
    nowhere = told["narrowest"][0] | dict.fromkeys(("corridor", "dead_end", "decision_node"))
    assert choke_text(nowhere) == "2 at 18,5 (island)"

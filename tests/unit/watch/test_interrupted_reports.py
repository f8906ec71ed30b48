"""Reports of watches after an interrupt: none is lost, none is returned twice."""

from __future__ import annotations

import clearway as cw
from clearway import _watch
from support.interrupted_lines import interrupt_each_line


class Scene:
    """Paths watched in the world and in two variants; a one-way door or a box blocks them."""

    def __init__(self, door):
        world = self.world = cw.World((0, 0, 10, 10))
        for name, y in (("mud", 1), ("ice", 8)):
            world.add_area([(4, y), (6, y), (6, y + 1), (4, y + 1)], name)
        if door == "before":
            world.add_door([(3, 6), (3, 4)], direction="left")
        ends = (1, 5), (9, 5.5)
        paths = [world.find_path(*ends)]
        paths += [world.find_path(*ends, costs={name: cw.AVOID}) for name in ("mud", "ice")]
        self.watches = [world.watch(path) for path in paths]
        if door == "after":
            world.add_door([(3, 4), (3, 6)], direction="left")
        if door == "none":
            world.add([(4, 4), (5, 4), (5, 6), (4, 6)])
        elif door == "before":
            world.move(next(iter(world.doors)), [(3, 4), (3, 6)])

    def check(self):
        reports = self.world.disturbed()
        assert {id(report.watch) for report in reports} == {id(watch) for watch in self.watches}
        assert len(reports) == len(self.watches)
        assert not any(watch.active for watch in self.watches)
        assert self.world.disturbed() == []


def check_scene(door):
    whole = Scene(door)
    whole.check()
    ended = []

    def check(scene):
        if not any(watch.active for watch in scene.watches) and not _unreturned(scene):
            ended.append(scene)  # before the line that returns the reports
        else:
            scene.check()

    stopped = interrupt_each_line(
        (_watch,), lambda: Scene(door), lambda scene: scene.world.disturbed(), check
    )
    assert stopped > 20
    assert len(ended) == 1


def _unreturned(scene):
    return scene.world._watching.unreturned


def test_paths_in_variants():
    check_scene("none")


def test_a_one_way_door_that_turns():
    check_scene("before")


def test_a_one_way_door_that_comes_later():
    check_scene("after")

"""What `help` shows: every public name has a docstring, every callable one an example that runs."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import re
import shlex
import subprocess
import sys

import pytest

import clearway as cw
from clearway._planners._options import GRID, WORLD
from clearway.cli.examples import EXAMPLES
from clearway.formats import formats
from docsite import complete, examples, reference

# Modules that need extras, or whose names are commands.
LEFT_OUT = ("clearway.cli", "clearway.jupedsim", "clearway.lab", "clearway.__main__")
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(cw.__path__, "clearway.")
    if not module.name.startswith(LEFT_OUT)
)


def test_the_reference_is_complete():
    """Every name has a docstring, every callable one an example; so have options and commands."""
    assert complete.complaints() == []
    assert complete.main() == 0


def test_gaps_are_noticed(monkeypatch):
    def nameless(x):
        return x

    def exampleless(x):
        """A docstring without an example."""

    assert reference.commands()  # imported with all examples
    monkeypatch.setattr(cw.shapes, "disc", exampleless)
    monkeypatch.setattr(cw, "load_scenarios", nameless)
    monkeypatch.delitem(EXAMPLES, "info")
    assert complete.complaints() == [
        "load_scenarios: no docstring",
        "load_scenarios: no example",
        "shapes.disc: no example",
        "clearway info: no description or no example",
    ]
    assert complete.main() == 1
    monkeypatch.delitem(examples.VALUES, "weight")
    with pytest.raises(ValueError, match='option weight of "channel" has no example'):
        reference.options_page()
    monkeypatch.delitem(examples.READING, "svg")
    with pytest.raises(ValueError, match=r"map\.svg have no example"):
        reference.formats_page()


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_every_public_name_has_a_place_in_the_reference():
    """By hand in a group, or on the page "More"; and no group names what is not there."""
    grouped = [name for names in reference.GROUPS.values() for name in names]
    assert len(grouped) == len(set(grouped))
    assert set(grouped) <= set(cw.__all__)
    modules = {name for name in cw.__all__ if inspect.ismodule(getattr(cw, name))}
    placed = {*grouped, *reference.ungrouped(), *modules, "__version__"}
    assert placed == set(cw.__all__)
    assert {f"clearway.{name}" for name in modules} <= set(reference.MODULES)


def test_tables_of_options_formats_and_commands():
    assert "| `--radius`" in reference.commands_page()
    assert "| `limit` |" in reference.options_page()
    assert "`.geojson`" in reference.formats_page()


def _blocks(page):
    return re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)


def test_examples_of_options_run():
    setting, *blocks = _blocks(reference.options_page())
    names: dict = {}
    exec(setting, names)
    lines = "".join(blocks).splitlines()
    assert len(lines) > 20
    for line in lines:
        exec(re.sub(r"^(?=world\.|grid\.|cw\.)", "last = ", line), names)
        assert names["last"].found, line


def test_an_example_of_an_option_is_not_its_default():
    for info in (*WORLD.values(), *GRID.values()):
        for option in reference.shown(info):
            assert eval(examples.VALUES[option.name]) != option.default, option.name


def test_examples_of_formats_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, content in examples.GIVEN.values():
        (tmp_path / name).write_text(content)
    exec("".join(_blocks(reference.formats_page())), {})
    for entry in formats().values():
        assert (tmp_path / f"map{entry.suffixes[0]}").is_file(), entry.name


def test_examples_of_commands_run(tmp_path):
    """In the order of `--help`; those that serve, or take minutes, are only parsed."""
    world = cw.World(bounds=(0, 0, 100, 60))
    world.add([(40, 10), (60, 10), (60, 50), (40, 50)])
    world.save(tmp_path / "map.geojson")
    cw.generate.rooms(size=20, seed=1, form="grid").save(tmp_path / "maze.map")
    assert {words.partition(" ")[2] for words in reference.commands()} == set(EXAMPLES)
    for command, line in EXAMPLES.items():
        _, *words = shlex.split(line)
        if command in ("lab", "serve", "experiment run", "experiment report"):
            entry = reference.commands()[f"clearway {command}"]
            entry.make_context(command, words[len(command.split()) :])
            continue
        done = subprocess.run(
            [sys.executable, "-m", "clearway", *words], cwd=tmp_path, capture_output=True, text=True
        )
        assert done.returncode == 0, (line, done.stderr)
    help_text = subprocess.run(
        [sys.executable, "-m", "clearway", "info", "--help"], capture_output=True, text=True
    )
    assert f"Example: {EXAMPLES['info']}" in help_text.stdout

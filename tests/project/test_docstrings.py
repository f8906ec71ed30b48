"""What `help` shows: every public name has a docstring, every callable one an example that runs."""

from __future__ import annotations

import doctest
import enum
import functools
import importlib
import inspect
import pkgutil
import re

import pytest

import clearway as cw
from docsite import reference

DESCRIBED = (property, functools.cached_property, classmethod, staticmethod)
# Modules that need extras, or whose names are commands.
LEFT_OUT = ("clearway.cli", "clearway.jupedsim", "clearway.lab", "clearway.__main__")
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(cw.__path__, "clearway.")
    if not module.name.startswith(LEFT_OUT)
)


def public():
    """(name, object, the class that it belongs to)."""
    for name in cw.__all__:
        member = getattr(cw, name)
        if inspect.ismodule(member):
            yield name, member, None
            for inner in getattr(member, "__all__", ()):
                if callable(getattr(member, inner)):
                    yield f"{name}.{inner}", getattr(member, inner), None
        elif name != "__version__":
            yield name, member, None
            if isinstance(member, type):
                for inner in dir(member):
                    if not inner.startswith("_") and _is_ours(member, inner):
                        yield f"{name}.{inner}", inspect.getattr_static(member, inner), member
    for module in reference.MODULES:
        if module.removeprefix("clearway.") not in cw.__all__:
            for name in reference.module_names(module):
                yield f"{module}.{name}", getattr(importlib.import_module(module), name), None


def _is_ours(kind, name):
    owners = [base for base in kind.__mro__ if name in base.__dict__]
    return owners[0].__module__.partition(".")[0] == "clearway"


def _text(member):
    member = getattr(member, "__func__", member)  # static and class methods
    return inspect.getdoc(member) or ""


def _is_documented(name, member, kind):
    if kind is None or callable(member) or isinstance(member, DESCRIBED):
        return bool(_text(member))
    if isinstance(member, enum.Enum):  # a string below it says what it means
        return True
    # A field or a slot: described by its class, or by a base of it.
    described = "".join(_text(base) for base in kind.__mro__ if base is not object)
    return bool(re.search(rf"\b{name.rpartition('.')[2]}\b", described))


def test_names_without_docstring():
    assert [name for name, *what in public() if not _is_documented(name, *what)] == []


def test_names_without_example():
    def needs_one(member):
        plain = getattr(member, "__func__", member)
        return inspect.isfunction(plain) or isinstance(plain, type)

    missing = [n for n, member, _ in public() if needs_one(member) and ">>>" not in _text(member)]
    assert missing == []


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


def test_options_formats_and_commands_are_described():
    """What the generated tables show: nothing in them is empty."""
    from clearway._planners._options import GRID, WORLD
    from clearway.formats import formats

    for info in (*WORLD.values(), *GRID.values()):
        assert [o.name for o in info.options if not o.doc] == [], info.name
    assert [name for name, f in formats().items() if not f.summary or not f.suffixes] == []
    for words, command in reference.commands().items():
        undescribed = [p.name for p in command.params if not getattr(p, "help", None)]
        assert command.help, words
        assert undescribed == [], words
    assert "| `--radius`" in reference.commands_page()
    assert "| `limit` |" in reference.options_page()
    assert "`.geojson`" in reference.formats_page()

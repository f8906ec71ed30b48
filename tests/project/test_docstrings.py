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

DESCRIBED = (property, functools.cached_property, classmethod, staticmethod)
# Modules that need extras, or whose names are commands.
LEFT_OUT = ("clearway.cli", "clearway.jupedsim", "clearway.__main__")
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

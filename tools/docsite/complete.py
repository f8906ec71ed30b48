"""Checks the reference: every public name has a docstring, every callable one an example.

`make docs` fails otherwise, and so do the tests, which also run the examples. The table of what is
lacking: `PYTHONPATH=tools python -m docsite.complete`.
"""

from __future__ import annotations

import enum
import functools
import importlib
import inspect
import re
from collections.abc import Iterator
from typing import Any

import clearway as cw

from . import reference

DESCRIBED = (property, functools.cached_property, classmethod, staticmethod)


def public() -> Iterator[tuple[str, Any, type | None]]:
    """(name, object, the class that it belongs to)."""
    for name in cw.__all__:
        member = getattr(cw, name)
        if inspect.ismodule(member):
            yield name, member, None
            for inner in getattr(member, "__all__", ()):
                if callable(getattr(member, inner)):
                    yield from of_module(name, getattr(member, inner), inner)
        elif name != "__version__":
            yield name, member, None
            if isinstance(member, type):
                yield from members(name, member)
    for module in reference.MODULES:
        if module.removeprefix("clearway.") not in cw.__all__:
            for name in reference.module_names(module):
                yield from of_module(module, getattr(importlib.import_module(module), name), name)


def of_module(module: str, member: Any, name: str) -> Iterator[tuple[str, Any, type | None]]:
    """A public name of a module, and the members of a class."""
    yield f"{module}.{name}", member, None
    if isinstance(member, type):
        yield from members(f"{module}.{name}", member)


def members(name: str, kind: type) -> Iterator[tuple[str, Any, type]]:
    """The public members of a class that are Clearway's."""
    for inner in dir(kind):
        owners = [base for base in kind.__mro__ if inner in base.__dict__]
        if not inner.startswith("_") and owners[0].__module__.partition(".")[0] == "clearway":
            yield f"{name}.{inner}", inspect.getattr_static(kind, inner), kind


def text_of(member: Any) -> str:
    """The docstring of a name; empty when it has none."""
    member = getattr(member, "__func__", member)  # static and class methods
    return inspect.getdoc(member) or ""


def is_documented(name: str, member: Any, kind: type | None) -> bool:
    """Whether a name has a docstring, or its class describes it."""
    if kind is None or callable(member) or isinstance(member, DESCRIBED):
        return bool(text_of(member))
    if isinstance(member, enum.Enum):  # a string below it says what it means
        return True
    # A field or a slot: described by its class, or by a base of it.
    described = "".join(text_of(base) for base in kind.__mro__ if base is not object)
    return bool(re.search(rf"\b{name.rpartition('.')[2]}\b", described))


def needs_example(member: Any) -> bool:
    """Whether it is a function, a method or a class."""
    plain = getattr(member, "__func__", member)
    return inspect.isfunction(plain) or isinstance(plain, type)


def undocumented() -> list[str]:
    """Public names without a docstring."""
    return [name for name, *what in public() if not is_documented(name, *what)]


def without_example() -> list[str]:
    """Public classes, functions and methods, errors among them, whose docstring has no example."""
    return [
        n for n, member, _ in public() if needs_example(member) and ">>>" not in text_of(member)
    ]


def undescribed() -> list[str]:
    """Options, formats and commands that lack a description or an example."""
    from clearway._planners._options import GRID, WORLD
    from clearway.cli.examples import EXAMPLES
    from clearway.formats import formats

    out = []
    for info in (*WORLD.values(), *GRID.values()):
        out += [f"{info.name}: option {o.name}" for o in info.options if not o.doc]
    out += [f"format {n}" for n, f in formats().items() if not f.summary or not f.suffixes]
    for words, command in reference.commands().items():
        if not command.help or words.partition(" ")[2] not in EXAMPLES:
            out.append(words)
        out += [f"{words}: {p.name}" for p in command.params if not getattr(p, "help", None)]
    return out


def complaints() -> list[str]:
    """What the reference lacks; empty when nothing."""
    return [
        *(f"{name}: no docstring" for name in undocumented()),
        *(f"{name}: no example" for name in without_example()),
        *(f"{name}: no description or no example" for name in undescribed()),
    ]


def main() -> int:
    """Prints what the reference lacks, as a table; exit status 1 if that is anything."""
    named = list(public())
    lacking = complaints()
    callables = sum(needs_example(member) for _, member, _ in named)
    print(f"{len(named)} public names, {callables} of them callable")
    print("\n".join(lacking) or "without docstring or example: none")
    return 1 if lacking else 0


if __name__ == "__main__":
    raise SystemExit(main())

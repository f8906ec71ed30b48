"""The generated part of the reference: names, options, errors, formats and commands.

All of it is read from the package: docstrings, the registries of planners and formats, commands.
Every public name has a page: what no group lists is on the page "More".
"""

from __future__ import annotations

import importlib
import inspect
import math
import re
from typing import TYPE_CHECKING, Any

import clearway as cw

from . import examples

if TYPE_CHECKING:
    from .stage import Stage

GROUPS = {
    "World": ["World"],
    "Paths": ["Path", "Paths", "Status", "Snapped", "Line", "Arc", "Link", "Journey"],
    "Planners": [
        *["planners", "Planner", "Optimal", "Channel", "TAStar", "TRAStar", "THPAStar", "Labels"],
        *["VG", "VGO", "BSPStar", "Dijkstra", "AStar", "JPS", "HPAStar", "PRAStar", "RadiusRange"],
        "Front",
    ],
    "Grids": ["Grid", "GridField"],
    "Fields": ["Field", "FieldRaster"],
    "Areas, doors, links": ["AVOID", "Area", "Door", "LinkFeature", "Variant"],
    "Moving agents": ["Watch", "Report", "Reason", "Encounter", "Avoidance", "Mover"],
    "Many agents in time": ["Reservations", "TimedPath", "Move", "Wait"],
    "Answers about worlds": ["Hit", "Mesh", "Obstacle", "Obstacles", "Abstraction"],
    "Files": ["load", "Limits", "Projection", "load_scenarios", "Scenarios"],
    "Errors": ["ClearwayError", "InvalidInput", "UnknownHandle", "InternalError", "MissingExtra"],
}
# Modules beside the flat names: what `__all__` lists, or the functions named here.
MODULES: dict[str, list[str] | None] = {
    "clearway.generate": None,
    "clearway.shapes": None,
    "clearway.render": ["save", "save_panels", "svg", "png", "pdf"],
    "clearway.cluster": None,
    "clearway.experiments": None,
    "clearway.jupedsim": None,
}
# Members of these bases say nothing about a class of ours.
FOREIGN = "tuple, BaseException, Exception, ValueError, Enum, int, Mapping, Sequence, Collection"


def ungrouped() -> list[str]:
    """Public names that no group lists."""
    grouped = {name for names in GROUPS.values() for name in names}
    names = (n for n in cw.__all__ if n not in grouped and n != "__version__")
    return [n for n in names if not inspect.ismodule(getattr(cw, n))]


def module_names(module: str) -> list[str]:
    """The public names of a module beside the flat ones."""
    names = MODULES[module]
    return list(importlib.import_module(module).__all__) if names is None else names


def directive(module: str, name: str) -> str:
    """What autodoc needs for one name."""
    value = getattr(importlib.import_module(module), name)
    if isinstance(value, type):
        members = f"\n   :members:\n   :inherited-members: {FOREIGN}"
        return f".. autoclass:: {module}.{name}{members}\n"
    if callable(value):
        return f".. autofunction:: {module}.{name}\n"
    return f".. py:data:: {module}.{name}\n\n   {value!r}\n"


def api_page(title: str, module: str, names: list[str]) -> str:
    """A page of names in reStructuredText."""
    shown = f"``{title}``" if title.startswith("clearway.") else title
    head = f"{shown}\n{'=' * (len(shown) + 2)}\n\n"
    if title.startswith("clearway."):
        head += f".. automodule:: {module}\n   :no-members:\n\n"
    return head + "\n".join(directive(module, name) for name in names)


def cell(text: object) -> str:
    """Text for a cell of a Markdown table."""
    return str(text).replace("|", "\\|").replace("\n", " ").replace("*", "\\*").strip()


def options_page() -> str:
    """Every planner with its options and an example of each, from the registry of the core."""
    from clearway._planners._options import GRID, WORLD

    out = [
        "# Options of planners\n\nFrom the registry of the core, which also checks them. "
        f"The examples begin with:\n\n```python\n{examples.SETTING}```\n"
    ]
    for kind, planners in (("World", WORLD), ("Grid", GRID)):
        for name, info in planners.items():
            summary = cw.planners()[name].split(": ", 1)[1]
            out.append(f'\n## "{cell(name)}"\n\nOn a `{kind}`: {cell(summary)}.\n')
            if shown(info):
                out.append("\n| option | default | range | meaning |\n| --- | --- | --- | --- |\n")
            for option in shown(info):
                limits = option.range or ""
                values = (f"`{option.name}`", default_of(option), limits, option.doc)
                out.append("| " + " | ".join(cell(v) for v in values) + " |\n")
            code = "\n".join(examples.option_example(name, o, kind) for o in shown(info))
            out.append(f"\n```python\n{code}\n```\n" if code else "")
    return "".join(out)


NAMED = {"heuristic": "octile", "queue": "buckets"}


def default_of(option: Any) -> str:
    """The default of an option as users write it; nothing if there is none."""
    if math.isnan(option.default):
        return ""
    if option.name in NAMED:  # a number in the core, a name in Python
        return f'`"{NAMED[option.name]}"`'
    return f"`{ {'flag': bool, 'whole': int}.get(option.type, float)(option.default) }`"


def shown(info: Any) -> list[Any]:
    """The options of a planner that a call can give."""
    return [o for o in info.options if o.when_made or o.when_finding or o.when_improving]


def formats_page() -> str:
    """Every file format with an example, from the registry."""
    from clearway.formats import formats

    out = [
        "# Table of file formats\n\n[File formats](formats.md) says what each can hold.\n\n"
        "| name | suffixes | holds | options |\n| --- | --- | --- | --- |\n"
    ]
    for name, f in sorted(formats().items()):
        suffixes, options = (
            ", ".join(f"`{v}`" for v in values)
            for values in (f.suffixes, (*f.options, *f.write_options))
        )
        holds = f.holds if f.write else f"{f.holds}, only read"
        row = (f"[`{name}`](#{name})", suffixes, holds, options)
        out.append("| " + " | ".join(cell(v) for v in row) + " |\n")
    out.append(f"\nThe examples begin with:\n\n```python\n{examples.SETTING}```\n")
    for name, f in sorted(formats().items()):
        module = importlib.import_module(f"clearway.formats.{name}")
        said = re.sub(r"::\n\n((?: {4}.*\n|\n)+)", r"\n```\n\1```\n\n", f"{module.__doc__}\n")
        code = examples.format_example(name, f)
        out.append(f"\n## `{name}`\n\n{said}\n```python\n{code}```\n")
    return "".join(out)


def commands() -> dict[str, Any]:
    """Every command of the program by its words."""
    import typer

    from clearway.cli.app import app

    def walk(words: str, command: Any) -> dict[str, Any]:
        inner = getattr(command, "commands", None)
        if inner is None:
            return {words: command}
        return {w: c for n, sub in inner.items() for w, c in walk(f"{words} {n}", sub).items()}

    return walk("clearway", typer.main.get_command(app))


def commands_page() -> str:
    """Every command with its arguments, its options and an example."""
    from clearway.cli.examples import EXAMPLES

    out = ["# Options of commands\n\n[Commands](commands.md) gives an overview.\n"]
    for words, command in commands().items():
        first = (command.help or "").split("\f")[0]
        out.append(f"\n## `{words}`\n\n{first}\n\n| | meaning |\n| --- | --- |\n")
        for parameter in command.params:
            is_option = parameter.param_type_name == "option"
            names = parameter.opts if is_option else [(parameter.metavar or parameter.name).upper()]
            listed = ", ".join(f"`{n}`" for n in names)
            out.append(f"| {listed} | {cell(getattr(parameter, 'help', '') or '')} |\n")
        out.append(f"\n```\n{EXAMPLES[words.partition(' ')[2]]}\n```\n")
    return "".join(out)


def write_reference(stage: Stage) -> None:
    """Writes all generated pages."""
    groups = {**GROUPS, "More": ungrouped()} if ungrouped() else GROUPS
    for title, names in groups.items():
        file = title.lower().replace(", ", "-").replace(" ", "-")
        stage.write(f"reference/api/{file}.rst", api_page(title, "clearway", names))
    for module in MODULES:
        file = module.replace("clearway.", "module-")
        stage.write(f"reference/api/{file}.rst", api_page(module, module, module_names(module)))
    stage.write("reference/planner-options.md", options_page())
    stage.write("reference/format-table.md", formats_page())
    stage.write("reference/command-options.md", commands_page())

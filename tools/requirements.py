"""`python tools/requirements.py EXTRA ...`: what pyproject.toml lists for an extra, one per line.

`--oldest`: with the least versions that it allows, and of numpy too, for `make test-oldest`.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).resolve().parents[1] / "pyproject.toml").read_text())[
    "project"
]


def requirements(extra: str) -> list[str]:
    """The requirements of an extra; extras of Clearway that it names are resolved."""
    out: list[str] = []
    for requirement in PROJECT["optional-dependencies"][extra]:
        inner = re.match(r"clearway\[(.*)\]$", requirement)
        names = [requirement]
        if inner:
            names = [name for other in inner[1].split(",") for name in requirements(other)]
        out += [name for name in names if name not in out]
    return out


def oldest(requirement: str) -> str:
    """The requirement for the least version that it allows."""
    found = re.fullmatch(r"([\w-]+(?:\[\w+\])?)>=([\w.]+)(?:,.*)?", requirement)
    if not found:
        raise ValueError(f"{requirement}: no lower bound")
    return f"{found[1]}=={found[2]}"


def main() -> None:
    """Prints them."""
    extras = [a for a in sys.argv[1:] if a != "--oldest"]
    listed = [r for extra in extras for r in requirements(extra)]
    if "--oldest" in sys.argv:
        listed = [oldest(r) for r in [*PROJECT["dependencies"], *listed]]
    print(*listed, sep="\n")


if __name__ == "__main__":
    main()

"""The command `clearway`. Exit status: 0 found or done, 1 no path, 2 bad input.

One module of this folder a command. They need typer and rich (`clearway[cli]`), which are
imported only here.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Runs the command line of this process."""
    try:
        from .app import run
    except ModuleNotFoundError as error:
        if error.name not in ("typer", "rich"):
            raise
        sys.stderr.write("clearway: the command line needs more: pip install 'clearway[cli]'\n")
        raise SystemExit(2) from None
    raise SystemExit(run())

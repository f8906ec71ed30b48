"""The command `clearway`.

Exit status: 0 found or done, 1 no path, 2 bad input or output that cannot be written, 130
interrupted. When the reader of a pipe closes it (`clearway info | head -1`), SIGPIPE ends the
command silently, as it ends other commands; shells show that as 141.

One module of this folder per command. They need typer and rich (`clearway[cli]`), which are
imported only here.
"""

from __future__ import annotations

import signal
import sys


def main() -> None:
    """Runs the command line of this process."""
    if hasattr(signal, "SIGPIPE"):  # Python ignores it and raises; typer and rich then exit with 1
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        from .app import run
    except ModuleNotFoundError as error:
        if error.name not in ("typer", "rich"):
            raise
        from .._installed import how_to_install

        sys.stderr.write(f"clearway: the command line needs an extra: {how_to_install('cli')}\n")
        raise SystemExit(2) from None
    raise SystemExit(run())

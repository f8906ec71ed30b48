"""The application: its commands, its errors."""

from __future__ import annotations

import sys

import typer

from .. import __version__
from .._errors import ClearwayError
from . import demo, info, path, render

app = typer.Typer(
    name="clearway",
    help="Shortest clear paths in the plane.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
# Points such as -3,4 look like options; unknown options end up as surplus arguments instead.
_POINTS = {"ignore_unknown_options": True}
app.command("path", context_settings=_POINTS)(path.path)
app.command("info")(info.info)
app.command("render", context_settings=_POINTS)(render.render)
app.command("demo")(demo.demo)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"clearway {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Show the version and leave."
    ),
) -> None:
    pass


def run(arguments: list[str] | None = None) -> int:
    """Runs a command line; returns the exit status."""
    try:
        result = app(args=arguments, standalone_mode=False, prog_name="clearway")
    except typer.Exit as leave:
        return leave.exit_code
    except typer.Abort:
        return _complain("interrupted", 130)
    except ClearwayError as error:
        return _complain(str(error), 2)
    except OSError as error:
        return _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error), 2)
    except Exception as error:
        message = getattr(error, "format_message", None)  # errors of usage, from the parser
        if message is None:
            raise
        return _complain(message(), 2)
    return result if isinstance(result, int) else 0


def _complain(message: str, status: int) -> int:
    sys.stderr.write(f"clearway: {' '.join(message.split())}\n")
    return status

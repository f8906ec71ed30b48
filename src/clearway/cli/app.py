"""The application: its commands, its errors."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from typing import Any

import typer

from .. import __version__
from .._errors import ClearwayError
from . import bench, convert, demo, experiment, generate, info, lab, path, render, serve
from .examples import epilog
from .points import PointCommand

_INTERRUPTED = 130  # exit status after Ctrl+C

app = typer.Typer(
    name="clearway",
    help="Shortest clear paths in the plane.",
    epilog="Exit status: 0 found or done, 1 no path, 2 bad input or output that cannot be written. "
    "A closed pipe ends the command by SIGPIPE, which shells show as 141.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)
app.command("path", cls=PointCommand, epilog=epilog("path"))(path.path)
app.command("info", epilog=epilog("info"))(info.info)
app.command("render", cls=PointCommand, epilog=epilog("render"))(render.render)
app.command("convert", epilog=epilog("convert"))(convert.convert)
app.command("generate", epilog=epilog("generate"))(generate.generate)
app.command("bench", epilog=epilog("bench"))(bench.bench)
app.command("demo", epilog=epilog("demo"))(demo.demo)
app.command("lab", epilog=epilog("lab"))(lab.lab)
app.command("serve", epilog=epilog("serve"))(serve.serve)
app.add_typer(experiment.app, name="experiment")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"clearway {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Show the version and exit."
    ),
) -> None:
    pass


def run(arguments: list[str] | None = None) -> int:
    """Runs a command line; returns the exit status.

    An error is one line on stderr, with --json also a JSON object {"error", "message"} on stdout.
    With CLEARWAY_DEBUG in the environment, errors show their traceback.
    """
    given = sys.argv[1:] if arguments is None else arguments
    try:
        status = _run(given)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return _report_error(given, "Interrupted", "interrupted", _INTERRUPTED)
    except Exception as error:
        if os.environ.get("CLEARWAY_DEBUG"):
            raise
        return _report_error(given, type(error).__name__, _message(error), 2)


def _command() -> Any:
    """The commands, their flags without a type: `--mesh <bool>` looks as if it took a value."""

    def walk(command: Any, parent: Any) -> None:
        context = command.make_context("", [], parent=parent, resilient_parsing=True)
        flags = [p for p in command.params if getattr(p, "is_flag", False)]
        for flag in (*flags, command.get_help_option(context)):
            flag.metavar = ""
        for inner in getattr(command, "commands", {}).values():
            walk(inner, context)

    command = typer.main.get_command(app)
    walk(command, None)
    return command


def _run(arguments: list[str]) -> int:
    try:
        command = _command()
        result = command(args=arguments, standalone_mode=False, prog_name="clearway")
    except typer.Exit as leave:
        return leave.exit_code
    except typer.Abort:
        raise KeyboardInterrupt from None
    except Exception as error:
        if type(error).__name__ != "NoArgsIsHelpError":  # the help has been printed already
            raise
        return 2
    if result == _INTERRUPTED:  # so some versions of typer report Ctrl+C
        raise KeyboardInterrupt
    return result if isinstance(result, int) else 0


def _message(error: Exception) -> str:
    if isinstance(error, ClearwayError):
        return str(error)
    if isinstance(error, OSError) and error.strerror:
        # Errors of files have a name, those of stdout do not.
        return f"{error.filename or 'output'}: {error.strerror}"
    usage = getattr(error, "format_message", None)  # usage errors, from the parser
    if usage is not None:
        return str(usage())
    return str(error) if isinstance(error, OSError) else f"{type(error).__name__}: {error}"


def _report_error(arguments: list[str], kind: str, message: str, status: int) -> int:
    line = " ".join(message.split())
    if "--json" in arguments:
        _print(json.dumps({"error": kind, "message": line}), "stdout")
    _print(f"clearway: {line}", "stderr")
    return status


def _print(line: str, stream: str) -> None:
    """Prints a line on a stream that may be closed or full: then its buffer is dropped."""
    out = getattr(sys, stream)
    if out is None:
        return
    try:
        print(line, file=out, flush=True)
    except (OSError, ValueError):  # ValueError: closed
        setattr(sys, stream, None)
        _drop(out)


def _drop(out: Any) -> None:
    """Closes a stream whose buffer cannot be written; at exit Python would try again and fail."""
    with suppress(OSError, ValueError):
        out.close()

"""Errors as clients see them: the name and message of the exception, and a status of HTTP."""

from __future__ import annotations

from typing import Any

from .._errors import ClearwayError, InternalError, InvalidInput, MissingExtra, UnknownHandle


class LabError(ClearwayError):
    """A refusal of the server itself; subclasses have a status."""

    status = 400


class Busy(LabError):
    """Too many sessions or requests."""

    status = 503


class DeadlineExceeded(LabError):
    """A query took longer than its deadline, or a request longer to arrive."""

    status = 504


class Forbidden(LabError):
    """A host or origin that the server does not serve."""

    status = 403


class NotFound(LabError):
    """No such route, action or figure."""

    status = 404


class TooLarge(LabError):
    """A request or a world above a limit."""

    status = 413


class Unsupported(LabError):
    """A feature that this build does not have."""

    status = 501


class UnknownSession(LabError):
    """No session has this name: it was never made, or was freed."""

    status = 404


def described(error: Exception) -> tuple[int, dict[str, Any]]:
    """The status and the JSON object of an exception; a bug does not show its message."""
    status = status_of(error)
    known = isinstance(error, ClearwayError | MemoryError)
    return status, {
        "error": type(error).__name__ if known else "InternalError",
        "message": str(error) if known else f"a bug of the server: {type(error).__name__}",
        "index": getattr(error, "index", None),
    }


def status_of(error: Exception) -> int:
    """The status of an exception."""
    if isinstance(error, LabError):
        return error.status
    if isinstance(error, UnknownHandle):
        return 404
    if isinstance(error, InvalidInput):
        return 400
    if isinstance(error, MissingExtra):
        return 501
    if isinstance(error, InternalError):
        return 500
    if isinstance(error, ClearwayError):
        return 409
    return 507 if isinstance(error, MemoryError) else 500

"""Text files: lines and words with their position, for messages."""

from __future__ import annotations

import encodings.utf_8_sig  # noqa: F401  else decoding imports it later, perhaps during a fork
from typing import Any

import numpy as np

from .._core import MAX_COORDINATE
from .._errors import InvalidInput, shown
from .._input import Floats


def fault(name: str, line: int, message: str, value: Any = None) -> InvalidInput:
    """An error at a line, counted from 1."""
    return InvalidInput(f"{name}: line {line}: {message}", line, value)


def decoded(data: bytes, name: str) -> str:
    """The text of a file in UTF-8; a byte order mark is dropped."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise fault(name, line, f"byte {data[error.start]:#04x} is not text") from None


def lines_of(text: str) -> list[str]:
    """Lines without their ends, LF or CRLF."""
    return [line.removesuffix("\r") for line in text.split("\n")]


def number(word: str, name: str, line: int) -> float:
    """One coordinate."""
    try:
        value = float(word)
    except ValueError:
        raise fault(name, line, f"{shown(word)} is not a number", word) from None
    if not abs(value) <= MAX_COORDINATE:
        raise fault(name, line, f"{shown(word)} is not a coordinate", word)
    return value


class Words:
    """The words of a text, one after the other; any white space separates them."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name
        self.words = text.split()
        self.at = 0

    def fault(self, message: str, at: int | None = None, value: Any = None) -> InvalidInput:
        """An error at a word, by default the last one read."""
        return fault(self.name, self.line(at), message, value)

    def line(self, at: int | None = None) -> int:
        """The line of a word, by default of the last one read."""
        word = max(0, self.at - 1) if at is None else at
        seen = 0
        line = 1
        for line, words in enumerate(self.text.split("\n"), 1):  # noqa: B007
            seen += len(words.split())
            if seen > word:
                break
        return line

    def word(self, what: str) -> str:
        """The next word."""
        if self.at >= len(self.words):
            raise self.fault(f"the file ends before {what}", len(self.words))
        self.at += 1
        return self.words[self.at - 1]

    def count(self, what: str) -> int:
        """The next word as a count."""
        word = self.word(what)
        if not (word.isascii() and word.isdigit() and len(word) < 12):
            raise self.fault(f"{shown(word)} is not {what}", value=word)
        return int(word)

    def numbers(self) -> Floats:
        """All remaining words, as numbers; does not advance."""
        rest = self.words[self.at :]
        try:
            values = np.array(rest, dtype=np.float64)
        except ValueError:
            values = np.array([_number(word) for word in rest], dtype=np.float64)
        bad = ~(np.abs(values) <= MAX_COORDINATE)
        if bad.any():
            i = int(np.argmax(bad))
            raise self.fault(f"{shown(rest[i])} is not a number in range", self.at + i, rest[i])
        return values


def _number(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        return float("nan")

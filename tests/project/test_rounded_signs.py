"""Signs in the core: predicates.hpp decides them exactly, tangents.hpp names the rounded ones."""

from __future__ import annotations

import re

import pytest

import module_graph

NAMING = "geometry/internal/geometry/tangents.hpp"
ZERO = r"\)*\s*(?:<=|>=|<|>|==|!=)\s*0(?:\.0)?(?![.\dx])"
CALL = re.compile(r"(?:(?<![\w.])(?:cross|dot|left_of)|\.left)\(")
# The sum of two products, written out.
WRITTEN_OUT = re.compile(rf"\* *[\w.]+{ZERO}|\* *\([^()]*{ZERO}")


# A variable and its first value, with calls and parentheses of one level.
STORED = re.compile(r"(?<![\w.])(\w+) = ((?:[^;,{}()=]|\([^(){};=]*\))+)[;,]")


def is_square(text):
    """Whether it is a sum or difference of squares: of lengths, not of directions."""
    terms = re.split(r"\s[+-]\s(?![^(]*\))", text.strip())
    return all(re.match(r"([\w.]+|\(.*\)) \* \1(?!\w)", term) for term in terms)


def without_comments(text):
    return re.sub(r"//[^\n]*", "", text)


def end_of_call(text, start):
    depth = 0
    for i in range(start, len(text)):
        depth += (text[i] == "(") - (text[i] == ")")
        if depth == 0:
            return i + 1
    raise AssertionError("unbalanced parentheses")


def raw_signs(text):
    """Statements that compare a cross or dot product with zero."""
    text = without_comments(text)
    found = []
    for call in CALL.finditer(text):
        end = end_of_call(text, call.end() - 1)
        assigned = re.search(r"(\w+) = -?(?:[\w.]+ \* )?$", text[: call.start()])
        if re.match(ZERO, text[end:]) or (
            assigned
            and text[end] in ";,"
            and re.search(rf"\b{assigned[1]}{ZERO}", text[end : text.find("\n}", end)])
        ):
            found.append(text[call.start() : end])
    for name, sum_of_products in STORED.findall(text):
        if re.search(r"\*.*\s[+-]\s.*\*", sum_of_products, re.DOTALL) and not is_square(
            sum_of_products
        ):
            start = text.index(sum_of_products)
            if re.search(rf"(?<![\w.]){name}{ZERO}", text[start : text.find("\n}", start)]):
                found.append(f"{name} = {sum_of_products}")
    for part in re.split(r"[;{}]|&&|\|\|", text):
        written = WRITTEN_OUT.search(part)
        if written and re.search(r"\*.* [+-] .*\*", part[: written.end()]):
            found.append(part.strip())
    return found


@pytest.mark.parametrize(
    "text",
    [
        "if (cross(u, v) > 0) return;",
        "if (side * cross(at(a) - b, v) <= 0) return;",
        "const bool is = std::min(dot(low, v), dot(high, v)) > 0;",
        "const double along = dot(u, v);\nif (along < 0) return;",
        "return circle.left(u, p) < 0;",
        "double along = x * dx + y * dy;\nif (along <= 0) return;",
        "const double size = 2, off = (p.x - a.x) * uy - (p.y - a.y) * ux;\nif (off == 0) return;",
        "double fall = -(ux * -wy + uy * wx);\nif (fall > 0) return;",
        "return (p.x - a.x) * dx + (p.y - a.y) * dy > 0;",
        "return (p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y) >= 0;",
    ],
)
def test_a_raw_sign_is_found(text):
    assert raw_signs(text)


@pytest.mark.parametrize(
    "text",
    [
        "if (rounded_side(u, v) > 0) return;",
        "if (cross(u, v) > 0.5 * r) return;",
        "if (orientation(a, b, c) > 0) return;",
        "// cross(u, v) > 0",
        "const double squared = dx * dx + dy * dy;\nif (squared > 0) return;",
        "const double left = r * r * scale - height * height;\nif (left < 0) return;",
        "const double along = x * dx + y * dy;\nif (along < error) return;",
    ],
)
def test_other_comparisons_are_not(text):
    assert not raw_signs(text)


def test_every_rounded_sign_is_named():
    for file in sorted(module_graph.CORE.rglob("*.[ch]pp")):
        place = file.relative_to(module_graph.CORE).as_posix()
        if place.startswith(("tests/", "fuzz/", "geometry/src/")) or place == NAMING:
            continue
        assert raw_signs(file.read_text()) == [], place

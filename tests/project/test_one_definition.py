"""No two files of the core define types of the same name in a named namespace.

The compiler does not see both, and the linker then keeps one set of their inline functions: two types
named `Feature` once destroyed each other's members.
"""

from __future__ import annotations

import re
from collections import defaultdict

from support.paths import PROJECT

NAMESPACE = re.compile(r"namespace(?: (\w[\w:]*))? \{")
TYPE = re.compile(r"(?:template.*> )?(?:struct|class|enum class) (\w+)(?: final)?(?: ?:[^:].*)? \{")


def types_of(text):
    """Names of types at the level of a namespace, but for anonymous ones, with the namespace."""
    inside = []
    for line in text.splitlines():
        if opened := NAMESPACE.match(line):
            inside.append(opened[1])
        elif line.startswith("}  // namespace") and inside:
            inside.pop()
        elif (defined := TYPE.match(line)) and None not in inside:
            yield "::".join([*inside, defined[1]])


def test_types_have_one_definition():
    files = defaultdict(list)
    for path in sorted((PROJECT / "core").rglob("*.[ch]pp")):
        part = path.relative_to(PROJECT)
        if part.parts[1] not in ("tests", "fuzz"):
            for name in types_of(path.read_text()):
                files[name].append(str(part))
    assert len(files) > 100
    assert {name: found for name, found in files.items() if len(found) > 1} == {}


def test_a_second_definition_is_found():
    text = "namespace clearway {\nstruct Feature {\n};\nnamespace {\nstruct Own {\n};\n}  // namespace\n}  // namespace clearway\n"
    assert list(types_of(text)) == ["clearway::Feature"]

"""The modules of the core and what they depend on, as core/CMakeLists.txt declares it.

    python tools/module_graph.py

Prints the graph for ARCHITECTURE.md (Mermaid, without the arrows that others imply), the public
headers, and every include that the declarations do not name; exits with 1 when there is one, or
when a declared dependency is not used.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

CORE = Path(__file__).resolve().parents[1] / "core"
Graph = dict[str, set[str]]


def declared(core: Path = CORE) -> tuple[Graph, Graph]:
    """What each module names as PUBLIC and as PRIVATE, in the order of definition."""
    public: Graph = {}
    private: Graph = {}
    text = re.sub(r"#.*", "", (core / "CMakeLists.txt").read_text())
    for call in re.findall(r"^clearway_module\(([^)]*)\)", text, re.MULTILINE):
        name, *words = call.split()
        public[name], private[name] = set(), set()
        target = public[name]
        for word in words:
            if word in ("PUBLIC", "PRIVATE"):
                target = (public if word == "PUBLIC" else private)[name]
            else:
                target.add(word)
    return public, private


def headers(core: Path, module: str, folder: str) -> list[str]:
    """What others write in an #include, sorted."""
    root = core / module / folder
    return sorted(p.relative_to(root).as_posix() for p in root.rglob("*.hpp"))


def public_headers(core: Path = CORE) -> dict[str, list[str]]:
    """Of each module, the headers for C++ users: those in include/, except detail/ folders."""
    return {
        module: [h for h in headers(core, module, "include") if "/detail/" not in h]
        for module in declared(core)[0]
    }


def detail_headers(core: Path = CORE) -> list[str]:
    """The headers that are installed because public headers need them, but are not for users."""
    installed = [h for module in declared(core)[0] for h in headers(core, module, "include")]
    return [h for h in installed if "/detail/" in h]


def included(core: Path = CORE) -> tuple[Graph, Graph]:
    """Which modules' headers each module includes: in its own headers, and in its sources."""
    modules = list(declared(core)[0])
    owner = {
        header: module
        for module in modules
        for folder in ("include", "internal")
        for header in headers(core, module, folder)
    }
    in_headers: Graph = {module: set() for module in modules}
    in_sources: Graph = {module: set() for module in modules}
    for module in modules:
        for file in sorted((core / module).rglob("*.[ch]pp")):
            out = in_sources if file.is_relative_to(core / module / "src") else in_headers
            for include in re.findall(r'^#include "([^"]+)"', file.read_text(), re.MULTILINE):
                if owner.get(include, module) != module:
                    out[module].add(owner[include])
    return in_headers, in_sources


def complaints(core: Path = CORE) -> list[str]:
    """The differences between the declarations and the includes."""
    public, private = declared(core)
    in_headers, in_sources = included(core)
    out = []
    for module, named in public.items():
        both = named | private[module]
        out += [f"{module}: a header includes {m}, not PUBLIC" for m in in_headers[module] - named]
        out += [f"{module}: a source includes {m}, not named" for m in in_sources[module] - both]
        used = in_headers[module] | in_sources[module]
        out += [f"{module}: names {m}, which it does not include" for m in both - used]
    return sorted(out)


def reachable(graph: Graph, start: str) -> set[str]:
    """All modules that a module depends on, directly or indirectly."""
    out: set[str] = set()
    todo = [start]
    while todo:
        for other in graph[todo.pop()] - out:
            out.add(other)
            todo.append(other)
    return out


def mermaid(core: Path = CORE) -> str:
    """The graph without the arrows that follow from others; the lowest modules at the bottom."""
    public, private = declared(core)
    graph = {module: public[module] | private[module] for module in public}
    lines = ["graph TD"]
    for module, named in graph.items():
        implied = set().union(*(reachable(graph, other) for other in named))
        lines += [f"  {module} --> {other}" for other in sorted(named - implied)]
    return "\n".join(lines)


def main() -> int:
    """The command."""
    print(mermaid())
    public = [header for of_module in public_headers().values() for header in of_module]
    print(f"\n{len(public)} public headers:", *public, sep="\n  ")
    print("\nInstalled, but not for users:", *detail_headers(), sep="\n  ")
    wrong = complaints()
    print(*wrong, sep="\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())

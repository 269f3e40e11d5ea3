"""Writes the reference of the package from its docstrings: `make reference-python`."""

from __future__ import annotations

import inspect
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import tessera
from tessera._aec import Aec
from tessera._gymnasium import Env, Vector
from tessera._parallel import Parallel

HEAD = """# The reference of the package for Python

Written from its docstrings by `make reference-python`; [games in Python](python.md) has the way in.
N is the number of environments, A that of actions; P, R, C are planes, rows and columns. Seconds
are of CPU time. What the library refuses raises `tessera.Error`. `tessera.__version__` is the
version, a text.
"""

#: What is documented, and how it is called.
CLASSES = [("Game", tessera.Game), ("Batch", tessera.Batch), ("Trees", tessera.Trees),
           ("Report", tessera.Report), ("Error", tessera.Error), ("Env", Env), ("Vector", Vector),
           ("Aec", Aec), ("Parallel", Parallel)]  # fmt: skip
FUNCTIONS = ["env", "vector", "aec", "parallel", "samples", "solve", "report", "register"]


def table(lines: list[str]) -> str:
    """Make a table of Markdown of one between lines of "=="."""
    spans = [match.span() for match in re.finditer("=+", lines[0])]
    starts = [start for start, _ in spans] + [None]
    rows: list[list[str]] = []
    for line in lines[1:]:
        if line.startswith("=="):
            continue
        cells = [line[a:b].strip() for a, b in pairwise(starts)]
        if cells[0]:
            rows.append(cells)
        else:
            rows[-1] = [f"{old} {new}".strip() for old, new in zip(rows[-1], cells, strict=True)]
    rows.insert(1, ["---"] * len(spans))
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def text(thing: Any) -> str:
    """Return a docstring as Markdown."""
    lines = (inspect.getdoc(thing) or "").splitlines()
    parts: list[str] = []
    while lines:
        if lines[0].startswith("=="):
            ends = [k for k, line in enumerate(lines) if line.startswith("==")][2]
            parts.append(table(lines[: ends + 1]))
            del lines[: ends + 1]
        else:
            parts.append(lines.pop(0))
    found = "\n".join(parts).replace("``", "`")
    return re.sub(r"`tessera\._\w+\.(\w+)`", lambda m: f"[{m[1]}](#{m[1].lower()})", found)


def heading(name: str, thing: Any) -> str:
    """Return a name with its parameters."""
    try:
        given = str(inspect.signature(thing))
    except (TypeError, ValueError):
        return f"`{name}`"
    given = re.sub(r"\(self(, /)?(, )?", "(", given).replace("~", "")
    given = re.sub(r"(: |-> )'([^']*)'", r"\1\2", given)
    given = re.sub(r"(\w+\.)+(?=[A-Z]\w)", "", given)
    return f"`{name}{given}`".replace("'", '"')


def members(kind: type) -> list[str]:
    """Return the sections of what a class has of its own, without what it has from others."""
    found: dict[str, Any] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("tessera"):
            found |= {name: thing for name, thing in vars(base).items() if not name.startswith("_")}
    parts = []
    for name, thing in sorted(found.items()):
        if inspect.getdoc(thing) and (callable(thing) or hasattr(thing, "__get__")):
            shown = heading(name, getattr(kind, name)) if callable(thing) else f"`{name}`"
            parts.append(f"**{shown}**\n\n{text(thing)}\n")
    return parts


def page() -> str:
    """Return the whole reference."""
    parts = [HEAD, "## Functions\n"]
    for name in FUNCTIONS:
        thing = getattr(tessera, name)
        parts.append(f"**{heading('tessera.' + name, thing)}**\n\n{text(thing)}\n")
    for name, kind in CLASSES:
        made = f"\n\n{heading(name, kind)}" if kind not in (tessera.Report, tessera.Error) else ""
        parts.append(f"## {name}{made}\n\n{text(kind)}\n")
        parts += members(kind) if kind not in (tessera.Report, tessera.Error) else []
    return "\n".join(parts)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page())

"""Which room of the package imports which, drawn for the site: `docs/assets/rooms.svg`, written again by `make goldens`.

Rooms stand one under the other in the order of the flow, so that an arrow to a later room would be seen at once: it would be
drawn in red.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "reference" / "meldspec"
DRAWING = ROOT / "docs" / "assets" / "rooms.svg"

ROOMS = (
    "data", "files", "cache", "language", "book", "book/checks", "table", "definition", "engine/compile", "engine",
    "engine/lookahead", "protocol", "position", "ruling", "ruling/dialogue", "ruling/desk", "sources", "compare", "corpus",
    "corpus/mutation", "corpus/search", "judge", "runner", "site", "cli", "pytest_plugin",
)  # fmt: skip
"""Every folder of the package, and the four modules that stand alone, in the order of the flow."""

ROW, TOP, LEFT, BEND = 26, 20, 170, 11
"""Pixels: from room to room, above the first, left of the arcs, and how far an arc bends out for each room that it passes."""


def room_of(module: str) -> str:
    """The room of a dotted module name; empty for the package itself."""
    parts = module.split(".")[1:]
    return next((room for room in ("/".join(parts[:2]), "/".join(parts[:1])) if room in ROOMS), "")


def imported(path: Path) -> Iterator[str]:
    """The modules of the package that a file imports, those under TYPE_CHECKING and in functions too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names if name.name.startswith("meldspec."))
            case ast.ImportFrom(module=str(module), names=names) if module.split(".")[0] == "meldspec":
                yield from (f"{module}.{name.name}" for name in names)


def arrows() -> set[tuple[str, str]]:
    """(room, room that it imports)"""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        here = room_of(".".join(("meldspec", *path.relative_to(PACKAGE).with_suffix("").parts)))
        found |= {(here, there) for name in imported(path) if here and (there := room_of(name)) and there != here}
    return found


def drawing() -> str:
    """The picture: a name for each room, and an arc from each room to every one that it imports."""
    row = {room: TOP + ROW * number for number, room in enumerate(ROOMS)}
    widest = LEFT + 40 + BEND * len(ROOMS)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {widest} {TOP + ROW * len(ROOMS)}" font-family="sans-serif" '
        'font-size="13" role="img" aria-label="Which room of the package imports which">',
        "<style>text{fill:#333}path{fill:none;stroke:#00796b;stroke-opacity:.55}.back{stroke:#c62828;stroke-opacity:1}"
        "@media(prefers-color-scheme:dark){text{fill:#ddd}path{stroke:#4db6ac}}</style>",
    ]
    for room, y in row.items():
        lines.append(f'<text x="{LEFT - 10}" y="{y + 4}" text-anchor="end">{room}</text>')
        lines.append(f'<circle cx="{LEFT}" cy="{y}" r="3" fill="#00796b"/>')
    for here, there in sorted(arrows(), key=lambda arrow: (row[arrow[0]], row[arrow[1]])):
        bend = LEFT + 20 + BEND * abs(row[here] - row[there]) // ROW
        # Within one folder a child and what stands around it may use each other; files never import in a circle (test_house.py).
        inside = here.split("/")[0] == there.split("/")[0]
        back = ' class="back"' if row[there] > row[here] and not inside else ""
        lines.append(f'<path{back} d="M{LEFT} {row[here]}C{bend} {row[here]} {bend} {row[there]} {LEFT} {row[there]}"/>')
    return "\n".join([*lines, "</svg>", ""])

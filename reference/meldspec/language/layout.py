"""A rules text as logical lines: physical lines joined where a joining word begins the next one."""

from __future__ import annotations

from dataclasses import dataclass

JOINING = ("and", "or", "when", "otherwise", "where", "for", "has", "plus", "minus", "times", "with", "without", "so", "is", ",")
STEP = 2


@dataclass(frozen=True, slots=True)
class LogicalLine:
    """The raw text of one formal line (its indentation kept), the number of its first physical line, its indentation in spaces."""

    text: str
    number: int
    indent: int

    @property
    def first_word(self) -> str:
        """The word that tells what kind of line this is."""
        return self.text.split(None, 1)[0]


def joins(stripped: str) -> bool:
    """Whether a physical line goes on with the line above it."""
    word = stripped.split(None, 1)[0]
    return word in JOINING or stripped.startswith(",")


def logical_lines(text: str) -> list[LogicalLine]:
    """The logical lines of a text, blank ones left out; prose lines (`| …`) are never joined."""
    lines: list[LogicalLine] = []
    for number, raw in enumerate(text.replace("\t", "    ").splitlines(), 1):
        stripped = raw.strip()
        if not stripped:
            continue
        indent = len(raw) - len(raw.lstrip(" "))
        if lines and joins(stripped) and not lines[-1].text.lstrip().startswith("|"):
            last = lines[-1]
            gap = number - last.number - last.text.count("\n")
            lines[-1] = LogicalLine(last.text + "\n" * gap + raw.rstrip(), last.number, last.indent)
        else:
            lines.append(LogicalLine(raw.rstrip(), number, indent))
    return lines

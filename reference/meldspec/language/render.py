"""Diagnostics as plain text, each with the line that it is about.

```text
misspelt-word: found 'requier'
  --> spec/canasta/50-pile.rules:12:5
   |
12 |     requier at least 3 natural in it
   |     ^^^^^^^ expected the first word of a line, such as clause, to, require or define
   |
   = did you mean 'require'?
```
"""

from collections.abc import Iterable, Mapping

from meldspec.language.layout import UNSEEN, physical_lines
from meldspec.language.problems import Diagnostic, briefly, legible

UNKNOWN: Mapping[str, str] = {}


WIDEST, AROUND = 160, 60
"""Characters of a line that are shown, and of these before the place."""


def render_all(problems: Iterable[Diagnostic], texts: Mapping[str, str] = UNKNOWN) -> str:
    """All diagnostics with a blank line between; `texts` are the texts by the names of their files, where known."""
    return "\n".join(render(problem, texts.get(problem.place.file)) for problem in problems)


def render(problem: Diagnostic, text: str | None = None) -> str:
    """One diagnostic, with a line end behind its last line; the line it is about is shown where its text is given."""
    place = problem.place
    gutter = " " * len(str(place.line))
    if text is None:
        shown = [f"{gutter}  expected {legible(problem.expected)}"]
    else:
        # The line with its number, and carets under what is meant.
        lines = physical_lines(text)
        line = UNSEEN.sub(" ", lines[place.line - 1]).rstrip() if 0 < place.line <= len(lines) else ""
        start = place.column - 1
        width = max(min(place.end_column - 1, max(len(line), start + 1)) - start, 1)
        if len(line) > WIDEST:
            line, start, width = _around(line, start, width)
        marked = f"{' ' * start}{'^' * width} expected {legible(problem.expected)}"
        shown = [f"{gutter} |", f"{place.line} | {line}".rstrip(), f"{gutter} | {marked}", f"{gutter} |"]
    mend = [f"{gutter} = {legible(problem.mend)}"] if problem.mend else []
    return "\n".join((f"{problem.code}: found {briefly(problem.found)}", f"{gutter}--> {place}", *shown, *mend, ""))


def _around(line: str, start: int, width: int) -> tuple[str, int, int]:
    """Of a line that fills a page what stands round a place: with dots where it goes on, where the place then is, and how wide."""
    begins = max(min(start - AROUND, len(line) - WIDEST), 0)
    before, after = "…" * (begins > 0), "…" * (begins + WIDEST < len(line))
    shown, start = before + line[begins : begins + WIDEST] + after, start - begins + len(before)
    return shown, start, max(min(width, len(shown) - start), 1)

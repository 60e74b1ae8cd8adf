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
from meldspec.language.problems import Diagnostic

UNKNOWN: Mapping[str, str] = {}


WIDEST, AROUND = 400, 100
"""Characters of a line that are shown, and of these before the place."""


def render_all(problems: Iterable[Diagnostic], texts: Mapping[str, str] = UNKNOWN) -> str:
    """All diagnostics with a blank line between; `texts` are the texts by the names of their files, where known."""
    return "\n".join(render(problem, texts.get(problem.place.file)) for problem in problems)


def render(problem: Diagnostic, text: str | None = None) -> str:
    """One diagnostic, with a line end behind its last line; the line it is about is shown where its text is given."""
    place = problem.place
    gutter = " " * len(str(place.line))
    if text is None:
        shown = [f"{gutter}  expected {problem.expected}"]
    else:
        # The line with its number, and carets under what is meant.
        lines = physical_lines(text)
        line = UNSEEN.sub(" ", lines[place.line - 1]).rstrip() if 0 < place.line <= len(lines) else ""
        start = place.column - 1
        width = max(min(place.end_column - 1, max(len(line), start + 1)) - start, 1)
        if len(line) > WIDEST:
            # Of a line that fills a page what stands round the place is enough.
            begins = max(start - AROUND, 0)
            line, start, width = line[begins : begins + WIDEST], start - begins, min(width, WIDEST)
        marked = f"{' ' * start}{'^' * width} expected {problem.expected}"
        shown = [f"{gutter} |", f"{place.line} | {line}".rstrip(), f"{gutter} | {marked}", f"{gutter} |"]
    mend = [f"{gutter} = {problem.mend}"] if problem.mend else []
    return "\n".join((f"{problem.code}: found {problem.found}", f"{gutter}--> {place}", *shown, *mend, ""))

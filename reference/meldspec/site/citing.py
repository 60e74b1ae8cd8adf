"""What a clause rests on: sources with their paragraphs, as links."""

from __future__ import annotations

from collections.abc import Iterable

from meldspec.language import lines
from meldspec.site.atlas import Leaf
from meldspec.site.marks import plain


def citations(cites: Iterable[lines.Cites], leaf: Leaf) -> str:
    """The sources, one after the other; numbered paragraphs each lead to their place on the page of sources."""
    return "; ".join(_citation(one, leaf) for one in cites)


def _citation(cites: lines.Cites, leaf: Leaf) -> str:
    source = leaf.atlas.material.sources.get(cites.source)
    title = "" if source is None else ", ".join(part for part in (source.title, source.author) if part)
    name = leaf.source(cites.source, plain(cites.source), title=title)
    if not cites.ranges:
        return name
    single = len(cites.ranges) == 1 and cites.ranges[0][0] == cites.ranges[0][1]
    numbers = ", ".join(leaf.source(cites.source, _span(span), span[0]) for span in cites.ranges)
    return f"{name}, {'paragraph' if single else 'paragraphs'} {numbers}"


def _span(span: tuple[int, int]) -> str:
    """`26` or `26–27`"""
    first, last = span
    return str(first) if first == last else f"{first}–{last}"

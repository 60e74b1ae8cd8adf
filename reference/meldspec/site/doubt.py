"""A question as it is printed: what it asks, of which kind it is, and every reading with its lines."""

from __future__ import annotations

from meldspec.language import lines
from meldspec.site.atlas import Leaf
from meldspec.site.cases import case_part
from meldspec.site.formal import formal
from meldspec.site.marks import element, plain
from meldspec.site.printed import Article, Line, lines_of

KINDS = {
    "silent": "The sources are silent.",
    "contradiction": "The source contradicts itself.",
    "conflict": "The sources disagree.",
    "misprint": "A misprint is likely.",
    "editor": "An assumption of the editors of these rules.",
    "defers": "The source leaves it to ordinary Canasta.",
}
"""The kind of a doubt → what it says."""


def question_part(question: lines.Question, article: Article, leaf: Leaf) -> str:
    """The question as one block of HTML, under its clause."""
    id = f"{article.id}.{question.name}"
    blocks = lines_of(article.entry)
    covers = f" · {leaf.inventory(question.covers)}" if question.covers else ""
    parts = [
        element("p", f"{element('span', plain(question.kind), 'kind')} {plain(question.asks)}", "asks"),
        element("p", f"{element('code', id)} · {plain(KINDS.get(question.kind, ''))}{covers}", "origin"),
        *_arises(question),
        *(
            _reading(question, reading, blocks.get((question.name, reading.name), ()), leaf, f"{id}={reading.name}")
            for reading in default_first(question)
        ),
        case_part(leaf.atlas.cases_about(leaf.book, id), leaf),
    ]
    return element("div", "\n" + "\n".join(part for part in parts if part) + "\n", "question", id)


def _arises(question: lines.Question) -> list[str]:
    """Under which readings of other questions this one matters at all."""
    if not question.arises:
        return []
    where = " and ".join(element("code", f"{asked}={reading}") for asked, reading in question.arises)
    return [element("p", f"Arises only with {where}.", "origin")]


def default_first(question: lines.Question) -> list[lines.Reading]:
    """The readings, the one that holds by default in front."""
    return sorted(question.readings, key=lambda reading: reading.name != question.default)


def _reading(question: lines.Question, reading: lines.Reading, block: tuple[Line, ...], leaf: Leaf, spot: str) -> str:
    """One reading: its name and answer, the reason where it is the default, its lines."""
    chosen = reading.name == question.default
    says = element("p", f"{element('b', plain(reading.name))} {plain(reading.says)}", "says")
    whose = f" of {plain(question.whose)}" if question.whose else ""
    because = element("p", f"<b>Default{whose}</b>, because: {plain(question.because)}", "because") if chosen else ""
    inside = formal(block, leaf) or element("p", "This reading adds no line.", "nothing")
    parts = "\n".join(part for part in (says, because, inside) if part)
    return element("div", f"\n{parts}\n", "reading default" if chosen else "reading", spot)

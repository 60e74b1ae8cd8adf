"""A game on paper as plain text."""

from collections.abc import Iterator
from textwrap import wrap

from meldspec.site.reading import Absence, Passage
from meldspec.site.sheet import ON_CARD, ON_SHEET, Rows, Sheet
from meldspec.site.sheet_html import AGREED, OPEN

WIDTH = 78


def sheet_text(sheet: Sheet) -> str:
    """The sheet as text, a line no longer than a terminal."""
    return "\n".join([*_head(sheet, sheet.box, ON_SHEET), *_chapters(sheet), *_behind(sheet)]) + "\n"


def card_text(sheet: Sheet) -> str:
    """The card as text."""
    return "\n".join([*_head(sheet, sheet.card, ON_CARD), "", *_told(sheet.foot)]) + "\n"


def _head(sheet: Sheet, rows: Rows, most: int) -> Iterator[str]:
    """The title, the rows, what the table has agreed on."""
    yield from (sheet.title, "=" * len(sheet.title), "")
    for row, cell in rows:
        yield from _told(f"{row.title}: {cell.as_sentences}", "  ")
    if sheet.club is not None:
        yield ""
        for title, said in sheet.club.told():
            yield from _told(f"{title}: {said}.", "  ")
        doubts, counted_only = sheet.listed(most)
        for told in (*(f"{doubt.question.asks} {doubt.answer.says}" for doubt in doubts), counted_only):
            yield from _told(f"{AGREED} {told}", "  ") if told else ()


def _chapters(sheet: Sheet) -> Iterator[str]:
    """All that is read."""
    for chapter in sheet.read.chapters:
        title = f"{chapter.number}. {chapter.title}"
        yield from ("", title, "-" * len(title), "")
        for part in chapter.parts:
            yield from _passage(part, sheet) if isinstance(part, Passage) else _absence(part)


def _passage(passage: Passage, sheet: Sheet) -> Iterator[str]:
    """A clause, and what the table has settled of it or the book leaves open."""
    article = passage.article
    yield from _told(f"{article.number} {article.clause.title}. {' '.join(article.clause.prose)}")
    for doubt in passage.doubts:
        mark = f"{OPEN} " if sheet.club is None else "" if doubt.by_default else f"{AGREED} "
        yield from _told(f"{mark}{doubt.question.asks} {doubt.answer.says}", "    ")


def _absence(absence: Absence) -> Iterator[str]:
    """What the book does without."""
    mark = "Not in this game:" if absence.barred else "No rule is needed here:"
    yield from _told(f"{mark} {absence.title}. {absence.dropped.why}", "  | ")


def _behind(sheet: Sheet) -> Iterator[str]:
    """What the marks mean, and what the sheet is made of."""
    yield ""
    if sheet.club is None:
        yield from _told(f"{OPEN} marks what the sources leave open, with the answer that the rules are played by.")
    elif sheet.otherwise:
        yield from _told(f"{AGREED} marks what this table reads otherwise than the rules do where nobody chooses.")
    if sheet.club is not None and sheet.club.link:
        # A link that is broken into lines leads nowhere.
        yield f"At the ruling desk: {sheet.club.link}"
    yield from _told(sheet.foot)


def _told(text: str, margin: str = "") -> list[str]:
    """A paragraph in lines, its later ones under the first."""
    return wrap(
        text, WIDTH, initial_indent=margin, subsequent_indent=margin + " " * (0 if margin.strip() else 2), break_long_words=False
    )

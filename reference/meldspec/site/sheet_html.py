"""A game on paper as one HTML file, which holds all that it needs: the sheet on two sides of A4, and the card for the table."""

from collections.abc import Iterable
from math import sqrt
from pathlib import Path

from meldspec.language.problems import counted
from meldspec.site.markup import anchor, block, element, plain
from meldspec.site.reading import Absence, Doubt, Passage, ReadChapter
from meldspec.site.sheet import ON_CARD, ON_SHEET, Rows, Sheet

STYLE = "sheet.css"
SIDES = 2
"""So many sides a sheet may have."""
ROOM = 565_000.0
"""So many signs would fill a side in type of one point, at the leading and in the columns of the style, a tenth kept free."""
LARGEST, SMALLEST = 9.0, 6.6
"""Type in points: larger is not read more easily on a sheet, and smaller is not read."""
OPEN, AGREED = "?", "▸"
"""The marks of a doubt that is open, and of one that this table reads otherwise than by default."""
NO_ICON = '<link rel="icon" href="data:,">'
"""For a page without it browsers ask the host for one, wherever the page lies."""


def style() -> str:
    """The style of everything that is printed."""
    return Path(__file__).with_name(STYLE).read_text(encoding="utf-8")


def sheet_html(sheet: Sheet, back: str = "") -> str:
    """The sheet as an HTML document, with a way `back` to the page of its game, if there is one."""
    chapters = (part for chapter in sheet.read.chapters for part in _chapter(chapter, sheet))
    parts = [element("h1", plain(sheet.title)), box(sheet.box), _agreed(sheet, ON_SHEET), *chapters, _behind(sheet)]
    return _document(sheet, block("article", parts, "sheet"), back)


def card_html(sheet: Sheet, back: str = "") -> str:
    """The card as an HTML document: the numbers that are asked for at the table; `back` as in the sheet."""
    parts = [
        element("h1", plain(sheet.title)),
        box(sheet.card),
        _agreed(sheet, ON_CARD),
        element("p", plain(sheet.foot), "printing"),
    ]
    return _document(sheet, block("article", parts, "card"), back)


def _document(sheet: Sheet, body: str, back: str) -> str:
    """A document with the style in it, the foot of each side, and on a screen the way back."""
    head = [
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        element("title", plain(sheet.title)),
        NO_ICON,
        f"<style>\n{style()}{own_style(sheet)}\n</style>",
    ]
    ways = [block("nav", [anchor(back, f"Back to {plain(sheet.title)}")])] if back else []
    return f'<!doctype html>\n<html lang="en">\n{block("head", head)}\n{block("body", [*ways, block("main", [body])])}\n</html>\n'


def own_style(sheet: Sheet) -> str:
    """What of the style is a sheet's own: its foot, and the size of its type."""
    quoted = sheet.foot.replace("\\", "\\\\").replace('"', '\\"')
    # What stands in a style is no HTML, in which only its end means anything.
    foot = f'@page rules {{ @bottom-left {{ content: "{quoted}"; }} }}'.replace("<", "\\3c ")
    return f"{foot}\n:root {{ --type: {type_of(sheet):.2f}pt; }}"


def box(rows: Rows) -> str:
    """The rows of a box or a card; nothing where there are none."""
    if not rows:
        return ""
    inside = (element("div", element("dt", plain(row.title)) + element("dd", plain(cell.as_sentences))) for row, cell in rows)
    return block("div", [block("dl", inside)], "box")


def _agreed(sheet: Sheet, most: int) -> str:
    """What a table has agreed on; nothing where the sheet is no table's own."""
    if sheet.club is None:
        return ""
    rows = [element("p", f"<b>{title}:</b> {plain(said)}.") for title, said in sheet.club.told()]
    doubts, counted_only = sheet.listed(most)
    told = [*map(_answered, doubts), plain(counted_only)]
    rows += (element("p", f"{AGREED} {one}") for one in told if one)
    return block("div", rows, "agreed")


def _chapter(chapter: ReadChapter, sheet: Sheet) -> Iterable[str]:
    """A chapter: its heading, and everything that is read of it."""
    yield element("h2", f"{chapter.number}. {plain(chapter.title)}")
    parts = (_passage(part, sheet) if isinstance(part, Passage) else _absence(part) for part in chapter.parts)
    yield block("div", parts, "reading")


def _passage(passage: Passage, sheet: Sheet) -> str:
    """A clause: number, title, prose, and what the table has settled of it or the book leaves open."""
    article = passage.article
    title = element("b", plain(article.clause.title) + ".")
    prose = element("p", f"{element('span', article.number, 'number')} {title} {' '.join(map(plain, article.clause.prose))}")
    doubts = (element("p", _doubt(doubt, sheet), "doubt") for doubt in passage.doubts)
    return block("div", [prose, *doubts], "passage", article.id)


def _doubt(doubt: Doubt, sheet: Sheet) -> str:
    """A question with its answer, marked where it is open, or read otherwise than by default."""
    mark = OPEN if sheet.club is None else "" if doubt.by_default else AGREED
    return (element("span", mark, "mark") + " " if mark else "") + _answered(doubt)


def _answered(doubt: Doubt) -> str:
    """A question with the answer in force."""
    return f"{plain(doubt.question.asks)} {element('b', plain(doubt.answer.says))}"


def _absence(absence: Absence) -> str:
    """What the book does without."""
    mark = "Not in this game:" if absence.barred else "No rule is needed here:"
    return element(
        "p", f"{element('span', mark, 'mark')} {element('i', plain(absence.title) + '.')} {plain(absence.dropped.why)}", "absence"
    )


def _behind(sheet: Sheet) -> str:
    """What the marks mean, and what the sheet is made of."""
    if sheet.club is None:
        many = counted(len(sheet.read.doubts), "question")
        said = f"{OPEN} marks what the sources leave open: {many}, each with the answer that the rules are played by."
    else:
        said = f"{AGREED} marks what this table reads otherwise than the rules do where nobody chooses." if sheet.otherwise else ""
    return block(
        "div", [element("p", plain(said)) if said else "", _link(sheet), element("p", plain(sheet.foot), "printing")], "behind"
    )


def _link(sheet: Sheet) -> str:
    """The way to the desk; nothing where the sheet is no table's own."""
    if sheet.club is None or not sheet.club.link:
        return ""
    if "://" in sheet.club.link:
        return element("p", anchor(sheet.club.link, "Open this table at the ruling desk"), "link")
    # Nobody knows where the pages are: a link that leads beside the sheet would lead nowhere.
    return element("p", f"At the ruling desk, on any copy of the pages: {element('code', plain(sheet.club.link))}", "link")


def type_of(sheet: Sheet) -> float:
    """The size of type in points in which a sheet fills its sides, as far as that can be told by counting signs.

    With the size both the signs in a row and the rows on a side shrink.
    """
    said = [text for row, cell in sheet.box for text in (row.title, cell.as_sentences)]
    if sheet.club is not None:
        said += [*(text + " " * 60 for _, text in sheet.club.told()), *map(_asked, sheet.listed(ON_SHEET)[0])]
    for chapter in sheet.read.chapters:
        said.append(chapter.title * 4)
        for part in chapter.parts:
            if isinstance(part, Absence):
                said += (part.title, part.dropped.why, " " * 40)
            else:
                said += (part.article.clause.title, *part.article.clause.prose, " " * 30)
                said += map(_asked, part.doubts)
    signs = sum(map(len, said))
    return max(SMALLEST, min(LARGEST, sqrt(SIDES * ROOM / max(signs, 1))))


def _asked(doubt: Doubt) -> str:
    """A doubt as it is counted: half of its last line is empty."""
    return f"{doubt.question.asks} {doubt.answer.says}" + " " * 25

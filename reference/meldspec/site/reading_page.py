"""The front page of a book: what is needed to play in a box, then all its prose in chapters, to be read from beginning to end."""

from meldspec.book.addresses import Target
from meldspec.book.doubts import SAID
from meldspec.compare.games import BOX, CARD, Row, TableCell
from meldspec.language.problems import counted
from meldspec.site.clause import citations
from meldspec.site.markup import anchor, block, document, element, markdown, plain
from meldspec.site.printed import PrintedBook
from meldspec.site.reading import Absence, Doubt, Passage, ReadBook, ReadChapter, read
from meldspec.site.share import DESK, encode
from meldspec.site.sheet import Sheet, defaults_of, made_of, shared
from meldspec.site.sheet_html import own_style
from meldspec.site.site_map import PageContext, SiteMap
from meldspec.site.terms import Explained

OPEN = "In doubt:"
"""The mark of a doubt that is open."""
ABOUT = (
    "These are the rules to read and to play by; the number of a rule leads to its lines, its sources and its cases. "
    "Where the sources leave something open, the question stands with the answer that these rules are played by, and other answers "
    "behind it."
)


def reading_page(book: PrintedBook, here: PageContext) -> str:
    """The page as Markdown."""
    sheet = sheet_of(book, here.site)
    told = sheet.read
    return document(
        f"# {markdown(book.book.title)}",
        _box(sheet, here),
        element("p", ABOUT, "about"),
        *(part for chapter in told.chapters for part in _chapter(chapter, here)),
        _left_out(told, here),
        # On paper the page has the foot and the type of the sheet.
        element("style", own_style(sheet)),
    )


def sheet_of(book: PrintedBook, site: SiteMap) -> Sheet:
    """The game on paper, its options and readings those that hold where nobody chooses."""
    box, card = (site.table.beside.get((place, book.name), ()) if site.table else () for place in (BOX, CARD))
    return Sheet(read(book, site.books), box, card, site.edition, made_of(book.book, *defaults_of(book.book)))


def _box(sheet: Sheet, here: PageContext) -> str:
    """What whoever sits down to play asks first, where there is a table of all games, and where else to go."""
    rows = [_row(row, cell, here) for row, cell in sheet.box]
    # The ways come first: on a phone the rows fill the first window.
    return block("div", [element("p", _ways(here), "ways"), block("dl", rows) if rows else ""], "box")


def _row(row: Row, cell: TableCell, here: PageContext) -> str:
    """A row of the box, whose title leads to the first clause that it comes from."""
    title = plain(row.title)
    if cell.clauses:
        title = anchor(f"#{cell.clauses[0]}", title)
    return element("div", element("dt", title) + element("dd", plain(cell.as_sentences)))


def _ways(here: PageContext) -> str:
    """Where else to go from here."""
    book = here.site.books[here.book].book
    desk = Target(DESK, encode(shared(book, *defaults_of(book)))).href(here.page)
    ways = (
        (here.site.has_desk, desk, "Settle a dispute"),
        (True, "sheet.html", "Print it: two sides of A4"),
        (here.site.has_pdf, "sheet.pdf", "the same as PDF"),
        (True, "card.html", "Print a card for the table"),
        (here.site.has_pdf, "card.pdf", "the card as PDF"),
        (True, "contents.html", "Options, differences, list of all rules"),
        (True, "questions.html", "All questions"),
    )
    return " · ".join(anchor(href, text) for there, href, text in ways if there)


def _chapter(chapter: ReadChapter, here: PageContext) -> list[str]:
    """A chapter: its heading, then everything that is read of it."""
    # The chapter's own page has the anchors `chapter-1`, to which nothing outside leads; here they are the same.
    heading = f"## {chapter.number}. {markdown(chapter.title)} {{ #chapter-{chapter.number} }}"
    # Once in a chapter: who reads on need not have a word marked again in each rule, and few begin in the middle of one.
    words = Explained(here, plain)
    parts = (_passage(part, here, words) if isinstance(part, Passage) else _absence(part, here) for part in chapter.parts)
    return [heading, block("div", parts, "reading")]


def _passage(passage: Passage, here: PageContext, words: Explained) -> str:
    """A clause: number and title, prose, doubts."""
    article = passage.article
    number = here.link(here.site.clause(here.book, article.id), article.number, f"{article.id}: lines, sources and cases")
    # The number of the prose is that of print; the anchor is the permanent id.
    title = element("b", plain(article.clause.title) + ".")
    prose = element("p", f"{number} {title} {' '.join(map(words.sentence, article.clause.prose))}")
    return block("div", [prose, *(_doubt(doubt, here) for doubt in passage.doubts)], "passage", article.id)


def _doubt(doubt: Doubt, here: PageContext) -> str:
    """A doubt: what is asked and the answer in force, and, opened by a click, why, and how else it may be read."""
    mark = element("span", OPEN, "mark")
    asked = f"{mark} {plain(doubt.question.asks)} {element('b', plain(doubt.answer.says))}"
    why = element("p", f"{plain(SAID.get(doubt.question.kind, ''))} So it is played here, because: {plain(doubt.question.because)}")
    # What a reading says often begins with yes or no, to which the question is the same.
    others = block("ul", (element("li", plain(one.says) + one.whose) for one in doubt.others))
    more = element("p", here.clause(doubt.id, "The question with its readings in full"))
    return block("details", [element("summary", asked), why, element("p", "Other readings:"), others, more], "doubt")


def _absence(absence: Absence, here: PageContext) -> str:
    """A clause that readers of the book before this one look for here."""
    title = element("i", plain(absence.title) + ".")
    parent = next(
        name for name in here.site.books[here.book].book.ancestors if absence.dropped.clause.id in here.site.books[name].articles
    )
    known = here.link(here.site.clause(parent, absence.dropped.clause.id), title, f"as it stands in {here.site.title(parent)}")
    mark = element("span", "Not in this game:" if absence.barred else "No rule is needed here:", "mark")
    cited = absence.dropped.drop.cites
    source = element("span", f" ({citations(cited, here)})", "cited") if cited else ""
    return element("p", f"{mark} {known} {plain(absence.dropped.why)}{source}", "absence", f"dropped-{absence.dropped.clause.id}")


def _left_out(told: ReadBook, here: PageContext) -> str:
    """How many questions are not told here, and where they are."""
    if not told.left_out:
        return ""
    where = here.link(Target(f"{here.book}/questions"), "the page of all questions")
    many = counted(told.left_out, "question")
    are = "is" if told.left_out == 1 else "are"
    return element("p", f"{many} more, upon which nobody comes who plays so at a table, {are} on {where}.", "origin")

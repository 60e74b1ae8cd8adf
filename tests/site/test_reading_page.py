"""The front page of a game is its rules, to be read from beginning to end."""

from __future__ import annotations

import re
from html import unescape

from meldspec.book.library import library_of
from meldspec.language.parse import parse
from meldspec.language.spelling import format_line
from meldspec.site.pages import site_files
from meldspec.site.printed import printed
from meldspec.site.reading import Absence, Passage, ReadBook, read
from meldspec.site.reading_page import reading_page
from meldspec.site.share import decode
from meldspec.site.site_map import PageContext, SiteMap

from .conftest import BOOKS, HAND


def page(site: SiteMap, name: str) -> str:
    """The front page of a game."""
    return reading_page(site.books[name], PageContext(site, f"{name}/index", name))


def told(snap: str, slap: str, **readings: str) -> ReadBook:
    """Slap as it is read, which extends Snap; readings by what is behind the last stop of the question."""
    library = library_of([parse(snap, "snap"), parse(slap, "slap")])
    books = {name: printed(library.book(name)) for name in library.names()}
    questions = {id.rsplit(".", 1)[1]: id for id in books["slap"].book.questions()}
    return read(books["slap"], books, {questions[name]: reading for name, reading in readings.items()})


def texts() -> tuple[str, str]:
    """Snap and Slap."""
    return (BOOKS / "snap.rules").read_text("utf-8"), (BOOKS / "slap.rules").read_text("utf-8")


def test_every_clause_is_read_once_and_by_its_id(whole: SiteMap) -> None:
    """Every rule of every game stands on its front page once, with its words, below its permanent name."""
    for name, book in whole.books.items():
        text = page(whole, name)
        assert re.findall(r'class="passage" id="([^"]+)"', text) == list(book.articles)
        dropped = [one.clause.id for one in book.book.dropped if one.clause.id not in book.articles]
        assert [id for id in dropped if text.count(f'id="dropped-{id}"') != 1] == []


def test_words_of_the_table_are_explained_where_a_chapter_has_them_first(whole: SiteMap) -> None:
    """On the page of every game words as meld and pile lead to what they mean, once in each chapter, and what is read is the same
    as without."""
    for name, book in whole.books.items():
        chapters = re.split("^## ", page(whole, name), flags=re.MULTILINE)[1:]
        for chapter in chapters:
            found = re.findall(r'<a class="term" title="[^"]+" href="\.\./terms\.html#([\w-]+)"', chapter)
            assert len(found) == len(set(found)), name
        assert 'terms.html#meld"' in "".join(chapters)
        read_out = unescape(re.sub("<[^>]+>", "", "".join(chapters)))
        assert [id for id, one in book.articles.items() if " ".join(one.clause.prose) not in read_out] == []


def test_no_formal_line_is_on_it(whole: SiteMap) -> None:
    """Nobody has to read past a line that is meant for programs: no line of the books stands on the page."""
    for name, book in whole.books.items():
        text = page(whole, name)
        formal = {line for entry in book.book.entries for node in entry.clause.body for line in format_line(node).splitlines()}
        assert [line for line in formal if len(line.split()) > 4 and line.strip() in text] == []
        assert 'class="lines"' not in text


def test_what_players_of_ordinary_canasta_look_for_is_answered_in_its_place(whole: SiteMap) -> None:
    """Whoever asks in Pennies for one king and a joker reads between the pair and the meld that they do not give the pile."""
    text = page(whole, "pennies")
    pair, absent, match = (text.index(f'id="{id}"') for id in ("pile.pair", "dropped-pile.wild", "pile.match"))
    assert pair < absent < match
    said = text[absent:match]
    assert "Not in this game:" in said and "A natural card and a wild one do not give the pile." in said


def test_a_doubt_has_the_answer_in_force_and_the_others_behind_it(whole: SiteMap) -> None:
    """The question stands with its answer; why, and what else may be meant, is opened by a click."""
    text = page(whole, "pennies")
    start = text.index("<summary", text.index('id="meld.sevens"'))
    summary, _, rest = text[start:].partition("</summary>")
    assert "May sevens be melded with wild cards? <b>No.</b>" in summary
    folded = rest.partition("</details>")[0]
    assert "The sources disagree." in folded and "Yes, as any other rank" in folded


def test_the_reading_in_force_is_the_one_asked_for() -> None:
    """Where a table reads a question otherwise the doubt has that answer, and the default is among the others."""
    [doubt] = told(*texts(), late="may-not").doubts
    assert (doubt.answer.says, [one.says for one in doubt.others], doubt.by_default) == ("No.", ["Yes."], False)
    assert told(*texts()).doubts[0].by_default


def test_what_nobody_comes_upon_is_left_out_and_counted() -> None:
    """A question that arises only by another reading, or that nobody can see, is no doubt at the table."""
    snap, slap = texts()
    more = """\
  question again silent "May it be slapped again?"
    arises where snap.calling.late is may-not
    default once because "It is won."
    reading once "No."
      nothing more
    reading again "Yes."
      to snap
        forbid when over
"""
    slap = slap.replace("\ndrop clause", more + "\ndrop clause")
    assert [d.question.name for d in told(snap, slap).doubts] == ["late"]
    assert told(snap, slap).left_out == 1
    assert [d.question.name for d in told(snap, slap, late="may-not").doubts] == ["late", "again"]
    hidden = slap.replace("question late silent", "question late unseen")
    assert told(snap, hidden).left_out == 2


def test_what_took_nothing_away_is_told_otherwise() -> None:
    """A clause that barred nothing by default is missed by nobody, and the page says that no rule is needed."""
    snap, slap = texts()
    [bare] = [part for part in told(snap, slap).chapters[0].parts if isinstance(part, Absence)]
    assert bare.barred
    lines = snap[snap.index("  to lay\n") : snap.index("clause snap.calling")]
    [idle] = [part for part in told(snap.replace(lines, "\n"), slap).chapters[0].parts if isinstance(part, Absence)]
    assert not idle.barred


def test_what_is_missed_first_in_a_chapter_stands_first() -> None:
    """Where the first clause of a chapter is dropped, its place is before all others."""
    snap, slap = texts()
    first = snap.index("clause snap.laying")
    end = snap.index("clause snap.calling")
    cards = snap.index("clause snap.cards")
    moved = snap[:cards] + snap[first:end] + snap[cards:first] + snap[end:]
    parts = told(moved, slap).chapters[0].parts
    assert [type(part) for part in parts] == [Absence, Passage, Passage]


def test_the_box_leads_to_the_desk_where_there_is_one(material: SiteMap) -> None:
    """Whoever reads the rules of a game opens the desk with that game; where the site has no desk, nothing leads there."""
    assert "desk.html" not in site_files(material, HAND)["slap/index.md"]
    page = site_files(material, HAND | {"desk.md": "# The desk\n"})["slap/index.md"]
    [link] = re.findall(r'href="\.\./desk\.html#([^"]+)"', page)
    assert (decode(link).variant, decode(link).options, decode(link).readings) == ("slap", {}, {})

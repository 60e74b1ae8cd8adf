"""The pages about the books as a whole: which there are, and the profiles."""

from __future__ import annotations

from meldspec.position.profiles import Profile
from meldspec.site.atlas import BOOKS, PROFILES, Atlas
from meldspec.site.marks import Spot, anchor, element, markdown, page, plain, table


def books_page(atlas: Atlas) -> str:
    """All books: which there are, what each extends, how much differs."""
    rows = []
    for name, book in atlas.books.items():
        parent = book.book.ancestors[0] if book.book.ancestors else ""
        extends = anchor(atlas.index(parent).href(BOOKS), plain(atlas.title(parent))) if parent else ""
        title = anchor(atlas.index(name).href(BOOKS), plain(book.book.title))
        questions = anchor(Spot(f"{name}/questions").href(BOOKS), str(len(book.book.questions())))
        own = f", {len(atlas.own(name))} its own" if parent else ""
        dropped = sum(one.origin == name for one in book.book.dropped)
        without = f", {dropped} dropped" if dropped else ""
        rows.append((title, element("code", plain(name)), extends, f"{len(book.articles)}{own}{without}", questions))
    return page("# Books", table(("book", "name", "extends", "clauses", "questions"), rows))


def profiles_page(atlas: Atlas) -> str:
    """Every profile with its readings; where a question is not named, its default holds."""
    intro = "A profile is a whole set of readings under one name; a question that it does not name is read by its default."
    parts = (_profile(name, one, atlas) for name, one in atlas.material.profiles.items())
    return page("# Profiles", intro, *parts)


def _profile(name: str, profile: Profile, atlas: Atlas) -> str:
    questions = atlas.books[profile.variant].book.questions()
    rows = []
    for id, reading in profile.readings.items():
        question = questions[id]
        says = next(one.says for one in question.readings if one.name == reading)
        chosen = " (as by default)" if reading == question.default else ""
        link = anchor(atlas.clause(profile.variant, id).href(PROFILES), plain(question.asks), title=id)
        rows.append((link, f"{element('b', plain(reading))} {plain(says)}{chosen}"))
    of = anchor(atlas.index(profile.variant).href(PROFILES), plain(atlas.title(profile.variant)))
    about = element("p", f"{element('code', plain(name))} · {of}", "origin")
    heading = f"## {markdown(profile.title)} {{ #{name} }}"
    return page(heading, about, table(("question", "reading"), rows)).rstrip("\n")

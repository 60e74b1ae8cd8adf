"""The page of the desk as it is before it rules: why it may not, and the worked questions with their answers."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from meldspec.language.problems import counted
from meldspec.site.markup import anchor, block, document, element, markdown, plain
from meldspec.site.share import DESK, Shared, encode
from meldspec.site.site_map import SiteMap

OF_GAME = ("variant", "options", "readings")
"""Fields of a position file that a link tells beside the position."""
ABOUT = "Settle a dispute at the table: show the cards, say what you want to do, and read whether the rules allow it, and why."
INTRO = (
    "Show how the table stands and what somebody wants to do; the verdict comes first, then why, then what other readings of the "
    "rules would say.\n"
    "Everything is worked out on your own device, and nothing is sent anywhere."
)
NO_SCRIPT = (
    "The desk has not started: it rules in your browser and needs JavaScript for that, from a web server and not from a folder. "
    "The questions below are answered without it."
)
ANSWERS = ("whole", "choices", "score")
"""The pieces that have an answer, of a ruling, of a list and of a score."""
STYLE, BEGIN = f"assets/{DESK}/desk.css", f"assets/{DESK}/begin.js"


@dataclass(frozen=True)
class Worked:
    """A question that was worked out beforehand: its name, the fields of its position, and the pieces of its answer, as a page gets
    them."""

    name: str
    fields: Mapping[str, Any]
    pieces: Sequence[Mapping[str, Any]]

    @property
    def whole(self) -> Mapping[str, Any]:
        """The piece that has the answer."""
        return next(piece for piece in self.pieces if piece["part"] in ANSWERS)

    @property
    def readings(self) -> list[Mapping[str, Any]]:
        """The other readings that matter."""
        return [piece for piece in self.pieces if piece["part"] == "reading" and piece["matters"]]


def shared(fields: Mapping[str, Any], digest: str = "") -> Shared:
    """The fields of a position file as a link has them."""
    position = {name: value for name, value in fields.items() if name not in (*OF_GAME, "act", "expect", "profile")}
    game = fields["variant"], fields.get("options", {}), fields.get("readings", {})
    return Shared(*game, digest, position, fields.get("act"))


def desk_page(worked: Sequence[Worked], site: SiteMap) -> str:
    """The whole page."""
    head = f"---\ntitle: The ruling desk\ndescription: {json.dumps(ABOUT)}\nhide: [navigation, toc]\n---\n\n# The ruling desk"
    style = f'<link rel="stylesheet" href="{STYLE}">'
    place = f'<div id="desk" class="desk">{element("p", plain(NO_SCRIPT), "why")}</div>'
    questions = [part for _, group in groupby(worked, lambda one: one.fields["variant"]) for part in _of_game(list(group), site)]
    return document(head, INTRO, f'{style}\n{place}\n<script src="{BEGIN}"></script>', "## Worked questions", *questions)


def _of_game(worked: Sequence[Worked], site: SiteMap) -> Iterator[str]:
    """The worked questions of one game."""
    book = worked[0].fields["variant"]
    yield f"### {markdown(site.title(book))} {{ #worked-{book} }}"
    yield from (_question(one, site.books[book].digest) for one in worked)


def _question(one: Worked, digest: str) -> str:
    """One question, its answer folded below it."""
    answers = {"whole": _ruling, "choices": _choices, "score": _score}
    link = anchor(f"{DESK}.html#{encode(shared(one.fields, digest))}", "Open it at the desk", "open-at-desk")
    summary = element("summary", plain(one.fields["title"]))
    return block("details", [summary, *answers[one.whole["part"]](one), element("p", link)], "worked", f"worked-{one.name}")


def _ruling(one: Worked) -> Iterator[str]:
    """The answer to whether something may be done."""
    whole = one.whole
    word = "Yes." if whole["legal"] else "No."
    may = "may" if whole["legal"] else "may not"
    yield element("p", f"{element('b', word)} You {may} {plain(whole['act'])}.", "yes" if whole["legal"] else "no")
    for because in whole["because"]:
        said = " ".join(plain(one["words"]) for one in because["says"])
        rule = f"{anchor(because['page'], plain(because['title']))}: {plain(' '.join(because['prose']))}"
        yield element("p", f"{said}<br>{rule}" if said else rule)
    yield from _listed("What now", whole["now"])
    yield from _listed("What it does", whole["does"])
    for reading in one.readings:
        link = anchor(reading["page"], plain(reading["title"]))
        says = f"“{plain(reading['says'])}”"
        yield element(
            "p", f"{link} Here: “{plain(reading['here'])}” Where it is read as {says} {plain(reading['words'])}", "reading"
        )
    if not one.readings:
        yield element("p", "No other reading of any question changes this.", "reading")


def _choices(one: Worked) -> Iterator[str]:
    """The answer to what may be done."""
    for seat in one.whole["seats"]:
        acts = [plain(act["words"]) for sort in seat["acts"] for act in sort["acts"]]
        yield element("p", f"{plain(seat['may'])} {counted(len(acts), 'thing')}:")
        yield block("ul", (element("li", words) for words in acts))


def _score(one: Worked) -> Iterator[str]:
    """The answer to what each side has."""
    yield element("p", element("b", plain(one.whole["headline"])), "yes")
    for side in one.whole["sides"]:
        rows = (f"{anchor(row['page'], plain(row['title']))} {row['sum']}" for row in side["clauses"])
        yield element("p", f"{plain(side['whose'])}: {', '.join(rows)}; with what was there before, {side['total']}.")
    for reading in one.whole["readings"]:
        if reading["matters"]:
            link = anchor(reading["page"], plain(reading["title"]))
            yield element("p", f"{link} Where it is read as “{plain(reading['says'])}” {reading['words']}.", "reading")


def _listed(head: str, sentences: Sequence[str]) -> Iterator[str]:
    """Sentences under a head; nothing where there are none."""
    if sentences:
        yield element("p", f"{head}: {plain(' '.join(_ended(one) for one in sentences))}")


def _ended(sentence: str) -> str:
    """A sentence that ends as one."""
    return sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."

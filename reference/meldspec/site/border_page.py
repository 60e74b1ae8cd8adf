"""What each game says over the border: options, acts, phases, kinds, endings, places, marks and questions, from its book."""

import re
from collections.abc import Iterable, Iterator, Sequence

from meldspec.book.core import Tag
from meldspec.book.flat import Book
from meldspec.language import lines
from meldspec.language.spelling import format_line, spell
from meldspec.protocol.messages import OVER
from meldspec.site.markup import document, element, markdown, plain, table
from meldspec.site.site_map import BORDER, PageContext, SiteMap

OVER_WHEN = "once the deal has ended"
WORD = re.compile(r"[a-z][a-z0-9-]*")
FIELDS = {
    "plays": "plays",
    "play": "the index of a play",
    "card": "a card",
    "player": "a seat",
    "truth": "true or false",
    "number": "a number",
    "meld": "the number of a meld",
}
"""What a field of an act holds, by its type in the rules."""
MAY_LACK = ("play", "number")
"""The types of fields that an action may leave out."""
MARKS = {
    "truth": ("true or false", "false"),
    "number": ("a number", "0"),
    "player": ("a seat, or null", "null"),
    "side": ("a side, or null", "null"),
    "cards": ("a list of cards", "[]"),
    "groups": ("a list of melds, each a list of cards", "[]"),
}
"""What a memory holds, by its type, and what where nothing is said of it."""
OWNERS = {"": "one", "player": "for each seat", "side": "for each side", "number": "for each number"}

INTRO = """\
What a program that is to play a game must know of it, printed from the game's book.
Acts, phases and endings that the protocol does not have are marked as such; every name leads to the line that declares it.

A deal and a position name every option with its value.
The marks of a position are what the rules remember beside what lies on the table; each answers the question that stands with it.
One for each seat or each side is a list, `[true, false]`.
A mark that a position leaves out is what its words under "left out" say of that table, the first of them that holds.
Where there are none, or none holds, it is as when a deal begins; `yes`, `no` and `nobody` are `true`, `false` and `null`.
Nothing else is to be concluded from a table: it may be one that no game comes to, as one with black threes of an earlier turn.
A mark that an engine has no use for may be passed over; under which reading one is used stands with it.

`hello` may claim readings by the ids of the questions, as `{"canasta": {"opening.top-card.top-card": "counts"}}`.
The reading in bold holds by default."""


def border_page(site: SiteMap) -> str:
    """The tables of all games, in the order of the books."""
    return document("# What each game says to programs", INTRO, *(_game(name, site) for name in site.books))


def _game(name: str, site: SiteMap) -> str:
    """The tables of one game."""
    here = PageContext(site, BORDER, name)
    said = [*site.books[name].book.formal()]
    parts = (
        f"## {markdown(site.title(name))} {{ #{name} }}",
        element("p", f"{element('code', plain(name))} · {here.first_page(name)}", "origin"),
        _titled("options", ("option", "may be", "if nothing is said"), _options(said, here)),
        _titled("acts", ("act", "with", "new"), _acts(said, here)),
        _titled("words", ("what", "names"), _words(said, here)),
        _titled("places", ("place by name", "as", "whose"), _places(said, here)),
        _titled("marks", ("mark", "tells", "holds", "whose", "when a deal begins", "left out", "stands in"), _marks(said, here)),
        _titled("questions", ("question", "asks", "readings"), _questions(here)),
    )
    return document(*parts).rstrip("\n")


Said = list[tuple[Tag, lines.Formal]]
"""The formal lines and blocks of a book."""
Rows = Iterable[tuple[str, ...]]


def _titled(css: str, head: tuple[str, ...], rows: Rows) -> str:
    """A table; nothing where it has no rows."""
    found = [*rows]
    return table(head, found, css) if found else ""


def under(tags: Iterable[Tag], book: Book) -> str:
    """Under which readings something holds that lines of these tags say, where it does not always."""
    found: dict[str, list[str]] = {}
    for tag in tags:
        if not tag.question:
            return ""
        if tag.reading not in found.setdefault(tag.question, []):
            found[tag.question].append(tag.reading)
    # Said by each reading of a question, it holds however that is read.
    if any(len(book.questions()[question].readings) == len(readings) for question, readings in found.items()):
        return ""
    told = (f"{question} is {' or '.join(readings)}" for question, readings in found.items())
    return f" (where {', or '.join(told)})"


def by_name(found: Iterable[tuple[Tag, str]]) -> dict[str, list[Tag]]:
    """The tags of the lines that say each name, what holds under every reading first."""
    names: dict[str, list[Tag]] = {}
    for tag, name in sorted(found, key=lambda one: bool(one[0].question)):
        names.setdefault(name, []).append(tag)
    return names


def learnt(said: Iterable[tuple[Tag, lines.Formal]], sort: str) -> set[str]:
    """What the book has programs learn of a sort."""
    return {name for _, node in said if isinstance(node, lines.Learn) and node.sort == sort for name in node.names}


def _options(said: Said, here: PageContext) -> Iterator[tuple[str, ...]]:
    for tag, node in said:
        if isinstance(node, lines.Option):
            yield _named(here, tag, node.name), ", ".join(map(str, node.values)), str(node.default)


def _acts(said: Said, here: PageContext) -> Iterator[tuple[str, ...]]:
    """Every act with its fields as an action spells them."""
    new = learnt(said, "acts")
    for tag, node in said:
        if isinstance(node, lines.Act):
            fields = (
                f"{element('code', plain(one.spelt or one.name))}: {'perhaps ' if one.type in MAY_LACK else ''}{FIELDS[one.type]}"
                for one in node.fields
            )
            yield _named(here, tag, node.name), "; ".join(fields), "to be learnt" if node.name in new else ""


def _words(said: Said, here: PageContext) -> Iterator[tuple[str, ...]]:
    """Phases, meld kinds and endings: a row each."""
    phases = phases_of(said)
    kinds = [(tag, node.name) for tag, node in said if isinstance(node, lines.Kind)]
    for title, found in (("phases", phases), ("meld kinds", kinds), ("endings", [*endings(said)])):
        new = learnt(said, title)
        names = [_placed(here, tags, name) + (" (to be learnt)" if name in new else "") for name, tags in by_name(found).items()]
        if names:
            yield title, ", ".join(names) + (f", and {element('code', OVER)} {OVER_WHEN}" if title == "phases" else "")


def phases_of(said: Iterable[tuple[Tag, lines.Formal]]) -> list[tuple[Tag, str]]:
    """The phases that an observation may name: of the declared ones those that something of the game enters."""
    known = [*said]
    blocks = (line for _, node in known if isinstance(node, lines.To | lines.At | lines.Whenever) for line in node.body)
    settings = (line.effect.parts for line in blocks if isinstance(line, lines.Then) and line.effect.verb == "becomes")
    entered = {word for _, value in settings for word in WORD.findall(spell(value))}
    return [(tag, name) for tag, node in known if isinstance(node, lines.Phases) for name in node.names if name in entered]


def endings(said: Iterable[tuple[Tag, lines.Formal]]) -> Iterator[tuple[Tag, str]]:
    """The ways in which deals end."""
    for tag, node in said:
        for line in node.body if isinstance(node, lines.Block) else ():
            if isinstance(line, lines.Then) and line.effect.verb == "end deal":
                yield tag, line.effect.word


def _places(said: Said, here: PageContext) -> Iterator[tuple[str, ...]]:
    for tag, node in said:
        if isinstance(node, lines.PlaceLine) and node.told:
            told = "row" if node.told == "cards" and node.form == "row" else node.told
            yield _placed(here, (tag,), node.name), told, OWNERS[node.owner]


def _marks(said: Said, here: PageContext) -> Iterator[tuple[str, ...]]:
    """Every memory: what it holds, whose it is, how it begins, and the clause that it stands in."""
    articles = here.site.books[here.book].articles
    for tag, node in said:
        if isinstance(node, lines.Keep):
            holds, start = MARKS[node.type]
            begins = start if node.starting is None else plain(spell(node.starting))
            stands = here.article(articles[tag.clause])
            yield (
                _placed(here, (tag,), node.name),
                plain(node.asking or ""),
                holds,
                OWNERS[node.owner],
                begins,
                _left_out(node, here),
                stands,
            )


def _left_out(node: lines.Keep, here: PageContext) -> str:
    """What a table tells of a memory that a position says nothing of, in the words of the rules; what is likely comes last."""
    told = (format_line(one) for one in (node.seen, node.likely) if one is not None)
    return "; ".join(here.words.line(words, here.page) for words in told)


def _questions(here: PageContext) -> Rows:
    """Every question by its id, with its readings."""
    for article in here.site.books[here.book].articles.values():
        for question in article.clause.questions:
            id = f"{article.id}.{question.name}"
            yield here.clause(id, element("code", plain(id))), plain(question.asks), "<br>".join(_readings(question))


def _readings(question: lines.Question) -> Iterator[str]:
    """The readings with what they answer, the default first."""
    for one in sorted(question.readings, key=lambda one: one.name != question.default):
        yield f"{element('b' if one.name == question.default else 'span', plain(one.name))}: {plain(one.says)}"


def _named(here: PageContext, tag: Tag, name: str) -> str:
    """A name, which leads to the line that declares it."""
    return here.clause(tag.line, element("code", plain(name)))


def _placed(here: PageContext, tags: Sequence[Tag], name: str) -> str:
    """A name that lines of these tags declare, with the readings under which it is there where it is not always."""
    return _named(here, tags[0], name) + plain(under(tags, here.site.books[here.book].book))

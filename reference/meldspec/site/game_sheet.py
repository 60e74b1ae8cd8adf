"""What one game says to programs, as plain Markdown for a file beside an engine: the page about all games, without its links."""

from collections.abc import Iterable, Iterator

from meldspec.book.core import Tag
from meldspec.book.flat import Book
from meldspec.language import lines
from meldspec.language.spelling import format_line, spell
from meldspec.protocol.messages import OVER
from meldspec.site.border_page import FIELDS, INTRO, MARKS, MAY_LACK, OVER_WHEN, OWNERS, by_name, endings, learnt, phases_of, under
from meldspec.site.markup import document

Said = list[tuple[Tag, lines.Formal]]
TO_BE_LEARNT = " (to be learnt: the protocol does not have it)"


def game_sheet(book: Book) -> str:
    """Its chapters in their order, options, acts, phases, kinds of melds, endings, places, marks and questions."""
    said: Said = [*book.formal()]
    chapters = dict.fromkeys(f"- `{entry.chapter[1]}`: {entry.chapter[2]}" for entry in book.entries)
    return document(
        f"# What {book.title} says to programs",
        INTRO.partition("\n")[0],
        f"The rules themselves, in words: `meldspec print {book.name}`; clause by clause, with ids: `meldspec show {book.name}`.",
        *_listed("Chapters, in the order in which a game can be built (`--upto`)", chapters),
        *_listed("Options", _options(said)),
        *_listed("Acts", _acts(said)),
        *_listed("Words", _words(said, book)),
        *_listed("Places by name", _places(said, book)),
        *_listed("Marks of a position", _marks(said, book)),
        _LEFT_OUT,
        *_listed("Open questions", _questions(book)),
    )


_LEFT_OUT = """\
A mark that a position leaves out is what its words behind `left out` say of that table, the first of them that holds.
Where there are none, it is as when a deal begins; `yes`, `no` and `nobody` are `true`, `false` and `null`.
Words in it such as `draws-first` are terms of the rules: `meldspec explain` followed by one says what it means.
A mark that an engine has no use for may be passed over."""


def _listed(title: str, rows: Iterable[str]) -> Iterator[str]:
    """A heading with its rows; nothing where there are none."""
    found = [*rows]
    if found:
        yield f"## {title}"
        yield "\n".join(found)


def _options(said: Said) -> Iterator[str]:
    for _, node in said:
        if isinstance(node, lines.Option):
            yield f"- `{node.name}`: {', '.join(map(str, node.values))}; {node.default} if nothing is said"


def _acts(said: Said) -> Iterator[str]:
    new = learnt(said, "acts")
    for _, node in said:
        if isinstance(node, lines.Act):
            fields = (
                f"`{one.spelt or one.name}`: {'perhaps ' if one.type in MAY_LACK else ''}{FIELDS[one.type]}" for one in node.fields
            )
            yield f"- `{node.name}`{TO_BE_LEARNT if node.name in new else ''}: {'; '.join(fields) or 'no fields'}"


def _words(said: Said, book: Book) -> Iterator[str]:
    """Phases, meld kinds and endings: a row each."""
    phases = phases_of(said)
    kinds = [(tag, node.name) for tag, node in said if isinstance(node, lines.Kind)]
    for title, found in (("phases", phases), ("meld kinds", kinds), ("endings", [*endings(said)])):
        new = learnt(said, title)
        names = [f"`{name}`{under(tags, book)}{' (to be learnt)' if name in new else ''}" for name, tags in by_name(found).items()]
        if names:
            over = f", and `{OVER}` {OVER_WHEN}" if title == "phases" else ""
            yield f"- {title}: {', '.join(names)}{over}"


def _places(said: Said, book: Book) -> Iterator[str]:
    for tag, node in said:
        if isinstance(node, lines.PlaceLine) and node.told:
            told = "row" if node.told == "cards" and node.form == "row" else node.told
            yield f"- `{node.name}`{under((tag,), book)}: its {told}, {OWNERS[node.owner] if node.owner else 'on the table'}"


def _marks(said: Said, book: Book) -> Iterator[str]:
    for tag, node in said:
        if isinstance(node, lines.Keep):
            holds, start = MARKS[node.type]
            begins = start if node.starting is None else spell(node.starting)
            seen, likely = (format_line(one) if one is not None else "" for one in (node.seen, node.likely))
            left = "; ".join(part for part in (seen, likely and f"else most likely {likely}") if part)
            asks, whose = f"{node.asking} " if node.asking else "", f", {OWNERS[node.owner]}" if node.owner else ""
            told = f"{asks}{holds.capitalize()}{whose}; {begins} when a deal begins" + (f"; left out: {left}" if left else "")
            yield f"- `{node.name}`{under((tag,), book)}: {told}"


def _questions(book: Book) -> Iterator[str]:
    for entry in book.entries:
        for question in entry.clause.questions:
            readings = sorted(question.readings, key=lambda one: one.name != question.default)
            marked = ((f"`{one.name}`{' (the default)' * (one.name == question.default)}", one.says) for one in readings)
            told = "; ".join(f"{name}: {says}" for name, says in marked)
            yield f"- `{entry.clause.id}.{question.name}`: {question.asks} {told}"

"""What has changed between two printings of the rules, from their `clauses.json`: by ids, which never mean anything else."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from meldspec.data import folder
from meldspec.language.problems import DataError
from meldspec.protocol.plain_json import plain_json
from meldspec.sources.shaped_yaml import mismatches

Json = Mapping[str, Any]
SHOWN = 200
"""Characters of what is wrong that a message shows."""
LONGEST = 64 * 1024 * 1024
"""Bytes of the longest file that is read; ours has three million."""
PARTS = {"title": "title", "prose": "words", "notes": "notes", "facts": "facts"}
"""What a clause has that is compared text by text, and how it is called."""


class PrintingError(DataError):
    """A file that is no clauses.json: the message says where, what was found and what to do."""


@dataclass(frozen=True, slots=True)
class Change:
    """What became of one clause: `added`, `gone`, `changed`, or `moved` from one number to another and nothing else; and in what it
    is otherwise, each with what was there and what is there now."""

    what: str
    id: str
    title: str
    details: tuple[tuple[str, Sequence[str], Sequence[str]], ...] = ()


@dataclass(frozen=True, slots=True)
class BookChanges:
    """What became of one book: `added`, `gone` or `kept`, and its clauses."""

    name: str
    title: str
    what: str
    changes: tuple[Change, ...] = ()


def read_clauses(path: Path) -> Json:
    """The clauses of a printing. Raises PrintingError for what is no such file."""
    expected = "expected the clauses.json of a printing, as meldspec docs writes it"
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST + 1)
    except OSError as error:
        raise PrintingError(f"{path}: {error.strerror}; {expected}") from None
    if len(data) > LONGEST:
        raise PrintingError(f"{path}: found more than {LONGEST} bytes; {expected}")
    try:
        found = plain_json(data)
    except (ValueError, RecursionError) as error:
        raise PrintingError(f"{path}: found no JSON ({str(error)[:SHOWN]}); {expected}") from None
    schema = plain_json((folder("conformance") / "protocol" / "clauses.schema.json").read_bytes())
    for way, message in mismatches(found, schema):
        where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in way).lstrip(".") or "the whole"
        raise PrintingError(f"{path}: {where}: {' '.join(message.split())[:SHOWN]}; {expected}")
    told: Json = found
    return told


def changes(old: Json, new: Json) -> list[BookChanges]:
    """What became of every book, those that are there now first; a book in which nothing has changed is left out."""
    before, now = ({book["name"]: book for book in printing["books"]} for printing in (old, new))
    found = [_book(before.get(name), book) for name, book in now.items()]
    found += [BookChanges(name, book["title"], "gone") for name, book in before.items() if name not in now]
    return [one for one in found if one.what != "kept" or one.changes]


def _book(old: Json | None, new: Json) -> BookChanges:
    if old is None:
        return BookChanges(new["name"], new["title"], "added")
    before, now = _clauses(old), _clauses(new)
    found = [*(_clause(before.get(id), clause) for id, clause in now.items())]
    found += [Change("gone", id, clause["title"], _why(id, new)) for id, clause in before.items() if id not in now]
    return BookChanges(new["name"], new["title"], "kept", tuple(one for one in found if one is not None))


def _clauses(book: Json) -> dict[str, Json]:
    return {clause["id"]: clause for chapter in book["chapters"] for clause in chapter["clauses"]}


def _why(id: str, book: Json) -> tuple[tuple[str, Sequence[str], Sequence[str]], ...]:
    """Why a clause is gone, where the book says it."""
    return tuple(("why", (), (one["why"],)) for one in book["dropped"] if one["id"] == id)


def _clause(old: Json | None, new: Json) -> Change | None:
    """What became of a clause that is there now; nothing where nothing did."""
    if old is None:
        return Change("added", new["id"], new["title"])
    details = tuple(_details(old, new))
    if not details and old["number"] != new["number"]:
        return Change("moved", new["id"], new["title"], (("number", (old["number"],), (new["number"],)),))
    return Change("changed", new["id"], new["title"], details) if details else None


def _details(old: Json, new: Json) -> Iterator[tuple[str, Sequence[str], Sequence[str]]]:
    """In what a clause is otherwise."""
    for key, called in PARTS.items():
        yield from _otherwise(called, _texts(old[key]), _texts(new[key]))
    yield from _otherwise("lines", _lines(old["lines"]), _lines(new["lines"]))
    yield from _otherwise("sources", _cited(old), _cited(new))
    before, now = ({one["id"]: one for one in clause["questions"]} for clause in (old, new))
    for id in dict.fromkeys((*before, *now)):
        yield from _question(id, before.get(id), now.get(id))


def _otherwise(called: str, old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str, Sequence[str], Sequence[str]]]:
    """What of some texts is no longer there, and what is new; where only their order is another, all of them."""
    if list(old) != list(new):
        gone, come = [one for one in old if one not in new], [one for one in new if one not in old]
        yield (called, gone, come) if gone or come else (f"{called}, in another order", old, new)


def _texts(value: Any) -> Sequence[str]:
    return (value,) if isinstance(value, str) else tuple(value)


def _lines(found: Sequence[Json]) -> Sequence[str]:
    """Formal lines, each below its head: without their numbers, which change where one comes before them."""
    return [f"{line['under']} / {line['text']}" if line["under"] else line["text"] for line in found]


def _cited(clause: Json) -> Sequence[str]:
    told = (
        (one["source"], ", ".join(f"{a}" if a == b else f"{a}-{b}" for a, b in one["paragraphs"])) for one in clause["citations"]
    )
    return [f"{source} {paragraphs}".rstrip() for source, paragraphs in told]


def _question(id: str, old: Json | None, new: Json | None) -> Iterator[tuple[str, Sequence[str], Sequence[str]]]:
    """In what a question is otherwise."""
    if old is None or new is None:
        yield f"question {id}", () if old is None else (old["asks"],), () if new is None else (new["asks"],)
        return
    for key in ("kind", "asks", "default", "because", "covers"):
        yield from _otherwise(f"question {id}, {key}", _texts(old[key]), _texts(new[key]))
    before, now = ({one["name"]: one for one in asked["readings"]} for asked in (old, new))
    for name in dict.fromkeys((*before, *now)):
        was, told = (_reading(one) for one in (before.get(name), now.get(name)))
        yield from _otherwise(f"question {id}, reading {name}", was, told)


def _reading(found: Json | None) -> Sequence[str]:
    return () if found is None else (found["says"], *_lines(found["lines"]))


# ── in words ────────────────────────────────────────────────────────────────────────────────────────────────


def told(found: Sequence[BookChanges]) -> Iterator[str]:
    """The changes as plain text, a line each."""
    if not found:
        yield "Nothing has changed."
    for number, book in enumerate(found):
        if number:
            yield ""
        whole = {"added": ": a new book", "gone": ": no longer there"}.get(book.what, "")
        yield f"{book.title} ({book.name}){whole}"
        for change in book.changes:
            yield f"  {change.what:<8} {change.id}  {change.title}"
            for called, gone, come in change.details:
                yield f"      {called}"
                yield from (f"        - {one}" for one in gone)
                yield from (f"        + {one}" for one in come)

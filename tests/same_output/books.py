"""What is printed of the books, the corpus and implementations."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from typing import Any

from tests.same_output.run import GAMES, HERE, ROOT, Recorder, without_seconds

COMMANDS = (
    "check format variants show diff compare explain questions rule score replay serve test explore corpus review sources docs"
)
WRONG = (
    ("explain", "pile.pear"),
    ("explain", "OC-A999"),
    ("explain", "pile.pair:99"),
    ("show", "canaster"),
    ("questions", "canaster"),
    ("rule", "nothing.yaml"),
    ("test", "--variant", "canaster", "--", "nothing"),
    ("compare", "canaster"),
    ("compare", "--row", "nothing"),
    ("nothing",),
)
"""Commands that end with an error."""
SOME = 8
"""Every so many facts and doubts are explained where time is short."""


def docs(record: Recorder) -> None:
    """The pages of the site as Markdown, and clauses.json."""
    folder = record.out / "docs"
    shutil.rmtree(folder, ignore_errors=True)
    record.write("docs.txt", record.say("docs", str(folder)))


def books(record: Recorder) -> None:
    """What the commands about books print."""
    record.write("books/help.txt", *(record.say(*name.split(), "--help") for name in ("", *COMMANDS.split())))
    record.write("books/wrong.txt", *(record.say(*words) for words in WRONG))
    record.write("books/variants.txt", record.say("variants"))
    record.write("books/check.txt", record.say("check", "--no-cache"), record.say("check", "--no-cache", "--open"))
    for game in GAMES:
        record.write(f"books/show/{game}.txt", record.say("show", game), record.say("show", game, "--origin"))
        record.write(f"books/questions/{game}.txt", record.say("questions", game))
        record.write(f"books/review/{game}.txt", record.say("review", game))
    spec = [str(path) for path in sorted((ROOT / "spec").rglob("*.rules"))]
    record.write("books/format.txt", record.say("format", "--check", *spec))
    ledgers = (record.say("sources", "ledger", game, tag) for game in ("canasta", "manzana") for tag in ("pagat", "wikipedia"))
    record.write("books/sources.txt", record.say("sources", "digests", str(ROOT / "LICENSE")), *ledgers)


def compare(record: Recorder) -> None:
    """All games side by side, in every form."""
    for name, words in {"text": (), "ids": ("--ids",), "markdown": ("--markdown", "--ids")}.items():
        record.write(f"books/compare-{name}.txt", record.say("compare", *words))
    record.write("books/compare-two.txt", record.say("compare", "canasta", "manzana"))


def explain(record: Recorder) -> None:
    """Every clause, question, line, fact and doubt explained; in every variant that has it if all is wanted."""
    if not (record.out / "docs" / "clauses.json").is_file():
        docs(record)
    told = json.loads((record.out / "docs" / "clauses.json").read_text(encoding="utf-8"))
    seen: set[str] = set()
    for book in told["books"]:
        texts = []
        for clause in (clause for chapter in book["chapters"] for clause in chapter["clauses"]):
            if record.full or clause["origin"] == book["name"]:
                texts += [record.say("explain", id_, "--variant", book["name"]) for id_ in _ids(clause, record.full)]
            for id_ in (*clause["facts"], *_covered(clause)):
                new = id_ not in seen
                seen.add(id_)
                if new and (record.full or len(seen) % SOME == 0):
                    texts.append(record.say("explain", id_))
        record.write(f"books/explain/{book['name']}.txt", *texts)


def _ids(clause: dict[str, Any], full: bool) -> list[str]:
    """The clause, its questions and its lines; where time is short one question and no line, which are told with the clause."""
    questions, lines = ([one["id"] for one in clause[part]] for part in ("questions", "lines"))
    return [clause["id"], *questions, *lines] if full else [clause["id"], *questions[:1]]


def _covered(clause: dict[str, Any]) -> Iterator[str]:
    """The doubts that the questions of a clause cover."""
    for question in clause["questions"]:
        yield from question.get("covers", ())


def corpus(record: Recorder) -> None:
    """The corpus as it is, and what is said of it."""
    for path in sorted((ROOT / "conformance" / "corpus").rglob("*")):
        if path.is_file() and path.suffix in (".jsonl", ".json"):
            record.write(f"corpus/{path.relative_to(ROOT / 'conformance' / 'corpus')}", path.read_text(encoding="utf-8"))
    for game in GAMES:
        files = [str(path) for path in sorted((ROOT / "conformance" / "corpus" / game).glob("*.jsonl"))]
        record.write(f"replay/{game}.txt", record.say("replay", "--verbose", *files))


def corpus_check(record: Recorder, game: str) -> None:
    """Whether the corpus of a game is as it would be written."""
    record.write(f"corpus-check/{game}.txt", record.say("corpus", "--check", game), record.say("corpus", "--missing", game))


def tests(record: Recorder) -> None:
    """The reports on two implementations whose answers were recorded."""
    for game in ("canasta", "manzana"):
        words = [sys.executable, str(HERE / "stub.py"), "replay", str(HERE / "recorded" / f"{game}.jsonl.gz")]
        files = [record.out / "tests" / f"{game}.{kind}" for kind in ("json", "xml")]
        files[0].parent.mkdir(parents=True, exist_ok=True)
        options = ["--variant", game, "--timeout", "60", "--json", str(files[0]), "--junit", str(files[1])]
        record.write(f"tests/{game}.txt", without_seconds(record.say("test", "--verbose", *options, "--", *words)))
        for file in files:
            told = record.without_places(file.read_text(encoding="utf-8"))
            record.write(f"tests/{file.name}", without_seconds(told))

"""The worked examples of the sources, each with the case that it is: `examples.yaml` beside the rules."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from meldspec.book.core import clause_of_line, clause_of_question
from meldspec.book.flat import Book
from meldspec.language.immutable import Immutable
from meldspec.language.problems import DataError
from meldspec.protocol.case import Case
from meldspec.sources.shaped_yaml import TEXT, list_of, map_of, record, shaped, text_of

FILE = "examples.yaml"
ENTRY = record(
    "source", "paragraph", "shows", "case", source=TEXT, paragraph={"type": "integer", "minimum": 1}, shows=TEXT, case=TEXT
)
SHAPE = map_of(list_of(ENTRY))
EXPECTED = "variants, each a list of examples with source, paragraph, shows and case"


class ExamplesError(DataError):
    """A file of examples that is none: the message says where and what is wrong."""


class Example(Immutable):
    """What a paragraph of a source tells by an example, in words of our own, and the id of the case that plays it."""

    source: str
    paragraph: int
    shows: str
    case: str


def read_examples(spec: Path) -> dict[str, list[Example]]:
    """The worked examples by variant; none where a folder of rules has no such file.

    Raises ExamplesError for what is no map of such lists.
    """
    path = spec / FILE
    if not path.exists():
        return {}
    name = f"{spec.name}/{FILE}"
    found = shaped(name, text_of(path, name, ExamplesError), SHAPE, EXPECTED, ExamplesError)
    return {variant: [Example(**entry) for entry in entries] for variant, entries in found.items()}


def unplayed(examples: Iterable[Example], book: Book, cases: Mapping[str, Case]) -> Iterator[str]:
    """What is wrong with examples: one without its case, and one whose case rests on no clause that cites the paragraph."""
    for one in examples:
        told = f"the example of {one.source} {one.paragraph} ({one.shows})"
        case = cases.get(one.case)
        if case is None:
            yield f"{told} has no case: there is no {one.case}"
        elif not any(cites(book, clause, one.source, one.paragraph) for clause in rests_on(case)):
            yield f"{told} is no example of {one.case}, which rests on no clause that cites the paragraph"


def rests_on(case: Case) -> list[str]:
    """The clauses that a case is about, and those whose lines decide in it."""
    about = [*case.about.clauses, *map(clause_of_question, case.about.questions)]
    return list(dict.fromkeys([*about, *case.touches, *(clause_of_line(line) for lines in case.because for line in lines)]))


def cites(book: Book, clause: str, source: str, paragraph: int) -> bool:
    """Whether a clause, as it stands or as it was changed, cites a paragraph of a source."""
    entry = book.by_id().get(clause)
    cited = () if entry is None else entry.clause.cites
    return any(one.source == source and any(first <= paragraph <= last for first, last in one.ranges) for one in cited)

"""What `meldspec test` is told in names of the rules, held against the book: cases to choose, what cases are about, claims."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

import click

from meldspec.book.flat import Book
from meldspec.cli._shared import Rules
from meldspec.data import folder
from meldspec.language.problems import did_you_mean
from meldspec.protocol.case import Case
from meldspec.runner.upto import Building
from meldspec.sources.doubts import Doubts, doubts_of
from meldspec.sources.ledger import LedgerError, read_ledgers, read_moot

MOST = 20
"""So many strange claims are told; nobody reads more."""


def strange_subject(cases: Iterable[Case], book: Book) -> str | None:
    """What is wrong with the first case that is about a clause or a question which the book does not have; None where none is."""
    known = {*book.by_id(), *book.questions()}
    for case in cases:
        for name in (*case.about.clauses, *case.about.questions):
            if name not in known:
                mend = did_you_mean(name, known)
                return f"case {case.id} is about {name}, which {book.name} does not have{mend and '; ' + mend}"
    return None


def without_cases(name: str, book: Book) -> str | None:
    """What there is to say of a name that chooses no case, but is that of a clause or a question of the book."""
    if name in book.by_id():
        return f"{book.name} has the clause {name}, but the corpus has no case of it"
    if name in book.questions():
        return f"{name} is a question of {book.name}; --case takes the id of a case or of a clause, or its beginning"
    return None


def first_chapters(cases: Sequence[Case], chapter: str, book: Book | None) -> list[Case]:
    """The cases that ask for a chapter of the book and those before it alone. Raises BadParameter where there are none."""
    if book is None:
        raise click.BadParameter("the rules of this variant are not at hand: name their folder with --spec", param_hint="--upto")
    building = Building(book)
    if chapter not in building.chapters:
        mend = did_you_mean(chapter, building.chapters)
        message = f"{book.name} has no chapter {chapter!r}; it has, in this order, {', '.join(building.chapters)}"
        raise click.BadParameter(message + (mend and f"; {mend}"), param_hint="--upto")
    left = building.upto(chapter, cases)
    if not left:
        message = f"each of the {len(cases)} cases asks for a later chapter than {chapter}: name one further on"
        raise click.BadParameter(message, param_hint="--upto")
    return left


def strange_claims(claims: Mapping[str, str], doubts: Doubts) -> Iterator[str]:
    """A sentence for each claim to read what is no question of the book, or to read a question as it cannot be read."""
    sentences = doubts.strange(claims)
    yield from islice(sentences, MOST)
    if next(sentences, None) is not None:
        yield "More of its claims are strange."


def doubts_told(book: Book, rules: Rules) -> Doubts:
    """The doubts of a book by their ids, as the ledgers beside it have them; none but those that its questions cover where the
    ledgers cannot be read, which `meldspec check` tells."""
    places = sorted({folder("spec"), rules.home(book.name)})
    try:
        ledgers = [ledger for place in places for ledger in read_ledgers(place)]
        moot = {variant: why for place in places for variant, why in read_moot(place).items()}
    except LedgerError:
        ledgers, moot = [], {}
    return doubts_of(book, ledgers, moot)

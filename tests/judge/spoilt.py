"""Implementations that are known through and through, as what they answer: the rules under some readings, or with a line spoilt."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType

from meldspec.corpus.expect import answer
from meldspec.corpus.mutation.operators import Mutant, mutants
from meldspec.data import folder
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Library, Rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.judge.findings import Finding
from meldspec.judge.judgement import Judgement
from meldspec.judge.oracle import Oracle, Transcript
from meldspec.protocol.case import Case, load_cases
from meldspec.protocol.messages import Answer
from meldspec.runner.held_to import HeldTo
from meldspec.runner.judged import with_causes
from meldspec.runner.recomputed import Recomputed
from meldspec.table.faults import RulesFault
from meldspec.table.selection import ChoiceError, in_order, select

Readings = Mapping[str, str]


@cache
def rules() -> Library:
    """The project's own rules."""
    return Library.read()


@cache
def cases_of(variant: str) -> tuple[Case, ...]:
    """The corpus of a game."""
    return tuple(load_cases(folder("conformance") / "corpus", variant))


@cache
def oracle_of(variant: str) -> Oracle:
    """The rules of a game, asked by all tests; what they expect does not change."""
    return Oracle(rules().readings(variant), Recomputed(rules()), of_programs=rules().of_programs(variant))


@cache
def held_to(variant: str) -> HeldTo:
    """The rules of a game as a run asks them."""
    return HeldTo.of(rules(), variant)


def answers_under(case: Case, readings: Readings) -> Transcript:
    """What an implementation answers that is right under some readings; nothing where it has no such table."""
    # An expectation of the rules is an answer in full.
    return Transcript(case, tuple(Recomputed(rules())(case, readings) or ()))


def answers_spoilt(
    variant: str, mutant: Mutant, cases: Sequence[Case] = (), readings: Readings = MappingProxyType({})
) -> list[Transcript]:
    """What an implementation answers that has a line of the rules wrong, and all other readings by default; in some cases, or in
    all."""
    books: dict[tuple[tuple[str, object], ...], Rulebook] = {}
    return [Transcript(case, tuple(_played(case, mutant, readings, books))) for case in cases or cases_of(variant)]


def _played(
    case: Case, mutant: Mutant, readings: Readings, books: dict[tuple[tuple[str, object], ...], Rulebook]
) -> Iterator[Answer]:
    key = in_order(case.options)
    try:
        if key not in books:
            books[key] = Rulebook(select(mutant.sheet, dict(case.options), dict(readings)))
        referee, table = Referee(books[key], 3_000), None
        for request in case.requests:
            step = answer(referee, table, request)
            table = step.table
            yield step.said
    except (ChoiceError, RulesFault, Unanswered, ValueError):
        # Where the spoilt rules break, the implementation has nothing more to say.
        return


@cache
def mutants_of(variant: str) -> tuple[Mutant, ...]:
    """Every mutant of a game."""
    return tuple(mutants(rules().rulebook(variant).selection))


def mutant_called(variant: str, name: str) -> Mutant:
    """A mutant of a game by the beginning of what it is called."""
    return next(one for one in mutants_of(variant) if str(one).startswith(name))


def found(variant: str, judgement: Judgement) -> tuple[Finding, ...]:
    """The findings of a judgement, each with the line that would explain it."""
    return with_causes(judgement, oracle_of(variant), held_to(variant))[1]

"""What the rules say of each case, worked out by the engine: the reasons of the act that it leads to, and the table for the desk.

It takes some ten milliseconds a case, so what was worked out is kept until the rules, the cases or the code are others.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from meldspec.book.meaning import Meanings
from meldspec.cache import code, digest, keep, recall
from meldspec.engine.rulebook import Library
from meldspec.protocol.case import Case, CaseProblem, written
from meldspec.protocol.fields import Json
from meldspec.ruling.because import Because, because
from meldspec.ruling.ruling import judge
from meldspec.runner.told import Played, played
from meldspec.runner.told_position import position_before
from meldspec.site.share import Shared, encode

ABOUT_THE_FILE = ("title", "variant", "options", "readings", "act", "expect")
"""Fields of a position file that are no part of the table."""


@dataclass(frozen=True, slots=True)
class Grounds:
    """One clause that decides: what it comes to here, a sentence each with the clause that has it (or nothing), and whether it is a
    way that would have been open."""

    clause: str
    says: tuple[tuple[str, str], ...]
    permission: bool


@dataclass(frozen=True, slots=True)
class CaseRuling:
    """What the rules say of the act that a case leads to.

    `why` is the reason where it is no act at all; `desk` is the table as the desk opens it, behind the `#` of its address, and
    nothing where no game comes to it; `note` says what is otherwise there.
    """

    why: str = ""
    grounds: tuple[Grounds, ...] = ()
    desk: str = ""
    note: str = ""


def case_rulings(cases: Mapping[str, Sequence[Case]], library: Library) -> dict[str, CaseRuling]:
    """What the rules say of all cases of the books of a library, by their ids."""
    known = ((name, mine) for name, mine in cases.items() if name in library.books.texts)
    return {id: found for name, mine in known for id, found in _of_book(name, mine, library).items()}


def _of_book(name: str, cases: Sequence[Case], library: Library) -> dict[str, CaseRuling]:
    """Of the cases of one book: as it was kept, or worked out now."""
    place, origin = f"case rulings {name}", library.books.origin(name)
    key = digest(code("."), origin, *map(written, cases))
    kept = recall(place, key) if origin else None
    if isinstance(kept, dict):
        return {id: _read(told) for id, told in kept.items()}
    whole = Meanings(library.book(name)).whole()
    found = {case.id: _ruled(case, library, whole) for case in cases}
    keep(place, key, {id: _plain(one) for id, one in found.items()})
    return found


def _ruled(case: Case, library: Library, whole: str) -> CaseRuling:
    """What the rules say of one case."""
    game = played(case, library, {})
    step = game.steps[game.decisive]
    if step.act is None or step.before is None:
        return CaseRuling(step.verdict.why if step.verdict is not None else "", (), *_desk(game, library, whole))
    judgement = judge(game.rulebook, step.before, step.act)
    return CaseRuling(judgement.why, tuple(_grounds(because(step.act, judgement))), *_desk(game, library, whole))


def _grounds(found: Iterable[Because]) -> Iterable[Grounds]:
    return (Grounds(one.clause, tuple((said.sentence, said.clause) for said in one.says), one.permission) for one in found)


def _desk(game: Played, library: Library, whole: str) -> tuple[str, str]:
    """The table before the act as the desk opens it, and what is otherwise there; nothing where no game comes to such a table."""
    try:
        fields, note = position_before(game, library)
    except CaseProblem:
        return "", ""
    act = fields.get("act")
    table = {name: value for name, value in fields.items() if name not in ABOUT_THE_FILE}
    case = game.case
    return encode(Shared(case.variant, dict(fields.get("options", {})), {}, whole, table, act)), note


# ── as it is kept ───────────────────────────────────────────────────────────────────────────────────────────


def _plain(found: CaseRuling) -> Json:
    grounds = [[one.clause, [list(said) for said in one.says], one.permission] for one in found.grounds]
    return {"why": found.why, "grounds": grounds, "desk": found.desk, "note": found.note}


def _read(told: Json) -> CaseRuling:
    grounds = tuple(Grounds(clause, tuple((sentence, by) for sentence, by in says), way) for clause, says, way in told["grounds"])
    return CaseRuling(told["why"], grounds, told["desk"], told["note"])

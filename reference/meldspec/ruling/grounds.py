"""What a ruling rests on: the clauses that decide, those in dispute that let an act pass, and those that sentences are from."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from meldspec.book.core import clause_of_question
from meldspec.book.line_index import line_index
from meldspec.engine.rulebook import Rulebook
from meldspec.ruling.because import Assumed, Because, Dispute, because, clause_itself
from meldspec.ruling.otherwise_text import mattering
from meldspec.ruling.ruling import Ruling
from meldspec.ruling.words import Card, plain


def grounds(ruling: Ruling, card: Card = plain) -> tuple[Because, ...]:
    """The clauses that a ruling rests on, in the order in which they are told.

    Of an act that is allowed that comes first by which another reading would refuse it, with what it comes to here, then what is in
    dispute, then all that it fulfils besides; of one that is refused those that would allow it by another reading come behind what
    refuses it.
    """
    found = because(ruling.act, ruling.judgement, card)
    found = tuple(_deciding_first(ruling, found) if ruling.judgement.legal else _disputed_last(ruling, found))
    return tuple(_with_named(ruling.position.rulebook, [_as_assumed(ruling, one) for one in found], ruling.judgement.legal))


def _as_assumed(ruling: Ruling, one: Because) -> Because:
    """A clause with what nobody has told and it refuses an act by, or lets it pass by: then what it says is no fact."""
    cells = ruling.position.table.cells
    if not ruling.judgement.legal:
        taken = (
            Assumed(open_one.name, open_one.asks, open_one.taken(cells), open_one.range.form)
            for open_one in ruling.assumed(one.lines)
        )
        return replace(one, assumed=tuple(taken))
    turning = [memory for memory in ruling.turning if set(memory.outcome.lines) & set(one.lines)]
    supposed = tuple(Assumed(memory.name, memory.asks, memory.taken) for memory in turning)
    says = (replace(reason, sentence=f"{reason.sentence.rstrip('.')}, as far as anybody has told.") for reason in one.says)
    return replace(one, assumed=supposed, says=tuple(says)) if supposed else one


def _deciding_first(ruling: Ruling, found: Iterable[Because]) -> list[Because]:
    """The clauses by which an act is allowed, what decides before what does not, and a duty before a permission."""
    turning = [other.judgement for other in mattering(ruling) if other.judgement.legal != ruling.judgement.legal]
    refusing = {tag.clause for judgement in turning for tag in judgement.lines}

    def rank(one: Because) -> tuple[int, bool]:
        if not (one.lines or one.disputed):
            # What is said of what the act does is no reason for it.
            return 4, False
        said = any(reason.clause for reason in one.says)
        if said and (one.disputed or one.clause in refusing):
            return 0, one.permission
        return (1, False) if one.disputed else (2, one.permission) if said else (3, False)

    return sorted(_disputed_first(ruling, found), key=rank)


def _disputed_first(ruling: Ruling, found: Iterable[Because]) -> Iterator[Because]:
    """The clauses of questions that would turn a permission, then the others that decide."""
    asked = _disputes(ruling)
    told = {one.clause: one for one in found}
    for clause, disputes in asked.items():
        yield replace(told.get(clause) or _itself(ruling.position.rulebook, clause), disputed=tuple(disputes))
    # What every such act rests on is told where there is nothing else to tell.
    yield from (one for one in found if one.clause not in asked and (one.says or not asked or one.permission))


def _disputed_last(ruling: Ruling, found: Iterable[Because]) -> Iterator[Because]:
    """The clauses that refuse an act, each with what is in dispute about it, and before the ways that are not open those of other
    questions that would have it allowed."""
    asked = _disputes(ruling)
    told = [replace(one, disputed=tuple(asked.pop(one.clause, ()))) for one in found]
    others = [replace(_itself(ruling.position.rulebook, clause), disputed=tuple(asked[clause])) for clause in asked]
    yield from (one for one in told if not one.permission)
    yield from others
    yield from (one for one in told if one.permission)


def _disputes(ruling: Ruling) -> dict[str, list[Dispute]]:
    """The questions another reading of which would turn the verdict, by their clauses."""
    legal = ruling.judgement.legal
    asked: dict[str, list[Dispute]] = {}
    for name in dict.fromkeys(other.question for other in mattering(ruling) if other.judgement.legal != legal):
        asked.setdefault(clause_of_question(name), []).append(_dispute(ruling.position.rulebook, name))
    return asked


def _with_named(rulebook: Rulebook, found: Iterable[Because], legal: bool) -> Iterator[Because]:
    """The same with the clauses that sentences are from and that are not told themselves, each behind the first of them; of what
    refuses an act behind all of it, and behind what is in dispute.

    Why a clause does not bar the act is told with the clause that keeps it from that, which comes before it.
    """
    told = {one.clause: one for one in found}
    order: list[str] = []
    waiting: list[str] = []
    for one in [*told.values()]:
        if one.permission or legal:
            order += waiting
            waiting = []
        named = [name for name in dict.fromkeys(reason.clause for reason in one.says if reason.clause) if name not in told]
        told |= {name: _itself(rulebook, name) for name in named}
        order.append(one.clause)
        waiting += named
        if one.permission:
            order += waiting
            waiting = []
    order += waiting
    for one in [*told.values()]:
        if one.escaped and one.says and not any(reason.clause == one.clause for reason in one.says):
            for name in dict.fromkeys(reason.clause for reason in one.says):
                keeps = told[name]
                own = tuple(reason for reason in one.says if reason.clause == name)
                says, assumed = dict.fromkeys((*keeps.says, *own)), dict.fromkeys((*keeps.assumed, *one.assumed))
                told[name] = replace(keeps, says=tuple(says), assumed=tuple(assumed))
                order.remove(name)
                order.insert(order.index(one.clause), name)
            told[one.clause] = replace(one, says=(), assumed=())
    yield from (told[name] for name in order)


def _itself(rulebook: Rulebook, clause: str) -> Because:
    """A clause with its words and sources."""
    return clause_itself(rulebook, line_index(rulebook.sheet).entries[clause])


def _dispute(rulebook: Rulebook, name: str) -> Dispute:
    """A question with the reading in force."""
    question = rulebook.questions()[name]
    return Dispute(name, question.kind, question.asks, question.says(rulebook.readings[name]))

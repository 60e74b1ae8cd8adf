"""What a verdict rests on, clause by clause: sentences with the values that decided, the rule in prose, and where it comes from."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from meldspec.book.core import Tag
from meldspec.book.flat import Entry
from meldspec.book.line_index import by_clause, line_index
from meldspec.engine.rulebook import Rulebook
from meldspec.language.immutable import Immutable
from meldspec.language.problems import spans
from meldspec.ruling.ruling import Judgement
from meldspec.ruling.told import open_cards_move
from meldspec.ruling.why import Explainer, Reason
from meldspec.ruling.words import Card, plain
from meldspec.table.table import Act


class Citation(Immutable):
    """A source with its paragraphs as they are cited, `26-27, 45` (none where it has none)."""

    source: str
    paragraphs: str


class Dispute(Immutable):
    """A question that decides, its kind of doubt, what it asks, and how it is read here."""

    question: str
    kind: str
    asks: str
    says: str


class Assumed(Immutable):
    """A memory that nobody has told: its name in a file, what to ask the players, and what it is taken to be, of which `form` where
    that is a player or a side."""

    name: str
    asks: str
    taken: str
    form: str = ""


class Because(Immutable):
    """One clause that decides: what it comes to here, its words, and its sources; `inherited` is the book that it is from where the
    sources are not those of the game itself. A clause that is `escaped` would bar an act, but for what is told; `disputed` are its
    questions another reading of which would refuse an act that is allowed; `books` are the game's own and the one that wrote it;
    `assumed` is memory that nobody has told, and that the clause would not decide without as it is taken to be; `chosen` are its
    questions that are not read as by default, of which its words need not be true."""

    clause: str
    title: str
    says: tuple[Reason, ...]
    prose: tuple[str, ...]
    sources: tuple[Citation, ...]
    inherited: str
    lines: tuple[Tag, ...]
    permission: bool
    escaped: bool = False
    disputed: tuple[Dispute, ...] = ()
    books: tuple[str, ...] = ()
    assumed: tuple[Assumed, ...] = ()
    chosen: tuple[Dispute, ...] = ()


def because(act: Act, judgement: Judgement, card: Card = plain) -> tuple[Because, ...]:
    """What a judgement of an act rests on; of a refusal for want of any permission the permissions come last, the one first of
    which the act itself lacks least.

    Nothing where the position cannot be.
    """
    rulebook, table = judgement.rulebook, judgement.begun
    if rulebook is None or table is None:
        return ()
    if judgement.why:
        return tuple(clauses_of(rulebook, dict.fromkeys(judgement.lines, ())))
    explainer = Explainer(rulebook, table, act, card)
    if judgement.legal:
        told = {tag: explainer.permission(tag) for tag in judgement.lines} | dict(explainer.fulfilled())
        if judgement.ended is not None and judgement.ended.over():
            told |= dict(explainer.bonuses(judgement.ended))
        found = _news(clauses_of(rulebook, told or {rulebook.acts[act.name].tag: ()}))
        rests = tuple(replace(one, escaped=bool(one.lines) and all(map(explainer.escapes, one.lines))) for one in found)
        # Of cards that nobody knows nothing is said: which they are taken to be is no reason.
        hidden = judgement.position is not None and open_cards_move(judgement.position, judgement)
        return tuple(_with_effects(rulebook, rests, () if hidden else explainer.besides()))
    melds, modes = explainer.no_melds(), line_index(rulebook.sheet).modes
    # What the table alone bars comes first: it is told whatever is laid.
    lines = [tag for tag in judgement.lines if modes.get(tag.line) != "kind"]
    judged = {tag: explainer.refusal(tag) for tag in sorted(lines, key=explainer.looks_at_act)}
    # Why cards are no meld comes behind the first line that asks for melds, before what else would come of laying them.
    first = next((tag for tag in judged if explainer.looks_at_act(tag)), None)
    above = {tag: reasons for tag, reasons in judged.items() if tag == first or not explainer.looks_at_act(tag)}
    refused = list(clauses_of(rulebook, above | melds | judged))
    ways = sorted((one for one in refused if one.permission), key=lambda one: min(map(explainer.lacks, one.lines)))
    return tuple(_each_once((*(one for one in refused if not one.permission), *ways)))


def _with_effects(rulebook: Rulebook, found: Iterable[Because], besides: Iterable[Reason]) -> Iterator[Because]:
    """The same clauses with what there is to say of what the act does, each sentence with the clause that has it."""
    effects: dict[str, tuple[Reason, ...]] = {}
    for reason in besides:
        effects[reason.clause] = (*effects.get(reason.clause, ()), reason)
    for one in found:
        yield replace(one, says=(*one.says, *effects.pop(one.clause, ())))
    entries = line_index(rulebook.sheet).entries
    yield from (replace(clause_itself(rulebook, entries[clause]), says=says) for clause, says in effects.items())


def _news(found: Iterable[Because]) -> Iterator[Because]:
    """Of clauses that an act fulfils those that permit it or tell anything that none before them has told."""
    told: set[Reason] = set()
    for one in found:
        if one.permission or not one.says or not told.issuperset(one.says):
            yield one
        told.update(one.says)


def _each_once(found: Iterable[Because]) -> Iterator[Because]:
    """The same without what an earlier clause says already."""
    told: set[Reason] = set()
    for one in found:
        says = tuple(reason for reason in one.says if reason not in told)
        told.update(says)
        yield replace(one, says=says)


def clauses_of(rulebook: Rulebook, told: dict[Tag, tuple[Reason, ...]]) -> Iterator[Because]:
    """Lines with their reasons, those of one clause together."""
    index = line_index(rulebook.sheet)
    for group in by_clause(index, told):
        says = tuple(dict.fromkeys(reason for tag in group.tags for reason in told[tag] if reason.sentence))
        permission = all(index.modes.get(tag.line) == "allow" for tag in group.tags)
        yield replace(clause_itself(rulebook, group.entry), says=says, lines=group.tags, permission=permission)


def clause_itself(rulebook: Rulebook, entry: Entry) -> Because:
    """A clause with its words and its sources, whatever it comes to."""
    clause, own = entry.clause, _own(entry, rulebook.sheet.book.name)
    cited = tuple(_citations(entry))
    inherited = "" if own else entry.origin
    books = tuple(dict.fromkeys((rulebook.sheet.book.name, entry.origin)))
    asked = ((f"{clause.id}.{one.name}", one) for one in clause.questions)
    read = ((name, one, rulebook.readings.get(name, one.default)) for name, one in asked)
    chosen = tuple(Dispute(name, one.kind, one.asks, one.says(reading)) for name, one, reading in read if reading != one.default)
    return Because(clause.id, clause.title, (), clause.prose, cited, inherited, (), False, books=books, chosen=chosen)


def _own(entry: Entry, book: str) -> bool:
    """Whether what a clause cites is what the game's own book cites, and no book before it."""
    if entry.origin == book and entry.changes:
        return bool(entry.changes[-1][1].cites)
    return book in (entry.origin, entry.cited)


def _citations(entry: Entry) -> Iterable[Citation]:
    """The sources of a clause."""
    for cites in entry.clause.cites:
        yield Citation(cites.source, spans([n for first, last in cites.ranges for n in range(first, last + 1)]))

"""A verdict as plain text: legal or not, and then why, clause by clause, with the sources."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from meldspec.book.doubts import SAID
from meldspec.book.line_index import LineIndex
from meldspec.ruling.because import Because, Citation
from meldspec.ruling.page import Manner, paragraph, section
from meldspec.ruling.ruling import Judgement
from meldspec.ruling.why import Reason
from meldspec.ruling.words import whom, with_cards

UNASKED = "What is remembered as '{}'?"
"""What is asked about a memory for which a book has no question."""


def verdict_line(mine: Judgement, manner: Manner, asked: bool = False, deferred: bool = False) -> str:
    """The verdict in one line; where something is `asked` that would turn it, or the game's own source leaves open what turns it
    (`deferred`), that is said at once."""
    unless = ", on a point that the source of this game leaves open" if deferred else ""
    unless += ", unless what is asked below is answered otherwise" if asked else ""
    return ("LEGAL" if mine.legal else "NOT LEGAL") + (f": {with_cards(mine.why, manner.card)}" if mine.why else "") + unless


def verdict_text(mine: Judgement, rests: Iterable[Because], index: LineIndex, manner: Manner) -> Iterator[str]:
    """What a verdict rests on: all reasons, then what is in doubt about them, then their sources, each of them once."""
    found = list(rests)
    # Behind a way that is not open stand the clauses that its reasons are from.
    first = next((number for number, one in enumerate(found) if one.permission), len(found))
    duties, permissions = found[:first], found[first:]
    if mine.legal or duties:
        head = "What the act takes" if mine.why else "Why"
        yield from ("", head, *_reasons(found if mine.legal else duties, index, manner))
    if permissions and not mine.legal:
        several = sum(one.permission for one in permissions) > 1
        head = "What it takes: one of these ways, and none is open" if several else "What it takes, and lacks"
        yield from ("", head, *_reasons(permissions, index, manner))
    yield from section("In doubt", (told for one in found for told in _disputes(one, f" [{one.clause}]")))
    yield from section("Sources", sources_together(found, manner))
    if manner.formal and mine.rests_on:
        yield ""
        yield from paragraph("This rests on " + ", ".join(f"{q}={r}" for q, r in mine.rests_on) + ".", hang=2)


def clauses_text(found: Iterable[Because], index: LineIndex, manner: Manner) -> Iterator[str]:
    """Each clause with its sources, and what is in doubt about it."""
    for one in found:
        yield from _reasons([one], index, manner)
        margin = 6 if any(reason.clause for reason in one.says) or one.escaped else 4
        for told in (*sources_words(one, manner), *(f"In doubt: {dispute}" for dispute in _disputes(one))):
            yield from paragraph(told, margin, 2)


def _reasons(found: Iterable[Because], index: LineIndex, manner: Manner) -> Iterator[str]:
    """Each clause: what it comes to here, then the rule."""
    for one in found:
        said = [reason for reason in one.says if reason.clause]
        above = [reason_words(reason, one.clause) for reason in said]
        if one.escaped and not said:
            above.append("But for that this would bar it:")
        for sentence in above:
            yield from paragraph(sentence, 2, 2)
        for assumed in one.assumed:
            asks, taken = assumed.asks or UNASKED.format(assumed.name), whom(assumed.form, assumed.taken)
            told = f"{asks} Taken: {taken}. (In a file: {assumed.name}.)"
            yield from paragraph(f"This rests on what nobody has told: {told}", 4, 2)
        # Where nobody has written a sentence, the rule itself stands first, and what its words come to here below it.
        margin = 4 if above else 2
        yield from paragraph(f"{one.title} [{one.clause}]: {' '.join(one.prose)}", margin, 2)
        for reason in one.says if not said else ():
            yield from paragraph(f"Here: {reason_words(reason, one.clause)}", margin + 2, 2)
        for tag in one.lines if manner.formal else ():
            reading = f" ({tag.question}={tag.reading})" if tag.question else ""
            yield from paragraph(f"{tag.line}{reading}  {index.words[tag.line]}", margin + 2, 4)
        if manner.page:
            yield from paragraph(manner.page(one.clause), margin + 2)
        for chosen in (asked for asked in one.chosen if asked not in one.disputed):
            yield from paragraph(f"As it is read here: {chosen.asks} “{chosen.says}”", margin + 2, 2)


def _disputes(one: Because, behind: str = "") -> Iterator[str]:
    """What is in doubt about a clause, why, and how it is read here."""
    yield from (f"{SAID[dispute.kind]} {dispute.asks} Read here: “{dispute.says}”{behind}" for dispute in one.disputed)


def sources_together(found: Sequence[Because], manner: Manner) -> Iterator[str]:
    """The sources of some clauses, each of them once, with the clauses that rest on it unless all of them do."""
    yield from (f"{told} {_listed(clauses)}" for told, clauses in inherited_together(found, manner).items())
    for cited in cited_together(found, manner):
        everywhere = list(cited.places.values()) == [[one.clause for one in found]]
        words = ";".join(f"{which}{'' if everywhere else f' {_listed(clauses)}'}" for which, clauses in cited.places.items())
        yield ": ".join(filter(None, (cited.other, f"{cited.title}{words.replace(';, ', '; ')}", cited.address)))


def inherited_together(found: Iterable[Because], manner: Manner) -> dict[str, list[str]]:
    """What is said of clauses that are inherited, and of which it is said."""
    told: dict[str, list[str]] = {}
    for one in found:
        if words := inherited_words(one, manner):
            told.setdefault(words, []).append(one.clause)
    return told


@dataclass(frozen=True)
class CitedSource:
    """A source of some clauses: its tag; that it is of another game, empty where it is not; its title; its address, empty where it
    has none; and its places as they are cited, `, paragraphs 26-27`, each with the clauses that rest on it."""

    source: str
    other: str
    title: str
    address: str
    places: dict[str, list[str]]


def cited_together(found: Iterable[Because], manner: Manner) -> list[CitedSource]:
    """The sources of some clauses, each of them once."""
    cited: dict[tuple[str, str, str, str], dict[str, list[str]]] = {}
    for one in found:
        for citation in one.sources:
            of_source = cited.setdefault((citation.source, *_source_words(citation, one, manner)), {})
            of_source.setdefault(_paragraphs(citation, manner), []).append(one.clause)
    return [CitedSource(*which, places) for which, places in cited.items()]


def _listed(clauses: Iterable[str]) -> str:
    """Clauses by their ids, `[pile.pair, pile.top-melded]`."""
    return f"[{', '.join(dict.fromkeys(clauses))}]"


def reason_words(reason: Reason, clause: str) -> str:
    """A reason, with the clause that it is from where that is another one."""
    if not reason.clause or reason.clause == clause:
        return ended(reason.sentence)
    return ended(f"{reason.sentence.rstrip('.')} [{reason.clause}]")


def ended(sentence: str) -> str:
    """A sentence that ends as one."""
    begun = sentence[:1].upper() + sentence[1:]
    return begun if begun.endswith((".", "?", "!")) else f"{begun}."


def sources_words(one: Because, manner: Manner) -> Iterator[str]:
    """The sources of a clause, a line each; what is inherited is said to be."""
    if told := inherited_words(one, manner):
        yield told
    for citation in one.sources:
        head, words, address = cited_words(citation, one, manner)
        yield f"{head}: {words}: {address}" if address else f"{head}: {words}"


def inherited_words(one: Because, manner: Manner) -> str:
    """That a clause is inherited, and whether from a source of its own game; empty where it is not."""
    if not one.inherited:
        return ""
    # A book may be cited by the one that it is changed from, as where only its sheet says what all of them mean.
    tells = (manner.sources[cites.source].games for cites in one.sources if cites.source in manner.sources)
    own = any(one.books[0] in games and one.inherited not in games for games in tells)
    lacks = "" if own else "; the book of this game names no paragraph of its own source for it"
    return f"Inherited from '{one.inherited}'{lacks}."


def cited_words(citation: Citation, one: Because, manner: Manner) -> tuple[str, str, str]:
    """One source: what it is to this game, its title with its paragraphs, and its address, empty where it has none."""
    other, title, address = _source_words(citation, one, manner)
    return other or "Source", f"{title}{_paragraphs(citation, manner)}", address


def _source_words(citation: Citation, one: Because, manner: Manner) -> tuple[str, str, str]:
    """One source: that it is of another game, empty where it is not; its title; its address, empty where it has none."""
    known = manner.sources.get(citation.source)
    if known is None:
        return "", citation.source, ""
    return "Source of another game" if known.elsewhere(one.books) else "", f"{known.title} ({citation.source})", known.address


def _paragraphs(citation: Citation, manner: Manner) -> str:
    """The paragraphs that are cited, `, paragraphs 26-27, 45`."""
    many = "s" if set(citation.paragraphs) & set(",-") else ""
    if citation.paragraphs:
        return f", paragraph{many} {citation.paragraphs}"
    known = manner.sources.get(citation.source)
    return "" if known is not None and not known.read_whole else ", as a whole"

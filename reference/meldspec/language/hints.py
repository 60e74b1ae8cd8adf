"""What a malformed line probably wanted to say: one likely mend, found by trying; a mended line is parsed again."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import replace
from difflib import get_close_matches

from meldspec.language.faults import PHRASES, RUN, Fault, find_fault, in_words
from meldspec.language.grammar import is_name, keywords
from meldspec.language.immutable import Immutable
from meldspec.language.layout import LogicalLine
from meldspec.language.misspeakings import misspeaking_at
from meldspec.language.problems import Diagnostic, Place

MALFORMED = "malformed-line"
"""The code of a line that is wrong in a way that nobody thought of."""


BEGIN = "begin the line with the word that says what it does: allow, require, forbid, then, define …; prose with '|'"


def malformed(line: LogicalLine, file: str) -> Diagnostic:
    """The diagnostic of a line that the grammar does not know."""
    fault = find_fault(line.text)
    assert fault is not None, "the line is well formed"
    code, mend = explained(line.text, fault)
    return Diagnostic(code, place_of(fault, line, file), shown(fault.word), in_words(fault.accepts), mend)


def explained(text: str, fault: Fault) -> tuple[str, str]:
    """The code of what is wrong, and one likely mend."""
    if fault.accepts == {"STRING"} and fault.word.isalnum():
        return "missing-quotes", f'put it in quotation marks: "{text[fault.start :].strip()}"'
    # From the surest explanation to the vaguest.
    if named := reserved(text, fault):
        return named.code, named.advice
    if known := misspeaking_at(text, fault.start, fault.end):
        way, mend = known
        return way.code, mend
    if tried := likely_mend(text, fault):
        return tried.code, tried.advice
    # Nothing fits at the very beginning, so nothing is known of what the line was to be.
    if not text[: fault.start].strip():
        return "no-such-line", BEGIN
    return MALFORMED if fault.word else "missing-word", guess(text, fault)


def place_of(fault: Fault, line: LogicalLine, file: str) -> Place:
    """Where the fault is in the file."""
    before = line.text[: fault.start]
    column = fault.start - (before.rfind("\n") + 1) + 1
    return Place(file, line.number + before.count("\n"), column, column + max(fault.end - fault.start, 1))


def shown(word: str) -> str:
    """What was found, in quotation marks; a character that cannot be seen by its name."""
    if not word:
        return "the end of the line"
    if word.isprintable() and not word.isspace():
        return word if word.startswith('"') else f'"{word}"' if "'" in word else f"'{word}'"
    names = (unicodedata.name(char, "control character").lower() for char in word)
    return ", ".join(f"{name} (U+{ord(char):04X})" for name, char in zip(names, word, strict=True))


# ── mends that are tried ────────────────────────────────────────────────────────────────────────────────────────────────────

NEAR = 0.65
"""How alike a word and a keyword must be, from 0 to 1, for one to be taken for the other."""

SAMPLES = {"NAME": "x", "INT": "1", "STRING": '"x"', "DOTTED": "x.x", "FACT": "X-1", "CARD": "A"}
"""Something for each terminal that is not a fixed word."""

FEW = 3
"""So many words that would fit can all be named."""

IDLE = frozenset(("NO", "_DASH", "LPAR"))
"""Words that would fit in many places and are seldom what was left out."""

REACHING = re.compile(r"(?<![\w-])(?:where|has)(?![\w-])")
"""Words behind which one condition stands."""

BEHIND = re.compile(r",|\s+(?:when|for)(?![\w-])|\s*\Z")
"""Where conditions may end."""

Span = tuple[int, int]


class Mend(Immutable):
    """What to do, a code for what was wrong, and the line as it would be."""

    code: str
    advice: str
    text: str


Strategy = Callable[[str, Fault], Iterator[Mend]]


def likely_mend(text: str, fault: Fault) -> Mend | None:
    """The first mend that makes the line well formed, else the first that carries it further; none where none does."""
    further: Mend | None = None
    begun = bool(text[: fault.start].strip())
    for strategy in STRATEGIES:
        # Every mend is parsed before it is offered: advice that does not work is worse than none.
        tried = [(mend, find_fault(mend.text)) for mend in strategy(text, fault)]
        whole = [mend for mend, then in tried if then is None]
        partly = [mend for mend, then in tried if then and begun and carries(text, fault, mend, then)]
        for found in (whole, partly):
            # Several words that all would do are several meanings, and none is likelier than the others.
            if strategy in ALONE and len(found) > 1:
                found.clear()
        if whole:
            return whole[0]
        further = further or next(iter(partly), None)
    return further


def carries(text: str, fault: Fault, mend: Mend, then: Fault) -> bool:
    """Whether the mended line goes wrong only behind the word that follows the fault."""
    return len(mend.text) - then.start < len(text[fault.end :].lstrip())


def put(text: str, span: Span, word: str) -> str:
    """The line with a stretch replaced."""
    return f"{text[: span[0]]}{word}{text[span[1] :]}"


def where(fault: Fault) -> str:
    """How a mend names the place before a fault."""
    return f"before {quoted(fault.word)}" if fault.word else "at the end of the line"


def quoted(word: str) -> str:
    """The word in quotation marks, unless it has some."""
    return word if word.startswith('"') else f"'{word}'"


def respelt(text: str, span: Span, terminals: frozenset[str]) -> Iterator[Mend]:
    """The line with a misspelt word taken for a keyword; a keyword itself is not misspelt."""
    word = text[slice(*span)]
    known = [keywords()[terminal] for terminal in sorted(terminals & keywords().keys())]
    if len(word) == 1 or not word.replace("-", "").isalpha() or word in keywords().values():
        return
    # Three and not one: the nearest keyword is not always one that the rest of the line goes with.
    for near in get_close_matches(word.lower(), known, n=3, cutoff=NEAR):
        yield Mend("misspelt-word", f"did you mean '{near}'?", put(text, span, near))


def respelt_here(text: str, fault: Fault) -> Iterator[Mend]:
    """The word that does not fit as a keyword that would."""
    return respelt(text, (fault.start, fault.end), fault.accepts)


def respelt_before(text: str, fault: Fault) -> Iterator[Mend]:
    """One of the two words before, which was taken for a name, as a keyword."""
    for span in reversed(spans_before(text, fault)[-2:]):
        for mend in respelt(text, span, frozenset(keywords())):
            yield replace(mend, advice=f"for '{text[slice(*span)]}', {mend.advice}")


def spans_before(text: str, fault: Fault) -> list[Span]:
    """The runs before the fault."""
    return [hit.span() for hit in RUN.finditer(text) if hit.end() <= fault.start]


def left_out(text: str, fault: Fault) -> Iterator[Mend]:
    """The line with a keyword put before the fault."""
    # At the end of a line nearly anything could go on; only where little can is the missing word known.
    for word in fitting(fault) if fault.word or len(fault.accepts) <= FEW else ():
        mended = put(text, (fault.start, fault.start), f" {word} ")
        yield Mend("missing-word", f"write '{word}' {where(fault)}", mended)


def fitting(fault: Fault) -> list[str]:
    """The keywords that could stand at a fault and may well be what was left out."""
    return [keywords()[terminal] for terminal in sorted(fault.accepts & keywords().keys() - IDLE)]


def unfinished(text: str, fault: Fault) -> Iterator[Mend]:
    """At the end of the line: a keyword with one thing more."""
    for word in fitting(fault) if not fault.word and len(fault.accepts) <= FEW else ():
        ends = (f"{text} {word} {sample}" for sample in SAMPLES.values())
        if mended := next((end for end in ends if find_fault(end) is None), None):
            yield Mend("missing-word", f"go on with '{word} …'", mended)


def mistaken(text: str, fault: Fault) -> Iterator[Mend]:
    """The line with a keyword in place of another one that does not fit."""
    for word in fitting(fault) if fault.word in keywords().values() else ():
        mended = put(text, (fault.start, fault.end), word)
        yield Mend("wrong-word", f"write '{word}' instead of '{fault.word}'", mended)


def split_name(text: str, fault: Fault) -> Iterator[Mend]:
    """The line with two names on end taken for one."""
    before = spans_before(text, fault)
    if not before or not is_name(fault.word) or not is_name(text[slice(*before[-1])]):
        return
    name = f"{text[slice(*before[-1])]}-{fault.word}"
    advice = f"write a name as one word, '{name}', or put a word such as 'of', 'in' or 'is' between"
    yield Mend("split-name", advice, put(text, (before[-1][0], fault.end), name))


def one_condition(text: str, fault: Fault) -> Iterator[Mend]:
    """The line with parentheses round what `where` or `has` was to reach: they reach one condition."""
    words = [hit for hit in REACHING.finditer(text) if hit.end() <= fault.start]
    if fault.word not in ("and", "or") or not words:
        return
    reach, start = words[-1].group(), words[-1].end()
    for end in [hit.start() for hit in BEHIND.finditer(text, fault.end)]:
        body = text[start:end].strip()
        advice = f"'{reach}' reaches one condition: put parentheses round more, {reach} ({body})"
        yield Mend("one-condition", advice, put(text, (start, end), f" ({body})"))


def doubled(text: str, fault: Fault) -> Iterator[Mend]:
    """The line without a word that stands there twice."""
    before = spans_before(text, fault)
    if before and text[slice(*before[-1])] == fault.word:
        yield from stray(text, fault)


def unsaid(text: str, fault: Fault) -> Iterator[Mend]:
    """The line with a name, a number or a text put before the fault, or in its place."""
    for terminal in (t for t in SAMPLES if t in fault.accepts):
        phrase = in_words(fault.accepts) if {"NAME", "INT"} <= fault.accepts else PHRASES[terminal]
        sample = SAMPLES[terminal]
        before = put(text, (fault.start, fault.start), f" {sample} ")
        yield Mend("missing-word", f"write {phrase} {where(fault)}", before)
        if fault.word:
            instead = put(text, (fault.start, fault.end), sample)
            yield Mend("wrong-word", f"write {phrase} instead of {quoted(fault.word)}", instead)


def reserved(text: str, fault: Fault) -> Mend | None:
    """The line with another name for what is named by a word of the language."""
    if "NAME" in fault.accepts and "INT" not in fault.accepts and fault.word in keywords().values():
        mended = put(text, (fault.start, fault.end), SAMPLES["NAME"])
        if find_fault(mended) is None:
            advice = f"'{fault.word}' is a word of the language and cannot be a name: take another"
            return Mend("reserved-word", advice, mended)
    return None


def stray(text: str, fault: Fault) -> Iterator[Mend]:
    """The line without a word that does not fit."""
    if fault.word.isalpha() or fault.word in (")", ",", ":"):
        rest = text[fault.end :].lstrip(" ")
        yield Mend("stray-word", f"leave out '{fault.word}'", text[: fault.start] + rest)


def guess(text: str, fault: Fault) -> str:
    """What to try where nothing that was tried helps."""
    if {"NAME", "INT"} <= fault.accepts or len(fault.accepts - {"$END"}) <= FEW:
        return f"write {in_words(fault.accepts)} {where(fault)}"
    if names := next(split_name(text, fault), None):
        return names.advice
    if fault.word:
        return f"leave out {quoted(fault.word)}, or put a word before it that joins it to the rest"
    return f"finish the line: {in_words(fault.accepts)}"


ALONE: tuple[Strategy, ...] = (left_out, unfinished, mistaken)
"""Strategies that are believed only where one word alone would do."""

STRATEGIES: tuple[Strategy, ...] = (
    *(one_condition, respelt_here, left_out, unfinished, mistaken, respelt_before),
    *(doubled, split_name, unsaid, stray),
)
"""What to try, the likeliest first."""

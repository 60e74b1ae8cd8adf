"""Strategies that draw whole trees: every class of node, names that only just miss being keywords."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from hypothesis import strategies as st

from meldspec.language import lines, tree
from meldspec.language.tree import Expr
from meldspec.language.vocabulary import NAME, VOCABULARY, Operand, Word

T = TypeVar("T")
Draw = st.SearchStrategy

WORDS = (
    *("player", "side", "hand", "pile", "top-card", "meld", "natural", "it", "x2", "a1-b2"),
    *("cards", "deck", "place", "keep", "clause", "default", "because", "laying", "but", "are", "match", "starting"),
    *("andy", "orb", "island", "the-pile", "is-new", "no-one", "some-day", "forum", "not-yet", "cold"),
    *("draw", "move", "lay", "join", "raise", "settle", "end"),
)
names = st.sampled_from(WORDS)
cards_by_sign = st.sampled_from(("K", "T", "JK", "H", "3D", "TH"))
signs = cards_by_sign | st.sampled_from(("7", "10"))
quoted = st.text(st.characters(exclude_categories=("Cc", "Cs"), exclude_characters='"'), max_size=12)
prose = quoted.map(str.strip)
dotted = st.builds("{}.{}".format, names, names)
ids = st.lists(st.from_regex(r"[A-Z]{1,3}-[A-Z]?[0-9]{1,3}[a-z]?", fullmatch=True), max_size=30).map(tuple)
counts = st.integers(0, 5000)


def some(strategy: Draw[T], least: int = 0, most: int = 3) -> Draw[tuple[T, ...]]:
    """A tuple of a few."""
    return st.lists(strategy, min_size=least, max_size=most).map(tuple)


# ── expressions ───────────────────────────────────────────────────────────────────────────────────────────

leaves: Draw[Expr] = (
    st.builds(tree.Number, counts)
    | st.builds(tree.Name, names, st.booleans())
    | st.just(tree.Name("no"))
    | st.builds(tree.Could, names)
)


def phrases(inner: Draw[Expr]) -> Draw[Expr]:
    """Every word of the vocabulary, with operands of the sort that its entry tells."""
    return st.one_of(
        *(
            st.builds(
                tree.Phrase,
                st.just(name),
                st.tuples(*(drawn(operand, word, inner) for operand in word.operands)),
                st.booleans() if word.article else st.just(False),
            )
            for name, word in VOCABULARY.items()
        )
    )


def drawn(operand: Operand, word: Word, inner: Draw[Expr]) -> Draw[Expr | str]:
    """An operand: a name (where it is of a set, a sign too), or an expression; behind `is` a sign too."""
    if operand.rule == NAME:
        return names | signs if operand.sort == "set" else names
    behind_is = word.fixed in (("is",), ("is not",)) and operand is word.operands[-1]
    return inner | st.builds(tree.Name, cards_by_sign) if behind_is else inner


def larger(inner: Draw[Expr]) -> Draw[Expr]:
    """Every expression made of smaller ones."""
    arms = some(st.tuples(inner, inner), 1, 2)
    return st.one_of(
        st.builds(tree.Attribute, names, inner, st.booleans()),
        st.builds(tree.Filter, names, inner, st.none() | inner),
        st.builds(tree.Filter, cards_by_sign, inner),
        phrases(inner),
        st.builds(tree.Quantified, st.sampled_from(("some", "every", "no")), names, inner, inner),
        st.builds(tree.Sum, inner, names, inner, st.booleans()),
        st.builds(tree.Not, inner),
        st.builds(tree.Afterwards, inner),
        st.builds(tree.Supposing, inner, inner, inner),
        st.builds(tree.CouldCome, inner),
        st.builds(tree.CouldCome, inner, st.integers(0, 12), inner),
        st.builds(tree.Could, names, inner),
        st.builds(tree.All, some(inner, 2)),
        st.builds(tree.Any, some(inner, 2)),
        st.builds(tree.Choose, arms, inner),
    )


exprs: Draw[Expr] = st.recursive(leaves, larger, max_leaves=12)
small: Draw[Expr] = st.recursive(leaves, larger, max_leaves=4)
maybe = st.none() | small
seen = st.builds(tree.Seen, some(st.tuples(small, small), 1, 2), maybe)

# ── formal lines ──────────────────────────────────────────────────────────────────────────────────────────

suits = st.sampled_from("CDHS")
cards = st.sampled_from(("A", "T", "JK", "3D", "TH", "KC", "7", "10", "2")) | suits | names
items = some(cards, 1, 6)
sentences = st.sampled_from(("draw", "move", "lay"))

effects = st.one_of(
    st.builds(lines.Effect, sentences, st.tuples(small, small, small)),
    st.builds(lines.Effect, st.just("move all"), st.tuples(small, small)),
    st.builds(lines.Effect, st.just("join"), st.tuples(small)),
    st.builds(lines.Effect, st.just("join to"), st.tuples(small, small)),
    st.builds(lines.Effect, st.just("becomes"), st.tuples(small, small)),
    st.builds(lines.Effect, st.just("raise"), st.just(()), names),
    st.just(lines.Effect("settle")),
    st.builds(lines.Effect, st.just("end deal"), some(small, 0, 1), names),
    st.builds(lines.Effect, st.just("end match"), some(small, 0, 1)),
)

Loop = tuple[str, Expr | None]
loops: Draw[Loop] = st.just(("", None)) | st.tuples(names, small)


def looped(make: Callable[..., T], *parts: Draw[object], last: Draw[object] = maybe) -> Draw[T]:
    """A line whose last parts are a loop and an expression."""
    return st.builds(lambda head, loop, end: make(*head, *loop, end), st.tuples(*parts), loops, last)


permissions = st.builds(lines.Judge, st.sampled_from(("allow", "forbid")), st.none(), maybe)
duties = st.builds(lines.Judge, st.just("require"), small, maybe)
bars = st.builds(lines.Judge, st.just("forbid"), st.none(), maybe)
thens = looped(lines.Then, effects)
awards = looped(lines.Award, st.sampled_from((1, -1)), small)

targets = st.lists(st.tuples(names, maybe), max_size=3, unique_by=lambda target: target[0])
fields = st.builds(
    lambda name, type_, source, onto, spelt: lines.ActField(
        name, type_, source, tuple(n for n, _ in onto), spelt, tuple((n, cards) for n, cards in onto if cards is not None)
    ),
    names,
    names,
    maybe,
    targets,
    st.just("") | names,
)
owner = st.just("") | names

declarations: Draw[lines.Formal] = st.one_of(
    st.builds(lines.Option, names, some(counts, 1), counts),
    st.builds(lines.Sides, small),
    st.builds(lines.OptionsNeed, small),
    st.builds(lines.Deck, small, items, some(suits)),
    st.builds(lines.Cards, names, items),
    st.builds(lines.Order, some(st.sampled_from(("A", "T", "7", "10", "2", "K")), 1, 6)),
    st.builds(lines.Worth, counts, items),
    st.builds(lines.PlaceLine, names, owner, names, owner),
    st.builds(lines.PlaceLine, names, names, names, owner, counts, small, owner),
    st.builds(lines.Keep, names, owner, names, st.just("") | quoted.filter(bool), maybe, st.none() | seen, st.none() | seen),
    st.builds(lines.Phases, some(names, 1)),
    st.builds(lines.Event, names),
    st.builds(lines.Act, names, some(fields)),
    st.builds(lines.Show, names, small),
    st.builds(lines.Learn, names, some(names, 1)),
    st.builds(lines.Define, names, owner, exprs),
    st.builds(lines.Define, names, names, exprs, st.just(True)),
    st.builds(lines.Define, names, names, exprs, st.just(False), names),
)
blocks: Draw[lines.Formal] = st.one_of(
    st.builds(lines.To, some(names, 1), some(permissions | duties | thens, 1)),
    st.builds(lines.At, names, some(thens | awards, 1)),
    looped(lines.Whenever, last=small).flatmap(
        lambda node: st.builds(lines.Whenever, st.just(node.each), st.just(node.source), st.just(node.condition), some(thens, 1))
    ),
    st.builds(lines.Kind, names, some(duties | bars, 1)),
)
formals = declarations | blocks

# ── clauses and texts ─────────────────────────────────────────────────────────────────────────────────────

spans = st.tuples(counts, counts)
cites = st.builds(lines.Cites, names, some(spans))
readings = st.builds(lines.Reading, names, quoted, some(formals, most=2), witness=st.sampled_from(("", "program")))
defaults = st.just(("", "")) | st.tuples(names, quoted)
questions = st.builds(
    lambda name, kind, asks, covers, arises, default, held, never: lines.Question(
        name, kind, asks, covers, arises, default[0], default[1], held, no_full_pack=never
    ),
    *(names, names, quoted, ids, some(st.tuples(dotted, names), most=2), defaults, some(readings, most=2), st.booleans()),
)
numbers = st.builds(lambda word, why: lines.StatedNumber(word=word, because=why), names, quoted) | st.builds(
    lambda figure, why: lines.StatedNumber(figure=figure, because=why), counts, quoted
)
clauses = st.builds(
    lines.Clause,
    *(st.sampled_from(("clause", "replace", "drop")), dotted, quoted),
    *(some(cites, most=2), ids, some(quoted, most=2), some(prose, most=2)),
    *(some(formals, most=2), some(questions, most=1)),
    numbers=some(numbers, most=1),
) | st.builds(
    lambda id, why, cited, name: lines.Clause("read", id, why, cited, reading=name), dotted, quoted, some(cites, most=2), names
)
ranks = st.sampled_from(("A", "7", "T"))
redefinitions: Draw[lines.LineChange] = st.one_of(
    st.builds(lines.Redefine, names, owner, small),
    st.builds(lambda name, param, body: lines.Redefine(name, param, body, predicate=True), names, names, small),
    st.builds(lambda name, param, body, when: lines.Redefine(name, param, body, when=when), names, owner, small, small),
    st.builds(lambda name, param, body: lines.Redefine(name, param, body, otherwise=True), names, owner, small),
    st.builds(lines.Redefine, names, ranks, small),
)
puts = st.builds(
    lines.Put,
    st.sampled_from(("instead of", "before", "after")),
    quoted,
    some(formals | thens | duties, 1, most=2),
) | st.builds(lambda quote, acts: lines.Put("instead of", quote, (lines.To(acts),), head_only=True), quoted, some(names, 1))
options = st.builds(lines.RedefineOption, names, some(counts, 1), counts)
line_changes = redefinitions | puts | st.builds(lines.LeaveOut, quoted)
clause_changes = st.one_of(
    line_changes,
    options,
    st.builds(lines.LeaveOutQuestion, names),
    st.builds(lines.Settle, names, names),
    st.just(lines.ProseStands()),
    formals,
)
changed_readings = readings | st.builds(
    lambda name, says, same, more: lines.Reading(name, says, changes=(lines.SameLines(same), *more)),
    *(names, quoted, owner, some(line_changes | formals, most=2)),
)
changed_questions = st.builds(
    lambda name, kind, asks, held: lines.Question(name, kind, asks, readings=held),
    *(names, names, quoted, some(changed_readings, most=2)),
)
changed_clauses = st.builds(
    lambda id, title, changes, asked, given: lines.Clause("change", id, title, changes=changes, questions=asked, numbers=given),
    *(dotted, st.just("") | quoted.filter(bool), some(clause_changes, most=3), some(changed_questions, most=1)),
    some(numbers, most=1),
)
clauses = clauses | changed_clauses
chapters = st.builds(lines.Chapter, counts, names, quoted, some(clauses, most=2))
texts = st.builds(lines.Text, names, quoted, owner, some(chapters, most=2))

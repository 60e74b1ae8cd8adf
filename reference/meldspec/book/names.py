"""Words that stand alone, defined terms, and the variables in force → what they mean; what is misspelt becomes a problem."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace

from meldspec.book.core import Call, CardSet, Cell, Const, Core, Op, Var, free_variables
from meldspec.book.symbols import KEEP_TYPES, PARAMS, PLACE_TYPES, Symbols
from meldspec.book.words import CONSTANTS, SPEAKING, TABLE_WORDS, agrees, made_of
from meldspec.language import tree
from meldspec.language.problems import Diagnostic, Place, did_you_mean
from meldspec.language.tree import Expr

WRONG = Const(None, "any")
"""Stands where a problem was reported, so that nothing is reported twice."""
Make = Callable[[Core | None], Core]


class Names(ABC):
    """Resolves the names of one book; what an expression means is the business of `Resolver`, which builds on this."""

    def __init__(self, symbols: Symbols, problems: list[Diagnostic]) -> None:
        self.symbols, self.problems = symbols, problems
        self.used: set[str] = set()
        self.term_bodies: dict[tuple[str, str], Core] = {}
        self.term_free: dict[str, dict[str, str]] = {}
        self.term_type: dict[str, str] = {}
        self.resolving: list[str] = []
        self.keys = 0

    @abstractmethod
    def expr(self, node: Expr, scope: Scope) -> Core:
        """What an expression means at a place where `scope` is in force."""

    # ── reporting ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def report(self, code: str, place: Place, found: str, expected: str, mend: str = "") -> Core:
        """Note a problem and go on."""
        self.problems.append(Diagnostic(code, place, found, expected, mend))
        return WRONG

    def wants(self, core: Core, wanted: str, place: Place) -> Core:
        """The core itself where it is of the wanted type, else a problem."""
        if agrees(core.type, wanted) and (core.type, wanted) != ("cards", "row"):
            return core
        mend = made_of(core.type, wanted)
        return self.report("wrong-type", place, SPEAKING.get(core.type, core.type), SPEAKING[wanted], mend)

    def typed(self, node: Expr, scope: Scope, wanted: str) -> Core:
        """Resolve an expression that must be of a type."""
        return self.wants(self.expr(node, scope), wanted, node.place)

    def truth(self, node: Expr, scope: Scope) -> Core:
        """Resolve a condition."""
        return self.typed(node, scope, "truth")

    # ── names ──────────────────────────────────────────────────────────────────────────────────────────────────────────

    def name(self, node: tree.Name, scope: Scope) -> Core:
        """A word that stands alone."""
        word = node.word
        if (known := scope.known(word)) is not None:
            return known
        if word in CONSTANTS:
            value, type_ = CONSTANTS[word]
            return Const(value, type_)
        if word in TABLE_WORDS:
            return Cell(word, None, TABLE_WORDS[word])
        # Noted even if it is not declared: a check for unused names must not tell of what a misspelling was meant for.
        self.used.add(word)
        return self.declared(node, scope)

    def declared(self, node: tree.Name, scope: Scope) -> Core:
        """A word that the book declares."""
        word, symbols = node.word, self.symbols
        if word in symbols.options:
            return Op("option", (Const(word, "any"),), "number")
        if word in symbols.places or word in symbols.keeps:
            return self.cell(word, None, node.place, scope)
        if word in symbols.terms:
            return self.call(word, None, node.place, scope)
        if word == "cards" or word in symbols.sets:
            return CardSet(word)
        if word in symbols.kinds:
            return Const(word, "kind")
        if word in symbols.phases:
            return Const(word, "phase")
        # A term may speak of a field of acts: whoever uses it must stand in a line about such an act.
        if scope.open and word in symbols.field_types():
            return Var(word, symbols.field_types()[word])
        known = symbols.everything() | set(scope.variables) | set(TABLE_WORDS) | set(CONSTANTS) | set(symbols.field_types())
        mend = did_you_mean(word, known) or "declare it, or define it as a term"
        return self.report("unknown-word", node.place, f"the word '{word}'", "a declared or built-in word", mend)

    def cell(self, word: str, owner: Core | None, place: Place, scope: Scope) -> Core:
        """A place or a memory, of its owner."""
        if word in self.symbols.places:
            line = self.symbols.places[word]
            sort, type_ = line.owner, PLACE_TYPES.get(line.form, "any")
        else:
            keep = self.symbols.keeps[word]
            sort, type_ = keep.owner, KEEP_TYPES.get(keep.type, "any")
        return self.owned(word, sort, owner, place, scope, lambda who: Cell(word, who, type_))

    def owned(self, word: str, sort: str, owner: Core | None, place: Place, scope: Scope, make: Make) -> Core:
        """Give a word its owner: the one named, else the one meant."""
        if not sort:
            if owner is not None:
                expected = f"'{word}' alone: there is one for the table"
                return self.report("no-owner", place, f"'{word} of …'", expected, "leave 'of …' out")
            return make(None)
        if owner is None:
            owner = scope.owner(sort)
        elif sort == "side" and owner.type == "player":
            owner = Op("side", (owner,), "side")
        if owner is None:
            found, mend = f"'{word}' where no {sort} is known", f"write '{word} of …'"
            return self.report("whose", place, found, f"the {sort} it belongs to", mend)
        return make(self.wants(owner, sort, place))

    # ── terms ──────────────────────────────────────────────────────────────────────────────────────────────────────────

    def call(self, word: str, argument: Core | None, place: Place, scope: Scope) -> Core:
        """A defined term; its free variables are those of the place where it is used."""
        self.used.add(word)
        # A term that leads to itself would be resolved for ever; the circle is told of and broken here.
        if word in self.resolving:
            circle = ", ".join([*self.resolving[self.resolving.index(word) :], word])
            found, mend = f"'{word}' defined by itself ({circle})", "let one of them say what it means without the others"
            return self.report("circular-term", place, found, "terms that come to an end", mend)
        param = self.symbols.terms[word][0].node.param
        free = self.term(word)
        args: list[tuple[str, Core]] = []
        for name, type_ in sorted(free.items()):
            if name == param:
                value = argument if argument is not None else self.meant(word, param, place, scope)
                value = self.fitting(value, PARAMS.get(param, "any"), place)
            else:
                value = self.provided(word, name, type_, place, scope)
            args.append((name, value))
        if argument is not None and not param:
            expected, mend = f"'{word}' alone: it is defined without 'of'", "leave 'of …' out, or define it 'of' something"
            return self.report("no-owner", place, f"'{word} of …'", expected, mend)
        return Call(word, tuple(args), self.term_type[word])

    def fitting(self, value: Core, wanted: str, place: Place) -> Core:
        """An argument; a player stands for his side where a side is wanted."""
        if wanted == "side" and value.type == "player":
            return Op("side", (value,), "side")
        return self.wants(value, wanted, place)

    def meant(self, word: str, param: str, place: Place, scope: Scope) -> Core:
        """The argument of a term used without `of`."""
        if (known := scope.known(param)) is not None:
            return known
        return self.report("whose", place, f"'{word}' alone", f"'{word} of' a {param}", f"write '{word} of …'")

    def provided(self, word: str, name: str, type_: str, place: Place, scope: Scope) -> Core:
        """A free variable of a term, taken from where the term is used."""
        if (known := scope.known(name)) is not None:
            return known
        if name == "afterwards" and (scope.after or scope.open):
            return Var("afterwards", "position")
        if scope.open:
            return Var(name, type_)
        expected, mend = f"a place where '{name}' is known", f"use it elsewhere, or define '{word}' without '{name}'"
        return self.report("whose", place, f"the term '{word}', which speaks of '{name}'", expected, mend)

    def bodies(self, word: str) -> list[Core]:
        """What a term means: a body for each line that defines it."""
        return [self.term_bodies[word, term.tag.line] for term in self.symbols.terms[word]]

    def term(self, word: str) -> dict[str, str]:
        """The free variables of a term, its bodies resolved on the way (one for each reading that defines it)."""
        if word in self.term_free:
            return self.term_free[word]
        self.resolving.append(word)
        free: dict[str, str] = {}
        types: list[str] = []
        for term in self.symbols.terms[word]:
            node = term.node
            if node.param and node.param not in PARAMS:
                mend = did_you_mean(node.param, PARAMS) or "name what it is of by one of these words"
                self.report("bad-param", node.place, f"'of {node.param}'", "of " + ", ".join(PARAMS), mend)
            # Open, since the variables of a term are those of the place where it is used.
            scope = Scope({node.param: PARAMS.get(node.param, "any")} if node.param else {}, open=True, after=True)
            body = self.expr(node.body, scope)
            self.term_bodies[word, term.tag.line] = body
            free |= free_variables(body)
            if node.param:
                free[node.param] = PARAMS.get(node.param, "any")
            types.append("truth" if node.predicate else body.type)
            if node.predicate:
                self.wants(body, "truth", node.body.place)
        self.resolving.pop()
        self.term_free[word] = free
        # `none` and `nobody` fit several types: another reading's body tells which is meant.
        settled = [t for t in types if t not in ("none", "nobody", "any")]
        self.term_type[word] = settled[0] if settled else types[0]
        for term, type_ in zip(self.symbols.terms[word], types, strict=True):
            if not agrees(type_, self.term_type[word]):
                self.wants(Const(None, type_), self.term_type[word], term.node.place)
        return free


# ── variables in force ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Scope:
    """Variables in force, with their types. In an open scope (the body of a definition) `player`, `side` and the fields of
    acts may be read besides: whoever uses the term provides them. `passing` tells that the lines stand between two deals."""

    variables: dict[str, str]
    open: bool = False
    after: bool = False
    passing: bool = False

    def with_variable(self, name: str, type_: str) -> Scope:
        """This scope with one more variable; a new `player` takes the old side with it."""
        mine = dict(self.variables)
        mine[name] = type_
        if name == "player":
            # The side that was known before is that of another player.
            mine.pop("side", None)
        if name == "side":
            mine.pop("player", None)
        return replace(self, variables=mine)

    def owner(self, sort: str) -> Core | None:
        """The player or side meant where none is named; none where nobody is known."""
        # Where a player is known his side is, so rules need not say `the side of player` everywhere.
        if sort == "side" and "side" not in self.variables and "player" in self.variables:
            return Op("side", (Var("player", "player"),), "side")
        return Var(sort, sort) if sort in self.variables or self.open else None

    def known(self, name: str) -> Core | None:
        """What a name stands for as a variable, or as the player or side meant; none where it is neither."""
        if name in self.variables:
            return Var(name, self.variables[name])
        return self.owner(name) if name in ("player", "side") else None

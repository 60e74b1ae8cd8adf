"""The names that a book declares, gathered before any expression is looked at, and the variables in force where one stands."""

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Self, assert_never

from meldspec.book.core import Core, Op, Tag, Var
from meldspec.book.flat import Book, Gone
from meldspec.language import lines
from meldspec.language.immutable import Immutable, mutable
from meldspec.language.problems import Diagnostic, did_you_mean

FIELD_TYPES = {"plays": "plays", "play": "play", "card": "card", "player": "player", "truth": "truth", "number": "number"}
FIELD_TYPES["meld"] = "meld"
"""What a field of an act may be, and its type in the lines about the act."""
KEEP_TYPES = {"truth": "truth", "number": "number", "player": "player", "side": "side", "cards": "cards", "groups": "groups"}
PLACE_TYPES = {"row": "row", "bag": "cards", "groups": "groups"}
PARAMS = {"player": "player", "side": "side", "card": "card", "meld": "cards", "cards": "cards", "play": "play", "number": "number"}
"""What a definition may be of, and the type that its parameter has in the body."""
OWNERS = ("", "player", "side", "number")


@mutable
class Symbols:
    """Every declared name of a book, by sort; the tag tells where and under which reading it is declared. `gone` are names that a
    parent declared, `endings` the words by which its lines end a deal."""

    book: str = ""
    gone: Mapping[str, Gone] = field(default_factory=dict)
    options: dict[str, lines.Option] = field(default_factory=dict)
    sets: dict[str, list[tuple[Tag, lines.Cards]]] = field(default_factory=dict)
    places: dict[str, lines.PlaceLine] = field(default_factory=dict)
    keeps: dict[str, lines.Keep] = field(default_factory=dict)
    phases: tuple[str, ...] = ()
    events: dict[str, Tag] = field(default_factory=dict)
    acts: dict[str, lines.Act] = field(default_factory=dict)
    kinds: dict[str, Tag] = field(default_factory=dict)
    terms: dict[str, list[tuple[Tag, lines.Define]]] = field(default_factory=dict)
    endings: set[str] = field(default_factory=set)

    def mend(self, name: str, known: Iterable[str], otherwise: str) -> str:
        """What to do about a name that nothing declares: what declared it in a parent, or what may have been meant."""
        if name in self.gone:
            gone = self.gone[name]
            return f"{gone.clause} declares it, which '{self.book}' {gone.how}: write '{gone.line}' in a clause that stays"
        return did_you_mean(name, known) or otherwise

    def everything(self) -> set[str]:
        """All declared names, for a did-you-mean."""
        single = (self.options, self.sets, self.places, self.keeps, self.events, self.acts, self.kinds, self.terms)
        return {name for names in (*single, self.phases) for name in names}

    def speaks_of(self, name: str) -> bool:
        """Whether a name may stand alone in an expression."""
        alone = (self.options, self.sets, self.places, self.keeps, self.kinds, self.terms, self.phases)
        return any(name in names for names in alone)

    def predicate(self, name: str) -> str:
        """What a predicate is said of, as its definition calls it; nothing where the name is no predicate."""
        node = self.terms[name][0][1] if name in self.terms else None
        return node.param if node is not None and node.predicate else ""

    def params(self, term: str) -> tuple[str, ...]:
        """What a term is of, as its definition calls it: nothing, one thing or two."""
        node = self.terms[term][0][1]
        return tuple(name for name in (node.param, node.also) if name)

    def predicates(self, type_: str) -> list[str]:
        """The predicates that are said of things of a type."""
        return [name for name in self.terms if PARAMS.get(self.predicate(name)) == type_]

    def of_form(self, form: str) -> list[str]:
        """The places of one form, in the order of the book."""
        return [name for name, place in self.places.items() if place.form == form]

    def field_types(self, *acts: str) -> dict[str, str]:
        """The fields of some acts (of all where none is given) by name; a name has one type in all acts that use it."""
        return {f.name: FIELD_TYPES.get(f.type, "any") for act in acts or self.acts for f in self.acts[act].fields}

    def defaults(self) -> dict[str, int]:
        """The options as they are where nothing else is chosen."""
        return {name: option.default for name, option in self.options.items()}


def symbols_of(book: Book, problems: list[Diagnostic]) -> Symbols:
    """The declared names of a flat book; names declared twice become problems."""
    symbols = Symbols(book.name, book.gone)
    earlier: dict[str, list[Tag]] = {}
    for tag, node in book.formal():
        if isinstance(node, lines.Block):
            thens = (line.effect for line in node.body if isinstance(line, lines.Then))
            symbols.endings |= {effect.word for effect in thens if effect.verb == "end deal"}
        name = _declare(symbols, tag, node)
        others = earlier.setdefault(name, []) if name else []
        first = next((other for other in others if not _may_repeat(node, other, tag)), None)
        if first is not None:
            found = f"a second declaration of '{name}'"
            mend = f"the first one stands at {first.place}"
            problems.append(Diagnostic("declared-twice", node.place, found, "every name declared once", mend))
        others.append(tag)
    return symbols


def _may_repeat(node: lines.Formal, earlier: Tag, tag: Tag) -> bool:
    """Terms and sets may differ by the reading of one question."""
    # Two readings of one question never hold at once; those of two questions may.
    alternative = bool(tag.question) and tag.question == earlier.question and tag.reading != earlier.reading
    return alternative and isinstance(node, lines.Define | lines.Cards | lines.Keep | lines.PlaceLine)


def _declare(symbols: Symbols, tag: Tag, node: lines.Formal) -> str:
    """Enter one declaration; gives the name it declares, or nothing for lines that declare none or may be continued.

    Acts and kinds are told from other names by where they stand, so they may share one with a place or a set.
    """
    if isinstance(node, lines.Nameless):
        return ""
    match node:
        case lines.Option(name):
            symbols.options[name] = node
        case lines.Cards(name):
            # Several, since each reading of a question may declare the set otherwise; so with terms.
            symbols.sets.setdefault(name, []).append((tag, node))
        case lines.PlaceLine(name):
            symbols.places[name] = node
        case lines.Keep(name):
            symbols.keeps[name] = node
        case lines.Phases(names):
            symbols.phases += names
            return ""
        case lines.Event(name):
            symbols.events[name] = tag
        case lines.Act(name):
            symbols.acts[name] = node
            return f"act {name}"
        case lines.Kind(name):
            symbols.kinds.setdefault(name, tag)
            return ""
        case lines.Define(name):
            symbols.terms.setdefault(name, []).append((tag, node))
        case _:
            assert_never(node)
    return node.name


# ── variables in force ──────────────────────────────────────────────────────────────────────────────────────────────────────────


class Scope(Immutable):
    """Variables in force, with their types. In an open scope (the body of a definition) `player`, `side` and the fields of
    acts may be read besides: whoever uses the term provides them. `passing` tells that the lines stand between two deals."""

    variables: dict[str, str]
    open: bool = False
    after: bool = False
    passing: bool = False

    def with_variable(self, name: str, type_: str) -> Self:
        """This scope with one more variable; a new `player` takes the old side with it."""
        mine = dict(self.variables)
        mine[name] = type_
        if name == "player":
            # The side that was known before is that of another player.
            mine.pop("side", None)
        if name == "side":
            mine.pop("player", None)
        return type(self)(mine, self.open, self.after, self.passing)

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

"""The vocabulary: every word of expressions that takes operands and binds no variable, one entry a word.

To add a word: its line in `grammar/words.lark`, its entry here, its compiled form (`engine/compile/expressions.py`), its meaning
(`definition/words.py`), a sentence in `grammar/README.md`, and a test. `tests/language/test_vocabulary.py` names what is missing.
"""

from functools import cached_property
from itertools import chain

from meldspec.language.immutable import Immutable

CHOOSE, OR, AND, CONDITION, SUM, PRODUCT, PRIME, ATOM = range(8)
"""How tightly an expression binds, loosest first, as in `words.lark`."""

LEVELS = {"body": CHOOSE, "expr": OR, "conj": AND, "neg": CONDITION, "sum": SUM, "product": PRODUCT, "prim": PRIME, "atom": ATOM}
"""The rules of `words.lark` that an operand may be written as."""

NAME = "NAME"


class Operand(Immutable):
    """One operand: the rule of the grammar it is written as, and what it is.

    In a word or an effect an expression is of a type, `any`, or `some cards` (cards, or one taken as cards), and a NAME is a `set`
    of cards (or the sign of a rank, a suit or a card; in a quantity also a predicate, of things of any list), `all` cards, a
    `look` (rank or suit), a `place`, an `event` or an `ending`. In a form an operand is a field of the node.
    """

    rule: str
    sort: str


class Said:
    """What is said in one way: `said` are the words of its line in the grammar, each operand as RULE:SORT, in brackets what may be
    left out; a leading `the?` may be said and means nothing."""

    said: str

    @cached_property
    def article(self) -> bool:
        """Whether `the` may stand before it."""
        return self.said.startswith("the? ")

    @cached_property
    def groups(self) -> tuple[tuple[str | Operand, ...], ...]:
        """Its parts in their order, by turns those that are always said and those that may be left out."""
        return tuple(map(_parts, self.said.removeprefix("the? ").replace("]", "[").split("[")))

    @cached_property
    def parts(self) -> tuple[str | Operand, ...]:
        """Its fixed words, as many as stand together, and its operands, in their order."""
        return tuple(chain.from_iterable(self.groups))

    @cached_property
    def operands(self) -> tuple[Operand, ...]:
        """Its operands."""
        return tuple(part for part in self.parts if isinstance(part, Operand))

    @cached_property
    def fixed(self) -> tuple[str, ...]:
        """Its runs of fixed words."""
        return tuple(part for part in self.parts if isinstance(part, str))


def _parts(said: str) -> tuple[str | Operand, ...]:
    """The parts of some words of which none may be left out."""
    parts: list[str | Operand] = []
    for part in said.split():
        rule, colon, sort = part.partition(":")
        if colon and rule:
            parts.append(Operand(rule, sort.replace("-", " ")))
        elif parts and isinstance(parts[-1], str):
            parts[-1] += f" {part}"
        else:
            parts.append(part)
    return tuple(parts)


class Word(Said, Immutable):
    """One entry: the rule of the grammar that the phrase belongs to, how it is said, and the type of what it gives.

    `operation` is the operation of the resolved tree, where it is not one of the word's own; a word that `negates` another is
    true where that one is not. A word with a `mend` is understood only to be refused: `expected` and `mend` are what the diagnostic
    says, with the name that was given put in.
    """

    rule: str
    said: str
    gives: str
    operation: str = ""
    negates: str = ""
    expected: str = ""
    mend: str = ""

    @property
    def level(self) -> int:
        """How tightly the whole phrase binds."""
        return LEVELS[self.rule]

    @property
    def infix(self) -> bool:
        """Whether an operand comes first."""
        return isinstance(self.parts[0], Operand)

    @property
    def comparison(self) -> bool:
        """Whether it stands between two things that are compared."""
        return [operand.rule for operand in self.operands] == ["sum", "sum"]


VOCABULARY: dict[str, Word] = {
    # numbers
    "plus": Word("sum", "sum:number plus product:number", "number"),
    "minus": Word("sum", "sum:number minus product:number", "number"),
    "times": Word("product", "product:number times prim:number", "number"),
    "divided": Word("product", "product:number divided by prim:number", "number"),
    "numbers": Word("prim", "numbers from atom:number to atom:number", "numbers"),
    # cards
    "with": Word("sum", "sum:some-cards with product:some-cards", "cards"),
    "without": Word("sum", "sum:some-cards without product:some-cards", "cards"),
    "down_to": Word("sum", "sum:row down to NAME:set", "row"),
    "uppermost": Word("prim", "the? uppermost atom:number of prim:row", "row"),
    "no_cards": Word("atom", "no NAME:all", "cards"),
    # comparisons
    "is": Word("neg", "sum:any is sum:any", "truth", "eq"),
    "is_not": Word("neg", "sum:any is not sum:any", "truth", negates="is"),
    "is_in": Word("neg", "sum:any is in sum:any", "truth", "member"),
    "is_not_in": Word("neg", "sum:any is not in sum:any", "truth", negates="is_in"),
    "ge": Word("neg", "sum:number is at least sum:number", "truth"),
    "le": Word("neg", "sum:number is at most sum:number", "truth"),
    "gt": Word("neg", "sum:number is above sum:number", "truth"),
    "lt": Word("neg", "sum:number is below sum:number", "truth"),
    # what is asked of cards and plays as a whole
    "onto": Word("neg", "sum:play is onto NAME:place", "truth"),
    "is_not_onto": Word("neg", "sum:play is not onto NAME:place", "truth", negates="onto"),
    "fits": Word("neg", "sum:cards fits", "truth"),
    "share": Word("neg", "sum:cards share a NAME:look", "truth"),
    "differ": Word("neg", "sum:cards differ in NAME:look", "truth"),
    # how many cards of a set are among some cards, or things of a list of which a predicate is said
    "at_least": Word("neg", "at least prim:number NAME:set in prim:cards", "truth", "between"),
    "at_most": Word("neg", "at most prim:number NAME:set in prim:cards", "truth", "between"),
    "exactly": Word("neg", "exactly prim:number NAME:set in prim:cards", "truth", "between"),
    "between": Word("neg", "from prim:number to prim:number NAME:set in prim:cards", "truth", "between"),
    "some": Word("neg", "some NAME:set in prim:cards", "truth", "between"),
    "none": Word("neg", "no NAME:set in prim:cards", "truth", "between"),
    "only": Word("neg", "only NAME:set in prim:cards", "truth", "only"),
    # Often written for `only`, which is another thing where there are no such cards.
    "every": Word(
        "neg",
        "every NAME:set in prim:cards",
        "truth",
        expected="'only {} in …', or 'every … has …'",
        mend="write 'only {} in …' if there may be no others",
    ),
}
"""Every phrase by its name, which is also that of its alternative in the grammar."""

ATTRIBUTES: dict[str, tuple[tuple[str, ...], str]] = {
    "number": (("cards", "row", "groups", "plays", "players", "sides", "numbers"), "number"),
    "worth": (("cards", "row", "card"), "number"),
    "span": (("cards", "row"), "number"),
    "rank": (("card", "cards", "row"), "rank"),
    "suit": (("card", "cards", "row"), "suit"),
    "top": (("row",), "card"),
    "rest": (("row",), "row"),
    "lone": (("cards", "row"), "card"),
    "cards": (("play", "plays", "groups"), "cards"),
    "result": (("play",), "cards"),
    "target": (("play",), "cards"),
    "kind": (("cards",), "kind"),
    "side": (("player",), "side"),
    "players": (("side",), "players"),
    "left": (("player",), "player"),
    "first": (("players",), "player"),
    "seat": (("player",), "number"),
    "partners": (("player",), "players"),
    "total": (("side",), "number"),
    "score": (("side",), "number"),
}
"""`WORD of X`: what X may be, and what it gives. Such a word needs no line of its own in the grammar, and is not reserved."""


class Verb(Said, Immutable):
    """One effect: how it is said, which of its expressions are changed by it, and its rule in the grammar where that has another
    name."""

    said: str
    changes: tuple[int, ...] = ()
    rule: str = ""

    @cached_property
    def types(self) -> tuple[str, ...]:
        """The types of its expressions."""
        return tuple(operand.sort for operand in self.operands if operand.rule != NAME)


EFFECTS: dict[str, Verb] = {
    "draw": Verb("draw prim:number from prim:row to prim:cards", (1, 2)),
    "move": Verb("move prim:cards from prim:cards to prim:cards", (1, 2)),
    "move all": Verb("move all from prim:cards to prim:cards", (0, 1), "move_all"),
    "lay": Verb("lay prim:plays from prim:cards onto prim:groups", (1, 2)),
    "join": Verb("join prim:groups"),
    "join to": Verb("join prim:meld to prim:meld", (), "join_to"),
    # Whatever can be set is set to a thing of its own type.
    "becomes": Verb("target:any becomes body:any", (0,)),
    "raise": Verb("raise NAME:event", (), "raise_event"),
    "settle": Verb("settle"),
    "end deal": Verb("end the deal by NAME:ending [for prim:player]", (), "end_deal"),
    "end match": Verb("end the match [for prim:side]", (), "end_match"),
}
"""What a `then` line may do, by its verb."""

CONNECTIVES = frozenset(
    (
        *("when", "and", "or", "not", "otherwise", "choose", "for", "each", "where", "has", "so", "that", "whether"),
        *("afterwards", "supposing", "could", "becomes", "asking", "likely"),
    )
)
"""Words that hold a line together; those that bind a variable or look ahead are among them."""

# `all` and `as` stand behind expressions in lines, `come` behind cards, `sum` begins a thing that binds a name.
RESERVED = CONNECTIVES | {"all", "as", "come", "sum", "the"}
RESERVED |= {word for entry in VOCABULARY.values() for run in entry.fixed for word in run.split()}
"""What cannot be a name: the words of expressions, and those that may stand behind one. NAME in `words.lark` lists the same."""


def openings(infix: bool, conditions: bool) -> frozenset[str]:
    """The first fixed words of some phrases: of those behind or in front of their operands, that are conditions or things."""
    entries = (entry for entry in VOCABULARY.values() if entry.infix == infix and (entry.level == CONDITION) == conditions)
    return frozenset(entry.fixed[0].split()[0] for entry in entries)


LOOSENESS: tuple[frozenset[str], ...] = (
    frozenset({":"}),
    frozenset({",", "asking", "likely"}),
    frozenset({"when", "for", "otherwise"}),
    frozenset({"or"}),
    frozenset({"and"}),
    frozenset({"where", "whether", "has", "so"}),
    # Of the words that stand between operands those that lines are broken at; `divided by` and `down to` are short enough.
    frozenset({"is"}),
    frozenset({"plus", "minus", "with", "without"}),
    frozenset({"times"}),
)
"""Where a long line is broken, loosest first: behind a colon or comma, in front of a word."""

JOINING = frozenset[str]().union(*LOOSENESS) - {":"}
"""A line that begins with one of these goes on with the line above it."""

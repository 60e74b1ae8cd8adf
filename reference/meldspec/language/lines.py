"""The lines of a rules text and the blocks they make, each beside the words that say it."""

from collections.abc import Iterator

from meldspec.language.tree import Expr, Node, Seen

CardItems = tuple[str, ...]
"""`A K Q`, `3D 3H`, `jokers, deuces`: ranks, suits, whole cards, or names of sets."""


# ── declarations ────────────────────────────────────────────────────────────────────────────────────────────


class Option(Node):
    """`option players from 2, 4 otherwise 4`"""

    name: str
    values: tuple[int, ...]
    default: int


class OptionsNeed(Node):
    """`options need players is 4 or pairs is 0`: what choices must hold together."""

    condition: Expr


class Sides(Node):
    """`sides 2`: how many sides there are."""

    count: Expr


class Deck(Node):
    """`deck 2 of A K Q in C D H S`: so many of each card; without suits the items are whole cards."""

    count: Expr
    ranks: CardItems
    suits: CardItems


class Cards(Node):
    """`cards wild are jokers, deuces`"""

    name: str
    items: CardItems


class Order(Node):
    """`order 4 5 6 7 8 9 T J Q K A`: the ranks that follow one another, low to high."""

    ranks: CardItems


class Worth(Node):
    """`worth 10 for K Q J`: points of each such card."""

    points: int
    items: CardItems


class PlaceLine(Node):
    """`place hand of player is bag shown as hands`; `form` is row, bag or groups.

    `place heap of number from 1 to heaps is row`: one for each number from `low` to `high`. `place pot of side is bag shown by name
    as count`: told under its own name, `told` being cards or count.
    """

    name: str
    owner: str
    form: str
    shown: str
    low: int = 0
    high: Expr | None = None
    told: str = ""


class Keep(Node):
    """`keep took as truth asking "Was the pile taken in this turn?" starting no as seen no when the phase is draw`

    `asking` is what to ask players of it; `seen` what a table shows of it; `likely` what to take it for where it shows
    nothing.
    """

    name: str
    owner: str
    type: str
    asking: str
    starting: Expr | None
    seen: Seen | None = None
    likely: Seen | None = None


class Phases(Node):
    """`phases setup, draw, play`"""

    names: tuple[str, ...]


class Event(Node):
    """`event turn-end`"""

    name: str


class ActField(Node):
    """`plays: plays from (the hand with the top-card) onto melds` · `capture: play as top`

    `limits` are the cards that may go to a place, for those places of `onto` that say so: `onto melds or aside from spare-cards`.
    """

    name: str
    type: str
    source: Expr | None = None
    onto: tuple[str, ...] = ()
    spelt: str = ""
    limits: tuple[tuple[str, Expr], ...] = ()


class Act(Node):
    """`act discard with card: card from hand`"""

    name: str
    fields: tuple[ActField, ...]


class Show(Node):
    """`show frozen as the frozen-for-all`"""

    key: str
    value: Expr


class Learn(Node):
    """`programs learn acts knock, swap`: words of a `sort` that implementations of this book must know and the protocol has not."""

    sort: str
    names: tuple[str, ...]


class Define(Node):
    """`define minimum of side: …` · `define a meld is canasta: …` (`predicate`); `param` may be empty.

    `define apart of play and meld: …` is of two things, the second being `also`.
    """

    name: str
    param: str
    body: Expr
    predicate: bool = False
    also: str = ""


# ── what is done and what befalls ───────────────────────────────────────────────────────────────────────────


class Judge(Node):
    """`allow when …` · `require … [when …]` · `forbid when …`; `mode` is allow, require or forbid."""

    mode: str
    require: Expr | None = None
    when: Expr | None = None


class Effect(Node):
    """What happens; `verb` is draw, move, move all, lay, join, join to, becomes, raise, settle, end deal or end match."""

    verb: str
    parts: tuple[Expr, ...] = ()
    word: str = ""


class Then(Node):
    """`then draw 1 from stock to hand [for each player in players] [when …]`"""

    effect: Effect
    each: str
    source: Expr | None
    when: Expr | None


class Award(Node):
    """`award 500 for each meld in melds [when …]`; a `charge` has sign -1."""

    sign: int
    points: Expr
    each: str
    source: Expr | None
    when: Expr | None


class To(Node):
    """`to take, meld`, with its lines."""

    acts: tuple[str, ...]
    body: tuple[Judge | Then, ...] = ()


class At(Node):
    """`at setup`, with its lines."""

    event: str
    body: tuple[Then | Award, ...] = ()


class Whenever(Node):
    """`whenever [for each player in players,] some red-threes in hand`, with its lines."""

    each: str
    source: Expr | None
    condition: Expr
    body: tuple[Then, ...] = ()


class Kind(Node):
    """`kind mixed`, with the `require` lines that its cards (`it`) fulfil."""

    name: str
    body: tuple[Judge, ...] = ()


Statement = Option | OptionsNeed | Sides | Deck | Cards | Order | Worth | PlaceLine | Keep | Phases | Event | Show | Learn
"""What is declared as it stands: neither done, as an act, nor called, as a definition."""
Declaration = Statement | Act | Define
Block = To | At | Whenever | Kind
"""A head with lines of its own."""
Formal = Declaration | Block
Nameless = OptionsNeed | Sides | Deck | Order | Worth | Show | Learn | To | At | Whenever
"""Formal lines that declare no name."""


# ── what is otherwise in an inherited clause ────────────────────────────────────────────────────────────────


class Redefine(Node):
    """`redefine target: 10000` · `redefine a meld is canasta: …` (`predicate`): an inherited term with another meaning, or one arm
    of its choice: `redefine minimum of side when the standing of side is below 0: 0`, `redefine minimum of side otherwise: 150`.
    The worth of a set of cards or of a rank: `redefine worth of jokers: 30`, `redefine worth of A: 15`.
    """

    name: str
    param: str
    body: Expr
    predicate: bool = False
    when: Expr | None = None
    otherwise: bool = False


class RedefineOption(Node):
    """`redefine players from 2, 3 otherwise 2`: other values of an inherited option."""

    name: str
    values: tuple[int, ...]
    default: int


class LeaveOut(Node):
    """`leave out "then draw 11"`: the inherited line that begins so does not stand."""

    quote: str


class LeaveOutQuestion(Node):
    """`leave out question black-three`: what it asks does not arise here, and no line of its readings holds."""

    question: str


class Put(Node):
    """`instead of "then draw 11"`, `before "…"`, `after "…"` (`where`), with the lines that stand there.

    With `same lines` under a head that stands instead of another (`head_only`) the lines below stay; its own body is empty then.
    """

    where: str
    quote: str
    body: tuple[Formal | Judge | Then | Award, ...] = ()
    head_only: bool = False


class Settle(Node):
    """`settle black-three as stays`: an inherited question is none here, and the lines of that reading hold."""

    question: str
    reading: str


class SameLines(Node):
    """`same lines as stays`: a reading has the lines of an inherited reading, of the same name where none is given; of one of
    another question of the clause with `same lines as black-three.stays`."""

    reading: str


class ProseStands(Node):
    """`prose stands`: the inherited prose is true of the changed clause too."""


LineChange = Redefine | RedefineOption | LeaveOut | LeaveOutQuestion | Put | Settle | SameLines | ProseStands
Change = Formal | LineChange
"""What may stand in a changed clause or reading; a formal line is one more."""


# ── doubt, clauses, chapters, texts ─────────────────────────────────────────────────────────────────────────


class Cites(Node):
    """`cites manzana 26-27, 45`; ranges of paragraphs, or none for a source without them."""

    source: str
    ranges: tuple[tuple[int, int], ...]


class StatedNumber(Node):
    """`number four because "Seven less three."` · `number 35 because "…"`: a number in the prose of a clause that none of its lines
    has, in a word or in figures, and why."""

    word: str = ""
    figure: int | None = None
    because: str = ""


class Say(Node):
    """`say "The minimum is {minimum}." where not enough`: what a ruling tells a player where a condition is why an act is refused
    or allowed, with values in braces. `say … whether enough` is told both where the condition holds and where it fails;
    `say … when afterwards over` is told besides of what an act does that is allowed, whatever lines there are on it."""

    sentence: str
    condition: Expr
    whether: bool = False
    besides: bool = False


class Amends(Node):
    """`amends "It may be filled up in the same turn."`: what becomes of an act that was done although the clause refuses it;
    `amends any "…"` says it of every act that is refused."""

    sentence: str
    any: bool = False


class Called(Node):
    """`call foot "kitty" or "kitties"`: what a ruling calls a place, one of them and several."""

    name: str
    one: str
    several: str


class Never(Node):
    """`never "Cards rest out of turn." for each player in seats, some cards in the resting and player is not turn`: what no table
    has between two acts, and what people are told whose position has it."""

    sentence: str
    each: str
    source: Expr | None
    condition: Expr


NO_FULL_PACK = "no full pack can bring this about"
"""What is said to people of a question that arises with no full pack."""

OF_PROGRAMS = " (only computer programs play it so)"
"""Stands behind a reading that no publication has."""


class Reading(Node):
    """`reading hand-only "Only cards from the hand count."`, with the lines that hold only under it. In a changed clause they may
    be told by what is otherwise in an inherited reading: `changes`, and no `body` then. `witness` is `program` where only programs
    read so, and no publication."""

    name: str
    says: str
    body: tuple[Formal, ...] = ()
    changes: tuple[Change, ...] = ()
    witness: str = ""
    nevers: tuple[Never, ...] = ()

    @property
    def whose(self) -> str:
        """Who alone reads so, to stand behind what it says: ` (only computer programs play it so)`, or nothing."""
        return OF_PROGRAMS if self.witness else ""


class Question(Node):
    """`question top-card silent "Does it count?"`; `default` and `because` come from its `default` line.
    `arises` are readings without which its own make no difference; `whose` is the variant that set another default; `no_full_pack`
    says that it arises in positions alone for which cards are missing from the pack."""

    name: str
    kind: str
    asks: str
    covers: tuple[str, ...] = ()
    arises: tuple[tuple[str, str], ...] = ()
    default: str = ""
    because: str = ""
    readings: tuple[Reading, ...] = ()
    whose: str = ""
    no_full_pack: bool = False

    def says(self, reading: str) -> str:
        """What one of its readings says."""
        return self.reading(reading).says

    def reading(self, name: str) -> Reading:
        """One of its readings."""
        return next(one for one in self.readings if one.name == name)


class Clause(Node):
    """`clause pile.pair "…"`; `how` is clause, replace, change, drop, or read: a question of this `id` has this `reading`.

    A drop may be of several clauses: `also` are the ids behind the first. What a change says is in `changes`, in its order, and
    no `body` then; without a `title` the inherited one stands.
    """

    how: str
    id: str
    title: str
    cites: tuple[Cites, ...] = ()
    facts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    prose: tuple[str, ...] = ()
    body: tuple[Formal, ...] = ()
    questions: tuple[Question, ...] = ()
    reading: str = ""
    changes: tuple[Change, ...] = ()
    also: tuple[str, ...] = ()
    numbers: tuple[StatedNumber, ...] = ()
    says: tuple[Say | Amends | Called, ...] = ()
    nevers: tuple[Never, ...] = ()

    def formal(self) -> Iterator[Formal]:
        """All its formal lines, those of its readings too."""
        yield from self.body
        yield from (line for question in self.questions for reading in question.readings for line in reading.body)


class Chapter(Node):
    """`chapter 40 pile "The discard pile"`; one without a name holds what is said of inherited clauses before any chapter."""

    number: int
    name: str
    title: str
    clauses: tuple[Clause, ...] = ()


class Text(Node):
    """One rules file: the book it belongs to and its chapters; `extends` is empty for a base book."""

    book: str
    title: str
    extends: str = ""
    chapters: tuple[Chapter, ...] = ()

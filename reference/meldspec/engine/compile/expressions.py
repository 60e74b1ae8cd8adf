"""Resolved expressions → the text of Python expressions over `s`, the cells of a table."""

from collections.abc import Callable
from typing import assert_never

from meldspec.book.core import After, Call, CardSet, Cell, Come, Const, Core, CouldAct, Each, Op, Suppose, Var, free_variables
from meldspec.book.words import PACK
from meldspec.engine.compile.inline import Inliner
from meldspec.language import lines
from meldspec.table.selection import Selection
from meldspec.table.table import DEALER, ENDED, SCORES, TABLE_CELLS, TOTALS, Layout

ALL_CARDS = CardSet("cards")
WHOLE_PACK = Op(PACK, (), "cards")


def ident(name: str) -> str:
    """A name of the rules as one of Python."""
    return name.replace("-", "_")


def variable(name: str) -> str:
    """A variable's name in generated code."""
    return "v_" + ident(name)


def term(name: str) -> str:
    """A term's function in generated code."""
    return "term_" + ident(name)


class Emitter:
    """Writes expressions for one selection and layout; `called` are the terms that they call, in order."""

    def __init__(self, selection: Selection, layout: Layout) -> None:
        self.selection, self.layout = selection, layout
        self.ready = Inliner(selection).ready
        self.called: dict[str, None] = {}
        self.acts = {line.name for line in selection.chosen(selection.sheet.acts)}

    def truth(self, core: Core) -> str:
        """The text of an expression, made ready first."""
        return self.text(self.ready(core))

    def text(self, core: Core) -> str:
        """The text of an expression that is ready."""
        match core:
            case Const(value):
                return repr(value)
            case Var(name):
                return variable(name)
            case CardSet():
                return _members(core)
            case Cell():
                return self.cell(core)
            case Call(name, args):
                self.called[name] = None
                return f"{term(name)}({', '.join(['rt', 's', *(f'{variable(n)}={self.text(a)}' for n, a in args)])})"
            case Op(op, args):
                form = FORMS[op]
                return form.format(*map(self.text, args)) if isinstance(form, str) else form(self, args)
            case Each():
                return self.each(core)
            case After(body):
                # A function of the position, so that the same text reads whichever position it is given.
                return f"(lambda s: {self.text(body)})(v_afterwards())"
            case Suppose(memory, value, body):
                return f"(lambda s: {self.text(body)})(supposed(s, {self.index(memory)}, {self.text(value)}))"
            case Come():
                return self.come(core)
            case CouldAct():
                return self.could(core)
            case _:
                assert_never(core)

    def key(self, core: Come | CouldAct) -> str:
        """Under what the answer to a question is remembered: its place in the rules, and the values that it hangs on."""
        values = [variable(name) for name in core.free]
        if "afterwards" in free_variables(core):
            values.append("v_afterwards()")
        return f"({', '.join([repr(core.key), *values])},)"

    def come(self, core: Come) -> str:
        """`could come to …`"""
        given = f"s, v_player, {self.key(core)}, lambda s: {self.text(core.body)}"
        if core.of is None:
            return f"rt.could_come({given})"
        return f"rt.could_come_laying({given}, {core.leaving}, {self.text(core.of)})"

    def could(self, core: CouldAct) -> str:
        """`could ACT so that …`; an act that is not in force is never possible."""
        # Under these readings there is no such act: not a fault, since the line is shared by all readings.
        if core.act not in self.acts:
            return "False"
        params = "".join(f", {variable(n)}" for n in core.fields)
        body = "None" if core.body is None else f"lambda s{params}: {self.text(core.body)}"
        return f"rt.could_act(s, v_player, {core.act!r}, {self.key(core)}, {body})"

    def index(self, core: Cell) -> str:
        """The number of a cell."""
        if core.name in TABLE_CELLS:
            return str(TABLE_CELLS[core.name])
        there = self.layout[core.name]
        if core.owner is None:
            return str(there.first)
        if isinstance(core.owner, Const) and isinstance(core.owner.value, int) and 0 <= core.owner.value - there.low < there.count:
            return str(there.first + core.owner.value - there.low)
        # A number may be out of range, which the tables by seat and side cannot be.
        if there.owner == "number":
            return f"numbered({core.name!r}, {there.first}, {there.count}, {there.low}, {self.text(core.owner)})"
        return f"CELL_{ident(core.name)}[{self.text(core.owner)}]"

    def cell(self, core: Cell) -> str:
        """What a cell holds, or a word about the table."""
        match core.name:
            case "over":
                return f"(s[{ENDED}] is not None)"
            case "ending" | "ender" as word:
                return f"(s[{ENDED}] or NOBODY)[{int(word == 'ender')}]"
            case "seats":
                return f"SEATS[s[{DEALER}]]"
            case "sides":
                return repr(tuple(range(self.layout.sides)))
            case _:
                return f"s[{self.index(core)}]"

    def each(self, core: Each) -> str:
        """Quantifiers, selections and sums."""
        # Lists and no generators: most lists have a few members, and to begin a generator costs as much as to look at five.
        return EACH[core.mode].format(variable(core.var), self.text(core.source), self.text(core.body))


EACH = {
    "every": "all([{2} for {0} in {1}])",
    "some": "any([{2} for {0} in {1}])",
    "no": "(not any([{2} for {0} in {1}]))",
    "sum": "sum([{2} for {0} in {1}])",
    "where": "tuple([{0} for {0} in {1} if {2}])",
}
Args = tuple[Core, ...]
Form = Callable[[Emitter, Args], str]


def _members(core: Core, prefix: str = "SET") -> str:
    """A set of cards, to be asked what belongs to it, or (`OF`) which of some cards do; or (`PACK`) all that there are of it."""
    assert isinstance(core, CardSet)
    return f"{prefix}_{ident(core.name)}"


def _connected(word: str) -> Form:
    """Conditions of which all, or one, must hold; Python asks them in the same order and no further than it must."""
    return lambda e, args: "(" + f" {word} ".join(map(e.text, args)) + ")"


def _choose(e: Emitter, args: Args) -> str:
    """The first arm whose condition holds."""
    *arms, otherwise = map(e.text, args)
    pairs = zip(arms[::2], arms[1::2], strict=True)
    return "(" + "".join(f"{value} if {condition} else " for value, condition in pairs) + otherwise + ")"


def _by_type(forms: dict[str, str], otherwise: str) -> Form:
    """A word whose form hangs on the type of its first operand."""
    return lambda e, args: forms.get(args[0].type, otherwise).format(*map(e.text, args))


def _eq(e: Emitter, args: Args) -> str:
    """`X is Y`: rows are compared in order; other cards are not, and lie as their places keep them."""
    by_count = {arg.type for arg in args} in ({"cards"}, {"cards", "row"})
    return ("(sorted({}) == sorted({}))" if by_count else "({} == {})").format(*map(e.text, args))


def _filter(e: Emitter, args: Args) -> str:
    """The cards of a set among others; `cards` is the set of all."""
    members, source = args[0], e.text(args[1])
    if members == ALL_CARDS:
        return source
    if args[1] == WHOLE_PACK:
        return _members(members, "PACK")
    if _lasting(args[1]):
        return f"{_members(members, 'OF')}[{source}]"
    return f"tuple([c for c in {source} if c in {_members(members)}])"


def _lasting(cards: Core) -> bool:
    """Whether cards are likely to be asked about again: those of a variable are, most often, a meld that lies; a hand, or cards
    that are tried on the lines of a kind (`it`), soon are others, and what is told of them is not worth remembering."""
    match cards:
        case Var(name, "cards"):
            return name != "it"
        case Op("filter", (CardSet(), of)):
            return _lasting(of)
        case _:
            return False


def _common(looks: str) -> Form:
    """The rank (or suit) of a card, or the one that all of some cards have."""

    def form(e: Emitter, args: Args) -> str:
        """The form for a card, for cards asked about again and again, and for others."""
        text = e.text(args[0])
        if args[0].type == "card":
            return f"look({looks}S, {text})"
        return f"{looks}_OF[{text}]" if _lasting(args[0]) else f"common({looks}S, {text})"

    return form


def _number(e: Emitter, args: Args) -> str:
    """How many there are; to count what is picked from a list it need not be kept."""
    match args[0]:
        case Each("where", var, source, body):
            return f"sum([1 for {variable(var)} in {e.text(source)} if {e.text(body)}])"
        case _:
            return f"len({e.text(args[0])})"


def _between(e: Emitter, args: Args) -> str:
    """So many cards of a set; some and none, which are asked most, without counting."""
    members, source = _members(args[0]), e.text(args[1])
    low, high = args[2:]
    match low, high:
        case Const(1), Const(None):
            return f"({source} != ())" if args[0] == ALL_CARDS else f"(not {members}.isdisjoint({source}))"
        case Const(None), Const(0):
            return f"(not {source})" if args[0] == ALL_CARDS else f"{members}.isdisjoint({source})"
    count = f"len({source})" if args[0] == ALL_CARDS else f"sum([c in {members} for c in {source}])"
    least = "" if isinstance(low, Const) and low.value is None else f"{e.text(low)} <= "
    most = "" if isinstance(high, Const) and high.value is None else f" <= {e.text(high)}"
    return f"({least}{count}{most})"


def _alike(function: str) -> Form:
    """Whether cards share a rank (or a suit), or all differ in it."""
    return lambda e, args: f"{function}({'RANKS' if args[1] == Const('rank', 'any') else 'SUITS'}, {e.text(args[0])})"


def _onto(e: Emitter, args: Args) -> str:
    """Whether a play goes to a place."""
    play, place = args
    assert isinstance(place, Const)
    return f"goes_onto({e.text(play)}, {place.value!r}, {e.layout[str(place.value)].form == 'groups'})"


def _span(e: Emitter, args: Args) -> str:
    """How far cards reach in the order of ranks, in which one rank may stand at both ends."""
    text = e.text(args[0])
    both = any(order.ranks[0] in order.ranks[1:] for order, _ in e.selection.declared(lines.Order))
    return f"least_span(HEIGHTS, HIGH, {text})" if both else f"span(HEIGHTS, {text})"


FORMS: dict[str, str | Form] = {
    "and": _connected("and"),
    "or": _connected("or"),
    "not": "(not {})",
    "choose": _choose,
    "eq": _eq,
    "ge": "({} >= {})",
    "le": "({} <= {})",
    "gt": "({} > {})",
    "lt": "({} < {})",
    "plus": "({} + {})",
    "minus": "({} - {})",
    "times": "({} * {})",
    "divided": "divided({}, {})",
    "numbers": "numbers({}, {})",
    "no_cards": "()",
    PACK: "PACK",
    "with": "joined({}, {})",
    "without": "without({}, {})",
    "just": "just({})",
    "melded": "{}[1]",
    "all_in": _by_type({"card": "({} in {})"}, "all_in({}, {})"),
    # Cards of a row are put in the order in which groups keep theirs.
    "member": _by_type(dict.fromkeys(("cards", "row"), "(tuple(sorted({})) in {})"), "({} in {})"),
    "in_set": lambda e, args: f"({e.text(args[0])} in {_members(args[1])})",
    "filter": _filter,
    "only": lambda e, args: f"{_members(args[0])}.issuperset({e.text(args[1])})",
    "between": _between,
    "down_to": lambda e, args: f"down_to({e.text(args[0])}, {_members(args[1])})",
    "uppermost": "uppermost({}, {})",
    "share": _alike("shares"),
    "differ": _alike("differs"),
    "fits": "(kind_of({}) is not None)",
    "onto": _onto,
    "is_new": "is_new({})",
    "number": _number,
    "worth": _by_type({"card": "(look(WORTH, {}) or 0)"}, "sum([WORTH[c] for c in {}])"),
    "span": _span,
    "rank": _common("RANK"),
    "suit": _common("SUIT"),
    "top": "top({})",
    "rest": "{}[:-1]",
    "lone": "lone({})",
    "cards": _by_type({"play": "cards_of_play({})", "plays": "cards_of_plays({})"}, "cards_of({})"),
    "result": "result({})",
    "target": "target({})",
    "kind": "kind_of({})",
    "side": "SIDE[{}]",
    "players": "PLAYERS[{}]",
    "left": "LEFT[{}]",
    "first": "next(iter({}), None)",
    "seat": "SEAT[{}]",
    "partners": "PARTNERS[{}]",
    "total": f"s[{TOTALS}][POINTS[{{}}]]",
    "score": f"(s[{SCORES}][POINTS[{{}}]] if s[{SCORES}] else 0)",
}
"""Each operation's compiled form: with the texts of its operands put in, or made of the operands themselves."""

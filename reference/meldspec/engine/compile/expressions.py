"""Resolved expressions → the text of Python expressions over `s`, the cells of a table."""

from __future__ import annotations

from collections.abc import Callable

from meldspec.book.core import After, Call, CardSet, Cell, Come, Const, Core, CouldAct, Each, Op, Suppose, Var, free_variables
from meldspec.table.layout import DEAL_NUMBER, DEALER, ENDED, PHASE, SCORES, TOTALS, TURN, Layout
from meldspec.table.selection import Selection, folded

TABLE = {"phase": PHASE, "turn": TURN, "dealer": DEALER, "deal-number": DEAL_NUMBER}
INFIX = {"eq": "==", "ge": ">=", "le": "<=", "gt": ">", "lt": "<", "plus": "+", "minus": "-", "times": "*"}
CALLS = {"joined": "with", "without": "without"}


def variable(name: str) -> str:
    """A variable's name in generated code."""
    return "v_" + name.replace("-", "_")


def term(name: str) -> str:
    """A term's function in generated code."""
    return "term_" + name.replace("-", "_")


class Emitter:
    """Writes expressions for one selection and layout."""

    def __init__(self, selection: Selection, layout: Layout) -> None:
        self.selection, self.layout = selection, layout
        self.acts = {line.name for line in selection.chosen(selection.sheet.acts)}

    def truth(self, core: Core) -> str:
        """The text of an expression, options filled in first."""
        return self.text(folded(core, self.selection))

    def text(self, core: Core) -> str:
        """The text of an expression."""
        match core:
            case Const(value):
                return repr(value)
            case Var(name):
                return variable(name)
            case CardSet(name):
                return f"SETS[{name!r}]"
            case Cell():
                return self.cell(core)
            case Call(name, args):
                return f"{term(name)}({', '.join(['s', *(f'{variable(n)}={self.truth(a)}' for n, a in args)])})"
            case Op(op, args):
                return self.op(op, args)
            case Each():
                return self.each(core)
            case After(body):
                return f"(lambda s: {self.truth(body)})(v_afterwards())"
            case Suppose(memory, value, body):
                return f"(lambda s: {self.truth(body)})(supposed(s, {self.index(memory)}, {self.truth(value)}))"
            case Come():
                return self.come(core)
            case CouldAct():
                return self.could(core)

    def come(self, core: Come) -> str:
        """`could come to …`"""
        values = "".join(f"{variable(n)}, " for n in core.free)
        if "afterwards" in free_variables(core):
            values += "v_afterwards(), "
        given = f"s, v_player, ({core.key!r}, {values}), lambda s: {self.truth(core.body)}"
        if core.of is None:
            return f"rt.come({given})"
        return f"rt.come_laying({given}, {core.leaving}, {self.truth(core.of)})"

    def could(self, core: CouldAct) -> str:
        """`could ACT so that …`; an act that is not in force is never possible."""
        if core.act not in self.acts:
            return "False"
        values = "".join(f"{variable(n)}, " for n in core.free)
        if "afterwards" in free_variables(core):
            values += "v_afterwards(), "
        params = "".join(f", {variable(n)}" for n in core.fields)
        body = "None" if core.body is None else f"lambda s{params}: {self.truth(core.body)}"
        return f"rt.could(s, v_player, {core.act!r}, ({core.key!r}, {values}), {body})"

    def index(self, core: Cell) -> str:
        """The number of a cell."""
        if core.name in TABLE:
            return str(TABLE[core.name])
        there = self.layout[core.name]
        if core.owner is None:
            return str(there.first)
        if there.owner == "number":
            return f"numbered({core.name!r}, {there.first}, {there.count}, {there.low}, {self.truth(core.owner)})"
        return f"CELL_{_ident(core.name)}[{self.truth(core.owner)}]"

    def cell(self, core: Cell) -> str:
        """What a cell holds, or a word about the table."""
        match core.name:
            case "over":
                return f"(s[{ENDED}] is not None)"
            case "seats":
                return f"SEATS[s[{DEALER}]]"
            case "sides":
                return repr(tuple(range(self.layout.sides)))
            case _:
                return f"s[{self.index(core)}]"

    def each(self, core: Each) -> str:
        """Quantifiers, selections and sums."""
        var, source, body = variable(core.var), self.truth(core.source), self.truth(core.body)
        match core.mode:
            case "every":
                return f"all([{body} for {var} in {source}])"
            case "some":
                return f"any([{body} for {var} in {source}])"
            case "no":
                return f"not any([{body} for {var} in {source}])"
            case "sum":
                return f"sum([{body} for {var} in {source}])"
            case _:
                return f"tuple([{var} for {var} in {source} if {body}])"

    def op(self, op: str, args: tuple[Core, ...]) -> str:
        """A built-in word."""
        if op in ("and", "or"):
            return "(" + f" {op} ".join(self.truth(a) for a in args) + ")"
        if op == "eq" and {a.type for a in args} in ({"cards"}, {"cards", "row"}):
            return f"same_cards({self.truth(args[0])}, {self.truth(args[1])})"
        if op in INFIX:
            return f"({self.truth(args[0])} {INFIX[op]} {self.truth(args[1])})"
        if op == "choose":
            return self.choose(args)
        if op in ("between", "only", "filter", "in_set", "down_to"):
            return self.about_sets(op, args)
        texts = [self.truth(a) for a in args]
        return WRITERS[op](self, texts, args)

    def choose(self, args: tuple[Core, ...]) -> str:
        """The first arm whose condition holds."""
        *arms, otherwise = [self.truth(a) for a in args]
        pairs = zip(arms[::2], arms[1::2], strict=True)
        return "(" + "".join(f"{value} if {condition} else " for value, condition in pairs) + otherwise + ")"

    def about_sets(self, op: str, args: tuple[Core, ...]) -> str:
        """Words that tell cards by a set."""
        if op == "in_set":
            assert isinstance(args[1], CardSet)
            return f"({self.truth(args[0])} in SET_{_ident(args[1].name)})"
        if op == "down_to":
            assert isinstance(args[1], CardSet)
            return f"down_to({self.truth(args[0])}, SET_{_ident(args[1].name)})"
        chosen, source = args[0], self.truth(args[1])
        assert isinstance(chosen, CardSet)
        members = f"SET_{_ident(chosen.name)}"
        if op == "only":
            return f"{members}.issuperset({source})"
        if op == "filter":
            return source if chosen.name == "cards" else f"tuple([c for c in {source} if c in {members}])"
        return self.between(chosen.name, members, source, args[2:])

    def between(self, name: str, members: str, source: str, bounds: tuple[Core, ...]) -> str:
        """So many cards of a set."""
        low, high = (folded(b, self.selection) for b in bounds)
        if isinstance(low, Const) and low.value == 1 and isinstance(high, Const) and high.value is None:
            return f"(not {members}.isdisjoint({source}))"
        if isinstance(low, Const) and low.value is None and isinstance(high, Const) and high.value == 0:
            return f"{members}.isdisjoint({source})"
        count = f"len({source})" if name == "cards" else f"sum([c in {members} for c in {source}])"
        least = "" if isinstance(low, Const) and low.value is None else f"{self.text(low)} <= "
        most = "" if isinstance(high, Const) and high.value is None else f" <= {self.text(high)}"
        return f"({least}{count}{most})"


def _ident(name: str) -> str:
    return name.replace("-", "_")


Writer = Callable[[Emitter, list[str], tuple[Core, ...]], str]


def _plain(function: str) -> Writer:
    """A word that is a function of its operands."""
    return lambda emitter, texts, args: f"{function}({', '.join(texts)})"


def _looks(array: str) -> Writer:
    """Rank or suit, of a card or of cards."""

    def write(emitter: Emitter, texts: list[str], args: tuple[Core, ...]) -> str:
        return f"look({array}, {texts[0]})" if args[0].type == "card" else f"common({array}, {texts[0]})"

    return write


def _worth(emitter: Emitter, texts: list[str], args: tuple[Core, ...]) -> str:
    return f"(look(WORTH, {texts[0]}) or 0)" if args[0].type == "card" else f"sum([WORTH[c] for c in {texts[0]}])"


def _member(emitter: Emitter, texts: list[str], args: tuple[Core, ...]) -> str:
    """One of a list; cards of a row are put in the order in which groups keep theirs."""
    one = f"tuple(sorted({texts[0]}))" if args[0].type in ("cards", "row") else texts[0]
    return f"({one} in {texts[1]})"


def _cards(emitter: Emitter, texts: list[str], args: tuple[Core, ...]) -> str:
    name = {"play": "cards_of_play", "plays": "cards_of_plays"}.get(args[0].type, "cards_of")
    return f"{name}({texts[0]})"


def _onto(emitter: Emitter, texts: list[str], args: tuple[Core, ...]) -> str:
    """Whether a play goes to a place."""
    assert isinstance(args[1], Const)
    return f"goes_onto({', '.join(texts)}, {emitter.layout[str(args[1].value)].form == 'groups'})"


WRITERS: dict[str, Writer] = {
    "not": lambda e, t, a: f"(not {t[0]})",
    "with": _plain("joined"),
    "without": _plain("without"),
    "just": _plain("just"),
    "all_in": lambda e, t, a: f"({t[0]} in {t[1]})" if a[0].type == "card" else f"all_in({t[0]}, {t[1]})",
    "member": _member,
    "is_new": _plain("is_new"),
    "fits": lambda e, t, a: f"(kind_of({t[0]}) is not None)",
    "kind": _plain("kind_of"),
    "share": lambda e, t, a: f"shares({'RANKS' if t[1] == repr('rank') else 'SUITS'}, {t[0]})",
    "differ": lambda e, t, a: f"differs({'RANKS' if t[1] == repr('rank') else 'SUITS'}, {t[0]})",
    "onto": _onto,
    "uppermost": _plain("uppermost"),
    "numbers": lambda e, t, a: f"tuple(range({t[0]}, {t[1]} + 1))",
    "divided": _plain("divided"),
    "span": lambda e, t, a: f"span(HEIGHTS, {t[0]})",
    "rank": _looks("RANKS"),
    "suit": _looks("SUITS"),
    "worth": _worth,
    "number": _plain("len"),
    "top": _plain("top"),
    "rest": lambda e, t, a: f"{t[0]}[:-1]",
    "lone": _plain("lone"),
    "cards": _cards,
    "result": _plain("result"),
    "target": _plain("target"),
    "side": lambda e, t, a: f"SIDE[{t[0]}]",
    "players": lambda e, t, a: f"PLAYERS[{t[0]}]",
    "left": lambda e, t, a: f"LEFT[{t[0]}]",
    "partners": lambda e, t, a: f"PARTNERS[{t[0]}]",
    "total": lambda e, t, a: f"s[{TOTALS}][POINTS[{t[0]}]]",
    "score": lambda e, t, a: f"(s[{SCORES}][POINTS[{t[0]}]] if s[{SCORES}] else 0)",
}

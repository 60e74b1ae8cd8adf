"""What options make of a book: needs that its defaults do not meet, lines that never apply, duties that refuse nothing."""

from collections.abc import Callable, Iterator
from itertools import combinations, product

from meldspec.book.core import Const, Core, Op, Tag, children, conjuncts
from meldspec.book.fold import YES, folded, may_settle
from meldspec.book.reach import reach_of
from meldspec.book.sheet import AwardLine, EffectLine, JudgeLine, Sheet, Standing, together, with_groups
from meldspec.language import lines
from meldspec.language.immutable import kept_with
from meldspec.language.problems import Diagnostic

Options = dict[str, int]
Conditional = JudgeLine | EffectLine | AwardLine | Standing


def check_idle(sheet: Sheet, problems: list[Diagnostic]) -> None:
    """Lines that do nothing under any choice of options and readings.

    Of the clauses that a variant inherits only those are told of which no line at all can apply.
    """
    own = {entry.clause.id for entry in sheet.book.entries if entry.origin == sheet.book.name}
    choices = Choices(sheet)
    lines: dict[str, set[str]] = {}
    idle: dict[str, dict[str, Diagnostic]] = {}
    for line, under in _conditional(sheet):
        clause = line.tag.clause
        lines.setdefault(clause, set()).add(line.tag.line)
        problem = choices.idle(line) or (choices.idle(under) if under is not None else None)
        if problem is not None:
            idle.setdefault(clause, {})[line.tag.line] = problem
    for clause, found in idle.items():
        if clause in own:
            problems += dict.fromkeys(found.values())
        # A variant may well make one line of an inherited clause idle; a clause without effect it should drop.
        elif len(found) == len(lines[clause]):
            problems.append(_whole(sheet, clause))


def _conditional(sheet: Sheet) -> Iterator[tuple[Conditional, Standing | None]]:
    """Every line that may have a condition, with the standing rule that it is under."""
    for _, _, line in with_groups(sheet):
        if isinstance(line, Conditional):
            yield line, None
        if isinstance(line, Standing):
            yield from ((effect, line) for effect in line.effects)


def _whole(sheet: Sheet, clause: str) -> Diagnostic:
    """A clause of an ancestor of which nothing is left in this book."""
    place = sheet.book.entry(clause).clause.place
    found = f"the clause '{clause}', of which no line can ever apply"
    return Diagnostic("never-applies", place, found, "clauses that can come to apply", f"write 'drop clause {clause}', and why")


class Choices:
    """What the expressions of a sheet come to under every choice of its options."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.reach = reach_of(sheet)
        self.known: dict[tuple[object, ...], dict[str, Core]] = {}
        self.terms = [term for term in sheet.terms if not unknown(term.body)]
        self.deciding = {term.tag.question for term in self.terms}

    def idle(self, line: Conditional) -> Diagnostic | None:
        """What is idle about a line, if anything is."""
        condition = line.condition if isinstance(line, Standing) else line.when
        if condition is not None and self.always(condition, line.tag, impossible):
            found, expected = "a condition that can never hold", "a line that applies under some choice of options"
            return Diagnostic("never-applies", line.tag.place, found, expected, "delete the line, or mend its condition")
        if isinstance(line, JudgeLine) and line.require is not None and self.always(line.require, line.tag, fulfilled):
            found, expected = "a duty that always is fulfilled", "a line that refuses something"
            return Diagnostic("says-nothing", line.tag.place, found, expected, "delete the line, or mend its condition")
        return None

    def always(self, core: Core, tag: Tag, wanted: Callable[[Core], bool]) -> bool:
        """Whether an expression comes to what is wanted under every choice of the options that it speaks of."""
        # A fault in it is reported already; that it never holds would be guesswork.
        if unknown(core):
            return False
        return all(wanted(folded(core, options, self.bodies(tag, options))) for options in self.choices(core))

    def choices(self, core: Core) -> Iterator[Options]:
        """Every choice of the options that an expression hangs on, the others being as they are by default."""
        options = self.sheet.symbols.options
        spoken = sorted(self.reach.reads(core).of("option"))
        for values in product(*(options[name].values for name in spoken)):
            yield self.sheet.symbols.defaults() | dict(zip(spoken, values, strict=True))

    def bodies(self, tag: Tag, options: Options) -> dict[str, Core]:
        """What each term means beside a line, where all readings that may hold with it agree."""
        # Beside a line of a question that decides of no term they mean what they do beside a line of none.
        key = (tag.question, tag.reading) if tag.question in self.deciding else None, tuple(options.items())
        if key not in self.known:
            self.known[key] = self._bodies(tag, options)
        return self.known[key]

    def _bodies(self, tag: Tag, options: Options) -> dict[str, Core]:
        found: dict[str, list[Core]] = {}
        for term in self.terms:
            if together(term.tag, tag):
                found.setdefault(term.name, []).append(term.body)
        known = {name: bodies[0] for name, bodies in found.items() if len(bodies) == 1}
        # Readings may word a term differently and still mean one constant; what has one meaning is looked into where it is used.
        for name, bodies in found.items():
            values = {folded(body, options, known) for body in bodies} if len(bodies) > 1 and all(map(may_settle, bodies)) else ()
            if len(values) == 1 and isinstance(value := values.pop(), Const):
                known[name] = value
        return known


@kept_with
def unknown(core: Core) -> bool:
    """Whether something in an expression could not be resolved, so that nothing can be said of it."""
    if isinstance(core, Op) and core.op == "between":
        # The bounds of a quantity may be missing, which looks like a fault and is none.
        return any(unknown(child) for child in core.args[:2])
    if isinstance(core, Const):
        return core.value is None and core.type == "any"
    return any(map(unknown, children(core)))


def fulfilled(core: Core) -> bool:
    """Whether a condition always holds."""
    return isinstance(core, Const) and core.value is True


def impossible(core: Core) -> bool:
    """Whether a condition is false, or asks for two things that exclude each other."""
    if not isinstance(core, Op):
        return isinstance(core, Const) and core.value is False
    match core.op:
        case "and":
            parts = [part for arg in core.args for part in conjuncts(arg)]
            return any(map(impossible, core.args)) or any(_exclude(one, other) for one, other in combinations(parts, 2))
        case "or":
            return all(map(impossible, core.args))
        case "between":
            *_, low, high = core.args
            return _above(low, high)
        case _:
            return False


def _exclude(one: Core, other: Core) -> bool:
    """Whether two conditions can never hold at once, as far as their words tell."""
    match one, other:
        case Op("not", (inner,)), _ if inner == other:
            return True
        case _, Op("not", (inner,)) if inner == one:
            return True
        case Op("eq", (left, Const(a, sort))), Op("eq", (right, Const(b))) if left == right and sort != "any":
            return a != b
        case Op("between", (*what, low, high)), Op("between", (*same, least, most)) if what == same:
            return _above(low, most) or _above(least, high)
        case _:
            return False


def _above(low: Core, high: Core) -> bool:
    """Whether a lower bound is above an upper one, as far as they are numbers."""
    if isinstance(low, Const) and isinstance(high, Const) and isinstance(low.value, int) and isinstance(high.value, int):
        return low.value > high.value
    return False


# ── options ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def check_options(sheet: Sheet, problems: list[Diagnostic]) -> None:
    """Needs that the defaults do not meet or that speak of more than options, and memories whose start hangs on more."""
    options = sheet.symbols.defaults()
    bodies: dict[str, Core] = {term.name: term.body for term in sheet.terms}
    for _, need, condition in sheet.declared_as(lines.OptionsNeed):
        needed = YES if condition is None else folded(condition, options, bodies)
        if not isinstance(needed, Const):
            found, mend = "a need that the options alone do not settle", "speak of options and numbers only"
            problems.append(Diagnostic("options-need", need.place, found, "a condition on options", mend))
        elif needed.value is not True:
            found = f"defaults that do not go together: {', '.join(f'{name} {value}' for name, value in options.items())}"
            mend = "let it hold for the defaults, or change an option's 'otherwise'"
            problems.append(Diagnostic("options-need", need.place, found, "defaults that do", mend))
    for _, keep, start in sheet.declared_as(lines.Keep):
        # Before a deal nothing has happened, so what a memory starts as cannot hang on anything that happens.
        if start is not None and not isinstance(folded(start, options, bodies), Const):
            found, mend = "a beginning that the options alone do not settle", "set it 'at setup': then … becomes …"
            problems.append(Diagnostic("no-start", keep.place, found, "a value, or a choice by options", mend))


def check_seen(sheet: Sheet, problems: list[Diagnostic]) -> None:
    """What a table shows of a memory is told by the table alone: no table shows another memory."""
    reach = reach_of(sheet)
    for line in sheet.declared:
        cores = [core for arm in (*line.seen, *line.likely) for core in arm]
        for other in sorted(reach.reads(*cores).cells & sheet.symbols.keeps.keys()):
            found = f"what a table shows of a memory, told by the memory '{other}'"
            expected = "words about cards, places, whose turn it is, the phase, and how the deal has ended"
            mend = f"say by what of these '{other}' is seen, or leave it out: what is not seen is asked for"
            problems.append(Diagnostic("seen-by-memory", line.tag.place, found, expected, mend))

"""A selection → the text of a Python module that judges and carries out its acts."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from typing import TypeVar

from meldspec.book.core import Cell, Core, free_variables
from meldspec.book.fold import NO, YES
from meldspec.book.sheet import ActLine, AwardLine, Declared, EffectLine, JudgeLine, Line, Loop, Standing
from meldspec.engine.compile.cells import numbered_by
from meldspec.engine.compile.expressions import EACH, Emitter, ident, term, variable
from meldspec.engine.compile.kept import Kept
from meldspec.language import lines as tree_lines
from meldspec.table.selection import Selection
from meldspec.table.table import ENDED, MATCH, CellRange, Layout

T = TypeVar("T")
INDENT = "    "
Code = list[str]
ASKED = ["rt", "s", "v_player"]
"""What every function about a player is given: the look-ahead, the cells of the table, and who it is."""


class Generator:
    """Writes the functions of one selection."""

    def __init__(self, selection: Selection, layout: Layout) -> None:
        self.selection, self.layout = selection, layout
        self.emit = Emitter(selection, layout)
        self.written: set[str] = set()
        self.sheet = selection.sheet
        self.acts = {act.name: act for act in selection.chosen(self.sheet.acts)}
        self.kept = self.sheet.derived(Kept)
        # Besides what lines say, their text hangs on where the cells are; told by identity, since it is much.
        self.numbered = self.kept.key(selection, *numbered_by(selection))
        self.setting = self.kept.made(("setting", self.numbered, *self.acts), object)

    # Not before they are asked for: of most other readings a ruling asks for a line or two.
    @cached_property
    def judges(self) -> dict[str, list[JudgeLine]]:
        """The lines in force that judge each act."""
        judging = self.selection.chosen(self.sheet.judges)
        return {name: [line for line in judging if line.act == name] for name in self.acts}

    @cached_property
    def effects_of(self) -> dict[str, Sequence[EffectLine]]:
        """The effects in force of each act."""
        return {name: self.selection.chosen(self.sheet.effects.get(name, [])) for name in self.acts}

    @cached_property
    def place(self) -> str:
        """What `setting` tells, in words that mean the same in the next run."""
        return f"{self.kept.numbers(self.selection, *numbered_by(self.selection))} {' '.join(self.acts)}"

    def module(self) -> list[str]:
        """All but kinds and terms, in parts of which each can be compiled by itself: rulebooks of one book have most in common.

        Each part enters what it defines in a dictionary that it is given: ACTS, JUDGES, TABLE, EVENTS, AWARDS, SHOWS.
        """
        acts = [part for name in self.acts for part in (*self.about_act(name), *self.judging(name))]
        return [*acts, *self.about_table(), *self.scoring(), *self.asking()]

    def about_act(self, name: str) -> list[str]:
        """What tells whether one act is legal, and carries it out."""
        act = self.acts[name]
        about: list[Line] = [act, *self.judges[name], *self.effects_of[name]]
        return self.section(f"act {name}", about, partial(self.act, act))

    def judging(self, name: str) -> list[str]:
        """What tells why one act is legal or not."""
        act = self.acts[name]
        return self.section(f"judge {name}", [act, *self.judges[name]], partial(self.judged, act))

    def about_table(self) -> list[str]:
        """What befalls the table by itself, and what is shown of it."""
        own = self.selection.chosen
        parts: list[str] = []
        for event in dict.fromkeys((*self.sheet.events, *self.sheet.symbols.events)):
            lines = own(self.sheet.events.get(event, []))
            parts += self.section(f"event {event}", lines, partial(self.event, event, lines))
        standing: list[Line] = []
        for rule in own(self.sheet.standing):
            standing += [rule, *own(rule.effects)]
        parts += self.section("standing", standing, self.standing)
        for node, line in self.selection.declared(tree_lines.Show):
            parts += self.section("show", [line], partial(self.show, node.key, line))
        return parts

    def scoring(self) -> list[str]:
        """What scores a deal."""
        awards = enumerate(self.selection.chosen(self.sheet.awards))
        return [part for n, award in awards for part in self.section(f"award {n}", [award], partial(self.award, n, award))]

    def asking(self) -> list[str]:
        """What tells which acts could be legal."""
        return [_text(self.able())]

    def section(self, sort: str, lines: Sequence[Line], make: Callable[[], list[Code]]) -> list[str]:
        """The parts that are made of some lines."""
        return self.once(sort, lines, lambda: list(map(_text, make())))

    def once(self, sort: str, lines: Sequence[Line | Core], make: Callable[[], T]) -> T:
        """What is made of some lines, as it was made when these last said the same; the terms that it calls are noted."""

        result, called = self.kept.made(
            (sort, self.setting, self.kept.key(self.selection, *lines)), lambda: self.made(sort, lines, make)
        )
        self.emit.called |= called
        return result

    def made(self, sort: str, lines: Sequence[Line | Core], make: Callable[[], T]) -> tuple[T, dict[str, None]]:
        """What is made of some lines, in this run or in an earlier one, and the terms that it calls itself."""
        what = f"{sort} | {self.place} | {self.kept.numbers(self.selection, *lines)}"
        if (recalled := self.kept.between_runs.recalled(what)) is not None:
            result, names = recalled
            return result, dict.fromkeys(names)
        before, self.emit.called = self.emit.called, {}
        result = make()
        called, self.emit.called = self.emit.called, before
        self.kept.between_runs.note(what, (result, list(called)))
        return result, called

    def expression(self, core: Core) -> str:
        """The text of an expression; one that is the sheet's own as it was written before."""
        return self.once("expression", [core], lambda: self.emit.truth(core)) if self.kept.holds(core) else self.emit.truth(core)

    # ── terms and kinds ────────────────────────────────────────────────────────────────────────────────────────────────

    def terms(self) -> Iterator[str]:
        """The terms that what was written so far calls, if they are not written yet, and those that these call."""
        while waiting := [name for name in self.emit.called if name not in self.written]:
            for name in waiting:
                self.written.add(name)
                yield from self.section("term", [self.selection.terms[name]], partial(self.term, name))

    def kinds(self) -> list[str]:
        """The lines of the kinds; each part enters one in the dictionary KINDS."""
        lines = self.selection.chosen(self.sheet.kinds)
        own = ((name, [line for line in lines if line.act == name]) for name in self.selection.kinds())
        return [part for name, about in own for part in self.section(f"kind {name}", about, partial(self.kind, name, about))]

    def term(self, name: str) -> list[Code]:
        """A term as a function of the cells and its free variables."""
        params = ["rt", "s", *(variable(v) for v in sorted(self.sheet.term_free[name]))]
        return [_function(term(name), params, [f"return {self.emit.truth(self.selection.terms[name].body)}"])]

    def kind(self, name: str, lines: list[JudgeLine]) -> list[Code]:
        """The lines of a kind as functions of `it`."""
        # Kinds are told by cards alone; the terms that they call are given a look-ahead and a position which nobody reads.
        fits = (f"{INDENT}lambda v_it, rt=None, s=None: {self.condition(line)}," for line in lines)
        return [[f"KINDS[{name!r}] = (", *fits, ")"]]

    def condition(self, line: JudgeLine) -> str:
        """The text that is true when a line does not refuse (for `allow`: when it permits)."""
        return self.once("condition", [line], lambda: self._condition(line))

    def _condition(self, line: JudgeLine) -> str:
        when = YES if line.when is None else self.emit.ready(line.when)
        if line.mode == "allow":
            return self.emit.text(when)
        if line.mode == "forbid":
            return f"(not {self.emit.text(when)})"
        assert line.require is not None
        require = self.emit.text(self.emit.ready(line.require))
        if when == YES:
            return require
        unless = f"not {self.emit.text(when)}"
        reads = self.selection.reach.reads
        # A requirement that the position tells is asked before a condition that takes looking past it.
        near_first = reads(when).ahead and not reads(line.require).ahead
        return f"({require} or {unless})" if near_first else f"({unless} or {require})"

    # ── judging ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def act(self, act: ActLine) -> list[Code]:
        """What tells whether an act is legal, and carries it out."""
        name, params = ident(act.name), self.params(act)
        effects = self.effects(self.effects_of[act.name], params[:-1])
        return [
            _function(f"quick_{name}", params, self.quick(act)),
            _function(f"early_{name}", ASKED, [f"return {self.early(act)}"]),
            _function(f"do_{name}", params[:-1], effects),
            [f"ACTS[{act.name!r}] = (quick_{name}, early_{name}, do_{name})"],
        ]

    def judged(self, act: ActLine) -> list[Code]:
        """What tells why an act is legal or not."""
        name = f"judge_{ident(act.name)}"
        return [[*_function(name, self.params(act), self.judge(act)), f"JUDGES[{act.name!r}] = {name}"]]

    def params(self, act: ActLine) -> list[str]:
        """The parameters of what judges an act: the look-ahead, cells, who acts, the fields, the position afterwards."""
        return [*ASKED, *(variable(f.name) for f in act.fields), "v_afterwards"]

    def judge(self, act: ActLine) -> Code:
        """Every line about an act is heard: the numbers of the duties that refuse it, those of the permits that permit it, and of
        each line whose look ahead comes to no answer the number and why."""
        code = ["refuse, permit, untold = [], [], []"]
        for number, line in enumerate(self.judges[act.name]):
            told = f"if {self.condition(line)}: permit" if line.mode == "allow" else f"if not {self.condition(line)}: refuse"
            told = f"{told}.append({number})"
            # A look that comes to no answer leaves the other lines their say.
            unless = [f"except Unanswered as error: untold.append(({number}, error))"]
            code += ["try:", INDENT + told, *unless] if self.looks_ahead(line) else [told]
        return [*code, "return refuse, permit, untold"]

    def quick(self, act: ActLine) -> Code:
        """Whether an act is legal, told at once: cheap lines first, look-ahead last."""
        lines = self.judges[act.name]
        last = [line for line in lines if line.mode != "allow" and self.looks_ahead(line)]
        ordered = self.asked([line for line in lines if line not in last]) + self.asked(last)
        return [*(f"if not {condition}: return False" for condition in ordered), "return True"]

    def asked(self, lines: Sequence[JudgeLine]) -> list[str]:
        """What lines about an act ask: each duty by itself, and then one of the permits."""
        duties = [self.condition(line) for line in lines if line.mode != "allow"]
        permits = [self.condition(line) for line in lines if line.mode == "allow"]
        return [*duties, f"({' or '.join(permits)})"] if permits else duties

    def able(self) -> Code:
        """Which acts could be legal, for all seats at once: this is asked after every act of random play."""
        code = [f"if {self.early(act)}: found.append((v_player, {name!r}))" for name, act in self.acts.items()]
        code = ["found = []", "for v_player in SEATS[None]:", *_indented(code), "return found"]
        return [*_function("able", ["rt", "s"], code), "TABLE['able'] = able"]

    def early(self, act: ActLine) -> str:
        """The condition under which an act could be legal, asked before its fields are known."""
        return self.once(f"early {act.name}", [act, *self.judges[act.name]], lambda: self.beforehand(act))

    def beforehand(self, act: ActLine) -> str:
        """Whether any such act could be legal: what all lines ask that look neither at the fields of an act nor ahead."""
        chosen = {*(field.name for field in act.fields), "afterwards"}
        lines = self.judges[act.name]
        told = [line for line in lines if not (self.looks_ahead(line) or chosen & self.variables(line))]
        # One permission is enough: only where none of them hangs on the fields is it known that all are withheld.
        if any(line.mode == "allow" and line not in told for line in lines):
            told = [line for line in told if line.mode != "allow"]
        return " and ".join(self.asked(told)) or "True"

    def looks_ahead(self, line: JudgeLine) -> bool:
        """Whether a line looks past the present position, and so is judged last."""
        return self.once("ahead", [line], lambda: self.selection.reach.looked_at(line).ahead)

    def variables(self, line: JudgeLine) -> set[str]:
        """The variables that the condition of a line reads once the options are filled in."""
        cores = [self.emit.ready(core) for core in (line.require, line.when) if core is not None]
        return {name for core in cores for name in free_variables(core)}

    # ── effects ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def event(self, name: str, lines: Sequence[EffectLine]) -> list[Code]:
        """A function for what befalls at an event, a player's own or the table's."""
        own = name in self.sheet.symbols.events
        params = ASKED if own else ["rt", "s"]
        code = _function(f"at_{ident(name)}", params, self.effects(lines, params))
        return [code if own else [*code, f"EVENTS[{name!r}] = at_{ident(name)}"]]

    def effects(self, lines: Sequence[EffectLine], known: list[str], leave: str = "return") -> Code:
        """Effects one after another, left by the statement `leave` where one ends the deal; `known` are the names before them."""
        return [statement for line in lines for statement in self.effect(line, known, leave)]

    def effect(self, line: EffectLine, known: list[str], leave: str) -> Code:
        """One effect with its loop and condition."""
        code = [self.statement(line)]
        if line.verb in ("raise", "settle", "end deal"):
            code.append(f"if s[{ENDED}] is not None: {leave}")
        return self.within(line.loop, line.when, code, known)

    def within(self, loop: Loop | None, when: Core | None, code: Code, known: Sequence[str] = ()) -> Code:
        """Statements for each thing of a loop, where a condition holds."""
        condition = YES if when is None else self.emit.ready(when)
        if condition != YES:
            code = [f"if {self.emit.text(condition)}:", *_indented(code)]
        if loop is not None:
            name = variable(loop.var)
            code = [f"for {name} in {self.emit.truth(loop.source)}:", *_indented(code)]
            # Lines after a loop may speak of the player who acts, whose name the loop has taken.
            code = [f"outer = {name}", *code, f"{name} = outer"] if name in known else code
        return code

    def index(self, core: Core) -> str:
        """The number of the cell that an effect changes."""
        cell = self.emit.ready(core)
        assert isinstance(cell, Cell)
        return self.emit.index(cell)

    def ordered(self, core: Core) -> bool:
        """Whether a place keeps the order of its cards."""
        assert isinstance(core, Cell)
        return self.layout[core.name].form == "row"

    def statement(self, line: EffectLine) -> str:
        """One effect as a statement."""
        parts = line.parts
        match line.verb:
            case "draw":
                places = f"{self.index(parts[1])}, {self.index(parts[2])}"
                return f"draw(s, {places}, {self.emit.truth(parts[0])}, {self.ordered(parts[2])})"
            case "move":
                cards = self.emit.truth(parts[0])
                cards = f"just({cards})" if parts[0].type == "card" else cards
                return f"move(s, {cards}, {self.index(parts[1])}, {self.index(parts[2])}, {self.ordered(parts[2])})"
            case "move all":
                return f"move_all(s, {self.index(parts[0])}, {self.index(parts[1])}, {self.ordered(parts[1])})"
            case "lay":
                others = ", ".join(f"{r.name!r}: {self.other(r)}" for r in self.layout.places() if r.form == "cards")
                plays, source, groups = self.emit.truth(parts[0]), self.index(parts[1]), self.index(parts[2])
                return f"lay(s, {plays}, {source}, {groups}, {{{others}}})"
            case "join":
                return f"join(s, {self.emit.truth(parts[0])}, {self.index(parts[1])})"
            case "join to":
                return f"join_to(s, {self.emit.truth(parts[0])}, {self.emit.truth(parts[1])}, {self.index(parts[2])})"
            case "becomes":
                return f"s[{self.index(parts[0])}] = {self.emit.truth(parts[1])}"
            case "raise":
                return f"at_{ident(line.word)}(rt, s, v_player)"
            case "settle":
                return "settle(rt, s)"
            case "end deal":
                who = self.emit.truth(parts[0]) if parts else "None"
                return f"s[{ENDED}] = s[{ENDED}] or ({line.word!r}, {who})"
            case _:
                side = self.emit.truth(parts[0]) if parts else "None"
                return f"s[{MATCH}] = s[{MATCH}] or ({side},)"

    def other(self, place: CellRange) -> str:
        """The cell of a place that plays may go to besides melds, for the player who acts."""
        owner = {"player": "v_player", "side": "SIDE[v_player]"}.get(place.owner)
        return str(place.first) if owner is None else f"CELL_{ident(place.name)}[{owner}]"

    def standing(self) -> list[Code]:
        """The standing rules: a function that lets the first that applies act and gives its line, none where the table is at rest,
        and one that lets them act until it is."""
        rules = self.selection.chosen(self.sheet.standing)
        code = [statement for rule in rules for statement in self.standing_rule(rule)]
        settle = ["for _ in range(STANDING_LIMIT):", f"{INDENT}if s[{ENDED}] is not None or not step(rt, s): return"]
        settle = _function("settle", ["rt", "s"], [*settle, "raise restless(step(rt, s))"])
        return [_function("step", ["rt", "s"], [*code, "return None"]), [*settle, "TABLE.update(step=step, settle=settle)"]]

    def standing_rule(self, rule: Standing) -> Code:
        """One standing rule; its line is given where it acted."""
        if self.emit.ready(rule.condition) == NO:
            return []
        acted = f"return {rule.tag.line!r}"
        known = [] if rule.loop is None else [variable(rule.loop.var)]
        return self.within(rule.loop, rule.condition, [*self.effects(self.selection.chosen(rule.effects), known, acted), acted])

    def applies(self, rule: Standing) -> str:
        """The text that is true when a standing rule would act."""
        return self.once("applies", [rule], lambda: self._applies(rule))

    def _applies(self, rule: Standing) -> str:
        condition = self.emit.truth(rule.condition)
        return (
            condition
            if rule.loop is None
            else EACH["some"].format(variable(rule.loop.var), self.emit.truth(rule.loop.source), condition)
        )

    # ── scores and what is shown ───────────────────────────────────────────────────────────────────────────────────────

    def award(self, number: int, line: AwardLine) -> list[Code]:
        """One line that scores: a function of the cells and the side that gives its points, one for each thing counted."""
        points = self.emit.truth(line.points)
        found = self.within(line.loop, line.when, [f"found.append({points if line.sign > 0 else f'-({points})'})"])
        code = _function(f"award_{number}", ["rt", "s", "v_side"], ["found = []", *found, "return found"])
        return [[*code, f"AWARDS.append(award_{number})"]]

    def show(self, key: str, line: Declared) -> list[Code]:
        """What is shown of a table besides its places; where cards lie is shown by itself."""
        return [] if line.value is None else [[f"SHOWS[{key!r}] = lambda rt, s: {self.emit.truth(line.value)}"]]


def _indented(code: Code) -> Code:
    return [INDENT + line for line in code or ["pass"]]


def _function(name: str, params: Sequence[str], body: Code) -> Code:
    return [f"def {name}({', '.join(params)}):", *_indented(body)]


def _text(code: Code) -> str:
    return "\n".join(code) + "\n"

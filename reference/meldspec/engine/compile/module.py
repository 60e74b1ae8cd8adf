"""A selection → the text of a Python module that judges and carries out its acts."""

from __future__ import annotations

from collections.abc import Iterator

from meldspec.book.core import Cell, Const, Core, free_variables
from meldspec.book.sheet import ActLine, AwardLine, EffectLine, JudgeLine, Standing
from meldspec.engine.compile.expressions import Emitter, term, variable
from meldspec.language import lines as tree_lines
from meldspec.table.layout import ENDED, MATCH, CellRange, Layout
from meldspec.table.selection import Selection

INDENT = "    "
YES, NO = Const(True, "truth"), Const(False, "truth")
Code = list[str]


class Generator:
    """Writes the functions of one selection."""

    def __init__(self, selection: Selection, layout: Layout) -> None:
        self.selection, self.layout = selection, layout
        self.emit = Emitter(selection, layout)
        self.conditions: dict[int, str] = {}
        self.written: set[str] = set()
        self.sheet = selection.sheet
        self.acts = {act.name: act for act in selection.chosen(self.sheet.acts)}
        self.judges: dict[str, list[JudgeLine]] = {name: [] for name in self.acts}
        for line in selection.chosen(self.sheet.judges):
            if line.act in self.judges:
                self.judges[line.act].append(line)

    def module(self) -> list[str]:
        """All but kinds and terms, in parts of which each can be compiled by itself: rulebooks of one book have most in common.

        Each part enters what it defines in a dictionary that it is given: ACTS, TABLE, EVENTS, AWARDS, SHOWS.
        """
        parts: list[Code] = []
        for act in self.acts.values():
            parts += [self.judge(act), self.quick(act), self.early(act), self.effects_of(act)]
        for event in dict.fromkeys((*self.sheet.events, *self.sheet.symbols.events)):
            parts.append(self.event(event, event in self.sheet.symbols.events))
        parts += [self.able(), *self.standing(), *self.awards(), *self.shows()]
        return list(map(_text, parts))

    # ── terms and kinds ────────────────────────────────────────────────────────────────────────────────────────────────

    def terms(self) -> Iterator[str]:
        """The terms that what was written so far calls, if they are not written yet, and those that these call."""
        while waiting := [name for name in self.emit.called if name not in self.written]:
            for name in waiting:
                self.written.add(name)
                yield _text(self.term(name))

    def kinds(self) -> list[str]:
        """The lines of the kinds; each part enters one in the dictionary KINDS."""
        return [_text(self.kind(name)) for name in self.selection.kinds()]

    def term(self, name: str) -> Code:
        """A term as a function of the cells and its free variables."""
        line = self.selection.terms[name]
        params = ", ".join([self.emit.cells(line.body), *(variable(v) for v in sorted(self.sheet.term_free[name]))])
        return [f"def {term(name)}({params}):", f"{INDENT}return {self.emit.truth(line.body)}"]

    def kind(self, name: str) -> Code:
        """The lines of a kind as functions of `it`."""
        lines = [line for line in self.selection.chosen(self.sheet.kinds) if line.act == name]
        return [f"KINDS[{name!r}] = (", *(f"{INDENT}lambda v_it, s=None: {self.condition(line)}," for line in lines), ")"]

    def condition(self, line: JudgeLine) -> str:
        """The text that is true when a line does not refuse (for `allow`: when it permits)."""
        if id(line) not in self.conditions:
            self.conditions[id(line)] = self._condition(line)
        return self.conditions[id(line)]

    def _condition(self, line: JudgeLine) -> str:
        when = YES if line.when is None else self.emit.ready(line.when)
        if line.mode == "allow":
            return self.emit.text(when)
        if line.mode == "forbid":
            return f"(not {self.emit.text(when)})"
        assert line.require is not None
        require = self.emit.truth(line.require)
        if when == YES:
            return require
        unless = f"not {self.emit.text(when)}"
        reads = self.selection.reach.reads
        near_first = reads(when).ahead and not reads(line.require).ahead
        return f"({require} or {unless})" if near_first else f"({unless} or {require})"

    # ── judging ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def params(self, act: ActLine) -> str:
        """The parameters of what judges an act: the look-ahead, cells, who acts, the fields, the position afterwards."""
        return ", ".join(["rt", "s", "v_player", *(variable(f.name) for f in act.fields), "v_afterwards"])

    def judge(self, act: ActLine) -> Code:
        """A function that hears every line about an act. It gives the numbers of the duties that refuse it, those of the permits
        that permit it, and of each line whose look ahead comes to no answer the number and why: the others still have their say."""
        code = [f"def judge_{_ident(act.name)}({self.params(act)}):", f"{INDENT}refuse, permit, untold = [], [], []"]
        for number, line in enumerate(self.judges[act.name]):
            condition = self.condition(line)
            told = f"if {condition}: permit" if line.mode == "allow" else f"if not {condition}: refuse"
            told = f"{INDENT}{told}.append({number})"
            if self.looks_ahead(line):
                code += [f"{INDENT}try:", INDENT + told]
                code.append(f"{INDENT}except Unanswered as error: untold.append(({number}, error))")
            else:
                code.append(told)
        return [*code, f"{INDENT}return refuse, permit, untold"]

    def quick(self, act: ActLine) -> Code:
        """A function that tells at once whether an act is legal: cheap lines first, look-ahead last."""
        lines = self.judges[act.name]
        permits = [self.condition(line) for line in lines if line.mode == "allow"]
        duties = [line for line in lines if line.mode != "allow"]
        ordered = [self.condition(line) for line in duties if not self.looks_ahead(line)]
        ordered += ["(" + " or ".join(permits) + ")"] if permits else []
        ordered += [self.condition(line) for line in duties if self.looks_ahead(line)]
        code = [f"def quick_{_ident(act.name)}({self.params(act)}):"]
        return [*code, *(f"{INDENT}if not {c}: return False" for c in ordered), f"{INDENT}return True"]

    def early(self, act: ActLine) -> Code:
        """A function that tells, before the fields are chosen, whether any such act could be legal."""
        return [f"def early_{_ident(act.name)}(rt, s, v_player):", f"{INDENT}return {self.beforehand(act)}"]

    def able(self) -> Code:
        """A function that tells, for all seats at once, which acts could be legal: it is asked after every act of random play."""
        code = ["def able(rt, s):", f"{INDENT}found = []", f"{INDENT}for v_player in SEATS[None]:", f"{INDENT * 2}pass"]
        code += [f"{INDENT * 2}if {self.beforehand(act)}: found.append((v_player, {act.name!r}))" for act in self.acts.values()]
        return [*code, f"{INDENT}return found", "TABLE.append(able)"]

    def beforehand(self, act: ActLine) -> str:
        """What all lines ask that look neither at the fields of an act nor ahead."""
        chosen = {*(field.name for field in act.fields), "afterwards"}
        duties = [line for line in self.judges[act.name] if line.mode != "allow" and not self.looks_ahead(line)]
        return " and ".join(self.condition(line) for line in duties if not chosen & self.variables(line)) or "True"

    def looks_ahead(self, line: JudgeLine) -> bool:
        """Whether a line looks past the present position, and so is judged last."""
        return self.selection.reach.looked_at(line).ahead

    def variables(self, line: JudgeLine) -> set[str]:
        """The variables that the condition of a line reads once the options are filled in."""
        cores = [self.emit.ready(core) for core in (line.require, line.when) if core is not None]
        return {name for core in cores for name in free_variables(core)}

    # ── effects ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def effects_of(self, act: ActLine) -> Code:
        """A function that carries out an act on a list of cells."""
        params = ["rt", "s", "v_player", *(variable(f.name) for f in act.fields)]
        lines = self.selection.chosen(self.sheet.effects.get(act.name, []))
        name = _ident(act.name)
        code = [f"def do_{name}({', '.join(params)}):", *self.body(lines, params)]
        return [*code, f"ACTS[{act.name!r}] = (judge_{name}, quick_{name}, early_{name}, do_{name})"]

    def event(self, name: str, own: bool) -> Code:
        """A function for what befalls at an event, a player's own or the table's."""
        params = ["rt", "s", "v_player"] if own else ["rt", "s"]
        lines = self.selection.chosen(self.sheet.events.get(name, []))
        code = [f"def at_{_ident(name)}({', '.join(params)}):", *self.body(lines, params)]
        return code if own else [*code, f"EVENTS[{name!r}] = at_{_ident(name)}"]

    def body(self, lines: list[EffectLine], known: list[str]) -> Code:
        """Effects one after another; once the deal has ended the rest is left out."""
        code: Code = [f"{INDENT}pass"]
        for line in lines:
            code += self.effect(line, 1, "return", known)
        return code

    def effect(self, line: EffectLine, depth: int, leave: str, known: list[str]) -> Code:
        """One effect with its loop and condition, left at once by the statement `leave` where it ends the deal.

        Of the names `known` before it one that the loop takes is given back after it.
        """
        code: Code = []
        after: Code = []
        if line.loop is not None:
            name = variable(line.loop.var)
            if name in known:
                code.append(f"{INDENT * depth}outer = {name}")
                after.append(f"{INDENT * depth}{name} = outer")
            code.append(f"{INDENT * depth}for {name} in {self.emit.truth(line.loop.source)}:")
            depth += 1
        when = YES if line.when is None else self.emit.ready(line.when)
        if when != YES:
            code.append(f"{INDENT * depth}if {self.emit.text(when)}:")
            depth += 1
        code.append(f"{INDENT * depth}{self.statement(line)}")
        if line.verb in ("raise", "settle", "end deal"):
            code.append(f"{INDENT * depth}if s[{ENDED}] is not None: {leave}")
        return code + after

    def index(self, core: Core) -> str:
        """The number of the cell that an effect changes."""
        assert isinstance(core, Cell)
        return self.emit.index(core)

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
            case "becomes":
                return f"s[{self.index(parts[0])}] = {self.emit.truth(parts[1])}"
            case "raise":
                return f"at_{_ident(line.word)}(rt, s, v_player)"
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
        return str(place.first) if owner is None else f"CELL_{_ident(place.name)}[{owner}]"

    def standing(self) -> list[Code]:
        """The standing rules: a function that lets the first that applies act and gives its line, none where the table is at rest,
        and one that lets them act until it is."""
        code = ["def step(rt, s):"]
        for rule in self.selection.chosen(self.sheet.standing):
            condition = self.emit.ready(rule.condition)
            if condition != NO:
                code += self.standing_rule(rule, condition)
        settle = ["def settle(rt, s):", f"{INDENT}for _ in range(STANDING_LIMIT):"]
        settle += [f"{INDENT * 2}if s[{ENDED}] is not None or not step(rt, s): return", f"{INDENT}raise restless(step(rt, s))"]
        return [[*code, f"{INDENT}return None"], [*settle, "TABLE.extend((step, settle))"]]

    def standing_rule(self, rule: Standing, condition: Core) -> Code:
        """One standing rule; its line is given where it acted."""
        code: Code = []
        known: list[str] = []
        depth = 1
        if rule.loop is not None:
            known = [variable(rule.loop.var)]
            code.append(f"{INDENT}for {known[0]} in {self.emit.truth(rule.loop.source)}:")
            depth = 2
        code.append(f"{INDENT * depth}if {self.emit.text(condition)}:")
        acted = f"return {rule.tag.line!r}"
        for effect in self.selection.chosen(rule.effects):
            code += self.effect(effect, depth + 1, acted, known)
        return [*code, f"{INDENT * (depth + 1)}{acted}"]

    # ── scores and what is shown ───────────────────────────────────────────────────────────────────────────────────────

    def awards(self) -> list[Code]:
        """For each line that scores, a function of the cells and the side that gives its points, one for each thing counted."""
        lines = enumerate(self.selection.chosen(self.sheet.awards))
        return [[f"def award_{n}(rt, s, v_side):", *self.award(line), f"AWARDS.append(award_{n})"] for n, line in lines]

    def award(self, line: AwardLine) -> Code:
        """The body of one scoring line."""
        code, depth = [f"{INDENT}found = []"], 1
        if line.loop is not None:
            code.append(f"{INDENT}for {variable(line.loop.var)} in {self.emit.truth(line.loop.source)}:")
            depth = 2
        condition = "True" if line.when is None else self.emit.truth(line.when)
        points = self.emit.truth(line.points)
        code.append(f"{INDENT * depth}if {condition}: found.append({points if line.sign > 0 else f'-({points})'})")
        return [*code, f"{INDENT}return found"]

    def shows(self) -> list[Code]:
        """What is shown of a table besides its places."""
        lines = ((line.node, line.value) for line in self.selection.chosen(self.sheet.declared))
        shown = ((node.key, value) for node, value in lines if isinstance(node, tree_lines.Show) and value is not None)
        return [[f"SHOWS[{key!r}] = lambda rt, s: {self.emit.truth(value)}"] for key, value in shown]


def _text(code: Code) -> str:
    return "\n".join(code) + "\n"


def _ident(name: str) -> str:
    return name.replace("-", "_")

"""A selection → the text of a Python module that judges and carries out its acts."""

from __future__ import annotations

from meldspec.book.core import Cell, Const, Core, free_variables
from meldspec.book.sheet import ActLine, AwardLine, EffectLine, JudgeLine, Standing
from meldspec.engine.compile.expressions import Emitter, term, variable
from meldspec.language import lines as tree_lines
from meldspec.table.layout import ENDED, MATCH, CellRange, Layout
from meldspec.table.selection import Selection, folded

INDENT = "    "
Code = list[str]


class Generator:
    """Writes the functions of one selection."""

    def __init__(self, selection: Selection, layout: Layout) -> None:
        self.selection, self.layout = selection, layout
        self.emit = Emitter(selection, layout)
        self.conditions: dict[int, str] = {}
        self.sheet = selection.sheet
        self.acts = {act.name: act for act in selection.chosen(self.sheet.acts)}
        self.judges: dict[str, list[JudgeLine]] = {name: [] for name in self.acts}
        for line in selection.chosen(self.sheet.judges):
            if line.act in self.judges:
                self.judges[line.act].append(line)

    def module(self) -> list[str]:
        """The whole text, in parts of which each can be compiled by itself: rulebooks of one book have most parts in common.

        Each part enters what it defines in a dictionary that it is given: KINDS, ACTS, EVENTS, STANDING, AWARDS, SHOWS.
        """
        parts = [self.term(name) for name in self.selection.terms]
        parts += [self.kind(name) for name in self.selection.kinds()]
        for act in self.acts.values():
            parts += [self.judge(act), self.quick(act), self.early(act), self.effects_of(act)]
        for event in dict.fromkeys((*self.sheet.events, *self.sheet.symbols.events)):
            parts.append(self.event(event, event in self.sheet.symbols.events))
        parts += [*self.standing(), *self.awards(), *self.shows()]
        return ["\n".join(part) + "\n" for part in parts]

    # ── terms and kinds ────────────────────────────────────────────────────────────────────────────────────────────────

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
        when = Const(True, "truth") if line.when is None else folded(line.when, self.selection)
        if line.mode == "allow":
            return self.emit.text(when)
        if line.mode == "forbid":
            return f"(not {self.emit.text(when)})"
        assert line.require is not None
        require = self.emit.truth(line.require)
        if when == Const(True, "truth"):
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
        """A function that gives, for every line about an act, whether it is content, or, where that takes looking ahead, what tells
        it when it is called: a look that comes to no answer then leaves the other lines their say."""
        code = [f"def judge_{_ident(act.name)}({self.params(act)}):", f"{INDENT}return ("]
        for line in self.judges[act.name]:
            code.append(f"{INDENT * 2}{'lambda: ' if self.looks_ahead(line) else ''}{self.condition(line)},")
        return [*code, f"{INDENT})"]

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
        chosen = {*(field.name for field in act.fields), "afterwards"}
        duties = [line for line in self.judges[act.name] if line.mode != "allow" and not self.looks_ahead(line)]
        code = [f"def early_{_ident(act.name)}(rt, s, v_player):"]
        code += [f"{INDENT}if not {self.condition(line)}: return False" for line in duties if not chosen & self.variables(line)]
        return [*code, f"{INDENT}return True"]

    def looks_ahead(self, line: JudgeLine) -> bool:
        """Whether a line looks past the present position, and so is judged last."""
        return self.selection.reach.looked_at(line).ahead

    def variables(self, line: JudgeLine) -> set[str]:
        """The variables that the condition of a line reads once the options are filled in."""
        cores = [folded(core, self.selection) for core in (line.require, line.when) if core is not None]
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
        when = Const(True, "truth") if line.when is None else folded(line.when, self.selection)
        if when != Const(True, "truth"):
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
        """Standing rules: the first that applies acts, then all are looked at again."""
        parts: list[Code] = []
        names: list[str] = []
        for number, rule in enumerate(self.selection.chosen(self.sheet.standing)):
            condition = folded(rule.condition, self.selection)
            if condition != Const(False, "truth"):
                names.append(f"standing_{number}")
                parts.append(self.standing_rule(names[-1], rule, condition))
        first = " or ".join(f"{name}(rt, s)" for name in names) or "False"
        code = ["def settle(rt, s):", f"{INDENT}for _ in range(STANDING_LIMIT):"]
        code += [f"{INDENT * 2}if s[{ENDED}] is not None or not ({first}): return"]
        code += [f"{INDENT}raise restless(line for line, rule in STANDING.items() if rule(rt, s))", "SETTLE.append(settle)"]
        return [*parts, code]

    def standing_rule(self, name: str, rule: Standing, condition: Core) -> Code:
        """One standing rule as a function that tells whether it acted."""
        code, depth = [f"def {name}(rt, s):"], 1
        if rule.loop is not None:
            code.append(f"{INDENT}for {variable(rule.loop.var)} in {self.emit.truth(rule.loop.source)}:")
            depth = 2
        code.append(f"{INDENT * depth}if {self.emit.text(condition)}:")
        for effect in self.selection.chosen(rule.effects):
            code += self.effect(effect, depth + 1, "return True", [] if rule.loop is None else [variable(rule.loop.var)])
        code += [f"{INDENT * (depth + 1)}return True", f"{INDENT}return False"]
        return [*code, f"STANDING[{rule.tag.line!r}] = {name}"]

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


def _ident(name: str) -> str:
    return name.replace("-", "_")

"""Mutants of whole lines: of another act or event, in another order, once, for the partners too, left out, with other worths."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from meldspec.book.core import Cell, Core, Op, Var, free_variables, rebuilt
from meldspec.book.sheet import ActLine, Declared, EffectLine, JudgeLine, Line, Loop, Sheet, Standing, TermLine, expressions
from meldspec.corpus.mutation.operators import Mutant
from meldspec.corpus.mutation.places import Spot, group_of, spots, with_group, with_line
from meldspec.language import lines
from meldspec.table.selection import Selection

ACT, ORDER, ONCE, BLOCK, CLAUSE = "act or event", "order of effects", "whenever made once", "block left out", "clause left out"
WORTH, SHARED = "worth of others", "for the partners too"
ALWAYS_KNOWN = frozenset({"player", "side", "afterwards"})
"""What lines about any act may speak of."""


def of_blocks(selection: Selection, partners: bool) -> Iterator[Mutant]:
    """All of them, in the order of the sheet; those about partners where players have any."""
    here = [(line, spot) for line, spot in spots(selection.sheet) if selection.holds(line.tag)]
    yield from other_acts(selection.sheet, here)
    yield from other_events(selection.sheet, here)
    yield from swapped(selection, here)
    yield from made_once(selection.sheet, here)
    yield from shared(selection.sheet, here) if partners else ()
    yield from left_out(selection.sheet, here)


Here = list[tuple[Line, Spot]]
"""The lines in force, each with its place."""


# ── moved elsewhere ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def other_acts(sheet: Sheet, here: Here) -> Iterator[Mutant]:
    """What judges one act, or is done with it, of the next act that has the same fields instead."""
    for line, spot in here:
        act = line.act if isinstance(line, JudgeLine) and spot.group == "judges" else spot.key if spot.group == "effects" else ""
        other = _next_act(sheet, line, act) if act else None
        if other is None:
            continue
        told = f"{line.mode} for {act}" if isinstance(line, JudgeLine) else f"done at {act}"
        if isinstance(line, JudgeLine):
            changed = with_line(sheet, spot, replace(line, act=other))
        else:
            there = Spot("effects", other, 0)
            changed = with_group(with_line(sheet, spot, None), there, [*sheet.effects.get(other, ()), line])
        yield Mutant(line.tag, f"{told} made {other}", changed, ACT)


def _next_act(sheet: Sheet, line: Line, act: str) -> str | None:
    """The next act, round in the order of the book, with all fields that a line speaks of, which has no such line yet."""
    names = list(sheet.symbols.acts)
    there = {*(one.act for one in sheet.judges if one.tag == line.tag), *(a for a, group in sheet.effects.items() if line in group)}
    wanted = _spoken_of(line) - ALWAYS_KNOWN
    known = {name: {field.spelt or field.name for field in sheet.symbols.acts[name].fields} for name in names}
    known = {name: fields | {field.name for field in sheet.symbols.acts[name].fields} for name, fields in known.items()}
    after = names[names.index(act) + 1 :] + names[: names.index(act)]
    return next((name for name in after if name not in there and wanted <= known[name]), None)


def _spoken_of(line: Line) -> set[str]:
    """The variables that a line reads and does not bind."""
    found = {name for core in expressions(line) for name in free_variables(core)}
    return found - {line.loop.var} if isinstance(line, EffectLine) and line.loop is not None else found


def other_events(sheet: Sheet, here: Here) -> Iterator[Mutant]:
    """What befalls at one event at the next one instead, where it speaks of nobody: not at every event is somebody's turn."""
    names = list(dict.fromkeys(spot.key for _, spot in here if spot.group == "events"))
    for line, spot in here:
        if spot.group == "events" and len(names) > 1 and not _spoken_of(line):
            other = names[(names.index(spot.key) + 1) % len(names)]
            there = Spot("events", other, 0)
            changed = with_group(with_line(sheet, spot, None), there, [*sheet.events[other], line])
            yield Mutant(line.tag, f"at {spot.key} made at {other}", changed, ACT)


# ── in another order, or once ───────────────────────────────────────────────────────────────────────────────────────────────


def swapped(selection: Selection, here: Here) -> Iterator[Mutant]:
    """Two effects of one act, event or standing rule, one after the other, done in the other order."""
    for (line, spot), (after, later) in pairwise(here):
        if isinstance(line, EffectLine) and isinstance(after, EffectLine) and _group(spot) == _group(later):
            one, other = (spot.number, later.number) if spot.inner < 0 else (spot.inner, later.inner)
            group = group_of(selection.sheet, spot)
            group[one], group[other] = group[other], group[one]
            where = f" at {spot.key}" if spot.key else ""
            changed, same = with_group(selection.sheet, spot, group), commute(selection, line, after)
            yield Mutant(line.tag, f"after {after.tag.line}{where}", changed, ORDER, same)


def _group(spot: Spot) -> tuple[object, ...]:
    """In which group a place is."""
    return spot.group, spot.key, spot.number if spot.inner >= 0 else -1


def commute(selection: Selection, one: EffectLine, other: EffectLine) -> bool:
    """Whether two effects certainly come to the same in either order: neither changes what the other looks at or changes, and
    neither ends anything or brings about an event."""
    verbs = ("draw", "move", "move all", "lay", "join", "join to", "becomes")
    if one.verb not in verbs or other.verb not in verbs:
        return False
    reach = selection.reach
    places = frozenset(selection.sheet.symbols.places)
    changed = [reach.writes([line], places if line.verb == "lay" else ()).everything() for line in (one, other)]
    looked = [reach.looked_at(line) for line in (one, other)]
    if any(reads.ahead for reads in looked):
        return False
    return changed[0].isdisjoint(changed[1] | looked[1].cells) and changed[1].isdisjoint(looked[0].cells)


def made_once(sheet: Sheet, here: Here) -> Iterator[Mutant]:
    """What a standing rule does, done once after each act and the setup, and not for as long as its condition holds."""
    for line, spot in here:
        if not isinstance(line, Standing) or len(line.effects) != 1 or (line.loop and line.effects[0].loop):
            continue
        (effect,) = line.effects
        when = line.condition if effect.when is None else Op("and", (line.condition, effect.when), "truth")
        once = replace(effect, loop=line.loop or effect.loop, when=when)
        changed = with_line(sheet, spot, None)
        effects = {act: [*sheet.effects.get(act, ()), once] for act in sheet.symbols.acts}
        events = {event: [*group, once] if event == "setup" else group for event, group in sheet.events.items()}
        yield Mutant(line.tag, "once, not whenever", replace(changed, effects=effects, events=events), ONCE)


def shared(sheet: Sheet, here: Here) -> Iterator[Mutant]:
    """What is remembered of one player remembered of all players of the side."""
    for line, spot in here:
        if not isinstance(line, EffectLine) or line.verb != "becomes" or line.loop is not None:
            continue
        (cell, *values) = line.parts
        match cell:
            case Cell(name, Var(_, "player") as owner, type_):
                every = Loop("each-of-side", Op("players", (Op("side", (owner,), "side"),), "players"))
                theirs = Cell(name, Var(every.var, "player"), type_)
                parts = (theirs, *(_with_instead(value, cell, theirs) for value in values))
                changed = replace(line, parts=parts, loop=every)
                yield Mutant(line.tag, f"{name} of all players of the side", with_line(sheet, spot, changed), SHARED)
            case _:
                pass


def _with_instead(core: Core, one: Core, other: Core) -> Core:
    """An expression with one that it is, or holds, replaced by another."""
    return other if core == one else rebuilt(core, lambda node: _with_instead(node, one, other))


def worths(sheet: Sheet, here: Here) -> Iterator[Mutant]:
    """One rank, or named set, of those to which a line gives a worth, given that of the cards of another line instead, or none."""
    others = [(line.node, spot) for line, spot in spots(sheet) if isinstance(line, Declared) and isinstance(line.node, lines.Worth)]
    for line, spot in here:
        if not isinstance(line, Declared) or not isinstance(line.node, lines.Worth):
            continue
        for item in line.node.items:
            for other, there in {node.points: (node, place) for node, place in others if node.points != line.node.points}.values():
                # Given first: where a line is left without cards, those behind it move up.
                yield Mutant(line.tag, f"{item} worth {other.points}", _bare(_given(sheet, item, there), item, spot), WORTH)
            yield Mutant(line.tag, f"{item} worth nothing", _bare(sheet, item, spot), WORTH)


def _given(sheet: Sheet, item: str, spot: Spot) -> Sheet:
    """A sheet with an item more in a line of worths."""
    line = group_of(sheet, spot)[spot.number]
    return with_line(sheet, spot, replace(line, node=replace(line.node, items=(*line.node.items, item))))


def _bare(sheet: Sheet, item: str, spot: Spot) -> Sheet:
    """A sheet without an item in a line of worths, and without the line where it is the only one."""
    line = group_of(sheet, spot)[spot.number]
    left = tuple(one for one in line.node.items if one != item)
    return with_line(sheet, spot, replace(line, node=replace(line.node, items=left)) if left else None)


# ── left out ────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def left_out(sheet: Sheet, here: Here) -> Iterator[Mutant]:
    """All lines of a clause about one act, event or kind left out, and all of a clause; where they are several."""
    blocks: dict[tuple[str, str, str], Here] = {}
    for line, spot in here:
        if not isinstance(line, TermLine | Declared | ActLine) and spot.inner < 0:
            name = line.act if isinstance(line, JudgeLine) else spot.key
            sort = {"judges": "to", "effects": "to", "kinds": "kind", "events": "at"}.get(spot.group, spot.group)
            blocks.setdefault((line.tag.clause, sort, name), []).append((line, spot))
    clauses: dict[str, Here] = {}
    for (clause, sort, name), group in blocks.items():
        clauses.setdefault(clause, []).extend(group)
        if len(group) > 1:
            yield Mutant(group[0][0].tag, f"all of {f'{sort} {name}'.strip()} left out", without(sheet, group), BLOCK)
    for clause, group in clauses.items():
        if len(group) > 1 and sum(key[0] == clause for key in blocks) > 1:
            yield Mutant(group[0][0].tag, "the whole clause left out", without(sheet, group), CLAUSE)


def without(sheet: Sheet, group: Here) -> Sheet:
    """A sheet without some lines."""
    # Those that stand last first: the numbers of the others are theirs still.
    for _, spot in sorted(group, key=lambda one: (one[1].number, one[1].inner), reverse=True):
        sheet = with_line(sheet, spot, None)
    return sheet

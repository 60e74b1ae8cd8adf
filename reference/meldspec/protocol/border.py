"""The border between a book and implementations: what goes over it, and what the protocol cannot carry.

A book shows its table by the fields of the protocol (`place … shown as hands`), or by names of its own (`shown by name as count`).
Acts, phases and endings are those that the protocol knows, or others that `programs learn`. A book that shows no place has no
border, and nothing here is said of it: it can be checked, read, ruled by and explored (decision 0018).
"""

from collections.abc import Iterator, Mapping, Sequence

from meldspec.book.core import Cell
from meldspec.book.reach import reach_of
from meldspec.book.sheet import ActLine, EffectLine, FieldLine, Sheet, all_lines
from meldspec.language import lines
from meldspec.language.problems import Diagnostic, Place, did_you_mean
from meldspec.protocol.fields import declared
from meldspec.protocol.messages import ACTIONS, ENDINGS, OVER, PHASES
from meldspec.protocol.observe import KEYS, OF_SEATS, STOCK, TOLD

FIELDS: Mapping[str, str] = {
    "plays": "plays",
    "top": "play",
    "card": "card",
    "seat": "player",
    "yes": "truth",
    **dict.fromkeys(("heap", "second", "count"), "number"),
}
"""The fields of the protocol's actions, and the type that a field of an act has in the rules."""
GARBAGE = "garbage"
"""The one place beside the melds that a play may name in every game, where a game has it."""
MELD = "meld"
"""The type of a field that any act may have besides, under a name of the book's own: the number of a meld."""
FORMS: Mapping[str, tuple[str, ...]] = {STOCK: ("row",), "pile": ("row",), "melds": ("groups",)}
"""The forms of places that a field can tell, where not every bag or row will do."""
BAGS = ("row", "bag")
OWNERS = {"": "the table", "player": "each player", "side": "each side", "number": "each number"}
SORTS: Mapping[str, Sequence[str]] = {"acts": tuple(ACTIONS), "phases": (*PHASES, OVER), "endings": ENDINGS}
"""What programs may have to learn, and what they know of each sort."""
SHOWN = {"asked": "player", "frozen": "truth"}
"""The fields of an observation that the lines of a book tell, besides those of places, and their types."""
BY_NAME = "'shown by name as count' (or 'as cards')"


def check_border(sheet: Sheet, problems: list[Diagnostic]) -> None:
    """Whatever a book shows to implementations, or has them do, that the protocol cannot carry."""
    learnt = {sort: _learnt(sheet, sort) for sort in SORTS}
    if has_border(sheet):
        found = [*_places(sheet), *_fields_shown(sheet), *_dealt(sheet), *_acts(sheet, learnt["acts"])]
        found += [*_phases(sheet, learnt["phases"]), *_endings(sheet, learnt["endings"])]
        # A line that several readings share is looked at once for each.
        problems += dict.fromkeys(found)
    problems += _learning(sheet)


def has_border(sheet: Sheet) -> bool:
    """Whether a book shows any place to implementations."""
    return any(node.shown or node.told for _, node, _ in sheet.declared_as(lines.PlaceLine))


def no_border(sheet: Sheet) -> Diagnostic:
    """What is said to who would play a book with implementations that shows them nothing."""
    found, expected = "a book that shows no place to programs", "at least a stock and hands that are shown"
    text = sheet.book.place
    return Diagnostic("border-none", text, found, expected, "write 'shown as stock', 'shown as hands' … behind its places")


def _learnt(sheet: Sheet, sort: str) -> set[str]:
    """What the book has programs learn of a sort."""
    return {name for _, node, _ in sheet.declared_as(lines.Learn) if node.sort == sort for name in node.names}


# ── places ──────────────────────────────────────────────────────────────────────────────────────────────────


def _places(sheet: Sheet) -> Iterator[Diagnostic]:
    """Places shown as fields that the protocol has not, or not for such a place."""
    for _, node, _ in sheet.declared_as(lines.PlaceLine):
        if node.shown and node.told:
            found, expected = f"the place '{node.name}', shown in two ways", "a field of the protocol, or the place's own name"
            yield Diagnostic("border-place", node.place, found, expected, "keep one or the other")
        elif node.told:
            yield from _told(node)
        elif node.shown:
            yield from _shown(node)


def _told(node: lines.PlaceLine) -> Iterator[Diagnostic]:
    """What is wrong with a place that is shown by its name."""
    if node.told not in TOLD:
        found, mend = f"the place '{node.name}' shown by name as '{node.told}'", did_you_mean(node.told, TOLD)
        yield Diagnostic("border-place", node.place, found, "by name as cards, or as count", mend or "write one of them")
    elif node.form == "groups":
        found, expected = f"the groups '{node.name}' shown by name", "a row or a bag: only 'melds' tells cards in groups"
        yield Diagnostic("border-place", node.place, found, expected, "write 'shown as melds', or leave it out")


def _shown(node: lines.PlaceLine) -> Iterator[Diagnostic]:
    """What is wrong with a place that is shown as a field of the protocol."""
    owner, key = OWNERS.get(node.owner, node.owner), _key(node)
    found = f"the place '{node.name}' of {owner} shown as '{node.shown}'"
    fitting = [STOCK] if node.owner == "number" else KEYS.get(node.owner, ())
    if key not in fitting:
        known = [field.replace("_", "-") for field in fitting]
        mend = did_you_mean(node.shown, known) or f"write {BY_NAME}, or leave 'shown as {node.shown}' out"
        expected = f"what the protocol has for {owner}: {', '.join(known) or 'nothing'}"
        yield Diagnostic("border-place", node.place, found, expected, mend)
    elif node.form not in (forms := FORMS.get(key, BAGS)):
        expected, mend = f"a {' or a '.join(forms)} to be shown so", f"write {BY_NAME}, or make it such a place"
        yield Diagnostic("border-place", node.place, f"{found}, which is {node.form}", expected, mend)


def _key(node: lines.PlaceLine) -> str:
    """The field that a place is shown as, as the protocol spells it."""
    return node.shown.replace("-", "_")


def _fields_shown(sheet: Sheet) -> Iterator[Diagnostic]:
    """What else is shown of the table, beside its places: cases hold nothing that the protocol has not."""
    for _, node, value in sheet.declared_as(lines.Show):
        wanted = SHOWN.get(node.key)
        if wanted is None:
            mend = did_you_mean(node.key, SHOWN) or f"leave it out; of a place write {BY_NAME}"
            expected = f"what a book may show besides its places: {', '.join(SHOWN)}"
            yield Diagnostic("border-show", node.place, f"'show {node.key}'", expected, mend)
        elif value is not None and value.type not in (wanted, "any"):
            found, mend = f"'show {node.key}' as {value.type}", "show what is of that type"
            yield Diagnostic("border-show", node.place, found, f"a {wanted}, as the protocol has it", mend)


def _dealt(sheet: Sheet) -> Iterator[Diagnostic]:
    """Cards that a deal puts where no request tells of them."""
    places = {node.name: node for _, node, _ in sheet.declared_as(lines.PlaceLine)}
    dealing = [*reach_of(sheet).carried_out(sheet.events.get("dealing", []))]
    # What is emptied again before play begins need not be told of.
    emptied = {part.name for line in dealing if line.verb == "move all" and isinstance(part := line.parts[0], Cell)}
    firsts: dict[str, str] = {}
    for node in places.values():
        firsts.setdefault(node.shown, node.name)
    pack = next((name for name, node in places.items() if node.form == "row"), None)
    if pack is not None and pack not in emptied and places[pack].shown != STOCK:
        found, expected = f"the pack in '{pack}', which is not the stock that is shown", "the first row shown as stock"
        yield Diagnostic("border-deal", places[pack].place, found, expected, "write 'shown as stock' behind it")
    for line in dealing:
        target = line.parts[-1] if line.verb in ("draw", "move", "move all") else None
        if not isinstance(target, Cell) or target.name not in places or target.name in emptied:
            continue
        node = places[target.name]
        # One that is shown as what there is not is told of already.
        if node.told or (node.shown and _key(node) not in KEYS.get(node.owner, (STOCK,))):
            continue
        if node.shown not in (STOCK, *OF_SEATS) or firsts[node.shown] != node.name:
            shown = f"shown as {node.shown}" if node.shown else "not shown"
            found = f"cards dealt to '{node.name}', which is {shown}"
            expected = "cards dealt to the first place shown as stock, hands or feet, or to one shown by name"
            mend = f"write {BY_NAME} behind the place, or turn these cards up 'at setup'"
            yield Diagnostic("border-deal", line.tag.place, found, expected, mend)


# ── acts ────────────────────────────────────────────────────────────────────────────────────────────────────


def _acts(sheet: Sheet, learnt: set[str]) -> Iterator[Diagnostic]:
    """Acts that no implementation knows, and fields of those that it knows otherwise."""
    for act in sheet.acts:
        yield from _targets(sheet, act)
        if act.name in ACTIONS:
            yield from _fields(act)
        elif act.name not in learnt:
            yield _unknown("act", "acts", act.name, act.tag.place)
        else:
            clashing = (field for field in act.fields if field.spelt == "type")
            other, mend = "another name: 'type' tells which act it is", "write another name behind 'as'"
            yield from (_field(act, field, other, mend) for field in clashing)


def _targets(sheet: Sheet, act: ActLine) -> Iterator[Diagnostic]:
    """Places beside the melds that cards may be laid on: a play must be able to name them."""
    places = sheet.symbols.places
    for name in dict.fromkeys(name for field in act.fields for name in field.onto if name in places):
        node = places[name]
        if node.form != "groups" and not node.told and (name, node.shown) != (GARBAGE, GARBAGE):
            found, expected = f"cards laid on '{name}'", f"melds, '{GARBAGE}' shown as such, or a place that is shown by name"
            yield Diagnostic("border-act", act.tag.place, found, expected, f"write {BY_NAME} behind the place '{name}'")


def _fields(act: ActLine) -> Iterator[Diagnostic]:
    """The fields of an act of the protocol, held against those that it has there."""
    known = {one.key: one for one in declared(ACTIONS[act.name]) if one.key != "type"}
    words = ", ".join(f"{name} ({FIELDS[name]})" for name in known) or "no fields"
    for field in act.fields:
        if field.spelt in known and field.type != FIELDS[field.spelt]:
            yield _field(act, field, f"'{field.spelt}' to be of the type {FIELDS[field.spelt]}")
        elif field.spelt not in known and (field.type != MELD or field.spelt == "type"):
            yield _field(act, field, f"a field that '{act.name}' has in the protocol: {words}; or one of the type {MELD}")
    spelt = {field.spelt for field in act.fields}
    if lacking := [name for name, one in known.items() if one.required and name not in spelt]:
        found, wanted = f"the act '{act.name}' without '{lacking[0]}'", f"what '{act.name}' has in the protocol: {words}"
        mend = f"add the field, or one 'as {lacking[0]}'; or give the act another name, and write 'programs learn acts NAME'"
        yield Diagnostic("border-field", act.tag.place, found, wanted, mend)


RENAME = "name it so with 'as', or give the act another name, and write 'programs learn acts NAME'"


def _field(act: ActLine, field: FieldLine, expected: str, mend: str = RENAME) -> Diagnostic:
    """A field that an act cannot have over the border."""
    named = f" as '{field.spelt}'" if field.spelt != field.name else ""
    found = f"the field '{field.name}'{named} of the act '{act.name}', of the type {field.type}"
    return Diagnostic("border-field", act.tag.place, found, expected, mend)


# ── phases and endings ──────────────────────────────────────────────────────────────────────────────────────


def _phases(sheet: Sheet, learnt: set[str]) -> Iterator[Diagnostic]:
    """Phases that no implementation knows; that of the set-up, the first, is never seen."""
    first = sheet.symbols.phases[:1]
    for _, node, _ in sheet.declared_as(lines.Phases):
        unknown = (name for name in node.names if name not in (*first, *PHASES, *learnt))
        yield from (_unknown("phase", "phases", name, node.place) for name in unknown)


def _endings(sheet: Sheet, learnt: set[str]) -> Iterator[Diagnostic]:
    """Ways to end a deal that no implementation knows."""
    for line in _ending(sheet):
        if line.word not in (*ENDINGS, *learnt):
            yield _unknown("ending", "endings", line.word, line.tag.place)


def _ending(sheet: Sheet) -> Iterator[EffectLine]:
    """The lines that end a deal."""
    return (line for line in all_lines(sheet) if isinstance(line, EffectLine) and line.verb == "end deal")


def _unknown(what: str, sort: str, name: str, place: Place) -> Diagnostic:
    """A word that implementations do not know."""
    known = [word for word in SORTS[sort] if word != OVER]
    expected = f"one of the {sort} of the protocol: {', '.join(known)}; or one that programs learn"
    near = did_you_mean(name, known)
    mend = f"{near + ' If not, write' if near else 'write'} 'programs learn {sort} {name}'"
    return Diagnostic(f"border-{what}", place, f"the {what} '{name}', which the protocol has not", expected, mend)


# ── what programs learn ─────────────────────────────────────────────────────────────────────────────────────


def _learning(sheet: Sheet) -> Iterator[Diagnostic]:
    """Words to be learnt that the book has not, or that implementations know already."""
    own = {
        "acts": {act.name for act in sheet.acts},
        "phases": {*sheet.symbols.phases},
        "endings": {line.word for line in _ending(sheet)},
    }
    for _, node, _ in sheet.declared_as(lines.Learn):
        if node.sort not in SORTS:
            found, mend = f"'programs learn {node.sort}'", did_you_mean(node.sort, SORTS) or "write one of them"
            yield Diagnostic("border-learn", node.place, found, f"one of: {', '.join(SORTS)}", mend)
            continue
        for name in node.names:
            found = f"'{name}' among the {node.sort} that programs learn"
            if name in SORTS[node.sort]:
                yield Diagnostic(
                    "border-learn", node.place, found, "words that the protocol has not", "delete it: every program knows it"
                )
            elif name not in own[node.sort]:
                expected = f"one of the {node.sort} of this book: {', '.join(sorted(own[node.sort])) or 'there are none'}"
                mend = did_you_mean(name, own[node.sort]) or "delete it"
                yield Diagnostic("border-learn", node.place, found, expected, mend)

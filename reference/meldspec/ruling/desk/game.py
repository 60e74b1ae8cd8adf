"""A game as the page offers it: its options and questions, seats and sides, the cards, the parts of a turn, the acts."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from meldspec.book.core import clause_of_question
from meldspec.book.line_index import line_index
from meldspec.engine.rulebook import Library, Rulebook, make_rulebook
from meldspec.language import lines
from meldspec.position.asked_act import MAY_LACK
from meldspec.position.shape import described
from meldspec.protocol.observe import OF_SEATS, OF_SIDES, OF_TABLE, STOCK, named_ranges, shown_ranges
from meldspec.ruling.dialogue.counted import ENDINGS
from meldspec.ruling.dialogue.reader import Reader, put
from meldspec.ruling.dialogue.seats import seat_words, side_words
from meldspec.ruling.dialogue.table import ACTS, fits, may_come, phase_words
from meldspec.ruling.words import names_of, one_of


def game_json(library: Library, name: str, options: Mapping[str, int], readings: Mapping[str, str]) -> dict[str, Any]:
    """All that the controls of a page are made of. Raises RulesError for a game that there is not, ChoiceError for options or
    readings that it does not offer."""
    sheet = library.sheet(name)
    rulebook = make_rulebook(sheet, options, readings)
    layout = rulebook.layout
    return {
        "name": name,
        "title": sheet.book.title,
        "options": _options(rulebook),
        "questions": _questions(rulebook),
        "seats": layout.seats,
        # As each seat would call the others.
        "who": [[seat_words(layout, seat, you) for seat in range(layout.seats)] for you in range(layout.seats)],
        "sides": [list(layout.players_of(side)) for side in range(layout.sides)],
        "whose": [[side_words(layout, side, you) for side in range(layout.sides)] for you in range(layout.seats)],
        "cards": _cards(rulebook),
        "endings": [{"name": how, "words": ENDINGS.get(how, how)} for how in sorted(sheet.symbols.endings)],
        "places": _places(rulebook),
        "memories": {
            node.name: {"asks": node.asking, "owner": node.owner, "type": node.type}
            for node, _ in rulebook.selection.declared(lines.Keep)
            if node.asking
        },
        **_turns(Reader(library, {}), rulebook),
    }


def _options(rulebook: Rulebook) -> list[dict[str, Any]]:
    """The options among which there is something to choose, with the values that go together with the others."""
    sheet, chosen = rulebook.sheet, dict(rulebook.options)
    clauses = {node: tag.clause for tag, node, _ in sheet.book.numbered() if isinstance(node, lines.Option)}
    entries = line_index(sheet).entries
    return [
        {
            "name": one.name,
            "asks": entries[clauses[one]].clause.title,
            "value": chosen[one.name],
            "usual": one.default,
            "values": list(one.values),
            "fitting": [value for value in one.values if fits(sheet, {**chosen, one.name: value})],
        }
        for one in sheet.symbols.options.values()
        if len(one.values) > 1
    ]


def _questions(rulebook: Rulebook) -> list[dict[str, Any]]:
    """The questions that the book leaves open, with all that each may be answered."""
    entries = line_index(rulebook.sheet).entries
    return [
        {
            "id": id,
            "title": entries[clause_of_question(id)].clause.title,
            "asks": one.asks,
            "reading": rulebook.readings[id],
            "usual": one.default,
            "readings": [{"name": reading.name, "says": one.says(reading.name)} for reading in one.readings],
        }
        for id, one in rulebook.questions().items()
    ]


def _cards(rulebook: Rulebook) -> list[dict[str, Any]]:
    """Every card of the pack: how many of it there are, and by its class which others the rules cannot tell it from."""
    faces = rulebook.faces
    rows = zip(faces.names, faces.ranks, faces.suits, faces.counts, faces.classes, strict=True)
    return [{"name": name, "rank": rank, "suit": suit, "count": count, "class": alike} for name, rank, suit, count, alike in rows]


def _places(rulebook: Rulebook) -> dict[str, Any]:
    """Which places there are, by the fields that tell them, with what players call one of them."""
    names = names_of(rulebook)
    shown = (*OF_TABLE, *OF_SEATS)
    sides = [key for key in OF_SIDES if any(range_.owner == "side" for range_ in shown_ranges(rulebook, key))]
    heaps = [range_ for range_ in shown_ranges(rulebook, STOCK) if range_.count > 1]
    hands = shown_ranges(rulebook, "hands")
    return {
        "shown": [key for key in shown if shown_ranges(rulebook, key)],
        "sides": sides,
        "counted": dict(_counted(rulebook, sides)),
        "heaps": heaps[0].count if heaps else 1,
        "named": [
            {"name": r.name, "owner": r.owner, "words": one_of(r.name, names)} for r in (*named_ranges(rulebook), *hands[1:])
        ],
        "words": {key: one_of(key, names) for key in (*shown, *sides)},
    }


def _counted(rulebook: Rulebook, sides: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """The places before a side of whose cards the number says all, since the rules cannot tell them apart, with those cards: a set
    of cards is called like the place."""
    faces = rulebook.faces
    for key in sides:
        for range_ in shown_ranges(rulebook, key):
            cards = faces.sets.get(range_.shown, frozenset())
            if len({faces.classes[face] for face in cards}) == 1:
                yield key, [faces.names[face] for face in sorted(cards)]


def _turns(reader: Reader, rulebook: Rulebook) -> dict[str, Any]:
    """What everybody is dealt, the parts of a turn, and the acts, each with the parts in which it may be."""
    fields: dict[str, Any] = {"variant": rulebook.name, "options": dict(rulebook.options)}
    dealt = {key: reader.dealt(fields, key) for key in ("hands", "feet")}
    for key, counts in dealt.items():
        fields = put(fields, (key,), counts) if counts else fields
    phases = rulebook.sheet.symbols.phases[1:]
    begun = {phase: reader.position(put(put(fields, ("turn",), 0), ("phase",), phase)) for phase in phases}
    return {
        "dealt": dealt,
        "phases": [{"name": phase, "words": phase_words(rulebook, phase)} for phase in phases],
        "acts": [_act(rulebook, name, [phase for phase in phases if may_come(begun[phase], name)]) for name in rulebook.acts],
    }


def _act(rulebook: Rulebook, name: str, phases: list[str]) -> dict[str, Any]:
    """One act with its fields, whose types are those of the language."""
    fields = [
        {
            "name": field.spelt,
            "type": field.type,
            "beside": list(field.beside),
            "may_lack": field.type in MAY_LACK,
            "words": described(name, field.spelt).partition(";")[0],
        }
        for field in rulebook.acts[name].fields
    ]
    return {"name": name, "words": ACTS.get(name, name), "phases": phases, "fields": fields}

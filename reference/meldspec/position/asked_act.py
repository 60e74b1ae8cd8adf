"""The act that a position file asks about, held against the rules and the table: a slip of the pen is an error of the file.

Over the protocol the same slip is an illegal act, since a program is judged by it; a player who asks for a ruling has only
written something else than was meant, and a verdict on that would answer another question.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from meldspec.engine.compile.record import CompiledAct, CompiledField
from meldspec.engine.play import plays_of
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.runtime import without
from meldspec.language.immutable import mutable
from meldspec.language.problems import Diagnostic, did_you_mean
from meldspec.position.cards import SPELT, meant
from meldspec.position.marked import Path, Problems
from meldspec.position.position import Position
from meldspec.position.shape import described, shown_value
from meldspec.protocol.actions import NEW_WORD
from meldspec.protocol.observe import shown_ranges
from meldspec.table.table import Act

ACTION: Path = ("act", "action")
PLAY = {"to": "new, or the number of the meld that the cards go to", "cards": "the cards that are laid, as KC KD KH"}
"""The fields of a play."""
WANTED: Mapping[str, tuple[type, str]] = {
    "plays": (list, "a list of plays, as [{to: new, cards: KC KD KH}]"),
    "play": (int, "the number of a play, counted from 0"),
    "card": (str, "a card, as KD or JK"),
    "player": (int, "a seat"),
    "truth": (bool, "yes or no"),
    "number": (int, "a whole number"),
    "meld": (int, "the number of a meld, counted from 0"),
}
"""The types of fields, how a value of each is read, and what it is called."""
MAY_LACK = {"play", "number"}
"""The types of fields that an action may leave out."""


def misspelt_act(position: Problems, rulebook: Rulebook) -> list[Diagnostic]:
    """What is wrong with the act of a file whatever lies on the table: its name, its fields, and how their values are written."""
    asked = position.marked.value.get("act")
    if asked is None:
        return []
    reader = _Spelling(position.marked, [], rulebook)
    reader.read(asked)
    return reader.problems


def misplaced_act(position: Position) -> list[Diagnostic]:
    """What is wrong with the act of a file as the table stands: melds, places, seats and cards that are not there, and which play
    lays the top card."""
    act = position.act()
    if act is None:
        return []
    reader = _OnTheTable(position.marked, [], position, act, position.rulebook.acts[act.name])
    reader.read()
    return reader.problems


# ── whatever lies on the table ──────────────────────────────────────────────────────────────────────────────


@mutable
class _Spelling(Problems):
    """Reads the act of a file as it is written."""

    rulebook: Rulebook

    def read(self, asked: Mapping[str, Any]) -> None:
        """The seat, the name of the act, and its fields."""
        seats, acts = self.rulebook.layout.seats, self.rulebook.acts
        if asked.get("seat", 0) >= seats:
            self.note("no-seat", ("act", "seat"), f"seat {asked['seat']}", f"a seat from 0 to {seats - 1}")
        name = asked["action"]["type"]
        if name in acts:
            self.fields(acts[name], asked["action"])
        else:
            self.note("no-act", (*ACTION, "type"), f"'{name}'", "one of: " + ", ".join(acts), did_you_mean(name, acts))

    def fields(self, line: CompiledAct, action: Mapping[str, Any]) -> None:
        """Each field of the book is there and can be read, and no other is."""
        known = {field.spelt: field for field in line.fields}
        strange = [name for name in action if name != "type" and name not in known]
        lacking = [name for name, field in known.items() if name not in action and field.type not in MAY_LACK]
        # Who lays cards without saying that it is a play has left out brackets, and need not be told of each field by itself.
        bare = {"to", "cards"}.intersection(strange) if lacking == ["plays"] and "cards" in action else set()
        if bare:
            play = f"{{to: {shown_value(action.get('to', NEW_WORD))}, cards: {_as_text(action['cards'])}}}"
            found = "cards that are in no play"
            self.note("no-plays", (*ACTION, "cards"), found, _expected(line, known["plays"]), f"write plays: [{play}]")
            lacking = []
        for name in strange:
            if name not in bare:
                self.strange(line, name, action[name])
        for name in lacking:
            self.note("missing-field", ACTION, f"no '{name}'", f"{name}: {_expected(line, known[name])}")
        for name, field in known.items():
            if name in action:
                self.value(line, field, action[name])

    def strange(self, line: CompiledAct, name: str, value: Any) -> None:
        """A field that the act does not have; one that it has in other games is told as such."""
        own = [field.spelt for field in line.fields]
        offered = "one of: " + ", ".join(own) if own else f"nothing but type: {line.name}"
        about = described(line.name, name)
        found = f"{shown_value(value)}, but '{line.name}' has no such field"
        mend = did_you_mean(name, own) or "leave it out"
        if about:
            found = f"{shown_value(value)} ({about}), but {self.rulebook.name} leaves no such choice"
            mend = "leave it out"
        self.note("unknown-field", (*ACTION, name), found, offered, mend)

    def value(self, line: CompiledAct, field: CompiledField, value: Any) -> None:
        """One field."""
        path = (*ACTION, field.spelt)
        wanted, _ = WANTED.get(field.type, (int, ""))
        if field.type in MAY_LACK and value is None:
            return
        # Yes and no are whole numbers to Python.
        fits = isinstance(value, wanted) and (wanted is bool or not isinstance(value, bool))
        if not fits:
            self.note("wrong-value", path, shown_value(value), _expected(line, field))
        elif field.type == "plays":
            for number, play in enumerate(value):
                self.play(play, (*path, number))
        elif field.type == "card":
            self.card(value, path)

    def play(self, play: Any, path: Path) -> None:
        """One play."""
        if not isinstance(play, dict):
            mend = f"write {{to: new, cards: {_as_text(play)}}}" if isinstance(play, str | list) else ""
            self.note("wrong-value", path, shown_value(play), "a play, as {to: new, cards: KC KD KH}", mend)
            return
        for name in play:
            if name not in PLAY:
                mend = did_you_mean(name, PLAY) or "leave it out"
                self.note("unknown-field", (*path, name), "a field that no play has", "one of: to, cards", mend)
        # Of a field that is there but misspelt it is not said besides that it is missing.
        lacking = {} if play.keys() - PLAY else {name: expected for name, expected in PLAY.items() if name not in play}
        for name, expected in lacking.items():
            mend = "write to: new where they are a meld of their own" if name == "to" else ""
            self.note("missing-field", path, f"no '{name}'", f"{name}: {expected}", mend)
        to: Any = play.get("to", NEW_WORD)
        cards: Any = play.get("cards", "-")
        if isinstance(to, bool) or not isinstance(to, int | str):
            self.note("wrong-value", (*path, "to"), shown_value(to), PLAY["to"])
        names = cards.split() if isinstance(cards, str) else cards
        if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
            self.note("wrong-value", (*path, "cards"), shown_value(cards), PLAY["cards"])
        elif "cards" in play:
            for number, name in enumerate(names):
                self.card(name, (*path, "cards", number))

    def card(self, name: str, path: Path) -> None:
        """One card of the pack."""
        known = self.rulebook.faces.by_name
        if name not in known:
            self.note("unknown-card", path, f"'{name}'", SPELT, meant(name, known))


def beside_the_hand(position: Position, line: CompiledAct, seat: int) -> set[int]:
    """The cards that plays of an act may be made of and that are not of the hand: the top card of the pile, where it is taken."""
    cells, referee = position.table.cells, Referee(position.rulebook)
    mine = Counter(line.plays.offered(referee, cells, seat)) if line.plays else Counter()
    for range_ in shown_ranges(position.rulebook, "hands"):
        mine.subtract(cells[range_.first + seat])
    return set(+mine)


def _expected(line: CompiledAct, field: CompiledField) -> str:
    """What a field is, in the words of the published schema where it has some, and how it is written."""
    wanted = WANTED.get(field.type, (int, "a whole number"))[1]
    about = described(line.name, field.spelt)
    return f"{wanted}: {about}" if about else wanted


def _as_text(cards: Any) -> str:
    """Cards as they were written, in one text."""
    return " ".join(map(str, cards)) if isinstance(cards, list) else str(cards)


# ── as the table stands ─────────────────────────────────────────────────────────────────────────────────────


@mutable
class _OnTheTable(Problems):
    """Holds an act that can be read against the table of its position."""

    position: Position
    act: Act
    line: CompiledAct

    def read(self) -> None:
        """Every field, then the cards that are laid in all."""
        for field, value in zip(self.line.fields, self.act.values, strict=True):
            path = (*ACTION, field.spelt)
            match field.type:
                case "plays":
                    self.targets(field, path)
                    self.held(field, list(self.written(path)))
                case "play":
                    self.top(field, value, path)
                case "card":
                    self.held(field, [(value, path)])
                case "player" if not 0 <= value < self.position.rulebook.layout.seats:
                    self.note("no-seat", path, f"seat {value}", f"a seat from 0 to {self.position.rulebook.layout.seats - 1}")
                case "meld" if not 0 <= value < len(self.melds(field)):
                    self.note("no-target", path, str(value), self.offered_melds(field) or "no meld: none lies there")
                case "number" if field.sourced and value not in (numbers := self.offered(field)):
                    offered = (
                        "one of: " + ", ".join(map(str, numbers)) if numbers else "no number: there is none that it may be now"
                    )
                    self.note("wrong-value", path, str(value), offered)
                case _:
                    pass

    @property
    def plays(self) -> tuple[Any, ...]:
        """The plays of the act."""
        return plays_of(self.line, self.act)

    def offered(self, field: CompiledField) -> tuple[int, ...]:
        """What the rules let a field take."""
        return tuple(field.offered(Referee(self.position.rulebook), self.position.table.cells, self.act.seat))

    def melds(self, field: CompiledField) -> tuple[tuple[int, ...], ...]:
        """The melds that a field may name."""
        held: tuple[tuple[int, ...], ...] = self.position.table.cells[field.melds_cell(self.act.seat)]
        return held

    def spelt(self, cards: Collection[int]) -> str:
        """Cards as the file writes them."""
        return " ".join(self.position.rulebook.faces.spell(tuple(cards)))

    def offered_melds(self, field: CompiledField) -> str:
        """The melds that there are, by their numbers."""
        return ", ".join(f"{number} ({self.spelt(meld)})" for number, meld in enumerate(self.melds(field)))

    def written(self, path: Path) -> Iterator[tuple[int, Path]]:
        """The cards of all plays and where each stands, in the order of the file, in which the table does not keep them."""
        for number, play in enumerate(self.marked.value["act"]["action"][path[-1]]):
            names = play["cards"].split() if isinstance(play["cards"], str) else play["cards"]
            for place, name in enumerate(names):
                yield self.position.rulebook.faces.by_name[name], (*path, number, "cards", place)

    # ── where cards go ──────────────────────────────────────────────────────────────────────────────────────

    def targets(self, field: CompiledField, path: Path) -> None:
        """Each play goes to a meld or place that is there, no two to the same one."""
        seen: set[Any] = set()
        for number, (_, cards) in enumerate(self.plays):
            # As it was written: a number of no meld is not kept as it was.
            to = self.marked.value["act"]["action"][field.spelt][number]["to"]
            where = (*path, number, "to")
            if to == NEW_WORD:
                continue
            if to not in field.beside and not (isinstance(to, int) and 0 <= to < len(self.melds(field))):
                offered = ", ".join(part for part in (NEW_WORD, self.offered_melds(field), *field.beside) if part)
                self.note("no-target", where, f"'{to}', which is not there", f"one of: {offered}", self.meant_target(field, cards))
            elif to in seen:
                self.note("twice", where, f"a second play to {to}", "all cards that go to it in one play", "put them into one")
            seen.add(to)

    def meant_target(self, field: CompiledField, cards: tuple[int, ...]) -> str:
        """Where cards were perhaps to go: to a meld that bears them, or beside all."""
        kind_of = self.position.rulebook.kind_of
        fits = [n for n, meld in enumerate(self.melds(field)) if kind_of(tuple(sorted(meld + cards)))]
        if fits or kind_of(cards):
            return f"write to: {fits[0] if fits else NEW_WORD}"
        return ""

    # ── where cards come from ───────────────────────────────────────────────────────────────────────────────

    def held(self, field: CompiledField, laid: list[tuple[int, Path]]) -> None:
        """Cards that whoever acts has nowhere. What is there but may not be used is for the rules to judge."""
        seat, rulebook, cells = self.act.seat, self.position.rulebook, self.known_cells()
        there: Counter[int] = Counter()
        for range_ in rulebook.layout.places():
            if range_.owner == "player" and range_.form != "groups":
                there.update(cells[range_.first + seat])
        there |= Counter(field.offered(Referee(rulebook), cells, seat))
        # That the pile below its top card is nobody's before it is taken is a rule, and whether it is one is what players dispute.
        there += self.buried(field) - there
        unknown = ("hands", seat) in self.position.made_up
        for face, path in laid:
            there[face] -= 1
            if there[face] < 0:
                self.note("no-card", path, *self.not_held(face, seat, unknown))

    def buried(self, field: CompiledField) -> Counter[int]:
        """The cards of the pile, where cards of the field may be laid together with its top card: those that nobody knows left
        out."""
        if field.type != "plays" or not beside_the_hand(self.position, self.line, self.act.seat):
            return Counter()
        piles = [range_.first for range_ in shown_ranges(self.position.rulebook, "pile")]
        lying = Counter(card for cell in piles for card in self.position.table.cells[cell])
        return lying - Counter(self.position.made_up.get(("pile",), ()))

    def takes(self) -> bool:
        """Whether the act lays cards that are not of the hand."""
        return bool(beside_the_hand(self.position, self.line, self.act.seat))

    def known_cells(self) -> list[Any]:
        """The table without the cards of this player that were filled in: there by chance, on which no ruling may hang."""
        cells, layout = list(self.position.table.cells), self.position.rulebook.layout
        for path, cards in self.position.made_up.items():
            if path[0] in ("hands", "feet", "places") and path[-1] == self.act.seat:
                range_ = layout[str(path[1])] if path[0] == "places" else shown_ranges(self.position.rulebook, str(path[0]))[0]
                cells[range_.first + self.act.seat] = without(cells[range_.first + self.act.seat], cards)
        return cells

    def not_held(self, face: int, seat: int, unknown: bool) -> tuple[str, str, str]:
        """What is said of a card that is not there: found, expected, mend."""
        name, hand = self.spelt([face]), self.marked.called(("hands", seat))
        if unknown:
            return f"{name} of a hand that nobody knows", f"the cards of {hand}", f"write the cards of {hand}, {name} among them"
        there = [c for r in shown_ranges(self.position.rulebook, "hands") for c in self.position.table.cells[r.first + seat]]
        found = f"{name} more often than seat {seat} holds it" if face in there else f"{name}, which seat {seat} does not hold"
        expected = f"cards that are there: {hand} is {self.spelt(there) or 'empty'}"
        # What lies in the pile and is told there is ruled on; where nobody told it, it may lie there.
        there_too = ", or tell it below the top of the pile" if ("pile",) in self.position.made_up and self.takes() else ""
        return found, expected, f"put {name} into {hand}{there_too}, or name another card"

    def top(self, field: CompiledField, value: int | None, path: Path) -> None:
        """The play that lays the card that comes from elsewhere, as the top card of the pile, is the one that the field names."""
        if value is not None and not 0 <= value < len(self.plays):
            plays = ", ".join(f"{n} ({self.spelt(cards)})" for n, (_, cards) in enumerate(self.plays))
            self.note("no-play", path, str(value), f"one of: {plays}" if plays else "no play: the act makes none")
            return
        fits = [
            n for n, (_, cards) in enumerate(self.plays) if beside_the_hand(self.position, self.line, self.act.seat) & set(cards)
        ]
        if not fits or value in fits or (value is None and self.legal()):
            return
        name = self.spelt(sorted(beside_the_hand(self.position, self.line, self.act.seat) & set(self.plays[fits[0]][1])))
        found = f"no '{field.spelt}'" if value is None else f"{value}, a play without {name}"
        expected = f"{field.spelt}: {described(self.line.name, field.spelt) or 'which play lays it'}, here {name}"
        where = ACTION if value is None else path
        self.note("missing-field" if value is None else "no-play", where, found, expected, f"write {field.spelt}: {fits[0]}")

    def legal(self) -> bool:
        """Whether the act is legal as it stands."""
        answer = Referee(self.position.rulebook).after(self.position.table.cells, self.act)
        return isinstance(answer, tuple)

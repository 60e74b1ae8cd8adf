"""A player who sits at the table of a position file and answers the questions of the dialogue from what lies there."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from meldspec.language import lines
from meldspec.position.memory import memories
from meldspec.position.position import Position
from meldspec.ruling.dialogue.question import Question
from meldspec.ruling.dialogue.seats import seat_words, side_words
from meldspec.ruling.dialogue.table import ACTS, PHASES
from meldspec.table.table import CellRange


def spelt(cards: Any) -> str:
    """Cards of a file, a list or a text or their number, as they are answered."""
    return " ".join(cards) if isinstance(cards, list) else str(cards)


class ExamplePlayer:
    """Answers as whoever acts in a file; seats and sides are called as seen from there."""

    def __init__(self, position: Position) -> None:
        self.position, self.fields, self.layout = position, position.marked.value, position.rulebook.layout
        self.me = self.fields["act"].get("seat", self.fields["turn"])
        self.action = self.fields["act"]["action"]
        self.plays = list(self.action.get("plays", []))
        self.to: Any = None
        seats, sides = range(self.layout.seats), range(self.layout.sides)
        self.seats = {seat_words(self.layout, n): (n + self.me) % self.layout.seats for n in seats}
        self.sides = {side_words(self.layout, n): (n + self.layout.side_of(self.me)) % self.layout.sides for n in sides}
        self.laid: list[dict[str, Any]] = self.fields.get("sides", [{} for _ in sides])
        self.ways: list[tuple[str, Callable[..., str]]] = [
            (r".*: how many ([a-z ]+), .*", lambda name: str(self.fields.get("options", {}).get(name.replace(" ", "-"), ""))),
            (r"What do you want to do\?", lambda: ACTS[self.action["type"]]),
            (r"When in the turn is it\?", lambda: PHASES[self.fields["phase"]]),
            (r"(Melds|Red threes|Garbage) before (.*):", self.before_side),
            (r"(?:Have|Has) (.*?) ?taken up the (?:foot|kitty)\?", self.foot),
            (r"Your hand, .*", lambda: spelt(self.fields["hands"][self.me]) or "none"),
            (r"How many cards are in the hand of (.*)\?", lambda who: spelt(self.fields["hands"][self.seats[who]])),
            (r"The top card of the pile:", lambda: self.pile[-1] if self.pile else "none"),
            (r"How many cards has the pile\?", lambda: str(len(self.pile))),
            (r"Cards below it .*", lambda: " ".join(self.pile[:-1])),
            (r"Which cards do you lay .*|What else do you lay .*", self.play),
            (r"Where do you lay .*", self.target),
            (r"Which card\?", lambda: str(self.action["card"])),
            (r"Whom\?", lambda: next(who for who, seat in self.seats.items() if seat == self.action["seat"])),
            (r"Will you tell .*", self.matters),
            (r"How many points had .*", lambda: str(self.fields.get("totals", [0] * 9)[self.layout.side_of(self.me)])),
            (r"Which deal .*", lambda: str(self.fields.get("deal", 1))),
            (r"How many cards are left in the stock\?", lambda: spelt(self.fields.get("stock", ""))),
            (r"How many cards are left in each heap .*", lambda: " ".join(map(str, self.fields["heaps"]))),
            (r"Which heap .*", lambda: str(self.action.get("heap", ""))),
            (r"The heap of the second card .*", lambda: str(self.action.get("second", ""))),
            (r"How many cards are taken, .*", lambda: str(self.action.get("count", ""))),
            (r"(?:About (.*?): )?(.*)", self.remembered),
        ]

    @property
    def pile(self) -> list[str]:
        """The cards of the pile."""
        return spelt(self.fields.get("pile", "")).split()

    def answer(self, question: Question) -> str:
        """The answer to a question, by the first way that fits it."""
        return next(answer(*fits.groups("")) for way, answer in self.ways if (fits := re.fullmatch(way, question.asks)))

    def before_side(self, what: str, whose: str) -> str:
        """What lies before a side."""
        held = self.laid[self.sides[whose]].get(what.lower().replace(" ", "_"), [])
        return ", ".join(map(spelt, held)) if what == "Melds" else spelt(held)

    def foot(self, who: str) -> str:
        """Whether somebody has taken up the foot."""
        return "yes" if self.fields["feet"][self.seats[who or "you"]] in (0, "", []) else "no"

    def play(self) -> str:
        """The next cards that are laid."""
        if not self.plays:
            return ""
        play = self.plays.pop(0)
        self.to = play["to"]
        return spelt(play["cards"])

    def target(self) -> str:
        """Where these go."""
        if not isinstance(self.to, int):
            return "as a meld of their own" if self.to == "new" else f"to the {self.to}"
        faces, melds = self.position.rulebook.faces, self.laid[self.layout.side_of(self.me)]["melds"]
        meld = tuple(sorted(faces.read(spelt(melds[self.to]).split())))
        return f"onto the meld {' '.join(faces.spell(meld))}"

    def matters(self) -> str:
        """Whether anything lies before the others, or besides melds before the own side."""
        own = self.layout.side_of(self.me)
        rest = [held for side, of in enumerate(self.laid) for key, held in of.items() if (side, key) != (own, "melds")]
        return "yes" if any(rest) else "no"

    def remembered(self, whose: str, asks: str) -> str:
        """What is remembered of somebody, or at the table."""
        range_ = self.memory(asks)
        owner = {"player": self.seats, "side": self.sides}.get(range_.owner)
        value = self.position.table.cells[range_.first + (owner[whose] if owner else 0)]
        match range_.form:
            case "truth":
                return "yes" if value else "no"
            case "player":
                return next((who for who, seat in self.seats.items() if seat == value), "nobody")
            case "kept groups":
                return ", ".join(" ".join(self.position.rulebook.faces.spell(meld)) for meld in value)
            case _:
                return str(value)

    def memory(self, asks: str) -> CellRange:
        """The memory that is asked for in these words."""
        names = {node.asking: node.name for node, _ in self.position.rulebook.selection.declared(lines.Keep)}
        return next(range_ for range_ in memories(self.position.rulebook) if range_.name == names[asks])

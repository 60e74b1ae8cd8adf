"""The whole dialogue: which game, what is wanted, the table as far as it matters, and what no table shows."""

import json
from dataclasses import dataclass, field

from meldspec.ruling.dialogue.acting import the_act
from meldspec.ruling.dialogue.counted import ended_deal
from meldspec.ruling.dialogue.matters import all_that_matters
from meldspec.ruling.dialogue.question import Dialogue
from meldspec.ruling.dialogue.reader import Fields, Reader
from meldspec.ruling.dialogue.remembered import Turning, turned_by, what_is_remembered
from meldspec.ruling.dialogue.seats import YOU
from meldspec.ruling.dialogue.table import (
    COUNT,
    EVERYTHING,
    begun,
    laid,
    own_cards,
    pile,
    side_places,
    what_is_wanted,
    which_game,
)
from meldspec.ruling.ruling import UNDETERMINED, Ruling, rule
from meldspec.ruling.score import Score, score
from meldspec.ruling.words import numbers_words

VERDICTS = {"legal": "LEGAL", "illegal": "NOT LEGAL", UNDETERMINED: "UNDETERMINED"}
"""Verdicts as rulings print them."""


@dataclass
class Asker:
    """Holds the dialogue with a player, under the rules of a library; what is ruled on the way is worked out once."""

    reader: Reader
    rulings: dict[str, Ruling] = field(default_factory=dict)
    scores: dict[str, Score] = field(default_factory=dict)

    def conversation(self, fields: Fields) -> Dialogue[Fields]:
        """Everything, from what is known at the beginning (the variant, readings) to the fields of a complete position."""
        reader = self.reader
        fields = yield from which_game(reader, fields)
        aim = yield from what_is_wanted(reader, fields)
        if aim == COUNT:
            fields = yield from ended_deal(reader, fields)
            return (yield from what_is_remembered(reader, fields, self.scored))
        fields = yield from begun(reader, fields, aim)
        # Melds first: each answer is checked at once, and whether a foot can have been taken up hangs on them.
        melds = [key for key in side_places(reader, fields) if key == "melds"]
        fields = yield from laid(reader, fields, reader.rulebook(fields).layout.side_of(YOU), melds)
        fields = yield from own_cards(reader, fields)
        if aim == EVERYTHING or self.before_play(fields):
            fields = yield from pile(reader, fields)
        if aim != EVERYTHING:
            fields = yield from the_act(reader, fields, aim)
        fields = yield from all_that_matters(reader, fields, aim)
        return fields if aim == EVERYTHING else (yield from what_is_remembered(reader, fields, self.ruled))

    def before_play(self, fields: Fields) -> bool:
        """Whether the pile may still be taken in this turn: only then what lies in it is asked for."""
        phases = self.reader.library.sheet(fields["variant"]).symbols.phases[1:]
        return bool(phases) and fields["phase"] == phases[0]

    def ruling(self, fields: Fields) -> Ruling:
        """The ruling on the act that is told."""
        key = json.dumps(fields, sort_keys=True)
        if key not in self.rulings:
            position = self.reader.position(fields)
            act = position.act()
            assert act is not None
            self.rulings[key] = rule(position, act)
        return self.rulings[key]

    def ruled(self, fields: Fields) -> tuple[str, list[Turning]]:
        """The verdict, and the memories that turn it: what only moves what the act does is told, and not asked for."""
        ruling = self.ruling(fields)
        return VERDICTS[ruling.verdict], turned_by(ruling.turning)

    def score(self, fields: Fields) -> Score:
        """The score of the deal that is told."""
        key = json.dumps(fields, sort_keys=True)
        if key not in self.scores:
            self.scores[key] = score(self.reader.position(fields))
        return self.scores[key]

    def scored(self, fields: Fields) -> tuple[str, list[Turning]]:
        """The points of the deal, and the memories on which they turn."""
        found = self.score(fields)
        return numbers_words(found.scores), turned_by(found.deciding)

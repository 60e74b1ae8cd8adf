"""What a page asks of the rules and what it is answered, both as JSON: of a ruling one piece after another, the verdict first.

A page runs this where it shows nothing itself, and takes one piece at a time, so that a later question need not wait for the rest
of an earlier one.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from meldspec.engine.rulebook import Library, make_rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.language.problems import RulesError
from meldspec.position.marked import PositionError
from meldspec.position.position import Position
from meldspec.ruling.as_json import choices_json as choices_as_json, ruling_json, score_json
from meldspec.ruling.choices import choices
from meldspec.ruling.desk.counted import sheet_json
from meldspec.ruling.desk.game import game_json
from meldspec.ruling.desk.people import asker, of_people
from meldspec.ruling.desk.placed import placed_position, wrong_json
from meldspec.ruling.desk.told import choices_json, instead_json, parts_json, reading_json, turns_json, verdict_json, whole_json
from meldspec.ruling.laid_otherwise import laid_otherwise
from meldspec.ruling.page import Manner, Source
from meldspec.ruling.ruling import Judgement, Looked, Ruling, rule, ruling_steps
from meldspec.ruling.score import NotEnded, score
from meldspec.ruling.words import pretty
from meldspec.table.selection import ChoiceError
from meldspec.table.table import Act

Piece = dict[str, Any]
Fields = Mapping[str, Any]
Answer = Callable[[Fields], Iterator[Piece]]


@dataclass
class Desk:
    """Answers questions about positions by the books of a library; `sources` are those that rulings may cite, `more` answers what
    a page asks besides."""

    library: Library
    sources: Mapping[str, Source] = field(default_factory=dict)
    more: Mapping[str, Answer] = field(default_factory=dict)
    _pieces: Iterator[Piece] = field(default_factory=lambda: iter(()))

    def __post_init__(self) -> None:
        self.manner = Manner(pretty, self.sources)

    def ask(self, question: str) -> None:
        """Begin to answer a question: `{"ask": …, "fields": …}`; what was not told of the one before it is told no more."""
        asked = json.loads(question)
        self._pieces = self.pieces(asked["ask"], asked["fields"])

    def next(self) -> str:
        """The next piece of the answer as JSON; empty where there is none left."""
        piece = next(self._pieces, "")
        return piece if isinstance(piece, str) else json.dumps(piece, ensure_ascii=False, separators=(",", ":"))

    def pieces(self, ask: str, fields: Fields) -> Iterator[Piece]:
        """All pieces of an answer, each with its `part`; the last but one tells what is wrong where something is."""
        answers: Mapping[str, Answer] = {
            "game": self._game,
            "rule": self._rule,
            "choices": self._choices,
            "score": self._score,
            "json": self._json,
            "parts": self._parts,
            **self.more,
        }
        try:
            yield from answers[ask](fields)
        except PositionError as error:
            yield {"part": "wrong", "problems": wrong_json(error, fields, self.library)}
        except RulesError as error:
            yield _wrong("variant", "; ".join(f"{one.found}; expected: {one.expected}" for one in error.problems))
        except (ChoiceError, NotEnded) as error:
            yield _wrong("options" if isinstance(error, ChoiceError) else "ended", f"{error}.")
        except Unanswered as error:
            yield _wrong("", f"This cannot be found out here: {error}.")

    def _game(self, fields: Fields) -> Iterator[Piece]:
        """A game under options and readings."""
        found = game_json(self.library, fields["variant"], fields.get("options", {}), fields.get("readings", {}))
        yield {"part": "game", **found}

    def _rule(self, fields: Fields) -> Iterator[Piece]:
        """A ruling, in the words of whoever acts."""
        position, act = self._asked(fields)
        yield from self._told(position, act.seat, self._ruling(position, act))

    def _told(self, position: Position, you: int, pieces: Iterator[Piece]) -> Iterator[Piece]:
        """The pieces of an answer as the player in a seat would have them."""
        yield from (of_people(piece, position.rulebook.layout, you) for piece in pieces)

    def _ruling(self, position: Position, act: Act) -> Iterator[Piece]:
        """The verdict, of a refused act how its cards may be laid, each other reading that has it otherwise, with how many were
        looked at, then the whole."""
        steps = ruling_steps(position, act)
        mine = next(steps)
        assert isinstance(mine, Judgement)
        yield {"part": "verdict", **verdict_json(position, act, mine, self.manner)}
        if not mine.legal and (instead := laid_otherwise(position.rulebook, position.table, act)) is not None:
            yield {"part": "instead", **instead_json(position, act, instead, self.manner)}
        first = Ruling(position, act, mine, (), ())
        while True:
            try:
                found = next(steps)
            except StopIteration as stop:
                yield {"part": "whole", **whole_json(stop.value, self.manner)}
                return
            assert isinstance(found, Looked)
            yield {"part": "looked", "number": found.number, "count": found.count}
            if found.found:
                yield {"part": "reading", **reading_json(first, found.found, self.manner)}

    def _parts(self, fields: Fields) -> Iterator[Piece]:
        """Chosen cards as they would be laid: in one play or, where together they make no meld, in several."""
        rulebook = make_rulebook(self.library.sheet(fields["variant"]), fields.get("options", {}), fields.get("readings", {}))
        yield {"part": "parts", "plays": parts_json(rulebook, fields["cards"], fields.get("melds", []))}

    def _asked(self, fields: Fields) -> tuple[Position, Act]:
        """The position, and the act that is asked about."""
        position = placed_position(fields, self.library)
        act = position.act()
        assert act is not None, "a ruling is asked for with an act"
        return position, act

    def _choices(self, fields: Fields) -> Iterator[Piece]:
        """Everything that may be done, then what that turns on."""
        position = placed_position(_without_act(fields), self.library)
        yield from self._told(position, asker(fields, position.rulebook.layout), self._listed(position))

    def _listed(self, position: Position) -> Iterator[Piece]:
        yield {"part": "choices", **choices_json(position, choices(position), self.manner)}
        yield {"part": "turns", "turns": turns_json(position, self.manner)}

    def _score(self, fields: Fields) -> Iterator[Piece]:
        """The sheet of a deal that has ended, or that its act ends."""
        position = placed_position(fields, self.library)
        you, found = asker(fields, position.rulebook.layout), score(position)
        yield from self._told(position, you, iter([{"part": "score", **sheet_json(position, found, you, self.manner)}]))

    def _json(self, fields: Fields) -> Iterator[Piece]:
        """What the commands print with `--json`: the score of a deal that has ended, a ruling, or else all that is legal."""
        position = placed_position(fields, self.library)
        act = position.act()
        if position.table.over():
            told = score_json(position, score(position))
        else:
            told = choices_as_json(position, choices(position)) if act is None else ruling_json(rule(position, act), self.sources)
        yield {"part": "json", "told": told}


def _without_act(fields: Fields) -> Fields:
    return {name: value for name, value in fields.items() if name != "act"}


def _wrong(path: str, says: str) -> Piece:
    """One thing that is wrong."""
    return {"part": "wrong", "problems": [{"path": path, "says": f"{says[:1].upper()}{says[1:]}"}]}

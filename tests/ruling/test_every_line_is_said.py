"""Every line that refuses or permits an act, under any reading of any game, has sentences that a ruling tells of it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import pytest
from tests.engine.variants import library, shelf

from meldspec.book.core import After, Call, Come, Const, Core, CouldAct, Each, Op
from meldspec.book.sayings import Sayings
from meldspec.book.sheet import JudgeLine, Sheet

UNSAID: Mapping[str, str] = {}
"""The lines, as `game clause:number`, that are told in the words of the rules alone, each with the reason why."""


class Told:
    """Which conditions of a book are told of in sentences, whichever of their parts decides."""

    def __init__(self, sheet: Sheet) -> None:
        self.sayings = sheet.derived(Sayings)
        self.bodies: dict[str, list[Core]] = defaultdict(list)
        for term in sheet.terms:
            self.bodies[term.name].append(term.body)

    def told(self, core: Core, truth: bool, within: tuple[str, ...] = ()) -> bool:
        """Whether there is a sentence whenever a condition holds (or fails), under each reading of what it is made of."""
        if self.sayings.of(core, truth):
            return True
        match core:
            case Const():
                return True
            case Op("not", (part,)):
                return self.told(part, not truth, within)
            case Op("and" | "or" as op, args):
                return self._joined(args, truth, within, enough=(op == "and") == truth)
            case Call(name, _):
                return name in within or all(self.told(body, truth, (*within, name)) for body in self.bodies[name])
            case After(body):
                return self.told(body, truth, within)
            case Each(mode, _, _, body):
                return (mode == "some") == truth and self.told(body, mode != "every", within)
            case Come() | CouldAct():
                # What could not follow is told by the act that would bring it about, and by what refuses that one.
                return not truth
            case _:
                return False

    def _joined(self, args: Sequence[Core], truth: bool, within: tuple[str, ...], enough: bool) -> bool:
        """The same of parts: where all of them decide it is enough that one is told; where one does, it may be any of them."""
        each = (self.told(arg, truth, within) for arg in args)
        return any(each) if enough else all(each)


def deciding(line: JudgeLine) -> tuple[Core, bool] | None:
    """The condition for which a line refuses an act or does not permit it, and whether it holds then; none where it has none."""
    if line.mode == "require" and line.require is not None:
        return line.require, False
    return None if line.when is None else (line.when, line.mode == "forbid")


def unsaid(game: str) -> Iterator[str]:
    """The lines of a game that are told in the words of the rules alone."""
    sheet = shelf().sheet(game)
    told = Told(sheet)
    for line in (*sheet.judges, *sheet.kinds):
        found = deciding(line)
        if found is not None and not told.told(*found):
            yield f"{game} {line.tag.line}"


@pytest.mark.parametrize("game", library().names())
def test_every_line_that_refuses_or_permits_is_told_in_a_sentence(game: str) -> None:
    """Whatever refuses an act or does not permit it, by default or by another reading, is told in players' words, but for the lines
    that are named here with a reason."""
    assert sorted(set(unsaid(game))) == sorted(line for line in UNSAID if line.split()[0] == game)

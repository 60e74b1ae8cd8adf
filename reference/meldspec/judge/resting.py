"""What the lines rest on that a finding is booked on: the clauses of what they look at, and of what brings that about.

A wrong score may come of a canasta that is none, and a meld refused wrongly of a wild card taken for a natural one. Such a line is
no more than looked at where the answer is decided, so nothing but the rules themselves leads from the one to the other.
"""

from collections.abc import Iterable, Iterator, Sequence

from meldspec.book.core import Cell
from meldspec.book.reach import COME, ENDING, SCORED, Name, mentioned
from meldspec.book.sheet import Declared, EffectLine, Line, Standing, listed
from meldspec.engine.rulebook import Rulebook
from meldspec.language import lines

RAISED = "raised"
"""The sort of a name for what raises an event; `event` is for what happens then."""
ANY_KIND: tuple[Name, ...] = (("word", "fits"), ("word", "kind"))
"""Words that ask of what kind cards are, whatever it is called."""
DEEP = 3
"""How many steps are taken from what is booked: further on nearly every line is come to."""


class Resting:
    """What the lines of a rulebook rest on; who asks about several findings makes one."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.of_names: dict[Name, list[Line]] = {}
        self.of_lines: dict[str, list[Name]] = {}
        for (sort, name), group in rulebook.selection.reach.groups.items():
            for line in group:
                self._note(line, [(sort, name), *_asked_for(sort, name)], [(RAISED, name)] if sort == "event" else [])
                for effect in line.effects if isinstance(line, Standing) else ():
                    self._note(effect, [], sorted(mentioned(line)))

    def clauses(self, booked: Iterable[str]) -> list[str]:
        """The clauses of what some lines rest on, each once; those that fewer steps lead to come first."""
        found: set[Name] = set()
        clauses: dict[str, None] = {}
        waiting = [name for line in booked for name in self.of_lines.get(line, ())]
        for _ in range(DEEP):
            new = [name for name in dict.fromkeys(waiting) if name not in found]
            found.update(new)
            come = [line for name in new for line in self.of_names.get(name, ())]
            clauses.update(dict.fromkeys(line.tag.clause for line in come))
            waiting = [name for line in come for name in self.of_lines[line.tag.line]]
        return list(clauses)

    def _note(self, line: Line, names: Iterable[Name], besides: Iterable[Name]) -> None:
        """Note a line under what leads to it, and under it what it looks at."""
        for name in (*names, *_brought_about(line)):
            self.of_names.setdefault(name, []).append(line)
        looked = sorted({*mentioned(line), *listed(line)})
        self.of_lines.setdefault(line.tag.line, []).extend([*looked, *besides])


def _asked_for(sort: str, name: str) -> Sequence[Name]:
    """What else leads to a group of lines: who asks what kind cards are, what an act comes to, or what is counted."""
    match sort:
        case "kind":
            return ANY_KIND
        case "judges":
            return ("act", name), COME
        case "awards":
            return ("word", "score"), ("cell", "score"), ("cell", "total")
        case _:
            return ()


def _brought_about(line: Line) -> Iterator[Name]:
    """The names that a line gives a meaning, or a value."""
    match line:
        case Declared(node=lines.Cards(name=name)):
            yield "set", name
        case Declared(node=lines.Keep(name=name)):
            yield "cell", name
        case EffectLine(verb="raise", word=word):
            yield RAISED, word
        case EffectLine(verb="end deal"):
            yield from (("cell", name) for name in sorted(ENDING))
            yield from ((RAISED, name) for sort, name in SCORED if sort == "event")
        case EffectLine(verb="becomes", parts=(Cell(name=name), *_)):
            yield "cell", name
        case EffectLine(parts=parts):
            yield from (("cell", part.name) for part in parts if isinstance(part, Cell))

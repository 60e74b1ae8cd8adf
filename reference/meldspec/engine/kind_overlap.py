"""Whether the meld kinds of a book part the cards: no cards may fit two kinds, and some cards must fit each."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import combinations, product

from meldspec.book.reach import SUIT, mentioned, mentions, reach_of
from meldspec.book.sheet import JudgeLine, Sheet, TermLine, expressions
from meldspec.engine.compile.cells import layout_of
from meldspec.engine.compile.load import Loader
from meldspec.engine.compile.record import Fits
from meldspec.engine.meld_enumeration import Shape, Unit, choices, shapes_of
from meldspec.language.problems import Diagnostic
from meldspec.table.cards import Faces, faces_of
from meldspec.table.selection import Selection, select
from meldspec.table.table import Bag

BAGS = 16_384
"""So many bags of cards are tried for one kind, or for one pair of kinds, before nothing is said of them."""


def check_kinds(sheet: Sheet, problems: list[Diagnostic]) -> None:
    """Add kinds that share cards, with an example, and kinds that no cards of the pack fit, under every reading that matters.

    The sheet must be free of other problems: its rulebooks are made.
    """
    told: set[tuple[str, ...]] = set()
    for readings in _readings(sheet):
        under = "".join(f" (under '{reading}' of '{question}')" for question, reading in readings.items())
        for names, found, expected, mend in _Search(select(sheet, None, readings)).problems():
            if names not in told:
                told.add(names)
                place = sheet.symbols.kinds[names[-1]].place
                code = "empty-kind" if len(names) == 1 else "kinds-overlap"
                problems.append(Diagnostic(code, place, found + under, expected, mend))


def _readings(sheet: Sheet) -> Iterator[dict[str, str]]:
    """The default readings, then every other reading of a question that a kind depends on, alone."""
    named = reach_of(sheet).reads(*(core for line in sheet.kinds for core in expressions(line))).names
    tags = [line.tag for line in sheet.kinds]
    tags += [term.tag for term in sheet.terms if ("term", term.name) in named]
    tags += [tag for name, sets in sheet.symbols.sets.items() if ("set", name) in named for tag, _ in sets]
    # One question at a time: readings in company would be thousands of rulebooks, and a kind hangs on few of them.
    questions = sheet.book.questions()
    yield {}
    for question in dict.fromkeys(tag.question for tag in tags if tag.question):
        for reading in questions[question].readings:
            if reading.name != questions[question].default:
                yield {question: reading.name}


Problem = tuple[tuple[str, ...], str, str, str]
"""The kinds concerned, what was found, what was expected, and the mend."""

_EXAMPLES: dict[object, Bag | None] = {}
"""What was found for kinds, by the cards and by all that their lines say: books and readings share most of it."""


class _Search:
    """Tries bags of the pack on the kinds of one selection."""

    def __init__(self, selection: Selection) -> None:
        self.selection = selection
        self.faces = faces_of(selection)
        self.names = selection.kinds()
        self.meanings = {name: self.meaning(name) for name in self.names}

    @cached_property
    def kinds(self) -> Mapping[str, tuple[Fits, ...]]:
        """What tells of each kind whether cards fit it."""
        # No whole rulebook: a check of all books would spend half its time on acts that it never looks at.
        return Loader(self.selection, self.faces, layout_of(self.selection)).kinds.checks

    @cached_property
    def shapes(self) -> dict[str, Shape]:
        """The bounds that each kind sets."""
        return {shape.name: shape for shape in shapes_of(self.selection, self.faces)}

    @cached_property
    def units(self) -> list[Unit]:
        """The whole pack by what is alike."""
        return _units(self.faces, _by_suit(self.selection.sheet))

    @cached_property
    def cards(self) -> object:
        """What there is to know of the cards, sets apart."""
        faces = self.faces
        return faces.names, faces.counts, faces.classes, faces.worth, faces.heights, faces.high, _by_suit(self.selection.sheet)

    def meaning(self, name: str) -> object:
        """What the lines of a kind say, with the terms that they call, and the cards of the sets that they name: books that extend
        one another say mostly the same."""
        lines = self.selection.reach.lines([("kind", name)])
        named = {of for line in lines for sort, of in mentioned(line) if sort == "set"}
        return frozenset(self.selection.specialiser.lines(lines)), frozenset([(of, self.faces.sets.get(of)) for of in named])

    def problems(self) -> Iterator[Problem]:
        """Kinds that no cards fit, and pairs of kinds that some cards fit both."""
        for name in self.names:
            if self.example((name,)) == ():
                mend = "mend the lines that exclude each other, or delete the kind"
                yield (name,), f"the kind '{name}', which no cards of the pack fit", "a kind that some cards fit", mend
        for one, other in combinations(self.names, 2):
            if bag := self.example((one, other)):
                found = f"{' '.join(self.faces.spell(bag))}, which fit both '{one}' and '{other}'"
                yield (one, other), found, "cards that fit one kind at most", "add a line to one kind that the other's cards fail"

    def example(self, names: tuple[str, ...]) -> Bag | None:
        """A bag that fits all of the kinds, as `searched` finds it; once for the same lines and the same cards."""
        known = (self.cards, tuple(self.meanings[name] for name in names))
        if known not in _EXAMPLES:
            _EXAMPLES[known] = self.searched(names)
        return _EXAMPLES[known]

    def searched(self, names: tuple[str, ...]) -> Bag | None:
        """A bag that fits all of the kinds, made as small as it can be by leaving out cards.

        Empty where there is none, none where too many would have to be tried.
        """
        for tried, bag in enumerate(self.bags(names)):
            if self.fit(bag, names):
                return self.smaller(bag, names)
            if tried >= BAGS:
                return None
        return ()

    def fit(self, bag: Bag, names: tuple[str, ...]) -> bool:
        """Whether a bag fits all of the kinds."""
        return bool(bag) and all(check(bag) for name in names for check in self.kinds[name])

    def smaller(self, bag: Bag, names: tuple[str, ...]) -> Bag:
        """The bag without the cards that it does not need."""
        for place in range(len(bag)):
            less = bag[:place] + bag[place + 1 :]
            if self.fit(less, names):
                return self.smaller(less, names)
        return bag

    def bags(self, names: tuple[str, ...]) -> Iterator[Bag]:
        """Every bag within the bounds that the kinds set, up to the interchange of cards that they cannot tell apart."""
        shared = list(dict.fromkeys(pair for name in names for pair in self.shapes[name].shared))
        room = [bound for name in names for bound in self.shapes[name].most]
        need = [bound for name in names for bound in self.shapes[name].least]
        shut = frozenset().union(*(members for members, most in room if most == 0))
        units, room = [u for u in self.units if u[0] not in shut], [(members, most) for members, most in room if most > 0]
        chosen = [tuple(dict.fromkeys(looks[u[0]] for u in units if u[0] in members)) or (None,) for members, looks in shared]
        for common in product(*chosen):
            same = list(zip(shared, common, strict=True))
            usable = [u for u in units if all(u[0] not in members or looks[u[0]] == look for (members, looks), look in same)]
            yield from (tuple(sorted(bag)) for bag in choices(usable, room, need))


def _by_suit(sheet: Sheet) -> bool:
    """Whether the kinds, or any term, speak of suits, so that cards of one rank must be told apart."""
    about: list[JudgeLine | TermLine] = [*sheet.kinds, *sheet.terms]
    return any(SUIT in mentions(core) for line in about for core in expressions(line))


def _units(faces: Faces, by_suit: bool) -> list[Unit]:
    """The whole pack by what is alike; of each look one card before a second one of any."""
    groups: dict[int, list[int]] = {}
    for face, group in enumerate(faces.classes):
        groups.setdefault(face if by_suit else group, []).append(face)
    rounds = range(max(faces.counts, default=0))
    return [tuple(face for turn in rounds for face in group if faces.counts[face] > turn) for group in groups.values()]

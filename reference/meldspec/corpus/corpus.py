"""The corpus of a variant as it is kept: its plan and its cases, made again from the requests that each of them holds."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from meldspec.book.sheet import Sheet
from meldspec.corpus.arena import Arena, arena_of, limit_case
from meldspec.corpus.family import RulebookFamily
from meldspec.corpus.make_case import make_case, shows
from meldspec.corpus.plan import (
    Company,
    Goal,
    PlanError,
    Planned,
    Script,
    case_id,
    clause_of,
    company_of,
    no_entries,
    read_plan,
    script_of,
    write_plan,
)
from meldspec.corpus.sizes import sizes
from meldspec.corpus.witnessed import came_about
from meldspec.engine.rulebook import make_rulebook
from meldspec.files import write_whole
from meldspec.protocol.case import LIMIT, Case, load_cases, written
from meldspec.protocol.manifest import Entry, entries_of, read_manifest, write_manifest
from meldspec.protocol.messages import Unsupported
from meldspec.table.selection import Options, select

PLAN = "plan.json"


@dataclass
class Corpus:
    """The cases of one variant by their ids, each with its entry in the plan; `lost` are those that no longer show their goal.

    `searched` is how many seeds, counted from 0, some search has played; none where no plan says it.
    """

    sheet: Sheet
    planned: dict[str, Planned] = field(default_factory=dict)
    cases: dict[str, Case] = field(default_factory=dict)
    lost: dict[str, Planned] = field(default_factory=dict)
    searched: int | None = None
    families: dict[tuple[Options, Company], RulebookFamily] = field(default_factory=dict)
    last: tuple[tuple[Options, str, str], Arena] | None = None

    def family(self, options: Options, company: Company = ()) -> RulebookFamily:
        """The family for some options, or that in which a company of readings is in force beside them, made once."""
        if (options, company) not in self.families:
            default = self.family(options) if company else None
            rulebook = make_rulebook(self.sheet, dict(options), dict(company))
            self.families[options, company] = RulebookFamily(rulebook, company, default)
        return self.families[options, company]

    def remake(self, planned: Planned, script: Script) -> bool:
        """Make a case from its requests; where it no longer shows what it should it is lost, and the answer is no."""
        for entry in self._as_numbered(planned):
            made = self._made(entry, script)
            if made is not None:
                self.planned[planned.case] = entry
                self.cases[planned.case] = made
                self.lost.pop(planned.case, None)
                return True
        self.lost[planned.case] = planned
        return False

    def _as_numbered(self, planned: Planned) -> Iterator[Planned]:
        """The entry of a case, and, of one that shows what is missed without a line, what it would be if that line had got another
        number: the lines of a clause are numbered anew where one before them goes or comes."""
        yield planned
        goal = planned.goal
        if goal.purpose == LIMIT:
            alike = self.arena(planned.options, goal.of, goal.reading).alike(planned.told)
            yield from (replace(planned, told=one) for one in alike)

    def _made(self, planned: Planned, script: Script) -> Case | None:
        """The case of some requests; none where they do not show what it should, or name an act that by default there is not: of
        whoever does not know it nothing could be expected."""
        if not self.shown_by(planned, script):
            return None
        goal = planned.goal
        if goal.purpose == LIMIT:
            made = limit_case(self.arena(planned.options, goal.of, goal.reading), planned, script)
        else:
            made = make_case(self.family(planned.options, company_of(self.sheet, goal)), planned, script)
        return None if any(isinstance(said, Unsupported) for said in made.expect) else made

    def shown_by(self, planned: Planned, script: Script) -> bool:
        """Whether some requests show what a case should, at a table that their witness, where they have one, leads to."""
        goal = planned.goal
        if not came_about(self.family(planned.options), script):
            return False
        if goal.purpose == LIMIT:
            return self.arena(planned.options, goal.of, goal.reading).shows_limit(script, planned.told)
        return shows(self.family(planned.options, company_of(self.sheet, goal)), goal, script)

    def arena(self, options: Options, question: str, reading: str) -> Arena:
        """The arena of a reading under some options; the last one is kept, for it is large and wanted again at once."""
        key = (options, question, reading)
        if self.last is None or self.last[0] != key:
            self.last = key, arena_of(self.family(options), question, reading)
        return self.last[1]

    def add(self, goal: Goal, options: Options, seed: int, script: Script, told: str = "", mistake: str = "") -> str:
        """Add a case, under an id that none has had."""
        # An id is permanent: whoever reports on a case that was lost must not be told of another one under its name.
        taken = {*self.planned, *self.lost}
        name = case_id(self.sheet.book.name, goal, dict(options), self.sheet.symbols.defaults(), taken)
        self.remake(Planned(name, goal, options, seed, told, mistake=mistake), script)
        return name

    def ordered(self) -> list[Case]:
        """The cases in the order of their ids."""
        return [case for _, case in sorted(self.cases.items())]

    def files(self) -> dict[str, str]:
        """The corpus as files: one for each chapter of the book, a case a line."""
        entries = self.sheet.book.by_id()
        files: dict[str, list[str]] = {}
        for case in self.ordered():
            files.setdefault(f"{entries[clause_of(case)].chapter[1]}.jsonl", []).append(written(case))
        return {name: "\n".join(rows) + "\n" for name, rows in sorted(files.items())}

    def plan(self) -> list[Planned]:
        """The entries of all cases, those that were lost too: an id is never given to anything else."""
        return [*self.planned.values(), *self.lost.values()]

    def unplayed(self) -> int:
        """The first seed behind all that were searched, as far as that is known."""
        # A plan that no search has noted anything in still names the game of every case (decision 17).
        found = max((planned.seed + 1 for planned in self.plan()), default=0)
        return max(self.searched or 0, found)

    def write(self, place: Path) -> list[str]:
        """Write what is not written so already, and take away files that have no case; the names of the files written."""
        place.mkdir(parents=True, exist_ok=True)
        different, gone = self._changes(place)
        # The plan first: whoever is ended in between has no case without its entry, and loses no id.
        write_plan(place / PLAN, self.plan(), self.searched)
        for name, text in different.items():
            write_whole(place / name, text)
        for name in gone:
            (place / name).unlink()
        write_manifest(place.parent, self._manifest(place))
        return list(different)

    def differs(self, place: Path) -> list[str]:
        """The names of the files that would be written otherwise, or taken away."""
        different, gone = self._changes(place)
        return sorted([*different, *gone])

    def undigested(self, place: Path) -> list[str]:
        """The ids of cases whose entries in the manifest beside a folder would be written otherwise, or taken away."""
        before, after = read_manifest(place.parent), self._manifest(place)
        return sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))

    def _manifest(self, place: Path) -> dict[str, Entry]:
        """The manifest beside a folder, with the entries that the cases of this variant should have."""
        before, mine = read_manifest(place.parent), f"{self.sheet.book.name}/"
        others = {name: entry for name, entry in before.items() if not name.startswith(mine)}
        return others | entries_of(self.cases.values(), sizes(self.planned, self.cases))

    def _changes(self, place: Path) -> tuple[dict[str, str], list[str]]:
        """The files of the corpus that are not written so already, and those in a folder that have no case."""
        files = self.files()
        there = {file.name: file.read_text(encoding="utf-8") for file in place.glob("*.jsonl")}
        # Byte for byte: what has not changed keeps its time of writing, and a reviewer reads only what has.
        return {name: text for name, text in files.items() if there.get(name) != text}, [
            name for name in there if name not in files
        ]


def open_corpus(sheet: Sheet, place: Path, again: bool = True) -> Corpus:
    """The corpus in a folder, every case made again from its requests by the rules as they are now, or else as it stands there.

    Raises PlanError where cases stand there that the plan does not name: whoever wrote the corpus then would take them away.
    """
    plan, searched = read_plan(place / PLAN)
    corpus = Corpus(sheet, searched=searched)
    kept = {case.id: case for case in load_cases(place.parent, place.name)}
    if unplanned := sorted(kept.keys() - {planned.case for planned in plan}):
        raise PlanError(str(no_entries(place / PLAN, unplanned)))
    for planned in plan:
        if planned.case not in kept or not known(sheet, planned):
            corpus.lost[planned.case] = planned
        elif again:
            # Only the requests are kept as they were found; all else follows from the rules, and a change of these is seen in them.
            corpus.remake(planned, script_of(kept[planned.case]))
        else:
            corpus.planned[planned.case], corpus.cases[planned.case] = planned, kept[planned.case]
    return corpus


def known(sheet: Sheet, planned: Planned) -> bool:
    """Whether the book still has what a case is about, and the options that it is played under."""
    goal = planned.goal
    if any(value not in sheet.symbols.options[name].values for name, value in planned.options if name in sheet.symbols.options):
        return False
    if not {name for name, _ in planned.options} <= set(sheet.symbols.options):
        return False
    if not goal.reading:
        return goal.of in sheet.book.by_id()
    if goal.purpose == LIMIT:
        asked = sheet.book.questions().get(goal.of)
        return asked is not None and goal.reading in [reading.name for reading in asked.readings]
    return (goal.of, goal.reading) in select(sheet).other_readings()

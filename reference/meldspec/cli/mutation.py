"""`meldspec mutation`: how many spoilt lines of the rules the cases of a book find."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Self

import click

from meldspec.cli._shared import OUTPUT_FOLDER, Rules, number_option, several_option, spec_option
from meldspec.cli._sound import must_have_border
from meldspec.corpus.corpus import Corpus, open_corpus
from meldspec.corpus.mutation.conditions import of_conditions
from meldspec.corpus.mutation.every import OPERATORS, every_mutant
from meldspec.corpus.mutation.footprint import digest_of, digest_of_all
from meldspec.corpus.mutation.kept import digest_of_case, notes_of
from meldspec.corpus.mutation.operators import Mutant
from meldspec.corpus.mutation.outcomes import (
    TOLD,
    Outcome,
    Result,
    by,
    counted_once,
    is_open,
    out_of_place,
    row,
    settled,
    table,
    unfounded,
)
from meldspec.corpus.search.equivalence import EquivalenceSearch, Group, Looked
from meldspec.corpus.search.search_progress import SearchProgress, far_enough
from meldspec.engine.rulebook import Library
from meldspec.files import write_whole
from meldspec.judge.mutants import MutantJudge
from meldspec.judge.oracle import Oracle
from meldspec.judge.reading_mutants import ReadingMutantJudge
from meldspec.language.problems import counted
from meldspec.protocol.case import Case, load_cases, of_acts
from meldspec.runner.held_to import HeldTo
from meldspec.runner.side_by_side import each_done
from meldspec.runner.told import request_lines
from meldspec.sources.equivalents import FILE, read_equivalents
from meldspec.sources.searched import FILE as SEARCHED, Search, Searches, read_searched, write_searched

PLACE = Path("build") / "mutation"
WORD = re.compile(r"[\w.]+")
"""What of a mutant's name its file is named by."""
OUTCOMES = [outcome.value for outcome in Outcome]
Judge = MutantJudge | ReadingMutantJudge


@dataclass(frozen=True)
class Asked:
    """Which mutants are asked for, how long, in how many processes, and where what they come to is noted."""

    chapters: tuple[str, ...]
    operators: tuple[str, ...]
    sample: int
    seed: int
    jobs: int
    minutes: float
    out: Path
    acts: int = 0
    readings: bool = False
    searched: bool = False

    def notes(self, variant: str) -> Path:
        """The file in which it is noted what the mutants of a book come to."""
        return self.out / f"{variant}{'.readings' if self.readings else ''}.jsonl"

    def apart(self, variant: str) -> Path:
        """The folder in which the acts are written that tell mutants of a book which no case tells, a file each."""
        return self.out / f"{variant}.apart"

    def picked(self, judge: Judge, searched: Collection[str]) -> list[str]:
        """The names of the mutants asked for, in their order; of a sample in the order in which it was drawn. `searched` are those
        that were searched or tried before."""
        chapters = {name: judge.chapter(mutant) for name, mutant in judge.mutants.items()}
        some = [
            name
            for name, mutant in judge.mutants.items()
            if (not self.chapters or chapters[name] in self.chapters)
            and (not self.operators or mutant.operator in self.operators)
            and (not self.searched or name in searched)
        ]
        # The whole in an order by chance as well, so that a run that is ended has tried a sample.
        drawn = Random(self.seed).sample(some, min(self.sample or len(some), len(some)))
        # Those of one reading together: its rules are made once for them.
        return in_their_order(some, drawn) if self.readings else drawn


@dataclass(frozen=True)
class Told:
    """What is known of the mutants of a book that were asked for, how many these are, in what order its chapters stand, what is
    argued and what was looked for in vain, the digest of its rules, and the names of the mutants that show a condition's parts."""

    variant: str
    found: list[Result]
    asked: int
    whole: bool
    chapters: list[str]
    reasons: Mapping[str, str]
    searches: Searches
    rules: str
    conditions: frozenset[str]

    @property
    def of_conditions(self) -> list[Result]:
        """What is known of those that show that each part of a condition decides."""
        return [one for one in self.found if one.name in self.conditions]

    @property
    def out_of_step(self) -> bool:
        """Whether what was looked for in vain was so for other rules."""
        return bool(self.searches.mutants) and self.searches.rules != self.rules


@click.command("mutation", short_help="Count how many spoilt lines of the rules the cases find.")
@click.argument("variants", nargs=-1, metavar="[VARIANT]...")
@several_option("--chapter", "chapters", "CHAPTER", "Only lines of this chapter, such as pile")
@click.option("--operator", "operators", multiple=True, type=click.Choice(OPERATORS), help="Only what this operator spoils.")
@number_option("--sample", click.IntRange(0), 0, "No more than so many mutants of each book, drawn by --seed; 0 for all.")
@number_option("--seed", click.IntRange(0), 1, "What the sample, and the order of trying, are drawn from.")
@number_option("--jobs", click.IntRange(1, 64), 1, "How many processes judge side by side.")
@number_option("--minutes", click.FloatRange(0), float("inf"), "Begin none after so many minutes.")
@click.option(
    "--search", "acts", type=click.IntRange(0), default=0, metavar="N", help="Look in N acts for what tells those no case tells."
)
@click.option("--searched", is_flag=True, help="Only those that searched.yaml names, or that were tried before.")
@click.option("--readings", is_flag=True, help="Spoil the lines that other readings have, each where its question is read so.")
@click.option("--list", "listed", multiple=True, type=click.Choice(OUTCOMES), help="Name those that come to this.")
@click.option("--out", type=OUTPUT_FOLDER, default=PLACE, show_default=True, metavar="DIR", help="Where results are noted.")
@spec_option
def command(
    variants: tuple[str, ...],
    chapters: tuple[str, ...],
    operators: tuple[str, ...],
    sample: int,
    seed: int,
    jobs: int,
    minutes: float,
    acts: int,
    searched: bool,
    readings: bool,
    listed: tuple[str, ...],
    out: Path,
    rules: Rules,
) -> bool:
    """Count how many spoilt lines of the rules the cases find; of all variants, or of those named.

    Each line of a book is spoilt in many ways, one at a time, and the judge is asked about who has that line wrong and reads all
    questions by default; with --readings the lines that another reading has, each where its question is read so. What each comes to
    is noted as it comes: who runs the command again goes on, as long as neither the rules nor the cases have changed; where cases
    were only added, what was killed remains so.

    Told are, by book, by chapter and by operator: the mutants; besides them those that are no book (stillborn) and those that say
    the same as another one (equal); of the mutants those that are killed (a finding remains once the readings have been learnt),
    that come to a reading, that are equivalent by proof or by an argument (equivalents.yaml, beside the rules), that break in a
    case with nothing found besides, that are undetermined, and that no case tells (alive). The score is the share of the killed,
    and of those that break, in those that are neither equivalent nor a reading.

    With --search those that no case tells, nor searched.yaml names, are held against the true rules in games that begin beside what
    the cases show: who is not told by so many acts is equivalent by proof, and stands in searched.yaml until a rule is changed.
    After that --searched tries those alone that stand there, in a fraction of the time.

    Exit code 1: an argument, or a search, is about a mutant that there is not or that a case tells; or there are too many of them.
    """
    asked = Asked(chapters, operators, sample, seed, jobs, minutes, out, acts, readings, searched)
    names = must_be_there(rules, variants, asked)
    books = [judged(asked, rules, name) for name in names]
    told(books, listed)
    return complained(books)


def complained(books: Sequence[Told]) -> bool:
    """Tell what is wrong with arguments and searches, and whether anything is."""
    wrong = [one for book in books for one in complaints(book)]
    for complaint in wrong:
        click.echo(complaint, err=True)
    return bool(wrong)


def must_be_there(rules: Rules, variants: Sequence[str], asked: Asked) -> Sequence[str]:
    """The variants that are asked for. Refuse a variant that there is not, a chapter that none of them has, and what does not go
    together."""
    for name in variants:
        rules.check(name)
    names = variants or rules.own.names()
    known = dict.fromkeys(entry.chapter[1] for name in names for entry in rules.book(name).entries)
    if unknown := [chapter for chapter in asked.chapters if chapter not in known]:
        raise click.BadParameter(f"there is no chapter {unknown[0]}; there is {', '.join(known)}", param_hint="--chapter")
    if asked.readings and (asked.acts or asked.searched):
        option = "--search" if asked.acts else "--searched"
        raise click.BadParameter(
            "what other readings have is judged by the cases alone; leave out one of the two", param_hint=option
        )
    return names


def made(spec: Path | None, variant: str) -> MutantJudge:
    """Who judges the mutants of a book by its cases."""
    library, oracle, cases = _held(spec, variant)
    return MutantJudge(oracle.of_claims({}), cases, partial(library.rulebook, variant))


def made_for_readings(spec: Path | None, variant: str) -> ReadingMutantJudge:
    """Who judges the mutants of the lines that other readings have."""
    library, oracle, cases = _held(spec, variant)

    def judge_of(readings: Mapping[str, str]) -> MutantJudge:
        claiming = oracle.of_claims(readings)
        return MutantJudge(claiming, cases, partial(library.rulebook, variant, readings=readings), readings=readings)

    return ReadingMutantJudge(judge_of)


def _held(spec: Path | None, variant: str) -> tuple[Library, Oracle, list[Case]]:
    """The rules of a book, who is asked about cases, and its cases that show an act."""
    rules = Rules(spec)
    library = Library(rules.library)
    held = HeldTo.of(library, variant)
    assert held.expectations is not None, "the rules are at hand"
    return library, held.oracle(held.readings), of_acts(load_cases(rules.corpus_of(variant), variant))


def in_their_order(every: Iterable[str], some: Iterable[str]) -> list[str]:
    """Some of many names, in the order of these."""
    chosen = set(some)
    return [name for name in every if name in chosen]


def result_of(judge: Judge, asked: tuple[str, Collection[str] | None]) -> Result:
    """What a mutant comes to, by its name, and the cases that were added since it answered all others as the rules do."""
    return judge.result(*asked)


def judged(asked: Asked, rules: Rules, variant: str) -> Told:
    """What the mutants of a book come to, as far as time allows."""
    make: Callable[[], Judge] = partial(made_for_readings if asked.readings else made, rules.spec, variant)
    judge = make()
    must_have_border(rules, judge.true.sheet)
    if not judge.cases:
        click.echo(f"{variant}: there are no cases, so none tells a mutant; meldspec corpus {variant} looks for some", err=True)
    notes = notes_of(asked.notes(variant), judge.true.sheet.derived(digest_of_all), judge.cases)
    known, added = notes.known(), notes.added()
    ids = {digest_of_case(case): case.id for case in judge.cases}
    before = read_searched(rules.home(variant)).get(variant, Searches()) if asked.searched else Searches()
    # A search that was broken off has written down those it came to; the others are noted.
    names = asked.picked(judge, {*before.mutants, *known})
    new = [(name, [ids[one] for one in added[name]] if name in added else None) for name in names if name not in known]
    # Other processes need a judge of their own; this one has it.
    worker = make if asked.jobs > 1 else lambda: judge
    found = notes.note(each_done(worker, result_of, new, asked.jobs, asked.minutes * 60)) if new else iter(())
    what = f"{variant}, of the rules in {rules.home(variant)}: {counted(len(names), 'mutant')}"
    with click.progressbar(found, length=len(new), label=what) as bar:
        known |= {one.name: one for one in bar}
    in_order = [known[name] for name in in_their_order(judge.mutants, names) if name in known]
    return told_of(asked, rules, judge, in_order, len(names))


def told_of(asked: Asked, rules: Rules, judge: Judge, in_order: Sequence[Result], number: int) -> Told:
    """What is known of the mutants asked for, with what is argued and searched for where they are those of the rules by default."""
    variant, now = judge.true.name, judge.true.derived(digest_of)
    reasons: Mapping[str, str] = {}
    kept = Searches(now)
    if isinstance(judge, MutantJudge):
        reasons = read_equivalents(rules.home(variant)).get(variant, {})
        if asked.acts:
            look_further(rules, judge, [one for one in counted_once(in_order) if one.name not in reasons], asked)
        kept = read_searched(rules.home(variant)).get(variant, kept)
    whole = settled(in_order, kept, now, reasons)
    chapters = list(dict.fromkeys(entry.chapter[1] for entry in judge.true.sheet.book.entries))
    conditions = of_conditions(judge.mutants, judge.true.sheet)
    return Told(variant, whole, number, len(in_order) == len(judge.mutants), chapters, reasons, kept, now, conditions)


@dataclass(frozen=True)
class Seeker:
    """Looks for acts that tell mutants of a corpus from the rules that they are held against."""

    corpus: Corpus
    mutants: Mapping[str, Mutant]
    acts: int

    @classmethod
    def of(cls, spec: Path | None, variant: str, acts: int) -> Self:
        """Whoever looks beside the cases of a book."""
        rules = Rules(spec)
        true = Library(rules.library).rulebook(variant, {})
        corpus = open_corpus(true.sheet, rules.corpus_of(variant) / variant, again=False)
        return cls(corpus, every_mutant(true), acts)

    def look(self, group: Group) -> dict[str, Looked]:
        """How far each mutant of a group was looked at."""
        names, readings = group
        search = EquivalenceSearch(self.corpus, [self.mutants[name] for name in names], dict(readings))
        search.search(self.acts)
        return search.looked


def look_further(rules: Rules, judge: MutantJudge, results: Sequence[Result], asked: Asked) -> None:
    """Look for acts that tell mutants which no case tells, and write down, as they come, those that so many acts did not tell; but
    for those of which this is written already. After a rule was changed it is written beside the rules when all is known."""
    variant, home, now = judge.true.name, rules.home(judge.true.name), judge.true.derived(digest_of)
    beside = read_searched(home)
    searched = beside.get(variant, Searches())
    # Where the rules are others now, what is known goes beside the notes until it is whole.
    place = asked.out if asked.searched and searched.rules != now else home
    kept = beside if place == home else read_searched(place)
    known = kept.get(variant, Searches())
    before = known.mutants if known.rules == now else {}
    read = {one.name: one.answers_as for one in results if is_open(one)}
    read = {name: readings for name, readings in read.items() if not _as_far(before.get(name), readings, asked.acts)}
    # Who breaks in a case has come upon the line there as well. Of those not asked for it is found out where that matters.
    outcomes = {one.name: one.outcome for one in results}
    progress = SearchProgress(
        judge.mutants, asked.acts, read, lambda name: (outcomes.get(name) or judge.result(name).outcome) in TOLD
    )
    every, seeker = progress.groups(), partial(Seeker.of, rules.spec, variant, asked.acts)
    found, what = each_done(seeker, Seeker.look, every, asked.jobs), f"{counted(len(read), 'mutant')} that no case tells"
    with click.progressbar(found, length=len(every), label=f"{variant}: {what}") as bar:
        for some in bar:
            progress.looked.update(some)
            others = {name: one for name, one in before.items() if name not in progress.looked}
            write_searched(place, kept | {variant: Searches(now, others | progress.undetected())})
    if place != home and (whole := read_searched(place).get(variant)):
        # Another book may have been searched meanwhile.
        write_searched(home, read_searched(home) | {variant: whole})
    tell_doubts(progress, variant, asked.apart(variant))


def tell_doubts(progress: SearchProgress, variant: str, folder: Path) -> None:
    """Tell why mutants do not count as equivalent; of those told apart by which acts, in a folder, as a case is made of them."""
    for name, why in sorted(progress.doubts().items()):
        if not why:
            continue
        where = ""
        if (apart := progress.looked[name].apart) is not None:
            _, script = apart
            file = folder / f"{'-'.join(WORD.findall(name))}.jsonl"
            folder.mkdir(parents=True, exist_ok=True)
            write_whole(file, "".join(f"{line}\n" for line in request_lines(script.requests)))
            where = f": {file}"
        click.echo(f"{variant}: {name}: {why}{where}", err=True)


def _as_far(search: Search | None, readings: Mapping[str, str], acts: int) -> bool:
    """Whether a mutant was looked for in so many acts already, held against the same rules."""
    return search is not None and far_enough(search, acts) and dict(search.readings) == dict(readings)


def told(books: Sequence[Told], listed: Sequence[str]) -> None:
    """Print the tables: by book, by chapter of each book, by operator; and name those that come to some outcomes."""
    click.echo(table("book", [row(book.variant, book.found) for book in books]))
    for book in books:
        if len(book.found) < book.asked:
            click.echo(f"{book.variant}: {len(book.found)} of {book.asked} mutants were tried by now")
    for book in books:
        click.echo(f"\n{table(f'{book.variant}, chapter', by(book.found, lambda one: one.chapter, book.chapters))}")
    click.echo(f"\n{table('part of a condition', [row(book.variant, book.of_conditions) for book in books])}")
    together = [one for book in books for one in book.found]
    click.echo(f"\n{table('operator', by(together, lambda one: one.operator, OPERATORS))}")
    for name, one in ((book.variant, one) for book in books for one in book.found if one.outcome in listed):
        click.echo(f"{name}: {one.name}: {one.outcome}{f': {one.how}' if one.how else ''}")


def complaints(book: Told) -> Iterator[str]:
    """What is wrong with the arguments and the searches for a book, once all its mutants are known."""
    if book.whole:
        yield from (f"{FILE}: {book.variant}: {one}" for one in out_of_place(book.found, book.reasons))
        if book.out_of_step:
            yield f"{SEARCHED}: {book.variant}: the rules are others since; meldspec mutation {book.variant} --search looks again"
        else:
            yield from (f"{SEARCHED}: {book.variant}: {one}" for one in unfounded(book.found, book.searches.mutants))

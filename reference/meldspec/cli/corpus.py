"""`meldspec corpus`: write the corpus, check that it is as it would be written, look for cases, tell what they hold fast."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from pathlib import Path

import click

from meldspec.book.sheet import Sheet
from meldspec.cli._search_cases import Search, search_for_cases
from meldspec.cli._set_out import SetOut, openings_of, to_add
from meldspec.cli._shared import FILE, FOLDER, OUTPUT_FOLDER, Rules, must_be_own, number_option, several_option, spec_option
from meldspec.cli._sound import must_have_border
from meldspec.corpus.changed import changed, changes_told
from meldspec.corpus.corpus import PLAN, Corpus, known, open_corpus
from meldspec.corpus.evidence import Gatherer, lost_limits, told_of
from meldspec.corpus.mutation.score import cheapest, mutation_score
from meldspec.corpus.plan import goals_of, missing_in, read_plan
from meldspec.corpus.search.soundness import Soundness
from meldspec.corpus.search.witnessing import made_witnessed
from meldspec.corpus.unplayable import nobody_can, unplayable
from meldspec.engine.rulebook import Library
from meldspec.language.problems import counted
from meldspec.protocol.case import LIMIT, load_cases
from meldspec.protocol.manifest import MANIFEST
from meldspec.sources.examples import FILE as EXAMPLES, read_examples, unplayed
from meldspec.sources.ledger import read_moot
from meldspec.sources.unsound import FILE as UNSOUND, read_unsound


@dataclass
class Corpora:
    """The corpora that a command is about: the rules, the folder with a corpus of each variant, and the files written so far."""

    rules: Rules
    root: Path
    written: set[Path] = field(default_factory=set)

    @cached_property
    def library(self) -> Library:
        """The books, and their rulebooks."""
        return Library(self.rules.library)

    def sheet(self, name: str) -> Sheet:
        """The resolved book of a variant; where programs cannot be held against it, an error that says why."""
        sheet = self.library.sheet(name)
        must_have_border(self.rules, sheet)
        return sheet

    def open(self, name: str, again: bool = True) -> Corpus:
        """The corpus of a variant, its cases made again or as they stand."""
        return open_corpus(self.sheet(name), self.root / name, again)

    def write(self, corpus: Corpus) -> None:
        """Write a corpus."""
        place = self.root / corpus.sheet.book.name
        self.written |= {place / file for file in corpus.write(place)}


@click.command("corpus", short_help="Write the corpus, check it, look for cases, or tell what it holds fast.")
@click.argument("variants", nargs=-1, metavar="[VARIANT]...")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 where a file would be written otherwise.")
@click.option("--missing", is_flag=True, help="Only tell what no case shows yet.")
@click.option("--score", "scored", is_flag=True, help="Only tell how many spoilt lines the cases tell from the true ones.")
@click.option("--evidence", is_flag=True, help="Tell of every reading what shows it, or with --search look for what is missing.")
@click.option("--since", type=FOLDER, metavar="DIR", help="Only tell which cases are others than in this corpus folder, and why.")
@click.option("--search", "games", type=click.IntRange(0), default=0, metavar="N", help="First look for missing cases in N games.")
@number_option("--minutes", click.FloatRange(0), 10.0, "Begin no game after so many minutes of processor time.")
@click.option("--from", "first", type=click.IntRange(0), metavar="SEED", help="The first game's seed; else behind the last search.")
@several_option("--option", "options", "NAME=N", "Search under this option")
@click.option("--of", "only", multiple=True, metavar="ID", help="Search for what is of this clause or question only.")
@several_option("--spoilt", "spoilt", "MUTANT", "Search for what tells this alone, named as `meldspec mutation` lists it")
@click.option("--positions", is_flag=True, help="Search from the middle of deals, not from their beginning: much quicker.")
@click.option("--kills", is_flag=True, help="Count again which cases tell most spoilt lines; the smallest run is made of these.")
@several_option("--begin", "begins", "POSITION.yaml", "Search from this position, its act tried first, under its options", FILE)
@several_option("--add", "set_out", "FILE", "Add a case: of a position with its act, or of requests one a line (.jsonl)", FILE)
@click.option(
    "--mistake",
    default="",
    metavar="WORDS",
    help="With --add: what is taken for the rule by who is told by the case, as it goes on behind 'whoever takes it that' (a "
    "spoilt line by its name); the case is kept as it is.",
)
@click.option("--last", type=click.IntRange(0), default=0, metavar="N", help="With --add: how many of the last acts are the case.")
@click.option(
    "--plain",
    is_flag=True,
    help="Leave out acts that are not needed, exchange cards that have something else happen, begin long cases later, and "
    "all in a deal that a match has.",
)
@click.option("--witnesses", is_flag=True, help="Find a deal and acts that lead to each position, or to one much like it.")
@click.option("--out", type=OUTPUT_FOLDER, metavar="DIR", help="The corpus folder; by default the one that belongs to the rules.")
@spec_option
def command(
    variants: tuple[str, ...],
    check: bool,
    since: Path | None,
    games: int,
    minutes: float,
    first: int | None,
    options: tuple[str, ...],
    only: tuple[str, ...],
    spoilt: tuple[str, ...],
    positions: bool,
    begins: tuple[Path, ...],
    set_out: tuple[Path, ...],
    mistake: str,
    last: int,
    out: Path | None,
    rules: Rules,
    **ways: bool,
) -> int:
    """Write the corpus, check it, look for cases, or tell what it holds fast; of all variants, or of those named.
    The cases of rules in a folder of their own (`--spec`) are kept in `corpus` within that folder, unless `--out` names another.

    Every case was found by playing and holds its own requests; each is made again from these by the rules as they are, and one
    that no longer shows what it should is told. A search only adds cases. The plan (plan.json) says what each case is for, and how
    many games were searched: the next search goes on behind them. A game that was begun is played to its end when time is over.

    Search with `--positions` first: that is much quicker. A search without it then finds what only whole deals show, and spoilt
    lines. Whoever can think of a table on which a clause or a reading shows itself sets it out as for `meldspec rule`: a search may
    begin with it, and --add makes a case of it for the one of --of; from a deal, of what `meldspec case --lines` prints.
    """
    corpora = Corpora(rules, out or _usual(rules, writes=not (check or since or _only_tells(games, **ways))))
    names = _names(variants, rules)
    if since is not None:
        return _tell_changes(corpora, since, names)
    seen = (frozenset(only), positions, (), ways["evidence"], spoilt)
    search = Search(0 if check else games, first, minutes, _options(options), *seen)
    if tells := [TELLS[name] for name, wanted in ways.items() if wanted and not (name == "evidence" and games)]:
        return _told(tells, corpora, names)
    searches, added = _searches(search, begins, names, rules), to_add(set_out, only, mistake, last, rules)
    return int(sum(_made(corpora, name, searches.get(name, ()), check, added.get(name, ())) for name in names) > 0)


def _made_plain(corpora: Corpora, name: str) -> bool:
    """Make the cases of a variant plain, and tell of how many; whether something is amiss."""
    corpus = corpora.open(name)
    found = list(Soundness(corpus).made_plain())
    for case, script in found:
        corpus.remake(corpus.planned[case], script)
    click.echo(f"{name}: {counted(len(found), 'case')} made plain")
    return _written(corpora, corpus, set(corpus.cases))


def _made_witnessed(corpora: Corpora, name: str) -> bool:
    """Lead to the positions of a variant, and tell of how many that was found; whether something is amiss."""
    corpus = corpora.open(name)
    lacking, found = 0, 0
    for case, script in list(made_witnessed(corpus)):
        if script is None:
            lacking += 1
            click.echo(f"{case}: no way to its position was found")
        else:
            found += corpus.remake(corpus.planned[case], script)
    click.echo(f"{name}: {counted(found, 'position')} led to; to {lacking} no way was found")
    return _written(corpora, corpus, set(corpus.cases))


def _count_kills(corpora: Corpora, name: str) -> None:
    """Count how many spoilt lines each case of a variant is the first to tell, the cheapest cases coming first, and keep that."""
    corpus = corpora.open(name, again=False)
    kills = Counter(mutation_score(corpus, by=cheapest).killed.values())
    corpus.planned = {case: replace(planned, kills=kills[case]) for case, planned in corpus.planned.items()}
    corpora.write(corpus)
    click.echo(f"{name}: {counted(kills.total(), 'spoilt line')} told, by {counted(len(kills), 'case')}")


def _only_tells(games: int, *, missing: bool, scored: bool, evidence: bool, **_: bool) -> bool:
    """Whether nothing is written."""
    return missing or scored or (evidence and not games)


def _made(corpora: Corpora, name: str, searches: Sequence[Search], check: bool, added: Sequence[SetOut]) -> bool:
    """Make the cases of a variant again, or search for more, or add some, and write them unless only a check is asked for; whether
    something is amiss."""
    corpus = corpora.open(name, again=not searches and not added)
    before = set(corpus.cases)
    for new in added:
        click.echo(new.add(corpus))
    for one in searches:
        search_for_cases(corpora.write, corpus, one)
    return _differing(corpora, corpus) if check else _written(corpora, corpus, before)


def _usual(rules: Rules, writes: bool) -> Path:
    """The corpus folder that belongs to the rules; to write into an installation is refused."""
    if writes:
        must_be_own(rules.corpus, "name a folder with --out, or run it in a checkout")
    return rules.corpus


def _names(variants: tuple[str, ...], rules: Rules) -> tuple[str, ...]:
    """The variants asked for, or all that stand in the folder of rules; one that there is not is refused."""
    # What a book of one's own descends from has its corpus elsewhere.
    offered = rules.own.names()
    if unknown := [name for name in variants if name not in offered]:
        raise click.BadParameter(f"there is no variant {unknown[0]}; there is {', '.join(offered) or 'none'}")
    return variants or offered


def _options(words: tuple[str, ...]) -> dict[str, int]:
    """Options as they are named on the command line."""
    pairs = [word.partition("=") for word in words]
    if any(not number.isdecimal() for _, _, number in pairs):
        raise click.BadParameter("an option is NAME=NUMBER, such as players=2", param_hint="--option")
    return {name: int(number) for name, _, number in pairs}


def _told(tells: Iterable[Callable[[Corpora, str], bool | None]], corpora: Corpora, names: Iterable[str]) -> int:
    """Tell of variants, or do with them, whatever is asked for; whether something is amiss."""
    # All of it, whatever is amiss in the first of them.
    amiss = [tell(corpora, name) for name, tell in product(names, tells)]
    return int(any(amiss))


# ── telling ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _tell_lost(corpora: Corpora, corpus: Corpus) -> bool:
    """Name the cases that are lost; whether something is shown by none since, and nobody argues that none can."""
    name = corpus.sheet.book.name
    notes = read_moot(corpora.root).get(name, {})
    shown = {planned.goal for planned in corpus.planned.values()}
    kept = {case: planned for case, planned in sorted(corpus.lost.items()) if known(corpus.sheet, planned)}
    limits = {case: planned for case, planned in kept.items() if planned.goal.purpose == LIMIT}
    argued = {case for case, planned in kept.items() if planned.goal not in shown and str(planned.goal) in notes}
    missed = [case for case, planned in kept.items() if planned.goal not in shown and case not in limits.keys() | argued]
    for case in missed:
        click.echo(f"{case}: there is no case that shows this; `meldspec corpus {name} --search N` looks for one", err=True)
    unlimited = dict(lost_limits(corpus, notes, limits))
    for case, told in unlimited.items():
        click.echo(f"{case}: {told}", err=True)
    # An id is never given to anything else, so it stays in the plan.
    others = {
        "kept of cases in whose place others show the same": kept.keys() - argued - {*missed, *unlimited},
        "kept of what can have no case": argued,
        "kept of what the rules no longer leave to be shown": corpus.lost.keys() - kept.keys(),
    }
    for what, ids in others.items():
        if ids:
            click.echo(f"{name}: {counted(len(ids), 'id')} {what}: {', '.join(sorted(ids))}", err=True)
    return bool(missed or unlimited)


def _differing(corpora: Corpora, corpus: Corpus) -> bool:
    """Tell which files of a variant would be written otherwise; whether something is amiss."""
    lost, name = _tell_lost(corpora, corpus), corpus.sheet.book.name
    different = corpus.differs(corpora.root / name)
    for file in different:
        click.echo(f"{name}/{file} is not as it would be written")
    if undigested := corpus.undigested(corpora.root / name):
        others = f" and of {counted(len(undigested) - 1, 'other case')}" if len(undigested) > 1 else ""
        click.echo(f"{MANIFEST} is not as it would be written, of {undigested[0]}{others}")
    unsound, unplayed = _tell_unsound(corpora, corpus), _tell_unplayed(corpora, corpus)
    return bool(different or undigested) or unsound or unplayed or lost


def _tell_unplayed(corpora: Corpora, corpus: Corpus) -> bool:
    """Tell which examples of the sources have no case, or one that rests on something else; whether there are any."""
    book = corpus.sheet.book
    examples = read_examples(corpora.rules.home(book.name)).get(book.name, ())
    # A corpus of some chapters alone has not what the whole rules have.
    found = list(unplayed(examples, book, corpus.cases)) if corpora.root == corpora.rules.corpus else []
    for one in found:
        click.echo(f"{EXAMPLES}: {one}")
    return bool(found)


def _tell_unsound(corpora: Corpora, corpus: Corpus) -> bool:
    """Tell which cases of a variant are not sound, and which are that are said not to be; whether there are any."""
    known = read_unsound(corpora.root).get(corpus.sheet.book.name, {})
    found = {(str(one.fault), one.case): one for one in Soundness(corpus).unsound()}
    noted = {(fault, case) for fault, cases in known.items() for case in cases}
    new, gone = [one for key, one in found.items() if key not in noted], sorted(noted - found.keys())
    for one in new:
        click.echo(f"{one.case} is not sound ({one.fault}): {one.told}")
    for fault, case in gone:
        click.echo(f"{case} has not the fault that {UNSOUND} notes of it ({fault}): take it out there")
    return bool(new or gone)


def _written(corpora: Corpora, corpus: Corpus, before: Set[str]) -> bool:
    """Write the files of a variant, and tell what was written since it was opened; whether something is amiss."""
    lost, name = _tell_lost(corpora, corpus), corpus.sheet.book.name
    corpora.write(corpus)
    # A search has written what it found on the way.
    files = sum(file.parent.name == name for file in corpora.written)
    cases, new = counted(len(corpus.cases), "case"), len(corpus.cases.keys() - before)
    told = f"{cases}, {new} of them new," if new else cases
    click.echo(f"{name}: {told} in {counted(len(corpus.files()), 'file')}; {counted(files, 'file')} written")
    return lost


def _tell_changes(corpora: Corpora, since: Path, names: Iterable[str]) -> int:
    """Tell which cases are others than in another corpus folder, by clause, and why; that there are some is nothing amiss."""
    for name in names:
        old, new = (load_cases(root, name) for root in (since, corpora.root))
        click.echo("\n".join(changes_told(name, changed(old, new))))
    return 0


def _tell_missing(corpora: Corpora, name: str) -> None:
    """Name the goals of a variant that no case reaches, those aside of which it is argued that none can."""
    sheet, root = corpora.sheet(name), corpora.root
    notes = read_moot(root).get(name, {})
    goals = len(goals_of(sheet))
    # The plan keeps the entries of cases that were lost, so that their ids go to nothing else.
    kept = {case.id for case in load_cases(root, name)}
    lacking = missing_in(sheet, [planned for planned in read_plan(root / name / PLAN)[0] if planned.case in kept])
    bare = [goal for goal in lacking if str(goal) not in notes]
    click.echo(f"{name}: {goals - len(lacking)} of {goals} goals have a case, {len(lacking) - len(bare)} can have none")
    readings = {(goal.of, goal.reading) for goal in bare if goal.purpose == "reading"}
    faults = unplayable(corpora.open(name, again=False), readings) if readings else {}
    for goal in bare:
        click.echo(f"  {goal}{nobody_can(faults.get((goal.of, goal.reading)))}")


def _tell_score(corpora: Corpora, name: str) -> None:
    """Tell how many spoilt lines are told from the true ones, and name those that are not."""
    corpus = corpora.open(name)
    found = mutation_score(corpus)
    share = 100 * len(found.killed) / found.total if found.total else 100
    click.echo(f"{name}: {len(corpus.cases)} cases tell {len(found.killed)} of {found.total} spoilt lines ({share:.1f} %)")
    for survivor in found.survivors:
        click.echo(f"  {survivor}")


def _tell_evidence(corpora: Corpora, name: str) -> None:
    """Tell of how many readings the cases show the effect and the limit, and of which they do not, or together with what."""
    notes = read_moot(corpora.root).get(name, {})
    corpus = corpora.open(name, again=False)
    found = list(Gatherer(corpus).all())
    faults = unplayable(corpus, [(one.question, one.reading) for one in found if one.effect is None])
    click.echo("\n".join(told_of(found, notes, name, faults)))


# ── searching ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _searches(search: Search, begins: Sequence[Path], names: Sequence[str], rules: Rules) -> dict[str, list[Search]]:
    """The searches for each variant: the one asked for, or, from positions, one for all those that have the same options."""
    # What is searched is not made again as well: that would take most of the time.
    if not search.games:
        return {}
    if not begins:
        return {name: [search] for name in names}
    found: dict[str, list[Search]] = {name: [] for name in names}
    for (name, options), openings in openings_of(begins, rules).items():
        if name in found:
            found[name].append(replace(search, options=dict(options), positions=True, openings=tuple(openings)))
    return found


TELLS: dict[str, Callable[[Corpora, str], bool | None]] = {
    "missing": _tell_missing,
    "scored": _tell_score,
    "evidence": _tell_evidence,
    "plain": _made_plain,
    "witnesses": _made_witnessed,
    "kills": _count_kills,
}
"""What is done with each variant instead of making its cases again, by the option that asks for it."""

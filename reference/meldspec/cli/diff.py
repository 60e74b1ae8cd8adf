"""`meldspec diff`: how two variants, or two ways of reading one, differ."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import inf
from time import monotonic

import click

from meldspec.book.line_index import line_index
from meldspec.cli._readings import is_number, pairs, vectors
from meldspec.cli._shared import Rules, spec_option
from meldspec.cli._sound import own_must_be_sound
from meldspec.compare.clauses import ALIKE, LEFT, OTHERWISE, RIGHT, ClauseDifference, Side, differences
from meldspec.corpus.search.distinguish import Difference, Incomparable, find_difference, for_rulebook, pair_of
from meldspec.corpus.search.playout import TimedSeeds
from meldspec.engine.rulebook import Library, Rulebook
from meldspec.engine.verdict import Verdict
from meldspec.language.problems import counted
from meldspec.runner.words import say_request

COLOURS = {"-": "red", "+": "green", " ": None}


@click.command("diff", short_help="Tell how two variants differ, clause by clause, and a game that shows it.")
@click.argument("left", metavar="VARIANT[/PROFILE]")
@click.argument("right", metavar="VARIANT[/PROFILE]")
@click.option("--left-readings", "lefts", multiple=True, metavar="QUESTION=READING", help="A reading on the left side.")
@click.option("--right-readings", "rights", multiple=True, metavar="QUESTION=READING", help="A reading on the right side.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=NUMBER", help="An option of the game that is played, as players=2."
)
@click.option("--search", default=100, show_default=True, help="How many games are played to find one that parts the two; 0: none.")
@click.option("--seconds", type=click.FloatRange(0), help="Search no longer than this; what is found then hangs on the machine.")
@click.option("--brief", is_flag=True, help="Only the ids and titles of clauses, not their lines.")
@spec_option
def command(
    left: str,
    right: str,
    lefts: tuple[str, ...],
    rights: tuple[str, ...],
    options: tuple[str, ...],
    search: int,
    seconds: float | None,
    brief: bool,
    rules: Rules,
) -> None:
    """Tell how two variants differ, clause by clause, and a game that shows it.

    A side is a variant with its default readings, or with those of a profile (canasta/canasta-bicycle, or canasta/bicycle).
    Lines that only the left side has are marked -, those that only the right side has +. Then games are played by both at
    once, and the shortest found whose last act one side permits and the other does not is told, or whose scores differ; where no
    deal shows it, they are begun from positions.
    """
    sides = _side(rules, left, lefts), _side(rules, right, rights)
    library = Library(rules.library)
    numbers = _numbers(library, sides, options)
    found = differences(*sides)
    click.echo("\n".join(_told(found, sides, brief)))
    if search > 0:
        click.echo("")
        own_must_be_sound(rules, (side.book.name for side in sides))
        click.echo("\n".join(_shown(library, sides, numbers, search, seconds)))


def _numbers(library: Library, sides: Sequence[Side], options: Sequence[str]) -> dict[str, int]:
    """The options of the game that is played, each one that the book of a side offers."""
    numbers = {name: int(value) for name, value in pairs(options, "--option", "NAME=NUMBER, as players=2", is_number).items()}
    if numbers:
        offered = {name for side in sides for name in library.sheet(side.book.name).symbols.defaults()}
        if unknown := sorted(numbers.keys() - offered):
            there_is = ", ".join(sorted(offered)) or "none"
            raise click.BadParameter(f"neither side has an option {unknown[0]}; there is {there_is}", param_hint="--option")
    return numbers


def _side(rules: Rules, word: str, readings: tuple[str, ...]) -> Side:
    """A side as the command line names it."""
    variant, _, profile = word.partition("/")
    book = rules.book(variant)
    try:
        chosen = vectors({variant: book}, readings, profile, rules.profiles)[variant]
    # The variant in front of the name of a profile may be left out.
    except click.UsageError:
        if not profile:
            raise
        chosen = vectors({variant: book}, readings, f"{variant}-{profile}", rules.profiles)[variant]
    return Side(word + "".join(f" {one}" for one in readings), book, chosen)


# ── clause by clause ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _told(found: Sequence[ClauseDifference], sides: tuple[Side, Side], brief: bool) -> Iterator[str]:
    """All differences in the order of the books, and how many there are."""
    left, right = sides
    yield click.style(f"- {left.name}: {left.book.title}", fg="red")
    yield click.style(f"+ {right.name}: {right.book.title}", fg="green")
    for one in found:
        if one.how != ALIKE or one.asked:
            yield ""
            yield from _clause(one, sides, brief)
    yield ""
    yield _summed(found, sides)


def _clause(one: ClauseDifference, sides: tuple[Side, Side], brief: bool) -> Iterator[str]:
    """One clause that differs."""
    where = {
        LEFT: f"only {sides[0].name}",
        RIGHT: f"only {sides[1].name}",
        OTHERWISE: "otherwise",
        ALIKE: "alike, but asked otherwise",
    }
    title = one.titles[0] or one.titles[1]
    yield click.style(f"{one.id}  {title}", bold=True) + f"  ({where[one.how]})"
    if not brief and one.how != ALIKE:
        for mark, line in one.changes():
            yield click.style(f"  {mark} {line}".rstrip(), fg=COLOURS[mark])
    for asked in one.asked:
        yield f"  ? {asked.question}: {asked.asks}"
        yield f"    {asked.left or 'not asked'} | {asked.right or 'not asked'}"


def _summed(found: Sequence[ClauseDifference], sides: tuple[Side, Side]) -> str:
    """How many clauses differ, and how."""
    count = Counter(one.how for one in found)
    asked = sum(bool(a.left and a.right) for one in found for a in one.asked)
    return (
        f"{counted(count[ALIKE], 'clause')} alike, {count[OTHERWISE]} otherwise, {count[LEFT]} only in {sides[0].name}, "
        f"{count[RIGHT]} only in {sides[1].name}; {counted(asked, 'question')} read otherwise."
    )


# ── a game that shows it ───────────────────────────────────────────────────────────────────────────────────────────────────


def _shown(
    library: Library, sides: tuple[Side, Side], options: dict[str, int], search: int, seconds: float | None
) -> Iterator[str]:
    """The shortest game found that parts the two sides, or why there is none."""
    try:
        sheets = [library.sheet(side.book.name) for side in sides]
        pair = pair_of(sheets[0], sheets[1], (sides[0].readings, sides[1].readings), options)
    except Incomparable as why:
        yield f"No game can show it, since no deal of the one is a deal of the other: {why}."
        return
    # By the number of games alone unless somebody asks for a clock: the same two sides differ alike on every machine.
    ends = inf if seconds is None else seconds
    # Half of the time is for deals; where none of them shows anything, the rest is for positions.
    timed = [TimedSeeds(range(search), monotonic() + share * ends, monotonic) for share in (0.5, 1.0)]
    found, played = find_difference(pair, *timed)
    short = f"; the {seconds:g} seconds were over" if any(seeds.stopped for seeds in timed) else ""
    if found is None:
        games = counted(played, "game")
        yield f"No game was found that shows a difference: {games} played, each by both ({_under(pair[0])}{short})."
        return
    yield from _game(found, pair, sides)
    yield f"The shortest of those found in {counted(played, 'game')} ({_under(pair[0])}{short})."


def _under(rulebook: Rulebook) -> str:
    """The options of a game."""
    return ", ".join(f"{name} {value}" for name, value in rulebook.options.items()) or "it has no options"


def _game(found: Difference, pair: tuple[Rulebook, Rulebook], sides: tuple[Side, Side]) -> Iterator[str]:
    """A game act by act, and what the two sides say of the last one."""
    last = len(found.script.requests) - 1
    for number, request in enumerate(found.script.requests):
        first, *more = say_request(for_rulebook(pair[0], request))
        yield click.style(f"{number + 1:>3}  {first}", bold=number == last)
        yield from (f"       {line}" for line in more)
    for number, (rulebook, side) in enumerate(zip(pair, sides, strict=True)):
        verdict = found.verdicts[number]
        legal = found.permits in (number, None)
        scores = f", and the deal scores {', '.join(map(str, found.scores[number]))}" if found.permits is None else ""
        yield click.style(f"     {side.name}: {'legal' if legal else 'refused'}{scores}", fg="green" if legal else "red")
        yield from (f"       {line}" for line in _lines(rulebook, verdict))


def _lines(rulebook: Rulebook, verdict: Verdict | None) -> Iterator[str]:
    """The lines that a verdict rests on."""
    if verdict is None:
        return
    if verdict.why:
        yield verdict.why
    words = line_index(rulebook.sheet).words
    for tag in verdict.lines:
        yield f"{tag.line}  {words[tag.line]}"

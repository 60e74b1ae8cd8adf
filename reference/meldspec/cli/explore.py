"""`meldspec explore`: random deals, how they end, and the dead ends that the rules leave."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

import click

from meldspec.book.checks.questions import companions
from meldspec.book.flat import Book
from meldspec.cli._readings import vectors
from meldspec.cli._shared import OUTPUT_FOLDER, Rules, as_json, columns, number_option, profile_option, readings_option, spec_option
from meldspec.cli._sound import must_be_sound
from meldspec.corpus.search.explore import Exploration, endings_of, explore
from meldspec.engine.rulebook import Library, Rulebook
from meldspec.files import write_whole
from meldspec.language.problems import counted
from meldspec.position.write import position_of
from meldspec.table.selection import every_choice, select

HEAD: tuple[str, ...] = ("options", "readings", "deals", "acts", "longest", "endings", "dead ends", "endless", "given up")
LASTING = (
    "So they stood otherwise than at the start of a deal when the next player began: right for what the deal is to remember;"
    " what is about one turn alone must be set back where the turn ends."
)
"""What it means for a reader that memories outlasted a turn."""


@click.command("explore", short_help="Play random deals: how they end, and where nobody can act.")
@click.argument("variant")
@number_option("--deals", click.IntRange(1), 10, "How many deals under each rulebook.")
@click.option("--from", "first", type=click.IntRange(0), default=1, show_default=True, help="The first deal's seed.")
@number_option("--acts", click.IntRange(1), 1500, "After so many acts a deal is broken off.")
@click.option("--every-option", is_flag=True, help="Under every choice of options.")
@click.option("--every-reading", is_flag=True, help="Under every reading of every question besides, one at a time.")
@click.option("--positions", is_flag=True, help="Begin with turns in the middle of deals, where rare things are near.")
@readings_option("Read a question so")
@profile_option("A whole set of readings.")
@click.option("--out", type=OUTPUT_FOLDER, metavar="DIR", help="Write dead ends there as positions.")
@spec_option
def command(
    variant: str,
    deals: int,
    first: int,
    acts: int,
    every_option: bool,
    every_reading: bool,
    positions: bool,
    readings: tuple[str, ...],
    profile: str,
    out: Path | None,
    rules: Rules,
) -> int:
    """Play random deals: how they end, and where nobody can act.

    Packs are stacked at random so that rare things happen soon; with `--positions` play begins with melds on the table and few
    cards in hand. A dead end is a position in which no act is legal although the deal has not ended; `meldspec rule` reads what
    `--out` writes of it. Deals are given up where the look-ahead of a rule does not come to an end. Told besides are endings that
    no deal came to, memories that outlasted a turn (which of these should have been set back no check can know), memories of which
    the words `as seen` tell what was not so, and lines `never` that held after an act: faults of the rules.

    Exit code 0: neither dead ends nor such faults were found; 1: there are some.
    """
    book = rules.book(variant)
    base = vectors({variant: book}, readings, profile, rules.profiles)[variant]
    must_be_sound(rules, variant)
    sheet = Library(rules.library).sheet(variant)
    choices = list(every_choice(sheet)) if every_option else [select(sheet).options]
    worlds = [{}, *others_of(book, base)] if every_reading else [{}]
    told = Told()
    with click.progressbar(length=len(choices) * len(worlds) * deals, label=variant) as bar:
        for options, world in product(choices, worlds):
            rulebook = Rulebook(select(sheet, options, base | world))
            seeds = (f"{variant}:{seed}" for seed in range(first, first + deals))
            found = explore(rulebook, seeds, acts, lambda: bar.update(1), positions)
            told.add(rulebook, world, found)
            write(rulebook, found, out)
    bound = f"{len(choices)} by {len(worlds)} rulebooks, {counted(deals, 'deal')} each, at most {acts} acts a deal"
    click.echo("\n".join((*told.lines(), "", f"{bound}: {counted(told.dead, 'dead end')}.")))
    return 1 if told.dead or told.broken or told.missaid else 0


def others_of(book: Book, base: dict[str, str]) -> Iterator[dict[str, str]]:
    """Every reading of every question that is not chosen already, with those that it needs to make a difference."""
    for name, question in book.questions().items():
        for reading in question.readings:
            if reading.name != base[name]:
                yield companions(book, name) | {name: reading.name}


@dataclass
class Told:
    """What is told of the rulebooks explored: a row of the table for each, how many dead ends there are, how often each ending that
    some of them know was come to, the memories that outlasted a turn, and those that tables show otherwise than they are."""

    rows: list[tuple[str, ...]] = field(default_factory=lambda: [HEAD])
    dead: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    lasting: set[str] = field(default_factory=set)
    broken: dict[str, str] = field(default_factory=dict)
    missaid: dict[str, str] = field(default_factory=dict)

    def add(self, rulebook: Rulebook, world: dict[str, str], found: Exploration) -> None:
        """Take in what was found of a rulebook, whose readings other than those chosen are named."""
        self.rows.append(row(rulebook.options, world, found))
        self.dead += len(found.dead_ends)
        self.endings.update({how: found.endings[how] for how in endings_of(rulebook)})
        self.lasting |= found.lasting
        under = " ".join(f"{q}={r}" for q, r in world.items()) or "the readings chosen"
        for words, one in found.broken.items():
            self.broken.setdefault(words, f"deal {one.seed}, after {counted(one.acts, 'act')}, under {under}")
        for name, one in found.missaid.items():
            self.missaid.setdefault(name, f"deal {one.seed}, after {counted(one.acts, 'act')}, under {under}")

    def lines(self) -> Iterator[str]:
        """The table, and below it the endings that no deal came to, and the memories."""
        yield from columns(self.rows)
        unseen = sorted(how for how, count in self.endings.items() if not count)
        if unseen or self.lasting:
            yield ""
        if unseen:
            yield f"No deal ended by {' or '.join(unseen)}: more deals may, or --positions."
        if self.lasting:
            yield f"Memories that outlasted a turn: {', '.join(sorted(self.lasting))}."
            yield LASTING
        for words, where in self.broken.items():
            yield f"A table had what none has: {words} ({where})."
        for name, where in sorted(self.missaid.items()):
            yield f"A table is said to show the memory '{name}', which was otherwise ({where})."


def row(options: Mapping[str, int], world: dict[str, str], found: Exploration) -> tuple[str, ...]:
    """One rulebook's line of the table."""
    chosen = " ".join(f"{name}={value}" for name, value in options.items())
    endings = " ".join(f"{how}={count}" for how, count in sorted(found.endings.items()))
    numbers = (str(found.deals), str(found.acts), str(found.longest))
    readings = " ".join(f"{q}={r}" for q, r in world.items()) or "as chosen"
    return (chosen, readings, *numbers, endings or "-", str(len(found.dead_ends)), str(len(found.endless)), str(found.given_up))


def write(rulebook: Rulebook, found: Exploration, out: Path | None) -> None:
    """The positions of dead ends as files."""
    if out is None:
        return
    out.mkdir(parents=True, exist_ok=True)
    for number, witness in enumerate(found.dead_ends, 1):
        path = out / f"{rulebook.name}-{witness.seed.replace(':', '-')}-{number}.yaml"
        title = f"Nobody can act here (deal {witness.seed}, after {counted(witness.acts, 'act')})."
        # JSON is YAML too, and leaves no doubt about what is a text.
        write_whole(path, as_json(position_of(rulebook, witness.table, title)))

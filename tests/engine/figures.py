"""`python -m tests.engine.figures`: play many checked deals under readings of all sorts, and print what they came to."""

from __future__ import annotations

from random import Random

import click
from tests.engine.games import LARGE_HAND, Figures, Game
from tests.engine.invariants import ORDINARY
from tests.engine.variants import alternatives, compiled, games, mixed, options_of, profiles_of

COLUMNS = (
    "game",
    "rulebooks",
    "deals",
    "out",
    "stock",
    "sevens",
    "no act",
    "given up",
    "acts",
    "takes",
    "longest deal",
    "tried",
    "refused",
)


def drawn(variant: str, random: Random) -> dict[str, str]:
    """The default readings, or one other, or a profile, or any of every question."""
    match random.randrange(4):
        case 0:
            return {}
        case 1:
            return random.choice(alternatives(variant))
        case 2:
            return random.choice(profiles_of(variant) or [{}])
        case _:
            return {name: random.choice(readings) for name, readings in mixed(variant).items()}


def played(variant: str, players: int, rulebooks: int, seed: int, large_hand: int, middle: bool) -> Figures:
    """Matches of up to four deals, one for each rulebook, every act checked; some illegal acts are tried on the way."""
    figures = Figures()
    for number in range(rulebooks):
        random = Random(f"{variant}:{players}:{seed}:{number}")
        options = random.choice(options_of(variant, players))
        game = Game(compiled(variant, players, drawn(variant, random), options), random, figures, large_hand, middle)
        for _ in range(4):
            while game.goes_on():
                if game.acts % 10 == 0:
                    game.try_what_may_be_refused()
                game.act()
            game.next_deal()
    return figures


@click.command()
@click.option("--rulebooks", default=30, show_default=True, help="How many rulebooks each game is played under.")
@click.option("--variant", "variants", multiple=True, help="Only this game; may be given several times.")
@click.option("--seed", default=1, show_default=True, help="Other seeds draw other games.")
@click.option("--large-hand", default=LARGE_HAND, show_default=True, help="Takes that make a hand larger are not sought.")
@click.option(
    "--middle", is_flag=True, help="Where players have feet, begin late in a deal, with long melds and few cards in hand."
)
def main(rulebooks: int, variants: tuple[str, ...], seed: int, large_hand: int, middle: bool) -> None:
    """Play many checked deals at random and print what they came to: how many ended by going out, for want of a stock or by a hand
    that could not be discarded, and how many came to where nobody could act or were given up."""
    click.echo(" | ".join(COLUMNS))
    for variant, players in (game for game in games() if not variants or game[0] in variants):
        figures = played(variant, players, rulebooks, seed, large_hand, middle and variant not in ORDINARY)
        ends = figures.endings
        row = (
            f"{variant} for {players}",
            rulebooks,
            ends.total() + figures.stuck,
            ends["out"],
            ends["stock"],
            ends["stuck"],
            figures.stuck,
            figures.given_up,
        )
        more = (figures.acts, figures.takes, figures.longest, figures.proposed, figures.refused)
        click.echo(" | ".join(str(cell) for cell in (*row, *more)))


if __name__ == "__main__":
    main()

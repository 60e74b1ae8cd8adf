"""Games at random under every reading: whatever is played, the table stays in order and every deal comes to an end.

Hypothesis draws the readings (the defaults, or one reading of one question that is not its default, or any reading of every
question), the pack and its stacking, the players' styles, and what happens next: some acts, some attempts at what may be
illegal, the next deal. Where players have feet, half of the matches are played from the middle of deals, since nobody comes so far
as to go out by chance. `make thorough` plays many more games, with hands of any size.
"""

from __future__ import annotations

import unittest
from random import Random

from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from tests.engine.games import LARGE_HAND, Game
from tests.engine.invariants import ORDINARY
from tests.engine.variants import alternatives, compiled, games, mixed, options_of, profiles_of
from tests.sampling import THOROUGH

SEEDS = st.integers(0, 2**32 - 1)


def profile(examples: int) -> settings:
    """So many games, and always the same ones, unless all is to be tried."""
    return settings(
        max_examples=20 * examples if THOROUGH else examples,
        stateful_step_count=20 if THOROUGH else 8,
        derandomize=not THOROUGH,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        print_blob=True,
    )


EXAMPLES = {"canasta": 6, "manzana": 10}
"""How many games of each are played; of the others, whose deals are long, a few for each number of players."""
FEW = 2


def readings_of(variant: str) -> st.SearchStrategy[dict[str, str]]:
    """The default readings, or one that is not, or a profile, or any reading of every question."""
    every = {name: st.sampled_from(readings) for name, readings in mixed(variant).items()}
    one = st.sampled_from(alternatives(variant))
    whole = st.sampled_from([{}, *profiles_of(variant)])
    return st.one_of(whole, one, one, one, st.fixed_dictionaries(every))


class PlayedAtRandom(RuleBasedStateMachine):
    """A match played at random; what must hold is checked after every act (see games.py and invariants.py)."""

    variant, players = "canasta", 4
    game: Game

    @initialize(data=st.data(), seed=SEEDS)
    def sit_down(self, data: st.DataObject, seed: int) -> None:
        """Readings and options are agreed on, and the first cards are dealt."""
        readings = data.draw(readings_of(self.variant), label="readings")
        options = data.draw(st.sampled_from(options_of(self.variant, self.players)), label="options")
        rulebook = compiled(self.variant, self.players, readings, options)
        middle = self.variant not in ORDINARY and data.draw(st.booleans(), label="from the middle of deals")
        self.game = Game(rulebook, Random(seed), large_hand=200 if THOROUGH else LARGE_HAND, middle=middle)

    @precondition(lambda self: self.game.goes_on())
    @rule(seed=SEEDS, acts=st.integers(1, 30))
    def play_on(self, seed: int, acts: int) -> None:
        """Some acts, each of which somebody may do."""
        self.game.random.seed(seed)
        for _ in range(acts):
            if self.game.goes_on():
                self.game.act()

    @precondition(lambda self: self.game.goes_on())
    @rule(seed=SEEDS)
    def attempt(self, seed: int) -> None:
        """Some acts that may well be refused."""
        self.game.random.seed(seed)
        self.game.try_what_may_be_refused()

    @precondition(lambda self: not self.game.goes_on())
    @rule(seed=SEEDS)
    def deal_again(self, seed: int) -> None:
        """The deal has ended, and the next one begins."""
        self.game.random.seed(seed)
        self.game.next_deal()

    def teardown(self) -> None:
        """Whatever was begun is played to its end."""
        while hasattr(self, "game") and self.game.goes_on():
            self.game.act()


def machine(variant: str, players: int) -> type[unittest.TestCase]:
    """The test of one game for so many players."""
    name = f"{variant.capitalize()}For{players}"
    made: type[PlayedAtRandom] = type(name, (PlayedAtRandom,), {"variant": variant, "players": players})
    return type(f"{name}Played", (made.TestCase,), {"settings": profile(EXAMPLES.get(variant, FEW))})


globals().update({f"Test{variant.capitalize()}For{players}": machine(variant, players) for variant, players in games()})

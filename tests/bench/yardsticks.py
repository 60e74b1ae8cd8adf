"""Two simulators of a simpler card game, gin rummy, played at random: what the benchmark's figures are held against.

RLCard's rules are written in Python, so its figure says what a player of card games in Python may expect.
OpenSpiel's are written in C++ and only called from Python; to come near it is the bar.
Neither is a competitor: neither knows Canasta, nor says which rule refuses an act.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import process_time

SEED = 20
Work = Callable[[], tuple[int, float]]
"""One round of some work: how many units it did, and in how many seconds of processor time.

Processor time and not the clock's, so that what else the machine is doing changes little."""


def timed(work: Callable[[], int]) -> Work:
    """Work whose whole time counts; it says how many units it did."""

    def one_round() -> tuple[int, float]:
        begun = process_time()
        return work(), process_time() - begun

    return one_round


def openspiel() -> Work:
    """OpenSpiel's gin rummy, a whole game a round, in decisions of players.

    All of random play counts, as it does for meldspec's: to set up the game, to draw each card by its chance, to list
    what is legal, to choose and to apply it. Only the decisions of players are counted, the drawing of cards is not.
    """
    import pyspiel

    game, chance = pyspiel.load_game("gin_rummy"), random.Random(SEED)

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, chances)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return timed(play)


def rlcard() -> Work:
    """RLCard's gin rummy, a whole game a round, in steps.

    Only the time inside `env.step` counts: applying the action, encoding the next state and generating its legal actions, all of
    which RLCard does in that call. Choosing at random among those actions, and setting up the next deal, are left out.
    """
    import rlcard as library

    env = library.make("gin-rummy", config={"seed": SEED})
    choose = random.Random(SEED).choice

    def play() -> tuple[int, float]:
        state, _ = env.reset()
        spent, steps = 0.0, 0
        while not env.is_over():
            action = choose(list(state["legal_actions"]))
            begun = process_time()
            state, _ = env.step(action)
            spent += process_time() - begun
            steps += 1
        return steps, spent

    return play

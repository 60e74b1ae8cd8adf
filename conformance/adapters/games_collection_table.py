"""The Canasta engine of `games-collection` at one table, told and read in the protocol's words.

How the two were fitted together, and why, is written at the top of `games_collection.py`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from card_games.canasta.game import (
    CanastaDeck,
    CanastaGame,
    CanastaPlayer,
    DrawSource,
    JokerCard,
    Meld,
    MeldError,
)
from card_games.common.cards import parse_card

Json: TypeAlias = dict[str, Any]

VARIANT = "canasta"
SIDES = 2
"""Teams the engine makes, whatever players it is given."""

LOOKS = [rank + suit for rank in "AKQJT98765432" for suit in "CDHS"]
CARDS = {"JK": JokerCard()} | {look: parse_card(look) for look in LOOKS}
"""The engine's card for each of the protocol's; it tells cards apart by their look, as the protocol does."""
NAMES = {card: name for name, card in CARDS.items()}


class Unsupported(Exception):
    """No moves of the engine could express what was asked."""


class Malformed(Exception):
    """A request that is not built as the protocol says."""


class NotThere(Exception):
    """A seat or a meld that the protocol itself says does not exist."""


REFUSALS = (MeldError, RuntimeError, ValueError, NotThere)


class AsItLies:
    """Stands in for the engine's random numbers: a shuffle that leaves the pack in its order."""

    def shuffle(self, pack: list[Any]) -> None:
        """Do nothing to `pack`."""


@dataclass
class Table:
    """A deal in the engine, and what is needed to speak of it in the protocol's words."""

    game: CanastaGame
    first: int
    """The seat of the engine's first player."""
    melds: list[list[int]] = field(default_factory=lambda: [[] for _ in range(SIDES)])
    """For each side, by the protocol's number of a meld, its place in the engine's list."""
    out: int | None = None
    """The seat that went out."""
    scores: dict[int, int] = field(default_factory=dict)
    """What the engine said of each side when the deal ended, in points."""

    def player(self, seat: int) -> CanastaPlayer:
        """The engine's player at a seat. Raises NotThere."""
        players = self.game.players
        if not 0 <= seat < len(players):
            raise NotThere(f"there is no seat {seat}")
        return players[(seat - self.first) % len(players)]

    def place(self, side: int, to: int | str) -> int | None:
        """Where in the engine's list the play goes, None for a new meld. Raises NotThere, Unsupported."""
        if to == "new":
            return None
        if not isinstance(to, int):
            raise Unsupported(f"the engine has no place {to!r} for cards")
        if not 0 <= to < len(self.melds[side]):
            raise NotThere(f"side {side} has no meld {to}")
        return self.melds[side][to]


# ── the deal ────────────────────────────────────────────────────────────────────────────────────────────


def deal(request: Json) -> Table:
    """The engine's deal of the cards of a request. Raises Unsupported, Malformed."""
    totals = need(need(request, "match", dict), "totals", list)
    check_supported(request, len(need(request, "hands", list)), len(totals))
    hands = [to_engine(hand) for hand in request["hands"]]
    first = (need(request, "dealer", int) + 1) % len(hands)
    seats = [(first + turned) % len(hands) for turned in range(len(hands))]
    pack = [card for seat in seats for card in hands[seat]] + to_engine(need(request, "stock", list))
    players = [CanastaPlayer(name=f"seat {seat}", team_index=seat % SIDES) for seat in seats]
    try:
        table = Table(CanastaGame(players, deck=CanastaDeck(pack), rng=AsItLies()), first)
    except REFUSALS as refusal:
        raise Unsupported(f"the engine does not deal these cards: {refusal}") from refusal
    if [table.player(seat).hand for seat in range(len(hands))] != hands:
        raise Unsupported(f"other hands than the engine's, which are of {len(table.player(0).hand)} cards")
    for team, total in zip(table.game.teams, totals, strict=True):
        team.score = total
    return table


def check_supported(request: Json, players: int, sides: int) -> None:
    """Raises Unsupported for what the engine has no words for, Malformed where the seats do not add up."""
    if request.get("variant") != VARIANT:
        raise Unsupported(f"the variant {request.get('variant')!r}; the engine plays {VARIANT}")
    if players != need(request, "seats", int) or players == 0:
        raise Malformed(f"deal: found {players} hands, expected one for each of {request['seats']} seats")
    if sides != SIDES:
        raise Unsupported(f"{sides} sides; the engine has {SIDES}")
    if any(request.get("feet", ())):
        raise Unsupported("feet; the engine has none")
    for option, value in need(request, "options", dict).items():
        if (option, value) != ("players", players):
            raise Unsupported(f"the option {option} = {value!r}")


# ── the acts ────────────────────────────────────────────────────────────────────────────────────────────


def act(table: Table, seat: int, action: Json) -> None:
    """Do an action in the engine; on any exception the table may be left in the middle of it."""
    player, game = table.player(seat), table.game
    match need(action, "type", str):
        case "draw":
            if action.get("heap", 0) != 0:
                raise Unsupported("the engine has one stock")
            game.draw(player, DrawSource.STOCK)
        case "take":
            game.draw(player, DrawSource.DISCARD)
            lay(table, player, need(action, "plays", list))
        case "meld":
            plays = need(action, "plays", list)
            if not plays:
                # A meld of nothing is the engine's to refuse.
                game.add_meld(player, [])
            lay(table, player, plays)
        case "discard":
            game.discard(player, *to_engine([need(action, "card", str)]))
            end_turn(table, player, seat)
        case "pass":
            end_turn(table, player, seat)
        case other:
            raise Unsupported(f"the engine has no way to {other}")


def lay(table: Table, player: CanastaPlayer, plays: list[Json]) -> None:
    """Lay every play, in whatever order the engine accepts, and number the new melds as they are listed."""
    side, waiting, fresh = player.team_index, dict(enumerate(plays)), {}
    lying = [play.get("to") for play in plays if play.get("to") != "new"]
    # The engine lays one play after the other, and could not tell.
    twice = next((to for to in lying if lying.count(to) > 1), None)
    if twice is not None:
        raise NotThere(f"side {side} has no second meld {twice} for another play")
    while waiting:
        index, place = lay_one(table, player, waiting)
        if waiting.pop(index).get("to") == "new":
            fresh[index] = place
    table.melds[side].extend(fresh[index] for index in sorted(fresh))


def lay_one(table: Table, player: CanastaPlayer, waiting: dict[int, Json]) -> tuple[int, int]:
    """Lay the first play that the engine accepts: its index, and its meld's place in the engine's list.

    Raises the engine's refusal of the first of them where it accepts none. It refuses a meld before it
    changes anything, so the next can be tried; a card that is not in the hand it finds too late for that,
    with a ValueError, but there no other order would help.
    """
    side, refusals = player.team_index, []
    for index, play in waiting.items():
        place = table.place(side, need(play, "to", (int, str)))
        try:
            table.game.add_meld(player, to_engine(need(play, "cards", list)), meld_index=place)
        except MeldError as refusal:
            refusals.append(refusal)
        else:
            return index, len(table.game.teams[side].melds) - 1 if place is None else place
    raise refusals[0]


def end_turn(table: Table, player: CanastaPlayer, seat: int) -> None:
    """Go out where the engine says that the team can; otherwise let the turn pass on."""
    if table.game.can_go_out(player.team_index):
        table.scores, table.out = table.game.go_out(player), seat
    else:
        table.game.advance_turn()


# ── what is seen ────────────────────────────────────────────────────────────────────────────────────────


def observation(table: Table) -> Json:
    """What the engine knows of the table, in the protocol's words."""
    game = table.game
    seats = range(len(game.players))
    seen: Json = {
        "stock": game.deck.remaining(),
        "pile": {"cards": to_protocol(game.discard_pile)},
        "frozen": game.discard_frozen,
        "hands": [to_protocol(table.player(seat).hand) for seat in seats],
        "sides": [{"melds": list(melds_of(table, side))} for side in range(SIDES)],
        "totals": [team.score for team in game.teams],
    }
    if game.round_over:
        scores = [table.scores[side] for side in range(SIDES)]
        return seen | {"phase": "over", "ended": {"how": "out", "seat": table.out}, "scores": scores}
    return seen | {"turn": (table.first + game.current_player_index) % len(seats), "ended": None}


def melds_of(table: Table, side: int) -> Iterator[Json]:
    """The melds of a side in the protocol's order."""
    for place in table.melds[side]:
        meld: Meld = table.game.teams[side].melds[place]
        kind = {} if meld.rank == "3" else {"kind": "natural" if meld.is_natural else "mixed"}
        yield {"cards": to_protocol(meld.cards), **kind}


# ── the words ───────────────────────────────────────────────────────────────────────────────────────────


def to_engine(names: Iterable[str]) -> list[Any]:
    """The engine's cards. Raises Malformed for what is no card."""
    try:
        return [CARDS[name] for name in names]
    except (KeyError, TypeError) as unknown:
        raise Malformed(f"found {unknown} for a card, expected TH, 3C and so on, or JK") from unknown


def to_protocol(cards: Iterable[Any]) -> list[str]:
    """The protocol's names of the engine's cards."""
    return [NAMES[card] for card in cards]


def need(holder: Json, name: str, kind: type | tuple[type, ...]) -> Any:
    """A field that must be there, of its kind. Raises Malformed, which says what was found."""
    value = holder.get(name) if isinstance(holder, dict) else None
    if not isinstance(value, kind):
        raise Malformed(f"field {name!r}: found {value!r}; send the request as its schema says")
    return value

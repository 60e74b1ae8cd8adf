"""Acts and what they change, in words that players use."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from meldspec.book.sayings import called
from meldspec.engine.rulebook import Rulebook
from meldspec.language.problems import counted
from meldspec.position.marked import Path
from meldspec.table.table import NEW, Act, Play

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
VERBS = {
    "draw": "draw from the stock",
    "take": "take the pile",
    "meld": "lay",
    "pass": "end the turn without a discard",
}
"""The protocol's acts whose name is no sentence."""
BEGINNING = "draw"
"""The part of a turn in which nothing has been done yet, as the protocol names it."""
OBTAINING = {"draw": "draws", "take": "takes the pile"}
"""The protocol's acts that begin a turn, and what is done by them."""
PHASES = {BEGINNING: " or ".join(OBTAINING.values()), "play": "goes on with the turn", "answer": "waits for an answer"}
"""What is done in the protocol's phases."""
WHOSE = {"hands": "seat", "feet": "seat", "sides": "side"}
SINGLE = {"hands": "hand", "feet": "foot", "sides": "cards", "heaps": "heap"}
"""The lists of a position whose entries are of somebody, and what one such entry is."""
Names = Mapping[str, tuple[str, str]]
"""What a book calls places, one of them and several, by the fields that show them; others have their usual words."""
RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10", "JK": "joker"}
"""The ranks whose sign is no number, as players call them."""
Card = Callable[[str], str]
"""How a card is written: as the protocol does, or prettily."""


def phases_of(rulebook: Rulebook) -> Mapping[str, str]:
    """What is done in the protocol's phases in a game: nobody takes the pile where there is no such act."""
    told = " or ".join(words for act, words in OBTAINING.items() if act in rulebook.laying)
    return {**PHASES, BEGINNING: told} if told else PHASES


def names_of(rulebook: Rulebook) -> Names:
    """What a book calls its places."""
    told = called(rulebook.sheet.book)
    return {place.shown: told[place.name] for place in rulebook.layout.places() if place.name in told}


def one_of(field: str, names: Names) -> str:
    """One of the places that a field shows."""
    return names[field][0] if field in names else SINGLE.get(field, field.replace("_", " "))


def pretty(card: str) -> str:
    """`KD` with its suit as a sign."""
    return card[0] + SUITS[card[1]] if len(card) == 2 and card[1] in SUITS else card


def plain(card: str) -> str:
    """A card as the protocol spells it."""
    return card


def with_cards(text: str, card: Card) -> str:
    """A text of the engine, with the cards in it written by `card`."""
    parts = (word.partition(",") for word in text.split(" "))
    return " ".join((card(word) if _is_card(word) else word) + comma + rest for word, comma, rest in parts)


def _is_card(word: str) -> bool:
    return len(word) == 2 and word[0] in "A23456789TJQK" and word[1] in SUITS


def joined(sentences: Iterable[str]) -> str:
    """Sentences in a row as one, without its end."""
    first, *others = dict.fromkeys(sentence.rstrip(".") for sentence in sentences)
    return "; ".join((first[:1].upper() + first[1:], *map(within, others)))


def within(sentence: str) -> str:
    """A sentence as it goes on behind another one: a card keeps its letter."""
    word = sentence.partition(" ")[0]
    return sentence[:1].lower() + sentence[1:] if word.capitalize() == word and word.isalpha() else sentence


def act_words(rulebook: Rulebook, cells: Sequence[Any], act: Act, card: Card = plain) -> str:
    """An act as a player would announce it; a meld is told with the cards that lie there."""
    parts: list[str] = []
    numbered = False
    line = rulebook.acts[act.name]
    plays: tuple[Play, ...] = ()
    for field, value in zip(line.fields, act.values, strict=True):
        match field.type:
            case "plays":
                plays = value
                melds = cells[field.melds_cell(act.seat)]
                parts = [_play_words(rulebook, melds, play, card) for play in plays]
            # The index of a play is told with that play, which has been put into words already.
            case "play" if value is not None and 0 <= value < len(plays):
                melds = cells[line.plays.melds_cell(act.seat)] if line.plays else ()
                parts[value] = _topped_words(rulebook, cells, melds, plays[value], act.seat, card)
            case "card":
                parts.append(card(rulebook.spelling(value)))
            case "player":
                parts.append(f"seat {value} for leave to go out" if act.name == "ask" else f"seat {value}")
            case "truth":
                parts.append("yes" if value else "no")
            case "meld":
                parts.append(_meld_words(rulebook, cells[field.melds_cell(act.seat)], value, card))
            case "number" if value:
                numbered = True
                parts.append(f"{field.spelt} {value}")
            case _:
                pass
    verb = VERBS.get(act.name, act.name)
    return f"{verb}{': ' if numbered or (plays and act.name == 'take') else ' ' if parts else ''}{'; '.join(parts)}"


def _play_words(rulebook: Rulebook, melds: Sequence[tuple[int, ...]], play: Play, card: Card) -> str:
    """One play."""
    return f"{_cards(rulebook, play[1], card)} {_goes(rulebook, melds, play, card)}"


def _topped_words(
    rulebook: Rulebook, cells: Sequence[Any], melds: Sequence[tuple[int, ...]], play: Play, seat: int, card: Card
) -> str:
    """The play that lays the top card: that one card, and what is laid with it."""
    piles = [cells[r.first] for r in rulebook.layout.places() if r.shown == "pile" and cells[r.first]]
    top = [pile[-1] for pile in piles if pile[-1] in play[1]]
    goes, others = _goes(rulebook, melds, play, card), list(play[1])
    if not top:
        return f"with {_cards(rulebook, others, card)} {goes}, the top card not among them"
    # Another card of the hand may be equal to the top card.
    others.remove(top[0])
    held = {face for r in rulebook.layout.places() if r.shown == "hands" for face in r.values(cells)[seat]}
    # What is not held is not said to be, not even where that is what an act is refused for.
    source = " of the hand" if held.issuperset(others) else ""
    with_others = f", with {_cards(rulebook, others, card)}{source}," if others else ""
    return f"its top card {_cards(rulebook, top, card)}{with_others} {goes}"


def _goes(rulebook: Rulebook, melds: Sequence[tuple[int, ...]], play: Play, card: Card) -> str:
    """Where a play goes: a meld is told by the cards that lie there."""
    to, _ = play
    if to == NEW:
        return "as a new meld"
    if isinstance(to, str):
        return f"onto the {to}"
    if not 0 <= to < len(melds):
        return f"onto {_meld_words(rulebook, melds, to, card)}"
    return f"onto {' '.join(card(name) for name in rulebook.faces.spell(melds[to]))}"


def _cards(rulebook: Rulebook, cards: Iterable[int], card: Card) -> str:
    """Cards as they are named."""
    return " ".join(card(rulebook.spelling(c)) for c in cards)


def _meld_words(rulebook: Rulebook, melds: Sequence[tuple[int, ...]], number: int, card: Card) -> str:
    """A meld by its number, with the cards that lie there."""
    if not 0 <= number < len(melds):
        return f"meld {number}, which is not there"
    return f"meld {number} ({' '.join(card(name) for name in rulebook.faces.spell(melds[number]))})"


# ── what is different between two tables ────────────────────────────────────────────────────────────────────


def changes(
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    card: Card,
    unknown: set[str],
    names: Names,
    phases: Mapping[str, str] = PHASES,
) -> list[str]:
    """What differs between two observations, a sentence each; `names` are what the book calls places, `phases` what is done in the
    parts of a turn.

    Where cards that nobody knows (the fields `unknown`) have become fewer, those that came to a hand are not named.
    """
    told: list[str] = []
    hidden = any(before.get(key) != after.get(key) for key in unknown & {"stock", "pile", "feet", "places"})
    for key in after:
        old, new = before.get(key), after[key]
        # Turn and phase make one sentence, which comes last: it tells what happens next.
        if old == new or key in ("turn", "phase"):
            continue
        if key == "hands":
            told += _hands(old or [], new, card, hidden)
        elif key == "feet":
            told += _heaps(one_of(key, names), old or [], new)
        else:
            told += _change(key, old, new, card)
    if (before.get("turn"), before.get("phase")) != (after.get("turn"), after.get("phase")) and not after.get("ended"):
        told.append(f"next: {_next(after, phases)}")
    return told


def _change(key: str, old: Any, new: Any, card: Card) -> Iterator[str]:
    """What differs in one field of an observation, a sentence each."""
    match key:
        case "sides":
            for side, (a, b) in _different(old or [{}] * len(new), new):
                yield from _side(side, a, b, card)
        case "places":
            yield from (words for name in new for words in _place(name, (old or {}).get(name, []), new[name], card))
        case "pile":
            yield f"pile: {_pile(old, card)} → {_pile(new, card)}"
        case "ended":
            yield "the deal has ended: " + _ended(new) if new else "the deal has not ended"
        case "match":
            yield match_words(new)
        case "scores" | "totals" if isinstance(new, str):
            yield f"{key}: {new}"
        case "scores" | "totals":
            yield f"{key}: {numbers_words(old)} → {numbers_words(new)}" if old else f"{key}: {numbers_words(new)}"
        case _ if isinstance(new, bool):
            yield f"{key}: {'from now on' if new else 'no longer'}"
        case _:
            yield f"{key}: {_simple(old)} → {_simple(new)}"


def _next(after: Mapping[str, Any], phases: Mapping[str, str]) -> str:
    """Who is to act, and what is to be done, as far as that is otherwise than it was."""
    who = ["nobody" if after["turn"] is None else f"seat {after['turn']}"] if "turn" in after else []
    what = [phases.get(after["phase"], f"is in the phase {after['phase']}")] if "phase" in after else []
    return " ".join(who + what)


def _different(old: Sequence[Any], new: Sequence[Any]) -> Iterator[tuple[int, tuple[Any, Any]]]:
    return ((n, pair) for n, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1])


def _heaps(each: str, old: Sequence[Any], new: Sequence[Any]) -> Iterator[str]:
    """How many cards are in each foot, or whatever it is called, of which nobody sees more."""
    for seat, (a, b) in _different(old, new):
        yield f"{each} of seat {seat}: {a} → {counted(b, 'card')}"


def _hands(old: Sequence[Any], new: Sequence[Any], card: Card, hidden: bool) -> Iterator[str]:
    for seat, (a, b) in _different(old, new):
        lost, won = Counter(a) - Counter(b), Counter(b) - Counter(a)
        parts = [f"gives {cards_words(lost, card)}"] if lost else []
        if won:
            parts.append(f"gets {won.total()} unknown" if hidden else f"gets {cards_words(won, card)}")
        yield f"hand of seat {seat}: {len(a)} → {counted(len(b), 'card')} ({', '.join(parts)})"


def _side(side: int, old: Mapping[str, Any], new: Mapping[str, Any], card: Card) -> Iterator[str]:
    melds = old.get("melds", [])
    for number, meld in enumerate(new.get("melds", [])):
        there = melds[number] if number < len(melds) else {"cards": []}
        if meld != there:
            kind = meld.get("kind", "of no kind")
            more = Counter(meld["cards"]) - Counter(there["cards"])
            had = f"{cards_words(Counter(there['cards']), card)} + " if there["cards"] else ""
            label = f" ({kind})" if kind else ""
            yield f"side {side}, {'meld' if had else 'new meld'}: {had}{cards_words(more, card)}{label}"
    for meld in melds[len(new.get("melds", [])) :]:
        yield f"side {side}, no longer a meld of its own: {cards_words(Counter(meld['cards']), card)}"
    for key in new:
        if key != "melds" and old.get(key) != new[key]:
            yield f"side {side}, {key.replace('_', ' ')}: {_lying(old.get(key), card)} → {_lying(new[key], card)}"


def _lying(held: Any, card: Card) -> str:
    """Cards before a side, or how many there are."""
    return " ".join(map(card, held)) or "none" if isinstance(held, list) else _simple(held)


def _place(name: str, old: Sequence[Any], new: Sequence[Any], card: Card) -> Iterator[str]:
    """What differs in a place that is told by its name; whose it is is said where it is not the table's alone."""
    for number, (a, b) in _different(old, new):
        whose = f"{name} {number}" if len(new) > 1 else name
        was, now = (
            "none" if not held else f"{held['count']} cards" if "count" in held else _pictured(held, card) for held in (a, b)
        )
        yield f"{whose}: {was} → {now}"


def _pictured(held: Mapping[str, Any], card: Card) -> str:
    """Cards that lie face up."""
    return " ".join(card(name) for name in held.get("cards", held.get("row", []))) or "no card"


def cards_words(cards: Counter[str], card: Card) -> str:
    """Cards in a row."""
    return " ".join(card(name) for name in cards.elements())


def _pile(pile: Any, card: Card) -> str:
    """A pile by its number of cards and its top."""
    cards = pile["cards"] if pile else []
    return f"{counted(len(cards), 'card')}, {card(cards[-1])} on top" if cards else "no card"


def _ended(ended: Mapping[str, Any]) -> str:
    return f"{ended['how']}, by seat {ended['seat']}" if "seat" in ended else str(ended["how"])


def match_words(match: Mapping[str, Any] | None) -> str:
    """Whether a match goes on, or who has won it."""
    if match is None:
        return "the match goes on"
    won = "nobody" if match["winner"] is None else f"side {match['winner']}"
    return f"the match is over, and {won} has won it"


def unknown_words(paths: Iterable[Path], names: Names) -> str:
    """The places of cards that nobody knows: `the stock, the hands of seats 1 and 2`."""
    seats: dict[tuple[str, str], list[str]] = {}
    for place, *steps in paths:
        # Of a side something alone may be unknown, as which red threes it has laid.
        field = str(steps[1] if place == "sides" and len(steps) > 1 else place)
        # Heaps are numbered from 1 on by whoever draws from them.
        numbers = [str(step + (place == "heaps")) for step in steps[:1] if isinstance(step, int)]
        seats.setdefault((field, WHOSE.get(str(place), "")), []).extend(numbers)
    told = []
    for (field, whose), numbers in seats.items():
        name = names[field][1] if field in names else field.replace("_", " ")
        if not numbers:
            told.append(f"the {name}")
        elif not whose:
            told.append(f"{name} {listed(numbers)}")
        elif len(numbers) == 1:
            told.append(f"the {one_of(field, names)} of {whose} {numbers[0]}")
        else:
            told.append(f"the {name} of {whose}s {listed(numbers)}")
    return listed(told)


def whom(form: str, value: str) -> str:
    """A value of memory that a file says, with a player or a side called as that: `seat 2`."""
    return f"{form.replace('player', 'seat')} {value}" if form in ("player", "side") and value.isdigit() else value


def listed(parts: Sequence[str]) -> str:
    """Some things in a row: `1, 2 and 3`."""
    return " and ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)


def numbers_words(numbers: Any) -> str:
    """The points of all sides."""
    return "none" if numbers is None else " : ".join(str(n) for n in numbers)


def _simple(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else " ".join(map(str, value)) if isinstance(value, list) else str(value)

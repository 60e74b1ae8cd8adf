"""Cards and tables as HTML: text in boxes, which a screen reader reads aloud and any style may restyle; `style` is all they need.

What is drawn is the observation of a table as plain JSON, whole or in part, so that a case, a report and a position file are all
drawn here.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from meldspec.language.problems import counted
from meldspec.protocol.comparison import sorted_cards
from meldspec.protocol.messages import JOKER, RANKS, SUITS
from meldspec.ruling.words import PHASES, RANKS as SAID_RANKS, SUITS as SIGNS, Names, one_of
from meldspec.site.markup import element, plain

CARD = re.compile(rf"\b(?:{JOKER}|[{RANKS}][{SUITS}])\b")
SAID_SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RED = "DH"
AS_TEXT = "︎"
"""Behind a sign of a suit it asks for the letter, and not for a picture of it."""
Seen = Mapping[str, Any]
"""An observation of a table, or the fields of a position, as JSON."""


@cache
def style() -> str:
    """The style sheet of everything that is drawn here."""
    return (Path(__file__).parent / "cards.css").read_text(encoding="utf-8")


# ── cards ───────────────────────────────────────────────────────────────────────────────────────────────────


def said(code: str) -> str:
    """A card as it is read aloud: `queen of diamonds`."""
    rank = SAID_RANKS.get(code) or SAID_RANKS.get(code[0], code[0])
    return rank if code == JOKER else f"{rank} of {SAID_SUITS[code[1]]}"


@cache
def card(code: str, more: str = "") -> str:
    """One card by its code, `QD` or `JK`, with the classes `more`."""
    if code == JOKER:
        css, face = "card joker", "Joker"
    else:
        css, face = ("card red" if code[1] in RED else "card"), ("10" if code[0] == "T" else code[0]) + SIGNS[code[1]] + AS_TEXT
    css = f"{css} {more}" if more else css
    return f'<span class="{css}" role="img" aria-label="{said(code)}">{face}</span>'


def in_text(text: str) -> str:
    """Text as HTML, the codes of cards in it drawn as cards."""
    return CARD.sub(lambda hit: card(hit[0]), plain(text))


def row(codes: Iterable[str], called: str = "", more: str = "") -> str:
    """Cards side by side in the order given, as one group that is called something; its classes are `more` besides."""
    css = f"row-of-cards {more}" if more else "row-of-cards"
    named = f' role="group" aria-label="{plain(called)}"' if called else ""
    return f'<span class="{css}"{named}>{" ".join(map(card, codes))}</span>'


# ── a table ─────────────────────────────────────────────────────────────────────────────────────────────────


def drawn(seen: Seen, acting: int | None = None, names: Names | None = None, folded: bool = True) -> str:
    """A table as it lies: whose turn, the hand of who acts, the pile, the melds of the sides, then all the rest, folded.

    `acting` is the seat that is to act (without it the one in turn), `names` are what a book calls its places; not `folded`,
    everything is open.
    """
    names, who = names or {}, seen.get("turn") if acting is None else acting
    parts = [
        _spot("Out of turn" if _out_of_turn(seen, who) else "To act", _turn(seen, who)) if who is not None else "",
        *_hands(seen, names, lambda seat: seat == who),
        *_pile(seen),
        *_sides(seen),
        *_places(seen, names),
    ]
    rest = [*_hands(seen, names, lambda seat: seat != who), *_stocks(seen, names)]
    if rest:
        parts += [f"<details><summary>The other hands, and the stock</summary>{''.join(rest)}</details>"] if folded else rest
    return element("div", "".join(parts), "drawn")


def _spot(whose: str, lying: str) -> str:
    """One place of the table, and what lies there."""
    return f'<div class="spot"><span class="whose">{plain(whose)}</span><span class="lying">{lying}</span></div>'


def _out_of_turn(seen: Seen, who: int | None) -> bool:
    """Whether it is another's turn; whoever is asked something answers in the turn of who asks."""
    return who is not None and seen.get("turn") not in (None, who) and seen.get("phase") != "answer"


def _turn(seen: Seen, who: int) -> str:
    """Who is to act, and what is to be done."""
    if _out_of_turn(seen, who):
        return plain(f"seat {who} acts, and it is the turn of seat {seen['turn']}")
    phase = seen.get("phase")
    does = PHASES.get(phase, f"is in the phase {phase}") if isinstance(phase, str) and seen.get("turn") == who else ""
    return plain(f"seat {who} {does}".rstrip())


def _hands(seen: Seen, names: Names, wanted: Any) -> Iterator[str]:
    """The hands of some seats, sorted, each with its foot where it has one."""
    feet = seen.get("feet") or ()
    for seat, hand in enumerate(seen.get("hands") or ()):
        if wanted(seat):
            foot = f" and {_held(feet[seat], one_of('feet', names))}" if seat < len(feet) and feet[seat] else ""
            yield _spot(f"Seat {seat}", _held(hand, one_of("hands", names)) + foot)


def _held(held: Any, called: str, order: bool = False) -> str:
    """Cards that somebody holds, or how many there are."""
    if isinstance(held, int):
        return plain(f"{called} of {counted(held, 'card')}")
    codes = _codes(held)
    if not codes:
        return plain(f"no {called}")
    return row(codes if order else sorted_cards(codes), f"{called} of {counted(len(codes), 'card')}")


def _codes(held: Any) -> Sequence[str]:
    """Cards as a list; a position file may have them in one text."""
    return held.split() if isinstance(held, str) else tuple(held or ())


def _pile(seen: Seen) -> Iterator[str]:
    """The discard pile, as much of it as is told, its top card marked."""
    if "pile" not in seen:
        return
    pile = seen["pile"]
    told = pile if isinstance(pile, Mapping) else {"cards": pile}
    frozen = ", frozen" if seen.get("frozen") else ""
    if isinstance(told.get("cards"), int):
        yield _spot("Pile", plain(f"{counted(told['cards'], 'card')}{frozen}"))
        return
    codes = _codes(told["cards"]) if "cards" in told else (*_codes(told.get("below")), *([told["top"]] if told.get("top") else []))
    count = told.get("count", len(codes))
    if not codes:
        yield _spot("Pile", plain(f"{counted(count, 'card')}{frozen}" if count else "no card"))
        return
    size = counted(count, "card") + frozen
    faces = " ".join((*map(card, codes[:-1]), card(codes[-1], "top")))
    yield _spot("Pile", f'<span class="row-of-cards" role="group" aria-label="pile, the top card last">{faces}</span> {size}')


def _sides(seen: Seen) -> Iterator[str]:
    """What lies before each side: its melds, and whatever else is told of it by its name."""
    for number, side in enumerate(seen.get("sides") or ()):
        melds = [_meld(meld) for meld in side.get("melds") or ()]
        more = (_before(name, value) for name, value in side.items() if name != "melds" and value)
        yield _spot(f"Side {number}", " ".join((*(melds or ["no meld"]), *more)))


def _meld(meld: Any) -> str:
    """A meld, which is called by its kind and its number of cards."""
    told = meld if isinstance(meld, Mapping) else {"cards": meld}
    codes = _codes(told["cards"])
    kind = f", {told['kind'].replace('-', ' ')}" if told.get("kind") else ""
    return row(codes, f"meld of {counted(len(codes), 'card')}{kind}", "meld")


def _before(name: str, value: Any) -> str:
    """What else lies before a side."""
    called = name.replace("_", " ")
    return plain(f"{called}: {value}") if isinstance(value, int) else f"{plain(called)}: {row(_codes(value), called)}"


def _places(seen: Seen, names: Names) -> Iterator[str]:
    """Places that a book tells by its own names."""
    for name, places in (seen.get("places") or {}).items():
        several = places if isinstance(places, list | tuple) and not all(isinstance(one, str) for one in places) else [places]
        for number, held in enumerate(several):
            whose = one_of(name, names).capitalize() + (f" {number}" if len(several) > 1 else "")
            inside = (
                held if not isinstance(held, Mapping) else next((held[key] for key in ("row", "cards", "count") if key in held), ())
            )
            yield _spot(whose, _held(inside, one_of(name, names), isinstance(held, Mapping) and "row" in held))


def _stocks(seen: Seen, names: Names) -> Iterator[str]:
    """The stock, in the order in which it will be drawn where that is known, and the points so far."""
    if "stock" in seen:
        yield _spot("Stock", _held(seen["stock"], one_of("stock", names), True))
    if seen.get("totals"):
        yield _spot("Points before", plain(" : ".join(map(str, seen["totals"]))))

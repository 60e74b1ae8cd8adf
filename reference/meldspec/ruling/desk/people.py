"""Answers in which seats and sides are called as whoever acts calls them: `your hand` for `hand of seat 0`.

Sentences call them by their numbers, as a file does; a page has one player who asks, and this is the one place where it is said so.
"""

import re
from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any

from meldspec.ruling.dialogue.seats import YOU, seat_words, side_words
from meldspec.ruling.words import listed
from meldspec.table.table import Layout

KEPT = frozenset(
    {
        "action",
        "address",
        "clause",
        "field",
        "memory",
        "name",
        "page",
        "part",
        "prose",
        "question",
        "reading",
        "title",
        "titles",
        "from",
    }
)
"""Fields of an answer that are no sentences of it: names, addresses, and words of the rules themselves."""
NUMBERS = r"\d+(?:(?:, | and )\d+)*"
OWNED = re.compile(rf"\b(?P<the>[Tt]he )?(?P<what>[a-z]+) of (?P<sort>seat|side)s? (?P<numbers>{NUMBERS})\b")
BARE = re.compile(rf"\b(?P<sort>[Ss]eat|[Ss]ide)s? (?P<numbers>{NUMBERS})\b")
VERBS = {
    "has": "have",
    "is": "are",
    "was": "were",
    "goes": "go",
    "lacks": "lack",
    "adds": "add",
    "draws": "draw",
    "takes": "take",
    "does": "do",
    "holds": "hold",
}
"""What sentences have a seat or a side do, and how it is said of `you`."""
OF_A_FILE = re.compile(r"\bThe file does not tell it, as [\w-]+\.")
"""What speaks of the file of a position, which the reader of a page has never seen."""
OF_YOU = re.compile(rf"\b(?:[Yy]ou|and|or) (?:{'|'.join(VERBS)})\b")
IN_PASSING = re.compile(r"\b(which|than) you (does|holds)\b")
"""What `you` do within a sentence about something else."""
ASKED = re.compile(r"\basked: (\w+) → (\w+)")
"""What is told of the one field of an observation that holds a seat."""
OWNERS = {"player": "seat", "side": "side"}
"""What the owner of a place is called where it is told by its number."""
CLAUSE = re.compile(r"[^.;:?]+")


def asker(fields: Mapping[str, Any], layout: Layout) -> int:
    """The seat of whoever asks: it acts, or is in turn; of a deal that is over the first one."""
    act = fields.get("act")
    told = act.get("seat") if isinstance(act, Mapping) else None
    seat = YOU if "ended" in fields else fields.get("turn") if told is None else told
    return seat if isinstance(seat, int) and 0 <= seat < layout.seats else YOU


def of_people(told: Any, layout: Layout, you: int) -> Any:
    """An answer with its sentences as a seat would have them."""
    match told:
        case str():
            return sentence(told, layout, you)
        case list() | tuple():
            return [of_people(one, layout, you) for one in told]
        case Mapping():
            return {name: value if name in KEPT else of_people(value, layout, you) for name, value in told.items()}
        case _:
            return told


def sentence(text: str, layout: Layout, you: int) -> str:
    """One text: first what belongs to somebody, then whoever does something, and then what `you` do."""
    text = _with_seats(OF_A_FILE.sub("Nobody has told it.", text), layout)
    changed = BARE.sub(partial(_bare, layout, you), OWNED.sub(partial(_owned, layout, you), text))
    changed = IN_PASSING.sub(lambda found: f"{found[1]} you {VERBS[found[2]]}", changed)
    return text if changed == text else CLAUSE.sub(_of_you, changed)


def _with_seats(text: str, layout: Layout) -> str:
    """A text in which a number that is a seat or a side by itself is called so: of who is asked, and of a place that each has."""
    text = ASKED.sub(
        lambda found: "asked: " + " → ".join(f"seat {one}" if one.isdigit() else "nobody" for one in found.groups()), text
    )
    owned = tuple((place.name, place.owner) for place in layout.places() if place.owner in OWNERS)
    return _owned_places(owned).sub(lambda found: f"{found[1]} of {OWNERS[dict(owned)[found[1]]]} ", text) if owned else text


@lru_cache(maxsize=64)
def _owned_places(owned: tuple[tuple[str, str], ...]) -> re.Pattern[str]:
    """A place that each player or side has, before the number of one; made once, since every sentence is gone through."""
    names = "|".join(re.escape(name) for name, _ in owned)
    return re.compile(rf"(?:^|(?<= ))({names}) (?=\d+:)")


def _called(layout: Layout, you: int, sort: str, numbers: str) -> list[str] | None:
    """Who has some numbers; none where they are no seats or sides, as points behind the word `side`."""
    words, most = (seat_words, layout.seats) if sort.lower() == "seat" else (side_words, layout.sides)
    found = [int(number) for number in re.findall(r"\d+", numbers)]
    if not all(number < most for number in found):
        return None
    everybody = set(range(most))
    if sort == "seat" and len(found) > 1 and set(found) in (everybody, everybody - {you}):
        return ["everybody" if you in found else "the others"]
    return [words(layout, number, you) for number in found]


def _owned(layout: Layout, you: int, found: re.Match[str]) -> str:
    """`the hand of seat 0`: `your hand`."""
    people = _called(layout, you, found["sort"], found["numbers"])
    if people is None:
        return found[0]
    if people == ["you"]:
        return f"{'Your' if found['the'] == 'The ' else 'your'} {found['what']}"
    return f"{found['the'] or ''}{found['what']} of {listed(people)}"


def _bare(layout: Layout, you: int, found: re.Match[str]) -> str:
    """`Seat 2`: `Your partner`."""
    people = _called(layout, you, found["sort"], found["numbers"])
    if people is None:
        return found[0]
    words = listed(people)
    return f"{words[:1].upper()}{words[1:]}" if found["sort"][:1].isupper() else words


def _of_you(clause: re.Match[str]) -> str:
    """A clause that says what `you` do, in the words for that."""
    text = clause[0]
    if not re.match(r"\s*you\b", text, re.IGNORECASE):
        return text
    return OF_YOU.sub(lambda found: " ".join((found[0].split()[0], VERBS[found[0].split()[1]])), text)

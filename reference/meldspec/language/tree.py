"""The expressions of the rules language, each beside the words that say it.

A place is carried by every node and ignored by equality, so that text printed from a tree and read again
gives an equal tree.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from meldspec.language.place import NOWHERE, Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """Anything that stands in a text."""

    place: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Number(Node):
    """`7`"""

    value: int


@dataclass(frozen=True, slots=True)
class Name(Node):
    """`player` · `the pile`"""

    word: str
    article: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Attribute(Node):
    """`the rank of the top of pile`: `word` of `of`."""

    word: str
    of: Expr
    article: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Filter(Node):
    """`natural in the hand` · `meld in melds where the meld is canasta`"""

    word: str
    source: Expr
    where: Expr | None = None


@dataclass(frozen=True, slots=True)
class Uppermost(Node):
    """`the uppermost 5 of pile`: so many cards from the top of a row, or as many as there are."""

    count: Expr
    row: Expr
    article: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class DownTo(Node):
    """`the pile down to wild`: a row from its top down to its uppermost card of a set, that card included."""

    row: Expr
    word: str


@dataclass(frozen=True, slots=True)
class Numbers(Node):
    """`numbers from 1 to heaps`: the whole numbers between two, both included."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Sum(Node):
    """`the sum of the number of the foot for each one in players of side`: a number for each thing of a list, added up."""

    value: Expr
    word: str
    source: Expr
    article: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """`a plus b` · `a minus b` · `a times b` · `a divided by b` (the whole part) · `set with set` · `set without set`.

    `op` is what stands between.
    """

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """`a is b` and its kin.

    `op` is the phrase between: is, is not, is in, is not in, is at least, is at most, is above, is below.
    """

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Quantity(Node):
    """`at least 2 natural in it`; `mode` is at least, at most, exactly, from, only, no, some or every.

    `from 1 to 3` has both bounds; only, no, some and every have none.
    """

    mode: str
    word: str
    source: Expr
    low: Expr | None = None
    high: Expr | None = None


@dataclass(frozen=True, slots=True)
class Quantified(Node):
    """`every meld in melds has at least 3 cards in the meld`; `mode` is some, every or no."""

    mode: str
    word: str
    source: Expr
    body: Expr


@dataclass(frozen=True, slots=True)
class Fits(Node):
    """`the result of play fits`: the cards are of exactly one meld kind."""

    subject: Expr


@dataclass(frozen=True, slots=True)
class Share(Node):
    """`natural in it share a rank`"""

    subject: Expr
    what: str


@dataclass(frozen=True, slots=True)
class Differ(Node):
    """`cards in it differ in rank`: no two of them have the same."""

    subject: Expr
    what: str


@dataclass(frozen=True, slots=True)
class IsOnto(Node):
    """`the play is onto garbage`: it goes to that place; `the play is not onto garbage` (`negated`)."""

    subject: Expr
    where: str
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Not(Node):
    """`not over`"""

    body: Expr


@dataclass(frozen=True, slots=True)
class Afterwards(Node):
    """`afterwards the hand is empty`: in the position after the act."""

    body: Expr


@dataclass(frozen=True, slots=True)
class Supposing(Node):
    """`supposing opened is yes so could take`: in the position as it would be if a memory were so."""

    memory: Expr
    value: Expr
    body: Expr


@dataclass(frozen=True, slots=True)
class CouldCome(Node):
    """`could come to over`: by further legal acts of this player within the turn. `could by laying all but 1 of the hand come to
    over`: by such as leave no more than so many of those cards unlaid."""

    body: Expr
    leaving: int = 0
    of: Expr | None = None


@dataclass(frozen=True, slots=True)
class Could(Node):
    """`could discard` · `could take so that the capture is not new`: some such act is legal now."""

    act: str
    so_that: Expr | None = None


@dataclass(frozen=True, slots=True)
class All(Node):
    """`a and b and c`"""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Any(Node):
    """`a or b or c`"""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """`choose 15 when the total is below 0, 50 when the total is below 1500, otherwise 120`"""

    arms: tuple[tuple[Expr, Expr], ...]
    otherwise: Expr


Term = Number | Name | Attribute | Filter | Uppermost | Numbers | DownTo | Sum | Binary | Choose
"""What is a thing, an amount or some cards."""

Condition = (
    Compare | Quantity | Quantified | Fits | Share | Differ | IsOnto | Not | Afterwards | Supposing | CouldCome | Could | All | Any
)
"""What is true or false."""

Expr = Term | Condition

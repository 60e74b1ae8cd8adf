"""The expressions of the rules language, each beside the words that say it.

A place is carried by every node and ignored by equality, so that text printed from a tree and read again
gives an equal tree.
"""

from __future__ import annotations

from dataclasses import field

from meldspec.language.immutable import Immutable
from meldspec.language.problems import NOWHERE, Place


class Node(Immutable, kw_only=True):
    """Anything that stands in a text."""

    place: Place = field(default=NOWHERE, compare=False, repr=False)


class Number(Node):
    """`7`"""

    value: int


class Name(Node):
    """`player` · `the pile`"""

    word: str
    article: bool = field(default=False, compare=False)


class Attribute(Node):
    """`the rank of the top of pile`: `word` of `of`."""

    word: str
    of: Expr
    article: bool = field(default=False, compare=False)


class Filter(Node):
    """`natural in the hand` · `meld in melds where the meld is canasta`"""

    word: str
    source: Expr
    where: Expr | None = None


class Phrase(Node):
    """A word of the vocabulary with its operands, names among them as they are written: `the uppermost 5 of pile` · `a plus b` ·
    `a is at least b` · `at least 2 natural in it` · `natural in it share a rank`. What there is of them says `VOCABULARY`.
    """

    word: str
    operands: tuple[Expr | str, ...]
    article: bool = field(default=False, compare=False)

    @property
    def exprs(self) -> tuple[Expr, ...]:
        """Its operands but the names."""
        return tuple(operand for operand in self.operands if not isinstance(operand, str))


class Sum(Node):
    """`the sum of the number of the foot for each one in players of side`: a number for each thing of a list, added up."""

    value: Expr
    word: str
    source: Expr
    article: bool = field(default=False, compare=False)


class Quantified(Node):
    """`every meld in melds has at least 3 cards in the meld`; `mode` is some, every or no."""

    mode: str
    word: str
    source: Expr
    body: Expr


class Not(Node):
    """`not over`"""

    body: Expr


class Afterwards(Node):
    """`afterwards the hand is empty`: in the position after the act."""

    body: Expr


class Supposing(Node):
    """`supposing opened is yes so could take`: in the position as it would be if a memory were so."""

    memory: Expr
    value: Expr
    body: Expr


class CouldCome(Node):
    """`could come to over`: by further legal acts of this player within the turn. `could by laying all but 1 of the hand come to
    over`: by such as leave no more than so many of those cards unlaid."""

    body: Expr
    leaving: int = 0
    of: Expr | None = None


class Could(Node):
    """`could discard` · `could take so that the capture is not new`: some such act is legal now."""

    act: str
    so_that: Expr | None = None


class All(Node):
    """`a and b and c`"""

    parts: tuple[Expr, ...]


class Any(Node):
    """`a or b or c`"""

    parts: tuple[Expr, ...]


class Seen(Node):
    """`yes when the phase is play, no when the phase is draw`: what a table shows of something that is remembered; `otherwise` may
    be left out, for a table need not show it."""

    arms: tuple[tuple[Expr, Expr], ...]
    otherwise: Expr | None


class Choose(Node):
    """`choose 15 when the total is below 0, 50 when the total is below 1500, otherwise 120`"""

    arms: tuple[tuple[Expr, Expr], ...]
    otherwise: Expr


Condition = Quantified | Not | Afterwards | Supposing | CouldCome | Could | All | Any
"""What is true or false, phrases apart."""

Expr = Number | Name | Attribute | Filter | Phrase | Sum | Choose | Condition

"""What a referee answers: a verdict, or that the question is undetermined."""

from typing import TypeVar

from meldspec.book.core import Tag
from meldspec.language.immutable import Immutable

T = TypeVar("T")


class Verdict(Immutable):
    """What the rules say of an act. `lines` are all lines that refuse it, or, where it is legal, the lines that permit it;
    `readings` the (question, reading) pairs it rests on; `why` tells what is wrong where the act could not even be tried."""

    legal: bool
    lines: tuple[Tag, ...] = ()
    readings: tuple[tuple[str, str], ...] = ()
    why: str = ""


class Undetermined(Immutable):
    """No answer: the rules ask what could still be done, and so many acts were tried without finding out. Nothing is guessed and
    nothing has changed. `why` says what was asked of whom, how far it was looked, and what to do instead."""

    why: str


class Unanswered(Exception):
    """Unwinds a question that comes to no answer. No method of a referee lets it out; `determined` raises it for those who would
    rather unwind, too. `complete`: the message says whom it is about and needs nothing around it."""

    def __init__(self, message: str, complete: bool = True) -> None:
        super().__init__(message)
        self.complete = complete


def determined(answer: T | Undetermined) -> T:
    """An answer that is one. Raises Unanswered where it is undetermined."""
    if isinstance(answer, Undetermined):
        raise Unanswered(answer.why)
    return answer

"""Questions to a player, and a dialogue as a chain of them: one question yielded after another, each answered before the next.

A dialogue is a generator, so that it reads as it is held. It is told nothing but answers, and the same answers always lead to the
same question: whoever wants to go back begins it anew with one answer less.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from meldspec.language.immutable import Immutable
from meldspec.protocol.plain_json import DIGITS

T = TypeVar("T")
NOBODY_KNOWS = "not known"
NONE = "none"
EMPTY = ("", "-", NONE, "no", "nothing")
"""What people write where there are no cards."""


class NotUnderstood(ValueError):
    """An answer that cannot be read or cannot be; `sentences` say why, and what would do."""

    def __init__(self, *sentences: str) -> None:
        super().__init__(" ".join(sentences))
        self.sentences = sentences


class Question(Immutable):
    """One question: what is asked, what is said to whoever answers `?`, how an answer is read (NotUnderstood where it cannot be).

    `choices` are listed before it; `empty` is the answer that an empty one stands for, none where there has to be one; `before` is
    said before it is asked. An `optional` one may stay without an answer where the answers end.
    """

    asks: str
    help: str
    read: Callable[[str], Any]
    choices: tuple[str, ...] = ()
    empty: str | None = None
    before: str = ""
    optional: bool = False

    def answer(self, text: str) -> Any:
        """What an answer means. Raises NotUnderstood."""
        told = " ".join(text.split())
        if told:
            return self.read(told)
        if self.empty is None:
            raise NotUnderstood("This cannot be left open.", "Answer ? for an example.")
        return self.read(self.empty)


Dialogue = Generator[Question, Any, T]


@dataclass
class Talk(Generic[T]):
    """A dialogue that is being held: the question that stands, or, once none does, what it has come to.

    `question` is none when all is answered; `result` then holds what the dialogue returns.
    """

    begin: Callable[[], Dialogue[T]]
    answers: list[Any] = field(default_factory=list)
    question: Question | None = None
    result: list[T] = field(default_factory=list)
    _running: Dialogue[T] | None = None

    def __post_init__(self) -> None:
        self._replay()

    def reply(self, text: str) -> None:
        """Answer the question that stands. Raises NotUnderstood, and the question stands as before."""
        assert self.question is not None
        self._send(self.question.answer(text))

    def back(self) -> bool:
        """Take the last answer back, so that its question stands again; whether there was one."""
        if not self.answers:
            return False
        self.answers.pop()
        self._replay()
        return True

    def _send(self, answer: Any) -> None:
        assert self._running is not None
        self.answers.append(answer)
        try:
            self.question = self._running.send(answer)
        except StopIteration as stop:
            self.question, self.result = None, [stop.value]
        except NotUnderstood:
            # What follows from the answer cannot be, which ends a generator: the question stands again in a new one.
            self.back()
            raise

    def _replay(self) -> None:
        """Begin anew and give the same answers; what was worked out for them is remembered by whoever asks."""
        answers, self.answers, self.result, self._running = self.answers, [], [], self.begin()
        try:
            self.question = next(self._running)
        except StopIteration as stop:
            self.question, self.result = None, [stop.value]
        for answer in answers:
            self._send(answer)


# ── how answers are read ────────────────────────────────────────────────────────────────────────────────────


def yes_or_no(text: str) -> bool:
    """`yes` or `no`, or a letter of either."""
    for word, value in (("yes", True), ("no", False)):
        if word.startswith(text.lower()):
            return value
    raise NotUnderstood(f"'{text}' is neither yes nor no.")


def whole(text: str, least: int | None = None) -> int:
    """A whole number, of no more digits than a position may have."""
    if len(text) > DIGITS:
        raise NotUnderstood(f"{len(text)} digits are more than any number here has.")
    try:
        number = int(text)
    except ValueError:
        raise NotUnderstood(f"'{text}' is no whole number.") from None
    if least is not None and number < least:
        raise NotUnderstood(f"{number} is too few; {least} at least.")
    return number


def one_of(offered: Sequence[tuple[T, str]]) -> Callable[[str], T]:
    """Reads one of some choices that are shown as a list, each a value and its words: by its number in the list from 1, or as
    `named` does."""
    by_name = named(offered, f"Answer with a number from 1 to {len(offered)}, or in its words.")

    def read(text: str) -> T:
        return offered[int(text) - 1][0] if text.isdecimal() and 1 <= int(text) <= len(offered) else by_name(text)

    return read


def named(offered: Sequence[tuple[T, str]], help: str) -> Callable[[str], T]:
    """Reads one of some choices, each a value and its words: by the value itself, such as the number of a seat, or by the beginning
    of its words."""

    def read(text: str) -> T:
        low = text.lower()
        exact = [value for value, words in offered if low in (str(value).lower(), words.lower())]
        found = exact or [value for value, words in offered if words.lower().startswith(low)]
        if len(found) != 1:
            raise NotUnderstood(f"'{text}' is none of them.", help)
        return found[0]

    return read


def choice(
    asks: str, help: str, offered: Sequence[tuple[T, str]], empty: str | None = None, then: Callable[[T], Any] = lambda value: value
) -> Question:
    """A question for one of some choices; `then` makes the answer of it."""
    read = one_of(offered)
    return Question(asks, help, lambda text: then(read(text)), tuple(words for _, words in offered), empty)

"""One case, played against a running implementation; what its answers come to is judged when all cases are recorded."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from meldspec.judge.oracle import Course, Transcript
from meldspec.protocol.agreement import kept
from meldspec.protocol.case import Case
from meldspec.protocol.comparison import Mismatch, MismatchKind, compare
from meldspec.protocol.messages import FEATURE_NEEDED, Answer, Errored, Expected, Farewell, Introduction, Unsupported
from meldspec.runner.outcome import BROKE, Broke, Kind, Share, brief
from meldspec.runner.session import Session
from meldspec.runner.words import plain, say_answer


@dataclass(frozen=True)
class Recording:
    """The answers to a case, as far as it was played; of each what may be compared.

    It ends early at a request at which the implementation broke, that it cannot express, or that it answered otherwise when it was
    asked again, which `ended` and `message` tell; or after an answer that none of the courses has which were looked for: `left`.
    """

    case: Case
    answers: tuple[Expected, ...] = ()
    ended: Kind | None = None
    message: str = ""
    stderr: str = ""
    left: bool = False
    share: Share = field(default_factory=Share)

    @cached_property
    def transcript(self) -> Transcript:
        """The case and its answers, to be judged."""
        return Transcript(self.case, self.answers)


@dataclass
class CasePlay:
    """A case while it is played. `courses` are the ways that it may go, as far as they are known."""

    case: Case
    session: Session
    courses: Sequence[Course] = ()
    answers: list[Expected] = field(default_factory=list)
    share: Share = field(default_factory=Share)
    broke: bool = False
    """Whether the process can no longer be relied on."""

    def __post_init__(self) -> None:
        self.mark = self.session.child.stderr_mark()

    def recording(self) -> Recording:
        """Send the requests in order, up to the first answer that none of the courses has.

        Raises Broke for a line which came too late and belongs to what was asked before the case.
        """
        live = self.courses
        for step, request in enumerate(self.case.requests):
            needed = FEATURE_NEEDED.get(request.cmd)
            if needed and needed not in (self.session.introduction.features or ()):
                return self._recorded(Kind.UNSUPPORTED, f"it does not claim the feature {needed!r}")
            try:
                answer = self.session.ask(request)
            except Broke as broke:
                # A line that came too late for the case before is no fault of this one, which is played again.
                if broke.late and step == 0:
                    raise
                if broke.late:
                    self.answers.pop()
                return self._recorded(broke.kind, broke.message)
            match answer:
                case Unsupported(why=why):
                    return self._recorded(Kind.UNSUPPORTED, why or "")
                case Errored(message=message):
                    return self._recorded(Kind.ERRORED, message)
            live = [course for course in live if (said := course[step]) is None or compare(said, answer) is None]
            self._keep(live or self.courses, step, answer)
            if not live:
                # What follows would be asked of a table to which no rules lead.
                return self._recorded(left=True)
        return self._recorded()

    def again(self, before: Recording, anew: bool) -> Recording:
        """Send once more what was answered in a case, to a process that was started `anew` or to any: the same recording, or one
        that tells what was answered otherwise.

        Raises Broke as `recording` does.
        """
        for step, first in enumerate(before.answers):
            said = self._otherwise(step, first)
            if said is not None:
                where = " in a process started anew, which knows of no other deal" if anew else ""
                message = brief(f"when it was played again{where}, request {step + 1} was answered otherwise: {said}")
                return replace(before, answers=before.answers[: step + 1], ended=Kind.UNSTEADY, message=message, left=False)
        return before

    def _otherwise(self, step: int, first: Expected) -> str | None:
        """How a request was answered before and is now, if that is not the same."""
        try:
            answer = self.session.ask(self.case.requests[step])
        except Broke as broke:
            if broke.late and step == 0:
                raise
            self.broke = True
            return f"then {broke.kind} ({broke.message})"
        match answer:
            case Unsupported() | Errored() | Introduction() | Farewell():
                self.broke = not isinstance(answer, Unsupported)
                return f"then {say_answer(answer)}"
        found = compare(first, kept(self.case.expect[step], answer))
        return None if found is None else _told(found)

    def _keep(self, courses: Sequence[Course], step: int, answer: Answer) -> None:
        """Keep of an answer what may be compared, and count what of it was given."""
        expected = next((course[step] for course in courses if course[step] is not None), None)
        if expected is not None:
            self.share.add(expected, answer)
        self.answers.append(kept(self.case.expect[step], answer))

    def _recorded(self, ended: Kind | None = None, message: str = "", left: bool = False) -> Recording:
        self.broke = ended in BROKE
        stderr = self.session.child.stderr_since(self.mark) if ended or left else ""
        return Recording(self.case, tuple(self.answers), ended, brief(message), stderr, left, self.share)


def _told(mismatch: Mismatch) -> str:
    """What was answered first and what then, in a few words."""
    first = next(iter(mismatch.differences), None)
    if first is None:
        return "first legal, then illegal" if mismatch.kind is MismatchKind.REFUSED else "first illegal, then legal"
    return f"first {first.where} {plain(first.expected)}, then {plain(first.found)}"

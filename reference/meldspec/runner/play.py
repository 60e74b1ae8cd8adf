"""One case, played against a running implementation."""

from dataclasses import dataclass, field, replace

from meldspec.protocol.agreement import agreed, shown
from meldspec.protocol.case import Case
from meldspec.protocol.comparison import Mismatch, compare
from meldspec.protocol.messages import FEATURE_NEEDED, Answer, Errored, Expected, Farewell, Introduction, Unsupported
from meldspec.runner.combined import Combined
from meldspec.runner.courses import courses
from meldspec.runner.outcome import AGREED, BROKE, Broke, Kind, Outcome, Share, brief
from meldspec.runner.session import Session
from meldspec.runner.words import plain, say_answer


@dataclass
class CasePlay:
    """A case while it is played."""

    case: Case
    session: Session
    combined: Combined
    answers: list[Expected] = field(default_factory=list)
    share: Share = field(default_factory=Share)
    broke: bool = False
    """Whether the process can no longer be relied on."""

    def __post_init__(self) -> None:
        self.live = courses(self.case)
        self.mark = self.session.child.stderr_mark()

    def outcome(self) -> Outcome:
        """Send the requests in order, and leave the case at the first answer that no course expects.

        Raises Broke for a line which came too late and belongs to what was asked before the case.
        """
        for step in range(len(self.case.requests)):
            if self._silent(step):
                self.live = tuple(self.combined.prolong(self.case, self.live, self.answers)) or self.live
                if self._silent(step):
                    break
            left = self._left_at(step)
            if left is not None:
                return left
        default = any(course.default for course in self.live)
        return self._end(Kind.PASSED if default else Kind.OTHERREAD)

    def again(self, before: Outcome) -> Outcome:
        """Send once more what was answered in a case: the same outcome, or one that tells what was answered otherwise.

        Raises Broke as `outcome` does.
        """
        # What is kept of an answer is what was expected of it; of the one that failed, what was expected instead.
        kept = [*before.answers, *([before.expected] if before.expected is not None else [])]
        for step, expected in enumerate(kept):
            failed = before.mismatch if step == before.step else None
            said = self._otherwise(step, expected, failed)
            if said is not None:
                message = brief(f"when it was played again, request {step + 1} was answered otherwise: {said}")
                at = step if before.step is None else before.step
                return replace(before, kind=Kind.UNSTEADY, step=at, message=message, alive=(), dead=())
        return before

    def _otherwise(self, step: int, expected: Expected, before: Mismatch | None) -> str | None:
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
        found = compare(expected, answer)
        now = shown(found) if found else None
        return None if now == before else f"first {_told(before)}, then {_told(now)}"

    def _silent(self, step: int) -> bool:
        """Whether no course that is alive says anything of a request."""
        return all(course.expect[step] is None for course in self.live)

    def _left_at(self, step: int) -> Outcome | None:
        """Play one request; the outcome, if the case ends with it."""
        request = self.case.requests[step]
        needed = FEATURE_NEEDED.get(request.cmd)
        if needed and needed not in (self.session.introduction.features or ()):
            return self._end(Kind.UNSUPPORTED, step, f"it does not claim the feature {needed!r}")
        try:
            answer = self.session.ask(request)
        except Broke as broke:
            # A line that came too late for the case before is no fault of this one, which is played again.
            if broke.late and step == 0:
                raise
            return self._end(broke.kind, step - broke.late, broke.message)
        match answer:
            case Unsupported(why=why):
                return self._end(Kind.UNSUPPORTED, step, why or "")
            case Errored(message=message):
                return self._end(Kind.ERRORED, step, message)
        return self._judge(step, answer)

    def _judge(self, step: int, answer: Answer) -> Outcome | None:
        live = tuple(course for course in self.live if course.mismatch(step, answer) is None)
        if not live:
            # Who follows several readings at once goes a way that no world of the case foresees (decision 11).
            rescued = self.combined.rescue(self.case, [*self.answers, answer])
            if rescued is None:
                return self._failed(step, answer)
            live = (rescued,)
        self.live = live
        expected = next((course.expect[step] for course in live if course.expect[step] is not None), None)
        assert expected is not None, "a request of which nothing is expected is not sent"
        self.share.add(expected, answer)
        self.answers.append(agreed(expected, answer))
        return None

    def _failed(self, step: int, answer: Answer) -> Outcome:
        course = next(course for course in self.live if course.expect[step] is not None)
        mismatch = course.mismatch(step, answer)
        assert mismatch is not None, "else the case would go on"
        return replace(
            self._end(Kind.FAILED, step),
            mismatch=shown(mismatch),
            expected=course.expect[step],
            found=brief(say_answer(answer)),
            under=course.readings,
        )

    def _end(self, kind: Kind, step: int | None = None, message: str = "") -> Outcome:
        passed = kind in AGREED
        self.broke = kind in BROKE
        alive = tuple(course.readings for course in self.live) if passed else ()
        return Outcome(
            case=self.case,
            kind=kind,
            step=step,
            message=brief(message),
            answers=tuple(self.answers) if self.case.worlds or kind is Kind.FAILED else (),
            alive=alive,
            dead=tuple(w.readings for w in self.case.worlds if passed and w.readings not in alive),
            stderr="" if passed else self.session.child.stderr_since(self.mark),
            share=self.share,
        )


def _told(mismatch: Mismatch | None) -> str:
    """What was found, in a few words."""
    if mismatch is None:
        return "as the rules have it"
    first = next(iter(mismatch.differences), None)
    return str(mismatch.kind) if first is None else f"{first.where} {plain(first.found)}"

"""What has become of the cases between two versions of a corpus, and why, by clause."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from meldspec.language.problems import counted
from meldspec.protocol.case import Case
from meldspec.protocol.manifest import digest_of
from meldspec.protocol.messages import Enumerated, Expected, Illegal, Legal


@dataclass(frozen=True)
class Changed:
    """A case that is new, gone, or another one than it was: the clause or question that it is about, and what is otherwise."""

    case: str
    subject: str
    why: str


def changed(old: Iterable[Case], new: Iterable[Case]) -> list[Changed]:
    """The cases of which the digest is another, by what they are about."""
    before, after = ({case.id: case for case in cases} for cases in (old, new))
    found = [*_told(before, after)]
    return sorted(found, key=lambda one: (one.subject, one.case))


def _told(before: Mapping[str, Case], after: Mapping[str, Case]) -> Iterator[Changed]:
    for name in before.keys() | after.keys():
        was, now = before.get(name), after.get(name)
        if was is None and now is not None:
            yield Changed(name, now.subject, "new")
        elif was is not None and now is None:
            yield Changed(name, was.subject, "gone")
        elif was is not None and now is not None and digest_of(was) != digest_of(now):
            yield Changed(name, now.subject, "; ".join(_differences(was, now)))


def _differences(was: Case, now: Case) -> Iterator[str]:
    """What is otherwise in a case, the reason for the rest first."""
    sent = was.requests != now.requests
    if sent:
        yield _sent(was, now)
    elif was.expect != now.expect:
        yield _expected(was, now)
    if was.witness != now.witness:
        yield "its position has a witness now" if not was.witness else "another game leads to its position"
    readings = [{tuple(sorted(world.readings.items())) for world in case.worlds} for case in (was, now)]
    if more := readings[1] - readings[0]:
        yield f"answered otherwise now by {_named(more)}"
    if fewer := readings[0] - readings[1]:
        yield f"answered alike now by {_named(fewer)}"
    if was.about != now.about or was.purpose != now.purpose:
        yield "it is about something else, or seen elsewhere"
    # What follows from other requests alone is no change of its own.
    rest = (was.options, was.touches, was.allowed) != (now.options, now.touches, now.allowed)
    if not sent and (rest or (was.worlds != now.worlds and readings[0] == readings[1])):
        yield "other lines decide, other acts are named instead, or readings answer otherwise"


def _sent(was: Case, now: Case) -> str:
    many = len(now.requests) - len(was.requests)
    length = f", {counted(abs(many), 'request')} {'more' if many > 0 else 'fewer'}" if many else ""
    return ("it begins with another table" if was.requests[0] != now.requests[0] else "other acts follow") + length


def _expected(was: Case, now: Case) -> str:
    """The first answer that is expected to be another."""
    at = next(n for n, (old, new) in enumerate(zip(was.expect, now.expect, strict=True)) if old != new)
    verdicts = [_verdict(case.expect[at]) for case in (was, now)]
    if verdicts[0] == verdicts[1]:
        left = "have another list" if isinstance(now.expect[at], Enumerated) else "leave another table"
        return f"request {at + 1} is expected to {left}"
    lines = " and ".join(now.because[at] or was.because[at])
    return f"request {at + 1} was {verdicts[0]} and is {verdicts[1]}" + (f" ({lines})" if lines else "")


def _verdict(said: Expected) -> str:
    return "allowed" if isinstance(said, Legal) else "refused" if isinstance(said, Illegal) else "answered"


def _named(readings: Iterable[tuple[tuple[str, str], ...]]) -> str:
    return ", ".join(sorted(" with ".join(f"{question}={reading}" for question, reading in one) for one in readings))


def changes_told(name: str, found: Sequence[Changed]) -> Iterator[str]:
    """What there is to say of the changes of a variant, a line each."""
    new, gone = (sum(one.why == what for one in found) for what in ("new", "gone"))
    others = len(found) - new - gone
    yield f"{name}: {counted(new, 'case')} new, {gone} gone, {others} changed"
    subject = ""
    for one in found:
        if one.subject != subject:
            subject = one.subject
            yield f"  {subject}"
        yield f"    {one.case}: {one.why}"

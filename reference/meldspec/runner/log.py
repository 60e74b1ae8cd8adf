"""The log of a run: a line for each thing that happened, written as it happens, from which a run that was stopped goes on.

The first line says which run it is, the second how the implementation introduced itself; then comes what was answered in each case.
To go on, a run does all that it did before in the same order, and takes what was answered from the log as long as there is some.
"""

import json
import os
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import IO, Annotated, Any, Self

from meldspec.protocol.case import Case
from meldspec.protocol.fields import ABSENT, Malformed, Maybe, Message, array, at_least, mapping, one_of, record, to_json
from meldspec.protocol.messages import Introduction, Name, Natural, read_expected
from meldspec.protocol.plain_json import plain_json
from meldspec.runner import outcome
from meldspec.runner.play import Recording
from meldspec.runner.recording_json import recording_from_json, recording_to_json

FORMAT = 2
"""The number of the format of logs."""


class LogProblem(Exception):
    """A log from which this run cannot go on; the message says why."""


class Kind(StrEnum):
    """What happened: a case was played; it was played again to see whether it goes the same way; the case before turned out to have
    been answered wrongly; the implementation took its leave."""

    PLAYED = "played"
    AGAIN = "again"
    BLAMED = "blamed"
    LEFT = "left"


@dataclass(frozen=True)
class Event:
    """One thing that happened, and what had been spent until then.

    `broke` says that the implementation has to be started again; `farewell` what was wrong with how it took its leave. `sent` is
    how many requests its process had been sent by then.
    """

    kind: Kind
    seconds: float
    left_running: int | None
    sent: int = 0
    recording: Recording | None = None
    broke: bool = False
    farewell: str | None = None


def _seconds(value: Any, place: str) -> float:
    """A time, which nobody spends before it begins."""
    if isinstance(value, int | float) and not isinstance(value, bool) and value >= 0:
        return float(value)
    raise Malformed(place, value, "seconds")


def _counts(value: Any, place: str) -> Any:
    """Counts by field, of the kinds of counts that there are."""
    found = mapping(mapping(at_least(0)))(value, place)
    kinds = one_of(*vars(outcome.Share()))
    for kind in found:
        kinds(kind, place)
    return found


class Line(Message):
    """What stands in a line of a log, but for the first two."""

    event: Annotated[str, one_of(*Kind)]
    seconds: Annotated[float, _seconds]
    left_running: Natural | None
    sent: Natural
    case: Maybe[Name] = ABSENT
    answers: Maybe[Annotated[Any, array(read_expected)]] = ABSENT
    ended: Maybe[Annotated[str, one_of(*outcome.Kind)]] = ABSENT
    message: Maybe[str] = ABSENT
    stderr: Maybe[str] = ABSENT
    left: Maybe[bool] = ABSENT
    share: Maybe[Annotated[Any, _counts]] = ABSENT
    broke: Maybe[bool] = ABSENT
    farewell: Maybe[str] = ABSENT


class Log:
    """What is noted of a run: nothing without a file."""

    def __init__(self, file: IO[bytes] | None = None, introduction: Introduction | None = None, past: Sequence[Event] = ()) -> None:
        """`introduction` and `past` are what an earlier part of the run has noted."""
        self.introduction = introduction
        self.past = deque(past)
        self.problem: OSError | None = None
        """Why it could not be written to its end, if so: the run is more than its log, and goes on."""
        self._file = file

    @classmethod
    def begun(cls, path: Path, which: Mapping[str, Any]) -> Self:
        """A new log. Raises LogProblem where there is one already, and OSError."""
        if path.is_file() and path.stat().st_size:
            raise LogProblem(f"{path} has the log of another run: go on with that one by --resume, or take another name")
        log = cls(path.open("wb"))
        log._write({"log": FORMAT, **which})
        return log

    @classmethod
    def resumed(cls, path: Path, which: Mapping[str, Any], played: Callable[[Introduction], Sequence[Case]]) -> Self:
        """The log of a run that was stopped, in which such cases were `played` with who introduced itself so. Raises LogProblem
        where it is of another run, and OSError."""
        lines, ends = _whole_lines(path)
        _must_be_the_same(path, lines, {"log": FORMAT, **which})
        hello, past = None, []
        cases: Mapping[str, Case] = {}
        for number, line in enumerate(lines[1:], 2):
            try:
                if number == 2:
                    hello = record(Introduction)(line.get("hello"), "hello")
                    cases = {case.id: case for case in played(hello)}
                else:
                    _must_be_whole(line, cases)
                    past.append(event_from_json(line, cases))
            except Malformed as wrong:
                raise LogProblem(f"{path}:{number} is no line of the log of a run: {wrong}") from None
        if past and past[-1].kind in (Kind.PLAYED, Kind.AGAIN) and not past[-1].broke:
            # That this case was answered with a line too many would only have been seen at the next one.
            past.pop()
            ends.pop()
        # What was cut off in the middle of a line is written anew.
        os.truncate(path, ends[-1])
        return cls(path.open("ab"), hello, past)

    def introduced(self, introduction: Introduction) -> None:
        """Note how the implementation introduced itself."""
        self.introduction = introduction
        self._write({"hello": to_json(introduction)})

    def note(self, event: Event) -> None:
        """Note what happened."""
        told = recording_to_json(event.recording) if event.recording is not None else {}
        rest = {"broke": event.broke, "farewell": event.farewell}
        spent = {"seconds": event.seconds, "left_running": event.left_running, "sent": event.sent}
        self._write({"event": event.kind, **told, **{key: one for key, one in rest.items() if one}, **spent})

    def close(self) -> None:
        """Write no more."""
        # What could not be written is known by now.
        with suppress(OSError):
            if self._file is not None:
                self._file.close()

    def _write(self, line: Mapping[str, Any]) -> None:
        if self._file is None or self.problem is not None:
            return
        try:
            self._file.write(json.dumps(line, ensure_ascii=True, separators=(",", ":")).encode() + b"\n")
            # Whoever is killed has lost no more than the case that was being played.
            self._file.flush()
        except OSError as problem:
            problem.filename = self._file.name
            self.problem = problem


def _whole_lines(path: Path) -> tuple[list[dict[str, Any]], list[int]]:
    """The lines that were written to their ends, and where each of them ends."""
    lines, ends = [], [0]
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                break
            try:
                lines.append(dict(plain_json(line)))
            except (ValueError, TypeError, RecursionError):
                raise LogProblem(f"{path}:{number} is no line of the log of a run: no JSON object stands there") from None
            ends.append(ends[-1] + len(line))
    return lines, ends


def _must_be_whole(line: Mapping[str, Any], cases: Mapping[str, Case]) -> None:
    """Hold a line against its shape, and against the case that it is of. Raises Malformed."""
    read = record(Line)(line, "")
    if read.case is ABSENT:
        if read.event in (Kind.PLAYED, Kind.AGAIN):
            raise Malformed("case", None, "a case that was played")
        return
    if read.case not in cases:
        raise Malformed("case", read.case, "a case of this run")
    if read.answers is ABSENT or len(read.answers) > len(cases[read.case].requests):
        raise Malformed("answers", line.get("answers"), "as many answers as there are requests, or fewer")


def _must_be_the_same(path: Path, lines: Sequence[Mapping[str, Any]], which: Mapping[str, Any]) -> None:
    """Refuse the log of another run, and say in what it is another."""
    if not lines or "log" not in lines[0]:
        raise LogProblem(f"{path} is no log of a run: --log FILE writes one")
    there = lines[0]
    different = [
        f"{key}: {_short(there.get(key))} there, {_short(one)} here" for key, one in which.items() if there.get(key) != one
    ]
    if different:
        raise LogProblem(f"{path} is the log of another run; " + "; ".join(different))


def _short(value: object) -> str:
    return " ".join(value) if isinstance(value, list) and all(isinstance(one, str) for one in value) else json.dumps(value)


def event_from_json(line: Mapping[str, Any], cases: Mapping[str, Case]) -> Event:
    """What a line of a log notes, which is known to be one."""
    return Event(
        kind=Kind(line["event"]),
        seconds=line["seconds"],
        left_running=line["left_running"],
        sent=line["sent"],
        recording=recording_from_json(line, cases[line["case"]]) if "case" in line else None,
        broke=line.get("broke", False),
        farewell=line.get("farewell"),
    )

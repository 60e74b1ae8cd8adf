"""`meldspec replay`: transcripts and cases held against the rules."""

from collections.abc import Iterator
from pathlib import Path

import click

from meldspec.cli._shared import FILE, Rules, spec_option
from meldspec.cli._sound import own_must_be_sound
from meldspec.engine.rulebook import Library
from meldspec.language.problems import counted
from meldspec.protocol.case import Case, CaseProblem, MalformedCase, case_from_line, chosen, lines_of
from meldspec.protocol.messages import Action
from meldspec.runner.replay import Checked, CourseReplay, Replayed, replay, verdict_of
from meldspec.runner.words import plain, printable, say_action, say_readings, say_request

DIFFERS, UNREADABLE = 1, 2


@click.command("replay", short_help="Play a transcript and print each verdict.")
@click.argument("files", nargs=-1, required=True, type=FILE)
@click.option("--case", "names", multiple=True, metavar="ID", help="Only this case, or all whose id begins so.")
@click.option("-v", "--verbose", is_flag=True, help="Print every verdict, with the lines of the rules that it rests on.")
@spec_option
def command(files: tuple[Path, ...], names: tuple[str, ...], verbose: bool, rules: Rules) -> int:
    """Play a transcript and print each verdict.

    FILES are JSON Lines, one case a line, as the corpus has them (conformance/protocol/case.schema.json). Every answer that a
    case expects is worked out again, in every other world of it too, and whatever differs is told.

    Exit code 0: everything is as the rules have it, 1: something differs, 2: something cannot be read or played.
    """
    library = Library(rules.library)
    problems: list[CaseProblem] = []
    # A line that cannot be read keeps no other from being played.
    cases = _chosen([case for file in files for case in _cases(file, problems)], names, problems)
    own_must_be_sound(rules, {case.variant: None for case in cases})
    played: list[Replayed] = []
    for case in cases:
        try:
            played.append(replay(case, library))
        except CaseProblem as problem:
            problems.append(problem)
        else:
            click.echo("".join(f"{printable(line)}\n" for line in _told(played[-1], verbose)), nl=False)
    click.echo(_summed(played))
    click.echo("".join(f"Error: {printable(str(one))}\n" for one in problems), nl=False, err=True)
    return UNREADABLE if problems else DIFFERS if not all(one.agrees for one in played) else 0


def _cases(file: Path, problems: list[CaseProblem]) -> Iterator[Case]:
    """The cases of a file; lines that are none are noted."""
    try:
        for place, line in lines_of(file):
            try:
                yield case_from_line(line, place)
            except MalformedCase as problem:
                problems.append(problem)
            except CaseProblem as problem:
                problems.append(CaseProblem(f"{problem}; expected one case a line, as conformance/protocol/case.schema.json says"))
    except CaseProblem as problem:
        # Of such a file nothing more can be read.
        problems.append(problem)


def _chosen(cases: list[Case], names: tuple[str, ...], problems: list[CaseProblem]) -> list[Case]:
    """The cases that were asked for; a name of none is a mistake on the command line, unless a line could not be read."""
    try:
        return chosen(cases, names) if names else cases
    except CaseProblem as problem:
        if not problems:
            raise click.BadParameter(str(problem), param_hint="--case") from None
        problems.append(problem)
        return []


# ── what is told ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _told(played: Replayed, verbose: bool) -> Iterator[str]:
    """A case as it is printed: every verdict, if asked for, and all that differs."""
    if verbose:
        yield f"{played.case.id}  {played.case.title}"
        yield from (line for step in played.courses[0].steps for line in _verdict(step))
    for course in played.courses:
        for step in course.wrong():
            yield from _differs(played.case, course, step)


def _verdict(checked: Checked) -> Iterator[str]:
    """One request with the answer by the rules."""
    first, *more = say_request(checked.step.request)
    verdict = verdict_of(checked.step.said)
    lines = f" ({', '.join(checked.step.lines)})" if checked.step.lines else ""
    yield f"{checked.number + 1:>3}  {first}" + (f": {verdict}{lines}" if verdict else "")
    yield from (f"       {line}" for line in more)


def _differs(case: Case, course: CourseReplay, checked: Checked) -> Iterator[str]:
    """All that differs at one request: what the case expects, what the rules say, and by which lines."""
    under = f", where {say_readings(course.readings)}" if course.readings else ""
    yield f"{case.id}: request {checked.number + 1}{under}: {say_request(checked.step.request)[0]}"
    for difference in checked.differences:
        yield f"  expected  {difference.where}: {_said(difference.expected)}"
        yield f"  found     {difference.where}: {_said(difference.found)}"
    if checked.step.lines:
        yield f"  by        {', '.join(checked.step.lines)}"


def _said(value: object) -> str:
    """A value in words; where there is nothing, that there is nothing."""
    if isinstance(value, Action):
        return say_action(value)
    return value if isinstance(value, str) else "nothing" if value is None else plain(value)


def _summed(played: list[Replayed]) -> str:
    """The last line: how much there was, and how much of it differs."""
    answers = sum(len(course.steps) for one in played for course in one.courses[:1])
    worlds = sum(len(one.courses) - 1 for one in played)
    different = sum(not one.agrees for one in played)
    came = f"{counted(different, 'case')} not as the rules have it" if different else "as the rules have it"
    return f"{counted(len(played), 'case')}, {counted(answers, 'answer')}, {counted(worlds, 'other world')}: {came}"

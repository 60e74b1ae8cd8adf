"""The report on a terminal: what it comes to, and the shortest way to see each broken rule."""

from collections.abc import Iterable, Iterator
from itertools import islice

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from meldspec.language.problems import counted
from meldspec.runner.outcome import Kind
from meldspec.runner.print_findings import CASES_NAMED, and_more, case_text, finding_text
from meldspec.runner.print_known import known_text
from meldspec.runner.readings import DEFAULT, Seen
from meldspec.runner.report import ExitCode, Report
from meldspec.runner.words import last_lines, printable, say_readings

STYLES = {
    Kind.PASSED: "green",
    Kind.OTHERREAD: "cyan",
    Kind.FAILED: "bold red",
    Kind.UNDECIDED: "yellow",
    Kind.ELSEWHERE: "yellow",
    Kind.UNREACHED: "yellow",
    Kind.UNSUPPORTED: "yellow",
    Kind.NOT_RUN: "dim",
}
"""How each kind of outcome is coloured; what broke is magenta."""

KIND_WIDTH = max(map(len, Kind))
_NAMES_SHOWN = 20
_REASONS_SHOWN = 5


def print_report(report: Report, console: Console, verbose: bool = False) -> None:
    """Print the whole report; `verbose` lists every case and shows every failure in full."""
    for part in _parts(report, verbose):
        # What stands in lines already is not broken again, as in a ruling.
        console.print(part, soft_wrap=isinstance(part, Text))
    # Never broken into lines: it is what logs are searched for.
    console.print(_closing(report), style="bold", soft_wrap=True)


def _parts(report: Report, verbose: bool) -> Iterator[RenderableType]:
    yield _heading(report)
    yield from _asked(report)
    if verbose:
        yield from _every_case(report)
    yield from _right(report)
    yield from _findings(report, verbose)
    yield from known_text(report)
    yield from _breaks(report, verbose)
    yield from _unsteady(report, verbose)
    if not verbose and (report.broken or report.counts[Kind.UNSTEADY] or report.new_findings):
        yield Text("\n-v shows every failure in full, --case ID plays one case alone.", style="dim")
    yield from _undecided(report)
    yield from _elsewhere(report)
    yield from _unreached(report)
    yield from _unsupported(report)
    yield from _readings(report)
    yield from _shares(report)
    yield from _walked(report)
    yield from _left_running(report)
    yield Text()
    yield _counts(report)


def _heading(report: Report) -> Text:
    return Text(f"\n{heading_words(report)}\n", style="bold")


def heading_words(report: Report) -> str:
    """What was held against what."""
    who = report.introduction.implementation if report.introduction else None
    name = f"{who.name} {who.version} ({who.language})" if who else " ".join(report.command)
    left = f"; {counted(report.left_out, 'case')} left out, of chapters after {report.upto}" if report.upto else ""
    beyond = f"; {counted(report.beyond, 'case')} more with --size full" if report.beyond else ""
    walked = len(report.walk.found) if report.walk else 0
    found = f", and {counted(walked, 'game')} that a walk found" if walked else ""
    return printable(f"{name} against {counted(len(report.outcomes) - walked, 'case')} of {report.variant}{left}{beyond}{found}")


def _asked(report: Report) -> Iterator[Text]:
    """What it was seen to take and not to take before plain cases were chosen by that."""
    told = (("it takes", True), ("it does not take", False), ("it could not be told of", None))
    named = ((words, "; ".join(one.what for one in report.asked if one.takes is takes)) for words, takes in told)
    parts = [f"{words}: {what}" for words, what in named if what]
    if parts:
        yield Text("Asked first, so that of the cases of one thing the plain ones come before others:", style="dim")
        yield from (Text(printable(f"  {part}"), style="dim") for part in parts)


def style_of(kind: Kind) -> str:
    """The colour of a kind of outcome."""
    return STYLES.get(kind, "magenta")


def _every_case(report: Report) -> Iterator[RenderableType]:
    """Every case with what it came to; its id is never cut, which may be longer than a terminal is wide."""
    for outcome in report.outcomes:
        kind = (f"{outcome.kind:<{KIND_WIDTH}}", style_of(outcome.kind))
        yield Text.assemble(kind, f"  {outcome.case.id}", overflow="ignore", no_wrap=True)
        note = f" [{say_readings(outcome.under)}]" if outcome.kind is Kind.OTHERREAD else ""
        yield Padding(Text(printable(outcome.case.title + note), style="dim"), (0, 0, 0, KIND_WIDTH + 2))


# ── what went wrong ─────────────────────────────────────────────────────────────────────────────────────────


def _right(report: Report) -> Iterator[RenderableType]:
    """What is right, chapter by chapter; what was never judged is told with what stood before it."""
    if report.agreed:
        yield Text("\nWhat is right, of the clauses that cases are about:", style="bold")
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        for chapter in report.chapters:
            told = f"{len(chapter.broken)} broken" if chapter.broken else ""
            missed = f"{len(chapter.not_reached)} not reached" if chapter.not_reached else ""
            rest = ", ".join(part for part in (told, missed) if part)
            table.add_row(Text(f"  {chapter.title}"), Text(f"{len(chapter.right)} of {chapter.count}"), Text(rest, style="dim"))
        yield table
    whys = [(why, clause) for chapter in report.chapters for clause, why in chapter.not_reached.items()]
    if whys:
        yield Text("\nNot reached, so neither right nor wrong:", style="bold")
    for why in dict.fromkeys(why for why, _ in whys):
        clauses = [clause for other, clause in whys if other == why]
        yield Padding(Text(printable(f"{', '.join(clauses)}: {why}")), (0, 0, 0, 2))


def _findings(report: Report, verbose: bool) -> Iterator[RenderableType]:
    outcomes = {outcome.case.id: outcome for outcome in report.outcomes}
    for finding in report.new_findings:
        yield from finding_text(finding, outcomes.__getitem__, report.rules, report.readings, verbose)


def _breaks(report: Report, verbose: bool) -> Iterator[RenderableType]:
    """The first case of every kind of break in full, or all of them."""
    shown: set[Kind] = set()
    for outcome in report.broken:
        if verbose or outcome.kind not in shown:
            shown.add(outcome.kind)
            count = "" if verbose else f"  in {counted(report.counts[outcome.kind], 'case')}; the first:"
            yield Text.assemble(("\n! ", "magenta"), (f"{outcome.kind}", "bold magenta"), count)
            yield case_text(outcome, report.rules)


def _unsteady(report: Report, verbose: bool) -> Iterator[RenderableType]:
    """The first case that went otherwise when it was played again, or all of them."""
    unsteady = [outcome for outcome in report.outcomes if outcome.kind is Kind.UNSTEADY]
    if unsteady:
        yield Text.assemble(("\n~ ", "magenta"), ("unsteady", "bold magenta"), f"  in {counted(len(unsteady), 'case')}")
        yield Text("  It answers otherwise when the same is sent again, so nothing is said of the rules there.", style="dim")
        yield from (case_text(outcome, report.rules) for outcome in (unsteady if verbose else unsteady[:1]))
        if not verbose and len(unsteady) > 1:
            yield and_more(tuple(outcome.case.id for outcome in unsteady[1:]))


def _undecided(report: Report) -> Iterator[RenderableType]:
    undecided = [outcome for outcome in report.outcomes if outcome.kind is Kind.UNDECIDED]
    if undecided:
        yield Text("\nNot judged, since it cannot be told what is right there, as it reads the questions:", style="bold")
    for outcome in undecided:
        yield Text(f"  {outcome.case.id}: {outcome.undecided_since}")


def _elsewhere(report: Report) -> Iterator[RenderableType]:
    elsewhere = [outcome.case.id for outcome in report.outcomes if outcome.kind is Kind.ELSEWHERE]
    if elsewhere:
        yield Text(
            "\nAnswered as the rules have it, but what the case is about does not arise as it reads the questions:", style="bold"
        )
        yield Padding(Text(", ".join(elsewhere)), (0, 0, 0, 2))


def _unreached(report: Report) -> Iterator[RenderableType]:
    unreached = [outcome.case.id for outcome in report.outcomes if outcome.kind is Kind.UNREACHED]
    if unreached:
        yield Text("\nNot judged, since it goes another way before the table is come to that the case is about:", style="bold")
        yield Padding(Text(", ".join(unreached)), (0, 0, 0, 2))


def _unsupported(report: Report) -> Iterator[RenderableType]:
    """What is not supported, with what it costs; then in the words of the implementation."""
    if report.lacks:
        yield Text("\nNot supported, so neither passed nor failed:", style="bold")
    for lack in report.lacks:
        clauses = f"; {counted(len(lack.clauses), 'clause')} judged in no other" if lack.clauses else ""
        whole = "all " if len(lack.cases) == len(report.outcomes) > 1 else ""
        yield Padding(Text(printable(f"{lack.what}: {whole}{counted(len(lack.cases), 'case')}{clauses}")), (0, 0, 0, 2))
        yield from (Text(f"    {count:5}  {printable(why)}", style="dim") for why, count in lack.says[:_REASONS_SHOWN])


# ── readings, shares, counts ────────────────────────────────────────────────────────────────────────────────


UNTOLD = 40
"""So many questions are named of which nothing is known; where there are more, few cases were played."""


def _readings(report: Report) -> Iterator[RenderableType]:
    if report.readings:
        yield Text("\nHow it reads the open questions:", style="bold")
    asked = [seen for seen in report.readings if seen.evidence or seen.failed or seen.amiss or not seen.claim_known]
    for seen in asked:
        yield Padding(_reading(seen), (0, 0, 0, 2))
    untold = sorted({*report.rules.readings, *(seen.question for seen in report.readings)} - {seen.question for seen in asked})
    if asked and untold:
        named = ", ".join(untold) if len(untold) <= UNTOLD else counted(len(untold), "other question")
        claims = len(report.readings) - len(asked)
        of_claims = f" ({claims} of them claimed)" if claims else ""
        yield Padding(Text(printable(f"none of these cases tells how it reads {named}{of_claims}"), style="dim"), (0, 0, 0, 2))


def _reading(seen: Seen) -> Text:
    line = Text.assemble((seen.question, "bold"), "  ", _followed(seen))
    claim = f"; claims {seen.claim}" if seen.claim is not None else ""
    line.append(printable(claim))
    if not seen.claim_known:
        line.append(" — of which no case of the corpus can tell", style="yellow")
    for reading, cases in seen.evidence.items():
        line.append(f"\n  {_name(reading)}: {counted(len(cases), 'case')}, such as {cases[0]}", style="dim")
    if seen.contradicting:
        line.append(f"\n  no reading has all of it: {_witnesses(seen.contradicting.items())}", style="dim")
    if seen.belying:
        few = islice(seen.belying.items(), CASES_NAMED)
        line.append(f"\n  the claim is contradicted by {_witnesses(few)}", style="red")
    return line


def reading_words(seen: Seen) -> str:
    """How a question is read, and what is claimed of it."""
    claim = f"; claims {seen.claim}" if seen.claim is not None else ""
    return printable(f"{_followed(seen)}{claim}")


def _followed(seen: Seen) -> str:
    if seen.contradicting:
        return f"taken to follow {_name(seen.taken)}, which explains the most"
    if seen.followed is not None:
        return f"follows {_name(seen.followed)}"
    if not seen.admitted:
        return "not seen"
    amiss = "; the cases that would tell go wrong" if seen.amiss else ""
    return f"not settled: {' or '.join(_name(r) for r in sorted(seen.admitted))}{amiss}"


def _name(reading: str) -> str:
    return "the default reading" if reading == DEFAULT else reading


def _witnesses(witnesses: Iterable[tuple[str, frozenset[str]]]) -> str:
    return "; ".join(f"{case} admits {' or '.join(_name(r) for r in sorted(admits))}" for case, admits in witnesses)


def _shares(report: Report) -> Iterator[RenderableType]:
    share = report.share
    if share.expected:
        yield Text(f"\nObservation fields given, and so checked: {share.whole:.0%}", style="bold")
    for name, part in share.missing().items():
        yield Text(f"  {name:18} {part:.0%}")
    if share.unknown:
        first, more = sorted(share.unknown)[:_NAMES_SHOWN], len(share.unknown) - _NAMES_SHOWN
        names = ", ".join(first) + (f" and {more} more" if more > 0 else "")
        yield Text(printable(f"  not fields of the protocol, misspelt perhaps: {names}"), style="yellow")


def _walked(report: Report) -> Iterator[RenderableType]:
    """How far it was played on when the cases were done."""
    walk = report.walk
    if walk is None:
        return
    acts = f"{counted(walk.acts, 'act')}, {walk.refused} of them against the rules"
    yield Text(f"\nWalked on through {counted(walk.deals, 'deal')} from seed {walk.seed}: {acts}.", style="bold")
    if walk.known:
        yield Text(f"  {counted(walk.known, 'departure')} more, where it was known to depart, not told again")
    if walk.undecided:
        yield Text(f"  {counted(walk.undecided, 'departure')} of which it hangs on a reading whether it is one")
    if walk.unsupported:
        yield Text(f"  {counted(walk.unsupported, 'act')} not supported")
    if walk.reached:
        yield Padding(Text(f"decided there, though no case came to its end: {', '.join(walk.reached)}"), (0, 0, 0, 2))


def _left_running(report: Report) -> Iterator[RenderableType]:
    """What it left behind; what the system keeps from us is said, too."""
    if report.left_running is None:
        yield Text("\nThis system does not tell what an implementation leaves running in a session of its own.", style="dim")
    elif report.left_running:
        left = counted(report.left_running, "program")
        yield Text(f"\nWhen it had ended, it left {left} of its own running; the run ended what was left.", style="yellow")


def _counts(report: Report) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), title_justify="left")
    for kind in Kind:
        if report.counts[kind]:
            table.add_row(Text(str(report.counts[kind]), justify="right"), Text(kind, style=style_of(kind)))
    if report.restarts:
        table.add_row(Text(str(report.restarts), justify="right"), "restarted")
    return table


def closing_words(report: Report) -> str:
    """What the run comes to, in a line."""
    return _closing(report).plain


def _closing(report: Report) -> Text:
    """The last line: what the run comes to."""
    if report.stopped is not None:
        left, until = report.counts[Kind.NOT_RUN], f"; until then: {', '.join(_found(report))}" if report.found_wanting else ""
        cases = counted(len(report.outcomes), "case")
        told = f"{left} of {cases} not run" if left else "all cases were run, causes were not looked for to the end"
        return Text(f"Stopped by {report.stopped.by}: {told}{until}.", style="yellow")
    if report.fatal is not None:
        text = Text(printable(report.fatal.message), style="red")
        for line in last_lines(report.fatal.stderr):
            text.append(f"\n  stderr: {line}", style="dim")
        return text
    match report.exit_code:
        case ExitCode.CONFORMS:
            known = counted(len(report.findings), "known failure")
            but = f"It conforms but for {known}; {counted(report.agreed, 'other case')} went right."
            every = f"It conforms in every case that was checked ({report.agreed})."
            return Text(but if report.findings else every, style="green")
        case ExitCode.BROKE:
            return Text("It only broke: nothing can be said about the rules.", style="magenta")
    if not any(_found(report)):
        return Text("Nothing could be checked, so nothing conforms.", style="yellow")
    return Text(f"It does not conform: {', '.join(_found(report))}.", style="red")


def _found(report: Report) -> Iterator[str]:
    """What stands against the implementation, counted."""
    if new := report.new_findings:
        rules = counted(len({one.clause for one in new}), "rule")
        ways = f" in {len(new)} ways," if len(new) > len({one.clause for one in new}) else ""
        yield f"{rules} broken{ways} in {counted(sum(len(one.cases) for one in new), 'case')}"
    if report.counts[Kind.UNSTEADY]:
        yield f"{counted(report.counts[Kind.UNSTEADY], 'case')} answered otherwise when played again"
    if report.failed_readings:
        yield f"{counted(len(report.failed_readings), 'claim')} not borne out"
    if report.broken:
        yield f"it broke in {counted(len(report.broken), 'case')}"
    if report.farewell is not None:
        yield f"it does not take its leave as the protocol wants ({printable(report.farewell)})"

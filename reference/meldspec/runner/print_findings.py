"""A finding on a terminal: what is otherwise and how surely, the rule with its source, and the shortest game that shows it."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from meldspec.book.line_index import line_index
from meldspec.judge.findings import Certainty, Finding
from meldspec.language.lines import OF_PROGRAMS
from meldspec.language.problems import counted
from meldspec.protocol.messages import ActRequest
from meldspec.ruling.page import Manner, paragraph
from meldspec.ruling.verdict_text import clauses_text
from meldspec.runner.held_to import HeldTo
from meldspec.runner.instead import instead
from meldspec.runner.outcome import Outcome
from meldspec.runner.readings import Seen, unsettled
from meldspec.runner.told_finding import because_of, cause_words, headline
from meldspec.runner.words import printable, say_readings, transcript

CASES_NAMED = 3
CERTAINTY = {
    Certainty.HOWEVER_READ: "however the open questions are read",
    Certainty.HOWEVER_PUBLISHED: "however publications read the open questions",
    Certainty.AS_READ: "as it reads the open questions",
    Certainty.AS_PROGRAMS_READ: "as it reads the open questions, and only programs do",
}
OutcomeOf = Callable[[str], Outcome]
"""The outcome of a case by its id."""


def finding_text(
    finding: Finding, outcome_of: OutcomeOf, rules: HeldTo, readings: Sequence[Seen], verbose: bool
) -> Iterator[RenderableType]:
    """One finding, told with what is known of the rules, and was seen of the readings; `verbose` shows all its cases in full."""
    count = counted(len(finding.cases), "case")
    # Without the rules at hand nobody knows on which readings it rests.
    sure = f", {CERTAINTY[finding.certainty]}" if finding.shortest.rulebook is not None else ""
    head = f"  {finding.sort}, in {count}{sure}"
    yield Text.assemble(("\n✗ ", "bold red"), (finding.clause, "bold"), head)
    # The rule stands in lines that are broken and indented already.
    yield from map(Text, paragraph(printable(headline(finding, alone=False)), 2, 2))
    yield from (Text(printable(line), style="dim") for line in rule_text(finding, rules.manner))
    yield from (Padding(Text(printable(line), style="dim"), (0, 0, 0, 2)) for line in _below(finding, rules, readings))
    for one in finding.booked if verbose else finding.booked[:1]:
        yield case_text(outcome_of(one.judged.transcript.case.id), rules, instead(one))
    if not verbose and len(finding.cases) > 1:
        yield and_more(finding.cases[1:])


def _below(finding: Finding, rules: HeldTo, readings: Sequence[Seen]) -> Iterator[str]:
    """What stands below the rule: what would explain it, what it rests on, and what it keeps from being judged."""
    if len(finding.lines) > 1:
        yield f"decided by {', '.join(finding.lines)}"
    if as_if := cause_words(finding):
        yield as_if
    if finding.rests_on:
        told = {
            question: f"{_whose(question, reading, rules)}{unsettled(question, readings)}" for question, reading in finding.rests_on
        }
        yield f"It rests on {say_readings(told)}."
    yield from to_claim(finding, rules)
    yield from ending_here(finding)


def _whose(question: str, reading: str, rules: HeldTo) -> str:
    """A reading, with who alone has it."""
    return f"{reading}{OF_PROGRAMS}" if (question, reading) in rules.of_programs else reading


def rule_text(finding: Finding, manner: Manner) -> Iterator[str]:
    """The clauses that a finding is booked on, in their own words, with the values that decide and where they are from."""
    rulebook = finding.shortest.rulebook
    if rulebook is not None:
        yield from clauses_text(because_of(finding), line_index(rulebook.sheet), manner)


def case_text(outcome: Outcome, rules: HeldTo, instead: Sequence[ActRequest] | None = None) -> Padding:
    """A case up to the request that decided it, in full, with what would have been legal there."""
    title = Text.assemble((outcome.case.id, "bold"), f"  {printable(outcome.case.title)}")
    rows = Table.grid(padding=(0, 2, 0, 0))
    rows.add_column(justify="right", min_width=8, no_wrap=True)
    rows.add_column(overflow="fold")
    for row in transcript(outcome, instead):
        rows.add_row(Text(row.label), Text(row.text, style=row.style))
    if page := rules.case_page(outcome.case):
        rows.add_row(Text("page"), Text(page, style="dim"))
    return Padding(Group(title, rows), (0, 0, 0, 2), expand=False)


def to_claim(finding: Finding, rules: HeldTo) -> Iterator[str]:
    """That whoever reads a question, on which the finding rests, by a reading with an act of its own has to claim it."""
    rests_on = dict(finding.rests_on)
    for question, reading in sorted(rules.own_acts - rests_on.items()):
        if question in rests_on:
            yield f"Whoever reads {question} as {reading}, which has an act of its own, claims that in the answer to hello."


def ending_here(finding: Finding) -> Iterator[str]:
    """What cases that end with a finding are about, where that is something else."""
    hidden = Counter(one.judged.transcript.case.subject for one in finding.booked)
    if others := [subject for subject, _ in hidden.most_common() if subject != finding.clause]:
        yield f"Cases end here that are about {_some(others)}."


def _some(names: Sequence[str]) -> str:
    """The first of some names, and how many more there are."""
    more = f" and {len(names) - CASES_NAMED} more" if len(names) > CASES_NAMED else ""
    return f"{', '.join(names[:CASES_NAMED])}{more}"


def and_more(cases: tuple[str, ...]) -> Padding:
    """Further cases, the first of them by name."""
    return Padding(Text(f"also {_some(cases)}", style="dim"), (0, 0, 0, 2))

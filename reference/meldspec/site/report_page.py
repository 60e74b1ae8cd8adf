"""The report of a run as one page of HTML that stands by itself: what is right first, then what was found, then how it reads.

It is made for being attached to an issue of somebody else's project: nothing is fetched, and nothing that an implementation says
of itself does anything (decision 69).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from meldspec.files import write_whole
from meldspec.language.lines import Question
from meldspec.language.problems import counted
from meldspec.runner.outcome import Kind, Outcome
from meldspec.runner.print import closing_words, heading_words, reading_words
from meldspec.runner.readings import Seen
from meldspec.runner.report import Report
from meldspec.runner.told_finding import headline
from meldspec.runner.words import last_lines, printable, transcript
from meldspec.site.cards import in_text
from meldspec.site.markup import anchor, block, element, plain, table
from meldspec.site.page_alone import page_alone
from meldspec.site.report_finding import FindingPage, text

CASES_NAMED = 3
"""So many cases are named where more are counted."""


def write_html(report: Report, file: Path) -> None:
    """Write the report as one page of HTML."""
    write_whole(file, report_page(report))


def report_page(report: Report) -> str:
    """The whole page."""
    return page_alone(heading_words(report), *_parts(report))


def _parts(report: Report) -> Iterator[str]:
    yield element("h1", text(heading_words(report)))
    yield element("p", f"<b>{text(closing_words(report))}</b>", "good" if not report.exit_code else "bad")
    yield _made(report)
    yield from _right(report)
    yield from _findings(report)
    yield from _broke(report)
    yield from _not_judged(report)
    yield from _unsupported(report)
    yield from _readings(report)
    yield from _fields(report)
    yield _how_to_read(report)


def _made(report: Report) -> str:
    """When, with what and how it was made."""
    suite = f"meldspec {report.suite.meldspec}, cases {report.suite.digest[:12]}" if report.suite else ""
    homepage = (report.introduction.implementation.homepage if report.introduction else "") or ""
    command = element("code", text(" ".join(report.command)))
    parts = [text(report.date), text(suite), command, text(str(homepage))]
    return element("p", " · ".join(part for part in parts if part), "quiet")


# ── what is right ───────────────────────────────────────────────────────────────────────────────────────────


def _right(report: Report) -> Iterator[str]:
    """Chapter by chapter what is right, what is broken and what was not come to."""
    yield element("h2", "What is right", id="right")
    if not report.chapters or not (report.agreed or report.findings):
        yield element("p", "Nothing was judged.")
        return
    rows = []
    for chapter in report.chapters:
        broken = element("span", f"{len(chapter.broken)} broken", "broken") if chapter.broken else ""
        missed = element("span", f"{len(chapter.not_reached)} not reached", "not-reached") if chapter.not_reached else ""
        count = element("span", f"{len(chapter.right)} of {chapter.count}", "right" if chapter.right else "")
        rows.append((plain(chapter.title), count, broken, missed))
    yield table(("chapter", "clauses right", "", ""), rows)
    right = [clause for chapter in report.chapters for clause in chapter.right]
    if right:
        codes = ", ".join(element("code", plain(clause)) for clause in right)
        yield block("details", (element("summary", f"All {len(right)} clauses that are right"), element("p", codes)))
    yield from _not_reached(report)


def _not_reached(report: Report) -> Iterator[str]:
    whys: dict[str, list[str]] = {}
    for chapter in report.chapters:
        for clause, why in chapter.not_reached.items():
            whys.setdefault(why, []).append(clause)
    if whys:
        yield element("p", "Not reached, so neither right nor wrong:")
        yield block("ul", (element("li", f"{_codes(clauses)}: {text(why)}") for why, clauses in whys.items()))


def _codes(ids: Iterable[str]) -> str:
    return ", ".join(element("code", plain(id)) for id in ids)


# ── what was found ──────────────────────────────────────────────────────────────────────────────────────────


def _findings(report: Report) -> Iterator[str]:
    """Every finding with its game, the new ones first."""
    outcomes = {outcome.case.id: outcome for outcome in report.outcomes}
    ordered = sorted(report.findings, key=report.is_known)
    if not ordered:
        return
    yield element("h2", "What was found", id="found")
    if len(ordered) > 1:
        items = (
            f"{anchor(f'#finding-{n}', _codes([one.clause]))}: {in_text(printable(headline(one)))}"
            for n, one in enumerate(ordered, 1)
        )
        yield block("ol", (element("li", item) for item in items))
    for number, finding in enumerate(ordered, 1):
        shortest = outcomes[finding.shortest.judged.transcript.case.id]
        yield FindingPage(finding, shortest, report.rules, report.readings, number, report.is_known(finding)).html()


def _broke(report: Report) -> Iterator[str]:
    """How it broke or answered in two ways: the first case of each kind in full."""
    odd = [*report.broken, *(one for one in report.outcomes if one.kind is Kind.UNSTEADY)]
    if report.fatal is not None and (lines := last_lines(report.fatal.stderr)):
        yield element("h2", "What it wrote before it broke") + element("pre", text("\n".join(lines)))
    if odd:
        yield element("h2", "Where it broke, or answered in two ways", id="broke")
    for kind in dict.fromkeys(one.kind for one in odd):
        first, *others = [one for one in odd if one.kind is kind]
        head = element("h3", f"{plain(kind)}, in {counted(len(others) + 1, 'case')}")
        yield block("section", (head, _transcript(first), _also(others)), "finding")


def _transcript(outcome: Outcome) -> str:
    """A case up to the request at which it was left, in plain rows."""
    rows = "".join(element("dt", plain(row.label)) + element("dd", text(row.text)) for row in transcript(outcome))
    return element("h4", f"{element('code', plain(outcome.case.id))} {plain(outcome.case.title)}") + element("dl", rows, "said")


def _also(outcomes: Sequence[Outcome]) -> str:
    if not outcomes:
        return ""
    more = f" and {len(outcomes) - CASES_NAMED} more" if len(outcomes) > CASES_NAMED else ""
    return element("p", f"Also {_codes(one.case.id for one in outcomes[:CASES_NAMED])}{more}.", "quiet")


# ── what was not judged, how it reads ───────────────────────────────────────────────────────────────────────


def _not_judged(report: Report) -> Iterator[str]:
    """Cases that are neither for nor against it, by the reason."""
    told = {
        Kind.UNDECIDED: "it cannot be told what is right there, as it reads the questions",
        Kind.ELSEWHERE: "what the case is about does not arise as it reads the questions",
        Kind.UNREACHED: "it goes another way before the table is come to that the case is about",
        Kind.NOT_RUN: "not run",
    }
    cases = {kind: [one.case.id for one in report.outcomes if one.kind is kind] for kind in told}
    if any(cases.values()):
        yield element("h2", "Cases that were not judged", id="not-judged")
    for kind, ids in cases.items():
        if ids:
            summary = element("summary", f"{counted(len(ids), 'case')}: {plain(told[kind])}")
            yield block("details", (summary, element("p", _codes(ids))))


def _unsupported(report: Report) -> Iterator[str]:
    if report.lacks:
        yield element("h2", "What it does not support", id="unsupported")
        yield element("p", "None of it is a fault; so many cases could not be played for want of it.", "quiet")
    rows = []
    for lack in report.lacks:
        says = "; ".join(f"{why} ({count})" for why, count in lack.says[:CASES_NAMED])
        rows.append((text(lack.what), str(len(lack.cases)), _codes(lack.clauses), text(says)))
    if rows:
        yield table(("what", "cases", "clauses judged in no other", "in its own words"), rows)


def _readings(report: Report) -> Iterator[str]:
    """How it reads the open questions, in words where the rules are at hand."""
    if not report.readings:
        return
    yield element("h2", "How it reads the open questions", id="readings")
    yield element("p", "To read one otherwise than by default is no fault.", "quiet")
    asked = _questions(report)
    yield table(("question", "read so", "shown by"), (_reading(seen, asked.get(seen.question)) for seen in report.readings))


def _questions(report: Report) -> Mapping[str, Question]:
    library = report.rules.library
    return {} if library is None else library.books.book(report.variant).questions()


def _reading(seen: Seen, question: Question | None) -> tuple[str, str, str]:
    asks = f"{plain(question.asks)}<br>" if question is not None else ""
    says = {one.name: one.says for one in question.readings}.get(seen.followed or "", "") if question is not None else ""
    default = " (the default)" if question is not None and seen.followed == question.default else ""
    read = f"{text(reading_words(seen))}{default}<br>{plain(says)}" if says else text(reading_words(seen))
    cases = list(dict.fromkeys(case for of in seen.evidence.values() for case in of))
    more = f" and {len(cases) - CASES_NAMED} more" if len(cases) > CASES_NAMED else ""
    belying = _codes(list(seen.belying)[:CASES_NAMED])
    belied = element("div", f"its claim is contradicted by {belying}", "bad") if belying else ""
    name = element("code", plain(seen.question))
    return f"{asks}{name}", read, f"{_codes(cases[:CASES_NAMED])}{more}{belied}"


def _fields(report: Report) -> Iterator[str]:
    """How much of the table it told, so that it could be compared."""
    missing = report.share.missing()
    if report.share.expected:
        rest = "".join(f"; {plain(name)} {share:.0%}" for name, share in missing.items())
        told = f"Of the fields of a table it told {report.share.whole:.0%}{rest}. What is not told is not compared."
        yield element("p", told, "quiet")


def _how_to_read(report: Report) -> str:
    """What a reader may do who doubts it."""
    again = f"meldspec test --variant {report.variant} --case ID -- COMMAND"
    told = (
        "Each finding is what is wrong under one rule, with the shortest game that shows it; one mistake may be behind several. "
        "However the open questions are read: no reading of a doubtful passage would allow it. As it reads them: another reading "
        "would, which its other answers speak against; that only programs do means that no publication reads it so. "
        f"{element('code', 'meldspec case ID')} tells any case in words, and {element('code', plain(again))} plays one again. "
        "Who doubts a finding rules on its table by the file that stands with it: the ruling names the clause, its source, and "
        "what other readings say."
    )
    return element("p", told, "quiet")

"""A finding as HTML: the game that shows it, stepped through, the clause beside it, what was expected and what was found."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from typing import Any

from meldspec.book.meaning import Meanings
from meldspec.corpus.expect import Step, steps
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.judge.booking import Booked, Sort
from meldspec.judge.findings import Finding
from meldspec.language.lines import OF_PROGRAMS
from meldspec.language.problems import counted
from meldspec.protocol.case import Case, CaseProblem
from meldspec.protocol.fields import to_json
from meldspec.protocol.messages import Beginning, Dealt, Enumerated, Illegal, Legal
from meldspec.ruling.because import Because
from meldspec.ruling.verdict_text import sources_words
from meldspec.ruling.words import changes, names_of
from meldspec.runner.held_to import HeldTo
from meldspec.runner.instead import instead
from meldspec.runner.outcome import Outcome
from meldspec.runner.print_findings import CERTAINTY, ending_here, to_claim
from meldspec.runner.readings import Seen, unsettled
from meldspec.runner.told_finding import because_of, cause_words, headline, placed
from meldspec.runner.told_position import position_at
from meldspec.runner.words import cards_drawn, last_lines, printable, say_action, say_beginning, say_request, verdict_rows
from meldspec.site.cards import drawn, in_text
from meldspec.site.markup import anchor, block, element, plain
from meldspec.site.share import Shared, address
from meldspec.table.faults import RulesFault

TABLES = 8
"""Of so many of the last requests of a game the table is drawn: one drawn at every act would make a report of megabytes."""
LISTED = 20
"""So many acts of a list are told."""
ABOUT_THE_FILE = ("title", "variant", "options", "readings", "act", "expect")
"""Fields of a position file that are no part of the table."""
_BESIDES = {False: "Beside it there decides:", True: "Beside it there decides:"}
ALSO = dict.fromkeys(Sort, _BESIDES) | {
    Sort.ALLOWED: {False: "It is refused for another reason as well:", True: "And nothing else that may permit it does so:"},
    Sort.REFUSED: {False: "What else it is held to is fulfilled:", True: "What permits it:"},
}
"""What stands above the clauses that decide beside the one a finding is named after, those that only permit apart."""


def row_placed(row: str) -> str:
    """What stands at a place of the table, the place in words."""
    where, colon, value = row.partition(": ")
    return f"{placed(where) if colon else where}{colon}{value}"


def text(said: str) -> str:
    """What anybody says, as HTML in which nothing of it acts."""
    return plain(printable(said))


def told(said: str) -> str:
    """A sentence of ours, the cards in it drawn."""
    return in_text(printable(said))


def linked(said: str) -> str:
    """A sentence of ours, the addresses in it as links."""
    return re.sub(r"https?://[^\s<>\"']+", lambda found: anchor(unescape(found[0]), found[0]), plain(said))


@dataclass(frozen=True)
class FindingPage:
    """One finding, with the outcome of the shortest of its cases, under the rules to which it was held."""

    finding: Finding
    outcome: Outcome
    rules: HeldTo
    readings: Sequence[Seen]
    """What was seen of the readings."""
    number: int
    known: bool = False

    def html(self) -> str:
        """The whole of it."""
        finding, named = self.finding, [one for one in self._because if one.clause == self.finding.clause]
        title = f"{plain(named[0].title)} " if named else ""
        head = f"{self.number}. {title}{element('code', plain(finding.clause))}: {plain(finding.sort)}"
        done = element("h4", told(headline(finding)))
        left = element("div", "\n".join((done, element("p", self._case_title(), "quiet"), self._game(), self._verdict())))
        right = block("aside", self._rule(), "rule")
        parts = (element("h3", head), element("p", self._sure(), "quiet"), block("div", (left, right), "beside"), *self._below())
        return block("section", parts, "finding known" if self.known else "finding", f"finding-{self.number}")

    @cached_property
    def _shortest(self) -> Booked:
        return self.finding.shortest

    @cached_property
    def _because(self) -> Sequence[Because]:
        """The clauses that it is booked on, the one that it is named after first."""
        return because_of(self.finding)

    @property
    def _case(self) -> Case:
        return self._shortest.judged.transcript.case

    @property
    def _step(self) -> int:
        return self._shortest.judged.departure

    @cached_property
    def _trace(self) -> tuple[Step, ...]:
        """The case as the rules play it, read as the implementation is seen to read them; nothing where they cannot be asked."""
        rulebook = self._shortest.rulebook
        if rulebook is None:
            return ()
        try:
            return tuple(steps(Referee(rulebook), self._case.requests[: self._step + 1]))
        except (Unanswered, RulesFault, ValueError):
            return ()

    def _sure(self) -> str:
        sure = f", {CERTAINTY[self.finding.certainty]}" if self._shortest.rulebook is not None else ""
        known = "; it is known, and not counted" if self.known else ""
        return plain(f"In {counted(len(self.finding.cases), 'case')}{sure}{known}.")

    # ── the game ────────────────────────────────────────────────────────────────────────────────────────────

    def _case_title(self) -> str:
        page = self.rules.case_page(self._case)
        code = element("code", plain(self._case.id))
        return f"Shown by {anchor(page, code) if _leads(page) else code} ({plain(self._case.title)})"

    def _game(self) -> str:
        """Every request up to the one that decides; what only leads to the table is folded."""
        led = self._case.led if self._case.led <= self._step else 0
        rows = [self._request(number) for number in range(led, self._step + 1)]
        if not led:
            return block("ol", rows, "game")
        before = block("ol", (self._request(number) for number in range(led)), "game")
        summary = element("summary", f"How the table is come to: a deal and {counted(led - 1, 'act')}")
        return block("details", (summary, before)) + block("ol", (self._led_to(led), *rows), "game")

    def _led_to(self, led: int) -> str:
        return element("li", f"{self._number('')}The table then: {self._table(led)}")

    def _request(self, number: int) -> str:
        request, decides = self._case.requests[number], number == self._step
        first, *more = (
            say_beginning(request, cards_drawn(self.outcome, request)) if isinstance(request, Beginning) else say_request(request)
        )
        refused = not decides and isinstance(self._said(number), Illegal)
        words = told(first) + (" <b>(refused, as it should be)</b>" if refused else "")
        rows = "".join(element("div", told(row), "quiet") for row in more)
        before = self._table(number) if decides and number else ""
        after = "" if decides or refused or number < self._step - TABLES else self._after(number)
        css = "decides" if decides else "refused" if refused else ""
        return element("li", f"{self._number(number + 1)}{before}{words}{rows}{after}", css)

    def _number(self, number: int | str) -> str:
        return element("span", str(number), "number")

    def _after(self, number: int) -> str:
        """The table after a request, folded."""
        table = self._table(number + 1)
        return block("details", (element("summary", "the table then"), table)) if table else ""

    def _table(self, number: int) -> str:
        """The table as it is before a request."""
        seen = next((found for one in range(number - 1, -1, -1) if (found := self._seen(one)) is not None), None)
        if seen is None:
            return ""
        request = self._case.requests[number] if number < len(self._case.requests) else None
        seat = getattr(request, "seat", None)
        return drawn(seen, seat, self._names)

    @cached_property
    def _names(self) -> Mapping[str, Any]:
        rulebook = self._shortest.rulebook
        return {} if rulebook is None else names_of(rulebook)

    def _said(self, number: int) -> Any:
        """What the rules say of a request."""
        return self._trace[number].said if number < len(self._trace) else self._case.expect[number]

    def _seen(self, number: int) -> Mapping[str, Any] | None:
        said = self._said(number)
        found: Mapping[str, Any] | None = to_json(said.observation) if isinstance(said, Dealt | Legal) else None
        return found

    # ── expected and found ──────────────────────────────────────────────────────────────────────────────────

    def _verdict(self) -> str:
        """What was expected and what was found, each at its place on the table."""
        rows = [row for row in verdict_rows(self.outcome) if row.label != "because"]
        said = "".join(element("dt", plain(row.label)) + element("dd", told(row_placed(row.text)), _css(row.label)) for row in rows)
        return "\n".join((element("dl", said, "said"), *self._more()))

    def _more(self) -> Iterator[str]:
        """What the act does by the rules, what would have been legal, what the implementation wrote, and where to go on."""
        if does := list(self._does()):
            yield element("p", "By the rules:") + block("ul", (element("li", told(one)) for one in does))
        acts = instead(self._shortest) or []
        if acts:
            legal = (element("li", told(f"seat {one.seat} {say_action(one.action)}")) for one in acts)
            yield element("p", "What would have been legal instead, the nearest first:") + block("ul", legal)
        if lines := last_lines(self.outcome.stderr):
            yield element("p", "It wrote to standard error:") + element("pre", text("\n".join(lines)))
        yield from self._position()

    def _does(self) -> Iterator[str]:
        """What the act that was done changes by the rules."""
        if self._step >= len(self._trace) or self.finding.sort is Sort.ALLOWED or not self._step:
            return
        said, before = (
            self._trace[self._step].said,
            next((found for one in range(self._step - 1, -1, -1) if (found := self._seen(one)) is not None), None),
        )
        if isinstance(said, Enumerated):
            yield from (
                f"seat {getattr(self._case.requests[self._step], 'seat', '')} may {say_action(one)}" for one in said.actions[:20]
            )
        elif isinstance(said, Legal) and before is not None:
            yield from changes(before, to_json(said.observation), str, set(), dict(self._names))

    def _position(self) -> Iterator[str]:
        """The table before the act, for the desk and for `meldspec rule`; nothing where it cannot be told."""
        rulebook, step, library = self._shortest.rulebook, self._shortest.step, self.rules.library
        if rulebook is None or step is None or library is None:
            return
        try:
            fields, note = position_at(rulebook, step, self._case, library)
        except (CaseProblem, Unanswered, RulesFault):
            return
        link = address(self._shared(rulebook, fields), self.rules.site)
        led = anchor(link, "Open this table in the desk") if _leads(link) else ""
        file = json.dumps(fields, ensure_ascii=False, indent=1)
        where = "" if led else f"<p>On any copy of the site, in the desk: {element('code', plain(link))}</p>"
        name = element("code", "meldspec rule table.json")
        summary = element("summary", f"This table as a file, for {name}")
        yield element("p", " ".join((led, plain(note))).strip()) + block("details", (summary, element("pre", plain(file)), where))

    def _shared(self, rulebook: Rulebook, fields: Mapping[str, Any]) -> Shared:
        table = {name: value for name, value in fields.items() if name not in ABOUT_THE_FILE}
        options, readings = dict(fields.get("options", {})), dict(fields.get("readings", {}))
        whole = Meanings(rulebook.sheet.book).whole()
        return Shared(self._case.variant, options, readings, whole, table, fields.get("act"))

    # ── the rule ────────────────────────────────────────────────────────────────────────────────────────────

    def _rule(self) -> Iterator[str]:
        """The clause that it is named after, what it comes to here, its words and sources; then what else decides there."""
        if not self._because:
            yield element("p", f"Booked on {element('code', plain(', '.join(self.finding.lines) or self.finding.clause))}.")
            return
        first, *others = self._because
        yield from self._clause(first)
        for permission, head in ALSO[self.finding.sort].items():
            same = [one for one in others if one.permission == permission]
            if same:
                yield element("p", plain(head), "quiet")
            for one in same:
                yield from self._clause(one)

    def _clause(self, one: Because) -> Iterator[str]:
        page = self.rules.manner.page(one.clause) if self.rules.manner.page else ""
        code = element("code", plain(one.clause))
        yield element("h4", f"{plain(one.title)} {anchor(page, code) if _leads(page) else code}")
        yield from (element("p", f"<b>Here:</b> {told(_sentence(reason.sentence))}") for reason in one.says)
        yield element("p", plain(" ".join(one.prose)))
        yield from (element("p", linked(source), "quiet") for source in sources_words(one, self.rules.manner))

    def _below(self) -> Iterator[str]:
        """What would explain it, what it rests on, and what else ends here."""
        finding = self.finding
        if as_if := cause_words(finding):
            yield element("p", told(as_if))
        if finding.rests_on:
            rows = (element("li", self._reading(question, reading)) for question, reading in finding.rests_on)
            yield element("p", "It rests on how these questions are read:") + block("ul", rows)
        yield from (element("p", plain(told)) for told in (*to_claim(finding, self.rules), *ending_here(finding)))
        if len(finding.cases) > 1:
            rows = (element("li", element("code", plain(case))) for case in finding.cases)
            yield block("details", (element("summary", f"All {len(finding.cases)} cases, the shortest first"), block("ul", rows)))

    def _reading(self, question: str, reading: str) -> str:
        rulebook = self._shortest.rulebook
        asked = rulebook.questions().get(question) if rulebook is not None else None
        says = next((one.says for one in asked.readings if one.name == reading), "") if asked is not None else ""
        words = f"{plain(asked.asks)} {plain(says)} " if asked is not None else ""
        alone = OF_PROGRAMS if (question, reading) in self.rules.of_programs else ""
        name = element("code", plain(f"{question}={reading}"))
        return f"{words}({name}){alone}{plain(unsettled(question, self.readings))}"


def _leads(page: str) -> bool:
    """Whether an address leads somewhere from wherever the page lies."""
    return page.startswith(("http://", "https://"))


def _css(label: str) -> str:
    return {"expected": "good", "found": "bad"}.get(label, "quiet")


def _sentence(said: str) -> str:
    return said if said.endswith((".", "?", "!")) else f"{said}."

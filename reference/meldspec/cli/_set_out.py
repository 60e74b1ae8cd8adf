"""Cases that somebody sets out by hand: a position with an act, or a deal with the acts that follow it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from meldspec.cli._shared import Rules
from meldspec.cli.positions import playable, position_of
from meldspec.corpus.corpus import Corpus
from meldspec.corpus.expect import trace
from meldspec.corpus.make_case import shows
from meldspec.corpus.plan import Goal, Planned, Script, company_of, goals_of
from meldspec.corpus.search.initial_states import Opening
from meldspec.corpus.search.plain_deals import made_for
from meldspec.corpus.search.soundness import Soundness
from meldspec.corpus.search.witnessing import begun_with_table, come_about
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import make_rulebook
from meldspec.language.problems import did_you_mean
from meldspec.position.request import NoPosition, request_from_table
from meldspec.protocol.actions import act_request
from meldspec.protocol.case import LISTS, CaseProblem, lines_of
from meldspec.protocol.messages import SENT, CaseRequest, DealRequest, Enumerated, Illegal, PositionRequest, case_request
from meldspec.protocol.plain_json import plain_json
from meldspec.table.selection import ChoiceError, Options, in_order

LINES = ".jsonl"
"""How the name of a file ends that has requests, one a line."""


@dataclass(frozen=True)
class SetOut:
    """Requests that somebody has set out to be a case about a clause, a question or a goal, under some options; the last one shows
    it."""

    file: Path
    about: str
    options: Options
    script: Script
    mistake: str = ""
    """What somebody takes for the rule who is told by the case, or what is done to a line: the case is kept as it was set out."""
    last: int = 0
    """How many of the last acts belong to the case, those before it only leading to its table; 0 where all do."""

    def add(self, corpus: Corpus) -> str:
        """Add the case to a corpus, as plain as it can be made, and tell its id. Refuses what shows nothing of that clause or
        question, and what is no sound case."""
        book = corpus.sheet.book
        goals = {str(goal) for goal in goals_of(corpus.sheet)}
        if self.about not in {*book.by_id(), *book.questions(), *goals}:
            mend = did_you_mean(self.about, {*book.by_id(), *book.questions()})
            raise click.BadParameter(f"{book.name} has no clause or question {self.about}; {mend}", param_hint="--of")
        try:
            goal = next((goal for goal in self._goals(corpus) if self._shown(corpus, goal)), None)
        except ValueError as problem:
            raise click.UsageError(f"{self.file}: {problem}") from None
        if goal is None:
            raise click.UsageError(
                f"{self.file}: its act shows nothing of {self.about}: expected one that this clause alone refuses, that keeps to "
                "it, that would be answered otherwise with a line of it spoilt, or under another reading of the question"
            )
        begun = self._begun(corpus)
        script = begun if begun.witness else come_about(corpus, Planned("", goal, self.options, 0), begun, set_out=True)
        if script is None:
            raise click.UsageError(
                f"{self.file}: no game was found that comes to such a position; expected one with full hands and a pile such as "
                f"play leaves, or a deal and its acts in a file of requests ({LINES})"
            )
        altered = bool(made_for(corpus.family(self.options), Planned("", goal, self.options, 0, self.mistake)))
        told, mistake = (self.mistake, "") if altered else ("", self.mistake)
        return self._sound(corpus, corpus.add(goal, self.options, 0, script, told, mistake))

    def _begun(self, corpus: Corpus) -> Script:
        """The requests, begun with the table to which all acts but the last ones lead where only these belong to the case."""
        sent, at = self.script.requests, len(self.script.requests) - self.last
        if not self.last or not isinstance(sent[0], DealRequest) or at < 1:
            return self.script
        rulebook = corpus.family(self.options).rulebook
        try:
            return begun_with_table(rulebook, sent, trace(Referee(rulebook), sent), at)
        except NoPosition as problem:
            raise click.UsageError(f"{self.file}: the case cannot begin before its last {self.last} acts: {problem}") from None

    def _sound(self, corpus: Corpus, name: str) -> str:
        """The case that was added, made plain. Nothing has been written yet where it is refused."""
        soundness = Soundness(corpus)
        if (plainer := soundness.plain(name)) is not None:
            corpus.remake(corpus.planned[name], plainer)
        if faults := [f"{one.fault}: {one.told}" for one in soundness.faults(name)]:
            raise click.UsageError(f"{self.file}: it is no sound case ({'; '.join(faults)}); set out one that a game comes to")
        return name

    def _shown(self, corpus: Corpus, goal: Goal) -> bool:
        """Whether a goal is shown, its reading in the company in which it matters."""
        return shows(corpus.family(self.options, company_of(corpus.sheet, goal)), goal, self.script)

    def _goals(self, corpus: Corpus) -> Iterator[Goal]:
        """What a case of that clause, question or goal may show: of a clause that judges, what its last act is, refused or not."""
        last = trace(corpus.family(self.options).referee, self.script.requests)[-1]
        refused, listed = isinstance(last.said, Illegal), isinstance(last.said, Enumerated)
        passed_over = "allows" if refused else "refuses"
        planned = (goal for goal in goals_of(corpus.sheet) if goal.purpose != passed_over and (goal.purpose == LISTS) is listed)
        yield from (goal for goal in planned if self.about in (goal.of, str(goal)))
        # The line that says where the cards of an act come from refuses others, though its clause may judge nothing else.
        if refused and self.about in corpus.sheet.book.by_id():
            yield Goal("refuses", self.about)


def to_add(files: Sequence[Path], only: Sequence[str], mistake: str, last: int, rules: Rules) -> dict[str, list[SetOut]]:
    """The cases that files set out, by variant, for a mistake where one is named, and with so many of their last acts alone."""
    if files and len(only) != 1:
        raise click.UsageError("--add makes cases of one clause or question: name it with --of")
    if not files and (mistake or last):
        raise click.UsageError(f"{'--mistake' if mistake else '--last'} is about a case that is set out: name its file with --add")
    if last and (placed := [file for file in files if file.suffix != LINES]):
        raise click.UsageError(f"{placed[0]}: --last is about requests, one a line ({LINES}); a position has one act")
    found: dict[str, list[SetOut]] = {}
    for file in files:
        for name, options, script in _sent(file, rules) if file.suffix == LINES else _placed(file, rules):
            found.setdefault(name, []).append(SetOut(file, only[0], options, script, mistake, last))
    return found


def _placed(file: Path, rules: Rules) -> Iterator[tuple[str, Options, Script]]:
    """The position of a file with its act: the variant, the options, the requests."""
    for (name, options), openings in openings_of([file], rules).items():
        for request, act in openings:
            rulebook = playable(rules).rulebook(name, dict(options))
            yield name, options, Script((request, *([] if act is None else [act_request(rulebook, act)])))


def _sent(file: Path, rules: Rules) -> Iterator[tuple[str, Options, Script]]:
    """The requests of a file as `meldspec case --lines` prints them: the variant, the options, the requests."""
    try:
        requests = tuple(_requests(file))
    except (CaseProblem, ValueError, RecursionError) as problem:
        raise click.UsageError(str(problem)) from None
    begins, *_ = requests or (None,)
    if not isinstance(begins, DealRequest | PositionRequest):
        raise click.UsageError(f"{file}: begins with no deal and no position; `meldspec case ID --lines` shows how a case is sent")
    if begins.variant not in rules.library.texts:
        raise click.UsageError(f"{file}: there is no variant {begins.variant}")
    try:
        options = make_rulebook(playable(rules).sheet(begins.variant), begins.options).options
    except ChoiceError as error:
        raise click.UsageError(f"{file}: {error}") from None
    yield begins.variant, in_order(options), Script(requests)


def _requests(file: Path) -> Iterator[CaseRequest]:
    """The requests of a file that belong to a case. Raises CaseProblem, ValueError, RecursionError."""
    for place, line in lines_of(file):
        value = plain_json(line)
        if not isinstance(value, Mapping):
            raise CaseProblem(f"{place}: found no request, expected one a line")
        # The greeting and the farewell belong to a run; the number of a request is what its reply is found by.
        if value.get("cmd") in SENT:
            yield case_request({key: one for key, one in value.items() if key != "seq"}, place)


def openings_of(files: Iterable[Path], rules: Rules) -> dict[tuple[str, Options], list[Opening]]:
    """The positions of some files with the acts that they ask about, by variant and options.

    Refuses what the protocol's position cannot tell, and readings other than the defaults, which no case is about.
    """
    found: dict[tuple[str, Options], list[Opening]] = {}
    for file in files:
        position = position_of(file, (), "", rules)
        rulebook = position.rulebook
        default = {name: question.default for name, question in rulebook.sheet.book.questions().items()}
        if rulebook.readings != default:
            raise click.UsageError(f"{file}: readings are named; cases are about the default readings, so leave them out")
        try:
            opening = request_from_table(rulebook, position.table), position.act()
        except NoPosition as error:
            raise click.UsageError(f"{file}: no game can begin with it: {error}") from None
        under = in_order(rulebook.options)
        found.setdefault((rulebook.name, under), []).append(opening)
    return found

"""Which single line, spoilt, would explain a finding: told as if that line were so; what one line explains is one finding."""

import gc
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice, zip_longest

from meldspec.book.core import clause_of_line
from meldspec.book.reach import SCORED
from meldspec.corpus.expect import first_divergence, quick_answer
from meldspec.corpus.family import Alternative, RulebookFamily
from meldspec.corpus.mutation.every import beyond_lines
from meldspec.corpus.mutation.in_lines import ARM
from meldspec.corpus.mutation.of_blocks import WORTH
from meldspec.corpus.mutation.operators import DONE, LEFT_OUT, UNDONE, Mutant, at_once
from meldspec.engine.referee import Referee
from meldspec.engine.verdict import Unanswered
from meldspec.judge.booking import Booked, Sort
from meldspec.judge.findings import Cause, Finding, Name, finding_of, merged
from meldspec.judge.floored import by_floor
from meldspec.judge.judgement import AGREEING, Judged, Judgement
from meldspec.judge.oracle import Oracle, Transcript
from meldspec.judge.played import Played, played
from meldspec.judge.remembered import by_memory
from meldspec.judge.resting import Resting
from meldspec.language import lines
from meldspec.position.request import NoPosition
from meldspec.protocol.case import Case
from meldspec.protocol.comparison import compare
from meldspec.protocol.observe import Observer
from meldspec.table.faults import RulesFault
from meldspec.table.selection import Options, in_order

Families = Callable[[Case], RulebookFamily]
"""The rulebook that the answers to a case are held to, with its mutants; the same one for cases of the same options."""
BUDGET = 1_000
"""How many acts the look-ahead of a spoilt rulebook may try over one case."""
MUTANTS, LEAST, IN_ALL = 200, 12, 330
"""So many spoilt lines are tried for one finding, so many even where there are more findings than that leaves room for, and for all
findings together."""
LOOKED_AT = 20
"""Of so many cases, those that depart soonest, it is looked whether a line may have been come upon that is to explain all."""
BY_CHANCE = 3
"""The points of so many cases a wrong worth of some rank may explain by chance."""
COLLECTED = 20
"""After so many spoilt lines it is looked for what nobody needs any more."""


@dataclass
class Localiser:
    """Looks for the lines that explain findings, under the rules to which the answers are held."""

    judgement: Judgement
    families: Families
    oracle: Oracle
    played: dict[str, Played | None] = field(default_factory=dict)
    named: dict[tuple[int, str], dict[Name, Mutant]] = field(default_factory=dict)
    made: dict[tuple[int, Name], Alternative | None] = field(default_factory=dict)
    """The rulebooks with the line that is tried just now; hundreds of them would take half a gigabyte."""
    rests: dict[int, Resting] = field(default_factory=dict)
    observe: Observer = field(default_factory=Observer)
    tried: int = 0
    partly: dict[Name, list[Booked]] = field(default_factory=dict)
    """The spoilt lines that explain some cases of the finding at hand, the shortest among them, each with these."""

    def __post_init__(self) -> None:
        self.agreeing = [one.transcript for one in self.judgement.cases if one.verdict in AGREEING]

    def localised(self, findings: Sequence[Finding]) -> tuple[Finding, ...]:
        """The findings with their causes; those that the cause of an earlier one explains as well are one with it, and one of which
        it explains only some of the cases is two."""
        left: list[Finding] = list(findings)
        found: list[Finding] = []
        # What was tried for all of them as one is none of what may be tried for each.
        self.tried = 0
        while left:
            one = left.pop(0)
            names = self._explaining(one, 2 * (IN_ALL - self.tried) // (len(left) + 1))
            best = self._most(names, left) or self._worth(one, left)
            if best is None and (partly := self._partly(one, left)) is not None:
                name, part, rest = partly
                one = self._of(part)
                left.insert(0, self._of(rest))
                best = name, [other for other in left[1:] if self._explains_all(name, other)]
            if best is not None:
                name, same = best
                left = [other for other in left if other not in same]
                whole = merged([one, *same])
                # What came before with no cause, or with one of its own but fewer cases, was a part of this one.
                fewer = [other for other in found if other.cause is None or len(other.booked) < len(whole.booked)]
                parts = [other for other in fewer if self._explains_all(name, other)]
                found = [other for other in found if other not in parts]
                one = _named(replace(merged([whole, *parts]), cause=Cause(*name)))
            elif (cause := self._there(one)) is not None:
                one = _named(replace(one, cause=cause))
            found.append(one)
        return tuple(by_memory(by_floor(found, self.agreeing)))

    def as_one(self, findings: Sequence[Finding], gives: Callable[[Name], bool]) -> Finding | None:
        """Some findings as one, where a spoilt line explains all their cases, and `gives` says that it gives every other answer as
        well."""
        if not findings:
            return None
        soonest = min((one.shortest.judged for one in findings), key=lambda one: one.departure)
        for name in self._come_upon_by_all(findings):
            self._next()
            spoilt = self._spoilt(soonest.transcript.case, name)
            if spoilt is None or not self._explains(spoilt, soonest):
                continue
            if all(self._explains_all(name, one) for one in findings) and gives(name):
                return whole_of(findings, name)
        return None

    def _come_upon_by_all(self, findings: Sequence[Finding]) -> Iterator[Name]:
        """Candidates for some findings together, by turns of each, of which the line may have been come upon in every case."""
        departing = sorted((one.judged for finding in findings for one in finding.booked), key=lambda one: one.departure)
        played = [(self._played(one.transcript.case), one.departure) for one in departing[:LOOKED_AT]]

        def may_be(line: str) -> bool:
            return all(true is not None and true.may_come_upon(line, step) for true, step in played)

        by_turns = chain.from_iterable(zip_longest(*map(self._candidates, findings)))
        names = dict.fromkeys(name for name in by_turns if name is not None and may_be(name[0]))
        yield from islice(names, MUTANTS)

    def _of(self, group: Sequence[Booked]) -> Finding:
        """A part of a finding as one of its own."""
        return finding_of(group, self.judgement, self.oracle)

    def _most(self, names: Sequence[Name], others: Sequence[Finding]) -> tuple[Name, list[Finding]] | None:
        """The name that explains the most of some other findings besides and contradicts no case that agrees, with these; none
        where every name contradicts some case."""
        # A case that agrees speaks against most names soon; to find out what else they would explain may take long.
        explained = [
            (name, [other for other in others if self._explains_all(name, other)]) for name in names if self._keeps_all(name)
        ]
        return max(explained, key=lambda pair: len(pair[1]), default=None)

    def _worth(self, finding: Finding, others: Sequence[Finding]) -> tuple[Name, list[Finding]] | None:
        """The rank which, were it worth what other cards are, would explain the points of a finding, and of some others. There are
        many such guesses: one that fits a few points may do so by chance, and so may one that fits always the same points."""
        case, rulebook = finding.shortest.judged.transcript.case, finding.shortest.rulebook
        if finding.sort is not Sort.POINTS or rulebook is None or self.tried >= IN_ALL:
            return None
        found: list[Name] = []
        for clause in dict.fromkeys(line.tag.clause for _, line in rulebook.selection.declared(lines.Worth)):
            for name in (name for name, one in self._mutants(case, clause).items() if one.operator == WORTH):
                self._next()
                if self._explains_all(name, finding):
                    found.append(name)
        best = self._most(found, others)
        booked = [] if best is None else [booked for one in (finding, *best[1]) for booked in one.booked]
        return best if len(booked) > BY_CHANCE and len({_points_off(one) for one in booked}) > 1 else None

    def _there(self, finding: Finding) -> Cause | None:
        """The effect which, left undone or done though its condition is not met, gives the answer with which each case of a finding
        departs: whatever else its condition is made to say, so it is taken there. None where several clauses would do."""
        step = finding.shortest.step
        if finding.sort is not Sort.TABLE or step is None:
            return None
        found: list[Name] = []
        case, number = finding.shortest.judged.transcript.case, finding.shortest.judged.step
        true = self._played(case)
        if true is None or number is None:
            return None
        for mutant in at_once(self.families(case).rulebook.selection):
            if self.tried >= IN_ALL:
                break
            if not true.may_come_upon(mutant.tag.line, number, number):
                continue
            self._next()
            if all(self._gives(mutant, one.judged) for one in finding.booked):
                found.append((mutant.tag.line, mutant.what))
        if len({clause_of_line(line) for line, _ in found}) > 1:
            # As where several lines decide together, that is meant which the cases are about.
            about = set.intersection(*(set(one.judged.transcript.case.about.clauses) for one in finding.booked))
            found = [name for name in found if clause_of_line(name[0]) in about]
        if len({clause_of_line(line) for line, _ in found}) != 1:
            return None
        return Cause(*found[0])

    def _next(self) -> None:
        """Another spoilt line is tried: what was made for the one before is not needed any more."""
        self.tried += 1
        self.made.clear()
        if self.tried % COLLECTED == 0:
            # The functions of a rulebook hold each other, and commands collect seldom: a hundred megabytes would be left.
            # To look at what is young alone takes no time.
            gc.collect(0)

    def _gives(self, mutant: Mutant, one: Judged) -> bool:
        """Whether a spoilt line gives the answer with which a case departs, at the table to which the true rules have led."""
        case, number = one.transcript.case, one.step
        true = self._played(case)
        if true is None or number is None:
            return False
        family, name = self.families(case), (mutant.tag.line, mutant.what)
        if (id(family), name) not in self.made:
            self.made[id(family), name] = next(family.mutated(mutant), None)
        spoilt = self.made[id(family), name]
        if spoilt is None:
            return False
        step, referee = true.trace[number], Referee(spoilt.rulebook, BUDGET, family.hinted)
        try:
            said = quick_answer(referee, step.before, step.request).said
        except (NoPosition, RulesFault, Unanswered, ValueError):
            return False
        return compare(said, one.transcript.answers[number]) is None

    def _explaining(self, finding: Finding, share: int) -> list[Name]:
        """The first spoilt lines that give the answers of all cases of a finding; about its share of what may be tried in all is
        tried for it."""
        self.partly.clear()
        found: list[Name] = []
        case = finding.shortest.judged.transcript.case
        for name in islice(self._come_upon(finding), min(MUTANTS, max(share, LEAST))):
            self._next()
            spoilt = self._spoilt(case, name)
            if spoilt is None or not self._explains(spoilt, finding.shortest.judged):
                continue
            first, *others = finding.booked
            whole = [first, *(one for one in others if self._explains_one(name, one.judged))]
            if len(whole) < len(finding.booked):
                self.partly[name] = whole
            else:
                found.append(name)
        return found

    def _partly(self, finding: Finding, others: Sequence[Finding]) -> tuple[Name, list[Booked], list[Booked]] | None:
        """The spoilt line that explains most cases of a finding, the shortest among them, with these and the rest; what it explains
        of others is counted, too. None where nothing does, or only a line that they are booked on anyhow."""
        rulebook = self.families(finding.shortest.judged.transcript.case).rulebook
        # Where other cards make a meld nobody could look ahead in all cases there are.
        kinds = {line.tag.line for line in rulebook.selection.chosen(rulebook.sheet.kinds)}
        for name, part in sorted(self.partly.items(), key=lambda pair: -len(pair[1])):
            if name[0] in finding.lines or name[0] in kinds:
                continue
            besides = sum(len(other.booked) for other in others if self._explains_all(name, other))
            if 2 * (len(part) + besides) > max(len(finding.booked), 2) and self._keeps_all(name):
                return name, part, [one for one in finding.booked if one not in part]
        return None

    def _come_upon(self, finding: Finding) -> Iterator[Name]:
        """Those candidates of which the line may have been come upon on the way to where the shortest case departs."""
        judged, step = finding.shortest.judged, finding.shortest.judged.step
        true = self._played(judged.transcript.case)
        if true is None or step is None:
            return
        yield from (name for name in self._candidates(finding) if true.may_come_upon(name[0], step))

    def _candidates(self, finding: Finding) -> Iterator[Name]:
        """Spoilt lines that may explain a finding: those that it is booked on first, then others of their clauses, of those that
        its cases are about, and of those on which these lines rest."""
        booked = {line for one in finding.booked for line in one.lines}
        case = finding.shortest.judged.transcript.case
        about = Counter(clause for one in finding.booked for clause in one.judged.transcript.case.about.clauses)
        named, own = [clause for clause, _ in about.most_common()], list(map(clause_of_line, sorted(booked)))
        # What one line alone refuses is done by whoever has not got that line, or else has otherwise what the cases are about.
        alone = finding.sort is Sort.ALLOWED and len(booked) == 1
        judging = [] if alone else [*case.touches, *_judging(finding)]
        first = [*own, *named] if alone else [*_scoring(finding), *named, *own]
        clauses = [*first, *self._resting(case).clauses(booked or _counting(finding)), *judging]
        known = {name: one for clause in dict.fromkeys(clauses) for name, one in self._mutants(case, clause).items()}
        refusing, doing = _refusing(finding), _doing(finding)

        def unlikely(name: Name) -> tuple[bool, bool, bool]:
            """What comes later: what the finding is not booked on, what is no likely mistake, what its cases are not about."""
            line, operator = name[0], known[name].operator
            # There are few arms of choices, and few effects that an act may want.
            likely = operator == ARM or line in refusing or (operator == LEFT_OUT and line in doing)
            return line not in booked, not likely, clause_of_line(line) not in about

        yield from sorted((name for name in known if known[name].operator != WORTH), key=unlikely)

    def _resting(self, case: Case) -> Resting:
        """What the lines rest on by which a case is judged."""
        family = self.families(case)
        if id(family) not in self.rests:
            self.rests[id(family)] = Resting(family.rulebook)
        return self.rests[id(family)]

    def _mutants(self, case: Case, clause: str) -> Mapping[Name, Mutant]:
        """The mutants of a clause by their names; those of one line of which the same can be said are numbered."""
        family = self.families(case)
        if (id(family), clause) not in self.named:
            found: dict[Name, Mutant] = {}
            for mutant in (*family.by_clause.get(clause, ()), *beyond_lines(family.rulebook, clause)):
                line, said = mutant.tag.line, mutant.what
                numbers = (said if number == 1 else f"{said} (the {number}. time)" for number in range(1, len(found) + 2))
                found[line, next(what for what in numbers if (line, what) not in found)] = mutant
            self.named[id(family), clause] = found
        return self.named[id(family), clause]

    def mutant(self, case: Case, name: Name) -> Mutant | None:
        """What is spoilt in the rulebook of a case; none where its options know no such line."""
        return self._mutants(case, clause_of_line(name[0])).get(name)

    def _spoilt(self, case: Case, name: Name) -> Alternative | None:
        """The rulebook of a case with a line spoilt; None where its options know no such line."""
        family = self.families(case)
        if (id(family), name) not in self.made:
            mutant = self.mutant(case, name)
            self.made[id(family), name] = None if mutant is None else next(family.mutated(mutant), None)
        return self.made[id(family), name]

    def _explains_all(self, name: Name, finding: Finding) -> bool:
        """Whether a spoilt line gives the answers of all cases of a finding."""
        return all(self._explains_one(name, one.judged) for one in finding.booked)

    def _explains_one(self, name: Name, one: Judged) -> bool:
        """Whether a spoilt line gives the answers of a case that departs."""
        spoilt = self._spoilt(one.transcript.case, name)
        return spoilt is not None and self._explains(spoilt, one)

    def _keeps_all(self, name: Name) -> bool:
        """Whether a spoilt line contradicts no case that is answered rightly."""
        return all(self._keeps(name, transcript) for transcript in self.agreeing)

    def _explains(self, spoilt: Alternative, one: Judged) -> bool:
        """Whether a spoilt rulebook goes as the true one up to the departure of a case, and there as the implementation."""
        true, step = self._played(one.transcript.case), one.step
        if true is None or step is None:
            return False
        hints = self.families(one.transcript.case).hinted
        found = first_divergence(spoilt.rulebook, true.trace[: step + 1], spoilt.difference, BUDGET, self.observe, hints)
        if found is None or found.number != step or found.answer is None:
            return False
        return compare(found.answer, one.transcript.answers[step]) is None

    def bears_on(self, name: Name, transcript: Transcript) -> bool:
        """Whether a spoilt line may be come upon in a case, as far as it was answered, and it is known how that goes."""
        true = self._played(transcript.case)
        return true is not None and true.may_come_upon(name[0], len(transcript.answers) - 1)

    def _keeps(self, name: Name, transcript: Transcript) -> bool:
        """Whether with a line spoilt a case is answered as by the implementation, which answers it rightly."""
        true = self._played(transcript.case)
        if true is None or not true.may_come_upon(name[0], len(transcript.answers) - 1):
            return True
        spoilt = self._spoilt(transcript.case, name)
        if spoilt is None:
            return True
        hints, trace = self.families(transcript.case).hinted, true.trace[: len(transcript.answers)]
        found = first_divergence(spoilt.rulebook, trace, spoilt.difference, BUDGET, self.observe, hints)
        return found is None or found.answer is None or compare(found.answer, transcript.answers[found.number]) is None

    def _played(self, case: Case) -> Played | None:
        """A case played by the true rules; None where these come to no end."""
        if case.id not in self.played:
            try:
                self.played[case.id] = played(self.families(case), case, self.observe)
            except (NoPosition, RulesFault, Unanswered, ValueError):
                self.played[case.id] = None
        return self.played[case.id]


def whole_of(findings: Sequence[Finding], name: Name) -> Finding:
    """Some findings as one that a spoilt line explains, named after the finding that is booked on that line, or else has the most
    cases."""
    first = max(findings, key=lambda one: (name[0] in one.lines, len(one.booked)))
    whole = merged([first, *(one for one in findings if one is not first)])
    return _named(replace(whole, cause=Cause(*name)))


def _named(finding: Finding) -> Finding:
    """A finding with a cause under the name of the line that is to blame: of several lines that decide together the one that would
    explain it; and of a wrong refusal, or an effect there, that one rather than what permits the act, or wrote last."""
    assert finding.cause is not None
    line = finding.cause.line
    general = finding.sort is Sort.REFUSED or finding.cause.what in (UNDONE, DONE)
    if finding.lines and line not in finding.lines and not general:
        return finding
    return replace(finding, clause=clause_of_line(line), lines=(line, *(other for other in finding.lines if other != line)))


def _scoring(finding: Finding) -> list[str]:
    """The clauses that give points, and that say what cards are worth, where no line is known of which the change would explain
    those of a finding."""
    rulebook = finding.shortest.rulebook
    if finding.sort is not Sort.POINTS or finding.lines or rulebook is None:
        return []
    return [*(line.tag.clause for _, line in rulebook.selection.declared(lines.Worth)), *map(clause_of_line, _counting(finding))]


def _counting(finding: Finding) -> list[str]:
    """The lines that give points, and that are come upon with them when a deal has ended, where it is points that are otherwise."""
    rulebook = finding.shortest.rulebook
    if finding.sort is not Sort.POINTS or rulebook is None:
        return []
    return [line.tag.line for group in SCORED for line in rulebook.selection.reach.groups.get(group, ())]


def _points_off(booked: Booked) -> tuple[int, ...]:
    """By how many points the sides are counted otherwise."""
    assert booked.judged.mismatch is not None
    for one in booked.judged.mismatch.differences:
        if one.where in ("scores", "totals") and isinstance(one.expected, tuple) and isinstance(one.found, tuple):
            return tuple(found - expected for expected, found in zip(one.expected, one.found, strict=False))
    return ()


def _refusing(finding: Finding) -> set[str]:
    """The lines that may refuse an act which is refused wrongly: who has one of them otherwise refuses more than he should."""
    rulebook, step = finding.shortest.rulebook, finding.shortest.step
    if finding.sort is not Sort.REFUSED or rulebook is None or step is None or step.act is None:
        return set()
    return {line.tag.line for line in rulebook.acts[step.act.name].judges if line.mode != "allow"}


def _doing(finding: Finding) -> set[str]:
    """The lines that do something with the act, or of themselves, where the table is another one then."""
    rulebook, step = finding.shortest.rulebook, finding.shortest.step
    if finding.sort is not Sort.TABLE or rulebook is None or step is None:
        return set()
    chosen, sheet = rulebook.selection.chosen, rulebook.sheet
    effects = () if step.act is None else chosen(sheet.effects.get(step.act.name, ()))
    return {line.tag.line for line in (*effects, *chosen(sheet.standing))}


def _judging(finding: Finding) -> list[str]:
    """The clauses that judge the act with which a finding departs first, and those of the kinds of melds; of another table first
    those that do something with the act, or of themselves."""
    rulebook, step = finding.shortest.rulebook, finding.shortest.step
    doing = list(map(clause_of_line, sorted(_doing(finding))))
    if rulebook is None or step is None or step.act is None:
        return doing
    tags = (line.tag for line in (*rulebook.acts[step.act.name].judges, *rulebook.selection.chosen(rulebook.sheet.kinds)))
    return [*doing, *(tag.clause for tag in tags)]


def families_of(make: Callable[[Case], RulebookFamily]) -> Families:
    """Families by the options of cases, each made once."""
    made: dict[Options, RulebookFamily] = {}

    def family(case: Case) -> RulebookFamily:
        key = in_order(case.options)
        if key not in made:
            made[key] = make(case)
        return made[key]

    return family

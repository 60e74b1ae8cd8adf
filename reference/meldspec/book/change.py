"""An inherited clause with what is otherwise in it: terms redefined, lines left out, put in or altered, questions settled.

What comes out is a whole clause, as if it had been written so (decision 19).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from types import UnionType
from typing import Any

from meldspec.language import lines, tree
from meldspec.language.immutable import mutable
from meldspec.language.problems import Diagnostic, Place, did_you_mean
from meldspec.language.spelling import format_line

Inner = lines.Judge | lines.Then | lines.Award
"""A line of a block."""
WORTH = "worth"
"""What cards have a number of points by: no term can be called so."""


def changed(inherited: lines.Clause, change: lines.Clause, problems: list[Diagnostic]) -> lines.Clause:
    """A clause with a change made to it; what cannot be made is told of in `problems`, and left as it was inherited.

    Its own citations stand instead of the inherited ones, its own facts alone: the inherited are those of another game. Prose and
    notes stand for the whole clause; where the inherited prose stands, so do the inherited notes.
    """
    made = _ChangedClause(inherited, change, problems)
    made.make()
    anew = bool(change.prose)
    return replace(
        inherited,
        how="change",
        title=change.title or inherited.title,
        cites=change.cites or inherited.cites,
        facts=change.facts,
        notes=change.notes if anew else (*inherited.notes, *change.notes),
        prose=change.prose or inherited.prose,
        says=(*inherited.says, *change.says),
        nevers=tuple(made.nevers),
        numbers=change.numbers if anew else (*inherited.numbers, *change.numbers),
        body=tuple(made.body),
        questions=tuple(made.questions.values()),
        place=change.place,
    )


def only_cites(change: lines.Clause) -> bool:
    """Whether a change says nothing but where the own source of a game tells what is inherited."""
    return bool(change.cites) and not any(
        (change.title, change.prose, change.notes, change.says, change.nevers, change.changes, change.questions)
    )


@mutable
class _ChangedClause:
    """One clause while it is changed: its lines, and its questions by their names."""

    inherited: lines.Clause
    change: lines.Clause
    problems: list[Diagnostic]

    def __post_init__(self) -> None:
        self.body = list(self.inherited.body)
        self.nevers = [*self.inherited.nevers, *self.change.nevers]
        self.questions = {question.name: question for question in self.inherited.questions}

    def make(self) -> None:
        """Make the change, line by line in its order; the questions come last, since they may settle what is settled before."""
        for change in self.change.changes:
            if isinstance(change, lines.Settle | lines.LeaveOutQuestion):
                self.settle(change)
            else:
                told, before = len(self.problems), self.body
                self.body = self.line(before, change)
                # An exception that changes nothing is one that its author believes to change something.
                if self.body == before and len(self.problems) == told and not isinstance(change, lines.ProseStands):
                    found = f"'{format_line(change)}', which is so in the inherited clause"
                    self.report("idle-change", change.place, found, "what is otherwise here", "leave it out")
        for question in self.change.questions:
            # In the order of the change, behind those that it leaves alone: lines of readings run in the order of the questions.
            self.questions.pop(question.name, None)
            self.questions[question.name] = self.asked(question)
        self.look_at_prose()
        mine = self.change
        if not (
            mine.title or mine.cites or mine.facts or mine.notes or mine.prose or mine.nevers or mine.changes or mine.questions
        ):
            found, mend = f"a change of '{self.inherited.id}' that says nothing", "say what is otherwise, or leave it out"
            self.report("idle-change", mine.place, found, "what is otherwise here", mend)

    def look_at_prose(self) -> None:
        """Report prose that is neither given anew nor said to stand where lines are otherwise, or both."""
        stands = next((change for change in self.change.changes if isinstance(change, lines.ProseStands)), None)
        otherwise = any(not isinstance(change, lines.ProseStands) for change in self.change.changes)
        if otherwise and not self.change.prose and stands is None:
            found = f"other lines in '{self.inherited.id}', and its prose as it was"
            self.report("prose-unlooked", self.change.place, found, "prose that is true of them", PROSE_MEND)
        if stands is not None and (self.change.prose or not otherwise):
            why = "beside prose of the change's own" if self.change.prose else "where no line is otherwise"
            self.report("idle-change", stands.place, f"'prose stands' {why}", "it only where lines change alone", "leave it out")

    def report(self, code: str, place: Place, found: str, expected: str, mend: str) -> None:
        """Note a problem."""
        self.problems.append(Diagnostic(code, place, found, expected, mend))

    # ── questions ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def settle(self, settled: lines.Settle | lines.LeaveOutQuestion) -> None:
        """A question is none here: the lines of one of its readings are lines of the clause, or none of them are."""
        question = self.questions.get(settled.question)
        if question is None:
            self.unknown("no-such-question", settled.place, "question", settled.question, self.questions)
            return
        if isinstance(settled, lines.Settle):
            reading = self.reading(question, settled.reading, settled.place)
            self.body += reading.body if reading else ()
            self.nevers += reading.nevers if reading else ()
        del self.questions[settled.question]

    def asked(self, question: lines.Question) -> lines.Question:
        """A question of the change: a new one, or an inherited one asked anew, whose readings stand where it gives none."""
        before = next((one for one in self.inherited.questions if one.name == question.name), None)
        if before is None and not question.readings:
            self.unknown("no-such-question", question.place, "question", question.name, (q.name for q in self.inherited.questions))
        readings = question.readings or (before.readings if before else ())
        return replace(question, readings=tuple(self.told(reading, before) for reading in readings))

    def told(self, reading: lines.Reading, before: lines.Question | None) -> lines.Reading:
        """A reading with the lines that it says, or those of an inherited reading with what is otherwise in them."""
        if not reading.changes:
            return reading
        body: list[lines.Formal] = []
        nevers: list[lines.Never] = []
        for change in reading.changes:
            if isinstance(change, lines.SameLines):
                same = self.same_reading(before, change, reading.name)
                body += same.body if same else ()
                nevers += same.nevers if same else ()
            else:
                body = self.line(body, change)
        return replace(reading, body=tuple(body), changes=(), nevers=(*nevers, *reading.nevers))

    def reading(self, question: lines.Question, name: str, place: Place) -> lines.Reading | None:
        """A reading of an inherited question by its name."""
        found = next((one for one in question.readings if one.name == name), None)
        if found is None:
            self.unknown("no-such-reading", place, "reading", name, (one.name for one in question.readings))
        return found

    def same_reading(self, question: lines.Question | None, same: lines.SameLines, name: str) -> lines.Reading | None:
        """The inherited reading whose lines stand, of this name where the line gives none."""
        asked, dot, other = same.reading.partition(".")
        if dot:
            # Of another question: what a source asks otherwise than the parent may have the same answers.
            question = next((one for one in self.inherited.questions if one.name == asked), None)
            if question is None:
                self.unknown("no-such-question", same.place, "question", asked, (one.name for one in self.inherited.questions))
                return None
            same = replace(same, reading=other)
        if question is None:
            found, expected = "'same lines' in a question that is not inherited", "a question of the inherited clause, asked anew"
            self.report("no-such-question", same.place, found, expected, "write the lines of the reading")
            return None
        return self.reading(question, same.reading or name, same.place)

    def unknown(self, code: str, place: Place, what: str, name: str, known: Iterable[str]) -> None:
        """Report a question or a reading that the inherited clause does not have."""
        names = list(known)
        expected = f"one that the inherited clause '{self.inherited.id}' has: {', '.join(names) or 'it has none'}"
        mend = did_you_mean(name, names) or (f"name one of them, or leave out '{name}'" if names else "leave the line out")
        self.report(code, place, f"the {what} '{name}'", expected, mend)

    # ── lines ──────────────────────────────────────────────────────────────────────────────────────────────────────────

    def line(self, body: list[lines.Formal], change: lines.Change) -> list[lines.Formal]:
        """Some lines with one change made to them; a formal line comes behind them all."""
        match change:
            case lines.Redefine():
                return self.redefined(body, change)
            case lines.RedefineOption():
                return self.option(body, change)
            case lines.LeaveOut():
                return self.at(body, change.quote, change.place, lambda found: ())
            case lines.Put():
                return self.put(body, change)
            case lines.Settle() | lines.LeaveOutQuestion() | lines.SameLines() | lines.ProseStands():
                return body
            case _:
                return _added(body, change)

    def put(self, body: list[lines.Formal], put: lines.Put) -> list[lines.Formal]:
        """Lines put at an inherited one: before it, behind it, or in its stead."""

        def placed(found: tree.Node) -> Sequence[tree.Node]:
            if put.head_only:
                return (self.same_head(found, put),)
            if put.where == "instead of":
                return put.body
            return (*put.body, found) if put.where == "before" else (found, *put.body)

        return self.at(body, put.quote, put.place, placed, put.body)

    def same_head(self, found: tree.Node, put: lines.Put) -> tree.Node:
        """A block with another head, the lines under it as they were."""
        (head,) = put.body
        if isinstance(found, lines.Block) and isinstance(head, type(found)):
            return _with_lines(head, found.body)
        expected = f"the head of a block of the inherited clause, as '{format_line(head)}' is"
        self.report("misplaced-line", put.place, f"'same lines' instead of '{format_line(found)}'", expected, "quote such a head")
        return found

    def at(
        self,
        body: list[lines.Formal],
        quote: str,
        place: Place,
        placed: Callable[[tree.Node], Sequence[tree.Node]],
        new: Sequence[tree.Node] = (),
    ) -> list[lines.Formal]:
        """Some lines with the one that a quotation names exchanged for others, `new` among them, of the sort that it is of."""
        found = self.quoted(body, quote, place)
        if found is None:
            return body
        number, inner = found
        node = body[number]
        if inner is None:
            self.of_sort(new, lines.Formal, "a line of the clause itself", "write it with its head: to …, at …")
            put = [one for one in placed(node) if isinstance(one, lines.Formal)]
            return [*body[:number], *put, *body[number + 1 :]]
        assert isinstance(node, lines.Block)
        kept = list(node.body)
        self.of_sort(new, Inner, f"a line under '{format_line(node)}'", "write it without a head")
        kept[inner : inner + 1] = [one for one in placed(kept[inner]) if isinstance(one, Inner)]
        # A head without lines says nothing, and no text may have one.
        block = [_with_lines(node, kept)] if kept else []
        return [*body[:number], *block, *body[number + 1 :]]

    def of_sort(self, new: Sequence[tree.Node], sort: UnionType, expected: str, mend: str) -> None:
        """Report lines of another sort than the one at which they are put."""
        for one in new:
            if not isinstance(one, sort):
                self.report("misplaced-line", one.place, f"'{format_line(one)}'", expected, mend)

    def quoted(self, body: Sequence[lines.Formal], quote: str, place: Place) -> tuple[int, int | None] | None:
        """Which line a quotation names: its number, and that of the line under it."""
        told = [(where, words) for where, names in _told(body) for words in names]
        found = {where for where, words in told if words == quote} or {where for where, words in told if words.startswith(quote)}
        if len(found) == 1:
            return found.pop()
        known = dict.fromkeys(words for _, words in told)
        if found:
            alike = " · ".join(dict.fromkeys(names[-1] for where, names in _told(body) if where in found))
            self.report("many-such-lines", place, f'"{quote}", with which several lines begin: {alike}', ONE_LINE, QUOTE_MORE)
        else:
            mend = did_you_mean(quote, known) or f"'meldspec explain {self.inherited.id}' prints the lines that there are"
            self.report("no-such-line", place, f"\"{quote}\", with which no line of '{self.inherited.id}' begins", ONE_LINE, mend)
        return None

    # ── redefinitions ──────────────────────────────────────────────────────────────────────────────────────────────────

    def redefined(self, body: list[lines.Formal], new: lines.Redefine) -> list[lines.Formal]:
        """Some lines with a term redefined in them, an arm of its choice, or the worth of some cards."""
        if new.name == WORTH:
            return self.worth(body, new)
        for number, node in enumerate(body):
            if isinstance(node, lines.Define) and node.name == new.name:
                made = self.arm(node, new) if new.when or new.otherwise else self.whole(node, new)
                return [*body[:number], made, *body[number + 1 :]]
        in_question = next((q for q in self.questions.values() for r in q.readings if _defines(r.body, new.name)), None)
        if in_question is not None:
            found = f"the term '{new.name}', which each reading of the question '{in_question.name}' defines"
            mend = f"write 'settle {in_question.name} as {in_question.default}' before it, or ask the question anew"
            self.report("no-such-term", new.place, found, "a term that the inherited clause defines by itself", mend)
        else:
            known = [node.name for node in self.inherited.body if isinstance(node, lines.Define)]
            self.unknown_term(new, known)
        return body

    def unknown_term(self, new: lines.Redefine | lines.RedefineOption, known: Sequence[str]) -> None:
        """Report a term that is not inherited."""
        expected = f"one that the inherited clause '{self.inherited.id}' has: {', '.join(known) or 'it has none'}"
        alike = [words[0] for _, words in _told(self.inherited.body) if words[0].split()[0] == new.name]
        instead = f"write 'instead of \"…\"', and the new line under it, for: {' · '.join(alike)}" if alike else ""
        anew = "name the clause that defines it, or write a new term as a 'define' line"
        mend = instead or did_you_mean(new.name, known) or anew
        self.report("no-such-term", new.place, f"another meaning of '{new.name}'", expected, mend)

    def whole(self, old: lines.Define, new: lines.Redefine) -> lines.Define:
        """A term with another meaning; of whom it is one is inherited where nothing is said of it."""
        if new.predicate != old.predicate or (new.param and not old.param):
            head = format_line(replace(old, body=tree.Number(0))).removeprefix("define ").rsplit(":", 1)[0]
            found = f"'{new.name}' as another sort of term than it is"
            self.report("other-term", new.place, found, f"redefine {head}: …", "write it so")
        return replace(old, param=new.param or old.param, body=new.body, place=new.place)

    def arm(self, old: lines.Define, new: lines.Redefine) -> lines.Define:
        """A term with one arm of its choice redefined."""
        choice = old.body
        if isinstance(choice, tree.Choose) and new.otherwise:
            return replace(old, body=replace(choice, otherwise=new.body), place=new.place)
        if isinstance(choice, tree.Choose) and any(when == new.when for _, when in choice.arms):
            arms = tuple((new.body, when) if when == new.when else (value, when) for value, when in choice.arms)
            return replace(old, body=replace(choice, arms=arms), place=new.place)
        whens = [format_line(when) for _, when in choice.arms] if isinstance(choice, tree.Choose) else []
        said = f"'when {format_line(new.when)}'" if new.when else "'otherwise'"
        expected = (
            "one of: " + " · ".join(f"when {when}" for when in whens) if whens else f"a choice as the meaning of '{new.name}'"
        )
        mend = f"write the whole term anew: redefine {new.name}: …"
        if new.when and whens:
            more = f"choose {format_line(new.body)} when {format_line(new.when)}, otherwise …"
            mend = f"for one arm more write 'redefine {new.name} otherwise: {more}', or {mend}"
        self.report("no-such-arm", new.place, f"{said}, by which '{new.name}' does not choose", expected, mend)
        return old

    def worth(self, body: list[lines.Formal], new: lines.Redefine) -> list[lines.Formal]:
        """Some lines with another worth of a set of cards or a rank that stands in one of them."""
        if not isinstance(new.body, tree.Number):
            self.report("wrong-type", new.body.place, f"'{format_line(new.body)}'", "a number of points", "write the number itself")
            return body
        for number, node in enumerate(body):
            if isinstance(node, lines.Worth) and new.param in node.items:
                rest = tuple(item for item in node.items if item != new.param)
                mine = lines.Worth(new.body.value, (new.param,), place=new.place)
                return [*body[:number], *([replace(node, items=rest)] if rest else []), mine, *body[number + 1 :]]
        known = [item for node in self.inherited.body if isinstance(node, lines.Worth) for item in node.items]
        expected = f"cards that have a worth in '{self.inherited.id}': {', '.join(known) or 'it has none'}"
        mend = did_you_mean(new.param, known) or "name them as they stand there"
        self.report("no-such-worth", new.place, f"another worth of '{new.param}'", expected, mend)
        return body

    def option(self, body: list[lines.Formal], new: lines.RedefineOption) -> list[lines.Formal]:
        """Some lines with other values of an option."""
        for number, node in enumerate(body):
            if isinstance(node, lines.Option) and node.name == new.name:
                return [*body[:number], lines.Option(new.name, new.values, new.default, place=new.place), *body[number + 1 :]]
        self.unknown_term(new, [node.name for node in self.inherited.body if isinstance(node, lines.Option)])
        return body


def places(change: lines.Clause) -> frozenset[Place]:
    """Where the lines stand that a change writes itself."""
    readings = (reading for question in change.questions for reading in question.readings)
    written = [change.changes, *((*reading.body, *reading.changes) for reading in readings)]
    return frozenset(place for nodes in written for node in nodes for place in _places(node))


def _places(node: tree.Node) -> Iterator[Place]:
    """The places of a line and of those under it."""
    yield node.place
    for inner in node.body if isinstance(node, lines.Block | lines.Put) else ():
        yield from _places(inner)


PROSE_MEND = "give the prose anew, or write 'prose stands' where it is true still"
ONE_LINE = "the beginning of one line of the inherited clause, as 'meldspec show' prints it"
QUOTE_MORE = 'quote more of it, or put the head in front: "to meld: require …"'


def _added(body: Sequence[lines.Formal], line: lines.Formal) -> list[lines.Formal]:
    """Some lines with one more."""
    return [*body, line]


def _with_lines(block: lines.Block, body: Sequence[Inner]) -> lines.Block:
    """A block with other lines; that they are of a sort that may stand there is seen to before."""
    changed: Any = tuple(body)
    return replace(block, body=changed)


def _defines(body: Sequence[lines.Formal], name: str) -> bool:
    """Whether some lines define a term."""
    return any(isinstance(node, lines.Define) and node.name == name for node in body)


def _told(body: Sequence[lines.Formal]) -> Iterator[tuple[tuple[int, int | None], tuple[str, ...]]]:
    """How a quotation may name each line: by its words, a line of a block by those of its head besides."""
    for number, node in enumerate(body):
        head = format_line(node)
        yield (number, None), (head,)
        if isinstance(node, lines.Block):
            for inner, line in enumerate(node.body):
                words = format_line(line)
                yield (number, inner), (words, f"{head}: {words}")

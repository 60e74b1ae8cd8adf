"""Another default for a question that a variant inherits: `read QUESTION as READING because "…"`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from meldspec.language import lines
from meldspec.language.problems import Diagnostic, did_you_mean

Clauses = Mapping[str, lines.Clause]


def read_as(read: lines.Clause, inherited: Clauses, own: Clauses, whose: str, problems: list[Diagnostic]) -> lines.Clause | None:
    """The clause whose question a `read` line gives another default; none, and a problem told, where the line does not fit.

    `inherited` are the clauses that stand as they were inherited, `own` those that the variant adds, replaces or drops.
    """
    # The id of a question is its clause's and its own name: the grammar gives it at least one dot.
    clause_id, name = read.id.rsplit(".", 1)
    clause = inherited.get(clause_id)
    question = None if clause is None else next((q for q in clause.questions if q.name == name), None)
    if clause is None or question is None:
        problems.append(_no_question(read, clause_id, inherited, own))
        return None
    if (problem := _unfit(read, question)) is not None:
        problems.append(problem)
        return None
    changed = replace(question, default=read.reading, because=read.title, whose=whose)
    return replace(clause, questions=tuple(changed if q.name == name else q for q in clause.questions))


def _no_question(read: lines.Clause, clause_id: str, inherited: Clauses, own: Clauses) -> Diagnostic:
    """A line about a question that is not inherited."""
    expected = "a question that is inherited"
    if clause_id in own:
        how = own[clause_id].how
        doing = {"drop": "drops", "replace": "replaces"}.get(how, "adds")
        mend = "leave the line out" if how == "drop" else f"write the default under the question of '{clause_id}' itself"
        found = f"the question '{read.id}', whose clause this variant {doing}"
        return Diagnostic("no-such-question", read.place, found, expected, mend)
    known = [f"{clause.id}.{question.name}" for clause in inherited.values() for question in clause.questions]
    mend = did_you_mean(read.id, known) or "name one that 'meldspec questions' lists"
    return Diagnostic("no-such-question", read.place, f"the question '{read.id}', which is not there", expected, mend)


def _unfit(read: lines.Clause, question: lines.Question) -> Diagnostic | None:
    """What is wrong with a line about a question that is inherited."""
    names = [reading.name for reading in question.readings]
    if read.reading not in names:
        expected = "one of its readings: " + ", ".join(names)
        mend = did_you_mean(read.reading, names) or "name one of them"
        return Diagnostic("no-such-reading", read.place, f"the reading '{read.reading}' of '{read.id}'", expected, mend)
    if read.reading == question.default:
        found, expected = f"'{read.reading}', which is the default of '{read.id}' already", "a reading that is not the default yet"
        return Diagnostic("idle-read", read.place, found, expected, "leave the line out, or name another reading")
    if not read.title.strip():
        found, expected = f"another default of '{read.id}' without a reason", "why it is the default here"
        return Diagnostic("no-because", read.place, found, expected, 'write it as because "…"')
    if read.body or read.questions or read.prose or read.notes or read.facts:
        found, expected = f"another default of '{read.id}' with lines under it", "citations, and nothing else"
        return Diagnostic("read-with-lines", read.place, found, expected, "add a clause for what there is more to say")
    return None

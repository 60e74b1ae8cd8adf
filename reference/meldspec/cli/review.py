"""`meldspec review`: what a variant inherits and nobody has held against its source; an entry for one clause or question."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import click

from meldspec.book.flat import Book
from meldspec.book.meaning import Meanings
from meldspec.cli._shared import Rules, columns, dropped_from, must_be_own, origin_of, several_option, spec_option
from meldspec.files import write_whole
from meldspec.language.format import format_clause
from meldspec.language.problems import NOWHERE, Diagnostic, counted
from meldspec.sources.ledger import read_ledgers
from meldspec.sources.review import (
    Held,
    Inherited,
    Review,
    checked_cites,
    citation,
    digest_of,
    inherited,
    not_inherited,
    read_reviews,
    written,
)
from meldspec.sources.sources import sources_below
from meldspec.sources.traced import wrong_citation


@click.command("review", short_help="Tell what a variant inherits unread; note that one clause or question holds.")
@click.argument("variant")
@click.argument("id", required=False)
@click.option("--holds", metavar="WHY", help="Note that the clause or question holds in this game, and why.")
@several_option("--cites", "cites", "SOURCE", "With --holds: the source and the paragraphs that show it, as 'sheet 3, 7-9'")
@spec_option
def command(variant: str, id: str | None, holds: str | None, cites: tuple[str, ...], rules: Rules) -> None:
    """Tell what a variant inherits unread; note that one clause or question holds.

    What is inherited is right only where the source of the game says so, or is silent and nothing else follows from it.
    Somebody has looked at a clause or question where the variant's ledger names it, or the variant gives it a default of its own.
    Otherwise read it beside the source and write down why it holds: ID with --holds makes an entry in review/VARIANT.yaml of the
    folder of rules.
    The entry lapses when what is held says something else, its terms counted by what they mean.
    There is no entry for all: what does not hold is changed in the rules, what does not arise is left out there.

    Without ID everything is listed that nobody has looked at; with ID alone that clause or question is printed.
    """
    book, home = rules.book(variant), rules.home(variant)
    review = read_reviews(home).get(variant) or Review()
    found = {one.id: one for one in inherited(book, read_ledgers(home), review)}
    if id is None:
        if holds is not None or cites:
            raise click.UsageError("--holds is about one clause or question: name its ID behind the variant")
        click.echo("\n".join(_listed(book, list(found.values()))))
        return
    one = found.get(id)
    if one is None:
        raise dropped_from(book, id) or _refusal(not_inherited(book, id, NOWHERE))
    if holds is not None:
        _note(book, one, review, home, Held(_reason(holds), digest_of(one, Meanings(book)), _cited(cites, home)))
    elif cites:
        raise click.UsageError("--cites goes with --holds, which says why the clause or question holds")
    else:
        click.echo(_told(book, one))


# ── what there is ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _listed(book: Book, found: Sequence[Inherited]) -> Iterator[str]:
    """A line for everything that nobody has looked at, and how much that is."""
    if not found:
        yield f"{book.name} inherits nothing."
        return
    unread = [one for one in found if one.open]
    lapsed = "changed since it was held"
    rows = [(one.id, one.what, f"from {one.origin}", lapsed if one.lapsed else "", one.says) for one in unread]
    yield from columns(rows) if rows else ()
    yield ("\n" if rows else "") + f"Nobody has looked at {_share(found, 'clause')} and {_share(found, 'question')}."


def _share(found: Sequence[Inherited], what: str) -> str:
    """`2 of 9 inherited clauses`"""
    mine = [one for one in found if one.what == what]
    return f"{sum(one.open for one in mine)} of {counted(len(mine), f'inherited {what}')}"


def _told(book: Book, one: Inherited) -> str:
    """A clause or a question with its clause, as rules text, and who has looked at it."""
    entry = book.entry(one.id if one.what == "clause" else one.id.rsplit(".", 1)[0])
    asked = [question for question in entry.clause.questions if one.id == f"{entry.clause.id}.{question.name}"]
    origin = origin_of(entry, book)
    clause = replace(entry.clause, how="clause", notes=(f"{origin[0].upper()}{origin[1:]}.", *entry.clause.notes))
    text = format_clause(replace(clause, questions=tuple(asked)) if asked else clause)
    return f"{text}\n\n{_standing(one)}"


def _standing(one: Inherited) -> str:
    """Who has looked at it."""
    rows = [f"It stands in the book by {', '.join(one.by)}."] if one.by else []
    if one.held is not None:
        where = f" ({'; '.join(one.held.cites)})" if one.held.cites else ""
        said = "It was held to be right, and has changed since" if one.lapsed else "It holds"
        rows.append(f"{said}: {one.held.holds}{where}")
    return "\n".join(rows or ["Nobody has looked at it."])


# ── an entry ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _reason(holds: str) -> str:
    """Why it holds, in one line."""
    why = " ".join(holds.split())
    if not why:
        raise click.UsageError("--holds is empty: say what the source says of it, or that it is silent and why it holds then")
    return why


def _cited(cites: Sequence[str], home: Path) -> tuple[str, ...]:
    """The citations, each of them of a source and of paragraphs that there are."""
    found, sources = checked_cites(cites), sources_below(home)
    for problem in (problem for one in found for problem in wrong_citation(citation(one, NOWHERE), sources)):
        raise _refusal(problem)
    return found


def _refusal(problem: Diagnostic) -> click.UsageError:
    """A problem with what was typed, which stands in no file."""
    mend = f"; {problem.mend}" if problem.mend else ""
    return click.UsageError(f"found {problem.found}; expected {problem.expected}{mend}")


def _note(book: Book, one: Inherited, review: Review, home: Path, held: Held) -> None:
    """Write an entry, and say what is left."""
    path = home / "review" / f"{book.name}.yaml"
    must_be_own(path, "name your folder of rules with --spec, or run it in a checkout")
    path.parent.mkdir(exist_ok=True)
    write_whole(path, written(review, book, one.id, held))
    again = " again" if one.held is not None else ""
    click.echo(f"{one.id} is held{again}, in {path.parent.name}/{path.name}.")

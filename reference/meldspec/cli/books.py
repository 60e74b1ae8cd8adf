"""`meldspec variants`, `show` and `questions`: the books there are, a variant as one flat book, what the sources leave open."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

import click

from meldspec.book.doubts import KINDS
from meldspec.book.flat import Book, Entry
from meldspec.cli._shared import Rules, columns, dropped_from, meant, origin_of, spec_option
from meldspec.language import lines
from meldspec.language.format import format_clause
from meldspec.language.problems import counted
from meldspec.language.spelling import format_line

# ── variants ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────


@click.command("variants", short_help="List the variants and what each extends.")
@spec_option
def variants(rules: Rules) -> None:
    """List the variants and what each extends.

    A variant's clauses and questions are those of its flat book, the inherited ones among them.
    """
    told = [_summary(book) for book in rules.books.values()]
    click.echo("\n\n".join(told) or "There is no book here.")


def _summary(book: Book) -> str:
    """One book: its name and title, what it extends, its options, how much there is in it."""
    extends = ", which extends ".join(book.ancestors)
    options = [node for _, node in book.formal() if isinstance(node, lines.Option)]
    rows = [
        f"{book.name}  {book.title}",
        f"  extends {extends}; {_differences(book)}" if extends else "",
        *(f"  {_option(option)}" for option in options),
        f"  {counted(len(book.entries), 'clause')}, {counted(len(book.questions()), 'question')}",
    ]
    return "\n".join(row for row in rows if row)


def _differences(book: Book) -> str:
    """How many clauses a variant adds, changes, replaces and drops."""
    own = Counter(entry.how for entry in book.entries if entry.origin == book.name)
    dropped = sum(drop.origin == book.name for drop in book.dropped)
    return f"{own['added']} added, {own['changed']} changed, {own['replaced']} replaced, {dropped} dropped"


def _option(option: lines.Option) -> str:
    """What may be chosen, and what is chosen where nothing is said."""
    values = ", ".join(map(str, option.values))
    return f"{option.name} {values}" + (f" (otherwise {option.default})" if len(option.values) > 1 else "")


# ── show ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────


@click.command("show", short_help="Print the flat book of a variant.")
@click.argument("variant")
@click.option("--clause", "clause_id", metavar="ID", help="Only this clause.")
@click.option("--origin", is_flag=True, help="Only where each clause comes from, and what was dropped.")
@spec_option
def show(variant: str, clause_id: str | None, origin: bool, rules: Rules) -> None:
    """Print the flat book of a variant.

    It is rules text in canonical form, a book of its own; in a variant a note at each clause says where it comes from.
    """
    book = rules.book(variant)
    entries = book.entries if clause_id is None else (_chosen(book, clause_id),)
    if origin:
        rows = [(entry.clause.id, origin_of(entry, book), entry.clause.title) for entry in entries]
        dropped = book.dropped if clause_id is None else ()
        rows += [(one.clause.id, f"dropped by {one.origin}", one.why) for one in dropped]
        click.echo("\n".join(columns(rows)))
    elif clause_id is not None:
        click.echo(format_clause(_marked(book, entries[0])))
    else:
        click.echo("\n\n".join(_text(book)))


def _chosen(book: Book, clause_id: str) -> Entry:
    """The entry of one clause, or an error that says why there is none."""
    entries = book.by_id()
    if gone := dropped_from(book, clause_id):
        raise gone
    if clause_id not in entries:
        raise click.UsageError(f"{book.name} has no clause '{clause_id}'{meant(clause_id, entries)}")
    return entries[clause_id]


def _text(book: Book) -> Iterator[str]:
    """The whole book, part by part: its head, then each chapter with its clauses."""
    yield format_line(lines.Text(book.name, book.title))
    # Without its title: a variant may call a chapter otherwise, which stays one chapter.
    for (number, name), entries in groupby(book.entries, key=lambda entry: entry.chapter[:2]):
        group = list(entries)
        yield format_line(lines.Chapter(number, name, group[0].chapter[2]))
        yield from (format_clause(_marked(book, entry)) for entry in group)


def _marked(book: Book, entry: Entry) -> lines.Clause:
    """A clause as one of this book's own, in a variant with a note that says where it comes from."""
    told = origin_of(entry, book)
    notes = (f"{told[0].upper()}{told[1:]}.", *entry.clause.notes) if book.ancestors else entry.clause.notes
    # The flat book extends nothing, so nothing in it may replace or drop a clause of another.
    return replace(entry.clause, how="clause", notes=notes)


# ── questions ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────


@click.command("questions", short_help="List the questions the sources leave open, and their readings.")
@click.argument("variant")
@click.option("--kind", type=click.Choice(list(KINDS)), help="Only the questions of one kind of doubt.")
@spec_option
def questions(variant: str, kind: str | None, rules: Rules) -> None:
    """List the questions the sources leave open, and their readings.

    One line each: its id, the kind of doubt, its readings with a star at the default and a ring at those that only programs have,
    what it covers, what it asks; behind that, where no full pack can bring it about.
    """
    asked = rules.book(variant).questions()
    chosen = {name: question for name, question in asked.items() if kind in (None, question.kind)}
    if not chosen:
        click.echo(f"{variant} leaves no question open{f' of the kind {kind}' if kind else ''}.")
        return
    rows = [
        (name, question.kind, _readings(question), ", ".join(question.covers), _asks(question)) for name, question in chosen.items()
    ]
    for line in columns([("id", "kind", "readings", "covers", "asks"), *rows]):
        click.echo(line)
    # In the order in which the kinds first come.
    kinds = Counter(question.kind for question in chosen.values())
    click.echo(f"\n{counted(len(chosen), 'question')}: {', '.join(f'{number} {kind}' for kind, number in kinds.items())}")


def _asks(question: lines.Question) -> str:
    """What a question asks, and whether no full pack can bring it about."""
    return f"{question.asks} ({lines.NO_FULL_PACK})" if question.no_full_pack else question.asks


def _readings(question: lines.Question) -> str:
    """The names of the readings, the default with a star, those that only programs have with a ring."""
    marked = (one.name + "*" * (one.name == question.default) + "°" * bool(one.witness) for one in question.readings)
    return ", ".join(marked)

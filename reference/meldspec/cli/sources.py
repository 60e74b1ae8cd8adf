"""`meldspec sources`: whether the documents one has are those that the rules cite."""

from pathlib import Path

import click

from meldspec.cli._shared import FILE, FOLDER, Rules, meant, several_option, spec_option
from meldspec.data import folder
from meldspec.sources.ledger import begun
from meldspec.sources.sources import Found, Source, digests_of, sources_below, strangers, verify


@click.group("sources", short_help="Verify that documents are those that the rules cite.")
def command() -> None:
    """Verify that documents are those that the rules cite."""


@command.command("verify", short_help="Compare the documents in a folder with the recorded paragraphs.")
@click.argument("directory", metavar="DIR", type=FOLDER)
@several_option("--only", "tags", "TAG", "Only this source")
def verify_command(directory: Path, tags: tuple[str, ...]) -> int:
    """Compare the documents in a folder with the recorded paragraphs.

    The files of DIR are told by what is in them, whatever their names. A file that is no source's document is named, and is
    nothing wrong.

    Exit code 0: every source is there and as recorded; 1: one is missing or differs.
    """
    wanted = _chosen(_known(), tags)
    results = verify(wanted, directory)
    for found in results:
        click.echo(_told(found, directory))
    # Where only some sources are looked for, the documents of all others would seem strange.
    for path in () if tags else strangers(results, directory):
        click.echo(f"{path.relative_to(directory)}: the document of no source")
    return 0 if all(found.good for found in results) else 1


@command.command("digests", short_help="Print the digest of every paragraph of a document.")
@click.argument("file", type=FILE)
def digests_command(file: Path) -> None:
    """Print the digest of every paragraph of a document, as the list of sources wants them."""
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise click.ClickException(
            f"{file}: found a byte at offset {error.start} that is no UTF-8, expected text; save it as UTF-8"
        ) from None
    for digest in digests_of(text):
        click.echo(f"- {digest}")


@command.command("ledger", short_help="Begin the ledger of a source for a variant.")
@click.argument("variant")
@click.argument("tag", metavar="SOURCE")
@spec_option
def ledger_command(variant: str, tag: str, rules: Rules) -> None:
    """Begin the ledger of a source for a variant.

    What the variant's own clauses say of their citations, facts and doubts is printed as a ledger (spec/README.md), to be finished
    by hand: paragraphs that no clause cites are missing, and a fact says no more than its clause.
    """
    book, sources = rules.book(variant), _known(rules.folder)
    if tag not in sources:
        raise click.UsageError(f"no source '{tag}'{meant(tag, sources)}; there is {', '.join(sources) or 'none'}")
    click.echo(begun(book, sources[tag]), nl=False)


def _known(spec: Path | None = None) -> dict[str, Source]:
    """The sources of a folder of rules, or those that come with meldspec."""
    return sources_below(spec or folder("spec"))


def _chosen(known: dict[str, Source], tags: tuple[str, ...]) -> list[Source]:
    """The sources asked for, or all that have numbered paragraphs."""
    numbered = {tag: source for tag, source in known.items() if source.paragraphs}
    for tag in tags:
        if tag not in numbered:
            why = "has no numbered paragraphs" if tag in known else "is no source"
            raise click.UsageError(f"--only {tag}: it {why}; expected one of {', '.join(sorted(numbered))}")
    return [numbered[tag] for tag in tags or numbered]


def _told(found: Found, directory: Path) -> str:
    """One source's result, as a line."""
    source = found.source
    if found.file is None:
        count = len(source.paragraphs)
        held = f"more than {found.there}" if found.there else "any"
        return f"{source.tag}: missing: no file in {directory} holds {held} of its {count} paragraphs"
    where = found.file.relative_to(directory)
    if found.differences:
        return f"{source.tag}: differs in {where}: " + ", ".join(str(one) for one in found.differences)
    return f"{source.tag}: all {len(source.paragraphs)} paragraphs as recorded, in {where}"

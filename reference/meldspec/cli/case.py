"""`meldspec case`: one case of the corpus, told for who writes an implementation."""

import json

import click

from meldspec.cli._readings import pairs
from meldspec.cli._shared import Rules, several_option, site_option, spec_option
from meldspec.cli._sound import own_must_be_sound
from meldspec.cli.position_files import position_text
from meldspec.cli.positions import known_sources, playable
from meldspec.language.problems import counted
from meldspec.protocol.case import Case, CaseProblem, chosen, chosen_ids, ids_of, load_cases
from meldspec.runner.told import exchanges, played, request_lines, told
from meldspec.runner.told_position import position_before
from meldspec.runner.words import printable
from meldspec.table.selection import ChoiceError

MOST = 12
"""So many cases are named where one has to be chosen."""


@click.command("case", short_help="Tell one case of the corpus: what it shows, act by act.")
@click.argument("id_", metavar="ID")
@several_option("--read", "readings", "QUESTION=READING", "Play it under this reading instead of the default")
@click.option("--lines", "form", flag_value="lines", help="Print the requests of the protocol, to be sent to an implementation.")
@click.option(
    "--json", "form", flag_value="json", help="Print a line of JSON for each request: it, the reply, the lines behind it."
)
@click.option("--position", "form", flag_value="position", help="Print the table before the decisive act, as a position file.")
@site_option
@spec_option
def command(id_: str, readings: tuple[str, ...], form: str | None, site: str, rules: Rules) -> None:
    """Tell one case of the corpus: what it shows, act by act.

    ID is that of a case, as reports name it (canasta/pile.pair/allows-1). Told is what the case is about, with the words of the
    clause, its sources and its page; then the game, act by act: hands are sorted, of the stock only the cards that are drawn are
    told, and a refused act is marked and has the reasons beneath it.

    What --lines prints can be sent to an implementation as it is: `meldspec case ID --lines | ./my-engine`. What --position
    prints is a file for `meldspec rule`.
    """
    case = _case(id_, rules)
    own_must_be_sound(rules, [case.variant])
    library = playable(rules)
    try:
        game = played(case, library, pairs(readings, "--read"))
    except ChoiceError as error:
        raise click.UsageError(str(error)) from None
    match form:
        case "lines":
            lines = request_lines(case.requests)
        case "json":
            lines = (json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in exchanges(game))
        case "position":
            fields, note = position_before(game, library)
            lines = iter((*([f"# {note}"] if note else []), *position_text(fields).splitlines()))
        case _:
            lines = map(printable, told(game, known_sources(rules), site))
    click.echo("".join(f"{line.rstrip()}\n" for line in lines), nl=False)
    library.keep()


def _case(name: str, rules: Rules) -> Case:
    """The case of that id, in which the variant may be left out; where there is none, or are several, an error that says which."""
    names = rules.library.names()
    variants = [one for one in names if name.startswith(f"{one}/")] or names
    ids = [one for variant in variants for one in ids_of(rules.corpus_of(variant), variant)]
    if not ids:
        how = f" --spec {rules.spec}" if rules.spec else ""
        raise click.UsageError(f"there are no cases of {', '.join(variants)}; meldspec corpus VARIANT{how} looks for some")
    try:
        found = chosen_ids(ids, [name])
    except CaseProblem as problem:
        raise click.UsageError(f"{problem}; meldspec explain CLAUSE lists the cases about a clause") from None
    if len(found) > 1:
        listed = ", ".join(sorted(found)[:MOST]) + (", …" if len(found) > MOST else "")
        raise click.UsageError(f"{counted(len(found), 'case')} are meant by '{name}': {listed}; name one of them")
    (id_,) = found
    variant = id_.partition("/")[0]
    return chosen(load_cases(rules.corpus_of(variant), variant), [id_])[0]

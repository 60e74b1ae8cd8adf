"""`meldspec serve`: the reference as an implementation, on standard input and output."""

import sys
from functools import partial

import click

from meldspec.cli._readings import vectors
from meldspec.cli._shared import Rules, profile_option, readings_option, several_option, spec_option
from meldspec.cli._sound import must_have_border
from meldspec.engine.rulebook import Library
from meldspec.runner.serve import Server, serve


@click.command("serve", short_help="Speak the implementation protocol: the reference as an implementation.")
@several_option("--variant", "variants", "V", "Play only this variant")
@readings_option("Read a question so, in every variant that has it")
@profile_option("A whole set of readings, in the variants that it is for.")
@click.option("--strict", is_flag=True, help="Refuse deals that no pack gives, and fields that nobody knows.")
@spec_option
def command(variants: tuple[str, ...], readings: tuple[str, ...], profile: str, strict: bool, rules: Rules) -> None:
    """Speak the implementation protocol: the reference as an implementation.

    Requests are read on standard input, one JSON object a line, and answered on standard output, until `bye` or the end of the
    input. Try it: `meldspec test --variant canasta -- meldspec serve`.
    """
    books = {name: rules.book(name) for name in variants or rules.library.names()}
    library, must_hold = Library(rules.library), partial(must_have_border, rules)
    for name in variants:
        must_hold(library.sheet(name))
    server = Server(library, vectors(books, readings, profile, rules.profiles), must_hold, strict=strict)
    # Bytes: what is too long is counted in them, and no layer of text may change a line end.
    serve(server, sys.stdin.buffer, sys.stdout.buffer)

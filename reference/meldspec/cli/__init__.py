"""The command line: a table of commands, each imported only when it is run.

A command `check` is the click command of that name in the module `meldspec.cli.check`, unless MODULES says in which. It returns its
exit code, or nothing where all that can be wrong is told by an error.
"""

import atexit
import gc
from functools import cache
from importlib import import_module
from typing import Any

import click

from meldspec import __version__
from meldspec.cli._ends import ends_told, print_whatever_the_encoding
from meldspec.data import root
from meldspec.language.problems import DataError, RulesError, did_you_mean

COMMANDS = {
    "check": "Find every error in the rules text at once.",
    "format": "Write rules text in its canonical form.",
    "variants": "List the variants and what each extends.",
    "show": "Print the flat book of a variant.",
    "diff": "Tell how two variants differ, clause by clause, and a game that shows it.",
    "compare": "Print all games side by side, dimension by dimension.",
    "explain": "Print one clause: citations, readings, who replaces it, its tests.",
    "questions": "List the questions the sources leave open, and their readings.",
    "rule": "Rule on one act in one position, and say why.",
    "ask": "Rule on a dispute in a dialogue, question by question.",
    "score": "Score a position or a deal, every point traced to its line.",
    "replay": "Play a transcript and print each verdict.",
    "serve": "Speak the implementation protocol: the reference as an implementation.",
    "test": "Hold an implementation against the corpus.",
    "claim": "What an author publishes of an implementation: made, checked again, as a badge.",
    "matrix": "Print implementations side by side, by clause and by question.",
    "adapter": "Begin an adapter: a template in Python, JavaScript, Java or Go.",
    "case": "Tell one case of the corpus: what it shows, act by act.",
    "explore": "Play random deals: how they end, and where nobody can act.",
    "corpus": "Write the corpus, check it, look for cases, or tell what it holds fast; of all variants, or of those named.",
    "mutation": "Count how many spoilt lines of the rules the cases find; of all variants, or of those named.",
    "review": "Tell what a variant inherits unread; note that one clause or question holds.",
    "sources": "Verify that documents are those that the rules cite.",
    "print": "Print a game on two sides of paper, as your table plays it.",
    "changes": "Tell what has changed between two printings of the rules.",
    "docs": "Write the pages of the site.",
    "desk": "Lay into a built site what rules in a reader's browser.",
}
"""Command → the one line shown for it, which is also the first line of the command's own help."""

MODULES = {"variants": "books", "show": "books", "questions": "books", "rule": "positions", "score": "positions"}
"""The module of a command that does not have one of its own name."""

# Python's own code for an exception, 1, would say that an implementation breaks rules.
DEFECT = 70
"""The exit code of a defect, as in sysexits.h: no answer of any command."""


class LazyGroup(click.Group):
    """A group which imports a command when that command is run, and no command to list them all."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Read the command line; the help, which may be asked for there, is printed in any encoding."""
        print_whatever_the_encoding()
        # Before a command is imported: of the modules that it needs everything is kept.
        collect_seldom()
        with ends_told():
            return super().make_context(info_name, args, parent, **extra)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported now; None, of which click makes a clear error, where there is none."""
        if cmd_name not in COMMANDS:
            return None
        # A module may hold several commands, so it is asked for the one that click knows by this name.
        module = import_module(f"{__name__}.{MODULES.get(cmd_name, cmd_name)}")
        return next(one for one in vars(module).values() if isinstance(one, click.Command) and one.name == cmd_name)

    def invoke(self, ctx: click.Context) -> None:
        """Run the command. Rules or data that cannot be used are told as such; what nobody foresaw is a defect of meldspec."""
        with ends_told():
            try:
                code = super().invoke(ctx) or 0
            except (click.ClickException, click.exceptions.Exit, click.Abort):
                raise
            except RulesError as error:
                raise _refusal(error) from None
            except DataError as error:
                raise click.ClickException(str(error)) from None
            except OSError as error:
                if error.errno is None:
                    # One of ours: a part of meldspec is not there.
                    raise click.ClickException(str(error)) from None
                # Somebody else's error, told as such: a full disk is no defect of meldspec.
                raise
            except Exception as error:
                # Imported here, since it takes a while and nobody foresees that it is needed.
                import traceback

                from meldspec.table.faults import RulesFault

                if isinstance(error, RulesFault):
                    raise click.ClickException(f"these rules cannot be used here: {error}") from None
                click.echo(traceback.format_exc(), err=True, nl=False)
                click.echo("meldspec: a defect of meldspec, not of your input; please report it", err=True)
                code = DEFECT
        ctx.exit(code)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the words begin with; for a misspelt one an error that says which may have been meant."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            mend = did_you_mean(args[0], COMMANDS)
            raise click.UsageError(f"{error.message} {mend[:1].upper()}{mend[1:]}".rstrip(), ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands from the table alone: their modules would cost start-up time."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _refusal(error: RulesError) -> click.ClickException:
    """The error for rules that cannot be used: how many things are wrong, the first of them, and how to see them all."""
    first, *others = error.problems
    more = f"\n(and {len(others)} more: see meldspec check)" if others else ""
    return click.ClickException(f"these rules cannot be used\n{first}{more}")


# What a command reads it keeps to its end, so to look through it again and again for what nobody needs frees nothing.
COLLECTED_AFTER = (300_000, 60, 10)
"""So many things more than before are made until it is looked among these for those that nobody needs, a ruling makes some 120,000;
so often until it is looked among all that came in the meantime, a run of usual size is over by then; and so often among all."""


@cache
def collect_seldom() -> None:
    """Have it looked for what nobody needs any more seldom, and not once more at the end, when all goes anyway."""
    gc.set_threshold(*COLLECTED_AFTER)
    atexit.register(gc.freeze)


def _where(context: click.Context, option: click.Parameter, asked: bool) -> None:
    """Print where rules, corpus, protocol and pages lie, and do nothing else."""
    if asked and not context.resilient_parsing:
        click.echo(root())
        context.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="meldspec")
@click.option("--where", is_flag=True, is_eager=True, expose_value=False, callback=_where, help="Print the folder of the data.")
def main() -> None:
    """The rules of the Canasta family: read them, run them, hold an implementation against them."""

"""`meldspec ask`: a ruling as a dialogue on the terminal, for whoever has a table and a doubt but no file."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from meldspec.cli._readings import pairs
from meldspec.cli._shared import Rules, profile_option, readings_option, spec_option
from meldspec.cli._sound import must_be_sound
from meldspec.cli.position_files import position_text
from meldspec.cli.positions import answered, card_words, known_sources
from meldspec.engine.rulebook import Library
from meldspec.files import write_whole
from meldspec.position.profiles import ProfileError, chosen as named, full_name
from meldspec.ruling.as_text import ruling_text, score_text
from meldspec.ruling.choices_as_text import choices_text
from meldspec.ruling.dialogue.conversation import Asker
from meldspec.ruling.dialogue.question import NotUnderstood, Question, Talk, yes_or_no
from meldspec.ruling.dialogue.reader import Fields, Reader
from meldspec.ruling.page import Manner, paragraph
from meldspec.table.selection import ChoiceError, select

UNFINISHED = 2
"""The exit code where the answers end before there is a position."""
INTERRUPTED = 130
"""The exit code after Ctrl-C, as of any program that ends by that signal."""
HELP = "Answer ? for an example, back for the question before; empty is what stands in brackets."
WRITE = Question(
    "Write this position to a file? Its name, or no:",
    "'meldspec rule FILE' then gives the same ruling again, and the file can be changed with any editor. A name, as dispute.yaml.",
    lambda text: _file_named(text),
    empty="no",
)


class Back(Exception):
    """The answer `back`."""


class Terminal:
    """Asks on standard output and reads from standard input, a line for each answer, be it typed or come through a pipe."""

    def __init__(self) -> None:
        # Of rich only the reading of a line: it lets the end of the input and an interrupt through as what they are.
        self.console = Console(soft_wrap=True, highlight=False)
        self.standing: Question | None = None

    def tell(self, *sentences: str, margin: int = 0) -> None:
        """Sentences, each a paragraph."""
        for sentence in sentences:
            for line in paragraph(sentence, margin, 2):
                click.echo(line)

    def text(self, question: Question) -> str:
        """What is answered to a question, help given as often as it is asked for. Raises Back."""
        # What stands around a question is said once, not again with each answer that is not understood.
        if question is not self.standing:
            self.standing = question
            if question.before:
                click.echo("")
                self.tell(question.before)
            for number, words in enumerate(question.choices, 1):
                click.echo(f"  {number}  {words}")
        while True:
            text = self.line(f"{question.asks}{f' [{question.empty}]' if question.empty else ''} ")
            if text == "back":
                raise Back
            if text != "?":
                return text
            self.tell(question.help, margin=2)

    def answer(self, question: Question) -> Any:
        """What an answer means; asked again until one does. Raises Back."""
        while True:
            try:
                return question.answer(self.text(question))
            except NotUnderstood as error:
                self.tell(*error.sentences, margin=2)

    def line(self, prompt: str) -> str:
        """One line."""
        text = self.console.input(prompt, markup=False, emoji=False)
        # What comes through a pipe is not seen otherwise, and the dialogue could not be read.
        if not sys.stdin.isatty():
            click.echo(text)
        return text.strip()


@click.command("ask", short_help="Rule on a dispute in a dialogue, question by question.")
@click.argument("variant", required=False, default="")
@click.option("--write", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write the position to this file.")
@readings_option("Read a question of the sources so")
@profile_option("A whole set of readings.")
@spec_option
def ask_command(variant: str, write: Path | None, readings: tuple[str, ...], profile: str, rules: Rules) -> int:
    """Rule on a dispute in a dialogue, question by question.

    Asked is only what matters to what you want to do; the ruling is that of `meldspec rule` on the same position, which
    can be written to a file. Answers may come through a pipe, a line for each.

    Exit code 0: there is a ruling, whatever it says; 1: the rules cannot be used; 2: the answers end before there is a
    position; 130: left by Ctrl-C.
    """
    asker, terminal = Asker(_reader(rules)), Terminal()
    begun = _begun(rules, asker.reader, variant, readings, profile)
    try:
        with answered():
            return _held(asker, terminal, begun, Ending(rules, terminal, write))
    except EOFError:
        click.echo("\nThe answers end before there is a position to rule on; nothing is written.", err=True)
        return UNFINISHED
    except KeyboardInterrupt:
        click.echo("\nLeft; nothing is written.", err=True)
        return INTERRUPTED


def _file_named(text: str) -> Path | None:
    """The file that is named; none where none is. Raises NotUnderstood for a yes, which names none."""
    if text.lower() in ("no", "n"):
        return None
    if text.lower() in ("yes", "y"):
        raise NotUnderstood("What is the file to be called? A name, as dispute.yaml.")
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise NotUnderstood(f"There is nobody whose folder is '{text.partition('/')[0]}'.") from None


def _reader(rules: Rules) -> Reader:
    """Reads positions under the rules, each book checked before it is used."""
    return Reader(Library(rules.library), rules.profiles, partial(must_be_sound, rules))


def _begun(rules: Rules, reader: Reader, variant: str, readings: tuple[str, ...], profile: str) -> Fields:
    """What is told by the command itself: the variant and how it is read."""
    chosen = {"readings": pairs(readings), "profile": full_name(profile)}
    told: Fields = {name: value for name, value in chosen.items() if value}
    if not variant:
        if told:
            raise click.UsageError("name the variant whose readings these are, as 'meldspec ask canasta --profile …'")
        return {}
    rules.check(variant)
    reader.usable(variant)
    sheet = reader.library.sheet(variant)
    try:
        select(sheet, None, told.get("readings"))
        if profile:
            named(reader.profiles, profile, sheet.book)
    except (ChoiceError, ProfileError) as error:
        raise click.UsageError(str(error)) from None
    return {"variant": variant, **told}


def _held(asker: Asker, terminal: Terminal, begun: Fields, ending: "Ending") -> int:
    """The whole dialogue, its ruling and its end, from which one may go back, too."""
    terminal.tell(HELP)
    talk = Talk(lambda: asker.conversation(begun))
    while True:
        while talk.question is not None:
            _asked(talk, talk.question, terminal)
        fields = talk.result[0]
        click.echo("")
        click.echo("\n".join(_told(asker, fields, ending.rules)))
        try:
            ending.offer(fields)
        except Back:
            talk.back()
            continue
        return 0


def _asked(talk: Talk[Fields], question: Question, terminal: Terminal) -> None:
    """One question and what is answered; one that is not understood stands and is asked again."""
    try:
        talk.reply(terminal.text(question))
    except Back:
        if not talk.back():
            terminal.tell("This is the first question.", margin=2)
    except NotUnderstood as error:
        terminal.tell(*error.sentences, margin=2)
    except EOFError:
        # The position is complete: what nobody remembers is left open, and the ruling says so.
        if not question.optional:
            raise
        click.echo("")
        talk.reply("")


def _told(asker: Asker, fields: Fields, rules: Rules) -> Iterator[str]:
    """The score, the ruling, or the list of all that is legal."""
    position, manner = asker.reader.position(fields), Manner(card_words(), known_sources(rules))
    if "ended" in fields:
        return score_text(position, asker.score(fields), explain=True, manner=manner)
    if "act" not in fields:
        return choices_text(position, card_words())
    return ruling_text(asker.ruling(fields), manner)


@dataclass(frozen=True)
class Ending:
    """The end of a dialogue: its position may be written to a file, which `wanted` names where it was named at once."""

    rules: Rules
    terminal: Terminal
    wanted: Path | None

    def offer(self, fields: Fields) -> None:
        """Write the position, if that is wished. Raises Back."""
        click.echo("")
        try:
            path = self.wanted or self.named()
            if path is not None and self.may_write(path):
                self.write(path, fields)
        except EOFError:
            click.echo("\nNothing is written.")

    def named(self) -> Path | None:
        """The file that is named now; none where none is."""
        path: Path | None = self.terminal.answer(WRITE)
        return path

    def may_write(self, path: Path) -> bool:
        """Whether nothing is lost by it, or whoever asks says so."""
        if not path.exists():
            return True
        asks = f"{path} is there already. Write over it?"
        over = Question(asks, "Yes: what it holds is lost. No: it stays as it is, and nothing is written.", yes_or_no, empty="no")
        sure: bool = self.terminal.answer(over)
        if not sure:
            self.terminal.tell("Nothing is written.")
        return sure

    def write(self, path: Path, fields: Fields) -> None:
        """Write the file. Raises OSError where the system refuses, as every command does."""
        write_whole(path, position_text(fields))
        how = "score" if "ended" in fields else "rule"
        self.terminal.tell(f"Written to {path}; 'meldspec {how} {path}' says the same again.")

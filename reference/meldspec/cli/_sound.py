"""Whether a book may be played by: what `meldspec check` says of its meaning, asked before a command plays."""

from collections.abc import Iterable
from pathlib import Path

from meldspec.book.library import Books, files_below
from meldspec.book.sheet import Sheet
from meldspec.cache import code_and, keep, recall
from meldspec.cli._shared import Rules
from meldspec.data import folder
from meldspec.language.problems import Diagnostic, RulesError

SOUND = "nothing is wrong"


def problems_of(library: Books, name: str) -> list[Diagnostic]:
    """What is wrong with one book, its border included; its kinds are tried on cards where nothing else is."""
    # Imported here, since books have been checked nearly always, and to import the checks takes as long as to read the books.
    from meldspec.book.checks.every import check_book
    from meldspec.engine.kind_overlap import check_kinds
    from meldspec.protocol.border import check_border

    sheet, problems = check_book(library, name)
    if sheet is not None:
        check_border(sheet, problems)
        if not problems:
            check_kinds(sheet, problems)
    return problems


def must_be_sound(rules: Rules, name: str) -> None:
    """Refuse to play by a book that `meldspec check` refuses: what is legal by it nobody could say.

    Raises RulesError.
    """
    what, key = f"sound {rules.folder} {name}", _key(rules.folder)
    # To check a book takes about as long as a ruling, and it is the same book as the last time nearly always (decision 7).
    if recall(what, key) != SOUND:
        if problems := problems_of(rules.library, name):
            raise RulesError(problems)
        keep(what, key, SOUND)


def own_must_be_sound(rules: Rules, names: Iterable[str]) -> None:
    """The same for those books of some names that stand in a folder of somebody's own: what comes with meldspec is sound."""
    for name in names:
        if rules.spec is not None and name in rules.own.texts:
            must_be_sound(rules, name)


def must_have_border(rules: Rules, sheet: Sheet) -> None:
    """Refuse to have programs play by a book that is not sound, or that shows them nothing. Raises RulesError."""
    from meldspec.protocol.border import has_border, no_border

    must_be_sound(rules, sheet.book.name)
    if not has_border(sheet):
        raise RulesError([no_border(sheet)])


def _key(root: Path) -> str:
    """The digest of all that the answer hangs on."""
    found = [*folder("grammar").glob("*.lark"), *(path for place in {root, folder("spec")} for path, _ in files_below(place))]
    return code_and(sorted(found), ".")

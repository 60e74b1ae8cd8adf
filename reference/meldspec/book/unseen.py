"""Acts that a variant adds and that `could by laying …` does not see where they come between two acts of laying."""

from meldspec.book.flat import Book
from meldspec.book.make_sheet import make_sheet
from meldspec.book.reach import reach_of
from meldspec.book.sheet import Line, Sheet
from meldspec.language import lines
from meldspec.language.problems import Diagnostic
from meldspec.language.spelling import format_line

ASKS = "could by laying"
ENDING = ("then turn becomes", "then raise", "then end the")
"""How effects begin after which the player lays no more, as a rule: such an act comes last, and is seen there."""


def unseen_acts(book: Book, parent: Book) -> tuple[list[str], list[str]]:
    """The acts of that sort which a book has and its parent has not, and the clauses that ask so, but for those of such acts."""
    known = {node.name for _, node in parent.formal() if isinstance(node, lines.Act)}
    added = [(tag.clause, node) for tag, node in book.formal() if isinstance(node, lines.Act) and node.name not in known]
    found = {
        act.name: clause
        for clause, act in added
        if all(field.type != "plays" for field in act.fields) and not _ends(book, act.name)
    }
    sheet = _sheet(book) if found else None
    found = {act: clause for act, clause in found.items() if sheet is None or not _may_wait(sheet, act)}
    # What looks ahead so was written by somebody who knew the other acts; these may come in between unnoticed.
    asking = (tag.clause for tag, line, _ in book.numbered() if found and ASKS in format_line(line))
    return [*found], [clause for clause in dict.fromkeys(asking) if clause not in found.values()]


def _ends(book: Book, act: str) -> bool:
    """Whether an act hands the turn on."""
    about = (line for _, line, head in book.numbered() if isinstance(head, lines.To) and act in head.acts)
    return any(format_line(line).startswith(ENDING) for line in about)


def _sheet(book: Book) -> Sheet | None:
    """What a book means; nothing where it is wrong, which is told elsewhere."""
    problems: list[Diagnostic] = []
    sheet = make_sheet(book, problems)
    return None if problems else sheet


def _may_wait(sheet: Sheet, act: str) -> bool:
    """Whether nothing that has to do with laying looks at what an act changes: then it may as well come behind all laying."""
    reach = reach_of(sheet)
    laying = {one.name for one in sheet.acts if any(field.type == "plays" for field in one.fields)}
    done = [effect for name in laying for effect in sheet.effects.get(name, [])]
    done += [effect for rule in sheet.standing for effect in rule.effects]
    about: list[Line] = [line for line in sheet.judges if line.act in laying]
    about += [*reach.carried_out(done), *sheet.standing]
    looked_at = frozenset[str]().union(*(reach.looked_at(line).cells for line in about))
    return not looked_at & reach.writes(sheet.effects.get(act, [])).everything()

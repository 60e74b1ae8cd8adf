"""Everything that is wrong with the meaning of a book, before anybody plays by it."""

from dataclasses import replace

from meldspec.book.checks.cards import check_cards, check_melds, check_order
from meldspec.book.checks.clauses import check_clauses, check_differences
from meldspec.book.checks.extent import check_extent
from meldspec.book.checks.idle import check_idle, check_options, check_seen
from meldspec.book.checks.prose import check_nevers, check_prose, check_sayings
from meldspec.book.checks.questions import check_questions, check_readings, idle_couplings
from meldspec.book.checks.twice import check_twice
from meldspec.book.checks.use import check_use, check_words
from meldspec.book.library import Books
from meldspec.book.make_sheet import make_sheet
from meldspec.book.sheet import Sheet
from meldspec.language.problems import Diagnostic, RulesError

CHECKS = (
    check_clauses,
    check_prose,
    check_sayings,
    check_nevers,
    check_questions,
    check_words,
    check_cards,
    check_order,
    check_extent,
    check_options,
    check_seen,
    check_melds,
    check_readings,
    check_use,
    check_twice,
    check_idle,
)
"""Each looks at a sheet and adds what it finds to a list of problems, which holds what making the sheet has found."""


def check_book(library: Books, name: str) -> tuple[Sheet | None, list[Diagnostic]]:
    """The sheet of one book of a library, and all that is wrong with it.

    There is no sheet where the book has no parent, or replaces or drops clauses that are not there: what else such a book means
    nobody can tell.
    """
    problems: list[Diagnostic] = []
    book = library.as_it_stands(name, problems)
    if book is None or any(problem.code == "no-such-clause" for problem in problems):
        return None, problems
    sheet = make_sheet(book, problems)
    for check in CHECKS:
        check(sheet, problems)
    # Two checks must see other books: a coupling that is idle here may matter in a variant, which is held against its parent.
    problems += idle_couplings(sheet.book, library)
    problems += check_differences(sheet.book, library)
    return sheet, problems


def new_problems(library: Books, found: dict[str, list[Diagnostic]]) -> list[Diagnostic]:
    """The problems of several books, each once and where it stands, in the order of the texts.

    A problem of an inherited line that its own book does not have is told with the name of the book that has it.
    """
    told: dict[Diagnostic, None] = {}
    faults = {name: frozenset(map(_fault, problems)) for name, problems in found.items()}
    for name, problems in found.items():
        files = {text.place.file for text in library.texts.get(name, ())}
        # A fault of an inherited line belongs to the book that wrote it, and is mended there.
        known = frozenset().union(*(faults.get(above, ()) for above in library.line(name)[1:])) if problems else ()
        for problem in problems:
            if _fault(problem) not in known:
                told[problem if problem.place.file in files else _inherited(problem, name)] = None
    return RulesError(told).problems


def _fault(problem: Diagnostic) -> Diagnostic:
    """A problem without its mend, which may be another one in a book that inherits it."""
    return replace(problem, mend="")


def _inherited(problem: Diagnostic, name: str) -> Diagnostic:
    """A problem of a line that a book inherits, as it is told of that book."""
    # A mend that names the clause to be changed is one for this book already.
    mend = (
        problem.mend if "change clause" in problem.mend else f"{problem.mend}, or have '{name}' change, replace or drop the clause"
    )
    return replace(problem, found=f"{problem.found} (in '{name}')", mend=mend)

"""How much there is of everything, game by game: counted when the pages are made, and never written by hand."""

from collections import Counter
from collections.abc import Iterator

from meldspec.book.addresses import CASES, Target
from meldspec.corpus.mutation.outcomes import EXCUSED, TOLD, UNCOUNTED, Outcome, score
from meldspec.site.case_pages import PURPOSES
from meldspec.site.markup import document, plain, table
from meldspec.site.printed import PrintedBook, line_ids
from meldspec.site.site_map import STATISTICS, PageContext, SiteMap


def statistics_page(site: SiteMap) -> str:
    """The tables."""
    here = PageContext(site, STATISTICS)
    intro = "All of this is counted from the rules, the cases and what was measured, each time these pages are made."
    head = ("game", "clauses", "its own", "dropped", "formal lines", "questions", "readings", "cases")
    rules = table(head, (_rules(book, here) for book in site.books.values()), "rules")
    kinds = sorted({question.kind for book in site.books.values() for question in book.book.questions().values()})
    doubts = table(("game", *kinds), (_doubts(book, kinds, here) for book in site.books.values()), "doubts")
    cases = table(("game", *PURPOSES), (_cases(name, here) for name in site.books if site.cases.get(name)), "purposes")
    parts = [intro, "## Rules", rules, "## Questions by their kind", doubts, "## Cases by their purpose", cases]
    return document("# Statistics", *parts, *_mutation(here))


def _rules(book: PrintedBook, here: PageContext) -> tuple[str, ...]:
    asked = book.book.questions().values()
    numbers = (
        len(book.articles),
        len(here.site.own(book.name)),
        sum(one.origin == book.name for one in book.book.dropped),
        sum(len(line_ids(article.entry)) for article in book.articles.values()),
        len(asked),
        sum(len(question.readings) for question in asked),
    )
    count = str(len(here.site.cases.get(book.name, ())))
    cases = here.link(Target(f"{CASES}/{book.name}/index"), count) if here.site.cases.get(book.name) else count
    return here.first_page(book.name), *map(str, numbers), cases


def _doubts(book: PrintedBook, kinds: list[str], here: PageContext) -> tuple[str, ...]:
    found = Counter(question.kind for question in book.book.questions().values())
    return here.first_page(book.name), *(str(found[kind]) for kind in kinds)


def _cases(name: str, here: PageContext) -> tuple[str, ...]:
    found = Counter(case.purpose for case in here.site.cases[name])
    return here.first_page(name), *(str(found[purpose]) for purpose in PURPOSES)


def _mutation(here: PageContext) -> Iterator[str]:
    """How many spoilt lines of the rules the cases tell from the true ones, as far as that was measured of these very rules."""
    rows = [(here.first_page(name), *_score(found)) for name, found in here.site.mutants.items() if found]
    if rows:
        yield "## Spoilt lines that the cases find"
        yield (
            "Every line of a game is spoilt in many ways, one at a time; counted is what the cases tell from the true rules.\n"
            "An engine that breaks off or hangs by one is told of, and counts as found.\n"
            "Equivalent are those that no table tells from the true ones, by proof or by argument, or that come to a reading."
        )
        yield table(("game", "tried", "found", "equivalent", "not found", "share found"), rows, "mutation")
    else:
        yield "Spoilt lines were not counted for these very rules; `make mutation` does it, which takes hours."


def _score(found: Counter[Outcome]) -> tuple[str, ...]:
    tried = sum(count for outcome, count in found.items() if outcome not in UNCOUNTED)
    excused = sum(found[outcome] for outcome in EXCUSED)
    told, share = sum(found[outcome] for outcome in TOLD), score(found)
    words = "–" if share is None else f"{100 * share:.1f} %"
    return tuple(map(plain, (str(tried), str(told), str(excused), str(tried - excused - told), words)))

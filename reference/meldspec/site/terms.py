"""Words of the table: their page, and where they stand in the words of a rule a link that tells them.

What a link says is shown by the theme's tooltips when it is pointed at or reached by keyboard; to touch it leads to the page.
"""

import re
from collections.abc import Callable, Iterator

from meldspec.book.addresses import Target
from meldspec.site.markup import document, element, markdown, plain, slugged
from meldspec.site.site_map import TERMS, PageContext, SiteMap
from meldspec.sources.glossary_file import Term


def terms_page(site: SiteMap) -> str:
    """All words, with the games in whose rules each stands."""
    here = PageContext(site, TERMS)
    intro = (
        "What the words of the table mean, whichever of these games is played.\n"
        "What a word comes to in one game, its rules say; the words that a game declares in its lines are on its own page of words."
    )
    rows = (f"{_named(one)}\n:   {markdown(one.says)}{_where(one, here)}" for one in site.terms)
    return document("# Words of the table", intro, *rows)


def _named(term: Term) -> str:
    return element("span", plain(term.name), id=slugged(term.name))


def _where(term: Term, here: PageContext) -> str:
    """The games whose rules use a word, with their own pages of words."""
    pattern = _pattern(term)
    games = [
        here.link(Target(f"{name}/words"), plain(book.book.title))
        for name, book in here.site.books.items()
        if any(pattern.search(sentence) for article in book.articles.values() for sentence in article.clause.prose)
    ]
    return f"\n    Stands in the rules of {', '.join(games)}." if games else ""


def _pattern(term: Term) -> re.Pattern[str]:
    forms = sorted((term.name, *term.forms), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, forms))})\b", re.IGNORECASE)


class Explained:
    """The words of one clause, or of whatever is read at one go: each word of the table is explained where it stands first.

    `write` is how the words between are written: as Markdown, or where a page has HTML, as that.
    """

    def __init__(self, here: PageContext, write: Callable[[str], str] = markdown) -> None:
        self.here = here
        self.write = write
        self.left = dict(here.site.terms_by_form)
        # The longest form first: a `top card` is no `card`.
        forms = sorted(self.left, key=lambda form: (-len(form), form))
        self.pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, forms))})\b", re.IGNORECASE) if forms else None

    def sentence(self, text: str) -> str:
        """A sentence with links where words stand for the first time."""
        return "".join(self._parts(text))

    def _parts(self, text: str) -> Iterator[str]:
        end = 0
        for hit in self.pattern.finditer(text) if self.pattern else ():
            term = self.left.get(hit[0].lower())
            if term is None:
                continue
            for form in (term.name, *term.forms):
                self.left.pop(form, None)
            yield self.write(text[end : hit.start()])
            yield self.here.link(Target(TERMS, slugged(term.name)), plain(hit[0]), term.says).replace("<a ", '<a class="term" ', 1)
            end = hit.end()
        yield self.write(text[end:])

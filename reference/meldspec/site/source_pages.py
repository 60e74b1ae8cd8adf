"""The pages that lead from outside into the rules: sources with their paragraphs, facts and doubts by id."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meldspec.site.atlas import IDS, SOURCES, Atlas
from meldspec.site.marks import Spot, anchor, element, markdown, page, plain, several, table
from meldspec.site.printed import Article
from meldspec.sources.ledger import Ledger
from meldspec.sources.sources import Source


def sources_page(atlas: Atlas) -> str:
    """Every source: who wrote it, where it is, which clauses rest on it, paragraph by paragraph where they are numbered."""
    intro = (
        "The documents that the rules cite.\n"
        "No text of theirs is kept here; where paragraphs are numbered, `meldspec sources verify` tells whether a document "
        "is the one that was read."
    )
    return page("# Sources", intro, *(_source(one, atlas) for one in atlas.material.sources.values()))


def _source(source: Source, atlas: Atlas) -> str:
    address = f"<{source.address}>" if source.address else ""
    author = f"By {markdown(source.author)}." if source.author else ""
    about = "\n".join(part for part in (author, markdown(source.seen), address) if part)
    heading = f"## {source.tag}: {markdown(source.title)} {{ #{source.tag} }}"
    resting = _paragraphs(source, atlas) if source.paragraphs else _resting(source, atlas)
    return page(heading, about, resting).rstrip("\n")


def _citing(source: str, atlas: Atlas) -> Iterator[tuple[str, Sequence[tuple[int, int]]]]:
    """Every citation of a source, as a link to the clause and the paragraphs; a dropped clause is cited by who drops it."""
    for book in atlas.books:
        for article in atlas.own(book):
            link = _link(book, article, atlas, SOURCES)
            yield from ((link, cites.ranges) for cites in article.clause.cites if cites.source == source)
        for dropped in atlas.books[book].book.dropped:
            spot = atlas.clause(book, dropped.clause.id)
            link = anchor(spot.href(SOURCES), f"{book} without {dropped.clause.id}", title=dropped.why)
            cited = dropped.drop.cites if dropped.origin == book else ()
            yield from ((link, cites.ranges) for cites in cited if cites.source == source)


def _resting(source: Source, atlas: Atlas) -> str:
    """The clauses that rest on a source without numbered paragraphs."""
    links = list(dict.fromkeys(link for link, _ in _citing(source.tag, atlas)))
    return element("p", f"<b>{several(len(links), 'clause')}</b> {' · '.join(links)}", "rests") if links else ""


def _paragraphs(source: Source, atlas: Atlas) -> str:
    """What each paragraph states, and the clauses that rest on it."""
    numbers = range(1, len(source.paragraphs) + 1)
    resting: dict[int, list[str]] = {number: [] for number in numbers}
    for link, ranges in _citing(source.tag, atlas):
        for number in sorted({number for first, last in ranges for number in range(first, last + 1)}):
            resting[number].append(link)
    rows = [
        (element("span", str(n), id=f"{source.tag}.{n}"), _stated(source.tag, n, atlas), " · ".join(resting[n])) for n in numbers
    ]
    return table(("paragraph", "facts", "clauses"), rows)


def _stated(source: str, number: int, atlas: Atlas) -> str:
    """The facts of a paragraph, by all ledgers of its source, or why it states none."""
    found = [one.paragraphs[number] for one in atlas.material.ledgers if one.source == source and number in one.paragraphs]
    facts = [_fact(id) for entry in found if not isinstance(entry, str) for id in entry]
    return ", ".join(facts) or " ".join(dict.fromkeys(plain(entry) for entry in found if isinstance(entry, str)))


def _fact(id: str) -> str:
    return anchor(Spot(IDS, id).href(SOURCES), plain(id))


def _link(book: str, article: Article, atlas: Atlas, on: str) -> str:
    """A clause by its id; of a variant, with the name of the variant in front."""
    text = f"{book} {article.id}" if atlas.books[book].book.ancestors else article.id
    return anchor(atlas.clause(book, article.id).href(on), plain(text), title=article.clause.title)


def ids_page(atlas: Atlas) -> str:
    """Every id of the inventories of facts and doubts: what a fact says and who carries it, who answers a doubt."""
    intro = (
        "The facts and doubts found in the sources have ids.\n"
        "A fact leads to the clauses that carry it, a doubt to the question that puts it, with the reading that holds by "
        "default in bold, or to why it does not arise."
    )
    found = told_of(atlas)
    groups: dict[str, list[str]] = {}
    for id in sorted(found, key=_order):
        groups.setdefault(id.split("-")[0], []).append(id)
    parts = (
        f"## {prefix}\n\n"
        + table(("id", "what it says, and where"), ((element("span", id, id=id), "<br>".join(found[id])) for id in ids), "ids")
        for prefix, ids in groups.items()
    )
    return page("# Facts and doubts by id", intro, *parts)


def _order(id: str) -> tuple[str, str, int, str]:
    """Ids by inventory, then letter, then number."""
    prefix, _, rest = id.partition("-")
    letter = rest[:1] if rest[:1].isalpha() else ""
    digits = rest[len(letter) :].rstrip("abcdefghijklmnopqrstuvwxyz")
    return prefix, letter, int(digits or 0), rest


def told_of(atlas: Atlas) -> dict[str, list[str]]:
    """What is to be said of each id, a line for each thing."""
    found: dict[str, list[str]] = {}
    for ledger in atlas.material.ledgers:
        for id, told in _in_ledger(ledger, atlas):
            found.setdefault(id, []).append(told)
    for book, doubts in atlas.material.moot.items():
        for id, why in doubts.items():
            found.setdefault(id, []).append(f"{plain(atlas.title(book))}: moot. {plain(why)}")
    for book in atlas.books:
        for id, told in _in_book(book, atlas):
            found.setdefault(id, []).append(told)
    return found


def _in_ledger(ledger: Ledger, atlas: Atlas) -> Iterator[tuple[str, str]]:
    """What a fact says, that it is no rule, why a doubt does not arise."""
    title = atlas.title(ledger.variant) if ledger.variant in atlas.books else ledger.variant or ledger.source
    yield from ((id, plain(says)) for id, says in ledger.facts.items())
    yield from ((id, f"No rule: {plain(why)}") for id, why in ledger.not_rules.items())
    yield from ((id, f"{plain(title)}: settled. {plain(why)}") for id, why in ledger.settled.items())


def _in_book(book: str, atlas: Atlas) -> Iterator[tuple[str, str]]:
    """The clauses and questions, written by a book, that name an id: one line for all clauses, one for each question."""
    carrying: dict[str, list[str]] = {}
    for article in atlas.own(book):
        for fact in article.clause.facts:
            carrying.setdefault(fact, []).append(_link(book, article, atlas, IDS))
        for question in article.clause.questions:
            link = anchor(atlas.clause(book, f"{article.id}.{question.name}").href(IDS), plain(question.asks))
            others = [plain(one.name) for one in question.readings if one.name != question.default]
            readings = ", ".join((element("b", plain(question.default)), *others))
            for id in question.covers:
                yield id, f"{link} {readings} ({plain(atlas.title(book))})"
    yield from ((id, " · ".join(links)) for id, links in carrying.items())

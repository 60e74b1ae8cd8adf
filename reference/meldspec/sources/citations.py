"""Whether what the rules cite is there: the source in the list of sources, and the paragraphs in that source."""

from collections.abc import Iterator, Mapping

from meldspec.book.library import Books
from meldspec.language import lines
from meldspec.language.problems import Diagnostic, did_you_mean
from meldspec.sources.sources import Source


def check_citations(library: Books, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Every citation of a source that is not listed, or of paragraphs that it does not have."""
    return [problem for cites in _citations(library) for problem in _wrong(cites, sources)]


def _citations(library: Books) -> Iterator[lines.Cites]:
    """The citations of all clauses as they are written, those of drops and replacements too."""
    for texts in library.texts.values():
        for text in texts:
            for chapter in text.chapters:
                for clause in chapter.clauses:
                    yield from clause.cites


def _wrong(cites: lines.Cites, sources: Mapping[str, Source]) -> Iterator[Diagnostic]:
    """What is wrong with one citation."""
    tag, place = cites.source, cites.place
    source = sources.get(tag)
    if source is None:
        expected = "one of: " + ", ".join(sources)
        mend = did_you_mean(tag, sources) or "add the source to sources.yaml"
        yield Diagnostic("unknown-source", place, f"the source '{tag}'", expected, mend)
        return
    last = len(source.paragraphs)
    if cites.ranges and not last:
        found, expected = f"paragraphs of '{tag}', which has no numbered ones", f"'cites {tag}' alone"
        yield Diagnostic("no-paragraph", place, found, expected, "leave the numbers out, or give the source digests")
        return
    for low, high in cites.ranges:
        told = f"{low}-{high}" if low != high else str(low)
        if low > high:
            found, expected = f"the paragraphs {told}, which run backwards", "the lower number first"
            yield Diagnostic("no-paragraph", place, found, expected, f"did you mean '{high}-{low}'?")
        elif not 1 <= low <= high <= last:
            found, expected = f"paragraph {told} of '{tag}'", f"paragraphs from 1 to {last}"
            yield Diagnostic("no-paragraph", place, found, expected, "look the number up in the source")

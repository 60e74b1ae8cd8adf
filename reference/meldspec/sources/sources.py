"""The sources that the rules cite, and whether a document is still the one that was read.

A source is known by a tag (`manzana`). Where its paragraphs are numbered, a digest of each is kept, so that anybody who
has the document can tell whether a cited paragraph is the paragraph that was meant. No text of a source is kept.
"""

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from hashlib import sha256
from pathlib import Path

from meldspec.language.immutable import Immutable
from meldspec.language.problems import DataError
from meldspec.sources.shaped_yaml import NAME, TEXT, kept, list_of, map_of, record, shaped, spelt, text_of

ENTRY = record(
    "title",
    title=TEXT,
    author=TEXT,
    address=spelt("^https?://", "an address that begins with https://"),
    seen=TEXT,
    games=list_of(NAME),
    paragraphs=list_of(spelt("^[0-9a-f]{64}$", "a digest as `meldspec sources digests` writes it")),
)
SHAPE = map_of(ENTRY, NAME, least=1)
"""A map of tags; `seen` says what of a source was read, `paragraphs` holds the digests in their order."""
EXPECTED = "tags, each with title and perhaps author, address, seen, paragraphs; see spec/README.md"

LIST = "sources.yaml"
"""The name of a list of sources."""
LIKE = 4
"""A file is taken for the document of a source if it holds at least one paragraph in so many; headings are alike in many texts."""

DIFFERENCES = {"replace": "otherwise", "delete": "missing", "insert": "new"}
"""How difflib names a difference → how a `Difference` does."""


class SourcesError(DataError):
    """A list of sources that cannot be used."""


class Source(Immutable):
    """One source; `games` are the books whose own game it tells.

    `paragraphs` holds the SHA-256 digest of each numbered paragraph, or nothing where it has none."""

    tag: str
    title: str
    author: str = ""
    address: str = ""
    seen: str = ""
    games: tuple[str, ...] = ()
    paragraphs: tuple[str, ...] = ()


class Difference(Immutable):
    """Paragraphs that are not as recorded.

    `how` is `otherwise` or `missing`, with the numbers of the recorded paragraphs, or `new`, with those in the document.
    """

    how: str
    first: int
    last: int

    def __str__(self) -> str:
        many = self.last > self.first
        numbers = f"paragraphs {self.first}-{self.last}" if many else f"paragraph {self.first}"
        tail = {"otherwise": "read otherwise" if many else "reads otherwise"}
        tail |= {verb: ("are " if many else "is ") + verb for verb in ("missing", "new")}
        return f"{numbers} {tail[self.how]}"


class Found(Immutable):
    """What became of one source: the document that is taken for it (none where no file is like it), how it differs, and how many
    of its paragraphs stand there, or in the file that comes nearest."""

    source: Source
    file: Path | None
    differences: tuple[Difference, ...] = ()
    there: int = 0

    @property
    def good(self) -> bool:
        """Whether the document is there and every paragraph is as recorded."""
        return self.file is not None and not self.differences


def paragraphs_of(text: str) -> list[str]:
    """The paragraphs of a document: its lines that are not blank. Paragraph 1 is the first of them."""
    return [line for line in text.splitlines() if line.strip()]


def digest(paragraph: str) -> str:
    """The SHA-256 digest of a paragraph in lower case, with every run of white space made one space."""
    # Case and white space are what turning a document into text changes without changing what it says.
    return sha256(" ".join(paragraph.lower().split()).encode("utf-8")).hexdigest()


def digests_of(text: str) -> tuple[str, ...]:
    """The digest of every paragraph of a document, in order."""
    return tuple(digest(paragraph) for paragraph in paragraphs_of(text))


def read_sources(path: Path) -> dict[str, Source]:
    """The sources of a YAML file, by tag.

    Raises SourcesError, with every problem found, where the file is no YAML or not of the shape above.
    """
    file = f"{path.parent.name}/{path.name}"
    text = text_of(path, file, SourcesError)
    found = kept(path, text, lambda: shaped(file, text, SHAPE, EXPECTED, SourcesError))
    return {
        tag: Source(tag, **{**entry, **{name: tuple(entry.get(name, ())) for name in ("games", "paragraphs")}})
        for tag, entry in found.items()
    }


def sources_below(folder: Path) -> dict[str, Source]:
    """The sources of every list `sources.yaml` in a folder of rules and in folders within it; none where there is no list.

    Raises SourcesError as `read_sources` does, and for a tag that two lists give to different sources.
    """
    found: dict[str, Source] = {}
    for path in sorted(folder.rglob(LIST)):
        for tag, source in read_sources(path).items():
            if found.setdefault(tag, source) != source:
                where = f"{path.relative_to(folder)}: found the source '{tag}', which another {LIST} of these rules has otherwise"
                raise SourcesError(f"{where}; expected one source for a tag; write both alike, or give one of them another tag")
    return found


def verify(sources: Sequence[Source], folder: Path) -> list[Found]:
    """Look for the document of every source among the files below a folder, and compare paragraph by paragraph.

    The document of a source is the file that holds most of its paragraphs, if it holds enough of them; names of files mean nothing.
    """
    # By what is in them, for everybody saves a document under a name of his own; what is no text is like nothing.
    documents = {path: digests_of(path.read_text(encoding="utf-8", errors="replace")) for path in _files(folder)}
    return [_found(source, documents) for source in sources]


def strangers(found: Sequence[Found], folder: Path) -> list[Path]:
    """The files below a folder that are the document of no source."""
    taken = {one.file for one in found}
    return [path for path in _files(folder) if path not in taken]


def _files(folder: Path) -> list[Path]:
    """All files below a folder but those that are hidden."""
    return [path for path in sorted(folder.rglob("*")) if path.is_file() and not path.name.startswith(".")]


def _found(source: Source, documents: Mapping[Path, tuple[str, ...]]) -> Found:
    """The document most like a source, and how it differs."""
    wanted = set(source.paragraphs)
    likeness = {path: len(wanted.intersection(there)) for path, there in documents.items()}
    best = max(likeness, key=lambda path: likeness[path], default=None)
    there = likeness[best] if best is not None else 0
    if best is None or there * LIKE < len(wanted):
        return Found(source, None, (), there)
    return Found(source, best, tuple(_differences(source.paragraphs, documents[best])), there)


def _differences(recorded: Sequence[str], there: Sequence[str]) -> Iterator[Difference]:
    """Where two lists of digests part, so that one added paragraph does not make all later ones differ."""
    # Not junked by frequency: the same heading stands many times in a rules text.
    matcher = SequenceMatcher(None, recorded, there, autojunk=False)
    for how, first, last, first_there, last_there in matcher.get_opcodes():
        if how == "insert":
            yield Difference("new", first_there + 1, last_there)
        elif how != "equal":
            yield Difference(DIFFERENCES[how], first + 1, last)

"""`search.yaml` beside the rules: what a search of the pages takes words for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from meldspec.language.problems import DataError
from meldspec.sources.shaped_yaml import list_of, map_of, record, shaped, spelt, text_of

WORD = spelt("^[a-z0-9]+$", "a word in small letters and digits")
GROUPS = list_of(list_of(WORD))
SHAPE = record(forms=GROUPS, names=GROUPS, asks=map_of(list_of(WORD), WORD), empty=list_of(WORD))
EXPECTED = "lists of words under forms, names and empty, and under asks words each with a list"


class SearchWordsError(DataError):
    """A file of words that is none: the message says where, what was found and what was expected."""


@dataclass(frozen=True, slots=True)
class SearchWords:
    """Words that a search takes for one another.

    `forms` are forms of one word, of which the first stands for all; `names` are names of one thing; `asks` are words that who asks
    with another one may mean; `empty` are words that say nothing about what is looked for.
    """

    forms: Sequence[Sequence[str]] = ()
    names: Sequence[Sequence[str]] = ()
    asks: Mapping[str, Sequence[str]] = field(default_factory=dict)
    empty: Sequence[str] = ()


def read_search_words(spec: Path) -> SearchWords:
    """The words beside some rules; none where there is no such file.

    Raises SearchWordsError for what is no YAML or not of the shape.
    """
    path = spec / "search.yaml"
    if not path.exists():
        return SearchWords()
    file = f"{spec.name}/{path.name}"
    return SearchWords(**shaped(file, text_of(path, file, SearchWordsError), SHAPE, EXPECTED, SearchWordsError))

"""`glossary.yaml` beside the rules: words of the table, a sentence each, for readers of the pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from meldspec.language.problems import DataError
from meldspec.sources.shaped_yaml import TEXT, list_of, map_of, record, shaped, spelt, text_of

WORD = spelt("^[a-z]+( [a-z]+)*$", "a word in small letters, or some of them")
SHAPE = map_of(record("says", says=TEXT, forms=list_of(WORD)), WORD)
EXPECTED = "words, each with what it says, and perhaps its other forms"


class GlossaryError(DataError):
    """A file of words that is none: the message says where, what was found and what was expected."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the table, its other forms, and what it means."""

    name: str
    says: str
    forms: Sequence[str] = ()


def read_glossary(spec: Path) -> tuple[Term, ...]:
    """The words beside some rules, in alphabetical order; none where there is no such file.

    Raises GlossaryError for what is no YAML, not of the shape, or has one form twice.
    """
    path = spec / "glossary.yaml"
    if not path.exists():
        return ()
    file = f"{spec.name}/{path.name}"
    found = shaped(file, text_of(path, file, GlossaryError), SHAPE, EXPECTED, GlossaryError)
    terms = tuple(Term(name, entry["says"], tuple(entry.get("forms", ()))) for name, entry in sorted(found.items()))
    whose: dict[str, str] = {}
    for term in terms:
        for form in (term.name, *term.forms):
            if form in whose:
                raise GlossaryError(f"{file}: '{form}' is a form of '{whose[form]}' and of '{term.name}'; expected it once")
            whose[form] = term.name
    return terms

"""The mutants of books of which it is argued that no table tells them from the true rules."""

from pathlib import Path

from meldspec.language.problems import DataError
from meldspec.sources.shaped_yaml import NAME, TEXT, map_of, shaped, text_of

SHAPE = map_of(map_of(TEXT), NAME)
EXPECTED = "variants, each a map of mutants as `meldspec mutation --list alive` names them, and why nothing tells them"
FILE = "equivalents.yaml"


class EquivalentsError(DataError):
    """A file that cannot be read; the message names it and what is wrong, a line for each thing."""


def read_equivalents(spec: Path) -> dict[str, dict[str, str]]:
    """By variant, the names of mutants, each with the reason; empty where a folder of rules has no such file.

    Raises EquivalentsError for what is no map of such maps.
    """
    path = spec / FILE
    if not path.exists():
        return {}
    name = f"{spec.name}/{FILE}"
    return shaped(name, text_of(path, name, EquivalentsError), SHAPE, EXPECTED, EquivalentsError)

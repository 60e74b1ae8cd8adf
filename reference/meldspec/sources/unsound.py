"""Which cases of a corpus are known not to be sound yet: `unsound.yaml` beside them."""

from pathlib import Path

from meldspec.language.problems import DataError
from meldspec.sources.shaped_yaml import TEXT, list_of, map_of, shaped, text_of

FILE = "unsound.yaml"
SHAPE = map_of(map_of(list_of(TEXT)))
"""By variant, by fault, the ids of cases."""


class UnsoundError(DataError):
    """A file of unsound cases that is none: the message says where and what is wrong."""


def read_unsound(corpus: Path) -> dict[str, dict[str, list[str]]]:
    """By variant and by what is wrong with them the cases that are known not to be sound; empty where there is no such file.

    Raises UnsoundError for what is no map of such maps.
    """
    path = corpus / FILE
    if not path.exists():
        return {}
    file = f"{corpus.name}/{FILE}"
    expected = "variants, each a map of faults, each a list of ids of cases"
    return shaped(file, text_of(path, file, UnsoundError), SHAPE, expected, UnsoundError)

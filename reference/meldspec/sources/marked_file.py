"""A file of fields that people write, as a position: YAML → plain values and the place of each."""

from meldspec.language.problems import Diagnostic, Place
from meldspec.position.marked import Marked, PositionError
from meldspec.sources.plain_yaml import YamlError, plain_yaml


def read_marked(text: str, file: str) -> Marked:
    """The value of a YAML text that is one map of plain values.

    Raises PositionError for what is no plain YAML or no map.
    """
    try:
        marked = plain_yaml(text, file)
    except YamlError as error:
        raise PositionError([*error.problems]) from None
    if not isinstance(marked.value, dict):
        found, mend = "no map of fields", "begin with a line as 'variant: canasta'"
        raise PositionError([Diagnostic("no-map", Place(file, 1), found, "a map, one field a line", mend)])
    return marked

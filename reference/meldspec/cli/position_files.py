"""Position files: YAML written by hand → plain values and the place of each."""

from collections.abc import Mapping

from meldspec.engine.rulebook import Library
from meldspec.language.problems import Diagnostic, Place
from meldspec.position.marked import Marked, PositionError
from meldspec.position.position import Position
from meldspec.position.profiles import Profile
from meldspec.position.read import read_position
from meldspec.sources.plain_yaml import YamlError, plain_yaml


def read_position_file(
    text: str,
    file: str,
    library: Library,
    readings: Mapping[str, str] | None = None,
    profile: str = "",
    profiles: Mapping[str, Profile] | None = None,
) -> Position:
    """The position in a YAML text; `file` names it in messages. Raises what `read_position` and `read_marked` raise."""
    return read_position(read_marked(text, file), library, readings, profile, profiles)


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

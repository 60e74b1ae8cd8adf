"""Position files: YAML written by hand → plain values and the place of each; nothing in a file is ever executed or expanded."""

from collections.abc import Iterator, Mapping

import yaml
from yaml.constructor import SafeConstructor
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from meldspec.engine.rulebook import Library
from meldspec.language.problems import Diagnostic, Place
from meldspec.position.marked import Marked, Path, PositionError, spelt
from meldspec.position.position import Position
from meldspec.position.profiles import Profile
from meldspec.position.read import read_position

LONGEST = 256 * 1024
"""Characters that a position may have; a whole table takes a hundredth of it."""
YAML_TAG = "tag:yaml.org,2002:"
PLAIN = frozenset(YAML_TAG + name for name in ("map", "seq", "str", "int", "bool", "null"))
"""The tags that a value has when none is written."""


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

    Raises PositionError for what is no YAML, no map, or uses aliases, tags, merges or a key twice.
    """
    if len(text) > LONGEST:
        found = f"{len(text)} characters"
        raise PositionError([Diagnostic("too-long", Place(file, 1), found, f"at most {LONGEST} characters")])
    root = _composed(text, file)
    if not isinstance(root, MappingNode):
        found, mend = "no map of fields", "begin with a line as 'variant: canasta'"
        raise PositionError([Diagnostic("no-map", Place(file, 1), found, "a map, one field a line", mend)])
    marks: dict[Path, Place] = {}
    problems = list(_walked(root, (), file, marks, set()))
    if problems:
        raise PositionError(problems)
    # Only now, when every value is known to be plain.
    try:
        value = SafeConstructor().construct_document(root)
    except (ValueError, yaml.YAMLError) as error:
        expected = "plain texts, whole numbers, lists and maps"
        raise PositionError([Diagnostic("no-value", Place(file, 1), _told(error), expected)]) from None
    return Marked(file, value, marks)


def _composed(text: str, file: str) -> Node | None:
    """The nodes of a text, of which no object is made."""
    try:
        return yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(file, mark.line + 1, mark.column + 1) if mark else Place(file, 1)
        problem = Diagnostic("no-yaml", place, error.problem or _told(error), "YAML", "mend that line")
    except yaml.YAMLError as error:
        problem = Diagnostic("no-yaml", Place(file, 1), _told(error), "YAML in UTF-8 without control characters")
    except RecursionError:
        found, mend = "brackets within brackets without end", "write the fields as docs/positions.md shows"
        problem = Diagnostic("no-yaml", Place(file, 1), found, "a few levels", mend)
    raise PositionError([problem])


def _told(error: Exception) -> str:
    return " ".join(str(error).split())


def _place(node: Node, file: str) -> Place:
    return Place(file, node.start_mark.line + 1, node.start_mark.column + 1)


def _walked(node: Node, path: Path, file: str, marks: dict[Path, Place], seen: set[int]) -> Iterator[Diagnostic]:
    """Note the place of every value, and report what a hand-written file has no need of."""
    place = _place(node, file)
    where = f"{spelt(path)}: " if path else ""
    # Aliases are how a few lines are made to fill all memory, and nobody needs them in a position.
    if id(node) in seen:
        found, mend = f"{where}an alias of what stands here", "write the value itself in place of '*…'"
        yield Diagnostic("alias", place, found, "values written out", mend)
        return
    seen.add(id(node))
    marks[path] = place
    if node.tag not in PLAIN:
        found = f"{where}a value of type {node.tag.removeprefix(YAML_TAG)}"
        yield Diagnostic("tag", place, found, "texts, whole numbers, yes, no, lists and maps", "write it plainly")
    elif isinstance(node, SequenceNode):
        for number, item in enumerate(node.value):
            yield from _walked(item, (*path, number), file, marks, seen)
    elif isinstance(node, MappingNode):
        yield from _walked_map(node, path, file, marks, seen)


def _walked_map(node: MappingNode, path: Path, file: str, marks: dict[Path, Place], seen: set[int]) -> Iterator[Diagnostic]:
    """The entries of a map, each key once and plain."""
    keys: set[str] = set()
    for key, item in node.value:
        place = _place(key, file)
        # YAML takes `yes` for a value wherever it stands; as the name of a field it is what is written.
        if isinstance(key, ScalarNode) and key.tag == f"{YAML_TAG}bool":
            key.tag = f"{YAML_TAG}str"
        if not isinstance(key, ScalarNode) or key.tag != f"{YAML_TAG}str":
            told = repr(key.value) if isinstance(key, ScalarNode) else "a list or a map"
            yield Diagnostic("key", place, f"{told} as the name of a field", "a plain text", "put it in quotation marks")
            continue
        if key.value in keys:
            found = f"a second '{spelt((*path, key.value))}'"
            yield Diagnostic("key-twice", place, found, "every field once", "put both into one")
        keys.add(key.value)
        yield from _walked(item, (*path, key.value), file, marks, seen)

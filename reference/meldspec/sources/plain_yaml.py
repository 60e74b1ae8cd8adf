"""The one reader of YAML: a text → plain values and the place of each; nothing in a file is ever executed or expanded.

People write these files and send them to each other, so every trick of YAML that they have no need of is refused where it stands:
aliases, tags, merges, a key twice, signs that nobody sees, brackets within brackets without end. What is refused is told as one
Diagnostic, and nothing is made of the text then.
"""

from collections.abc import Iterator
from dataclasses import field
from typing import Any

import yaml
from yaml.constructor import SafeConstructor
from yaml.nodes import ScalarNode

from meldspec.language.immutable import mutable
from meldspec.language.layout import TURNING, UNSEEN
from meldspec.language.problems import Diagnostic, Place
from meldspec.position.marked import Marked, Path, spelt
from meldspec.protocol.plain_json import DIGITS

LONGEST = 256 * 1024
"""Characters that a file may have; the longest of our own take a tenth of it."""
DEEPEST = 30
"""So many brackets may stand within each other."""
MOST = 20
"""After so many problems no more are told: a file that has more of them is another sort of file."""
QUICK: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The quicker of the two loaders where it is there: both read alike, and tell otherwise what is wrong."""
SHORT = 64 * 1024
"""Texts up to here are read again by the slow loader where something is wrong with them: it tells more exactly what."""
YAML_TAG = "tag:yaml.org,2002:"
STR, INT, BOOL, NULL, MAP, SEQ = (YAML_TAG + name for name in ("str", "int", "bool", "null", "map", "seq"))
PLAIN = "texts, whole numbers, yes, no, lists and maps"


class YamlError(ValueError):
    """A text that is no plain YAML: `problems` tells what is wrong with it and where."""

    def __init__(self, *problems: Diagnostic) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


class _Enough(Exception):
    """Nothing more can be, or is to be, told."""


def plain_yaml(text: str, file: str, numbered: bool = False) -> Marked:
    """The value of a YAML text, which `file` names in messages, and where everything in it stands; the value is none where the
    text is empty. Where fields are `numbered`, a number may name one, as it is written.

    Raises YamlError for what is no YAML, is too large, or uses what nobody needs.
    """
    if len(text) > LONGEST:
        found = f"{len(text)} characters"
        raise YamlError(Diagnostic("too-long", Place(file, 1), found, f"at most {LONGEST} characters", "split the file in two"))
    if hit := TURNING.search(text):
        raise YamlError(_turning(text, hit.start(), file))
    try:
        return _read(QUICK, text, file, numbered)
    except yaml.YAMLError as error:
        told = error
    if QUICK is not yaml.SafeLoader and len(text) <= SHORT:
        try:
            return _read(yaml.SafeLoader, text, file, numbered)
        except yaml.YAMLError as error:
            told = error
    raise YamlError(_no_yaml(told, file))


def _turning(text: str, at: int, file: str) -> Diagnostic:
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    found = f"an unseen sign that turns or breaks the line (U+{ord(text[at]):04X})"
    return Diagnostic("control-character", Place(file, line, column, column + 1), found, "text that can be seen", "delete the sign")


def _no_yaml(error: yaml.YAMLError, file: str) -> Diagnostic:
    """What is told of a text that cannot be parsed."""
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    if mark is None:
        return Diagnostic("no-yaml", Place(file, 1), _told(error), "YAML in UTF-8 without control characters", "delete them")
    place = Place(file, mark.line + 1, mark.column + 1)
    return Diagnostic("no-yaml", place, getattr(error, "problem", "") or _told(error), "YAML", "mend that line")


def _where(path: Path) -> str:
    """The way to a value, as it stands before what is said of it."""
    return f"{spelt(path)}: " if path else ""


def _told(error: Exception) -> str:
    return " ".join(str(error).split())


def _read(loader: Any, text: str, file: str, numbered: bool) -> Marked:
    """Read a text with one of the two loaders."""
    reader = _Reader(loader(text), file, numbered)
    try:
        value = reader.document()
    except _Enough:
        raise YamlError(*reader.problems) from None
    finally:
        reader.events.dispose()
    if reader.problems:
        raise YamlError(*reader.problems)
    return Marked(file, value, reader.marks)


@mutable
class _Reader:
    """Makes values of the parser's events one after the other, and notes where each stands and what is wrong.

    Of events and not of the parser's nodes, since these are made by a recursion that nothing bounds.
    """

    events: Any
    file: str
    numbered: bool
    marks: dict[Path, Place] = field(default_factory=dict)
    problems: list[Diagnostic] = field(default_factory=list)

    def document(self) -> Any:
        """The value of the one document of the text."""
        self.events.get_event()
        if isinstance(self.events.get_event(), yaml.StreamEndEvent):
            return None
        value = self._value(self.events.get_event(), (), 0)
        self.events.get_event()
        after = self.events.get_event()
        if not isinstance(after, yaml.StreamEndEvent):
            self._stop("no-yaml", after, "but found another document", "one document", "delete it and the line '---'")
        return value

    def _note(self, code: str, event: Any, found: str, expected: str, mend: str) -> None:
        mark = event.start_mark
        self.problems.append(Diagnostic(code, Place(self.file, mark.line + 1, mark.column + 1), found, expected, mend))
        if len(self.problems) >= MOST:
            raise _Enough

    def _stop(self, code: str, event: Any, found: str, expected: str, mend: str) -> None:
        self._note(code, event, found, expected, mend)
        raise _Enough

    def _value(self, event: Any, path: Path, depth: int) -> Any:
        """The value that begins with an event."""
        self.marks[path] = Place(self.file, event.start_mark.line + 1, event.start_mark.column + 1)
        # Aliases are how a few lines are made to fill all memory, and nobody needs them.
        if isinstance(event, yaml.AliasEvent):
            found, mend = f"{_where(path)}an alias of what stands elsewhere", "write the value itself in place of '*…'"
            return self._note("alias", event, found, "values written out", mend)
        if depth > DEEPEST:
            found, mend = "brackets within brackets without end", "take brackets away"
            self._stop("no-yaml", event, found, f"at most {DEEPEST} levels", mend)
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event, path)
        if event.tag not in (None, "!", MAP, SEQ):
            self._tag(event, path, event.tag)
        if isinstance(event, yaml.SequenceStartEvent):
            return [self._value(one, (*path, number), depth + 1) for number, one in enumerate(self._until(yaml.SequenceEndEvent))]
        return self._map(path, depth)

    def _until(self, end: type) -> Iterator[Any]:
        """The events that begin the parts of a list or a map."""
        while not isinstance(event := self.events.get_event(), end):
            yield event

    def _map(self, path: Path, depth: int) -> dict[str, Any]:
        """A map, each key once and plain."""
        found: dict[str, Any] = {}
        for event in self._until(yaml.MappingEndEvent):
            key = self._key(event, path, depth)
            value = self._value(self.events.get_event(), (*path, key), depth + 1)
            if key in found:
                self._note("key-twice", event, f"a second '{spelt((*path, key))}'", "every field once", "put both into one")
            found[key] = value
        return found

    def _key(self, event: Any, path: Path, depth: int) -> str:
        """The name of a field, as it is written."""
        tag = self._tag_of(event) if isinstance(event, yaml.ScalarEvent) else ""
        # YAML takes `yes` for a value wherever it stands; as the name of a field it is what is written.
        if tag in (STR, BOOL) or (tag == INT and self.numbered):
            return str(event.value)
        told = repr(event.value) if tag else "a list or a map"
        self._note("key", event, f"{told} as the name of a field", "a plain text", "put it in quotation marks")
        if not tag:
            self._value(event, (*path, ""), depth + 1)
        return str(event.value) if tag else ""

    def _tag_of(self, event: Any) -> str:
        """The tag of a scalar, as written or as the text has it."""
        if event.tag is not None and event.tag != "!":
            return str(event.tag)
        return str(self.events.resolve(ScalarNode, event.value, event.implicit))

    def _scalar(self, event: Any, path: Path) -> Any:
        """A text, a number, yes, no or nothing."""
        tag, text = self._tag_of(event), event.value
        if tag == STR:
            # A text may be made of what can be seen, as "\\e[2J", and would steer the terminal of whoever reads the file.
            if hit := UNSEEN.search(text.replace("\t", " ")):
                found = f"{_where(path)}an unseen sign in a text (U+{ord(text[hit.start()]):04X})"
                return self._note("control-character", event, found, "text that can be seen", "take it out of the quotation marks")
            return text
        if tag == NULL:
            return None
        if tag not in (INT, BOOL):
            return self._tag(event, path, tag)
        if len(text) > DIGITS:
            found = f"{_where(path)}a number of {len(text)} digits"
            return self._note("no-value", event, found, f"numbers of at most {DIGITS} digits", "write a number that can be meant")
        try:
            made = SafeConstructor()
            return (made.construct_yaml_int if tag == INT else made.construct_yaml_bool)(ScalarNode(tag, text))
        except (ValueError, KeyError) as error:
            return self._note("no-value", event, f"{_where(path)}{_told(error)}", f"plain {PLAIN}", "write it plainly")

    def _tag(self, event: Any, path: Path, tag: str) -> None:
        found = f"{_where(path)}a value of type {tag.removeprefix(YAML_TAG)}"
        self._note("tag", event, found, PLAIN, "write it plainly")

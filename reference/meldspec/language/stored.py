"""A tree as plain lists that JSON can hold, and back.

A node is its number among all kinds of nodes, its place within the file, and its fields; a tuple is a nought and what it holds.
"""

from dataclasses import fields
from typing import Any as Anything

from meldspec.language import lines, tree
from meldspec.language.forms import FORMS
from meldspec.language.problems import NOWHERE, Place

UNFORMED: set[type[tree.Node]] = {tree.Phrase, lines.Effect, lines.ActField}
"""Nodes that are said in other ways than by a form."""
KINDS = tuple(sorted(UNFORMED.union(form.kind for form in FORMS.values()), key=lambda kind: kind.__name__))
"""All kinds of nodes; a node's number is one more than the place of its kind here."""

NUMBERS = {kind: number for number, kind in enumerate(KINDS, 1)}
FIELDS = {kind: tuple(field.name for field in fields(kind) if field.name != "place") for kind in KINDS}
NUMBERED = dict(enumerate([(kind, FIELDS[kind]) for kind in KINDS], 1))
"""Each kind with its fields, by its number."""
PLACELESS = 0
WORDS = frozenset((str, int, bool, type(None)))
"""The types of what stays as it is."""


def plain(text: lines.Text) -> list[Anything]:
    """The tree of one file as lists.

    Raises ValueError where a node is of another file, or holds what is none of a tree's things.
    """
    return [text.place.file, _plain(text, text.place.file)]


def plain_node(node: tree.Node, file: str) -> Anything:
    """One node of a file as lists; raises ValueError as `plain` does."""
    return _plain(node, file)


def rebuilt_node(found: Anything, file: str) -> Anything:
    """The node of a file that was made plain."""
    return _rebuilt(found, file)


def _plain(value: Anything, file: str) -> Anything:
    kind = type(value)
    if kind is tuple:
        return [0, *[one if type(one) in WORDS else _plain(one, file) for one in value]]
    # `type`, not `isinstance`: a subclass would come back as its parent (decision 7).
    if kind in NUMBERS:
        # A text has some ten thousand nodes, and most of their fields are words and numbers.
        fields = [getattr(value, name) for name in FIELDS[kind]]
        return [NUMBERS[kind], _where(value.place, file), *[one if type(one) in WORDS else _plain(one, file) for one in fields]]
    if value is None or isinstance(value, str | int):
        return value
    raise ValueError(f"found {value!r}, expected a node of a tree")


def _where(place: Place, file: str) -> Anything:
    """A place without its file."""
    if place.file != file:
        if place == NOWHERE:
            return PLACELESS
        raise ValueError(f"found a node of {place.file}, expected one of {file}")
    return [place.line, place.column, place.end_column]


def rebuilt(found: Anything) -> lines.Text:
    """The tree that was made plain.

    Raises ValueError where the lists are not those of a tree.
    """
    try:
        file, held = found
        text = _rebuilt(held, file)
    except (TypeError, LookupError, ValueError) as error:
        raise ValueError(f"found no tree: {error}") from None
    if not isinstance(text, lines.Text):
        raise ValueError(f"found a {type(text).__name__}, expected a whole text")
    return text


def _rebuilt(value: Anything, file: str) -> Anything:
    if type(value) is not list:
        return value
    number = value[0]
    if number == 0:
        return tuple([_rebuilt(one, file) if type(one) is list else one for one in value[1:]])
    kind, names = NUMBERED[number]
    if len(value) != len(names) + 2:
        raise ValueError(f"found {len(value) - 2} fields of a {kind.__name__}, expected {len(names)}")
    # Field by field, and most are words and numbers: a book has some ten thousand nodes.
    where, made = value[1], object.__new__(kind)
    held = made.__dict__
    held["place"] = NOWHERE if where == PLACELESS else Place(file, *where)
    for name, one in zip(names, value[2:], strict=True):
        held[name] = _rebuilt(one, file) if type(one) is list else one
    return made

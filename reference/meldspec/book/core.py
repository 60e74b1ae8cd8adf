"""Expressions after names are resolved: every word is known to be a place, a memory, a variable, a term or a built-in word.

The compiler and the definitional walk both read these nodes; nothing else in them is open.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any, TypeVar, assert_never, get_args

from meldspec.language.immutable import Immutable, kept_with
from meldspec.language.problems import Place
from meldspec.language.tree import Node

T = TypeVar("T", bound=Immutable)


Value = int | str | bool | None
PLAIN = ("str", "int", "Value", "tuple[str, ...]")
"""The types of fields that can only hold words and numbers, as they are written here and in `sheet`."""


class Const(Immutable):
    """A number, `yes`, `no`, `none`, a phase or a kind."""

    value: Value
    type: str


class Var(Immutable):
    """`player`, `side`, a field of the act, `it`, or a name bound by a quantifier, a loop or a definition."""

    name: str
    type: str


class CardSet(Immutable):
    """A declared set of cards, or all of them; or those of a rank, a suit or a look, by its sign."""

    name: str
    type: str = "set"

    @property
    def is_sign(self) -> bool:
        """Whether it is no declared set: their names are in lower case."""
        return not self.name[:1].islower()


class Cell(Immutable):
    """A place or a memory: of `owner`, or of the table where there is none."""

    name: str
    owner: Core | None
    type: str


class Call(Immutable):
    """A defined term; `args` binds each of its free variables."""

    name: str
    args: tuple[tuple[str, Core], ...]
    type: str


class Op(Immutable):
    """A built-in word applied to its operands."""

    op: str
    args: tuple[Core, ...]
    type: str


class Each(Immutable):
    """`every|some|no NAME in LIST has BODY`, or with mode `where` those of the list for which it holds; with mode `sum` the body is
    a number, and they are added up."""

    mode: str
    var: str
    source: Core
    body: Core
    type: str


class After(Immutable):
    """The body, in the position after the act."""

    body: Core
    type: str = "truth"


class Suppose(Immutable):
    """The body, in the position as it would be if a memory held a value."""

    memory: Cell
    value: Core
    body: Core
    type: str = "truth"


class Come(Immutable):
    """`could come to BODY`; `key` tells it from others, `free` are the variables it reads. Where `of` is given, all but `leaving`
    of those cards are laid on the way."""

    body: Core
    key: str
    free: tuple[str, ...]
    type: str = "truth"
    leaving: int = 0
    of: Core | None = None


class CouldAct(Immutable):
    """`could ACT so that BODY`"""

    act: str
    body: Core | None
    key: str
    free: tuple[str, ...]
    fields: tuple[str, ...]
    type: str = "truth"


Core = Const | Var | CardSet | Cell | Call | Op | Each | After | Suppose | Come | CouldAct
CORES = frozenset(get_args(Core))


def clause_of_line(line: str) -> str:
    """The id of the clause that a line stands in, by the id of the line."""
    return line.rsplit(":", 1)[0]


def clause_of_question(question: str) -> str:
    """The id of the clause that a question is of, by the id of the question."""
    return question.rsplit(".", 1)[0]


class Tag(Immutable):
    """Where a formal line comes from: its id, its place, and the reading it holds under (question id and reading, or empty)."""

    line: str
    place: Place
    question: str = ""
    reading: str = ""

    @property
    def clause(self) -> str:
        """The id of the clause."""
        return clause_of_line(self.line)


# ── what holds expressions ─────────────────────────────────────────────────────────────────────────────────────────────────

# Lines, loops, fields of acts and the expressions themselves are frozen dataclasses, gone through here by their fields in the order
# in which they are written. Whoever treats one node otherwise than the rest says so where it does.


class FieldNames(dict[type, tuple[str, ...]]):
    """By kind the fields that may hold expressions: none of a tag, of a node of the syntax tree, or of what is no dataclass."""

    def __missing__(self, kind: type) -> tuple[str, ...]:
        names: tuple[str, ...] = ()
        if issubclass(kind, Immutable) and not issubclass(kind, Tag | Node):
            # Gone through for every rulebook that is compiled, so what can only be a word or a number is left out once for all.
            names = tuple(one.name for one in fields(kind) if one.type not in PLAIN)
        return self.setdefault(kind, names)


FIELDS = FieldNames()


def held(value: Any) -> list[Core]:
    """The expressions nearest to the top in whatever a line or an expression holds."""
    kind = type(value)
    if kind in CORES:
        return [value]
    parts = value if kind is tuple else [getattr(value, name) for name in FIELDS[kind]]
    return [core for part in parts for core in held(part)]


@kept_with
def children(node: Core) -> tuple[Core, ...]:
    """The nodes directly under a node."""
    return tuple([child for name in FIELDS[type(node)] for child in held(getattr(node, name))])


def changed(value: Any, change: Callable[[Core], Core]) -> Any:
    """The same with each of these expressions changed."""
    kind = type(value)
    if kind in CORES:
        return change(value)
    if kind is tuple:
        parts = tuple([changed(part, change) for part in value])
        return value if all(map(operator.is_, parts, value)) else parts
    return rebuilt(value, change) if FIELDS[kind] else value


def rebuilt(node: T, change: Callable[[Core], Core]) -> T:
    """A node or a line with each of the nodes directly under it changed; the same one where none of them is."""
    other = {name: new for name in FIELDS[type(node)] if (new := changed(old := getattr(node, name), change)) is not old}
    return node.with_other(other) if other else node


@kept_with
def free_variables(node: Core) -> dict[str, str]:
    """The variables that an expression reads and does not bind, with their types; `afterwards` where it looks past the act."""
    found: dict[str, str] = {}
    for child in children(node):
        found |= free_variables(child)
    match node:
        case Var(name, type_):
            return {name: type_}
        case Each(_, var, source, body, _):
            # Within the list the name is that of something else.
            return free_variables(source) | {k: v for k, v in free_variables(body).items() if k != var}
        case After():
            # Whoever uses the expression must be able to say what comes after the act.
            return found | {"afterwards": "position"}
        case Come():
            return found | {"player": "player"}
        case CouldAct():
            # The fields are those of the act that is asked about, and known inside alone.
            return {k: v for k, v in found.items() if k not in node.fields} | {"player": "player"}
        case Const() | CardSet() | Cell() | Call() | Op() | Suppose():
            return found
        case _:
            assert_never(node)


def conjuncts(core: Core) -> Iterator[Core]:
    """The conditions that all must hold."""
    if isinstance(core, Op) and core.op == "and":
        for arg in core.args:
            yield from conjuncts(arg)
    else:
        yield core

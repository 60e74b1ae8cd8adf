"""Expressions after names are resolved: every word is known to be a place, a memory, a variable, a term or a built-in word.

The compiler and the definitional walk both read these nodes; nothing else in them is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from meldspec.language.place import Place


@dataclass(frozen=True, slots=True)
class Const:
    """A number, `yes`, `no`, `none`, a phase or a kind."""

    value: int | str | bool | None
    type: str


@dataclass(frozen=True, slots=True)
class Var:
    """`player`, `side`, a field of the act, `it`, or a name bound by a quantifier, a loop or a definition."""

    name: str
    type: str


@dataclass(frozen=True, slots=True)
class CardSet:
    """A declared set of cards, or all of them."""

    name: str
    type: str = "set"


@dataclass(frozen=True, slots=True)
class Cell:
    """A place or a memory: of `owner`, or of the table where there is none."""

    name: str
    owner: Core | None
    type: str


@dataclass(frozen=True, slots=True)
class Call:
    """A defined term; `args` binds each of its free variables."""

    name: str
    args: tuple[tuple[str, Core], ...]
    type: str


@dataclass(frozen=True, slots=True)
class Op:
    """A built-in word applied to its operands."""

    op: str
    args: tuple[Core, ...]
    type: str


@dataclass(frozen=True, slots=True)
class Each:
    """`every|some|no NAME in LIST has BODY`, or with mode `where` those of the list for which it holds; with mode `sum` the body is
    a number, and they are added up."""

    mode: str
    var: str
    source: Core
    body: Core
    type: str


@dataclass(frozen=True, slots=True)
class After:
    """The body, in the position after the act."""

    body: Core
    type: str = "truth"


@dataclass(frozen=True, slots=True)
class Suppose:
    """The body, in the position as it would be if a memory held a value."""

    memory: Cell
    value: Core
    body: Core
    type: str = "truth"


@dataclass(frozen=True, slots=True)
class Come:
    """`could come to BODY`; `key` tells it from others, `free` are the variables it reads. Where `of` is given, all but `leaving`
    of those cards are laid on the way."""

    body: Core
    key: str
    free: tuple[str, ...]
    type: str = "truth"
    leaving: int = 0
    of: Core | None = None


@dataclass(frozen=True, slots=True)
class CouldAct:
    """`could ACT so that BODY`"""

    act: str
    body: Core | None
    key: str
    free: tuple[str, ...]
    fields: tuple[str, ...]
    type: str = "truth"


Core = Const | Var | CardSet | Cell | Call | Op | Each | After | Suppose | Come | CouldAct


@dataclass(frozen=True, slots=True)
class Tag:
    """Where a formal line comes from: its id, its place, and the reading it holds under (question id and reading, or empty)."""

    line: str
    place: Place
    question: str = ""
    reading: str = ""

    @property
    def clause(self) -> str:
        """The id of the clause."""
        return self.line.rsplit(":", 1)[0]


def children(node: Core) -> tuple[Core, ...]:
    """The nodes directly under a node."""
    match node:
        case Const() | Var() | CardSet():
            return ()
        case Cell(_, owner, _):
            return () if owner is None else (owner,)
        case Call(_, args, _):
            return tuple(value for _, value in args)
        case Op(_, args, _):
            return args
        case Each(_, _, source, body, _):
            return (source, body)
        case After(body):
            return (body,)
        case Suppose(memory, value, body):
            return (memory, value, body)
        case Come(body):
            return (body,) if node.of is None else (body, node.of)
        case CouldAct(_, body):
            return () if body is None else (body,)
        case _:
            assert_never(node)


def rebuilt(node: Core, change: Callable[[Core], Core]) -> Core:
    """A node with each of the nodes directly under it changed; the memory of a supposition stays that memory."""
    match node:
        case Const() | Var() | CardSet():
            return node
        case Cell(name, owner, type_):
            return node if owner is None else Cell(name, change(owner), type_)
        case Call(name, args, type_):
            return Call(name, tuple([(free, change(value)) for free, value in args]), type_)
        case Op(op, args, type_):
            return Op(op, tuple([change(arg) for arg in args]), type_)
        case Each(mode, var, source, body, type_):
            return Each(mode, var, change(source), change(body), type_)
        case After(body):
            return After(change(body))
        case Suppose(memory, value, body):
            owner = None if memory.owner is None else change(memory.owner)
            return Suppose(replace(memory, owner=owner), change(value), change(body))
        case Come(body):
            return replace(node, body=change(body), of=None if node.of is None else change(node.of))
        case CouldAct(_, body):
            return replace(node, body=None if body is None else change(body))
        case _:
            assert_never(node)


def free_variables(node: Core) -> dict[str, str]:
    """The variables that an expression reads and does not bind, with their types; `afterwards` where it looks past the act."""
    match node:
        case Var(name, type_):
            return {name: type_}
        case Each(_, var, source, body, _):
            inner = {k: v for k, v in free_variables(body).items() if k != var}
            return free_variables(source) | inner
        case After(body):
            # Whoever uses the expression must be able to say what comes after the act.
            return free_variables(body) | {"afterwards": "position"}
        case Come(body):
            of = {} if node.of is None else free_variables(node.of)
            return free_variables(body) | of | {"player": "player"}
        case CouldAct(_, body, _, _, fields):
            # The fields are those of the act that is asked about, and known inside alone.
            inner = {} if body is None else {k: v for k, v in free_variables(body).items() if k not in fields}
            return inner | {"player": "player"}
        case Const() | CardSet() | Cell() | Call() | Op() | Suppose():
            found: dict[str, str] = {}
            for child in children(node):
                found |= free_variables(child)
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

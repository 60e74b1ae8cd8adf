"""The readers of answers against the published schemas: both take and refuse the same."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from meldspec.data import folder
from meldspec.protocol import shape
from meldspec.runner.broke import Broke
from meldspec.runner.protocol import parse

PROTOCOL = folder("conformance") / "protocol"
SCHEMAS = {path.name: json.loads(path.read_text()) for path in PROTOCOL.glob("*.schema.json")}
REGISTRY: Registry[Any] = Registry().with_resources((name, Resource.from_contents(schema)) for name, schema in SCHEMAS.items())
ODD: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, 0, 1, -1, 2.0, 2.5, "", "7C", "10H", "new", "legal", [], ["7C"], [[]], {}, {"how": "out"}]
)


def validator(name: str) -> Draft202012Validator:
    """The published schema of this name."""
    return Draft202012Validator(SCHEMAS[f"{name}.schema.json"], registry=REGISTRY)


def example(name: str) -> Any:
    """A published example."""
    return json.loads((PROTOCOL / "examples" / f"{name}.json").read_text())


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The path of everything inside a value."""
    rows: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in rows:
        yield (*path, key)
        yield from places(one, (*path, key))


def edited(data: st.DataObject, whole: Any) -> Any:
    """The value with one thing inside it removed, renamed or replaced by something odd."""
    path = data.draw(st.sampled_from(sorted(places(whole), key=str)))
    inner = whole
    for key in path[:-1]:
        inner = inner[key]
    if data.draw(st.booleans()):
        inner[path[-1]] = data.draw(ODD)
    else:
        value = inner.pop(path[-1])
        if isinstance(inner, dict) and data.draw(st.booleans()):
            inner[data.draw(st.sampled_from(["surplus", "ok", "error", "unsupported", "top", "why"]))] = value
    return whole


def takes(read: Callable[[Any, str], Any], value: Any) -> bool:
    """Whether a reader takes a value."""
    try:
        read(value, "value")
    except shape.Malformed:
        return False
    return True


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_observations(data: st.DataObject) -> None:
    """An observation that the schema refuses is refused by the runner, and no other."""
    whole = edited(data, example("observation"))
    assert takes(shape.observation, whole) == validator("observation").is_valid(whole)


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_actions(data: st.DataObject) -> None:
    """An action that the schema refuses is refused by the runner, and no other."""
    names = ("act-request", "act-request.meld", "act-request.ask", "act-request.answer", "act-request.discard")
    whole = edited(data, example(data.draw(st.sampled_from(names)))["action"])
    assert takes(shape.action, whole) == validator("action").is_valid(whole)


REPLIES = ("hello", "deal", "act", "act.illegal", "legal", "bye", "unsupported", "error")


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_replies(data: st.DataObject) -> None:
    """A reply that no schema of the protocol takes is a protocol error, and no other is."""
    name, _, which = data.draw(st.sampled_from(REPLIES)).partition(".")
    whole = edited(data, example(f"{name}-reply{'.' if which else ''}{which}"))
    cmd = "act" if name in ("unsupported", "error") else name
    fitting = any(validator(f"{kind}-reply").is_valid(whole) for kind in (cmd, "unsupported", "error"))
    said = whole.get("seq")
    seq = said if isinstance(said, str) and said else "1"
    try:
        parse(json.dumps(whole).encode(), {"cmd": cmd}, seq)
    except Broke:
        assert not fitting
    else:
        assert fitting


@pytest.mark.parametrize("card", ["JK", "TH", "2C", "AS"])
def test_cards(card: str) -> None:
    """Cards are rank then suit, and the joker."""
    assert shape.card(card, "card") == card


@pytest.mark.parametrize("card", ["10H", "HT", "jk", "J", "", "7c", "7C ", "7C\n", "1C", None, 7])
def test_no_cards(card: object) -> None:
    """What only looks like a card to somebody else is none."""
    with pytest.raises(shape.Malformed, match="expected a card: rank AKQJT98765432, then suit CDHS; or JK"):
        shape.card(card, "hand[3]")

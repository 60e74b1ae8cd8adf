"""The published schemas: every example fits its own, and what is malformed fits none."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from meldspec.data import folder

PROTOCOL = folder("conformance") / "protocol"
SCHEMAS = {path.name.removesuffix(".schema.json"): path for path in sorted(PROTOCOL.glob("*.schema.json"))}
EXAMPLES = sorted((PROTOCOL / "examples").glob("*.json"))
NO_MESSAGES = {"cases", "choices", "claim", "manifest", "position-file", "questions", "report", "ruling", "score"}
"""Schemas of files that people write and of what commands print, whose examples stand elsewhere."""
COMMANDS = ("hello", "deal", "act", "legal", "position", "bye")


def read(path: Path) -> Any:
    """The JSON in a file."""
    return json.loads(path.read_text(encoding="utf-8"))


REGISTRY: Registry[Any] = Registry().with_resources((path.name, Resource.from_contents(read(path))) for path in SCHEMAS.values())


def fits(schema: str, value: Any) -> bool:
    """Whether a value fits the schema of this name."""
    return Draft202012Validator(read(SCHEMAS[schema]), registry=REGISTRY).is_valid(value)


def example(name: str) -> Any:
    """A published example, free to be changed."""
    return read(PROTOCOL / "examples" / f"{name}.json")


@pytest.mark.parametrize("name", SCHEMAS)
def test_schema_is_one(name: str) -> None:
    """Every schema is a draft 2020-12 schema, named by its file, with a title and a description."""
    schema = read(SCHEMAS[name])
    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == f"{name}.schema.json"
    assert schema["title"] and schema["description"]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_fits(path: Path) -> None:
    """Every example fits the schema it is named after."""
    assert fits(path.stem.partition(".")[0], read(path))


def test_every_message_has_an_example() -> None:
    """There is a whole example of every request and every reply, and of every action."""
    names = {path.stem for path in EXAMPLES}
    wanted = {f"{command}-{side}" for command in COMMANDS for side in ("request", "reply")}
    assert wanted | {"unsupported-reply", "error-reply"} <= names
    assert set(SCHEMAS) - NO_MESSAGES <= names
    actions = {example(name)["action"]["type"] for name in names if name.startswith("act-request")}
    # The last is one that a book has programs learn.
    assert actions == {"draw", "take", "meld", "discard", "pass", "ask", "answer", "combine"}


def test_examples_belong_together() -> None:
    """The example replies answer the example requests: they repeat their seq."""
    for command in COMMANDS:
        assert example(f"{command}-request")["seq"] == example(f"{command}-reply")["seq"]


def edit(path: str, value: Any) -> Callable[[Any], None]:
    """A change of an example: set what stands at a path of keys and indices; None removes it."""
    *steps, last = [int(step) if step.isdigit() else step for step in path.split("/")]

    def change(whole: Any) -> None:
        for step in steps:
            whole = whole[step]
        if value is None:
            del whole[last]
        else:
            whole[last] = value

    return change


MALFORMED: list[tuple[str, str, Any]] = [
    ("hello-request", "protocol", 2),
    ("hello-request", "seq", 1),
    ("hello-reply", "ok/implementation/version", None),
    ("hello-reply", "ok/variants", "canasta"),
    ("hello-reply", "ok/readings/canasta", ["counts"]),
    ("deal-request", "stock/0", "10H"),
    ("deal-request", "hands/1/2", "H5"),
    ("deal-request", "match/deal", 0),
    ("deal-request.places", "places/pot", ["4D", "QH"]),
    ("deal-request.places", "places/kitty/0/1", "9"),
    ("deal-request", "seats", None),
    ("deal-request", "seq", None),
    ("deal-reply", "ok/observation", None),
    ("deal-reply", "ok/observation/turn", -1),
    ("deal-reply", "ok/observation/phase", ""),
    ("deal-reply", "ok/observation/pile", {"top": "7H"}),
    ("deal-reply", "ok/observation/feet", [[], []]),
    ("deal-reply", "ok/observation/frozen", 0),
    ("deal-reply", "ok/observation/ended", {"seat": 0}),
    ("deal-reply", "error", {"message": "both"}),
    ("act-request", "action/type", ""),
    ("act-request.learnt", "action/type", "discard"),
    ("act-request", "action/plays", None),
    ("act-request", "action/plays/0/to", ""),
    ("act-request", "action/plays/0/cards", []),
    ("act-request.discard", "action/card", None),
    ("act-request.answer", "action/yes", "yes"),
    ("act-reply", "ok/verdict", "maybe"),
    ("act-reply", "ok/observation", None),
    ("act-reply", "ok/observation/sides/0/melds/0/cards", []),
    ("act-reply.illegal", "ok/why", 7),
    ("act-reply.ended", "ok/observation/scores/0", "1235"),
    ("legal-reply", "ok/actions/0", {"type": "discard"}),
    ("position-request", "phase", "over"),
    ("position-request.places", "places", [["6D"]]),
    ("observation.places", "places/pot", 3),
    ("observation.places", "places/pot/0/count", -1),
    ("observation.places", "places/kitty/0/row", ["9"]),
    ("position-request", "sides/0/red_threes", None),
    ("position-request", "pile", {"cards": []}),
    ("bye-reply", "ok", "goodbye"),
    ("unsupported-reply", "unsupported", "cannot"),
    ("error-reply", "error/message", None),
    ("card", "", None),
    ("case", "format", 2),
    ("case", "case", "canasta/Pile Pair/allows-1"),
    ("case", "purpose", "shows"),
    ("case", "about/reading", ""),
    ("case", "about/cells", []),
    ("case", "surplus", True),
    ("case", "requests/0/seq", "1"),
    ("case", "requests/1/cmd", "bye"),
    ("case", "expect/1/verdict", "maybe"),
    ("case", "expect/0/observation/hand", ["7C"]),
    ("case", "expect/0/because", []),
    ("case", "allowed", {"last": []}),
    ("case", "worlds/0/readings", {}),
    ("case", "worlds/0/expect", []),
]


@pytest.mark.parametrize(("name", "path", "value"), MALFORMED, ids=lambda value: str(value)[:40])
def test_malformed_does_not_fit(name: str, path: str, value: Any) -> None:
    """An example with one thing wrong fits its schema no more."""
    whole = copy.deepcopy(example(name))
    if name == "card":
        whole = whole.lower()
    else:
        edit(path, value)(whole)
    assert not fits(name.partition(".")[0], whole)


def test_new_fields_may_be_added() -> None:
    """What a later minor of version 1 adds to a reply or an observation is let pass."""
    reply = example("deal-reply")
    reply["took_ms"] = 3
    reply["ok"]["observation"]["note"] = "a new field"
    assert fits("deal-reply", reply)

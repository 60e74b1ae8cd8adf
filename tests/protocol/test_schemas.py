"""The types of what travels against the published schemas: both name the same fields, and take and refuse the same."""

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import pytest
from hypothesis import given, settings, strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from meldspec.data import folder
from meldspec.protocol import messages
from meldspec.protocol.case import Case, CaseProblem, case_from_json, load_cases, written
from meldspec.protocol.fields import Absent, Malformed, Message, declared, record, to_json
from meldspec.protocol.replies import ProtocolError, parse, spell

PROTOCOL = folder("conformance") / "protocol"
CORPUS = folder("conformance") / "corpus"
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
    except Malformed:
        return False
    return True


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_observations(data: st.DataObject) -> None:
    """An observation that the schema refuses is refused by the runner, and no other."""
    whole = edited(data, example(data.draw(st.sampled_from(["observation", "observation.places"]))))
    assert takes(record(messages.Observation), whole) == validator("observation").is_valid(whole)


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_actions(data: st.DataObject) -> None:
    """An action that the schema refuses is refused by the runner, and no other."""
    names = (
        "act-request",
        "act-request.meld",
        "act-request.ask",
        "act-request.answer",
        "act-request.discard",
        "act-request.learnt",
    )
    whole = edited(data, example(data.draw(st.sampled_from(names)))["action"])
    assert takes(messages.listed_action, whole) == validator("action").is_valid(whole)


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
        parse(json.dumps(whole).encode(), cmd, seq)
    except ProtocolError:
        assert not fitting
    else:
        assert fitting


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_requests(data: st.DataObject) -> None:
    """A deal or a position that the schema refuses is refused by the reference, and no other."""
    name = data.draw(
        st.sampled_from(
            [
                "deal-request",
                "deal-request.heaps",
                "deal-request.places",
                "position-request",
                "position-request.places",
                "legal-request",
            ]
        )
    )
    cmd = example(name)["cmd"]
    whole = {**edited(data, example(name)), "cmd": cmd, "seq": "1"}
    assert takes(messages.read_request, whole) == validator(f"{cmd}-request").is_valid(whole)


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_cases(data: st.DataObject) -> None:
    """A case that the schema refuses is refused by whoever reads it, and so is one whose parts do not fit each other."""
    whole = edited(data, example("case"))
    try:
        case_from_json(whole)
    except CaseProblem:
        return
    assert validator("case").is_valid(whole)


@pytest.mark.parametrize("variant", ["bain", "canasta", "manzana", "railroad"])
def test_an_act_without_plays_is_a_case(variant: str) -> None:
    """To lay nothing at all is an act that a program may be asked about, and the published schema takes it."""
    cases = load_cases(folder("conformance") / "corpus", variant)
    (case,) = (one for one in cases if one.id.startswith(f"{variant}/meld.laying/refuses-") and '"plays":[]' in written(one))
    assert validator("case").is_valid(json.loads(written(case)))


# ── schemas and types ───────────────────────────────────────────────────────────────────────────────────────


NO_MESSAGES = {
    "cases",
    "choices",
    "claim",
    "clauses",
    "questions",
    "position-file",
    "ruling",
    "score",
    "report",
    "card",
    "manifest",
}
"""Schemas of what the site publishes, of what stands beside the cases, of what people write by hand or a command prints, and of a
card, which is a plain text."""
REQUESTS = {f"{cmd}-request": type_ for cmd, type_ in messages.REQUESTS.items()}
REPLIES_OK: dict[str, type[Message]] = {
    "hello-reply": messages.Introduction,
    "deal-reply": messages.Dealt,
    "position-reply": messages.Dealt,
    "legal-reply": messages.Enumerated,
    "bye-reply": messages.Farewell,
}
WHOLE: dict[str, type[Message]] = {"observation": messages.Observation, "play": messages.Play, "case": Case}
Json = dict[str, Any]


def schema_of(schema: Json, file: str) -> tuple[Json, str]:
    """A schema, or the one that it refers to, and the file that it stands in."""
    while "$ref" in schema:
        name, _, path = schema["$ref"].partition("#")
        file = name or file
        schema = SCHEMAS[file]
        for step in path.split("/")[1:]:
            schema = schema[step]
    return schema, file


def alternatives(hint: Any) -> list[Any]:
    """The types that a field may have, those aside that say that it is null or left out."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return alternatives(inner[0])
    if origin in (Union, UnionType):
        return [kind for one in inner if one not in (Absent, type(None)) for kind in alternatives(one)]
    return [hint]


def disagreements(schema: Json, file: str, hint: Any, where: str) -> Iterator[str]:
    """Every field that only the schema or only the type has, or that only one of them wants."""
    schema, file = schema_of(schema, file)
    kinds = alternatives(hint)
    if len(kinds) > 1:
        # A case expects answers without the reason of a refusal, so its schema says less than the types.
        shapes = [] if where.endswith("expect[]") else schema.get("oneOf", [])
        for kind, shape in zip(kinds, shapes, strict=False):
            yield from disagreements(shape, file, kind, f"{where}({kind.__name__})" if isinstance(kind, type) else where)
        return
    (kind,) = kinds
    plain = [one for one in schema.get("oneOf", []) if one != {"type": "null"}]
    if len(plain) == 1:
        yield from disagreements(plain[0], file, kind, where)
    elif get_origin(kind) is tuple and "items" in schema:
        yield from disagreements(schema["items"], file, get_args(kind)[0], f"{where}[]")
    elif get_origin(kind) is Mapping and isinstance(schema.get("additionalProperties"), dict):
        yield from disagreements(schema["additionalProperties"], file, get_args(kind)[1], f"{where}{{}}")
    elif isinstance(kind, type) and issubclass(kind, Message) and kind is not messages.Action:
        fields = {one.key: one for one in declared(kind)}
        told = schema.get("properties", {})
        yield from (
            f"{where}.{name}: only in {'the schema' if name in told else 'the type'}" for name in told.keys() ^ fields.keys()
        )
        wanted = {name for name, one in fields.items() if one.required}
        yield from (f"{where}.{name}: needed by one alone" for name in wanted ^ set(schema.get("required", ())))
        for name in told.keys() & fields.keys():
            yield from disagreements(told[name], file, fields[name].type, f"{where}.{name}")


def held() -> Iterator[tuple[str, Json, type[Message]]]:
    """Every part of a schema that is a message, with its type."""
    files = {name.removesuffix(".schema.json"): schema for name, schema in SCHEMAS.items()}
    yield from ((name, files[name]["$defs"]["fields"], type_) for name, type_ in REQUESTS.items())
    yield from ((name, files[name]["properties"]["ok"], type_) for name, type_ in REPLIES_OK.items())
    yield from ((name, files[name], type_) for name, type_ in WHOLE.items())
    yield "error-reply", files["error-reply"]["properties"]["error"], messages.Errored
    for shape in files["act-reply"]["properties"]["ok"]["oneOf"]:
        yield "act-reply", shape, messages.VERDICTS[shape["properties"]["verdict"]["const"]]
    *known, _learnt = files["action"]["oneOf"]
    for shape in known:
        yield "action", shape, messages.ACTIONS[shape["properties"]["type"]["const"]]


def test_schemas_and_types_have_the_same_fields() -> None:
    """A field of a schema that the type lacks, or of a type that the schema lacks, is told."""
    wrong = [told for name, schema, type_ in held() for told in disagreements(schema, f"{name}.schema.json", type_, name)]
    # An implementation that cannot express a request says so in place of ok, or as a verdict, which has one field more.
    assert wrong == ["act-reply.verdict: needed by one alone"]
    whys = SCHEMAS["unsupported-reply.schema.json"]["properties"]["unsupported"]["properties"]
    assert {*whys, "verdict"} == {one.key for one in declared(messages.Unsupported)}


def test_every_schema_has_its_type() -> None:
    """No message is published that has no type, and no action."""
    names = {name.removesuffix(".schema.json") for name in SCHEMAS}
    assert names - NO_MESSAGES - {"unsupported-reply"} == {name for name, _, _ in held()}
    *_, learnt = SCHEMAS["action.schema.json"]["oneOf"]
    assert set(messages.ACTIONS) == set(learnt["properties"]["type"]["not"]["enum"])


# ── read and written back ───────────────────────────────────────────────────────────────────────────────────

EXAMPLES = sorted(path for path in (PROTOCOL / "examples").glob("*.json") if path.name.partition(".")[0] not in NO_MESSAGES)


def compact(value: Any) -> str:
    """A value as it travels."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_read_and_write_back(path: Path) -> None:
    """Every published example is read and written back as the same bytes."""
    name, whole = path.name.partition(".")[0], json.loads(path.read_text(encoding="utf-8"))
    cmd, _, side = name.partition("-")
    if side == "request":
        assert spell(messages.read_request(whole), whole["seq"]).decode() == compact(whole) + "\n"
    elif side == "reply":
        (said,) = whole.keys() - {"seq"}
        answer = parse(compact(whole).encode(), "act" if cmd in ("unsupported", "error") else cmd, whole["seq"])
        assert compact(to_json(answer)) == compact(whole[said])
    elif name == "action":
        assert compact(to_json(messages.listed_action(whole, name))) == compact(whole)
    else:
        assert compact(to_json(record(WHOLE[name])(whole, name))) == compact(whole)


@pytest.mark.parametrize("folder_", sorted(path.name for path in CORPUS.iterdir() if path.is_dir()))
def test_cases_read_and_write_back(folder_: str) -> None:
    """Every case of the corpus is read and written back as the same line."""
    for file in (CORPUS / folder_).glob("*.jsonl"):
        for line in file.read_text(encoding="utf-8").splitlines():
            assert written(case_from_json(json.loads(line))) == line


@pytest.mark.parametrize("variant", sorted(path.name for path in CORPUS.iterdir() if path.is_dir()))
def test_what_a_corpus_asks_for_keeps_to_the_schema(variant: str) -> None:
    """An implementation that holds every act against the published schema is asked for none that the schema does not have."""
    cases = load_cases(CORPUS, variant)
    asked = {json.dumps(to_json(one.action)) for case in cases for one in case.requests if isinstance(one, messages.ActRequest)}
    acts = validator("action")
    assert [act for act in sorted(asked) if not acts.is_valid(json.loads(act))] == []


@pytest.mark.parametrize("card", ["JK", "TH", "2C", "AS"])
def test_cards(card: str) -> None:
    """Cards are rank then suit, and the joker."""
    assert messages.card(card, "card") == card


@pytest.mark.parametrize("card", ["10H", "HT", "jk", "J", "", "7c", "7C ", "7C\n", "1C", None, 7])
def test_no_cards(card: object) -> None:
    """What only looks like a card to somebody else is none."""
    with pytest.raises(Malformed, match="expected a card: rank AKQJT98765432, then suit CDHS; or JK"):
        messages.card(card, "hand[3]")


def test_unsupported_beside_a_verdict() -> None:
    """Who cannot express a request may say more than why: a field that the protocol does not have there is left alone."""
    whole = {"seq": "3", "unsupported": {"verdict": "illegal", "why": "no such act"}}
    assert validator("unsupported-reply").is_valid(whole)
    assert parse(json.dumps(whole).encode(), "act", "3") == messages.Unsupported("no such act")

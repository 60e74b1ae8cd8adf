"""Rulings as JSON against their published schema."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from meldspec.cli.position_files import read_position_file
from meldspec.data import folder
from meldspec.engine.rulebook import Library
from meldspec.position.read import position_from_json
from meldspec.ruling.as_json import ruling_json, score_json
from meldspec.ruling.ruling import rule
from meldspec.ruling.score import score
from meldspec.sources.marked_file import read_marked

PROTOCOL = folder("conformance") / "protocol"
EXAMPLES = sorted((Path(__file__).resolve().parents[2] / "docs" / "examples").glob("*.yaml"))
SCHEMAS = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in PROTOCOL.glob("*.schema.json")}
REGISTRY: Registry[Any] = Registry().with_resources((name, Resource.from_contents(schema)) for name, schema in SCHEMAS.items())
VALIDATOR = Draft202012Validator(SCHEMAS["ruling.schema.json"], registry=REGISTRY)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_ruling_fits_its_schema(path: Path, rules: Library) -> None:
    """What a program is given for a dispute is what the schema tells, and what the text tells is in it."""
    position = read_position_file(path.read_text(encoding="utf-8"), path.name, rules)
    act = position.act()
    if act is None:
        return
    told = json.loads(json.dumps(ruling_json(rule(position, act))))
    VALIDATOR.validate(told)
    assert told["because"] or told["why"]
    assert (told["what_now"] is None) == (told["verdict"] == "legal")
    ranks = [not other["matters"] for other in told["otherwise"]]
    assert ranks == sorted(ranks)


@pytest.mark.parametrize("path", [path for path in EXAMPLES if path.stem.endswith("-score")], ids=lambda path: path.stem)
@pytest.mark.parametrize("known", [True, False], ids=["known", "open"])
def test_a_score_fits_its_schema(path: Path, known: bool, rules: Library) -> None:
    """What a program is given for a deal that has ended is what the schema tells, whether the hands are known or only how many."""
    fields = read_marked(path.read_text(encoding="utf-8"), path.name).value
    if not known:
        fields["hands"] = [len(hand.split()) if isinstance(hand, str) else hand for hand in fields["hands"]]
        fields.pop("complete", None)
    position = position_from_json(fields, rules)
    told = json.loads(json.dumps(score_json(position, score(position))))
    Draft202012Validator(SCHEMAS["score.schema.json"], registry=REGISTRY).validate(told)
    assert (told["hangs_on_open_cards"] is None) == known


def test_a_ruling_without_its_reasons_fits_not(rules: Library) -> None:
    """The schema refuses a ruling that does not say why."""
    path = PROTOCOL.parents[1] / "docs" / "examples" / "canasta-one-card-each.yaml"
    position = read_position_file(path.read_text(encoding="utf-8"), path.name, rules)
    act = position.act()
    assert act is not None
    told = ruling_json(rule(position, act))
    del told["because"]
    assert not VALIDATOR.is_valid(told)

"""From a position as JSON to a ruling as JSON nothing is needed but the standard library and Lark."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = """
import json, sys
# Whatever asks for one of these gets an error.
for name in {absent!r}:
    sys.modules[name] = None
before = set(sys.modules)
from meldspec import Library, position_from_json, rule, ruling_json
position = position_from_json(json.load(sys.stdin), Library.read())
told = ruling_json(rule(position, position.act()))
others = {{name.partition(".")[0] for name in set(sys.modules) - before}} - set(sys.stdlib_module_names)
print(json.dumps([told["verdict"], len(told["otherwise"]) > 0, sorted(others)]))
"""
ABSENT = ("attr", "click", "jsonschema", "junitparser", "lazy_loader", "referencing", "rich", "rpds", "yaml")
POSITION = {
    "variant": "canasta",
    "turn": 0,
    "phase": "draw",
    "stock": 30,
    "pile": "4C 9S",
    "hands": ["9D 5C 6C", 11, 11, 11],
    "sides": [{"melds": ["KC KD KH", "9C 9D 9H"]}, {}],
    "memory": {"opened": [True, False]},
    "act": {"action": {"type": "take", "plays": [{"to": 1, "cards": "9S"}], "top": 0}},
}


@pytest.mark.parametrize("kept", ["off", "on"])
def test_a_position_is_ruled_on_by_the_standard_library_and_lark_alone(kept: str, tmp_path: Path) -> None:
    """Where neither click nor YAML nor a validator can be had, as in a browser, a position as JSON still gets its ruling."""
    run = subprocess.run(
        [sys.executable, "-c", EXAMPLE.format(absent=ABSENT)],
        input=json.dumps(POSITION),
        env={"MELDSPEC_CACHE": "off" if kept == "off" else str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stderr == ""
    verdict, otherwise, others = json.loads(run.stdout)
    assert (verdict, otherwise) == ("legal", True)
    assert set(others) <= {"lark", "meldspec"}

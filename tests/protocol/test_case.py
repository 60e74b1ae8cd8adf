"""Corpus files: what is read, and what is refused with its place."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from meldspec.data import folder
from meldspec.protocol.case import CaseProblem, case_from_json, chosen, load_cases, variants

MakeRaw = Callable[..., dict[str, Any]]


def example() -> dict[str, Any]:
    """The published example of a case."""
    path = folder("conformance") / "protocol" / "examples" / "case.json"
    raw: dict[str, Any] = json.loads(path.read_text())
    return raw


def corpus(tmp_path: Path, *lines: object) -> Path:
    """A corpus with one chapter of canasta."""
    (tmp_path / "canasta").mkdir()
    text = "".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines)
    (tmp_path / "canasta" / "10-cards.jsonl").write_text(text)
    return tmp_path


def test_example() -> None:
    """The published example is read whole."""
    case = case_from_json(example())
    assert (case.id, case.subject) == ("canasta/opening.minimum.top-card/reading-1", "opening.minimum")
    assert len(case.requests) == len(case.expect) == 2
    assert case.worlds[0].readings == {"opening.minimum/top-card": "hand-only"}


def test_load(tmp_path: Path) -> None:
    """The cases of a variant come from all its files, in order."""
    place = corpus(tmp_path, example(), {**example(), "case": "canasta/b/allows-1"})
    assert variants(place) == ["canasta"]
    assert [case.id for case in load_cases(place, "canasta")] == [example()["case"], "canasta/b/allows-1"]
    assert load_cases(place, "manzana") == []


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "10-cards.jsonl:1: Expecting"),
        ("[]\n", "10-cards.jsonl:1"),
        ({**example(), "format": 2}, "found case format 2, this runner reads format 1"),
        ({key: value for key, value in example().items() if key != "expect"}, "has no field 'expect'"),
        ({**example(), "about": []}, "is no case of this format"),
        ({**example(), "allowed": {"one": []}}, "is no case of this format"),
        ({**example(), "requests": [], "expect": [], "because": []}, "sends nothing"),
        ({**example(), "because": []}, "has 2 requests, but 0 entries in 'because'"),
        ({**example(), "worlds": [{"readings": {}, "from": 0, "expect": [{"verdict": "illegal"}]}]}, "a world without readings"),
        ({**example(), "worlds": [{"readings": {"q": "r"}, "from": 2, "expect": [{"verdict": "illegal"}]}]}, "more answers than"),
        ({**example(), "variant": "manzana"}, "is of manzana, in the folder of canasta"),
    ],
)
def test_malformed(tmp_path: Path, line: object, message: str) -> None:
    """A line that is no whole case is refused with its file, its line and what is wrong."""
    with pytest.raises(CaseProblem, match=message):
        load_cases(corpus(tmp_path, line), "canasta")


def test_ids_are_never_reused(tmp_path: Path) -> None:
    """An id stands for one case."""
    with pytest.raises(CaseProblem, match=r"jsonl:2: the id .* is taken by .*jsonl:1"):
        load_cases(corpus(tmp_path, example(), example()), "canasta")


def test_chosen() -> None:
    """Cases are chosen by id or by how the id begins, with or without the variant, in the corpus's order."""
    names = ("mini/good/allows-1", "mini/again/refuses-1", "mini/trouble/allows-1")
    good, _, trouble = cases = [case_from_json({**example(), "case": name, "variant": "mini"}) for name in names]
    assert chosen(cases, ["trouble", "mini/good/allows-1"]) == [good, trouble]
    assert chosen(cases, ["mini"]) == cases
    with pytest.raises(CaseProblem, match="did you mean mini/good/allows-1"):
        chosen(cases, ["mini/good/allow-1"])
    with pytest.raises(CaseProblem, match="no case 'goo' among 3"):
        chosen(cases, ["goo"])

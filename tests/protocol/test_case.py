"""Corpus files: what is read, and what is refused with its place."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from meldspec.book.library import read_library
from meldspec.data import folder
from meldspec.protocol.case import LONGEST, CaseProblem, case_from_json, chosen, ids_of, load_cases, variants
from meldspec.site.site_map import books_of

MakeRaw = Callable[..., dict[str, Any]]


def example() -> dict[str, Any]:
    """The published example of a case."""
    path = folder("conformance") / "protocol" / "examples" / "case.json"
    raw: dict[str, Any] = json.loads(path.read_text())
    return raw


def with_request(number: int, **fields: object) -> dict[str, Any]:
    """The example with other fields in one request."""
    raw = example()
    raw["requests"][number] |= fields
    return raw


def corpus(tmp_path: Path, *lines: object) -> Path:
    """A corpus with one chapter of canasta."""
    (tmp_path / "canasta").mkdir(parents=True)
    text = "".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines)
    (tmp_path / "canasta" / "10-cards.jsonl").write_text(text)
    return tmp_path


def test_example() -> None:
    """The published example is read whole."""
    case = case_from_json(example())
    assert (case.id, case.subject) == ("canasta/opening.top-card.top-card/reading-1", "opening.top-card")
    assert len(case.requests) == len(case.expect) == 2
    assert case.worlds[0].readings == {"opening.top-card.top-card": "hand-only"}


def test_load(tmp_path: Path) -> None:
    """The cases of a variant come from all its files, in order."""
    place = corpus(tmp_path, example(), {**example(), "case": "canasta/b/allows-1"})
    assert variants(place) == ["canasta"]
    assert [case.id for case in load_cases(place, "canasta")] == [example()["case"], "canasta/b/allows-1"]
    assert load_cases(place, "manzana") == []


def test_ids_alone(tmp_path: Path) -> None:
    """The ids of a variant are told in the same order without reading its cases, and a line in which there is none is refused."""
    rows = (example(), {**example(), "case": "canasta/b/allows-1"})
    assert ids_of(corpus(tmp_path, *rows), "canasta") == [row["case"] for row in rows]
    assert ids_of(tmp_path, "manzana") == []
    for line in ("{", "[]", "[" * 100_000, {**example(), "case": 7}):
        with pytest.raises(CaseProblem, match=r"10-cards\.jsonl:1: "):
            ids_of(corpus(tmp_path / str(len(str(line))), line), "canasta")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", r"10-cards.jsonl:1: found a line that is no JSON \(Expecting .*, column 2\); mend that line"),
        ("[]\n", "10-cards.jsonl:1: found JSON that is no object; mend that line"),
        ("null\n", "10-cards.jsonl:1: found JSON that is no object"),
        ({**example(), "format": 2}, "found case format 2, this runner reads format 1"),
        ({key: value for key, value in example().items() if key != "expect"}, "has no field 'expect'"),
        ({**example(), "about": []}, "is no case of this format"),
        ({**example(), "allowed": {"one": []}}, "is no case of this format"),
        ({**example(), "requests": [], "expect": [], "because": []}, "sends nothing"),
        ({**example(), "because": []}, "has 2 requests, but 0 entries in 'because'"),
        ({**example(), "worlds": [{"readings": {}, "from": 0, "expect": [{"verdict": "illegal"}]}]}, "a world without readings"),
        ({**example(), "worlds": [{"readings": {"q": "r"}, "from": 2, "expect": [{"verdict": "illegal"}]}]}, "more answers than"),
        ({**example(), "variant": "manzana"}, "is of manzana, in the folder of canasta"),
        ({**example(), "expect": [None, {"verdict": "illegal"}]}, r"is malformed at expect\[0\]: found null, expected an object"),
        ({**example(), "case": "Canasta/.."}, "has an id that is none"),
        ({**example(), "titel": "x"}, "has a field that no case has: titel"),
        (with_request(1, seat=99), r"is malformed at requests\[1\]\.seat: found 99, expected a seat from 0 to 3"),
        (with_request(1, seta=0), r"has a field that no case has: requests\[1\]\.seta"),
        (with_request(1, action={"type": "discard", "card": 7}), r"is malformed at requests\[1\]\.action\.card"),
        (json.dumps(example())[:-1] + ',"title":"Another."}', "the key 'title' stands twice"),
        ("[" * 100_000, "brackets within brackets without end"),
        (json.dumps(example()).replace('"format": 1', '"format": ' + "1" * 5000), "a number of 5000 digits"),
        (" " * LONGEST + "{}", f"a line of more than {LONGEST} bytes"),
    ],
)
def test_malformed(tmp_path: Path, line: object, message: str) -> None:
    """A line that is no whole case is refused with its file, its line and what is wrong."""
    with pytest.raises(CaseProblem, match=message):
        load_cases(corpus(tmp_path, line), "canasta")


def test_a_line_in_another_encoding(tmp_path: Path) -> None:
    """A line that is no UTF-8 is refused with its place and the byte."""
    place = corpus(tmp_path, example())
    file = place / "canasta" / "10-cards.jsonl"
    file.write_bytes(file.read_bytes() + b'{"title": "\xff"}\n')
    with pytest.raises(CaseProblem, match=r"jsonl:2: found the byte 0xff, which is no UTF-8"):
        load_cases(place, "canasta")


def test_a_pipe_is_no_corpus(tmp_path: Path) -> None:
    """Nobody waits for a pipe that stands among the files of cases."""
    (tmp_path / "canasta").mkdir()
    os.mkfifo(tmp_path / "canasta" / "10-cards.jsonl")
    with pytest.raises(CaseProblem, match="found no file, but a pipe or a device"):
        load_cases(tmp_path, "canasta")


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
    ids = ("mini/a.b/allows-1", "mini/a.b/allows-12", "mini/ab/allows-1")
    longer = [case_from_json({**example(), "case": id, "variant": "mini"}) for id in ids]
    assert [case.id for case in chosen(longer, ["mini/a"])] == ["mini/a.b/allows-1", "mini/a.b/allows-12"]
    assert [case.id for case in chosen(longer, ["a.b/allows-1"])] == ["mini/a.b/allows-1"]
    with pytest.raises(CaseProblem, match="did you mean mini/good/allows-1"):
        chosen(cases, ["mini/good/allow-1"])
    with pytest.raises(CaseProblem, match="no case 'goo' among 3"):
        chosen(cases, ["goo"])


def test_published_questions() -> None:
    """What the published examples claim to read, and what their cases are about, are questions and readings of the books."""
    books = books_of(read_library())
    hello = json.loads((folder("conformance") / "protocol" / "examples" / "hello-reply.json").read_text(encoding="utf-8"))
    claimed = [(book, id, reading) for book, told in hello["ok"]["readings"].items() for id, reading in told.items()]
    case = case_from_json(example())
    claimed += [(case.variant, id, reading) for world in case.worlds for id, reading in world.readings.items()]
    assert claimed
    for book, id, reading in claimed:
        clause, _, name = id.rpartition(".")
        asked = next(one for one in books[book].articles[clause].clause.questions if one.name == name)
        assert reading in {one.name for one in asked.readings}

"""The manifest of the corpus: a digest and a size of every case, kept beside the cases."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from meldspec.data import folder
from meldspec.protocol.case import Case, CaseProblem, load_cases, variants
from meldspec.protocol.manifest import digest_of, entries_of, manifest_text, of_size, read_manifest, write_manifest

CORPUS = folder("conformance") / "corpus"
SCHEMA = json.loads((folder("conformance") / "protocol" / "manifest.schema.json").read_text(encoding="utf-8"))


def cases() -> list[Case]:
    """The cases of the smallest game of the corpus."""
    return load_cases(CORPUS, "manzana")


def test_the_manifest_names_every_case_with_its_digest() -> None:
    """Every case of the seven games stands in the manifest, in the form that is published, and nothing else does."""
    entries = read_manifest(CORPUS)
    Draft202012Validator(SCHEMA).validate(json.loads((CORPUS / "manifest.json").read_text(encoding="utf-8")))
    kept = {case.id: digest_of(case) for variant in variants(CORPUS) for case in load_cases(CORPUS, variant)}
    assert {name: entry.digest for name, entry in entries.items()} == kept


def test_a_digest_can_be_worked_out_from_the_line_of_a_case() -> None:
    """Whoever has the line and a JSON library comes to the same digest: keys sorted, no spaces, no title and no reasons."""
    file = CORPUS / "manzana" / "end.jsonl"
    entries = read_manifest(CORPUS)
    for line in file.read_text(encoding="utf-8").splitlines():
        raw = json.loads(line)
        name = raw["case"]
        del raw["title"], raw["because"]
        text = json.dumps(raw, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert sha256(text.encode("utf-8")).hexdigest() == entries[name].digest


def test_another_title_leaves_the_digest_and_another_answer_does_not() -> None:
    """A case that is only told in other words is the same case; one that expects something else is not."""
    case = cases()[0]
    assert digest_of(replace(case, title="Otherwise told")) == digest_of(case)
    assert digest_of(replace(case, touches=("somewhere.else",))) != digest_of(case)


def test_each_size_plays_all_that_a_smaller_one_plays() -> None:
    """A run of some size plays the cases of that size and of every smaller one; a case that has none is played by the usual run."""
    first, second, third = cases()[:3]
    entries = entries_of((first, second, third), {first.id: "full", second.id: "smoke"})
    assert [entries[one.id].size for one in (first, second, third)] == ["full", "smoke", "standard"]
    played = {size: [one.id for one in of_size((first, second, third), size, entries)] for size in ("smoke", "standard", "full")}
    assert played == {
        "smoke": [second.id],
        "standard": [second.id, third.id],
        "full": [first.id, second.id, third.id],
    }


def test_a_manifest_is_written_once(tmp_path: Path) -> None:
    """What is written is read again as it was, and what stands there already is not written again."""
    entries = entries_of(cases(), {})
    assert write_manifest(tmp_path, entries) and not write_manifest(tmp_path, entries)
    assert read_manifest(tmp_path) == entries
    assert (tmp_path / "manifest.json").read_text(encoding="utf-8") == manifest_text(entries)
    assert read_manifest(tmp_path / "nowhere") == {}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("[]", "format: found []"),
        ('{"format": 2, "cases": {}}', "format: found 2, expected 1"),
        ('{"format": 1}', "cases: found null, expected an object"),
        ('{"format": 1, "cases": {"a/b": {"digest": "abc", "size": "full"}}}', "cases.a/b.digest: found 'abc', expected a SHA-256"),
        ('{"format": 1, "cases": {"a/b": {"size": "full"}}}', "cases.a/b: found {'size': 'full'}, expected a field 'digest'"),
        ("{", "is no manifest of a corpus"),
    ],
)
def test_what_is_no_manifest_is_refused(tmp_path: Path, text: str, wrong: str) -> None:
    """A manifest that was spoilt is told with its place, what was found, what was expected, and how to mend it."""
    (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises(CaseProblem) as told:
        read_manifest(tmp_path)
    assert wrong in str(told.value) and "make it again with `meldspec corpus`" in str(told.value)

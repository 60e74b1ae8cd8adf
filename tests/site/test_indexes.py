"""`questions.json` and `cases.json` keep their schemas and say what the books and the cases say; statistics are counted."""

import json
import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from meldspec.corpus.mutation.outcomes import Outcome
from meldspec.data import folder
from meldspec.protocol.manifest import read_manifest
from meldspec.site.indexes import cases_json, questions_json
from meldspec.site.site_map import PageContext, SiteMap
from meldspec.site.statistics_page import statistics_page
from meldspec.site.terms import Explained, terms_page
from meldspec.sources.glossary_file import GlossaryError, Term, read_glossary

from .test_cards import words

KINDS = {"questions": questions_json, "cases": cases_json}


def schema(name: str) -> Any:
    """A published schema."""
    return json.loads((folder("conformance") / "protocol" / f"{name}.schema.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", KINDS)
def test_a_file_is_of_its_shape(name: str, whole: SiteMap) -> None:
    """What the project's own site publishes is of the published shape, and every key that is written stands there in its order."""
    shape, told = schema(name), json.loads(KINDS[name](whole))
    assert list(Draft202012Validator(shape).iter_errors(told)) == []
    one = told["books"][0][name][0]
    assert (
        list(one)
        == list(shape["$defs"][name.removesuffix("s")]["properties"])
        == shape["$defs"][name.removesuffix("s")]["required"]
    )


@pytest.mark.parametrize(("name", "key"), [("questions", "default"), ("cases", "digest")])
def test_a_file_of_another_shape_does_not_fit(name: str, key: str, material: SiteMap) -> None:
    """A question without its default, or a case without its digest, is not of the published shape."""
    told = json.loads(KINDS[name](material))
    del told["books"][1][name][0][key]
    assert not Draft202012Validator(schema(name)).is_valid(told)


def test_every_case_has_the_digest_of_the_manifest(whole: SiteMap) -> None:
    """Who reads the list of cases finds each with the digest that the manifest of the corpus has."""
    manifest = read_manifest(folder("conformance") / "corpus")
    found = {case["id"]: case["digest"] for book in json.loads(cases_json(whole))["books"] for case in book["cases"]}
    assert found == {id: entry.digest for id, entry in manifest.items()}


# ── statistics ──────────────────────────────────────────────────────────────────────────────────────────────


def test_statistics_are_counted(material: SiteMap) -> None:
    """The numbers are those of the pages: as many clauses, questions and cases as the small books have."""
    page = statistics_page(material)
    rows = [words(row) for row in re.findall("<tr>(<td>.*?)</tr>", page)]
    slap = material.books["slap"]
    assert rows[1].startswith(f"Slap {len(slap.articles)} {len(material.own('slap'))} ")
    assert rows[1].endswith(f" {len(material.cases['slap'])}")
    assert "were not counted" in page


def test_spoilt_lines_are_counted_as_they_were_measured(material: SiteMap) -> None:
    """Of ten spoilt lines, one equivalent, seven found and one by which an engine breaks off, the share is eight
    of nine."""
    found = Counter({Outcome.KILLED: 7, Outcome.BREAKS: 1, Outcome.PROVED: 1, Outcome.ALIVE: 1, Outcome.STILLBORN: 5})
    page = statistics_page(replace(material, mutants={"slap": found}))
    assert [words(row) for row in re.findall("<tr>(<td>.*?)</tr>", page)][-1] == "Slap 10 8 1 1 88.9 %"


# ── words of the table ──────────────────────────────────────────────────────────────────────────────────────

TERMS = (Term("pile", "A heap of discards.", ("discard pile",)), Term("top card", "The one that lies uppermost."))


def test_a_word_is_explained_where_it_stands_first(material: SiteMap) -> None:
    """In a clause each word of the table leads to what it means once, in its longest form, and keeps its letters."""
    explained = Explained(PageContext(replace(material, terms=TERMS), "slap/10-snap", "slap"))
    told = explained.sentence("Discard pile and *pile*: the top card of a pile.")
    assert told.count('class="term"') == 2
    assert '<a class="term" title="A heap of discards." href="../terms.html#pile">Discard pile</a> and \\*pile\\*' in told
    assert explained.sentence("The pile.") == "The pile."


def test_the_page_of_words_has_each_with_its_games(material: SiteMap) -> None:
    """Each word has its place with its sentence, and says in the rules of which games it stands."""
    page = terms_page(replace(material, terms=(Term("heap", "Cards in one place."), Term("ghost", "Nothing."))))
    assert (
        '<span id="heap">heap</span>\n:   Cards in one place.\n    Stands in the rules of <a href="snap/words.html">Snap</a>'
        in page
    )
    assert page.rstrip().endswith(":   Nothing.")


def test_own_words_are_read_and_every_one_is_used(whole: SiteMap) -> None:
    """Every word that the project's own list explains stands in the rules of some game."""
    prose = " ".join(s for book in whole.books.values() for one in book.articles.values() for s in one.clause.prose).lower()
    assert whole.terms
    unused = [term.name for term in whole.terms if not any(re.search(rf"\b{form}\b", prose) for form in (term.name, *term.forms))]
    assert unused == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("pile: {forms: [heap]}\n", "glossary.yaml:1"),
        ("Pile: {says: A heap.}\n", "glossary.yaml:1"),
        (
            "pile: {says: A heap., forms: [heap]}\nheap: {says: A pile.}\n",
            "'heap' is a form of 'heap' and of 'pile'; expected it once",
        ),
    ],
)
def test_a_list_of_words_that_is_none_is_told(text: str, told: str, tmp_path: Any) -> None:
    """A word without its sentence, one that is misspelt, and one that two words claim are told with what was expected."""
    (tmp_path / "glossary.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(GlossaryError) as wrong:
        read_glossary(tmp_path)
    assert told in str(wrong.value)

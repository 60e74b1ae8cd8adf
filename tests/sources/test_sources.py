"""Sources: whether a document is the one that was read, paragraph by paragraph."""

from pathlib import Path

import pytest

from meldspec.data import folder
from meldspec.sources.sources import Difference, Source, SourcesError, digests_of, paragraphs_of, read_sources, strangers, verify

TEXT = "# A game\n\nEach player holds two cards.\n\n- Draw one.\n- Discard one.\n\nWhoever has none left has won.\n"
SOURCE = Source("toy", "A game", paragraphs=digests_of(TEXT))


def differences(folder: Path, text: str) -> tuple[Difference, ...]:
    """How a document of that text differs from the toy source."""
    (folder / "toy.txt").write_text(text, encoding="utf-8")
    (found,) = verify([SOURCE], folder)
    assert found.file == folder / "toy.txt"
    return found.differences


def test_paragraphs_are_lines_that_are_not_blank() -> None:
    """Paragraph 3 of a document is its third line that is not blank, whatever stands between."""
    assert paragraphs_of(TEXT)[2] == "- Draw one."
    assert len(paragraphs_of(TEXT)) == 5


def test_the_same_document_is_as_recorded(tmp_path: Path) -> None:
    """A document that was not touched differs in nothing."""
    assert differences(tmp_path, TEXT) == ()


def test_layout_and_capitals_mean_nothing(tmp_path: Path) -> None:
    """Blank lines, spaces and capital letters are no difference."""
    assert differences(tmp_path, TEXT.upper().replace(" ", "   ").replace("\n\n", "\n\n\n")) == ()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("Draw one", "Draw two", ["paragraph 3 reads otherwise"]),
        ("- Draw one.\n", "", ["paragraph 3 is missing"]),
        ("- Draw one.\n- Discard one.\n", "", ["paragraphs 3-4 are missing"]),
        ("- Draw one.\n", "- Look at it.\n- Draw one.\n", ["paragraph 3 is new"]),
        ("has won.\n", "has won.\nPlay again.\nAnd again.\n", ["paragraphs 6-7 are new"]),
    ],
)
def test_a_difference_is_told_by_its_paragraphs(tmp_path: Path, old: str, new: str, told: list[str]) -> None:
    """A changed, lost or added paragraph is named, and the paragraphs after it are not."""
    assert [str(one) for one in differences(tmp_path, TEXT.replace(old, new))] == told


def test_a_document_is_told_by_its_words(tmp_path: Path) -> None:
    """The document of a source is found under any name, beside other texts and files that are no text."""
    (tmp_path / "a.txt").write_text("Something else.\n", encoding="utf-8")
    (tmp_path / "b.bin").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "c.md").write_text(TEXT, encoding="utf-8")
    (found,) = verify([SOURCE], tmp_path)
    assert found.good
    assert found.file == tmp_path / "deep" / "c.md"


def test_a_document_that_is_not_there_is_missing(tmp_path: Path) -> None:
    """Where no file has a paragraph of the source, the source is missing and not different."""
    (tmp_path / "a.txt").write_text("Something else.\n", encoding="utf-8")
    (found,) = verify([SOURCE], tmp_path)
    assert not found.good
    assert found.file is None


def test_all_that_is_misshapen_is_told_at_once(tmp_path: Path) -> None:
    """A list of sources with two faults is refused with both, each with its place."""
    path = tmp_path / "sources.yaml"
    path.write_text("toy:\n  author: Nobody\nother:\n  title: X\n  paragraphs: [abc]\n", encoding="utf-8")
    with pytest.raises(SourcesError) as refused:
        read_sources(path)
    assert [line.split(": ")[2] for line in refused.value.problems] == ["toy", "other.paragraphs[0]"]
    assert "'title' is a required property" in str(refused.value)


def test_what_is_no_yaml_is_refused(tmp_path: Path) -> None:
    """A list of sources that is no YAML is refused with the line."""
    path = tmp_path / "sources.yaml"
    path.write_text("toy: [\n", encoding="utf-8")
    with pytest.raises(SourcesError, match=r"sources\.yaml:2:1: no-yaml"):
        read_sources(path)


def test_the_projects_own_list_is_well_formed() -> None:
    """Every source of the project has a title, and Manzana has its 71 paragraphs."""
    known = read_sources(folder("spec") / "sources.yaml")
    assert all(source.title for source in known.values())
    assert len(known["manzana"].paragraphs) == 71


def test_a_shared_heading_does_not_make_a_document(tmp_path: Path) -> None:
    """A file that shares one paragraph in five with a source is not taken for its document."""
    (tmp_path / "other.txt").write_text("# A game\n\nAnother one.\n", encoding="utf-8")
    (found,) = verify([SOURCE], tmp_path)
    assert found.file is None
    assert found.there == 1
    assert strangers([found], tmp_path) == [tmp_path / "other.txt"]

"""What is kept of one rulebook for the next: each comes out as though nothing had been kept, and what is kept is bounded."""

from dataclasses import replace
from random import Random

import pytest
from tests.engine.variants import library, sheet_of

from meldspec.book.sheet import Sheet
from meldspec.engine.compile import kept
from meldspec.engine.compile.kept import Kept
from meldspec.engine.compile.module import Generator
from meldspec.engine.rulebook import layout_of
from meldspec.table.selection import Selection, every_choice, select


def written(selection: Selection) -> tuple[list[str], list[str]]:
    """The text of a rulebook: its kinds and all else in order, and the terms, whose order means nothing."""
    generator = Generator(selection, layout_of(selection))
    return [*generator.kinds(), *generator.module()], sorted(generator.terms())


def alone(sheet: Sheet) -> Sheet:
    """The same lines as a sheet of their own, with which nothing is kept yet."""
    return replace(sheet)


@pytest.mark.parametrize("variant", library().names())
def test_a_rulebook_is_the_same_whatever_was_made_before_it(variant: str) -> None:
    """Rulebooks of one book under readings and options drawn at random say word for word what each says where it is the first."""
    sheet, random = alone(sheet_of(variant)), Random(variant)
    choices = list(every_choice(sheet))
    for _ in range(6):
        readings = {name: random.choice(question.readings).name for name, question in sheet.book.questions().items()}
        options = random.choice(choices)
        assert written(select(sheet, options, readings)) == written(select(alone(sheet), options, readings))


def test_no_more_is_kept_than_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where hardly anything may be kept, rulebooks come out the same, and no more is kept than that."""
    sheet = alone(sheet_of("canasta"))
    whole = written(select(sheet))
    monkeypatch.setattr(kept, "MOST_KEPT", 16)
    narrow = alone(sheet)
    assert written(select(narrow)) == whole
    assert len(narrow.derived(Kept)._made) <= 16

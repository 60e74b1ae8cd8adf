"""What is kept of one rulebook for the next: each comes out as though nothing had been kept, and what is kept is bounded."""

from dataclasses import replace
from random import Random

import pytest
from tests.engine.tried import tried
from tests.engine.variants import library, sheet_of, shelf
from tests.sampling import THOROUGH

from meldspec.book.sheet import Sheet
from meldspec.corpus.family import RulebookFamily
from meldspec.engine.compile import kept
from meldspec.engine.compile.cells import layout_of
from meldspec.engine.compile.kept import Kept
from meldspec.engine.compile.module import Generator
from meldspec.engine.rulebook import Rulebook
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


@pytest.mark.parametrize("variant", library().names())
def test_a_spoilt_rulebook_is_the_same_whatever_it_shares(variant: str) -> None:
    """Rulebooks with one line spoilt, which share what is made of the other lines with the true one and with each other, say word
    for word what each says where it is the only one."""
    family = RulebookFamily(shelf().rulebook(variant))
    every = [mutant for group in family.by_clause.values() for mutant in group]
    for mutant in Random(variant).sample(every, len(every) if THOROUGH else 24):
        for spoilt in family.mutated(mutant):
            assert written(spoilt.rulebook.selection) == written(select(alone(mutant.sheet))), str(mutant)


def test_cards_are_told_apart_where_a_reading_asks_for_their_suit() -> None:
    """By one reading a meld is of one suit and by the other suits do not matter: whichever is played by first, a black king is told
    from another by the first alone."""
    sheet = tried(
        """question suited silent "Is a meld of one suit?"
  default either because "Nothing is said of suits."
  reading either "No."
    nothing more
  reading suited "Yes."
    kind plain
      require it share a suit"""
    ).rulebook.sheet
    for order in (["either", "suited"], ["suited", "either"]):
        same = alone(sheet)
        for reading in order:
            faces = Rulebook(select(same, None, {"tried.lines.suited": reading})).faces
            clubs, spades = faces.read(["KC", "KS"])
            assert (faces.classes[clubs] != faces.classes[spades]) == (reading == "suited")


def test_no_more_is_kept_than_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where hardly anything may be kept, rulebooks come out the same, and no more is kept than that."""
    sheet = alone(sheet_of("canasta"))
    whole = written(select(sheet))
    monkeypatch.setattr(kept, "MOST_KEPT", 16)
    narrow = alone(sheet)
    assert written(select(narrow)) == whole
    assert len(narrow.derived(Kept)._made) <= 16

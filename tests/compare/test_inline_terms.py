"""Terms told by what they mean, wherever in an expression they stand."""

from __future__ import annotations

from hypothesis import given, settings
from tests.language.trees import exprs

from meldspec.compare.inline_terms import inlined
from meldspec.language import lines, tree

TERM = "hand"
MEANS = tree.Name("seven-cards")


@given(exprs)
@settings(deadline=None)
def test_a_term_is_told_by_what_it_means_wherever_it_stands(expr: tree.Expr) -> None:
    """No place of an expression keeps a term that is named there without an owner."""
    told = inlined(expr, {TERM: lines.Define(TERM, "", MEANS)})
    assert f"Name(word='{TERM}'" not in repr(told)


@given(exprs)
@settings(deadline=None)
def test_an_expression_without_terms_only_loses_what_is_idle(expr: tree.Expr) -> None:
    """Where a book has no terms nothing is put in, and telling it again changes nothing."""
    told = inlined(expr, {})
    assert inlined(told, {}) == told

"""Readings by which nobody can play: their rules break in the cases of a corpus, so that no case shows them."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from meldspec.corpus.corpus import Corpus
from meldspec.corpus.expect import first_divergence, trace
from meldspec.corpus.family import Pair
from meldspec.table.selection import in_order

NO_FAULTS: Mapping[Pair, str] = MappingProxyType({})


def unplayable(corpus: Corpus, readings: Iterable[Pair]) -> dict[Pair, str]:
    """Those of some readings whose rules break in a case, each with the fault that they have in the first."""
    found: dict[Pair, str] = {}
    left = set(readings)
    for case in corpus.ordered() if left else ():
        family = corpus.family(in_order(case.options))
        played = trace(family.referee, case.requests)
        for pair in sorted(left & family.readings.keys()):
            other = family.readings[pair]
            at = first_divergence(other.rulebook, played, other.difference)
            if at is not None and at.fault:
                found[pair] = at.fault
                left.remove(pair)
    return found


def nobody_can(fault: str | None) -> str:
    """What is said of a reading behind that no case shows it: nothing where it has no such fault."""
    return "" if fault is None else f"; nobody can play so: {fault}"

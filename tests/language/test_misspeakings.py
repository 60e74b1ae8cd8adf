"""Common misspeakings: every one is recognised, and told in words what to write instead."""

import pytest

from meldspec.language.faults import find_fault
from meldspec.language.misspeakings import Misspeaking, misspeaking_at, misspeakings

EXAMPLES = [(way, example) for way in misspeakings() for example in way.examples]


@pytest.mark.parametrize(("way", "example"), EXAMPLES, ids=[f"{w.code}: {e.strip()}" for w, e in EXAMPLES])
def test_each_example_is_explained_by_its_own_entry(way: Misspeaking, example: str) -> None:
    """Whoever writes a line in this way reads what to write instead."""
    fault = find_fault(example)
    assert fault is not None
    found = misspeaking_at(example, fault.start, fault.end)
    assert found is not None
    assert (found[0].code, found[0].pattern.pattern) == (way.code, way.pattern.pattern)
    assert "{" not in found[1]

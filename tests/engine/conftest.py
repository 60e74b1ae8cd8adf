"""What the tests that play at random share."""

from __future__ import annotations

import pytest
from tests.engine.games import THOROUGH

from meldspec.engine import covering, search


@pytest.fixture
def sooner_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The look-ahead gives up a large hand in seconds where it might take a minute, but in a thorough run."""
    if not THOROUGH:
        monkeypatch.setattr(covering, "BRANCHES", 1 << 8)
        monkeypatch.setattr(search, "PATIENCE", 1 << 10)

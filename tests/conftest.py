"""What every test may use."""

import os

import pytest

os.environ["MELDSPEC_CACHE"] = "off"
"""Tests work everything out; those of the cache have folders of their own."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--goldens`: write expected outputs again instead of comparing with them (`make goldens`)."""
    parser.addoption("--goldens", action="store_true", help="write the expected outputs again")


@pytest.fixture
def goldens(request: pytest.FixtureRequest) -> bool:
    """Whether expected outputs are to be written again, so that review reads the diff."""
    return bool(request.config.getoption("--goldens"))

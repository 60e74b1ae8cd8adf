"""What every test may use."""

import atexit
import os
import shutil
import tempfile

import pytest

if "PYTEST_XDIST_WORKER" not in os.environ:
    os.environ["MELDSPEC_CACHE"] = tempfile.mkdtemp(prefix="meldspec-tests-")
    atexit.register(shutil.rmtree, os.environ["MELDSPEC_CACHE"], ignore_errors=True)
"""What is kept between runs is kept for one run of the tests, by all its workers; tests of the cache have folders of their own."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--goldens`: write expected outputs again instead of comparing with them (`make goldens`)."""
    parser.addoption("--goldens", action="store_true", help="write the expected outputs again")


@pytest.fixture
def goldens(request: pytest.FixtureRequest) -> bool:
    """Whether expected outputs are to be written again, so that review reads the diff."""
    return bool(request.config.getoption("--goldens"))

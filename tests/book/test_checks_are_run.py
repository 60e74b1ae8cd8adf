"""Every check of a book is run, and once."""

import pkgutil
from importlib import import_module

from meldspec.book import checks
from meldspec.book.checks.every import CHECKS


def test_every_check_is_run_once() -> None:
    """Whatever looks for faults of a book is in the one list of checks, and stands there once."""
    modules = [import_module(f"{checks.__name__}.{module.name}") for module in pkgutil.iter_modules(checks.__path__)]
    found = {
        value
        for module in modules
        for name, value in vars(module).items()
        if name.startswith("check_") and value.__module__ == module.__name__ and list(value.__annotations__)[:1] == ["sheet"]
    }
    assert found == set(CHECKS)
    assert len(CHECKS) == len(found)

"""The plugin of pytest: a `Conformance` in a file of tests is collected as one test a goal of its variant (docs/pytest.md).

Of the package this module alone imports pytest, and it imports nothing else of it before there is something to collect: it is
loaded wherever meldspec and pytest are installed.
"""

# Types are not looked at when it is loaded: an older pytest does not have them all, and is to run its tests all the same.
from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

HOME = "meldspec.cli.conformance"
"""The module that makes what is collected; nobody has one before it is imported."""
SELECTED = "meldspec_selected"
Look = Callable[..., None]
"""Looks at a part of a report; raises Failed or Skipped."""
Properties = Callable[..., Iterator[tuple[str, str]]]
"""What is to be told of it besides."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--meldspec-selected`: be quick where few tests are chosen."""
    parser.getgroup("meldspec").addoption(
        "--meldspec-selected",
        action="store_true",
        dest=SELECTED,
        help="of a Conformance play only the cases of the tests that are chosen; the open questions are learnt from these alone",
    )


def pytest_pycollect_makeitem(collector: pytest.Module | pytest.Class, name: str, obj: object) -> pytest.Collector | None:
    """A Conformance whose name is that of a test."""
    module = sys.modules.get(HOME)
    if module is None or not isinstance(obj, module.Conformance) or not collector.funcnamefilter(name):
        return None
    found: Goals = Goals.from_parent(collector, name=name, conformance=obj)
    return found


class Goals(pytest.Collector):
    """The goals of one Conformance, which is played once, when the first of them is asked."""

    def __init__(self, conformance: Any, **more: Any) -> None:
        super().__init__(**more)
        self.conformance = conformance
        self._told: Any = None

    def collect(self) -> Iterable[pytest.Item]:
        """A test for the process, one for its claims, and one for each goal."""
        from meldspec.cli.conformance import Told, clauses_of

        yield self._test("process", Told.look_at_the_process)
        yield self._test("claims", Told.look_at_the_claims)
        for goal, cases in self._goals().items():
            item = self._test(goal, partial(Told.look_at, cases=cases), partial(Told.properties, cases=cases))
            item.user_properties += [("clause", clause) for clause in clauses_of(cases)]
            yield item

    def told(self) -> Any:
        """What it comes to, asked goal by goal."""
        if self._told is None:
            from meldspec.cli.conformance import Told

            chosen = None
            if self.config.getoption(SELECTED):
                chosen = {item.name for item in self.session.items if item.parent is self} & self._goals().keys()
            self._told = Told(self.conformance.report(chosen))
        return self._told

    def _goals(self) -> Any:
        from click import ClickException

        try:
            return self.conformance.goals
        except ClickException as problem:
            # What stands in the file of tests is wrong, and of no use to anybody is a traceback of ours.
            raise self.CollectError(f"{self.name}: {problem.format_message()}") from None

    def _test(self, name: str, look: Look, properties: Properties | None = None) -> Goal:
        item: Goal = Goal.from_parent(self, name=name, look=look, properties=properties)
        return item


class Goal(pytest.Item):
    """One goal: what its cases come to."""

    def __init__(self, look: Look, properties: Properties | None, **more: Any) -> None:
        super().__init__(**more)
        self._look = look
        self._properties = properties

    def runtest(self) -> None:
        """Look at it in the report, which is made where there is none yet."""
        from meldspec.cli.conformance import Skipped

        assert isinstance(self.parent, Goals)
        told = self.parent.told()
        if self._properties is not None and told.report.fatal is None:
            self.user_properties += self._properties(told)
        try:
            self._look(told)
        except Skipped as skipped:
            pytest.skip(str(skipped))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """A finding is told in words; whatever else went wrong with its traceback."""
        from meldspec.cli.conformance import Failed

        return str(excinfo.value) if isinstance(excinfo.value, Failed) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where it stands, and what it is called."""
        return self.path, None, f"{self.parent.name if self.parent else ''}: {self.name}"

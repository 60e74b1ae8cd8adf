"""What comes with the package: the pages and examples that it speaks of, a README that reads well by itself."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from runpy import run_path

import pytest
from tests.cli.quick_snap import run
from tests.every_python import answers, pins, python, versions

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CARRIED = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
README = (ROOT / "README.md").read_text(encoding="utf-8")
ONLY_IN_A_CHECKOUT = {"docs/meaning.md", "docs/rooms.md", "docs/glossary.md"}


def test_the_readme_leads_nowhere_that_a_package_page_has_not() -> None:
    """The README is the page of the package too, where a link to a file beside it would lead nowhere."""
    assert re.findall(r"\]\((?!https?://)[^)]*\)", README) == []


def test_what_the_readme_names_is_there_and_in_the_package() -> None:
    """Every path that the README names is in the checkout, and in an installed package unless it says otherwise."""
    named = {path.rstrip(".") for path in re.findall(r"\b(?:docs|conformance)/[\w./-]+", README)}
    assert {path for path in named if not (ROOT / path).exists()} == set()
    assert {path for path in named - ONLY_IN_A_CHECKOUT if not any(path.startswith(one) for one in CARRIED)} == set()
    assert "docs/positions.md" in named and len(named) > 5


def test_what_the_package_carries_is_there() -> None:
    """Each thing that the package carries stands in the checkout, and goes where the package looks for it."""
    assert all((ROOT / path).exists() for path in CARRIED)
    assert all(target == f"meldspec/_data/{path}" for path, target in CARRIED.items())


def test_where_the_data_lies_is_printed() -> None:
    """`meldspec --where` prints the folder below which every path that is named lies."""
    found = Path(run("--where").output.strip())
    assert (found / "docs" / "positions.md").is_file() and (found / "spec").is_dir()


def test_every_python_of_the_classifiers_is_tested_where_it_is() -> None:
    """`make test-all` knows the Pythons that the package names, finds the one that runs this, and no Python that is none."""
    assert versions() == ["3.11", "3.12", "3.13"]
    assert any(python(version) for version in versions())
    assert not answers("false", "3.11")


def test_the_package_says_where_its_publisher_has_the_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever publishes the package names the site and the source while building it; where nobody does, no address is made up."""
    told = run_path(str(ROOT / "hatch_build.py"))["Addresses"](str(ROOT), {})
    metadata: dict[str, dict[str, str]] = {}
    monkeypatch.delenv("MELDSPEC_SITE", raising=False)
    monkeypatch.delenv("MELDSPEC_SOURCE", raising=False)
    told.update(metadata)
    assert metadata == {"urls": {}}
    monkeypatch.setenv("MELDSPEC_SITE", "https://example.org/rules/")
    told.update(metadata)
    assert metadata == {"urls": {"Documentation": "https://example.org/rules/"}}
    assert "urls" in PROJECT["project"]["dynamic"] and "custom" in PROJECT["tool"]["hatch"]["metadata"]["hooks"]


@pytest.mark.parametrize("need", PROJECT["project"]["dependencies"])
def test_the_lowest_versions_are_what_the_package_says(need: str) -> None:
    """With the lowest dependencies each is pinned once, to the version from which on the package takes it."""
    name, _, version = need.partition(">=")
    pinned = [one for one in pins(lowest=True) if one.lower().startswith(f"{name.lower()}==")]
    assert len(pinned) == 1 and pinned[0].partition("==")[2].startswith(version)

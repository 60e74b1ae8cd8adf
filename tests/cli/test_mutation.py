"""`meldspec mutation` counts what becomes of spoilt lines, and goes on where it was."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from meldspec.cli import main
from meldspec.cli.mutation import Seeker
from meldspec.corpus.search.equivalence import Group, Looked
from meldspec.data import folder

SPEC = folder("spec")


def run(out: Path, *words: str) -> Result:
    """The command with its notes in a folder of their own."""
    return CliRunner(charset="utf-8").invoke(main, ["mutation", "--out", str(out), *words])


def test_a_sample_of_a_book_is_counted_and_noted(tmp_path: Path) -> None:
    """A sample of one chapter is told by book, chapter and operator; asked for again nothing is judged a second time."""
    words = ("manzana", "--chapter", "turn", "--operator", "turned round", "--sample", "3", "--list", "killed")
    first = run(tmp_path, *words)
    assert first.exit_code == 0, first.output
    heads = [line.split()[0] for line in first.output.splitlines() if "mutants" in line and "stillborn" in line]
    assert heads == ["book", "manzana,", "part", "operator"]
    assert "manzana: turn." in first.output and ": killed: manzana/" in first.output
    noted = (tmp_path / "manzana.jsonl").read_text(encoding="utf-8")
    again = run(tmp_path, *words)
    assert again.output.splitlines()[1:] == first.output.splitlines()[1:]
    assert (tmp_path / "manzana.jsonl").read_text(encoding="utf-8") == noted


def test_time_that_is_over_is_told(tmp_path: Path) -> None:
    """Where no time is left it is said how many of the mutants were tried."""
    result = run(tmp_path, "manzana", "--chapter", "match", "--minutes", "0")
    assert "manzana: 0 of " in result.output and " mutants were tried by now" in result.output


def test_what_a_search_does_not_tell_is_written_as_it_comes(tmp_path: Path) -> None:
    """Where rules have no case, what so many acts tell wants one, and what they do not is written beside the rules, by two
    processes the same as by one; what is written is not looked for again."""
    spec = tmp_path / "spec"
    copytree(SPEC, spec)
    file = spec / "searched.yaml"
    words = ("manzana", "--chapter", "end", "--spec", str(spec), "--search", "40")
    file.unlink()
    alone = run(tmp_path / "alone", *words)
    assert "manzana: there are no cases, so none tells a mutant" in alone.output
    assert "it wants a case" in alone.output and "manzana: end.turn:" in alone.output
    written = file.read_bytes()
    looked, found = len(alone.output.splitlines()), written.decode().count("acts: ")
    assert found > 0
    file.unlink()
    both = run(tmp_path / "both", *words, "--jobs", "2")
    assert file.read_bytes() == written
    assert len(both.output.splitlines()) == looked
    told = next(line for line in alone.output.splitlines() if "it wants a case" in line)
    sent = Path(told.rpartition(": ")[2]).read_text(encoding="utf-8").splitlines()
    assert json.loads(sent[1])["cmd"] in ("new", "position"), "a game that a case can be made of"
    again = run(tmp_path / "alone", *words)
    # The line that says how many are looked for: those that are written are not.
    (before,) = (line for line in alone.output.splitlines() if "that no case tells" in line)
    (after,) = (line for line in again.output.splitlines() if "that no case tells" in line)
    assert int(before.split()[1]) - found == int(after.split()[1])
    assert file.read_bytes() == written


def searched_for_other_rules(tmp_path: Path, chapter: str) -> tuple[Path, tuple[str, ...], dict[str, Any]]:
    """A file of what a search found in a chapter, as though for other rules; the words of that search, and what it found."""
    spec = tmp_path / "spec"
    copytree(SPEC, spec)
    file = spec / "searched.yaml"
    file.unlink()
    words = ("manzana", "--chapter", chapter, "--spec", str(spec), "--search", "40")
    run(tmp_path / "before", *words)
    written = file.read_text(encoding="utf-8")
    now = yaml.safe_load(written)["manzana"]
    file.write_text(written.replace(now["rules"], "of rules that were otherwise"), encoding="utf-8")
    return file, words, now


def test_after_a_rule_is_changed_those_that_were_searched_are_searched_again(tmp_path: Path) -> None:
    """Who asks for it tries those alone that a search for other rules named, and writes the same down for those of now; one is
    missing, upon which so few acts come only beside mutants that are not tried again."""
    file, words, now = searched_for_other_rules(tmp_path, "end")
    again = run(tmp_path / "after", *words, "--searched")
    assert f": {len(now['mutants'])} mutants" in again.output.splitlines()[1]
    written = yaml.safe_load(file.read_text(encoding="utf-8"))["manzana"]["mutants"]
    assert written.keys() == now["mutants"].keys() - {"end.turn:8: at turn-end made at judging"}


def test_a_second_search_that_is_broken_off_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was searched for other rules stands beside the rules until all of it was searched again, and whoever goes on does not
    search twice what is known."""
    file, words, now = searched_for_other_rules(tmp_path, "turn")
    other = file.read_text(encoding="utf-8")
    look, asked = Seeker.look, list[Group]()

    def broken_off(seeker: Seeker, group: Group) -> dict[str, Looked]:
        asked.append(group)
        if len(asked) == 2:
            raise KeyboardInterrupt
        return look(seeker, group)

    monkeypatch.setattr(Seeker, "look", broken_off)
    run(tmp_path / "after", *words, "--searched")
    assert file.read_text(encoding="utf-8") == other
    run(tmp_path / "after", *words, "--searched")
    searched = yaml.safe_load(file.read_text(encoding="utf-8"))["manzana"]
    twice = {group for group, times in Counter(asked).items() if times > 1}
    assert asked[1] in twice
    # What too few acts say nothing of is not known, and asked again.
    assert not any(searched["mutants"].keys() & set(names) for names, _ in twice - {asked[1]})
    # With so few acts a line or two may be shown by those that are not tried again.
    assert searched["rules"] == now["rules"] and searched["mutants"].keys() <= now["mutants"].keys()
    assert len(searched["mutants"]) > len(now["mutants"]) / 2


def test_lines_of_other_readings_are_counted_by_themselves(tmp_path: Path) -> None:
    """Of the lines that other readings have a sample is told by the same tables, each mutant named with its reading; what the notes
    of the rules by default say of others is left alone."""
    words = ("manzana", "--readings", "--chapter", "pile", "--operator", "left out", "--sample", "3", "--list", "killed")
    first = run(tmp_path, *words)
    assert first.exit_code == 0, first.output
    told = [line for line in first.output.splitlines() if ": killed: manzana/" in line]
    assert told and all(" = " in line and ": pile." in line for line in told)
    assert [file.name for file in tmp_path.iterdir()] == ["manzana.readings.jsonl"]
    assert run(tmp_path, *words).output.splitlines()[1:] == first.output.splitlines()[1:]


REFUSED = (
    ("poker",),
    ("manzana", "--operator", "shuffled"),
    ("manzana", "--chapter", "poker"),
    ("manzana", "--readings", "--search", "9"),
    ("manzana", "--readings", "--searched"),
)


@pytest.mark.parametrize("words", REFUSED)
def test_what_there_is_not_is_refused(tmp_path: Path, words: tuple[str, ...]) -> None:
    """A game, an operator or a chapter that there is not, and a search for what is judged by cases alone, are refused before any
    mutant is judged."""
    result = run(tmp_path, *words)
    assert result.exit_code == 2
    assert not (tmp_path / "manzana.jsonl").exists()

"""Trees as plain lists: they come back as they were."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from typing import Any

import pytest
from tests.cli.quick_snap import QUICK, SNAP

from meldspec.data import folder
from meldspec.language import lines
from meldspec.language.parse import parse
from meldspec.language.problems import Place
from meldspec.language.stored import plain, rebuilt
from meldspec.language.tree import Node

TEXTS = {"snap.rules": SNAP, "quick.rules": QUICK} | {
    path.name: path.read_text(encoding="utf-8") for path in sorted(folder("spec").rglob("*.rules"))
}


def everything(node: Any) -> Any:
    """A node with all its fields, those that equality leaves out as well."""
    if isinstance(node, tuple):
        return [everything(inner) for inner in node]
    if not isinstance(node, Node):
        return node
    return [type(node), *(everything(getattr(node, field.name)) for field in fields(node))]


@pytest.mark.parametrize("name", TEXTS)
def test_a_tree_comes_back_as_it_was(name: str) -> None:
    """Every node of every book comes back from JSON with its kind, its fields and its place."""
    tree = parse(TEXTS[name], name)
    assert everything(rebuilt(json.loads(json.dumps(plain(tree))))) == everything(tree)


def test_a_node_of_another_file_is_refused() -> None:
    """A tree that was put together from two files cannot be made plain, since one file is noted."""
    tree = parse(SNAP, "snap.rules")
    chapter = replace(tree.chapters[0], place=Place("other.rules", 1))
    with pytest.raises(ValueError, match=r"other\.rules"):
        plain(replace(tree, chapters=(chapter,)))


@pytest.mark.parametrize("found", [None, 7, [], ["x", 7], ["x", [999, 0]], ["x", [1, [1]]], ["x", [0]]])
def test_what_is_no_tree_is_refused(found: Any) -> None:
    """Lists that are not those of a whole text are refused and never half believed."""
    with pytest.raises(ValueError, match="found"):
        rebuilt(found)


def test_a_part_of_a_text_is_no_text() -> None:
    """A single clause is not taken for a text."""
    tree = parse(SNAP, "snap.rules")
    clause: Any = plain(lines.Text("x", "X", place=tree.place))
    clause[1] = [0, clause[1]]
    with pytest.raises(ValueError, match="whole text"):
        rebuilt(clause)

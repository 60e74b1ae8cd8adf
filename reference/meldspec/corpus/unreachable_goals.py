"""Goals that no case can reach, each with the reason: read from the corpus folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import yaml

FILE = "moot.yaml"
Moot = Mapping[str, Mapping[str, str]]


def read_moot(corpus: Path) -> Moot:
    """By variant, the goals that no case can reach and why; nothing where the folder has no such file."""
    file = corpus / FILE
    return (yaml.safe_load(file.read_text(encoding="utf-8")) or {}) if file.exists() else {}


def argued(moot: Moot, variant: str) -> Mapping[str, str]:
    """The reasons of one variant, by goal."""
    return moot.get(variant) or {}

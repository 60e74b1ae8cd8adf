"""The file of profiles, `profiles.yaml` beside the rules: whole sets of readings, each as one source reads them."""

from pathlib import Path
from typing import Any

from meldspec.position.profiles import Profile, ProfileError
from meldspec.sources.shaped_yaml import NAME, TEXT, kept, map_of, mismatches, parsed, record

SHAPE = map_of(record("title", "variant", "readings", title=TEXT, variant=TEXT, readings=map_of({"type": "string"})), NAME)
"""A map of names; a profile is for one variant and for those that descend from it."""


def read_profiles(path: Path) -> dict[str, Profile]:
    """The profiles of a YAML file by name; none where there is no such file.

    Raises ProfileError for what is no YAML or not of the shape above.
    """
    # Rules of somebody's own need no profiles.
    if not path.is_file():
        return {}
    text = path.read_text(encoding="utf-8")
    return {name: Profile(**entry) for name, entry in kept(path, text, lambda: _read(path.name, text)).items()}


def _read(name: str, text: str) -> dict[str, Any]:
    """The profiles of a text as plain values."""
    found = parsed(name, text, ProfileError) or {}
    for way, message in mismatches(found, SHAPE):
        where = ": ".join([name, *way])
        raise ProfileError(f"{where}: {message}; expected a map of profiles with title, variant and readings")
    plain: dict[str, Any] = found
    return plain

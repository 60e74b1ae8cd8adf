"""The file of profiles, `profiles.yaml` beside the rules: whole sets of readings, each as one source reads them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator

from meldspec.position.profiles import Profile, ProfileError

SHAPE = {
    "type": "object",
    "propertyNames": {"pattern": "^[a-z][a-z0-9]*(-[a-z0-9]+)*$"},
    "additionalProperties": {
        "type": "object",
        "required": ["title", "variant", "readings"],
        "additionalProperties": False,
        "properties": {
            "title": {"type": "string", "minLength": 1},
            "variant": {"type": "string", "minLength": 1},
            "readings": {"type": "object", "additionalProperties": {"type": "string"}},
        },
    },
}
"""A map of names; a profile is for one variant and for those that descend from it."""


def read_profiles(path: Path) -> dict[str, Profile]:
    """The profiles of a YAML file by name; none where there is no such file.

    Raises ProfileError for what is no YAML or not of the shape above.
    """
    if not path.is_file():
        return {}
    try:
        found: Any = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
    except yaml.YAMLError as error:
        raise ProfileError(f"{path.name}: found no YAML ({' '.join(str(error).split())}); mend that line") from None
    for problem in Draft202012Validator(SHAPE).iter_errors(found):
        where = ": ".join([path.name, *(str(part) for part in problem.absolute_path)])
        raise ProfileError(f"{where}: {problem.message}; expected a map of profiles with title, variant and readings")
    return {name: Profile(**entry) for name, entry in found.items()}

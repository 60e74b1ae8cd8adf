"""The file of profiles, `profiles.yaml` beside the rules: whole sets of readings, each as one source reads them."""

from pathlib import Path

from meldspec.position.profiles import Profile, ProfileError
from meldspec.sources.shaped_yaml import NAME, TEXT, kept, map_of, record, shaped, text_of

SHAPE = map_of(record("title", "variant", "readings", title=TEXT, variant=TEXT, readings=map_of({"type": "string"})), NAME)
"""A map of names; a profile is for one variant and for those that descend from it."""
EXPECTED = "profiles, each with title, variant and readings"


def read_profiles(path: Path) -> dict[str, Profile]:
    """The profiles of a YAML file by name; none where there is no such file.

    Raises ProfileError for what is no YAML or not of the shape above.
    """
    # Rules of somebody's own need no profiles.
    if not path.exists():
        return {}
    file = f"{path.parent.name}/{path.name}"
    text = text_of(path, file, ProfileError)
    found = kept(path, text, lambda: shaped(file, text, SHAPE, EXPECTED, ProfileError))
    return {name: Profile(**entry) for name, entry in found.items()}

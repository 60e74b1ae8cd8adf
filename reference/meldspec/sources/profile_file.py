"""The file of profiles, `profiles.yaml` beside the rules: whole sets of readings, each as one source reads them."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from meldspec.book.flat import Book
from meldspec.language.problems import Diagnostic, did_you_mean
from meldspec.position.profiles import Profile, ProfileError
from meldspec.sources.plain_yaml import plain_yaml
from meldspec.sources.shaped_yaml import NAME, TEXT, kept, map_of, record, shaped, text_of

SHAPE = map_of(record("title", "variant", "readings", title=TEXT, variant=TEXT, readings=map_of({"type": "string"})), NAME)
"""A map of names; a profile is for one variant and for those that descend from it."""
PROFILES = "profiles.yaml"
"""The name of the file."""
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


def misread(path: Path, books: Mapping[str, Book]) -> Iterator[Diagnostic]:
    """Whatever the profiles of a file say of some books that is not so: a question or a reading that a profile's own variant
    does not have. Raises ProfileError as `read_profiles` does."""
    profiles = read_profiles(path)
    if all(_own(profile, books) for profile in profiles.values()):
        return
    file = f"{path.parent.name}/{path.name}"
    marked = plain_yaml(text_of(path, file, ProfileError), file, numbered=True)
    for name, profile in profiles.items():
        for question, reading in profile.readings.items():
            if _own(replace(profile, readings={question: reading}), books):
                continue
            way, asked = (name, "readings", question), books[profile.variant].questions()
            if question not in asked:
                mend = did_you_mean(question, asked)
                yield marked.problem("no-such-question", way, reading, f"a question of {profile.variant}", mend)
            else:
                expected = f"one of {', '.join(one.name for one in asked[question].readings)}"
                yield marked.problem("no-such-reading", way, reading, expected)


def _own(profile: Profile, books: Mapping[str, Book]) -> bool:
    """Whether the variant of a profile has all that it reads; of a variant that is not among the books nothing is known."""
    return profile.variant not in books or profile.for_book(books[profile.variant]) == profile.readings

"""Where the data lies: inside an installed wheel, or in the top-level folders of a checkout."""

from pathlib import Path
from typing import Literal, get_args

Folder = Literal["spec", "grammar", "conformance", "docs"]

_PACKAGE = Path(__file__).resolve().parent


def root() -> Path:
    """The folder in which all data folders lie: that of the checkout, or one within an installed wheel."""
    return folder("spec").parent


def comes_with_an_installation(path: Path) -> bool:
    """Whether a path lies in the data of an installed wheel, where nobody keeps work of his own and an update takes it away."""
    return path.resolve().is_relative_to(_PACKAGE / "_data")


def folder(name: Folder) -> Path:
    """The folder `name` as a directory on disk.

    A wheel carries its own copy as `meldspec/_data/<name>`; in a checkout (and so in an editable
    install, where edits count at once) it is the top-level folder of that name.

    Raises ValueError for a name which is no data folder, FileNotFoundError where neither place has it.
    """
    if name not in get_args(Folder):
        raise ValueError(f"no data folder {name!r}: expected one of {', '.join(get_args(Folder))}")
    places = (_PACKAGE / "_data" / name, _PACKAGE.parent.parent / name)
    for place in places:
        if place.is_dir():
            return place
    looked = " and ".join(str(place) for place in places)
    raise FileNotFoundError(
        f"the data folder {name!r} is missing: looked for {looked}; install meldspec again, or run it from a whole checkout"
    )

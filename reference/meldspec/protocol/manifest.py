"""The manifest of a corpus: for every case the digest of what it sends and expects, and the smallest size of a run that plays it.

It stands beside the folders of the variants as `manifest.json`; the format is published as
`conformance/protocol/manifest.schema.json`.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

from meldspec.files import write_whole
from meldspec.protocol.case import Case, CaseProblem
from meldspec.protocol.fields import Malformed, Message, mapping, one_of, record, to_json
from meldspec.protocol.plain_json import plain_json

MANIFEST = "manifest.json"
FORMAT = 1
"""The version of the manifest's format."""
SIZES = ("smoke", "standard", "full")
"""The sizes of a run, each of which plays all that the ones before it play."""
FULL = "full"
USUAL = "standard"
"""The size of a case that none was worked out for yet, and of a run that names none."""
UNDIGESTED = ("title", "because")
"""Fields in which a case may differ and still be the same case: they are for whoever reads it."""


def _digest(value: Any, place: str) -> str:
    if not isinstance(value, str) or len(value) != 64 or set(value) - set("0123456789abcdef"):
        raise Malformed(place, value, "a SHA-256 in 64 lower-case hexadecimal digits")
    return value


class Entry(Message):
    """What the manifest says of one case."""

    digest: Annotated[str, _digest]
    size: Annotated[str, one_of(*SIZES)]


Entries = Mapping[str, Entry]
"""Case id → its entry."""


def digest_of(case: Case) -> str:
    """The SHA-256 of a case: of its JSON with sorted keys, without spaces, in UTF-8, and without what UNDIGESTED names."""
    told = {key: value for key, value in to_json(case).items() if key not in UNDIGESTED}
    return sha256(json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8")).hexdigest()


def entries_of(cases: Iterable[Case], sizes: Mapping[str, str]) -> dict[str, Entry]:
    """The entries of cases as they are now, with the sizes that they have by their ids."""
    return {case.id: Entry(digest=digest_of(case), size=sizes.get(case.id, USUAL)) for case in cases}


def of_size(cases: Sequence[Case], size: str, entries: Entries) -> list[Case]:
    """The cases that a run of some size plays; one without an entry is played as by USUAL."""
    most = SIZES.index(size)
    sizes = ((case, entries[case.id].size if case.id in entries else USUAL) for case in cases)
    return [case for case, its in sizes if SIZES.index(its) <= most]


def read_manifest(corpus: Path) -> dict[str, Entry]:
    """The entries of the manifest in a corpus folder; none where it has no manifest.

    Raises CaseProblem for a file that is no manifest.
    """
    path = corpus / MANIFEST
    if not path.exists():
        return {}
    mend = "make it again with `meldspec corpus`, or take it from the version before"
    try:
        raw = plain_json(path.read_bytes())
        if not isinstance(raw, dict) or raw.get("format") != FORMAT:
            found = raw.get("format") if isinstance(raw, dict) else raw
            raise Malformed("format", found, str(FORMAT))
        return dict(mapping(record(Entry))(raw.get("cases"), "cases"))
    except (ValueError, RecursionError) as wrong:
        raise CaseProblem(f"{path}: is no manifest of a corpus: {wrong}; {mend}") from None


def manifest_text(entries: Entries) -> str:
    """A manifest as it is kept: a case a line, in the order of their ids."""
    rows = (f"  {json.dumps(name)}: {json.dumps(to_json(entry))}" for name, entry in sorted(entries.items()))
    return f'{{"format": {FORMAT}, "cases": {{\n' + ",\n".join(rows) + "\n}}\n"


def write_manifest(corpus: Path, entries: Entries) -> bool:
    """Write the manifest of a corpus; whether it was not written so already."""
    path, text = corpus / MANIFEST, manifest_text(entries)
    if path.is_file() and path.read_bytes() == text.encode():
        return False
    write_whole(path, text)
    return True

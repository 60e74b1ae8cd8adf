"""What a sheet or a desk is made from, packed into the address of the desk: `desk.html#v1.…` (docs/decisions/0063).

After the version comes compact JSON, deflated without a header, in base64url without padding, so that a browser makes and reads it
with `CompressionStream("deflate-raw")` alone. Any deflate stream of the same JSON is read: no two packers owe each other bytes.
"""

import base64
import binascii
import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from meldspec.book.addresses import Target
from meldspec.language.problems import DataError

DESK = "desk"
"""The page that opens what is shared."""
VERSION = "v1"
LONGEST = 32_000
"""How many characters may be read: more than any table packs to, and what every browser takes as an address."""
MOST = 1_000_000
"""How many bytes may come of them: a short text can unpack to gigabytes."""
SHAPE = re.compile(r"(v[0-9]+)\.([A-Za-z0-9_-]*)=*")
RAW = -15
"""A window of 32 KiB, and neither header nor checksum."""
ALTERED = "the link was cut off or altered on its way; copy the whole of it"


class ShareError(DataError):
    """What stands in an address and is nothing that was shared; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Shared:
    """A game as a table plays it: options and readings that are not the defaults, the digest of the book they were chosen from
    (`Meanings.whole`), and perhaps a position, as a position file has it, with an act."""

    variant: str
    options: Mapping[str, int] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)
    digest: str = ""
    position: Mapping[str, Any] | None = None
    act: Mapping[str, Any] | None = None


def encode(shared: Shared) -> str:
    """What is shared, as it stands behind the `#`."""
    told: dict[str, Any] = {
        "variant": shared.variant,
        "options": dict(shared.options),
        "readings": dict(shared.readings),
        "digest": shared.digest,
        "position": shared.position,
        "act": shared.act,
    }
    text = json.dumps({key: value for key, value in told.items() if value is not None}, ensure_ascii=False, separators=(",", ":"))
    packer = zlib.compressobj(9, zlib.DEFLATED, RAW)
    packed = packer.compress(text.encode("utf-8")) + packer.flush()
    return f"{VERSION}.{base64.urlsafe_b64encode(packed).decode('ascii').rstrip('=')}"


def decode(text: str) -> Shared:
    """What stands behind the `#`, with or without that.

    Raises ShareError where it is cut off, spoilt, too long, of another version, or says something else than it should.
    """
    if len(text) > LONGEST:
        raise ShareError(f"the link has {len(text)} characters, expected at most {LONGEST}; ask for it again")
    found = SHAPE.fullmatch(text.removeprefix("#"))
    if found is None:
        raise ShareError(f"the link has no '{VERSION}.' with letters and digits behind its '#'; copy the whole of it")
    if found[1] != VERSION:
        raise ShareError(
            f"the link is of the form {found[1]}, and {VERSION} is read here; open it with the pages that it was made by"
        )
    packed = _unpacked(found[2])
    try:
        told = json.loads(packed)
    # A value nested deeper than Python follows is none that was shared.
    except (ValueError, RecursionError) as error:
        raise ShareError(ALTERED) from error
    return _shared(told)


def address(shared: Shared, site: str = "") -> str:
    """The link to the desk that opens what is shared; from the first folder of the site on, where nobody says where that is."""
    return Target(DESK, encode(shared)).at(site)


def _unpacked(letters: str) -> bytes:
    """The bytes that were packed; raises ShareError where they are not whole, or too many."""
    unpacker = zlib.decompressobj(RAW)
    try:
        text = unpacker.decompress(base64.b64decode(letters + "=" * (-len(letters) % 4), b"-_", validate=True), MOST)
    except (binascii.Error, zlib.error) as error:
        raise ShareError(ALTERED) from error
    if unpacker.unconsumed_tail:
        raise ShareError(f"the link unpacks to more than {MOST} bytes, which no table takes; ask for it again")
    if not unpacker.eof:
        raise ShareError(ALTERED)
    return text


def _shared(told: Any) -> Shared:
    """What was packed, by its fields; raises ShareError where one is not what it should be."""
    if not isinstance(told, dict):
        raise ShareError("the link holds no game; copy the whole of it")
    made = Shared(
        _field(told, "variant", str, "the name of a game"),
        _field(told, "options", dict, "numbers by the names of options", int),
        _field(told, "readings", dict, "readings by the ids of questions", str),
        _field(told, "digest", str, "the digest of a book"),
        _field(told, "position", dict, "a position") if "position" in told else None,
        _field(told, "act", dict, "an act") if "act" in told else None,
    )
    if made.act is not None and made.position is None:
        raise ShareError("the link has an act and no position to do it in; ask for it again")
    return made


def _field(told: Mapping[str, Any], name: str, form: type, expected: str, of: type | None = None) -> Any:
    value = told.get(name)
    # A truth is a number to Python, and none of a game.
    if not isinstance(value, form) or (isinstance(value, dict) and of and any(type(one) is not of for one in value.values())):
        raise ShareError(f"the link has for '{name}' no {expected.removeprefix('the ').removeprefix('a ').removeprefix('an ')}")
    return value

"""What a table shares by a link comes out of it as it went in, and whatever else stands in an address is refused in words."""

import base64
import json
import zlib

import pytest
from hypothesis import given, strategies as some

from meldspec.site.share import LONGEST, Shared, ShareError, address, decode, encode

CLUB = Shared("snap", {"players": 4}, {"snap.calling.late": "may-not"}, "0123456789abcdef")
TABLE = {"title": "Äpfel & 7♥", "hands": [["7H", "JK"], []], "sides": [{"melds": [["QC", "QD", "QH"]]}], "turn": 1}

words = some.text(max_size=20)
games = some.builds(Shared, words, some.dictionaries(words, some.integers()), some.dictionaries(words, words), words)


def packed(text: str, version: str = "v1") -> str:
    """Any text packed as a browser would."""
    packer = zlib.compressobj(wbits=-15)
    data = packer.compress(text.encode()) + packer.flush()
    return f"{version}." + base64.urlsafe_b64encode(data).decode().rstrip("=")


@given(games)
def test_whatever_goes_in_comes_out(shared: Shared) -> None:
    """A club's choices are the same on the desk as on its sheet."""
    assert decode(encode(shared)) == shared
    assert decode("#" + encode(shared)) == shared


def test_a_table_and_an_act_come_along() -> None:
    """Who shares a dispute shares the table and what was to be done."""
    asked = Shared("snap", {}, {}, "", TABLE, {"type": "call", "seat": 1})
    assert decode(encode(asked)) == asked


def test_what_it_looks_like() -> None:
    """The link leads to the desk, and what stands in it is compact JSON with the fields that the desk reads."""
    link = address(CLUB)
    assert link.startswith("desk.html#v1.") and not set(link.partition("#v1.")[2]) & set("+/= &?")
    letters = link.partition("#v1.")[2]
    text = zlib.decompress(base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4)), -15).decode()
    assert text == (
        '{"variant":"snap","options":{"players":4},"readings":{"snap.calling.late":"may-not"},"digest":"0123456789abcdef"}'
    )
    assert address(CLUB, "https://example.org/rules/") == f"https://example.org/rules/{link}"


def test_another_packer_is_read_as_well() -> None:
    """What a browser packed is read, in whatever order it names the fields, and what it does not name is as by default."""
    assert decode(packed('{"digest":"d","readings":{},"variant":"snap","options":{}}')) == Shared("snap", digest="d")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "has no 'v1.'"),
        ("#pile.take", "has no 'v1.'"),
        ("v2.AAAA", "of the form v2, and v1 is read here"),
        ("v1.", "cut off or altered"),
        ("v1.A", "cut off or altered"),
        (encode(CLUB)[:-4], "cut off or altered"),
        (packed("[]"), "holds no game"),
        (packed("{"), "cut off or altered"),
        (packed("[" * 100_000), "cut off or altered"),
        (packed("{}"), "has for 'variant' no name of a game"),
        (packed('{"variant":"snap","options":{"players":"four"},"readings":{},"digest":""}'), "no numbers by the names of options"),
        (packed('{"variant":"snap","options":{"players":true},"readings":{},"digest":""}'), "no numbers by the names of options"),
        (packed('{"variant":"snap","options":{},"readings":[],"digest":""}'), "no readings by the ids of questions"),
        (packed('{"variant":"snap","options":{},"readings":{},"digest":"","position":null}'), "for 'position' no position"),
        (packed('{"variant":"snap","options":{},"readings":{},"digest":"","act":{}}'), "an act and no position"),
        (packed(json.dumps("7" * 2_000_000)), "unpacks to more than"),
        ("v1." + "A" * LONGEST, f"expected at most {LONGEST}"),
    ],
)
def test_what_is_no_link_is_refused(text: str, told: str) -> None:
    """A link that was cut off, altered or made up says what is wrong with it, and unpacks to no more than a table takes."""
    with pytest.raises(ShareError) as error:
        decode(text)
    assert told in str(error.value)

"""What the page packs into its address is read by everybody else, and what they pack is read by the page."""

import json
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from meldspec.data import folder
from meldspec.site.desk_files import PACKAGE
from meldspec.site.desk_page import shared
from meldspec.site.share import Shared, decode, encode
from meldspec.sources.marked_file import read_marked

HERE = Path(__file__).resolve().parent
EXAMPLES = sorted((folder("docs") / "examples").glob("*.yaml"))


def by_page(what: str, lines: Iterable[str]) -> list[Any]:
    """What the page's own code makes of some lines."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node, by which the page's code could be run")
    command = [node, str(HERE / "share.mjs"), str(PACKAGE / "site" / "desk" / "share.mjs"), what]
    run = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True, encoding="utf-8", check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def plain(one: Shared) -> dict[str, Any]:
    """What is shared as the page has it."""
    told = {"variant": one.variant, "options": one.options, "readings": one.readings, "digest": one.digest}
    return told | ({"position": one.position} if one.position else {}) | ({"act": one.act} if one.act else {})


def all_shared() -> list[Shared]:
    """Every example as a link has it, a game alone, and signs of other alphabets."""
    examples = [shared(read_marked(path.read_text("utf-8"), path.name).value, "0123456789abcdef") for path in EXAMPLES]
    return [
        *examples,
        Shared("pennies", {"players": 6}, {"meld.one-a-rank.always": "apart"}, "f" * 16),
        Shared("Östliche 牌", digest="0"),
    ]


def test_the_page_reads_what_others_link_to() -> None:
    """A link that a report or a sheet has made opens on the desk as it was meant."""
    links = all_shared()
    assert by_page("decode", map(encode, links)) == [plain(one) for one in links]


def test_others_read_what_the_page_links_to() -> None:
    """A link that somebody has copied from the desk is read as it was meant."""
    links = all_shared()
    made = by_page("encode", (json.dumps(plain(one)) for one in links))
    assert [plain(decode(link)) for link in made] == [plain(one) for one in links]


SPOILT = {
    "v2.AAAA": "v2",
    "no link": "v1.",
    "v1.AAAA": "cut off",
    "v1.!": "v1.",
    encode(Shared("canasta"))[:-3]: "cut off",
    "v1." + "A" * 40_000: "characters",
}


@pytest.mark.parametrize("link", SPOILT, ids=range(len(SPOILT)))
def test_a_spoilt_link_is_refused_with_the_reason(link: str) -> None:
    """A link that was cut off, is of another version, or is none, is told to be so."""
    (told,) = by_page("decode", [link])
    assert SPOILT[link] in told["error"]

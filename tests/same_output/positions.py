"""Rulings, scores and answers of the server: on the examples, and on what is met in games played at random."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import yaml
from tests.same_output.play import Met, cases, games
from tests.same_output.run import ROOT, Recorder, chance

Json = dict[str, Any]
PLAYED = 60
"""So many games are played of each."""
SHARES = {"ruled": 12, "listed": 76, "ended": 7, "bad": 5}
"""Positions of each game: with an act in question, without one, of deals that have ended, with something wrong."""
BAD_LINES = (
    "",
    "{",
    "[]",
    '{"seq":"x"}',
    '{"cmd":"hello","protocol":1}',
    '{"seq":"x","cmd":"hello","protocol":9}',
    '{"seq":"x","cmd":"dance"}',
    '{"seq":"x","cmd":"act","seat":99,"action":{"type":"draw"}}',
    '{"seq":"x","cmd":"act","seat":0,"action":{"type":"fly"}}',
    '{"seq":"x","cmd":"act","seat":0,"action":{"type":"discard","card":"1Z"}}',
    '{"seq":"x","cmd":"legal","seat":-1}',
    '{"seq":"x","cmd":"legal","seat":"0"}',
    '{"seq":7,"cmd":"bye"}',
)
PART = 250
"""So many lines are asked again under other readings."""


def questions(game: str, folder: Path) -> None:
    """Write down positions and request lines of a game."""
    met, asked = games(game, PLAYED)
    rng = chance(game, "positions")
    texts = _texts(game, met, rng)
    for number, text in enumerate(texts):
        path = folder / "positions" / game / f"{number:03}-{text[0]}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text[1], encoding="utf-8")
    lines = [json.dumps(request) for request in asked]
    for line in BAD_LINES:
        lines.insert(rng.randrange(1, len(lines) - 1), line)
    (folder / "serve").mkdir(parents=True, exist_ok=True)
    (folder / "serve" / f"{game}.requests.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _texts(game: str, met: Sequence[Met], rng: Random) -> list[tuple[str, str]]:
    """The positions that are asked about, each with its sort; one sort after the other."""
    running = [one for one in met if not one.seen.get("ended")]
    ended = [one for one in met if one.seen.get("ended")]
    stock = {"ruled": [one for one in running if one.act], "listed": running, "ended": ended, "bad": running}
    texts = []
    for sort, many in SHARES.items():
        for number, one in enumerate(rng.sample(stock[sort], min(many, len(stock[sort])))):
            fields = position(game, one) | _read(game, one, rng, number)
            if sort == "ruled":
                fields["act"] = one.act
            texts.append((sort, _written(_spoilt(fields, number) if sort == "bad" else fields)))
    return texts


def _read(game: str, one: Met, rng: Random, number: int) -> Json:
    """Every third position is read under other readings than the default ones, every sixth as a profile reads."""
    if number % 6 == 5:
        known = yaml.safe_load((ROOT / "spec" / "profiles.yaml").read_text(encoding="utf-8"))
        fitting = [name for name, profile in known.items() if profile["variant"] == game]
        return {"profile": rng.choice(fitting)} if fitting else {}
    return {"readings": one.readings} if number % 3 == 2 and one.readings else {}


def position(game: str, one: Met) -> Json:
    """What stood on the table, as a file of positions tells it (docs/positions.md)."""
    deal, seen = one.deal, one.seen
    fields: Json = {"variant": game, "options": deal["options"], "dealer": deal["dealer"], **deal["match"]}
    if seen.get("ended"):
        fields["ended"] = {name: value for name, value in seen["ended"].items() if value is not None}
    else:
        fields |= {"turn": seen["turn"], "phase": seen["phase"]}
    fields |= {"stock": seen["stock"], "hands": seen["hands"], "sides": [_side(side) for side in seen["sides"]]}
    pile = seen["pile"]
    if pile.get("cards") or pile.get("top"):
        fields["pile"] = pile.get("cards") or pile
    if any(seen.get("feet", ())):
        fields["feet"] = seen["feet"]
    return fields


def _side(side: Json) -> Json:
    """What lies before a side."""
    melds = [meld["cards"] for meld in side["melds"]]
    return {name: value for name, value in {**side, "melds": melds}.items() if value}


def _spoilt(fields: Json, number: int) -> Json:
    """A position with something wrong."""
    wrong: list[Json] = [
        {"hands": [["1Z"], *fields["hands"][1:]]},
        {"turn": 99, "phase": "sleep"},
        {"nothing": 1, "options": {"players": 99}},
        {"sides": [{"melds": [["KC", "QD", "3S"]]}]},
        {"hands": [["AC"] * 30, *fields["hands"][1:]], "readings": {"pile.pear": "soft"}},
    ]
    return fields | wrong[number % len(wrong)]


def _written(fields: Json) -> str:
    """A position as a file: one field a line."""
    return "".join(f"{name}: {json.dumps(value)}\n" for name, value in fields.items())


# ── what is said of them ────────────────────────────────────────────────────────────────────────────────────────────────────


def prepared(record: Recorder, game: str) -> None:
    """The questions about a game, taken from an earlier record or made."""
    if (record.out / "serve" / f"{game}.requests.jsonl").is_file():
        return
    if (before := record.before("serve")) is None:
        questions(game, record.out)
        return
    (record.out / "serve").mkdir(parents=True, exist_ok=True)
    shutil.copy(before / f"{game}.requests.jsonl", record.out / "serve")
    shutil.copytree(before.parent / "positions" / game, record.out / "positions" / game, ignore=shutil.ignore_patterns("*.txt"))


def positions(record: Recorder, game: str) -> None:
    """What is ruled, listed and scored."""
    prepared(record, game)
    for number, path in enumerate(sorted((record.out / "positions" / game).glob("*.yaml"))):
        name = str(path.relative_to(record.out))
        texts = [record.say(*words, name) for words in _ways("ended" in path.name, number, record.full)]
        record.write(name.replace(".yaml", ".txt"), *texts)


def _ways(ended: bool, number: int, full: bool) -> list[list[str]]:
    """What is asked of a position: everything, or where time is short text and JSON by turns."""
    text, json_ = (["score"], ["score", "--json"]) if ended else (["rule"], ["rule", "--json"])
    return [text, json_] if full else [json_ if number % 2 else text]


def examples(record: Recorder) -> None:
    """What is ruled and scored on the examples of the documentation."""
    for number, path in enumerate(sorted((ROOT / "docs" / "examples").glob("*.yaml"))):
        ways = _ways("score" in path.name or "concealed" in path.name, number, record.full)
        record.write(f"examples/{path.stem}.txt", *(record.say(*words, str(path)) for words in ways))


def serve(record: Recorder, game: str) -> None:
    """What the server answers: by the default readings, and to a part of it by others."""
    prepared(record, game)
    lines = (record.out / "serve" / f"{game}.requests.jsonl").read_bytes().splitlines(keepends=True)
    record.write(f"serve/{game}.answers.txt", record.say("serve", text=b"".join(lines)))
    worlds = [case["worlds"][0]["readings"] for case in cases(game) if case["worlds"]]
    for number, readings in enumerate(worlds[:: max(1, len(worlds) // 3)][:3]):
        words = [word for question, reading in readings.items() for word in ("--readings", f"{question}={reading}")]
        start = number * PART
        text = lines[0] + b"".join(lines[start + 1 : start + PART])
        record.write(f"serve/{game}.answers-{number}.txt", record.say("serve", *words, text=text))

"""Speaks the implementation protocol for the Canasta engine of the package `games-collection`.

Run it as a child process: `python games_collection.py`, one JSON object a line in and out. It needs that
package (it was written against 1.6.1) and the standard library. Here the conversation is kept; all that
touches the engine is in `games_collection_table.py`.

An adapter is there to show an engine's rules, whether right or wrong. So this one holds no rule: it says in
the engine's words what was proposed, lets the engine do it, and says in the protocol's words what came of it.
What follows is how the two were fitted together, and why.

The deal
- The engine deals. It gets one pack with the hands first and the stock after them, and a shuffler that leaves
  it as it is; then the engine's own constructor gives out the hands and turns up the first discard. Where the
  hands it gives out are not those of the request (another number of cards a hand, feet), or the sides are not
  the two it always makes, no move of it could put that right: `unsupported`. So is any option but the number
  of players. What it turns up, covers and replaces, or does not, is seen in the observation.
- It always begins with its first player. The player at the dealer's left is made that one, and every seat is
  turned by as much on the way in and back on the way out.
- A team keeps its total as `score`, and it is written there; the opening minimum is then the engine's own.

Who may act, and when
- The engine's methods take any player at any time; that it is his turn, and that he has drawn, is kept by
  the package's own text and window programs. Standing in their place, this adapter could keep it as well, but
  then a reader could not tell whose rule it was. It asks the engine alone: a draw too many is `legal`.
- A seat that is not at the table, a meld that is not there, and two plays of an action that go to one meld are
  `illegal` by the protocol itself.

Actions
- `draw` is `draw` from the stock. On an empty stock the engine refuses, which is `illegal`: it has no other
  end of a deal than going out.
- `take` is `draw` from the discard pile, then the plays. The engine knows no play that comes with a take, so
  `top` says nothing to it, a take without plays is its to allow, and so is a play of cards from deep in the
  pile. Taking first is never the worse order, for the engine asks what the hand holds before the take.
- `meld` is one `add_meld` for each play. The protocol gives no order and the engine asks for one (only the
  first meld of a team must reach the minimum, and it must reach it alone), so each move tries the plays that
  are left until one is accepted. No accepted play ever stands in the way of another, so what this does not
  find no order could.
- The engine numbers melds as they come. A table of numbers keeps the protocol's: several new melds count in
  the order in which they were listed.
- `discard` is `discard` and then the end of the turn; `pass` is that end alone. At the end of a turn the
  engine is asked whether the team can go out, as its text program asks; if so the player goes out, otherwise
  the turn passes on. A discard of the last card with which the engine does not let him go out is therefore
  `legal` and ends nothing. Nobody declines to go out: by the protocol the deal ends with the last card.
- Going out concealed is a claim which the caller of `go_out` must make and which the engine never examines.
  The protocol has no such claim and the package's own programs never make it, so it is not made here.
- `ask` and `answer` are `unsupported`: the engine has nothing like them.

All or nothing
- An act is tried on a copy of the table, which is thrown away where anything in the act is refused. This is
  needed: the engine notes that a team has opened before it finds that the cards are not in the hand.
- `MeldError`, `RuntimeError` and `ValueError` are what the engine raises on purpose, so they are refusals (a
  `ValueError` also comes, unmeant, of melding cards that are not in the hand, which the protocol calls
  `illegal`). Anything else is the engine breaking, and answered as an error.

What is observed
- `turn`, `stock`, `pile`, `frozen`, `hands`, melds, `totals` and `ended` are read from the engine; `scores`
  is what its `go_out` returned. `frozen` is the engine's own flag, for whatever reason it was set.
- It has no phases, no leave to ask for, no feet, no red threes laid apart and no end of a match. Saying
  `null` or 0 there would look like an answer, so these fields are left out; so is `turn` once the deal is
  over, for the engine leaves it where it was.
- A meld's `kind` is the engine's `is_natural`. Melds of threes are to it like any others: their kind, which
  the protocol names by itself, is left out.
"""

import copy
import json
import re
import sys
import traceback
from importlib.metadata import PackageNotFoundError, version
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]

PROTOCOL = 1
PACKAGE = "games-collection"
HOMEPAGE = "https://github.com/saint2706/Games"

try:
    VERSION = version(PACKAGE)
    from games_collection_table import (
        REFUSALS,
        VARIANT,
        Malformed,
        Table,
        Unsupported,
        act,
        deal,
        need,
        observation,
    )
except (PackageNotFoundError, ModuleNotFoundError) as missing:
    sys.exit(f"{missing}: install what this adapter speaks for, with pip install {PACKAGE}==1.6.1")


class Session:
    """One conversation: it remembers the deal from one request to the next."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self.over = False
        """Whether `bye` was said."""

    def answer(self, line: bytes) -> Json:
        """The answer to one line. It never raises."""
        seq = seq_of(line)
        try:
            return {"seq": seq, **self._reply(json.loads(line))}
        except Unsupported as why:
            return {"seq": seq, "unsupported": {"why": str(why)}}
        except Exception as broken:
            if not isinstance(broken, Malformed):
                traceback.print_exc()
            return {"seq": seq, "error": {"message": f"{type(broken).__name__}: {broken}"}}

    def _reply(self, request: Json) -> Json:
        match need(request, "cmd", str):
            case "hello":
                return {"ok": introduction(need(request, "protocol", int))}
            case "deal":
                self._table = None
                self._table = deal(request)
                return {"ok": {"observation": observation(self._table)}}
            case "act":
                return {"ok": self._act(need(request, "seat", int), need(request, "action", dict))}
            case "bye":
                self.over = True
                return {"ok": {}}
            case other:
                raise Unsupported(f"the request {other!r}")

    def _act(self, seat: int, action: Json) -> Json:
        """The verdict of an act, which is tried on a copy: the copy counts only where all of it was done."""
        if self._table is None:
            raise Malformed("act: found no deal that was begun; send `deal` first")
        tried = copy.deepcopy(self._table)
        try:
            act(tried, seat, action)
        except REFUSALS as refusal:
            return {"verdict": "illegal", "why": str(refusal)}
        except Unsupported as why:
            return {"verdict": "unsupported", "why": str(why)}
        self._table = tried
        return {"verdict": "legal", "observation": observation(tried)}


def introduction(protocol: int) -> Json:
    """Who answers. The engine claims no readings of the sources' open questions. Raises Unsupported."""
    if protocol != PROTOCOL:
        raise Unsupported(f"version {protocol} of the protocol; this adapter speaks {PROTOCOL}")
    engine = {"name": PACKAGE, "version": VERSION, "language": "Python", "homepage": HOMEPAGE}
    return {"implementation": engine, "variants": [VARIANT]}


def seq_of(line: bytes) -> str:
    """The `seq` of a line, as far as it can be seen even in one that is no JSON; else a question mark."""
    try:
        return str(json.loads(line)["seq"])
    except (ValueError, TypeError, KeyError, RecursionError):
        found = re.search(rb'"seq"\s*:\s*"([^"\\]+)"', line)
        return found[1].decode(errors="replace") if found else "?"


def main() -> None:
    """Answer every line of standard input, until `bye` or its end."""
    session = Session()
    for line in sys.stdin.buffer:
        print(json.dumps(session.answer(line)), flush=True)
        if session.over:
            return


if __name__ == "__main__":
    main()

"""What is asked of a Python, be it that of a browser: the rulings on positions as JSON, and how long each step to them takes.

It is read by both sides, and imports nothing but what stands beside Python, Lark and meldspec.
"""

import json
import sys
from time import perf_counter

MALFORMED = "rules odd: Odd\n\nchapter 1: Odd\n\nclause odd.line: Odd\n  allow when wen\n"
"""Rules that Lark has to tell what is wrong with."""


def told(positions: str) -> str:
    """Of positions as JSON the rulings as JSON, with the seconds that each step took, and what else was imported; as JSON."""
    # Imported here, since to import is one of the steps.
    seconds, last = {}, perf_counter()

    def step(name: str) -> None:
        """Note how long it took to come here."""
        nonlocal last
        seconds[name], last = perf_counter() - last, perf_counter()

    from meldspec.engine.rulebook import Library
    from meldspec.language.parse import parse
    from meldspec.language.problems import RulesError
    from meldspec.position.read import position_from_json
    from meldspec.ruling.as_json import ruling_json
    from meldspec.ruling.ruling import judge, rule

    step("import meldspec")
    library, rulings = Library.read(), []
    step("read all books")
    for asked in json.loads(positions):
        position = position_from_json(asked, library)
        act = position.act()
        assert act is not None
        judge(position.rulebook, position.table, act)
        step(f"first verdict: {asked['variant']}")
        rulings.append(json.dumps(ruling_json(rule(position, act)), ensure_ascii=False))
        step(f"whole ruling: {asked['variant']}")
    try:
        parse(MALFORMED, "odd.rules")
        wrong = "nothing"
    except RulesError as error:
        wrong = str(error)
    step("what is wrong with a line, by Lark")
    others = sorted({name.partition(".")[0] for name in sys.modules} & {"click", "jsonschema", "rich", "yaml"})
    return json.dumps({"rulings": rulings, "wrong": wrong, "seconds": seconds, "others": others, "python": sys.version.split()[0]})

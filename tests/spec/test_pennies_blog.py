"""Pennies as a blog retells it: what it says beside the page, point by point, and what its profile makes of it."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
import yaml

from meldspec.data import folder
from meldspec.position.profiles import Profile
from meldspec.sources.profile_file import read_profiles

from .ordinary import ask, played
from .pennies import ALL, NINES, SEVENS, blog, pennies, set_out
from .positions import DRAW, PASS, discard, ended, meld, play, sheet_of

Row = tuple[int, str, str, str, str]
SAME: list[Row] = [
    (1, "players", "cards.players", "B-F001 P-F006", ""),
    (2, "sides", "cards.players", "B-F003 B-F004 P-F006 P-F007", ""),
    (3, "packs; the blog names none", "cards.pack", "P-F008", ""),
    (4, "jokers; the blog does not count them", "cards.pack", "P-F008", ""),
    (5, "wild cards", "cards.wild meld.wilds", "B-F014 P-F009", ""),
    (6, "worth", "cards.worth", "B-F016 B-F017 B-F018 B-F019 P-F011 P-F012 P-F013 P-F014", ""),
    (8, "hand and foot", "deal.hands deal.feet", "B-F008 B-F009 P-F016 P-F018", ""),
    (9, "dealt singly", "deal.hands", "P-F016", ""),
    (10, "the deal passes", "match.deal-passes", "B-F006", ""),
    (11, "who begins; the page defers", "deal.begin", "B-F055 B-F056", "deal.begin.who"),
    (12, "one stock", "deal.feet", "B-F011 P-F021", ""),
    (13, "cards in the stock", "deal.feet deal.upcard", "P-F021 P-F022 B-F012", ""),
    (14, "two are drawn", "turn.draw", "B-F057 P-F024", ""),
    (16, "the rest of the pile", "pile.take", "B-F074 P-F060", "pile.take.others"),
    (17, "the ordinary game behind it; the blog calls upon none", "deal.covers", "P-F005", ""),
    (18, "four types", "meld.canasta", "B-F034 P-F003", ""),
    (20, "bonuses", "score.canastas", "B-F036 B-F038 B-F041 B-F043 P-F032 P-F035 P-F037 P-F039", ""),
    (21, "three to seven cards", "meld.set meld.closed", "B-F029 B-F030 P-F040 P-F042", ""),
    (22, "wild cards in a mixed canasta", "meld.set meld.wilds", "B-F015 B-F039 P-F033", ""),
    (23, "wild cards while it grows", "meld.wilds", "B-F015 P-F045", ""),
    (25, "two natural cards", "meld.set", "B-F039 P-F044", ""),
    (27, "natural melds become mixed; the blog is silent", "meld.wilds", "P-F046", "meld.wilds.natural-first"),
    (28, "a second meld of a rank", "meld.one-a-rank", "B-F032 B-F033 P-F043", ""),
    (29, "the minimum follows the total", "opening.minimum opening.standing", "B-F045 P-F047", ""),
    (30, "its values", "opening.minimum", "B-F049 B-F050 B-F051 B-F052 P-F049 P-F050 P-F051 P-F052", ""),
    (31, "its bounds", "opening.minimum", "B-F050 P-F050", "opening.minimum.bands"),
    (32, "below zero", "opening.minimum", "B-F048 P-F048", ""),
    (33, "opening with the pile", "opening.going-out", "P-F059", "opening.top-card.top-card"),
    (34, "several melds", "opening.together opening.going-out", "B-F047 P-F059", ""),
    (35, "red threes do not count", "opening.together", "B-F024 B-F053 P-F074", ""),
    (36, "discarding a seven", "discard.sevens", "B-F065 P-F054", ""),
    (37, "a seven as the last card", "out.last-discard", "B-F092 P-F095", ""),
    (38, "discarding a joker", "discard.sevens", "B-F064 P-F055", ""),
    (39, "discarding a two", "discard.sevens pile.frozen", "B-F064 B-F069 P-F055 P-F061", ""),
    (40, "a wild card on top; the blog has no bar", "pile.stopped", "P-F056", "pile.stopped.wild-top"),
    (42, "a red three on top", "pile.stopped", "P-F056", ""),
    (46, "an unfinished meld that matches", "pile.match", "B-F076 P-F063", ""),
    (47, "a canasta that matches; the blog is silent", "pile.match", "P-F065", "pile.match.beside-canasta"),
    (48, "a meld of five or six", "meld.one-a-rank", "P-F043", "meld.one-a-rank.always"),
    (50, "who earns the foot", "foot.earned", "B-F062 P-F068", ""),
    (51, "when it is taken up", "foot.pick-up", "B-F063 P-F070", ""),
    (52, "drawn red threes; the blog replaces none", "deal.replace-threes", "B-F021 P-F073", "deal.replace-threes.ever"),
    (53, "dealt red threes; the blog is silent", "deal.lay-threes", "B-F021 P-F072", "deal.lay-threes.dealt-threes"),
    (54, "a red three turned up", "deal.covers", "B-F022 P-F075", ""),
    (55, "and who lays it", "pile.buried-three", "B-F023 P-F076", ""),
    (57, "without a canasta of sevens", "score.red-threes", "B-F101 B-F103 P-F080 P-F081", ""),
    (58, "red threes in a foot", "score.red-threes", "B-F102 P-F079", ""),
    (59, "all eight", "score.red-threes", "B-F100 P-F078", ""),
    (60, "black threes", "meld.black-threes", "B-F025 B-F026 B-F027 P-F082 P-F083 P-F084", ""),
    (61, "types that going out needs", "out.canasta", "B-F086 P-F088", ""),
    (64, "declaring", "out.goes-out", "B-F078 P-F096", ""),
    (65, "100 for going out", "score.out score.concealed", "B-F093 P-F099", ""),
    (66, "feet are taken off", "score.feet", "B-F097 P-F101", ""),
    (67, "the stock at its end", "turn.draw turn.forced-take", "B-F081 B-F082 P-F103 P-F104", "turn.forced-take.duty"),
    (70, "sevens and the own discard rule", "discard.sevens end.sevens", "B-F065 B-F080 P-F054 P-F106", ""),
    (71, "nobody went out", "score.out score.sides", "B-F104 P-F105 P-F111", ""),
    (72, "the target", "match.target", "B-F105 P-F113", ""),
    (73, "a tie", "match.tie", "B-F107 P-F114", ""),
    (75, "a card that may be discarded", "out.able-to-end", "B-F083 P-F107", ""),
]
"""Where blog and page agree, or one of them is silent: the row of the table of differences, the clauses, the facts, a question."""
TWO_VOICES: list[Row] = [
    (15, "the whole pile, or its top card", "pile.take pile.whole", "B-F058 B-F076 P-F025", "pile.whole.reach"),
    (24, "three wild cards, and wild melds", "meld.wilds meld.wild", "B-F015 B-F040 P-F036", "meld.wild.growing"),
    (26, "sevens with wild cards", "meld.set meld.sevens", "B-F042 P-F034 P-F038", "meld.sevens.mixed"),
    (41, "a black three on top", "pile.stopped", "B-F028 B-F066 P-F085", "pile.stopped.black-three"),
    (43, "the pair on a frozen pile", "pile.pair pile.stopped", "B-F066 B-F071 P-F057", "pile.pair.frozen"),
    (44, "what freezes", "pile.frozen", "B-F067 P-F062", "pile.frozen.black-three"),
    (45, "what thaws", "pile.frozen", "B-F068 B-F070 P-F062", "pile.frozen.wild"),
]
"""Where the blog says two things, one of them what the page says: the profile follows that one."""
OTHERWISE: list[Row] = [
    (56, "100 each: sevens", "score.red-threes", "B-F099 B-F100 P-F077", "score.red-threes.hundred=sevens"),
    (62, "a last discard is needed", "out.last-discard out.goes-out", "B-F091 P-F093", "out.last-discard.needed=needed"),
    (63, "asking, at any time", "out.ask out.no", "B-F088 B-F089 B-F090 P-F091 P-F092", "out.ask.moment=any-time"),
    (68, "the other side's sevens", "end.sevens", "B-F080 P-F106", "end.sevens.whose=other-side"),
    (69, "all the sevens", "end.sevens", "B-F085 P-F109", "end.sevens.last-seven=every-one"),
]
"""Where the blog says otherwise than the page, or does not call upon the ordinary game as the page does."""
NEITHER = {7: "B-F013 and no rule needs it", 19: "sequences", 49: "sequences", 74: "sequences"}
"""Rows that are about another game, or that no rule depends on."""
LEDGERS = ("pennies", "pennies-blog")


@cache
def carriers() -> dict[str, set[str]]:
    """What carries each fact: clauses that name it, and clauses and questions that a ledger names for it."""
    book = sheet_of("pennies").book
    found: dict[str, set[str]] = {}
    for name, clause in book.by_id().items():
        for fact in clause.clause.facts:
            found.setdefault(fact, set()).add(name)
    for ledger in LEDGERS:
        told: Any = yaml.safe_load((folder("spec") / "ledger" / f"{ledger}.yaml").read_text(encoding="utf-8"))
        for fact, entry in told["facts"].items():
            found.setdefault(fact, set()).update(entry.get("clauses", ()), entry.get("questions", ()))
    return found


@cache
def profile() -> Profile:
    """What the blog says."""
    return read_profiles(folder("spec") / "profiles.yaml")["pennies-blog"]


@pytest.mark.parametrize("row", [*SAME, *TWO_VOICES, *OTHERWISE], ids=lambda row: str(row[0]))
def test_a_point_of_the_blog_and_the_page(row: Row) -> None:
    """Each fact of the point is carried by a clause or a question that is named for it, and none is named for nothing."""
    _, _, clauses, facts, question = row
    named = {*clauses.split(), *([question.partition("=")[0]] if question else [])}
    assert named <= {*sheet_of("pennies").book.by_id(), *sheet_of("pennies").book.questions()}
    for fact in facts.split():
        assert carriers()[fact] & named, fact
    for clause in clauses.split():
        assert any(clause in carriers()[fact] for fact in facts.split()), clause


def test_no_point_is_left_out() -> None:
    """The points are those of the table of differences, each once."""
    numbers = [row[0] for row in [*SAME, *TWO_VOICES, *OTHERWISE]]
    assert sorted([*numbers, *NEITHER]) == list(range(1, 76))


def test_the_profile_reads_otherwise_just_where_the_blog_does() -> None:
    """Where the blog differs the profile has its reading, and nowhere else; of two things it says, the page's is the default."""
    assert profile().readings == dict(row[4].split("=") for row in OTHERWISE)
    questions = sheet_of("pennies").book.questions()
    for row in OTHERWISE:
        question, _, reading = row[4].partition("=")
        assert questions[question].default != reading
        assert question == "out.ask.moment" or questions[question].kind == "conflict"
    for row in TWO_VOICES:
        assert questions[row[4]].kind in ("contradiction", "conflict", "silent")


def test_by_the_blog_the_last_card_is_discarded() -> None:
    """The page lets a player meld the whole hand, the blog does not."""
    for rulebook, may in ((pennies(), True), (blog(), False)):
        start = set_out(rulebook, "9S 9S", melds=[*ALL, NINES], phase="play")
        assert played(rulebook, start, [(0, meld(play(4, "9S 9S")))])[0] == may


def test_by_the_blog_leave_may_be_asked_after_melding() -> None:
    """The ordinary game behind the page has it asked before."""
    for rulebook, may in ((pennies(), False), (blog(), True)):
        start = set_out(rulebook, "9S 9S 5C", melds=[*ALL, NINES], phase="play")
        assert played(rulebook, start, [(0, meld(play(4, "9S"))), (0, ask(4))])[0] == may


def test_by_the_blog_a_hand_of_sevens_is_laid_whole() -> None:
    """All of them are melded, and the deal ends, if it is the other side that lacks its canasta of sevens."""
    for rulebook, may in ((pennies(), False), (blog(), True)):
        start = set_out(rulebook, "7C", melds=["9C 9D 9H"], stock="7D 7H 4C")
        assert played(rulebook, start, [(0, DRAW), (0, meld(play("new", "7C 7D 7H")))])[0] == may
    start = set_out(blog(), "7C", melds=["9C 9D 9H"], other_melds=[SEVENS], stock="7D 7H 4C")
    may, now = played(blog(), start, [(0, DRAW), (0, discard("7C"))])
    assert may and ended(now) is None
    assert not played(blog(), start, [(0, DRAW), (0, PASS)])[0]


def test_the_blog_agrees_on_the_last_seven() -> None:
    """A seven is never the last discard, by either."""
    for rulebook in (pennies(), blog()):
        start = set_out(rulebook, "7C", melds=ALL, other_melds=[SEVENS], phase="play")
        assert not played(rulebook, start, [(0, discard("7C"))])[0]

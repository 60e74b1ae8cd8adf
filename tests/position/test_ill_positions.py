"""Positions that cannot be read or cannot be: everything that is wrong is told, where it stands, with a mend."""

from collections.abc import Callable

import pytest

from meldspec.position.marked import PositionError
from meldspec.position.position import Position
from meldspec.sources.plain_yaml import LONGEST

Read = Callable[[str], Position]
GOOD = """\
variant: canasta
turn: 0
phase: draw
stock: 40
pile: 4H KD 8S
hands: [KC KH 4D, 11, 11, 11]
sides:
  - melds: [8C 8D 8D]
  - {}
"""


def problems(read: Read, text: str) -> list[str]:
    """Everything wrong with a text, one problem each as `line code found | expected | mend`."""
    with pytest.raises(PositionError) as caught:
        read(text)
    return [f"{p.place.line} {p.code} {p.found} | {p.expected} | {p.mend}" for p in caught.value.problems]


def test_the_good_one_is_good(read: Read) -> None:
    """The position that the others are made from can be read."""
    assert read(GOOD).rulebook.name == "canasta"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("4H KD", "4H 10D", "5 unknown-card pile[1]: '10D' | a card of the pack, as KD, TS or JK | write 'TD'"),
        ("4H KD", "4H kd", "5 unknown-card pile[1]: 'kd' | a card of the pack, as KD, TS or JK | write 'KD'"),
        ("4H KD", "4H ♦K", "5 unknown-card pile[1]: '♦K' | a card of the pack, as KD, TS or JK | write 'KD'"),
        (
            "4H KD",
            "KD KD KD",
            "5 card-too-many pile[2]: 'KD' once more than there are; the others lie in pile | at most 2 of it",
        ),
        (
            "stock: 40",
            "stock: 90",
            "4 card-too-many stock: 123 unknown cards in all: 90 of stock, 11 of hands[1], 11 of hands[2], 11 of hands[3]"
            " | at most 99: no more of the pack is left | ",
        ),
        ("stock: 40", "stock: 4.5", "4 tag stock: a value of type float | texts, whole numbers, yes, no, lists and maps | "),
        ("stock: 40", "stock: -1", "4 wrong-value stock: -1 | "),
        ("turn: 0", "turn: 4", "2 no-seat turn: seat 4 | a seat from 0 to 3 | "),
        ("turn: 0\n", "", "1 missing-field no 'turn' | turn: the seat to play, or 'ended' where the deal is over | "),
        ("phase: draw", "phase: drow", "3 no-phase phase: 'drow' | one of: draw, play, answer | did you mean 'draw'?"),
        ("phase: draw", "phase: setup", "3 no-phase phase: 'setup' | one of: draw, play, answer | "),
        ("11, 11, 11", "11, 11", "6 wrong-value hands: a list of 3 | a list of 4, one for each player | "),
        (
            "hands: [KC KH 4D, 11, 11, 11]\n",
            "",
            "1 missing-field no 'hands' | hands: for each seat its cards, or how many there are | ",
        ),
        ("  - {}\n", "", "8 wrong-value sides: a list of 1 | a list of 2, one for each side | "),
        ("8C 8D 8D", "8C 8D", "8 no-meld sides[0].melds[0]: 8C 8D, which is a meld of no kind | of kind natural: meld.set"),
        ("8C 8D 8D", "8C 9D 8D", "8 no-meld sides[0].melds[0]: 9D 8C 8D, which is a meld of no kind | of kind natural: meld.set"),
        (
            "KC KH 4D",
            "KC 3H 4D",
            "6 not-at-rest hands[0]: 3H, which goes to 'laid-threes' at once | what is left when this has been done: Red threes",
        ),
        ("stock: 40", "stok: 40", "4 unknown-field stok: a field that no position has | one of: title,"),
        ("variant: canasta", "variant: canesta", "1 unknown-variant variant: 'canesta' | one of: canasta"),
        ("variant: canasta\n", "", "1 missing-field no 'variant' | variant: the name of a variant, as canasta | "),
        ("stock: 40", "options: {players: 3}", "4 no-option options.players: players 3 is not offered by canasta; it offers 2, 4"),
        ("stock: 40", "readings: {pile.pear: x}", "4 no-reading readings.pile.pear: 'pile.pear' is no question of canasta"),
        ("stock: 40", "profile: mine", "4 no-profile profile: 'mine' is no profile for canasta"),
        ("stock: 40", "feet: [0, 0, 0, 3]", "4 no-place feet: cards | no such field: canasta has no such place | leave it out"),
        (
            "stock: 40",
            "places: {hand: [1, 1, 1, 1]}",
            "4 twice places.hand: a place that is told already | every place once | leave",
        ),
        ("stock: 40", "places: {shelf: 1}", "4 no-place places.shelf: no place of these rules | one of: stock, pile, hand,"),
        ("stock: 40", "complete: yes\nstock: 1", "4 not-complete complete: 43 cards | all 108 of the pack | "),
        ("stock: 40", "memory: {openned: [yes, no]}", "4 unknown-memory memory.openned: no memory of these rules | one of: "),
        ("stock: 40", "memory: {opened: yes}", "4 wrong-value memory.opened: yes | a list of 2, for each side yes or no | "),
        ("stock: 40", "memory: {took: 1}", "4 wrong-value memory.took: 1 | yes or no | "),
        ("stock: 40", "memory: {asked: 4}", "4 wrong-value memory.asked: 4 | a seat or nobody | "),
        ("stock: 40", "memory: {melds-before: [[XX], []]}", "4 wrong-value memory.melds-before[0]: ['XX'] | a list of melds"),
        ("phase: draw", "ended: {how: out, seat: 0}", "2 over turn: a turn in a deal that has ended | either 'ended' or"),
        ("turn: 0\nphase: draw", "ended: {how: 54}", "2 wrong-value ended.how: 54 | "),
        ("stock: 40", "stock: 40\nheaps: [null]", "5 wrong-value heaps[0]: null | "),
        (
            "stock: 40",
            "stock: 300000000",
            "4 card-too-many stock: 300000033 unknown cards in all: 300000000 of stock, 11 of hands[1], 11 of hands[2],"
            " 11 of hands[3] | at most 99: no more of the pack",
        ),
        ("stock: 40", "totals: [null, 0]", "4 wrong-value totals[0]: null | "),
        ("pile: 4H KD 8S", "pile: {top: 8S, count: many}", '5 wrong-value pile.count: "many" | '),
        ("turn: 0\nphase: draw", "ended: {how: bored}", "2 no-end ended.how: 'bored' | one of: out, stock | "),
        ("stock: 40", "act: {action: {type: fold}}", "4 no-act act.action.type: 'fold' | one of: draw, meld, take, "),
        (
            "stock: 40",
            "act: {action: {type: discard}}",
            "4 missing-field act.action: no 'card' | card: a card, as KD or JK",
        ),
        ("stock: 40", "act: {seat: 7, action: {type: draw}}", "4 no-seat act.seat: seat 7 | a seat from 0 to 3 | "),
        ("stock: 40", "totals: [1]", "4 wrong-value totals: a list of 1 | a list of 2, one for each side | "),
    ],
)
def test_what_cannot_be_is_told(read: Read, old: str, new: str, told: str) -> None:
    """Each thing that cannot be is told with its line, what was found, what was expected, and a mend where there is one."""
    assert old in GOOD
    found = problems(read, GOOD.replace(old, new))
    assert len(found) == 1
    assert found[0].startswith(told)


def test_every_card_that_would_not_stay_is_named(read: Read) -> None:
    """Red threes in two hands are told each at its place, with where it belongs: before its side."""
    text = GOOD.replace("[KC KH 4D, 11, 11, 11]", "\n  - KC KH 4D\n  - [3H, 4C]\n  - 11\n  - [3D, 5C]")
    assert [problem.split(" | ")[0::2] for problem in problems(read, text)] == [
        ["8 not-at-rest hands[1][0]: 3H, which goes to 'laid-threes' at once", "put 3H into sides[1].red_threes instead"],
        ["10 not-at-rest hands[3][0]: 3D, which goes to 'laid-threes' at once", "put 3D into sides[1].red_threes instead"],
    ]


def test_no_card_is_named_that_the_file_does_not_have(read: Read) -> None:
    """Bain: who has completed a canasta and did not open takes up the foot at once; the file is told of its foot, and of what would
    keep it there, and of no red three that nobody wrote."""
    text = "variant: bain\nturn: 0\nphase: play\nstock: 50\npile: 5C KD\nhands: [4H 5D 9S, 11, 9, 12]\nfeet: [13, 13, 0, 13]\n"
    text += "sides: [{melds: [QC QC QD QD QH QH QS, KC KC KD KD KH KH KS]}, {}]\n"
    text += "memory: {opener: [2, nobody], earned: [yes, no, yes, no]}\n"
    (told,) = problems(read, text)
    assert told.startswith("7 not-at-rest feet[0]: 13 cards that would leave it at once")
    assert told.endswith("write 0 for feet[0], and its cards into hands[0]")
    assert read(text.replace("opener: [2", "opener: [0")).rulebook.name == "bain"


def test_a_field_with_nothing_behind_it_tells_nothing(read: Read) -> None:
    """Who writes `memory:` and nothing more has told as much as who leaves it out; of hands it is said that there are none."""
    assert read(GOOD + "memory:\n").table == read(GOOD).table
    assert problems(read, GOOD.replace("[KC KH 4D, 11, 11, 11]", "")) == problems(
        read, GOOD.replace("hands: [KC KH 4D, 11, 11, 11]\n", "")
    )


def test_a_card_too_many_is_told_with_where_the_others_lie(read: Read) -> None:
    """Of an eight that is there once too often it is said in which hand, meld or pile the others are."""
    (told,) = problems(read, GOOD.replace("4H KD 8S", "4H 8D"))
    assert "'8D' once more than there are; the others lie in" in told and "pile" in told


def test_memory_that_would_not_stay_is_named(read: Read) -> None:
    """In Kadner's game whoever has neither hand nor foot has taken up the foot; who writes otherwise is told what to write."""
    text = "variant: kadner\nturn: 0\nphase: play\npile: 4H\nhands: ['', 5C, 6C, 7C]\nfeet: [0, 11, 11, 11]\n"
    told = problems(read, text + "memory: {in-foot: [no, no, no, no]}\n")
    assert [problem.split(":")[0].split(" ", 1)[1] for problem in told] == [
        "not-at-rest memory.in-foot",
        "wrong-memory memory.in-foot[0]",
    ]
    assert told[0].startswith("7 not-at-rest memory.in-foot: in-foot[0] is no, and becomes yes at once | ")
    assert told[0].endswith("write yes for in-foot[0] under memory")


@pytest.mark.parametrize(
    ("melds", "told", "mend"),
    [
        ("QC QD QH", 'melds: "QC QD QH"', "put brackets round a meld: [QC QD QH]"),
        ("[QC, QD, QH]", "melds: 3 melds of one card each", "put brackets round a meld: [QC QD QH]"),
        ("[2C QD QH 7C]", "melds[0]: QD QH 7C 2C, which", "take 7C out, for the others are of kind mixed"),
        ("[QC QD QH 7C]", "melds[0]: QC QD QH 7C, which", "take 7C out, for the others are of kind natural"),
    ],
)
def test_a_meld_is_told_by_the_kind_that_was_meant(read: Read, melds: str, told: str, mend: str) -> None:
    """Melds without brackets, and a meld with a card in it that is in the way, are told with what to write instead."""
    (problem,) = problems(read, GOOD.replace("[8C 8D 8D]", melds))
    assert problem.split(" ", 2)[2].startswith("sides[0]." + told)
    assert problem.endswith(" | " + mend)
    assert "black-threes" not in problem and "kind wild" not in problem


def test_an_answer_is_written_as_it_is_said(read: Read) -> None:
    """`yes: no` is an answer, with no marks round its name, though `yes` is a value elsewhere."""
    text = GOOD.replace("phase: draw", "phase: answer") + "memory: {asked: 2}\nact: {seat: 2, action: {type: answer, yes: no}}\n"
    act = read(text).act()
    assert act is not None and (act.name, act.values) == ("answer", (False,))


def test_one_wrong_thing_hides_no_other(read: Read) -> None:
    """A reading that there is not hides no wrong memory, and a list that is too short hides no wrong card in it."""
    text = GOOD.replace("KH 4D, 11, 11, 11", "KX 4D, 11, 11") + "memory: {opend: [yes, no]}\nreadings: {pile.pear: x}\n"
    assert [problem.split(" ")[:2] for problem in problems(read, text)] == [
        ["6", "wrong-value"],
        ["6", "unknown-card"],
        ["10", "unknown-memory"],
        ["11", "no-reading"],
    ]


def test_what_is_missing_is_told_once(read: Read) -> None:
    """A pile told by neither its top card nor its number is told each of the two once."""
    assert [problem.split(" | ")[0] for problem in problems(read, GOOD.replace("pile: 4H KD 8S", "pile: {}"))] == [
        "5 missing-field pile: no 'top'",
        "5 missing-field pile: no 'count'",
    ]


def test_options_that_need_one_another_may_stand_in_any_order(read: Read) -> None:
    """Three partners a side are refused where four play, however the two options are written, and not where six do."""
    six = "variant: railroad\noptions: {members: 3, players: 6}\nturn: 0\nphase: draw\n"
    six += "hands: [1, 1, 1, 1, 1, 1]\nfeet: [1, 1, 1, 1, 1, 1]\n"
    assert read(six).rulebook.layout.sides == 2
    for options in ("{members: 3}", "{members: 3, players: 4}", "{players: 4, members: 3}"):
        (found,) = problems(read, six.replace("{members: 3, players: 6}", options))
        assert found.startswith("2 no-option options: railroad cannot be played with players 4, members 3")


def test_everything_is_told_at_once(read: Read) -> None:
    """A file with mistakes of every sort is answered with all of them, in the order of its lines."""
    text = GOOD.replace("turn: 0", "turn: 9").replace("KD 8S", "KD 8X").replace("KC KH 4D", "KC Kh 4D").replace("11]", "-2]")
    text = text.replace("8C 8D 8D", "8C 9D 8D") + "colour: red\nmemory: {opend: 1}\n"
    found = [line.split(" |")[0] for line in problems(read, text)]
    assert found == [
        "2 no-seat turn: seat 9",
        "5 unknown-card pile[2]: '8X'",
        "6 unknown-card hands[0][1]: 'Kh'",
        "6 wrong-value hands[3]: -2",
        "8 no-meld sides[0].melds[0]: 9D 8C 8D, which is a meld of no kind",
        "10 unknown-field colour: a field that no position has",
        "11 unknown-memory memory.opend: no memory of these rules",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("pile: &all [KD]\nhands: [*all, *all]", "alias hands[0]: an alias of what stands elsewhere"),
        ("hands: &h [*h]", "alias hands[0]: an alias"),
        ("variant: !!python/object/apply:os.system ['exit 1']", "tag variant: a value of type python/object/apply"),
        ("variant: !!binary aGVsbG8=", "tag variant: a value of type binary"),
        ("turn: 2024-02-30", "tag turn: a value of type timestamp"),
        ("<<: {turn: 1}", "key '<<' as the name of a field"),
        ("1: 2", "key '1' as the name of a field"),
        ("turn: 1\nturn: 2", "key-twice a second 'turn'"),
        ("- KD", "no-map no map of fields"),
        ("", "no-map no map of fields"),
        ("hands: [KD", "no-yaml expected ',' or ']'"),
        ("a: 1\n---\nb: 2", "no-yaml but found another document"),
        ("turn: \x07", "no-yaml unacceptable character"),
        ("[" * 4000, "no-yaml brackets within brackets without end"),
        ("turn: 1" + "0" * 5000, "no-value turn: a number of 5001 digits | numbers of at most 18 digits"),
        ("turn: !!int one", "no-value turn: invalid literal"),
        ("# " + "-" * LONGEST, "too-long "),
        ("title: a \u202edrac", "control-character an unseen sign that turns or breaks the line (U+202E)"),
        ("title: a \u2028b", "control-character an unseen sign that turns or breaks the line (U+2028)"),
    ],
)
def test_no_trick_of_yaml_is_followed(read: Read, text: str, told: str) -> None:
    """Aliases, tags, merges, twofold keys and malformed texts are refused before any value is made of them."""
    assert problems(read, text)[0].split(" ", 1)[1].startswith(told)


def test_a_bomb_of_aliases_does_not_go_off(read: Read) -> None:
    """Lists of aliases of lists of aliases, which would grow without end, are refused at the first."""
    layers = "\n".join(f"x{n}: &x{n} [{', '.join([f'*x{n - 1}'] * 9)}]" for n in range(1, 40))
    assert problems(read, f"x0: &x0 [KD]\n{layers}")[0].startswith("2 alias")


EIGHT_QUEENS = """
variant: {variant}
turn: 0
phase: play
stock: 40
pile: 5C
hands: [9C 9D 4C, {others}]
feet: [{feet}]
sides: [{{melds: [QC QC QD QD QH QH QS QS]}}, {{}}]
"""


@pytest.mark.parametrize("variant", ["pennies", "dollars", "bain"])
def test_no_meld_has_eight_cards(read: Read, variant: str) -> None:
    """Where seven cards close a meld (003, paragraphs 29 and 108) nobody can have one of eight, and a file with one is told so;
    in ordinary Canasta a canasta grows on."""
    seats = 6 if variant == "pennies" else 4
    text = EIGHT_QUEENS.format(
        variant=variant, others=", ".join(["11"] * (seats - 1)), feet=", ".join(["0", *["11"] * (seats - 1)])
    )
    assert any("no-game sides[0]: A meld has more than seven cards" in one for one in problems(read, text))
    assert read(EIGHT_QUEENS.format(variant="canasta", others="11, 11, 11", feet="0, 0, 0, 0")).rulebook.name == "canasta"

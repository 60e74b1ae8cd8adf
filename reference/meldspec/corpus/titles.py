"""What a case shows, in a sentence as a player would say it: the rule, the act, what becomes of it, and the fact that decides."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from meldspec.book.core import clause_of_question
from meldspec.book.sheet import Sheet
from meldspec.corpus.expect import Step
from meldspec.corpus.plan import Company, Goal
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.language.problems import counted
from meldspec.protocol.actions import act_from_action
from meldspec.protocol.comparison import VERDICT, telling_cells
from meldspec.protocol.fields import to_json
from meldspec.protocol.messages import Action, Dealt, Enumerated, Expected, Illegal, Legal, LegalRequest
from meldspec.protocol.observe import observation
from meldspec.ruling.because import because
from meldspec.ruling.ruling import judge
from meldspec.ruling.why import Explainer
from meldspec.ruling.words import Names, act_words, changes, joined, listed, match_words, names_of, one_of, plain, within

PLAYS = 2
"""So many plays of an act are told one by one."""
LONG = 40
"""So many signs at most name the cards that have gone from one place to another."""
FACTS = 2
"""So many facts are told of what an act brings about."""
REASONS = 2
"""So many sentences are told of why an act is refused or allowed."""
OTHERWISE = "comes to something else for"
"""What becomes of an act, for whoever makes a mistake, where that does not refuse it."""
DEALT = ("stock", "pile")
"""What is told of a deal where nothing tells more."""


COUNTED = frozenset(("scores", "totals", "match", "frozen"))
"""The fields of an observation that are told by what they are, and not by what they were."""


@dataclass(frozen=True)
class Amiss:
    """What becomes of the last act of a case where its rule is got wrong.

    `refusal` is why whoever gets it wrong refuses the act. `mistake` is a way to get it wrong, which somebody set the case out for:
    a sentence that begins small and has no stop.
    """

    refusal: str = ""
    mistake: str = ""

    def told(self, comes: str) -> str:
        """The sentence on what it comes to by the mistake, a blank in front of it; nothing where no mistake is known."""
        return f" It {comes} whoever takes it that {self.mistake}." if self.mistake else ""


NOTHING = Amiss()
"""Of what becomes of it nothing is known."""


def clause_title(rulebook: Rulebook, goal: Goal, last: Step, cells: Sequence[str] = (), amiss: Amiss = NOTHING) -> str:
    """The title of a case about a clause; `cells` are where what the clause brings about is seen, and `amiss` is what becomes of
    the act where the clause is got wrong."""
    head = rulebook.sheet.book.by_id()[goal.of].clause.title
    dealt, effect = isinstance(last.said, Dealt), goal.purpose == "effect"
    # Where a line got wrong keeps the cards from being dealt at all, how they lie is what there is to be seen.
    seen = [cell for cell in cells if cell != VERDICT] or (DEALT if dealt else ())
    plainly = dealt or (effect and VERDICT not in cells)
    reasons = "" if plainly else _reasons(rulebook, last, goal.of)
    if plainly or (effect and seen and not reasons and not amiss.refusal):
        return f"{head}: {_after(rulebook, last)}{_facts(rulebook, last, last.said, seen)}.{amiss.told(OTHERWISE)}"
    return f"{head}: {_judged(rulebook, last, reasons, amiss)}"


def reading_title(rulebook: Rulebook, goal: Goal, last: Step, other: Expected | None, company: Company = ()) -> str:
    """The title of a case that tells a reading from the default, which answers `last.said` where the reading answers `other`,
    in the company of others where the two go different ways only there."""
    sheet, said = rulebook.sheet, last.said
    head = f"{_asks(sheet, goal.of)}{_where(sheet, company)}"
    # The default of the question, or else what holds in its place beside the company.
    mine, theirs = _says(sheet, goal.of, rulebook.readings[goal.of]), _says(sheet, goal.of, goal.reading)
    if other is None or isinstance(other, Legal | Dealt) != isinstance(said, Legal | Dealt):
        turned = "allowed" if isinstance(said, Illegal) else "refused"
        return f"{head} By “{mine}” “{_act(rulebook, last)}” is {_verdict(said)}, by “{theirs}” it is {turned}."
    keys = sorted(telling_cells(said, other))
    told = [_facts(rulebook, last, one, keys) for one in (said, other)]
    return f"{head} {_capital(_after(rulebook, last))}by “{mine}” {told[0]}; by “{theirs}” {told[1]}."


def limit_title(
    rulebook: Rulebook, goal: Goal, last: Step, cells: Sequence[str], company: Company = (), amiss: Amiss = NOTHING
) -> str:
    """The title of a case that shows how far a reading goes: what it makes of the last act, under the rulebook that has it."""
    sheet = rulebook.sheet
    head = f"{_asks(sheet, goal.of)}{_where(sheet, company)} By “{_says(sheet, goal.of, goal.reading)}”"
    if VERDICT not in cells:
        return f"{head} {_after(rulebook, last)}{_facts(rulebook, last, last.said, cells)}."
    return f"{head} {_judged(rulebook, last, _reasons(rulebook, last, clause_of_question(goal.of)), amiss)}"


def list_title(rulebook: Rulebook, goal: Goal, last: Step, action: Action) -> str:
    """The title of a case about a list of what may be done, with an act of a clause in it."""
    assert isinstance(last.said, Enumerated) and isinstance(last.request, LegalRequest) and last.before is not None
    head = rulebook.sheet.book.by_id()[goal.of].clause.title
    words, *_ = act_words(rulebook, last.before.cells, act_from_action(rulebook, last.request.seat, action)).split("; ")
    many = len(last.said.actions)
    if many == 1:
        return f"{head}: nothing may be done here but “{words}”."
    return f"{head}: {counted(many, 'thing')} may be done here, “{words}” among them."


# ── the question ────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _asks(sheet: Sheet, question: str) -> str:
    return sheet.book.questions()[question].asks


def _says(sheet: Sheet, question: str, reading: str) -> str:
    readings = sheet.book.questions()[question].readings
    return next(one.says for one in readings if one.name == reading).rstrip(".")


def _where(sheet: Sheet, company: Company) -> str:
    """The company in which a reading matters, behind the question."""
    told = (f"“{_asks(sheet, question)}” is answered “{_says(sheet, question, reading)}”" for question, reading in company)
    words = " and ".join(told)
    return f" (Where {words}.)" if words else ""


# ── the act ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _act(rulebook: Rulebook, step: Step) -> str:
    """The act in words; of many plays the first ones."""
    if step.act is None or step.before is None:
        action = to_json(step.request).get("action", {})
        return str(action.get("type", "to ask what may be done"))
    first, *plays = act_words(rulebook, step.before.cells, step.act).split("; ")
    more = len(plays) + 1 - PLAYS
    told = [first, *plays] if more <= 0 else [first, *plays[: PLAYS - 1], f"and {more} more"]
    return "; ".join(told)


def _after(rulebook: Rulebook, step: Step) -> str:
    """The beginning of a sentence on what comes of an act, or of a deal."""
    return "when the cards are dealt, " if isinstance(step.said, Dealt) else f"after “{_act(rulebook, step)}”, "


def _judged(rulebook: Rulebook, last: Step, reasons: str, amiss: Amiss) -> str:
    """What becomes of an act, why, and what becomes of it where the rule is got wrong, as far as that tells more than why."""
    told = [f"“{_act(rulebook, last)}” is {_verdict(last.said)}", reasons]
    if isinstance(last.said, Legal) and amiss.refusal and not reasons and not amiss.mistake:
        told.append(f"It is refused by whoever gets this wrong: {within(amiss.refusal)}")
    turned = "is allowed by" if isinstance(last.said, Illegal) else "is refused by"
    return " ".join(f"{one}." for one in told if one) + amiss.told(turned)


def _verdict(said: Expected) -> str:
    return "allowed" if isinstance(said, Legal) else "refused"


def refusal(rulebook: Rulebook, step: Step) -> str:
    """Why rules refuse an act, in the sentences that books have for it; nothing where they do not, or have none."""
    if step.act is None or step.before is None or not isinstance(step.said, Illegal):
        return ""
    with suppress(Unanswered):
        every = because(step.act, judge(rulebook, step.before, step.act))
        return _told(reason.sentence for one in every[:1] for reason in one.says if reason.clause)
    return ""


def let_be(rulebook: Rulebook, step: Step) -> frozenset[str]:
    """All sentences of a book on why its lines do not refuse an act, clause by clause and one by one, as they stand in a title."""
    if step.act is None or step.before is None:
        return frozenset()
    found: set[str] = set()
    with suppress(Unanswered):
        found.update(_told([reason.sentence]) for reason in Explainer(rulebook, step.before, step.act).let_be())
    return frozenset(found)


def _reasons(rulebook: Rulebook, step: Step, clause: str) -> str:
    """Why a clause refuses or allows an act, with the values that decide; nothing where there are no words on it."""
    if step.act is None or step.before is None:
        return ""
    judgement = judge(rulebook, step.before, step.act)
    if judgement.why:
        return _capital(judgement.why.rstrip("."))
    sentences: list[str] = []
    # To tell what further acts could bring about may take longer than to see that they could.
    with suppress(Unanswered):
        every = because(step.act, judgement)
        # What another clause has to say is a reason for a refusal, but none why an act keeps to this one.
        found = [one for one in every if one.clause == clause] or list(every[:1] if not judgement.legal else ())
        sentences += [reason.sentence for one in found for reason in one.says]
        if not sentences and judgement.legal:
            # A ruling leaves out what nearly every act keeps to; in a case about a clause just that may decide.
            sentences += [reason.sentence for reason in Explainer(rulebook, step.before, step.act).let_be(clause)]
    return _told(sentences)


def _told(sentences: Iterable[str]) -> str:
    """Some sentences as one."""
    told = list(dict.fromkeys(sentences))
    # A reason may name reasons in its turn; the first ones say enough.
    return "; ".join(joined(told).split("; ")[:REASONS]) if told else ""


# ── what comes of it ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _observed(said: Expected) -> Mapping[str, Any]:
    return to_json(said.observation) if isinstance(said, Legal | Dealt) else {}


def _brief(fact: str) -> str:
    """A fact without the cards that have moved, where these are many."""
    whole, _, cards = fact.partition(" (g")
    return whole if len(cards) > LONG else fact


def _field(cell: str) -> str:
    """The field of an observation in which a cell is."""
    return cell.partition("[")[0].partition(".")[0]


def _facts(rulebook: Rulebook, step: Step, said: Expected, cells: Sequence[str]) -> str:
    """What an act brings about, in the fields in which some cells are."""
    after = _observed(said)
    keys = {_field(cell) for cell in cells} & set(after)
    if keys & {"turn", "phase"}:
        keys |= {"turn", "phase"}
    before = {} if step.before is None else _observed(Dealt(observation(rulebook, step.before)))
    was, now = ({key: seen.get(key) for key in after if key in keys - COUNTED} for seen in (before, after))
    names = names_of(rulebook)
    told = changes(was, now, plain, set(), names) if before else []
    if not (facts := [*(within(_brief(one)) for one in told), *_counted(after, keys)]):
        facts = list(_stands(after, cells))
    elif before:
        # What stays may be all that tells: beside one change it is said.
        facts[1:1] = _stays(was, now, names)
    return "; ".join(facts[:FACTS]) or "nothing changes"


def _stays(was: Mapping[str, Any], now: Mapping[str, Any], names: Names) -> Iterator[str]:
    """Which of the places seen before and after an act are as they were."""
    for key in (key for key in now if was.get(key) == now[key]):
        match key:
            case "hands" | "feet":
                yield f"every {one_of(key, names)} stays as it is"
            case "stock" | "pile":
                yield f"the {one_of(key, names)} stays as it is"
            case "sides":
                yield "what lies before the sides stays as it is"
            case _:
                pass


def _counted(seen: Mapping[str, Any], keys: set[str]) -> Iterator[str]:
    """The points of a deal, what they make of the match, and whether the pile is frozen."""
    if (name := next((one for one in ("scores", "totals") if one in keys), None)) and seen.get(name) is not None:
        yield f"the {name} are {listed([str(number) for number in seen[name]])}"
    if "match" in keys:
        yield match_words(seen.get("match"))
    if "frozen" in keys:
        yield "the pile is frozen" if seen.get("frozen") else "the pile is not frozen"


def _stands(seen: Mapping[str, Any], cells: Sequence[str]) -> Iterator[str]:
    """How some fields stand, of a table that nothing came before or that has stayed as it was."""
    for key in (key for key in seen if any(_field(cell) == key for cell in cells)):
        match key, seen[key]:
            case "phase" | "scores" | "totals" | "match" | "frozen", _:
                continue
            case "turn", seat:
                yield "it is nobody's turn" if seat is None else f"it is the turn of seat {seat}"
            case "hands", hands:
                yield from (f"seat {n} holds {' '.join(hand)}" for n, hand in enumerate(hands) if f"hands[{n}]" in cells)
            case "pile", pile:
                cards = (pile or {}).get("cards", [])
                yield f"the pile is {' '.join(cards) or 'empty'}"
            case "sides", sides:
                yield from _before_sides(sides)
            case "ended", ended:
                yield "the deal has ended" if ended else "the deal goes on"
            case "stock", int(many):
                yield f"the stock has {counted(many, 'card')}"
            case name, bool(value):
                yield f"{name.replace('_', ' ')}: {'yes' if value else 'no'}"
            case name, value:
                yield f"{name.replace('_', ' ')}: {_plainly(value)}"


def _plainly(value: Any) -> str:
    """A value of no field that has words of its own."""
    if isinstance(value, list):
        return " : ".join(map(_plainly, value))
    if isinstance(value, dict):
        return " ".join(map(_plainly, value.values()))
    return "none" if value is None else str(value)


def _before_sides(sides: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """What lies before the sides, as far as something does."""
    for number, side in enumerate(sides):
        melds = [f"{' '.join(meld['cards'])} ({meld.get('kind', 'of no kind')})" for meld in side.get("melds", [])]
        others = [f"{key.replace('_', ' ')} {value}" for key, value in side.items() if key != "melds" and value]
        if lying := [*melds, *others]:
            yield f"before side {number} lie {', '.join(lying)}"


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]

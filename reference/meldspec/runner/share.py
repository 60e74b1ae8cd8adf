"""How much of what could be compared was given: the share of the fields, answer by answer."""

from collections import Counter
from dataclasses import dataclass, field

from meldspec.protocol.fields import declared, given
from meldspec.protocol.messages import Answer, Dealt, Expected, Legal, Observation, Side

_ONCE_ENDED = ("ended", "scores")
"""The fields which suffice once a deal has ended."""


@dataclass
class Share:
    """Counts by field: how often it was expected, and how often it was then given."""

    expected: Counter[str] = field(default_factory=Counter)
    given: Counter[str] = field(default_factory=Counter)
    unknown: Counter[str] = field(default_factory=Counter)
    """Names that were given but are no fields of the protocol, misspelt perhaps."""

    def add(self, expect: Expected, answer: Answer) -> None:
        """Count one answer that carries an observation; others count for nothing."""
        if not isinstance(answer, Dealt | Legal) or not isinstance(expect, Dealt | Legal):
            return
        wanted = expect.observation
        expected, given = _names(wanted), _names(answer.observation)
        # The protocol says that these suffice then, so nothing else may count as missing.
        if wanted.ended:
            expected = {name for name in expected if name in given or name in _ONCE_ENDED}
        self.expected.update(expected)
        self.given.update(expected & given)
        self.unknown.update(answer.observation.more.keys())

    def merge(self, other: "Share") -> None:
        """Add another's counts to this one's."""
        self.expected += other.expected
        self.given += other.given
        self.unknown += other.unknown

    @property
    def whole(self) -> float:
        """The share over all fields, from 0 to 1; 1 where nothing was expected."""
        expected = self.expected.total()
        return self.given.total() / expected if expected else 1.0

    def missing(self) -> dict[str, float]:
        """The fields which were not always given, and the share in which they were."""
        shares = {name: self.given[name] / count for name, count in self.expected.items()}
        return {name: share for name, share in sorted(shares.items()) if share < 1}


def _names(observation: Observation) -> set[str]:
    """The fields that are there, those of the sides apart; a part that not every side has is not there."""
    names = {key for key, _ in given(observation)} - observation.more.keys()
    if "sides" not in names:
        return names
    sides = observation.sides or ()
    parts = {part.key for part in declared(Side)}.intersection(*({key for key, _ in given(side)} for side in sides))
    melds = [meld for side in sides for meld in side.melds or ()]
    if melds and all(meld.kind for meld in melds):
        parts.add("kinds")
    return names - {"sides"} | {f"sides.{part}" for part in parts}

"""How an implementation breaks, as opposed to how it breaks a rule."""

from enum import StrEnum


class BrokeKind(StrEnum):
    """What went wrong with the process or with what it said."""

    PROTOCOL = "protocol error"
    TIMEOUT = "time-out"
    CRASH = "crash"
    OVERSIZED = "oversized line"


class Broke(Exception):
    """The implementation did not answer as the protocol wants; it has to be started again.

    `late` says that the fault lies with the request before, which seemed to be well answered.
    """

    def __init__(self, kind: BrokeKind, message: str, *, late: bool = False) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.late = late


class CannotStart(Exception):
    """The command cannot be started at all; the message says why and what to do."""

"""The three ways in which a request can come to nothing, which an answer keeps apart."""


class Refusal(Exception):
    """The rules forbid the act."""


class Unsupported(Exception):
    """A game, an option or an act that this engine does not know."""


class Malformed(Exception):
    """A request that is not built as the protocol says."""

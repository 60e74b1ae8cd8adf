"""What can go wrong with a request."""


class Illegal(Exception):
    """The rules refuse an act; the text begins with the clause that does."""


class Unsupported(Exception):
    """The engine cannot express what is asked."""


class BadRequest(Exception):
    """The request does not have the shape that the protocol gives it."""

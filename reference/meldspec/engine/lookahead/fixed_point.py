"""A memo for yes-or-no questions that may ask themselves again: the least fixed point."""

from collections.abc import Callable, Hashable

from meldspec.engine.verdict import Unanswered

KEPT = 50_000
"""So many answers are kept before all are dropped. A key holds a whole position, most of which it shares with others."""
UNDECIDED = "nothing is decided and nothing has changed: ask about a smaller hand, or report the position"
"""What becomes of a question that is given up, and what to do instead."""
DEEP = 48
"""So many questions may be open at once, each asked for the one before it. Rules that ask what could be done have a few acts of one
turn to look through; Python itself ends what goes some sixty deep."""


class FixedPointMemo:
    """Answers questions of the sort "can some sequence of legal acts bring this about?", each worked out once.

    **Why they ask themselves.** Whether an act is legal may hang on what could be done after it, and what could be done hangs on
    which acts are legal. So the work on a question can come upon the very same question of the very same position: acts that
    lead back to where they began (ask, answer, ask again), or a line that asks after an act what it asks before it.

    **What the answer is then.** The least fixed point: of all ways to answer consistently, the one with the fewest yeses. A yes
    needs a finite sequence of acts, each legal without leaning on the question itself; going round in a circle brings nothing
    about. So a question that is `open`, its work not yet done, answers no where it is met again. This is exact as long as
    the question occurs in its own work only positively. Where a rule forbids an act *because* something could be done, the
    no of a circle may make the act legal; the definition (`meldspec.definition`) answers alike, and the two are held together
    by tests.

    **What may be remembered.** The no of an open question is provisional: it holds for whoever asks from within. An answer that
    leaned on one (`leaning`) may be yes when the same question is asked from outside, so it is given back and not kept.
    Leaning spreads outward, from work to the work that asked for it, until no question is open: the outermost answer leans on
    nothing but its own circle, which the fixed point settles, so it is kept whatever happened within. All others are kept
    only if nothing on the way met an open question.

    **What it costs.** A question within a circle may be worked out again for each way into the circle. Nothing bounds that but
    the limits on acts tried (see `Search`), and how deep questions lie within each other (`DEEP`); a search that is broken off by
    them keeps nothing that was unfinished: `open` and `leaning` are as before, and what had been answered without leaning stays.
    """

    def __init__(self) -> None:
        self.known: dict[Hashable, bool] = {}
        self.open: set[Hashable] = set()
        self.leaning = False

    def answer(self, question: Hashable, work: Callable[[], bool]) -> bool:
        """The answer to a question, by `work` where it is not remembered; what `work` raises leaves no trace.

        Raises Unanswered where DEEP questions are open already.
        """
        known = self.known.get(question)
        if known is not None:
            return known
        if question in self.open:
            self.leaning = True
            return False
        if len(self.open) >= DEEP:
            raise Unanswered(f"the rules ask what could be done, and for that again, {DEEP} times over: {UNDECIDED}")
        outer, self.leaning = self.leaning, False
        self.open.add(question)
        try:
            answer = work()
        except BaseException:
            self.leaning = outer
            raise
        finally:
            self.open.discard(question)
        outermost = not self.open
        if outermost or not self.leaning:
            if len(self.known) > KEPT:
                self.known.clear()
            self.known[question] = answer
        self.leaning = outer or (self.leaning and not outermost)
        return answer

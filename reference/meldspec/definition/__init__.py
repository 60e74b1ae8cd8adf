"""What the language means: the small reference interpreter, written for clarity alone and never for speed.

It reads the lines in force as they stand: nothing is compiled, nothing is remembered from one question to the next, every act
that could be proposed is tried. The engine is the same meaning made fast, by other code, and tests hold it against this one
over random play under random readings, line for line and cell for cell (docs/decisions/0003).

To be read in this order, in one sitting:

    words         the built-in words, on plain values: what `the worth of …` or `… share a rank` gives
    expressions   what an expression is worth in a position, and which cards make a meld of which kind
    effects       what `then`, `at`, `whenever` and the scoring lines do to a position, one effect after another
    acts          which acts there are at all, which are legal and why not, what carrying one out leads to
    interpreter   looking ahead by trying everything, the beginning of a deal, and the whole put together

Each but the first is a class that extends the one before; what an earlier floor needs of a later one (whether something could
still come about hangs on which acts are legal, and that on expressions) is an abstract method there.
"""

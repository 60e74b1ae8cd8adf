/** The three ways in which a request can come to nothing, which an answer keeps apart. */
final class Errors {
    private Errors() {}

    /** The rules forbid the act. */
    static final class Refusal extends RuntimeException {
        Refusal(String why) {
            super(why);
        }
    }

    /** A game, an option or an act that this engine does not know. */
    static final class Unsupported extends RuntimeException {
        Unsupported(String why) {
            super(why);
        }
    }

    /** A request that is not built as the protocol says. */
    static final class Malformed extends RuntimeException {
        Malformed(String message) {
            super(message);
        }
    }
}

import java.util.HashSet;
import java.util.Set;

/**
 * Cards, as the protocol spells them: a rank and a suit ("TH", "3D"), or "JK" for a joker.
 *
 * Cards that look alike are interchangeable, so a heap of cards is a plain list of spellings, never a set.
 */
final class Cards {
    static final String RANKS = "AKQJT98765432";
    static final String SUITS = "CDHS";
    static final String JOKER = "JK";
    private static final Set<Object> CARDS = new HashSet<>();

    static {
        CARDS.add(JOKER);
        for (char rank : RANKS.toCharArray()) for (char suit : SUITS.toCharArray()) CARDS.add("" + rank + suit);
    }

    private Cards() {}

    static boolean isCard(Object card) {
        return CARDS.contains(card);
    }
}

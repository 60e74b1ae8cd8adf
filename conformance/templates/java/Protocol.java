import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The implementation protocol, version 1: from a request to its answer. There is nothing to fill in but who you are.
 *
 * What is wrong with a request comes back in one of three ways, and they are kept apart:
 *   an illegal act       the rules forbid it (Refusal)                 {"ok":{"verdict":"illegal","why":...}}
 *   not supported        a rule or a game this engine does not know    {"unsupported":{"why":...}}
 *   an error             the request makes no sense, or a defect here  {"error":{"message":...}}
 */
final class Protocol {
    private static final long PROTOCOL = 1;
    private static final List<String> VARIANTS = List.of("@VARIANT@");
    private static final Map<String, Object> ABOUT = Map.of(
        "implementation", Map.of("name", "@NAME@", "version", "0.1.0", "language", "Java"),
        "variants", VARIANTS);
    private static final Pattern SEQ = Pattern.compile("\"seq\"\\s*:\\s*\"([^\"\\\\]+)\"");

    /** Whether `bye` was said. */
    boolean done = false;
    private Game game = null;

    /** The answer to one line; it never throws. */
    Map<String, Object> answer(String line) {
        Map<String, Object> answer = new LinkedHashMap<>();
        // A line may be no JSON at all: its seq is told as far as it can be seen.
        Matcher seen = SEQ.matcher(line);
        answer.put("seq", seen.find() ? seen.group(1) : "?");
        try {
            Map<String, Object> request = read(line);
            answer.put("seq", request.get("seq"));
            answer.put("ok", reply(request));
        } catch (Errors.Unsupported unknown) {
            answer.put("unsupported", Map.of("why", unknown.getMessage()));
        } catch (Errors.Malformed malformed) {
            answer.put("error", Map.of("message", malformed.getMessage()));
        } catch (RuntimeException | StackOverflowError defect) {
            // A defect of this engine: show where.
            defect.printStackTrace();
            answer.put("error", Map.of("message", String.valueOf(defect)));
        }
        return answer;
    }

    private Map<String, Object> reply(Map<String, Object> request) {
        switch (String.valueOf(request.get("cmd"))) {
            case "hello":
                if (!Long.valueOf(PROTOCOL).equals(request.get("protocol")))
                    throw new Errors.Unsupported("protocol " + request.get("protocol") + "; this speaks " + PROTOCOL);
                return ABOUT;
            case "deal":
                game = null; // A deal that fails forgets the last one too.
                game = Game.begin(deal(request));
                return Map.of("observation", game.observe());
            case "act":
                return act(request);
            case "bye":
                done = true;
                return Map.of();
            default:
                throw new Errors.Unsupported("the request " + request.get("cmd"));
        }
    }

    private Map<String, Object> act(Map<String, Object> request) {
        if (game == null) throw new Errors.Malformed("no deal was begun: send `deal` first");
        if (!(request.get("seat") instanceof Long seat)) throw new Errors.Malformed("act: found no seat");
        if (!(request.get("action") instanceof Map<?, ?> found) || !(found.get("type") instanceof String type))
            throw new Errors.Malformed("act: found no action with a type");
        if (!Game.ACTS.contains(type)) throw new Errors.Unsupported("the act " + type);
        try {
            game = game.act(seat, object(found));
            return Map.of("verdict", "legal", "observation", game.observe());
        } catch (Errors.Refusal refusal) {
            return Map.of("verdict", "illegal", "why", String.valueOf(refusal.getMessage()));
        }
    }

    private static Map<String, Object> read(String line) {
        Object value;
        try {
            value = Json.read(line);
        } catch (IllegalArgumentException problem) {
            throw new Errors.Malformed("the line is no JSON: " + problem.getMessage());
        }
        if (!(value instanceof Map<?, ?> request)) throw new Errors.Malformed("the line is no JSON object");
        if (!(request.get("seq") instanceof String seq) || seq.isEmpty())
            throw new Errors.Malformed("the request has no `seq` that is a text");
        return object(request);
    }

    /** The deal in a request, once it is seen to be one. */
    private static Map<String, Object> deal(Map<String, Object> request) {
        if (!VARIANTS.contains(String.valueOf(request.get("variant"))))
            throw new Errors.Unsupported("the variant " + request.get("variant"));
        Object seats = request.get("seats");
        if (!(request.get("hands") instanceof List<?> hands) || !Long.valueOf(hands.size()).equals(seats))
            throw new Errors.Malformed("deal: expected " + seats + " hands");
        if (!(request.get("dealer") instanceof Long dealer) || dealer < 0 || dealer >= hands.size())
            throw new Errors.Malformed("deal: dealer is " + request.get("dealer"));
        hands.forEach(Protocol::check);
        if (request.get("feet") instanceof List<?> feet) feet.forEach(Protocol::check);
        check(request.get("stock"));
        return request;
    }

    private static void check(Object cards) {
        if (!(cards instanceof List<?> list)) throw new Errors.Malformed("deal: expected lists of cards");
        for (Object card : list) if (!Cards.isCard(card)) throw new Errors.Malformed("deal: " + card + " is no card");
    }

    @SuppressWarnings("unchecked") // What was read from JSON has texts for its names.
    private static Map<String, Object> object(Map<?, ?> map) {
        return (Map<String, Object>) map;
    }
}

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The conversation: requests and answers, good and bad, in this process and through the pipes of another. */
final class ProtocolTest {
    private static final String DEAL = "'cmd':'deal','variant':'@VARIANT@','seats':2,'dealer':1,'options':{},"
        + "'match':{'deal':1,'totals':[0,0]},'hands':[['9C'],['9D']],'feet':[[],[]],'stock':['9H','AC']";
    private static int count = 0;

    /** The answer to a request, written with single quotes and without its seq, which the answer is checked to repeat. */
    private static Map<String, Object> ask(Protocol session, String request) {
        String seq = "q" + ++count;
        Map<String, Object> answer = session.answer(("{'seq':'" + seq + "'," + request + "}").replace('\'', '"'));
        check(answer.get("seq").equals(seq), "the answer repeats " + seq + ": " + answer);
        return answer;
    }

    private static void check(boolean holds, String what) {
        if (!holds) throw new AssertionError(what);
    }

    private static void errs(Protocol session, String request, String message) {
        Map<String, Object> answer = ask(session, request);
        check(String.valueOf(answer.get("error")).contains(message), message + ": " + answer);
    }

    /** The engine says who it is and what it plays; what it does not know is not supported. */
    private static void saysWhoItIs() {
        Protocol session = new Protocol();
        Map<String, Object> hello = ask(session, "'cmd':'hello','protocol':1");
        check(Json.write(hello).contains("\"variants\":[\"@VARIANT@\"]"), "it plays @VARIANT@: " + hello);
        for (String unknown : List.of("'cmd':'hello','protocol':2", "'cmd':'shuffle'", DEAL.replace("@VARIANT@", "no such game")))
            check(ask(session, unknown).containsKey("unsupported"), unknown);
    }

    /** A deal is answered, if only by saying that it cannot be played yet. */
    private static void answersADeal() {
        // Once deals can be begun this is to be a test of what lies on the table then.
        Map<String, Object> answer = ask(new Protocol(), DEAL);
        check(answer.containsKey("ok") || answer.containsKey("unsupported"), "a deal: " + answer);
    }

    /** What makes no sense is an error, and the conversation goes on. */
    private static void errsAndGoesOn() {
        Protocol session = new Protocol();
        errs(session, DEAL.replace("9H", "10H"), "10H is no card");
        errs(session, DEAL.replace("[['9C'],['9D']]", "[]"), "expected 2 hands");
        errs(session, "'cmd':'act','seat':0,'action':{'type':'draw'}", "no deal");
        for (String line : List.of("", "no JSON", "[]", "null", "{\"cmd\":\"hello\"}", "[".repeat(100_000)))
            check(session.answer(line).containsKey("error"), line);
        check(ask(session, "'cmd':'hello','protocol':1").containsKey("ok"), "it goes on");
    }

    /** A process answers line by line, and leaves when it is told to. */
    private static void runsAsAProcess() throws IOException, InterruptedException {
        String java = System.getProperty("java.home") + "/bin/java";
        Process child = new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), "Main").start();
        // A line separator may stand inside a text, and is no end of a line.
        String lines = "{\"seq\":\"1\",\"cmd\":\"hello\",\"protocol\":1,\"note\":\"\u2028\"}\n{\"seq\":\"2\",\"cmd\":\"bye\"}\n";
        child.getOutputStream().write(lines.getBytes(StandardCharsets.UTF_8));
        child.getOutputStream().flush();
        String out = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        check(child.waitFor() == 0 && out.split("\n").length == 2, "two answers: " + out);
    }

    public static void main(String[] words) throws IOException, InterruptedException {
        saysWhoItIs();
        answersADeal();
        errsAndGoesOn();
        runsAsAProcess();
        System.out.println("all tests passed");
    }
}

import java.io.BufferedOutputStream;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Requests in on standard input, answers out on standard output, one JSON object a line. */
final class Main {
    public static void main(String[] words) throws IOException {
        Protocol session = new Protocol();
        InputStream in = new BufferedInputStream(System.in);
        OutputStream out = new BufferedOutputStream(System.out);
        for (String line = read(in); line != null; line = read(in)) {
            out.write((Json.write(session.answer(line)) + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
            if (session.done) break;
        }
    }

    /** One line, split at the line feed alone: other line separators may stand inside a text. Null at the end of the input. */
    private static String read(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        if (next < 0) return null;
        for (; next >= 0 && next != '\n'; next = in.read()) line.write(next);
        return line.toString(StandardCharsets.UTF_8);
    }
}

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON without a library: objects are Map, lists List, whole numbers Long, others Double, besides String, Boolean and null. */
final class Json {
    private static final int DEEPEST = 200;
    private final String text;
    private int at = 0;
    private int depth = 0;

    private Json(String text) {
        this.text = text;
    }

    /** The value in a text. Throws IllegalArgumentException, which says at which character it is none. */
    static Object read(String text) {
        Json json = new Json(text);
        Object value = json.value();
        json.space();
        if (json.at < text.length()) throw json.wrong("something behind the value");
        return value;
    }

    private Object value() {
        space();
        if (at >= text.length()) throw wrong("the end of the line");
        char next = text.charAt(at);
        if (next == '{') return object();
        if (next == '[') return list();
        if (next == '"') return string();
        if (text.startsWith("true", at)) return word("true", true);
        if (text.startsWith("false", at)) return word("false", false);
        if (text.startsWith("null", at)) return word("null", null);
        return number();
    }

    private Map<String, Object> object() {
        Map<String, Object> found = new LinkedHashMap<>();
        open();
        for (boolean first = true; !closes('}', first); first = false) {
            space();
            if (at >= text.length() || text.charAt(at) != '"') throw wrong("no name of a field");
            String name = string();
            expect(':');
            found.put(name, value());
        }
        return found;
    }

    private List<Object> list() {
        List<Object> found = new ArrayList<>();
        open();
        for (boolean first = true; !closes(']', first); first = false) found.add(value());
        return found;
    }

    private void open() {
        at++;
        if (++depth > DEEPEST) throw wrong("brackets within brackets without end");
    }

    /** Whether a list or an object ends here; else the comma before its next part is passed over. */
    private boolean closes(char bracket, boolean first) {
        space();
        if (at < text.length() && text.charAt(at) == bracket) {
            at++;
            depth--;
            return true;
        }
        if (!first) expect(',');
        return false;
    }

    private String string() {
        StringBuilder found = new StringBuilder();
        for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
            char next = text.charAt(at);
            if (next < ' ') throw wrong("a control character in a text");
            found.append(next == '\\' ? escaped() : next);
        }
        if (at >= text.length()) throw wrong("a text without an end");
        at++;
        return found.toString();
    }

    private char escaped() {
        if (++at >= text.length()) throw wrong("a text without an end");
        switch (text.charAt(at)) {
            case 'b': return '\b';
            case 'f': return '\f';
            case 'n': return '\n';
            case 'r': return '\r';
            case 't': return '\t';
            case 'u':
                String digits = text.substring(at + 1, Math.min(at + 5, text.length()));
                if (!digits.matches("[0-9a-fA-F]{4}")) throw wrong("\\u without four digits");
                at += 4;
                return (char) Integer.parseInt(digits, 16);
            case '"': case '\\': case '/': return text.charAt(at);
            default: throw wrong("an escape that there is not");
        }
    }

    private Object number() {
        int from = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
        String digits = text.substring(from, at);
        if (digits.matches("-?(0|[1-9][0-9]{0,17})")) return Long.parseLong(digits);
        if (digits.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")) return Double.parseDouble(digits);
        at = from;
        throw wrong("no value");
    }

    private Object word(String word, Object value) {
        at += word.length();
        return value;
    }

    private void expect(char wanted) {
        space();
        if (at >= text.length() || text.charAt(at) != wanted) throw wrong("no '" + wanted + "'");
        at++;
    }

    private void space() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
    }

    private IllegalArgumentException wrong(String found) {
        return new IllegalArgumentException("found " + found + " at character " + (at + 1));
    }

    /** A value on one line. */
    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof Map<?, ?> map) {
            String before = "{";
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.append(before);
                write(String.valueOf(entry.getKey()), out);
                out.append(':');
                write(entry.getValue(), out);
                before = ",";
            }
            out.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof List<?> list) {
            String before = "[";
            for (Object one : list) {
                out.append(before);
                write(one, out);
                before = ",";
            }
            out.append(list.isEmpty() ? "[]" : "]");
        } else if (value instanceof String text) {
            quote(text, out);
        } else {
            out.append(value);
        }
    }

    private static void quote(String text, StringBuilder out) {
        out.append('"');
        for (char one : text.toCharArray()) {
            if (one == '"' || one == '\\') out.append('\\').append(one);
            // ASCII alone: then no half of a sign can spoil the line.
            else if (one < ' ' || one > '~') out.append(String.format("\\u%04x", (int) one));
            else out.append(one);
        }
        out.append('"');
    }
}

package serviceone.calls;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON (RFC 8259) into maps, lists, strings, doubles, booleans and null; the JDK has no reader of it. Serves one
 * text, on one thread.
 */
public final class Json {
    /** Not JSON; says where. */
    public static final class JsonException extends Exception {
        private static final long serialVersionUID = 1;

        JsonException(String expected, int position) {
            super(expected + " expected at " + position);
        }
    }

    private static final int MOST_NESTED = 64;      // a stack is finite, a stranger's text is not
    private final String text;
    private int position;
    private int depth;

    private Json(String text) {
        this.text = text;
    }

    /** A map, list, string, double, boolean or null. */
    public static Object read(String text) throws JsonException {
        Json json = new Json(text);
        Object value = json.value();
        if (json.peek() != 0) {
            throw json.expected("the end");
        }
        return value;
    }

    private Object value() throws JsonException {
        return switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> literal("true", true);
            case 'f' -> literal("false", false);
            case 'n' -> literal("null", null);
            default -> number();
        };
    }

    private Map<String, Object> object() throws JsonException {
        Map<String, Object> object = new LinkedHashMap<>();
        open('{');
        while (peek() != '}') {
            if (!object.isEmpty()) {
                take(',');
            }
            String name = string();
            take(':');
            object.put(name, value());
        }
        close();
        return object;
    }

    private List<Object> array() throws JsonException {
        List<Object> array = new ArrayList<>();
        open('[');
        while (peek() != ']') {
            if (!array.isEmpty()) {
                take(',');
            }
            array.add(value());
        }
        close();
        return array;
    }

    private void open(char bracket) throws JsonException {
        if (++depth > MOST_NESTED) {
            throw expected("less nesting");
        }
        take(bracket);
    }

    private void close() {
        depth--;
        position++;
    }

    private String string() throws JsonException {
        take('"');
        StringBuilder string = new StringBuilder();
        for (char c = next(); c != '"'; c = next()) {
            if (c < ' ') {
                throw expected("no control character");
            }
            string.append(c == '\\' ? escaped() : c);
        }
        return string.toString();
    }

    private char escaped() throws JsonException {
        char c = next();
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> throw expected("an escape");
        };
    }

    private char unicode() throws JsonException {
        int code = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(next(), 16);
            if (digit < 0) {
                throw expected("a hexadecimal digit");
            }
            code = code * 16 + digit;
        }
        return (char) code;
    }

    private Object literal(String word, Object value) throws JsonException {
        if (!text.startsWith(word, position)) {
            throw expected(word);
        }
        position += word.length();
        return value;
    }

    private Double number() throws JsonException {
        int from = position;
        while (position < text.length() && "+-.eE0123456789".indexOf(text.charAt(position)) >= 0) {
            position++;
        }
        try {
            return Double.valueOf(text.substring(from, position));
        } catch (NumberFormatException e) {
            throw expected("a value");
        }
    }

    /** The next character that is not white space, 0 at the end; stays before it. */
    private char peek() {
        while (position < text.length() && " \t\r\n".indexOf(text.charAt(position)) >= 0) {
            position++;
        }
        return position < text.length() ? text.charAt(position) : 0;
    }

    private void take(char wanted) throws JsonException {
        if (peek() != wanted) {
            throw expected("'" + wanted + "'");
        }
        position++;
    }

    private char next() throws JsonException {
        if (position == text.length()) {
            throw expected("more");
        }
        return text.charAt(position++);
    }

    private JsonException expected(String what) {
        return new JsonException(what, position);
    }
}

package common.json;

import module java.base;

/** Reads JSON (RFC 8259): the JDK has no parser for it. */
public final class Json {
    public static final class JsonException extends IOException {
        private static final long serialVersionUID = 1;

        JsonException(String expected, int position) {
            super("not JSON: expected " + expected + " at character " + position);
        }
    }

    private static final int MOST_NESTED = 64;      // a stranger's text must not overflow the stack
    private static final String DIGITS = "0123456789";
    private static final String ESCAPES = "\"\\/bfnrt";
    private static final String ESCAPED = "\"\\/\b\f\n\r\t";
    private final String text;
    private int position;
    private int depth;

    private Json(String text) {
        this.text = text;
    }

    /** Returns a map, list, string, double, boolean or null. */
    public static Object read(String text) throws JsonException {
        Json json = new Json(text);
        try {
            Object value = json.value();
            json.requireEnd();
            return value;
        } catch (UncheckedIOException e) {
            throw (JsonException) e.getCause();
        }
    }

    /** Returns an empty map if the text is not an object. */
    public static Map<?, ?> members(String text) throws JsonException {
        return read(text) instanceof Map<?, ?> object ? object : Map.of();
    }

    private void requireEnd() {
        peek();
        if (position < text.length()) {
            throw expected("nothing more");
        }
    }

    private Object value() {
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

    private Map<String, Object> object() {
        Map<String, Object> object = new LinkedHashMap<>(4);      // the default's table is larger than most objects
        elements('}', () -> {
            String name = string();
            consume(':');
            object.put(name, value());
        });
        return object;
    }

    private List<Object> array() {
        List<Object> array = new ArrayList<>();
        elements(']', () -> array.add(value()));
        return array;
    }

    private void elements(char end, Runnable element) {
        if (++depth > MOST_NESTED) {
            throw expected("no more than " + MOST_NESTED + " levels");
        }
        position++;
        for (boolean first = true; peek() != end; first = false) {
            if (!first) {
                consume(',');
            }
            element.run();
        }
        position++;
        depth--;
    }

    private String string() {
        consume('"');
        StringBuilder unescaped = null;
        int from = position;
        for (char c = next(); c != '"'; c = next()) {
            if (c < ' ') {
                throw expected("no control character");
            }
            if (c == '\\') {
                unescaped = unescaped == null ? new StringBuilder() : unescaped;
                unescaped.append(text, from, position - 1).append(escaped(next()));
                from = position;
            }
        }
        return unescaped == null ? text.substring(from, position - 1)
                : unescaped.append(text, from, position - 1).toString();
    }

    private char escaped(char c) {
        int escape = ESCAPES.indexOf(c);
        if (escape >= 0) {
            return ESCAPED.charAt(escape);
        }
        if (c != 'u') {
            throw expected("an escape");
        }
        try {
            position += 4;
            return (char) HexFormat.fromHexDigits(text, position - 4, position);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw expected("four hexadecimal digits");
        }
    }

    private Object literal(String word, Object value) {
        if (!text.startsWith(word, position)) {
            throw expected(word);
        }
        position += word.length();
        return value;
    }

    /** RFC 8259, 6. With a regular expression, a small answer would take half as many bytes again. */
    private Double number() {
        int from = position;
        skip("-");
        if (!skip("0")) {
            digits();
        }
        if (skip(".")) {
            digits();
        }
        if (skip("eE")) {
            skip("+-");
            digits();
        }
        return Double.valueOf(text.substring(from, position));
    }

    private void digits() {
        if (!skip(DIGITS)) {
            throw expected("a value");
        }
        while (skip(DIGITS)) {
            // the next digit
        }
    }

    private boolean skip(String any) {
        boolean found = position < text.length() && any.indexOf(text.charAt(position)) >= 0;
        position += found ? 1 : 0;
        return found;
    }

    private char peek() {
        while (position < text.length() && isSpace(text.charAt(position))) {
            position++;
        }
        return position < text.length() ? text.charAt(position) : 0;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }

    private void consume(char wanted) {
        if (peek() != wanted) {
            throw expected("'" + wanted + "'");
        }
        position++;
    }

    private char next() {
        if (position == text.length()) {
            throw expected("more");
        }
        return text.charAt(position++);
    }

    private UncheckedIOException expected(String what) {
        return new UncheckedIOException(new JsonException(what, position));
    }
}

package common.json;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads JSON (RFC 8259) into maps, lists, strings, {@link Double}s, booleans and null. Used by one thread. */
public final class JsonParser {
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?");

    /** Lists and objects within each other; more would be an attack on the stack of whoever reads it. */
    private static final int DEEPEST = 64;

    private final String text;
    private int at;
    private int depth;

    private JsonParser(String text) {
        this.text = text;
    }

    /** @throws IOException where the text is no JSON; the message says where */
    public static Object parse(String text) throws IOException {
        JsonParser parser = new JsonParser(text);
        Object value = parser.value();
        parser.skipBlanks();
        if (parser.at < text.length()) {
            throw parser.wrong("nothing more");
        }
        return value;
    }

    private Object value() throws IOException {
        skipBlanks();
        if (depth == DEEPEST) {
            throw wrong("no more than " + DEEPEST + " levels");
        }
        depth++;
        Object value = switch (peek()) {
            case '{' -> object();
            case '[' -> list();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
        depth--;
        return value;
    }

    private Map<String, Object> object() throws IOException {
        Map<String, Object> map = new LinkedHashMap<>();
        expect('{');
        while (!takes('}', map.isEmpty())) {
            skipBlanks();
            String key = string();
            skipBlanks();
            expect(':');
            map.put(key, value());
        }
        return map;
    }

    private List<Object> list() throws IOException {
        List<Object> list = new ArrayList<>();
        expect('[');
        while (!takes(']', list.isEmpty())) {
            list.add(value());
        }
        return list;
    }

    /** Takes the end, or the comma that must stand between two elements. */
    private boolean takes(char end, boolean first) throws IOException {
        skipBlanks();
        if (peek() == end) {
            at++;
            return true;
        }
        if (!first) {
            expect(',');
        }
        return false;
    }

    private String string() throws IOException {
        StringBuilder string = new StringBuilder();
        expect('"');
        while (peek() != '"') {
            char c = text.charAt(at++);
            string.append(c == '\\' ? escaped() : c);
        }
        at++;
        return string.toString();
    }

    private char escaped() throws IOException {
        char c = peek();
        at++;
        int control = "ntrbf".indexOf(c);
        return c == 'u' ? hexadecimal() : control < 0 ? c : "\n\t\r\b\f".charAt(control);
    }

    private char hexadecimal() throws IOException {
        if (!text.substring(at, Math.min(at + 4, text.length())).matches("[0-9a-fA-F]{4}")) {
            throw wrong("four hexadecimal digits");
        }
        at += 4;
        return (char) Integer.parseInt(text.substring(at - 4, at), 16);
    }

    private Object word(String word, Object value) throws IOException {
        if (!text.startsWith(word, at)) {
            throw wrong(word);
        }
        at += word.length();
        return value;
    }

    private Double number() throws IOException {
        Matcher number = NUMBER.matcher(text).region(at, text.length());
        if (!number.lookingAt()) {
            throw wrong("a value");
        }
        at = number.end();
        return Double.valueOf(number.group());
    }

    private void skipBlanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private char peek() throws IOException {
        if (at >= text.length()) {
            throw wrong("more");
        }
        return text.charAt(at);
    }

    private void expect(char c) throws IOException {
        if (peek() != c) {
            throw wrong("'" + c + "'");
        }
        at++;
    }

    private IOException wrong(String expected) {
        return new IOException("no JSON: at character " + at + " there should be " + expected);
    }
}

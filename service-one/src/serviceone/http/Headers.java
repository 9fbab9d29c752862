package serviceone.http;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** The header fields of one message, in the order in which they came. Filled by a parser, then only read. */
public final class Headers {
    private final List<String> names = new ArrayList<>(8);
    private final List<String> values = new ArrayList<>(8);

    void add(String name, String value) {
        names.add(name);
        values.add(value);
    }

    int size() {
        return names.size();
    }

    /** The first value of a field, or null; names are compared without regard to case (RFC 9110, 5.1). */
    public String first(String name) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(name)) {
                return values.get(i);
            }
        }
        return null;
    }

    /** All lines of a field whose value is a list, as the one list that they are together (RFC 9110, 5.3). */
    String list(String name) {
        StringJoiner list = new StringJoiner(",");
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(name)) {
                list.add(values.get(i));
            }
        }
        return list.toString();
    }

    int count(String name) {
        int count = 0;
        for (String each : names) {
            count += each.equalsIgnoreCase(name) ? 1 : 0;
        }
        return count;
    }

    /** Whether a field whose value is a list of tokens has this one in any of its lines (RFC 9110, 5.6.1). */
    public boolean hasToken(String name, String token) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(name) && listHas(values.get(i), token)) {
                return true;
            }
        }
        return false;
    }

    private static boolean listHas(String list, String token) {
        for (String each : list.split(",")) {
            if (each.strip().equalsIgnoreCase(token)) {
                return true;
            }
        }
        return false;
    }
}

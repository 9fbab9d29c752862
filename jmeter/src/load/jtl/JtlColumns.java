package load.jtl;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Knows which column of a JTL file holds what, from the names in its first record, and reads the others as requests.
 * Used by the one thread that uses its reader.
 */
final class JtlColumns {
    private static final byte[] TRUE = "true".getBytes(StandardCharsets.UTF_8);

    private final CsvReader reader;
    private final int columns;
    private final int start;
    private final int elapsed;
    private final int success;
    private final int connect;
    private final int thread;
    private final int testStart;
    private final Text label;
    private final Text code;
    private final Text message;
    private final Text failure;

    /** Takes the names from the record that the reader has just read. */
    JtlColumns(CsvReader reader) throws IOException {
        this.reader = reader;
        Map<String, Integer> names = names(reader);
        columns = reader.fields();
        start = required(names, "timeStamp");
        elapsed = required(names, "elapsed");
        success = required(names, "success");
        connect = optional(names, "Connect");
        thread = optional(names, "threadName");
        testStart = optional(names, "TESTSTART.MS");      // where -Jsample_variables asks for it
        label = new Text(optional(names, "label"));
        code = new Text(optional(names, "responseCode"));
        message = new Text(optional(names, "responseMessage"));
        failure = new Text(optional(names, "failureMessage"));
    }

    /** The record that the reader has just read. */
    RecordedRequest sample() throws IOException {
        if (reader.fields() != columns) {
            throw new IOException(reader.fields() + " fields where the first line names " + columns);
        }
        return new RecordedRequest(reader.number(start), reader.number(elapsed),
                connect < 0 ? 0 : reader.number(connect), label.read(), code.read(), message.read(),
                reader.matches(success, TRUE), failure.read(), numberAtEnd(thread), numberAtEnd(testStart));
    }

    /** 17 of {@code Arrivals 1-17}. */
    private long numberAtEnd(int column) {
        return column < 0 ? 0 : reader.numberAtEnd(column);
    }

    private static Map<String, Integer> names(CsvReader reader) {
        Map<String, Integer> names = new HashMap<>();
        for (int column = 0; column < reader.fields(); column++) {
            names.put(reader.text(column), column);
        }
        return names;
    }

    private static int optional(Map<String, Integer> names, String name) {
        return names.getOrDefault(name, -1);
    }

    private static int required(Map<String, Integer> names, String name) throws IOException {
        int column = optional(names, name);
        if (column < 0) {
            throw new IOException("the first line names no column \"" + name + "\", so this is no JTL with a header");
        }
        return column;
    }

    /** A column of texts that mostly repeat: keeps the last one, so that a million equal labels are one string. */
    private final class Text {
        private final int column;
        private byte[] lastBytes = {};
        private String last = "";

        Text(int column) {
            this.column = column;
        }

        String read() {
            if (column >= 0 && !reader.matches(column, lastBytes)) {
                lastBytes = reader.bytes(column);
                last = new String(lastBytes, StandardCharsets.UTF_8);
            }
            return last;
        }
    }
}

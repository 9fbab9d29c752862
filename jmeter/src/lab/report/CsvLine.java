package lab.report;

import java.util.List;
import java.util.stream.Collectors;

/** Writes lines of comma-separated values (RFC 4180). Stateless. */
public final class CsvLine {
    private static final String END = "\r\n";

    private CsvLine() {
    }

    public static String of(List<String> values) {
        return values.stream().map(CsvLine::quoted).collect(Collectors.joining(",")) + END;
    }

    /** A figure as other programs read it; empty where it is not known. */
    public static String value(double value) {
        return Double.isFinite(value) ? Double.toString(Math.round(value * 1e4) / 1e4) : "";
    }

    private static String quoted(String value) {
        return value.matches("(?s).*[\",\\r\\n].*") ? '"' + value.replace("\"", "\"\"") + '"' : value;
    }
}

package lab.report;

import module java.base;

/** Aligned tables for a terminal, and comma-separated values for other programs (RFC 4180). */
public final class TextTable {
    private TextTable() {
    }

    public static String aligned(List<List<String>> rows, int textColumns) {
        int[] widths = IntStream.range(0, rows.getFirst().size()).map(column -> rows.stream()
                .mapToInt(row -> row.get(column).length()).max().orElse(0)).toArray();
        return rows.stream().map(row -> IntStream.range(0, widths.length).mapToObj(column -> {
            String blanks = " ".repeat(widths[column] - row.get(column).length());
            return column < textColumns ? row.get(column) + blanks : blanks + row.get(column);
        }).collect(Collectors.joining("  ")).stripTrailing() + "\n").collect(Collectors.joining());
    }

    public static String csv(List<String> values) {
        return values.stream().map(value -> value.matches("(?s).*[\",\\r\\n].*")
                ? '"' + value.replace("\"", "\"\"") + '"' : value).collect(Collectors.joining(",")) + "\r\n";
    }

    /** Rounded to four decimals. Empty for NaN and for infinity. */
    public static String value(double value) {
        return Double.isFinite(value) ? Double.toString(Math.round(value * 1e4) / 1e4) : "";
    }
}

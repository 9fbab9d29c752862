package lab.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Lines up a table for a terminal. Stateless. */
public final class TerminalTable {
    private TerminalTable() {
    }

    /** @param textColumns how many columns at the left are text; the others are figures, lined up at the right */
    public static String text(List<List<String>> rows, int textColumns) {
        int columns = rows.getFirst().size();
        int[] widths = IntStream.range(0, columns).map(column -> rows.stream().mapToInt(row -> row.get(column).length())
                .max().orElse(0)).toArray();
        return rows.stream().map(row -> IntStream.range(0, columns)
                .mapToObj(column -> cell(row.get(column), widths[column], column < textColumns))
                .collect(Collectors.joining("  ")).stripTrailing()).collect(Collectors.joining("\n", "", "\n"));
    }

    private static String cell(String value, int width, boolean text) {
        String blanks = " ".repeat(width - value.length());
        return text ? value + blanks : blanks + value;
    }
}

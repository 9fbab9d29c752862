package serviceone.observe;

import java.util.ArrayList;
import java.util.List;

/** Texts side by side, as a projector shows them best. */
final class Columns {
    private static final int WIDEST = 46;
    private static final String GAP = "   ";

    private final List<List<String>> columns = new ArrayList<>();

    Columns add(String title, List<String> lines) {
        List<String> column = new ArrayList<>(List.of(title, "-".repeat(title.length())));
        lines.forEach(line -> column.add(line.length() > WIDEST ? line.substring(0, WIDEST - 1) + '…' : line));
        columns.add(column);
        return this;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        int height = columns.stream().mapToInt(List::size).max().orElse(0);
        for (int row = 0; row < height; row++) {
            StringBuilder line = new StringBuilder();
            for (List<String> column : columns) {
                line.append(pad(row < column.size() ? column.get(row) : "", width(column))).append(GAP);
            }
            text.append(line.toString().stripTrailing()).append(System.lineSeparator());
        }
        return text.toString();
    }

    private static int width(List<String> column) {
        return column.stream().mapToInt(String::length).max().orElse(0);
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(width - text.length());
    }
}

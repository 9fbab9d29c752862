package look;

import java.util.ArrayList;
import java.util.List;

/** Texts side by side, as a projector shows them best. */
final class Columns {
    private static final int WIDEST = 46;

    private final List<List<String>> columns = new ArrayList<>();

    void add(String title, List<String> lines) {
        List<String> column = new ArrayList<>(List.of(title, "-".repeat(title.length())));
        lines.forEach(line -> column.add(line.length() > WIDEST ? line.substring(0, WIDEST - 1) + '…' : line));
        columns.add(column);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        int height = columns.stream().mapToInt(List::size).max().orElse(0);
        for (int row = 0; row < height; row++) {
            StringBuilder line = new StringBuilder();
            for (List<String> column : columns) {
                int width = column.stream().mapToInt(String::length).max().orElse(0);
                line.append(String.format("%-" + width + "s   ", row < column.size() ? column.get(row) : ""));
            }
            text.append(line.toString().stripTrailing()).append(System.lineSeparator());
        }
        return text.toString();
    }
}

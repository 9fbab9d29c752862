package lab.report;

import module java.base;
import text.Markup;

/** A row for each thing, and a column for each of its properties. */
public record Table<T>(List<T> rows, List<Column<T>> columns) {

    public record Column<T>(String head, Function<T, String> cell) {
    }

    public static <T> Column<T> column(String head, Function<T, String> cell) {
        return new Column<>(head, cell);
    }

    /** The heads are the first line. */
    private Stream<List<String>> lines() {
        return Stream.concat(
                Stream.of(columns.stream().map(Column::head).toList()),
                rows.stream().map(row -> columns.stream().map(column -> column.cell.apply(row)).toList()));
    }

    /** For a terminal: the first columns are text, the others figures. */
    public String aligned(int textColumns) {
        String format = IntStream.range(0, columns.size())
                .mapToObj(i -> "%" + (i < textColumns ? "-" : "") + width(i) + "s")
                .collect(Collectors.joining("  "));
        return lines()
                .map(line -> format.formatted(line.toArray()).stripTrailing() + "\n")
                .collect(Collectors.joining());
    }

    private int width(int column) {
        return lines().mapToInt(line -> line.get(column).length()).max().orElseThrow();
    }

    /** Comma-separated values, for other programs (RFC 4180). */
    String csv() {
        return lines()
                .map(line -> line.stream().map(Table::quoted).collect(Collectors.joining(",", "", "\r\n")))
                .collect(Collectors.joining());
    }

    private static String quoted(String cell) {
        return cell.matches("(?s).*[\",\\r\\n].*") ? '"' + cell.replace("\"", "\"\"") + '"' : cell;
    }

    /** The inside of a table; empty without rows, so that the page leaves it out. */
    String html() {
        if (rows.isEmpty()) {
            return "";
        }
        List<List<String>> lines = lines().toList();
        String head = row(lines.getFirst(), "th").strip();
        String body = lines.stream().skip(1).map(line -> row(line, "td")).collect(Collectors.joining());
        return "<thead>" + head + "</thead>\n<tbody>\n" + body + "</tbody>";
    }

    private static String row(List<String> cells, String element) {
        return cells.stream()
                .map(cell -> "<" + element + ">" + Markup.escape(cell) + "</" + element + ">")
                .collect(Collectors.joining("", "<tr>", "</tr>\n"));
    }
}

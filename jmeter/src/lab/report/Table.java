package lab.report;

import module java.base;
import text.Markup;

/** A row for each thing, and a column for each of its properties. */
public record Table<T>(List<T> rows, List<Column<T>> columns) {

    /** @param head empty in a table that needs none */
    public record Column<T>(String head, Function<T, String> cell) {
        private String cell(T row) {
            return cell.apply(row);
        }
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    public static <T> Table<T> of(List<T> rows, Column<T>... columns) {
        return new Table<>(rows, List.of(columns));
    }

    public static <T> Column<T> column(String head, Function<T, String> cell) {
        return new Column<>(head, cell);
    }

    Table<T> and(List<Column<T>> more) {
        return new Table<>(rows, Stream.concat(columns.stream(), more.stream()).toList());
    }

    private Stream<List<String>> lines() {
        Stream<List<String>> heads = Stream.of(columns.stream().map(Column::head).toList());
        return Stream.concat(heads, rows.stream().map(this::cells));
    }

    private List<String> cells(T row) {
        return columns.stream().map(column -> column.cell(row)).toList();
    }

    /** For a terminal: the first columns are text, the others figures. */
    public String aligned(int textColumns) {
        List<List<String>> lines = lines().toList();
        int[] widths = IntStream.range(0, columns.size())
                .map(i -> lines.stream().mapToInt(line -> line.get(i).length()).max().orElse(0))
                .toArray();
        return lines.stream()
                .map(line -> aligned(line, widths, textColumns))
                .collect(Collectors.joining());
    }

    private static String aligned(List<String> line, int[] widths, int textColumns) {
        StringJoiner aligned = new StringJoiner("  ");
        for (int i = 0; i < widths.length; i++) {
            String blanks = " ".repeat(widths[i] - line.get(i).length());
            aligned.add(i < textColumns ? line.get(i) + blanks : blanks + line.get(i));
        }
        return aligned.toString().stripTrailing() + "\n";
    }

    /** Comma-separated values, for other programs (RFC 4180). */
    String csv() {
        return lines().map(line -> line.stream().map(Table::quoted).collect(Collectors.joining(",", "", "\r\n")))
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
        String body = rows.stream().map(row -> row(cells(row), "td")).collect(Collectors.joining());
        return head() + "<tbody>\n" + body + "</tbody>";
    }

    private String head() {
        List<String> heads = columns.stream()
                .map(Column::head)
                .filter(head -> !head.isEmpty())
                .toList();
        return heads.isEmpty() ? "" : "<thead>" + row(heads, "th").strip() + "</thead>\n";
    }

    private static String row(List<String> cells, String element) {
        return cells.stream()
                .map(cell -> "<" + element + ">" + Markup.escape(cell) + "</" + element + ">")
                .collect(Collectors.joining("", "<tr>", "</tr>\n"));
    }
}

package classroom.run;

import module java.base;
import classroom.run.FreePlay.PlayRow;
import lab.report.TextTable;
import lab.results.Metric;

public final class PlayExport {
    private static final List<Metric> MEASURED = List.of(Metric.THROUGHPUT, Metric.MEAN, Metric.P50, Metric.P99,
            Metric.CPU_PER_REQUEST, Metric.RSS);

    private PlayExport() {
    }

    public static String csv(List<PlayRow> rows) {
        List<String> head = new ArrayList<>(List.of("row", "name", "mode", "threads", "users", "arrivals/s", "path",
                "delay ms", "stage delay ms", "JVM options", "predicted requests/s", "predicted latency ms"));
        MEASURED.forEach(metric -> head.add(metric.label() + " " + metric.unit()));
        head.addAll(List.of("failure", "findings"));
        return TextTable.csv(head) + rows.stream().map(PlayExport::line).collect(Collectors.joining());
    }

    private static String line(PlayRow row) {
        PlaySettings set = row.settings();
        List<String> line = new ArrayList<>(List.of("" + row.id(), text(row.name()), set.mode(), "" + set.threads(),
                "" + set.users(), "" + set.rate(), set.path(), "" + set.delay(), "" + set.stageDelay(),
                text(set.jvm()), TextTable.value(row.predicted().throughput()),
                TextTable.value(1e3 * row.predicted().latency())));
        MEASURED.forEach(metric -> line.add(row.isMeasured() ? TextTable.value(metric.of(row.run())) : ""));
        line.add(text(row.failure()));
        line.add(text(String.join("; ", row.findings())));
        return TextTable.csv(line);
    }

    /** The apostrophe keeps spreadsheets from reading a text as a formula. */
    private static String text(String text) {
        return text.matches("(?s)[=+@\\t\\r\\x{FF1D}\\x{FF0B}\\x{FF20}\\x{FF0D}-].*") ? "'" + text : text;
    }

    /** A file for {@code ./run.sh compare FILE}. Its comments list all rows, and say why a row is left out. */
    public static String experiment(List<PlayRow> rows) {
        PlayRow model = rows.stream().filter(row -> row.failure().isEmpty()).reduce((_, later) -> later)
                .orElse(rows.getLast());
        String delays = model.settings().delays();
        List<PlayRow> alike = rows.stream().filter(row -> row == model
                || row.failure().isEmpty() && row.settings().delays().equals(delays)).toList();
        List<PlaySettings> sets = alike.stream().map(PlayRow::settings).toList();
        return """
                # From free play: %d of %d rows
                #
                # Measures each service under each load, three times: ./run.sh compare FILE.
                # The option --plan lists the runs and their duration, and measures nothing.
                #
                """.formatted(alike.size(), rows.size())
                + rows.stream().map(row -> comment(row, alike.contains(row))).collect(Collectors.joining())
                + PlaySettings.DURATIONS + "repeat = 3\n" + delays
                + all("path", sets.stream().map(PlaySettings::path))
                + all("users", sets.stream().filter(set -> set.users() > 0).map(set -> "" + set.users()))
                + all("rate", sets.stream().filter(set -> set.rate() > 0).map(set -> "" + set.rate()))
                + contenders(sets);
    }

    private static String comment(PlayRow row, boolean isIn) {
        PlaySettings set = row.settings();
        return "# row " + row.id() + (row.name().isEmpty() ? "" : ", " + row.name()) + ": " + set.contender() + ", "
                + set.path() + ", " + set.load() + (isIn ? "" : row.failure().isEmpty()
                ? " (left out: its delays differ)" : " (left out: it failed)") + "\n";
    }

    private static String all(String key, Stream<String> each) {
        String values = each.distinct().collect(Collectors.joining(","));
        return values.isEmpty() ? "" : key + " = " + values + "\n";
    }

    private static String contenders(List<PlaySettings> sets) {
        Map<String, String> contenders = new LinkedHashMap<>();
        for (PlaySettings set : sets) {
            String name = set.contenderName();
            for (int number = 2; !contenders.getOrDefault(name, set.contender()).equals(set.contender()); number++) {
                name = set.contenderName() + "." + number;
            }
            contenders.put(name, set.contender());
        }
        return contenders.entrySet().stream().map(each -> "contender." + each.getKey() + " = " + each.getValue() + "\n")
                .collect(Collectors.joining());
    }
}

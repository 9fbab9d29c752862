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
}

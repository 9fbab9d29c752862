package classroom.run;

import classroom.run.FreePlay.PlayRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import lab.judge.Metric;
import lab.report.CsvLine;

/** Writes the rows of free play for other programs. Stateless. */
public final class PlayExport {
    private static final List<Metric> MEASURED = List.of(Metric.THROUGHPUT, Metric.MEAN, Metric.P50, Metric.P99,
            Metric.CPU_PER_REQUEST, Metric.RSS);

    private PlayExport() {
    }

    /** A line for each row, and one before them with the columns' names. */
    public static String csv(List<PlayRow> rows) {
        List<String> head = new ArrayList<>(List.of("row", "name", "mode", "threads", "users", "arrivals/s", "path",
                "delay ms", "stage delay ms", "JVM options", "predicted requests/s", "predicted latency ms"));
        MEASURED.forEach(metric -> head.add(metric.label() + " " + metric.unit()));
        head.addAll(List.of("failure", "findings"));
        return CsvLine.of(head) + rows.stream().map(PlayExport::line).collect(Collectors.joining());
    }

    private static String line(PlayRow row) {
        PlaySettings set = row.settings();
        List<String> line = new ArrayList<>(List.of("" + row.id(), text(row.name()), set.mode(), "" + set.threads(),
                "" + set.users(), "" + set.rate(), set.path(), "" + set.delay(), "" + set.stageDelay(),
                text(set.jvm()), CsvLine.value(row.predicted().throughput()),
                CsvLine.value(1e3 * row.predicted().latency())));
        MEASURED.forEach(metric -> line.add(row.isMeasured() ? CsvLine.value(metric.of(row.run())) : ""));
        line.add(text(row.failure()));
        line.add(text(String.join("; ", row.findings())));
        return CsvLine.of(line);
    }

    /** A spreadsheet would carry out what begins like this, full-width too; after an apostrophe it is a text. */
    private static String text(String text) {
        return text.matches("(?s)[=+@\\t\\r\\x{FF1D}\\x{FF0B}\\x{FF20}\\x{FF0D}-].*") ? "'" + text : text;
    }

    /**
     * A file for {@code ./run.sh compare FILE}: every contender of the rows under every load of the rows. One file has
     * one pair of delays: those of the last row that did not fail; the head names the rows that are left out.
     */
    public static String experiment(List<PlayRow> rows) {
        List<PlayRow> able = rows.stream().filter(row -> !row.hasFailed()).toList();
        PlayRow model = able.isEmpty() ? rows.getLast() : able.getLast();
        List<PlayRow> alike = rows.stream().filter(row -> row == model
                || !row.hasFailed() && haveSameDelays(row, model)).toList();
        List<String> lines = new ArrayList<>(head(rows, alike));
        PlaySettings.durations().forEach((key, value) -> lines.add(key + " = " + value));
        PlaySettings last = alike.getLast().settings();
        lines.addAll(List.of("repeat = 3", "delay = " + last.delay(), "stage-delay = " + last.stageDelay()));
        lines.addAll(loads(alike));
        contenders(alike).forEach((name, contender) -> lines.add("contender." + name + " = " + contender));
        return String.join("\n", lines) + "\n";
    }

    private static List<String> head(List<PlayRow> rows, List<PlayRow> alike) {
        List<String> head = new ArrayList<>(List.of("# From free play: " + alike.size() + " of " + rows.size()
                + " rows", "#", "# Each contender meets each load, three times. ./run.sh compare FILE carries it out,",
                "# with --plan it says before what that is, and how long it takes.", "#"));
        for (PlayRow row : rows) {
            String left = alike.contains(row) ? ""
                    : row.hasFailed() ? " (left out: it failed)" : " (left out: its delays are others)";
            head.add("# row " + row.id() + (row.name().isEmpty() ? "" : ", " + row.name()) + ": "
                    + row.settings().contender() + ", " + row.settings().path() + ", " + row.settings().loadKey() + " "
                    + row.settings().loadValue() + left);
        }
        return head;
    }

    private static boolean haveSameDelays(PlayRow a, PlayRow b) {
        return a.settings().delay() == b.settings().delay() && a.settings().stageDelay() == b.settings().stageDelay();
    }

    private static List<String> loads(List<PlayRow> rows) {
        Map<String, Set<String>> keys = new LinkedHashMap<>();
        for (PlayRow row : rows) {
            keys.computeIfAbsent("path", _ -> new LinkedHashSet<>()).add(row.settings().path());
            keys.computeIfAbsent(row.settings().loadKey(), _ -> new LinkedHashSet<>()).add(row.settings().loadValue());
        }
        return keys.entrySet().stream().map(key -> key.getKey() + " = " + String.join(",", key.getValue())).toList();
    }

    /** By name; those that differ in their JVM's options alone are told apart by a number. */
    private static Map<String, String> contenders(List<PlayRow> rows) {
        Map<String, String> contenders = new LinkedHashMap<>();
        for (PlayRow row : rows) {
            String contender = row.settings().contender();
            if (!contenders.containsValue(contender)) {
                contenders.put(free(row.settings().contenderName(), contenders.keySet()), contender);
            }
        }
        return contenders;
    }

    private static String free(String name, Set<String> taken) {
        String free = name;
        for (int number = 2; taken.contains(free); number++) {
            free = name + "." + number;
        }
        return free;
    }
}

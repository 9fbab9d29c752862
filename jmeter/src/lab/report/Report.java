package lab.report;

import common.http.PageServer;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import lab.define.Load;
import lab.judge.Analysis;
import lab.report.Figures.Column;
import lab.report.chart.Chart;
import lab.report.chart.ChartSet;
import lab.report.chart.Palette;
import lab.results.Metric;
import lab.results.Results;
import text.Numbers;

/**
 * Writes a report into a folder where others may be able to write. A file replaces a link in its place, so nothing is
 * written through the link. An old file stays until the new one is complete.
 */
public final class Report {
    static final int DETAILS = 3;

    private Report() {
    }

    /**
     * Writes index.html, results.csv, results.json and charts/*.svg.
     *
     * @return the short form, for the terminal
     */
    public static String write(Analysis analysis, Path folder) throws IOException {
        Palette colours = new Palette(analysis.results().experiment().contenders());
        Map<String, List<Chart>> charts = new LinkedHashMap<>();
        analysis.series().forEach((name, loads) -> charts.put(name, charts(analysis, colours, loads,
                analysis.series().size() == 1 ? "" : "-"
                + name.replaceAll("[^A-Za-z0-9]+", "-").replaceFirst("^-", ""))));
        String styles = PageServer.resource("/report/chart.css");
        Path pictures = emptyFolder(folder.resolve("charts"));
        for (Chart chart : charts.values().stream().flatMap(List::stream).toList()) {
            write(pictures, chart.file(), chart.standalone(styles));
        }
        write(folder, "results.csv", ResultsFile.csv(analysis));
        write(folder, ResultsFile.NAME, ResultsFile.json(analysis));
        write(folder, "index.html", new Page(analysis, colours, charts, styles).html());
        return terminal(analysis) + "\nreport: " + folder.resolve("index.html") + "\n";
    }

    private static List<Chart> charts(Analysis analysis, Palette colours, List<Load> loads, String suffix) {
        ChartSet all = new ChartSet(analysis, colours, loads, suffix);
        ChartSet main = new ChartSet(analysis, colours, List.of(analysis.mainLoad(loads)), suffix);
        return Stream.of(all.results(), all.costs(), main.runs()).flatMap(List::stream).toList();
    }

    private static void write(Path folder, String name, String text) throws IOException {
        Path unfinished = folder.resolve("." + name + "." + ProcessHandle.current().pid());
        Files.deleteIfExists(unfinished);
        try {
            Files.writeString(unfinished, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            Files.move(unfinished, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    /**
     * Deletes an earlier report's pictures, which might contradict this report.
     *
     * @throws IOException also if the folder is a link, because somebody else's files could be behind it
     */
    private static Path emptyFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            if (Files.isSymbolicLink(folder)) {
                throw new IOException(folder + " is a link; remove it, because a report needs a folder of its own");
            }
            Files.createDirectory(folder);
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.svg")) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        return folder;
    }

    /** Results may come from somebody else's file. A terminal would obey control characters, so they become U+FFFD. */
    static String terminal(Analysis analysis) {
        List<Column> columns = new ArrayList<>(Expectations.guesses(analysis));
        columns.addAll(List.of(new Column("predicted/s", point -> Numbers.text(point.capped().throughput())),
                new Column("of predicted", Expectations::share)));
        List<Metric> metrics = List.of(Metric.THROUGHPUT, Metric.P50, Metric.P99, Metric.CPU_PER_REQUEST, Metric.RSS);
        columns.addAll(Figures.medians(metrics, "measured/s", "p50 ms", "p99 ms", "CPU µs/request", "RSS MiB"));
        Verdict verdict = Verdict.of(analysis);
        List<String> lines = new ArrayList<>(List.of(""));
        lines.addAll(Answer.of(analysis));
        lines.addAll(List.of("", TextTable.aligned(Figures.table(analysis, columns), 2).stripTrailing()));
        lines.addAll(Expectations.summary(analysis));
        lines.addAll(MachineSections.ceiling(analysis));
        lines.addAll(Figures.marks(analysis, metrics));
        lines.addAll(List.of("", verdict.headline()));
        verdict.details().stream().limit(DETAILS).forEach(detail -> lines.add("  " + detail));
        lines.addAll(verdict.next().stream().map(step -> "  " + step).toList());
        int others = verdict.details().size() - DETAILS;
        if (others > 0) {
            lines.add("  and " + others + " more in the report");
        }
        lines.addAll(Expectations.judgements(analysis));
        return String.join("\n", lines).replaceAll("[\\p{Cc}&&[^\n]]", "\ufffd") + "\n";
    }
}

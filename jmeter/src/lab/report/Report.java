package lab.report;

import common.text.Numbers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import lab.judge.Analysis;
import lab.judge.Metric;
import lab.judge.Point;
import lab.report.chart.Chart;
import lab.report.chart.ChartSet;
import lab.report.chart.Palette;
import lab.run.GeneratorCeiling;

/** Writes everything that a person takes away from an experiment. Stateless; whoever calls it does the work. */
public final class Report {
    /** How many of the reasons for mistrust are said at once. */
    static final int DETAILS = 3;
    /** Of the short form. */
    private static final List<Metric> METRICS = List.of(Metric.THROUGHPUT, Metric.P50, Metric.P99,
            Metric.CPU_PER_REQUEST, Metric.RSS);

    private Report() {
    }

    /**
     * Writes index.html, results.csv, results.json and charts/*.svg into a folder.
     *
     * @return the short form, for the terminal
     */
    public static String write(Analysis analysis, Path folder) throws IOException {
        Palette colours = new Palette(analysis.results().experiment().contenders());
        Map<String, List<Chart>> charts = charts(analysis, colours);
        List<Chart> strips = ChartSet.strips(analysis, colours);
        ReportFolder files = new ReportFolder(folder);
        writeCharts(Stream.concat(charts.values().stream().flatMap(List::stream), strips.stream()).toList(),
                files.folder("charts"));
        files.write("results.csv", Csv.text(analysis));
        ResultsFile.write(analysis, files);
        files.write("index.html", new Page(analysis, colours, charts, strips).html());
        return terminal(analysis) + "\nreport: " + folder.resolve("index.html") + "\n";
    }

    /** Without those of an earlier form of the report, which would contradict it. */
    private static void writeCharts(List<Chart> charts, ReportFolder folder) throws IOException {
        folder.delete("*.svg");
        for (Chart chart : charts) {
            folder.write(chart.file(), chart.standalone());
        }
    }

    private static Map<String, List<Chart>> charts(Analysis analysis, Palette colours) {
        Map<String, List<Chart>> charts = new LinkedHashMap<>();
        boolean several = analysis.series().size() > 1;
        analysis.series().forEach((name, loads) -> {
            boolean any = analysis.points().stream().anyMatch(point -> loads.contains(point.load()));
            String suffix = several ? name.replaceAll("[^A-Za-z0-9]+", "-").replaceFirst("^-", "") : "";
            charts.put(name, any ? ChartSet.of(analysis, colours, loads, suffix) : List.of());
        });
        return charts;
    }

    /**
     * The answer first, then the figures, then what not to trust of them. Results come from a file that anybody may
     * have written: what would move a terminal's cursor or colour its text is shown as U+FFFD.
     */
    static String terminal(Analysis analysis) {
        Verdict verdict = Verdict.of(analysis);
        List<String> lines = new ArrayList<>(List.of(""));
        lines.addAll(Answer.of(analysis));
        lines.addAll(List.of("", TerminalTable.text(rows(analysis), 2).stripTrailing()));
        lines.addAll(new Grades(analysis).summary());
        lines.addAll(ceiling(analysis));
        lines.addAll(Method.marks(analysis, METRICS));
        lines.addAll(List.of("", verdict.headline()));
        verdict.details().stream().limit(DETAILS).forEach(detail -> lines.add("  " + detail));
        int others = verdict.details().size() - DETAILS;
        if (others > 0) {
            lines.add("  and " + others + " more in the report");
        }
        lines.addAll(Conclusions.lines(analysis));
        return String.join("\n", lines).replaceAll("[\\p{Cc}&&[^\n]]", "\ufffd") + "\n";
    }

    /** The generator's, beside the cores', which is in the predictions; none of results from before it was measured. */
    static List<String> ceiling(Analysis analysis) {
        return Stream.ofNullable(analysis.results().environment().get(GeneratorCeiling.NAME)).toList();
    }

    private static List<List<String>> rows(Analysis analysis) {
        Grades grades = new Grades(analysis);
        List<List<String>> rows = new ArrayList<>();
        rows.add(grades.row(List.of("contender", "load", "predicted/s", "of predicted", "measured/s", "p50 ms",
                "p99 ms", "CPU µs/request", "RSS MiB"), Grades.head()));
        for (Point point : analysis.points()) {
            rows.add(grades.row(Stream.concat(Stream.of(point.contender(), Tables.where(analysis, point.load()),
                    Numbers.text(point.ceiled().throughput()), Tables.share(point)),
                    METRICS.stream().map(metric -> Tables.median(point, metric))).toList(), grades.of(point)));
        }
        return rows;
    }
}

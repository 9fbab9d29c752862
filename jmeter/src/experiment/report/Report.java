package experiment.report;

import experiment.report.chart.Chart;
import experiment.report.chart.ChartSet;
import experiment.report.chart.Colours;
import experiment.statistics.Analysis;
import experiment.statistics.Metric;
import experiment.statistics.Numbers;
import experiment.statistics.Point;
import experiment.statistics.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import json.JsonWriter;
import json.Records;

/** Writes everything that a person takes away from an experiment. Stateless; whoever calls it does the work. */
public final class Report {
    private Report() {
    }

    /**
     * Writes index.html, results.csv, results.json and charts/*.svg into a folder.
     *
     * @return the short form, for the terminal
     */
    public static String write(Analysis analysis, Path folder) throws IOException {
        Colours colours = new Colours(analysis.results().experiment().contenders());
        Map<String, List<Chart>> charts = charts(analysis, colours);
        Path svgs = Files.createDirectories(folder.resolve("charts"));
        for (Chart chart : charts.values().stream().flatMap(List::stream).toList()) {
            Files.writeString(svgs.resolve(chart.file()), chart.standalone());
        }
        Files.writeString(folder.resolve("results.csv"), Csv.text(analysis.results()));
        Files.writeString(folder.resolve("results.json"), JsonWriter.text(analysis.results()));
        Files.writeString(folder.resolve("index.html"), new Page(analysis, colours, charts).html());
        return terminal(analysis) + "\nreport: " + folder.resolve("index.html") + "\n";
    }

    /** The results in a folder, which may be older than the report's present form. */
    public static Results read(Path folder) throws IOException {
        return Records.read(Results.class, Files.readString(folder.resolve("results.json")));
    }

    private static Map<String, List<Chart>> charts(Analysis analysis, Colours colours) {
        Map<String, List<Chart>> charts = new LinkedHashMap<>();
        boolean several = analysis.series().size() > 1;
        analysis.series().forEach((name, loads) -> {
            boolean any = analysis.points().stream().anyMatch(point -> loads.contains(point.load()));
            String suffix = several ? name.replaceAll("[^A-Za-z0-9]+", "-").replaceFirst("^-", "") : "";
            charts.put(name, any ? ChartSet.of(analysis, colours, loads, suffix) : List.of());
        });
        return charts;
    }

    static String terminal(Analysis analysis) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("contender", "load", "predicted/s", "measured/s", "of predicted", "p50 ms", "p99 ms",
                "CPU µs/request", "RSS MiB"));
        for (Point point : analysis.points()) {
            rows.add(List.of(point.contender(), Tables.where(analysis, point.load()),
                    Numbers.text(point.ceiled().throughput()), median(point, Metric.THROUGHPUT),
                    !point.isMeasured() ? "not measured"
                            : point.isValid() ? Numbers.percent(point.grade()) : "not valid",
                    median(point, Metric.P50), median(point, Metric.P99), median(point, Metric.CPU_PER_REQUEST),
                    median(point, Metric.RSS)));
        }
        Verdict verdict = Verdict.of(analysis);
        StringBuilder text = new StringBuilder("\n" + TerminalTable.text(rows, 2) + "\n" + verdict.headline() + "\n");
        verdict.details().forEach(detail -> text.append("  ").append(detail).append('\n'));
        return text.toString();
    }

    private static String median(Point point, Metric metric) {
        return Numbers.text(point.spread(metric).median()) + (point.isMeasured() && !point.isValid(metric) ? "*" : "");
    }
}

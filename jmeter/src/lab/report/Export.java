package lab.report;

import static lab.report.Table.column;

import module java.base;
import common.json.JsonObject;
import experiment.Metric;
import experiment.ResultsFile;
import experiment.Run.Measurement;
import experiment.Run;
import lab.judge.Analysis;
import lab.judge.Findings;
import lab.judge.Point;
import lab.judge.Rule.Finding;
import lab.judge.Verdict;
import lab.report.Table.Column;

/** The results for other programs, with what was concluded from them. */
public final class Export {
    private Export() {
    }

    public static String json(Analysis analysis) {
        Map<String, Object> judged = new LinkedHashMap<>();
        judged.put("points", analysis.points().stream().map(Export::pointJson).toList());
        judged.put("judgements", Verdict.of(analysis));
        return ResultsFile.text(analysis.results(), judged);
    }

    private static JsonObject pointJson(Point point) {
        List<JsonObject> invalid = new ArrayList<>();
        point.doubts().forEach((metric, why) ->
                invalid.add(new JsonObject().put("metric", metric.label()).put("why", why)));
        return new JsonObject()
                .put("contender", point.contender())
                .put("load", point.load())
                .put("valid", point.isValid())
                .put("invalid", invalid)
                .put("remark", Remark.of(point));
    }

    /** A row for each run: what it was, each metric, and what the compiler and the machine did. */
    public static String csv(Analysis analysis) {
        List<Run> superseded = analysis.superseded();
        List<Column<Run>> columns = new ArrayList<>(List.of(
                column("contender", Run::contender),
                column("path", run -> run.load().path()),
                column("load", run -> run.load().kind().name().toLowerCase(Locale.ROOT)),
                column("users or rate", run -> rounded(run.load().amount())),
                column("repetition", run -> "" + run.repetition()),
                column("valid", run -> "" + Findings.of(run).isValid()),
                column("run again", run -> "" + superseded.contains(run)),
                column("findings", run -> Findings.of(run).all().stream()
                        .map(Finding::text)
                        .collect(Collectors.joining("; "))),
                column("invalid", run -> analysis.point(run).doubts().keySet().stream()
                        .map(Metric::label)
                        .collect(Collectors.joining(", "))),
                column("predicted requests/s", run -> rounded(run.predicted().throughput())),
                measured("seconds", m -> rounded(m.seconds())),
                measured("answered", m -> "" + m.requests().answered()),
                measured("failed", m -> "" + m.requests().failed())));
        for (Metric metric : Metric.values()) {
            String head = metric.label() + " " + metric.unit();
            columns.add(column(
                    head.strip(),
                    run -> metric.grows(run) ? "grows" : rounded(metric.of(run))));
        }
        columns.add(measured("JVM", m -> m.jvm().version()));
        for (Tables.Reading each : Tables.MACHINE) {
            columns.add(measured(each.head(), m -> rounded(each.value().applyAsDouble(m))));
        }
        return new Table<>(analysis.results().runs(), columns).csv();
    }

    private static Column<Run> measured(String head, Function<Measurement, String> value) {
        return column(head, run -> run.isMeasured() ? value.apply(run.measured()) : "");
    }

    /** To four decimals. Empty for NaN and for infinity. */
    static String rounded(double value) {
        if (!Double.isFinite(value)) {
            return "";
        }
        return Double.toString(Math.round(value * 1e4) / 1e4);
    }
}

package lab.report;

import module java.base;
import common.json.JsonObject;
import experiment.Metric;
import experiment.ResultsFile;
import experiment.Run.Measurement;
import experiment.Run;
import lab.judge.Analysis;
import lab.judge.Judgement;
import lab.judge.Point;
import lab.judge.Rule.Finding;
import lab.judge.Validity;

/** The results for other programs, with what was concluded from them. */
public final class Export {
    private Export() {
    }

    public static String json(Analysis analysis) {
        Map<String, Object> judged = new LinkedHashMap<>();
        judged.put("points", analysis.points().stream().map(Export::pointJson).toList());
        judged.put("judgements", Judgement.of(analysis));
        return ResultsFile.text(analysis.results(), judged);
    }

    private static JsonObject pointJson(Point point) {
        return new JsonObject().put("contender", point.contender()).put("load", point.load())
                .put("valid", point.isValid()).put("invalid", point.doubts().entrySet().stream()
                        .map(each -> new JsonObject().put("metric", each.getKey().label()).put("why", each.getValue()))
                        .toList())
                .put("remark", Expectations.remark(point));
    }

    /** A row for each run: what it was, each metric, and what the compiler and the machine did. */
    public static String csv(Analysis analysis) {
        List<Run> superseded = analysis.superseded();
        Map<String, Function<Run, Object>> columns = new LinkedHashMap<>();
        columns.put("contender", Run::contender);
        columns.put("path", run -> run.load().path());
        columns.put("load", run -> run.load().kind().name().toLowerCase(Locale.ROOT));
        columns.put("users or rate", run -> run.load().amount());
        columns.put("repetition", Run::repetition);
        columns.put("valid", run -> Validity.of(run).isValid());
        columns.put("run again", superseded::contains);
        columns.put("findings", run -> Validity.of(run).findings().stream().map(Finding::text)
                .collect(Collectors.joining("; ")));
        columns.put("invalid", run -> analysis.point(run).doubts().keySet().stream().map(Metric::label)
                .collect(Collectors.joining(", ")));
        columns.put("predicted requests/s", run -> run.predicted().throughput());
        columns.put("seconds", measured(Measurement::seconds));
        columns.put("answered", measured(m -> m.requests().answered()));
        columns.put("failed", measured(m -> m.requests().failed()));
        for (Metric metric : Metric.values()) {
            columns.put((metric.label() + " " + metric.unit()).strip(),
                    run -> metric.isLatency() && metric.load(run).filter(Run::queueGrows).isPresent() ? "grows"
                            : metric.of(run));
        }
        columns.put("JVM", measured(m -> m.jvm().version()));
        Tables.MACHINE.forEach((head, value) -> columns.put(head, measured(value::applyAsDouble)));
        return Stream.concat(Stream.of(List.copyOf(columns.keySet())), analysis.results().runs().stream().map(run ->
                columns.values().stream().map(column -> cell(column.apply(run))).toList()))
                .map(TextTable::csv).collect(Collectors.joining());
    }

    private static Function<Run, Object> measured(Function<Measurement, Object> value) {
        return run -> run.isMeasured() ? value.apply(run.measured()) : "";
    }

    private static String cell(Object value) {
        return value instanceof Double figure ? TextTable.value(figure) : value.toString();
    }
}

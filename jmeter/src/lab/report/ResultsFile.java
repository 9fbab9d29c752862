package lab.report;

import module java.base;
import common.json.Json;
import common.json.JsonObject;
import lab.judge.Analysis;
import lab.judge.Judgement;
import lab.judge.Rule.Finding;
import lab.judge.Rules;
import lab.results.Metric;
import lab.results.Point;
import lab.results.Results;
import lab.results.Run.Measurement;
import lab.results.Run;
import text.Records;

public final class ResultsFile {
    public static final String NAME = "results.json";
    /** Grows when another version's program would misread a file. */
    private static final int VERSION = 1;

    private ResultsFile() {
    }

    public static Results read(Path folder) throws IOException {
        Path file = folder.resolve(NAME);
        String json = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);      // a damaged one may be binary
        try {
            // The oldest files have no version.
            if (Json.read(json) instanceof Map<?, ?> all && !Double.valueOf(VERSION).equals(all.get("version"))) {
                throw new IOException("it is not of version " + VERSION + ", which this program reads");
            }
            return Records.readComplete(Results.class, json);
        } catch (IOException e) {
            throw new IOException(file + " contains no results of compare: " + e.getMessage(), e);
        }
    }

    /** Contains the {@link Results} and, for other programs, points and judgements, which {@link #read} ignores. */
    static String json(Analysis analysis) {
        Results results = analysis.results();
        return JsonObject.text(new JsonObject().put("version", VERSION).put("experiment", results.experiment())
                .put("runs", results.runs()).put("environment", results.environment()).put("notes", results.notes())
                .put("complete", results.complete()).put("guesses", results.guesses())
                .put("points", analysis.points().stream().map(ResultsFile::pointJson).toList())
                .put("judgements", Judgement.of(analysis)));
    }

    private static JsonObject pointJson(Point point) {
        return new JsonObject().put("contender", point.contender()).put("load", point.load())
                .put("valid", point.isValid()).put("invalid", point.doubts().entrySet().stream()
                        .map(each -> new JsonObject().put("metric", each.getKey().label()).put("why", each.getValue()))
                        .toList())
                .put("remark", Expectations.remark(point));
    }

    /** A row for each run: what it was, each metric, and what the compiler and the machine did. */
    static String csv(Analysis analysis) {
        List<Run> superseded = analysis.superseded();
        Map<String, Function<Run, Object>> columns = new LinkedHashMap<>();
        columns.put("contender", Run::contender);
        columns.put("path", run -> run.load().path());
        columns.put("load", run -> run.load().kind().name().toLowerCase(Locale.ROOT));
        columns.put("users or rate", run -> run.load().amount());
        columns.put("repetition", Run::repetition);
        columns.put("valid", Rules::isValid);
        columns.put("run again", superseded::contains);
        columns.put("findings", run -> Rules.judge(run).stream().map(Finding::text).collect(Collectors.joining("; ")));
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

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
import load.SentArrivals;
import text.Records;

public final class ResultsFile {
    public static final String NAME = "results.json";
    /** Grows when an older program would misread a newer file. */
    private static final int VERSION = 1;

    private ResultsFile() {
    }

    public static Results read(Path folder) throws IOException {
        String json = Files.readString(folder.resolve(NAME));
        // older files have no version
        if (Json.read(json) instanceof Map<?, ?> all && all.get("version") instanceof Double version
                && version > VERSION) {
            throw new IOException(String.format("%s has version %.0f, and this program reads versions up to %d: update "
                    + "it", folder.resolve(NAME), version, VERSION));
        }
        return Records.read(Results.class, json);
    }

    /** Contains the {@link Results} and, for other programs, points and judgements, which {@link #read} ignores. */
    static String json(Analysis analysis) {
        Results results = analysis.results();
        return JsonObject.text(new JsonObject().put("version", VERSION)
                .put("experiment", results.experiment()).put("runs", results.runs())
                .put("environment", results.environment()).put("notes", results.notes())
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

    /** NaN becomes an empty cell. */
    private record Field(String head, Function<Run, Object> value) {
        static Field of(String head, Function<Measurement, Object> value) {
            return new Field(head, run -> run.isMeasured() ? value.apply(run.measured()) : "");
        }

        static Field arrivals(String head, Function<SentArrivals, Object> value) {
            return of(head, m -> m.requests().arrivals().isKnown() ? value.apply(m.requests().arrivals()) : "");
        }

        String cell(Run run) {
            return value.apply(run) instanceof Double figure ? TextTable.value(figure) : value.apply(run).toString();
        }
    }

    static String csv(Analysis analysis) {
        List<Run> superseded = analysis.superseded();
        List<Field> fields = new ArrayList<>(List.of(new Field("contender", Run::contender),
                new Field("path", run -> run.load().path()),
                new Field("load", run -> run.load().kind().name().toLowerCase(Locale.ROOT)),
                new Field("users or rate", run -> run.load().amount()),
                new Field("repetition", Run::repetition),
                new Field("valid", run -> Rules.isValid(run)),
                new Field("run again", run -> superseded.contains(run)),
                new Field("findings", run -> Rules.judge(run).stream().map(Finding::text)
                        .collect(Collectors.joining("; "))),
                new Field("invalid", run -> analysis.point(run).doubts().keySet().stream().map(Metric::label)
                        .collect(Collectors.joining(", "))),
                new Field("predicted requests/s", run -> run.predicted().throughput()),
                Field.of("seconds", Measurement::seconds),
                Field.of("answered", m -> m.requests().answered()),
                Field.of("failed", m -> m.requests().failed())));
        for (Metric metric : Metric.values()) {
            fields.add(new Field((metric.label() + " " + metric.unit()).strip(),
                    run -> metric.isLatency() && metric.load(run).filter(Run::queueGrows).isPresent() ? "grows"
                            : metric.of(run)));
        }
        fields.addAll(List.of(Field.of("contender CPU s", m -> m.serviceOne().cpuSeconds()),
                Field.of("service two CPU s", m -> m.serviceTwo().cpuSeconds()),
                Field.of("JMeter CPU s", m -> m.generator().cpuSeconds()),
                Field.of("machine CPU s", m -> m.machine().busySeconds()),
                Field.of("stolen CPU s", m -> m.machine().stolenSeconds()),
                Field.of("JVM", m -> m.jvm().version()),
                Field.of("arithmetic before it ms", m -> 1e3 * m.yardsticks().arithmetic()),
                Field.of("sleeps before it late by ms", m -> 1e3 * m.yardsticks().lateness()),
                Field.of("calls to service two", m -> m.work().isKnown()
                        ? m.work().calls().values().stream().mapToDouble(each -> each).sum() : ""),
                Field.of("connections to service two", m -> m.work().connections()),
                Field.of("abandoned calls", m -> m.work().abandoned()),
                Field.of("answer bytes", m -> m.work().sample() == null ? "" : m.work().sample().bytes()),
                Field.arrivals("arrivals asked for", SentArrivals::asked),
                Field.arrivals("arrivals sent", SentArrivals::made),
                Field.arrivals("arrivals never sent", SentArrivals::missing),
                Field.arrivals("arrivals late by ms in the median", SentArrivals::medianLate),
                Field.arrivals("arrivals late by ms at most", SentArrivals::worstLate),
                Field.arrivals("distance of their gaps", SentArrivals::distance)));
        Tables.MACHINE.forEach((head, value) -> fields.add(Field.of(head, value::applyAsDouble)));
        return Stream.concat(Stream.of(fields.stream().map(Field::head).toList()), analysis.results().runs().stream()
                .map(run -> fields.stream().map(field -> field.cell(run)).toList()))
                .map(TextTable::csv).collect(Collectors.joining());
    }
}

package lab.report;

import common.json.JsonObject;
import common.json.JsonWriter;
import common.json.Records;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import lab.judge.Analysis;
import lab.judge.Judgement;
import lab.judge.Metric;
import lab.judge.Point;
import lab.judge.Results;
import lab.judge.Run.Measurement;
import lab.judge.Run.Work;
import lab.judge.Run;
import lab.judge.ValidityRules.Rule;
import lab.judge.ValidityRules;
import load.SentArrivals;

/** What a report holds for programs: results.json, which is also read again, and results.csv. */
public final class ResultsFile {
    public static final String NAME = "results.json";

    private ResultsFile() {
    }

    public static Results read(Path folder) throws IOException {
        return Records.read(Results.class, Files.readString(folder.resolve(NAME)));
    }

    /** The {@link Results}, and what was made of them: that is for other programs, a report judges anew. */
    static String json(Analysis analysis) {
        Results results = analysis.results();
        return JsonWriter.text(new JsonObject().put("experiment", results.experiment()).put("runs", results.runs())
                .put("environment", results.environment()).put("notes", results.notes())
                .put("complete", results.complete()).put("guesses", results.guesses())
                .put("points", analysis.points().stream().map(ResultsFile::worth).toList())
                .put("judgements", Judgement.of(analysis)));
    }

    private static JsonObject worth(Point point) {
        return new JsonObject().put("contender", point.contender()).put("load", point.load())
                .put("validity", point.validity()).put("cpuTime", point.validity(Metric.CPU_PER_REQUEST))
                .put("remark", Expectations.remark(point));
    }

    /** A column of the CSV. */
    private record Field(String head, Function<Run, String> value) {
        /** Of what was measured: empty where nothing was. */
        static Field of(String head, Function<Measurement, String> value) {
            return new Field(head, run -> run.isMeasured() ? value.apply(run.measured()) : "");
        }

        static Field figure(String head, ToDoubleFunction<Measurement> value) {
            return of(head, measured -> TextTable.value(value.applyAsDouble(measured)));
        }

        static Field count(String head, ToDoubleFunction<Measurement> value) {
            return of(head, measured -> "" + (long) value.applyAsDouble(measured));
        }

        static Field arrivals(String head, Function<SentArrivals, String> value) {
            return of(head, measured -> measured.requests().arrivals().isKnown()
                    ? value.apply(measured.requests().arrivals()) : "");
        }
    }

    /** A row for each run, in their order. */
    static String csv(Analysis analysis) {
        List<Field> fields = new ArrayList<>(List.of(new Field("contender", Run::contender),
                new Field("path", run -> run.load().path()),
                new Field("load", run -> run.load().kind().name().toLowerCase(Locale.ROOT)),
                new Field("users or rate", run -> TextTable.value(run.load().amount())),
                new Field("repetition", run -> "" + run.repetition()),
                new Field("validity", run -> ValidityRules.validity(run).label()),
                new Field("validity of the point", run -> analysis.point(run).validity().label()),
                new Field("findings", run -> ValidityRules.judge(run).stream().map(Rule.Finding::text)
                        .collect(Collectors.joining("; "))),
                new Field("predicted requests/s", run -> TextTable.value(run.predicted().throughput())),
                Field.figure("seconds", Measurement::seconds),
                Field.count("answered", m -> m.requests().answered()),
                Field.count("failed", m -> m.requests().failed())));
        for (Metric metric : Metric.values()) {
            fields.add(new Field((metric.label() + " " + metric.unit()).strip(),
                    run -> TextTable.value(metric.of(run))));
        }
        fields.addAll(List.of(Field.figure("service one CPU s", m -> m.serviceOne().cpuSeconds()),
                Field.figure("service two CPU s", m -> m.serviceTwo().cpuSeconds()),
                Field.figure("JMeter CPU s", m -> m.generator().cpuSeconds()),
                Field.figure("machine CPU s", m -> m.machine().busySeconds()),
                Field.figure("stolen CPU s", m -> m.machine().stolenSeconds()),
                Field.of("JVM", m -> m.jvm().version()),
                Field.figure("arithmetic before it ms", m -> 1e3 * m.yardsticks().arithmetic()),
                Field.figure("sleeps before it late by ms", m -> 1e3 * m.yardsticks().lateness()),
                Field.figure("calls to service two", m -> calls(m.work())),
                Field.figure("connections to service two", m -> m.work().connections()),
                Field.figure("abandoned calls", m -> m.work().abandoned()),
                Field.of("answer bytes", m -> m.work().sample() == null ? "" : "" + m.work().sample().bytes()),
                Field.arrivals("arrivals asked for", arrivals -> "" + arrivals.asked()),
                Field.arrivals("arrivals sent", arrivals -> "" + arrivals.made()),
                Field.arrivals("arrivals never sent", arrivals -> "" + arrivals.missing()),
                Field.arrivals("arrivals late by ms in the median", sent -> TextTable.value(sent.medianLate())),
                Field.arrivals("arrivals late by ms at most", sent -> TextTable.value(sent.worstLate())),
                Field.arrivals("distance of their gaps", sent -> TextTable.value(sent.distance()))));
        MachineSections.FIGURES.forEach((head, value) -> fields.add(Field.figure(head, value)));
        return Stream.concat(Stream.of(fields.stream().map(Field::head).toList()), analysis.results().runs().stream()
                .map(run -> fields.stream().map(field -> field.value().apply(run)).toList()))
                .map(TextTable::csv).collect(Collectors.joining());
    }

    private static double calls(Work work) {
        return work.isKnown() ? work.calls().values().stream().mapToDouble(each -> each).sum() : Double.NaN;
    }
}

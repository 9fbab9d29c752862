package lab;

import static lab.report.Table.column;

import module java.base;
import common.commandline.Tool;
import experiment.Experiment;
import experiment.Load;
import experiment.Metric;
import experiment.Window;
import lab.judge.Analysis;
import lab.judge.Point;
import lab.judge.Ratio;
import lab.report.Table;
import text.Numbers;

/** An experiment's results beside those of an earlier day. */
record BeforeAfter(Analysis before, Analysis now) {
    static final String FILE = "before-after.txt";
    private static final List<Metric> METRICS =
            List.of(Metric.THROUGHPUT, Metric.P50, Metric.P99, Metric.CPU_PER_REQUEST);
    /** These differ each time. */
    private static final Set<String> PASSING = Set.of("begun", "load before", "clock");
    private static final String NONE = "none";
    private static final String SCATTER = """
            Medians, and in brackets the least and the greatest of the repetitions; after ×, the ratio's 98 % interval.
            ≈: no difference shown. Without an interval: one repetition each. The intervals cover how much the
            repetitions differ, but not whether the machine was as fast on both days.
            """;

    /** A contender's figure under a load that both days had. */
    private record Row(Point earlier, Point today, Metric metric) {
    }

    String text() {
        List<Row> rows = now.points().stream().flatMap(this::rows).toList();
        String figures = rows.isEmpty()
                ? "Nothing was measured under the same load before.\n"
                : figures(rows) + SCATTER;
        return Tool.printable("Before (" + before.results().environment().get("begun") + ") and now\n\n" + figures
                + '\n' + conditions());
    }

    private Stream<Row> rows(Point today) {
        return before.point(today.contender(), today.load()).stream()
                .flatMap(earlier -> METRICS.stream().map(metric -> new Row(earlier, today, metric)));
    }

    private String figures(List<Row> rows) {
        return new Table<>(rows, List.of(
                column("contender", row -> row.today.contender()),
                column("load", row -> row.today.load().name()),
                column("figure", row -> row.metric.label() + ", " + row.metric.unit()),
                column("before", row -> figure(row.earlier, row.metric)),
                column("now", row -> figure(row.today, row.metric)),
                column("now / before", this::ratio))).aligned(6);
    }

    private static String figure(Point point, Metric metric) {
        if (!point.repetitions(metric).isKnown()) {
            return Numbers.UNKNOWN;
        }
        return point.repetitions(metric).text() + (point.isValid(metric) ? "" : " invalid");
    }

    private String ratio(Row row) {
        if (!row.earlier.isValid(row.metric) || !row.today.isValid(row.metric)) {
            return Numbers.UNKNOWN;
        }
        return Ratio.unpaired(row.today.values(row.metric), row.earlier.values(row.metric), now.points().size())
                .withClockErrors(row.today, row.earlier, row.metric)
                .marked();
    }

    private String conditions() {
        Map<String, String> earlier = conditions(before);
        Map<String, String> today = conditions(now);
        List<String> differing = Stream.concat(earlier.keySet().stream(), today.keySet().stream())
                .distinct()
                .filter(name -> !Objects.equals(earlier.get(name), today.get(name)))
                .toList();
        if (differing.isEmpty()) {
            return "The conditions were the same.\n";
        }
        return new Table<>(differing, List.of(
                column("what differs", name -> name),
                column("before", name -> earlier.getOrDefault(name, NONE)),
                column("now", name -> today.getOrDefault(name, NONE)))).aligned(3);
    }

    private static Map<String, String> conditions(Analysis analysis) {
        Experiment experiment = analysis.experiment();
        Map<String, String> all = new LinkedHashMap<>(analysis.results().environment());
        all.keySet().removeAll(PASSING);
        experiment.contenders().forEach(each -> all.put("contender " + each.name(), each.specification()));
        all.put("load", experiment.loads().stream().map(Load::name).collect(Collectors.joining("; ")));
        Window window = experiment.window();
        all.put("measured window", window.seconds() + " s");
        all.put("longest warm-up", window.warmup() + " s after " + window.warmupCycles() + " with short waits");
        all.put("repetitions", Integer.toString(window.repeat()));
        return all;
    }
}

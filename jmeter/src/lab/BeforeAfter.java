package lab;

import module java.base;
import common.commandline.Tool;
import experiment.Experiment;
import experiment.Load;
import experiment.Metric;
import experiment.Window;
import lab.judge.Analysis;
import lab.judge.Point;
import lab.judge.Ratio;
import lab.report.TextTable;
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
            ≈: no difference shown. Without an interval: one repetition each. The intervals cover how much the
            repetitions differ, but not whether the machine was as fast on both days.
            """;

    String text() {
        List<List<String>> figures = now.points().stream().flatMap(this::rows).toList();
        List<List<String>> conditions = conditions();
        String text = "Before (" + before.results().environment().get("begun") + ") and now\n\n" + (figures.isEmpty()
                ? "Nothing was measured under the same load before.\n"
                : table(List.of("contender", "load", "figure", "before", "now", "now / before"), figures) + SCATTER)
                + '\n' + (conditions.isEmpty() ? "The conditions were the same.\n"
                : table(List.of("what differs", "before", "now"), conditions));
        return Tool.printable(text);
    }

    private static String table(List<String> head, List<List<String>> rows) {
        return TextTable.aligned(Stream.concat(Stream.of(head), rows.stream()).toList(), head.size());
    }

    private Stream<List<String>> rows(Point point) {
        return before.point(point.contender(), point.load()).stream().flatMap(earlier -> METRICS.stream()
                .map(metric -> List.of(point.contender(), point.load().name(), metric.label() + ", " + metric.unit(),
                        figure(earlier, metric), figure(point, metric), ratio(earlier, point, metric))));
    }

    private static String figure(Point point, Metric metric) {
        return point.spread(metric).isKnown() ? point.spread(metric).text() + (point.isValid(metric) ? "" : " invalid")
                : Numbers.UNKNOWN;
    }

    private String ratio(Point earlier, Point point, Metric metric) {
        if (!earlier.isValid(metric) || !point.isValid(metric)) {
            return Numbers.UNKNOWN;
        }
        Ratio ratio = Ratio.unpaired(point.values(metric), earlier.values(metric), now.points().size())
                .withClockErrors(point, earlier, metric);
        return ratio.text() + (ratio.mayBeNone() ? " ≈" : "");
    }

    private List<List<String>> conditions() {
        Map<String, String> earlier = conditions(before);
        Map<String, String> today = conditions(now);
        return Stream.concat(earlier.keySet().stream(), today.keySet().stream()).distinct()
                .filter(name -> !Objects.equals(earlier.get(name), today.get(name)))
                .map(name -> List.of(name, earlier.getOrDefault(name, NONE), today.getOrDefault(name, NONE))).toList();
    }

    private static Map<String, String> conditions(Analysis analysis) {
        Experiment experiment = analysis.results().experiment();
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

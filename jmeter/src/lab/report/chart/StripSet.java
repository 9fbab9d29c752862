package lab.report.chart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import lab.define.Load;
import lab.judge.Analysis;
import lab.judge.Run;

/** Chooses the strips of a report: a chart for each load, with all of its runs. Stateless. */
public final class StripSet {
    private StripSet() {
    }

    public static List<Chart> of(Analysis analysis, Colours colours) {
        List<Chart> charts = new ArrayList<>();
        for (Load load : analysis.results().experiment().loads()) {
            List<Run> runs = analysis.at(load).stream().flatMap(point -> point.runs().stream()
                    .sorted(Comparator.comparing(Run::repetition))).filter(StripSet::hasTicks).toList();
            if (!runs.isEmpty()) {
                charts.add(StripChart.draw(load.name(), "runs" + name(load) + ".svg", runs,
                        colours));
            }
        }
        return charts;
    }

    private static boolean hasTicks(Run run) {
        return run.isMeasured() && !run.measured().ticks().isEmpty();
    }

    private static String name(Load load) {
        return (load.path() + "-" + load.label().replace(",", "")).replaceAll("[^A-Za-z0-9]+", "-");
    }
}

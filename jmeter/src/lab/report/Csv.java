package lab.report;

import static lab.report.CsvLine.value;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import lab.judge.Analysis;
import lab.judge.Metric;
import lab.judge.Point;
import lab.judge.Run.Work;
import lab.judge.Run;
import lab.judge.ValidityRules.Rule;
import lab.judge.ValidityRules;
import load.SentArrivals;

/**
 * The results as a table for other programs: a row for each run, in their order, empty where nothing is known.
 * Stateless.
 */
final class Csv {
    private static final List<String> ARRIVALS = List.of("arrivals asked for", "arrivals sent", "arrivals never sent",
            "arrivals late by ms in the median", "arrivals late by ms at most", "distance of their gaps");

    static String text(Analysis analysis) {
        StringBuilder text = new StringBuilder(CsvLine.of(head()));
        analysis.results().runs().forEach(run -> text.append(CsvLine.of(row(analysis.point(run), run))));
        return text.toString();
    }

    private static List<String> head() {
        List<String> head = new ArrayList<>(List.of("contender", "path", "load", "users or rate", "repetition",
                "validity", "validity of the point", "findings", "predicted requests/s", "seconds", "answered",
                "failed"));
        Stream.of(Metric.values()).map(metric -> metric.label() + (metric.unit().isEmpty() ? "" : " " + metric.unit()))
                .forEach(head::add);
        head.addAll(List.of("service one CPU s", "service two CPU s", "JMeter CPU s", "machine CPU s", "stolen CPU s",
                "JVM", "arithmetic before it ms", "sleeps before it late by ms"));
        head.addAll(List.of("calls to service two", "connections to service two", "abandoned calls", "answer bytes"));
        head.addAll(ARRIVALS);
        MachineFigure.ALL.forEach(figure -> head.add(figure.title()));
        return head;
    }

    private static List<String> arrivals(SentArrivals arrivals) {
        return !arrivals.isKnown() ? Collections.nCopies(ARRIVALS.size(), "")
                : List.of("" + arrivals.asked(), "" + arrivals.made(), "" + arrivals.missing(),
                value(arrivals.medianLate()), value(arrivals.worstLate()), value(arrivals.distance()));
    }

    private static List<String> row(Point point, Run run) {
        List<Rule.Finding> findings = ValidityRules.judge(run);
        List<String> row = new ArrayList<>(List.of(run.contender(), run.load().path(),
                run.load().kind().name().toLowerCase(Locale.ROOT), value(run.load().amount()), "" + run.repetition(),
                ValidityRules.validity(run).label(), point.validity().label(),
                findings.stream().map(Rule.Finding::text).collect(Collectors.joining("; ")),
                value(run.predicted().throughput())));
        if (run.isMeasured()) {
            var m = run.measured();
            row.addAll(List.of(value(m.seconds()), "" + m.requests().answered(), "" + m.requests().failed()));
            Stream.of(Metric.values()).map(metric -> value(metric.of(run))).forEach(row::add);
            row.addAll(List.of(value(m.serviceOne().cpuSeconds()), value(m.serviceTwo().cpuSeconds()),
                    value(m.generator().cpuSeconds()),
                    value(m.machine().busySeconds()), value(m.machine().stolenSeconds()), m.jvm().version(),
                    value(1e3 * m.yardsticks().arithmetic()), value(1e3 * m.yardsticks().lateness())));
            row.addAll(work(m.work()));
            row.addAll(arrivals(m.requests().arrivals()));
            MachineFigure.ALL.forEach(figure -> row.add(value(figure.of(m))));
        }
        row.addAll(Collections.nCopies(head().size() - row.size(), ""));
        return row;
    }

    /** In the window, as service two counted. */
    private static List<String> work(Work work) {
        String calls = work.isKnown() ? value(work.calls().values().stream().mapToDouble(each -> each).sum()) : "";
        return List.of(calls, value(work.connections()), value(work.abandoned()),
                work.sample() == null ? "" : "" + work.sample().bytes());
    }
}

package lab.report;

import module java.base;
import common.mode.Mode;
import experiment.Experiment;
import experiment.Load;
import experiment.Metric;
import experiment.Window;
import lab.judge.Analysis;
import lab.report.chart.Chart;
import lab.report.chart.ChartSet;
import lab.report.chart.Palette;
import text.Numbers;

/** Fills the template of the report, one HTML file without scripts. */
final class Page {
    private static final char NO_BREAK = '\u2011';

    private final Analysis analysis;
    private final Palette colours;
    private final Load main;

    Page(Analysis analysis) {
        this.analysis = analysis;
        this.colours = new Palette(analysis.results().experiment().contenders());
        this.main = Answer.of(analysis).getFirst().load();
    }

    /** The charts of the first screen, and of each series of loads. */
    List<Chart> charts() {
        return Stream.concat(Stream.of(at(main).results()), analysis.series().keySet().stream().map(this::below))
                .flatMap(List::stream).toList();
    }

    private List<Chart> below(String series) {
        List<Load> loads = analysis.series().get(series);
        Load most = analysis.mainLoad(loads);
        // in an open loop, the largest load shows best how a queue grows
        Load shown = most.isOpen() ? Collections.max(loads, Comparator.comparing(Load::amount)) : most;
        ChartSet all = loads.size() == 1 ? at(most)
                : new ChartSet(analysis, colours, loads, suffix(series) + "-by-load");
        return Stream.of(loads.equals(List.of(main)) ? List.<Chart>of() : all.results(), all.costs(),
                at(shown).runs()).flatMap(List::stream).toList();
    }

    private ChartSet at(Load load) {
        return new ChartSet(analysis, colours, List.of(load), suffix(load.series()));
    }

    private String suffix(String series) {
        return analysis.series().size() == 1 ? ""
                : "-" + series.replaceAll("[^A-Za-z0-9]+", "-").replaceFirst("^-", "");
    }

    Map<String, String> values() {
        List<Answer> answers = Answer.of(analysis);
        Doubt doubt = Doubt.of(analysis);
        Experiment experiment = analysis.results().experiment();
        Map<String, String> values = new HashMap<>();
        values.put("title", Chart.escape(experiment.title()));
        values.put("begun", Chart.escape(analysis.results().environment().getOrDefault("begun", "")));
        values.put("second", experiment.beside().map(load -> Chart.escape(load.name())).orElse(""));
        Window window = experiment.window();
        values.put("repetitions", window.repeat() + (window.repeat() == 1 ? " repetition" : " repetitions")
                + ", each measured for at least " + window.seconds() + " s");
        values.put("answer", Chart.escape(answers.getFirst().sentence()).replace('-', NO_BREAK));
        values.put("answers", each("p", answers.stream().skip(1).map(Answer::sentence).toList()));
        values.put("who", Chart.escape(who(experiment)));
        values.put("first", figures(at(main).results()));
        values.put("degree", doubt.doubts().isEmpty() ? "good" : doubt.isGood() ? "some" : "bad");
        values.put("doubt", Chart.escape(doubt.line(answers.getFirst())));
        values.put("doubts", each("li", doubt.rest()));
        values.put("series", analysis.series().keySet().stream().map(series -> "<h2>" + Chart.escape(series)
                + "</h2>\n<div class=\"figures\">\n" + figures(below(series)) + "</div>\n")
                .collect(Collectors.joining()));
        values.put("description", each("p", Stream.of(experiment.description().split("\\n\\s*\\n"))
                .filter(part -> !part.isBlank()).map(part -> part.replace('\n', ' ')).toList()));
        values.put("guesses", Expectations.hasGuesses(analysis) ? "yes" : "");
        values.put("summary", Chart.escape(Expectations.summary(analysis)));
        values.putAll(tables());
        return values;
    }

    private String who(Experiment experiment) {
        double wait = 1e3 * analysis.pointsAt(main).getFirst().predicted().least();
        return experiment.contenders().stream().map(each -> each.name() + ": "
                + Mode.of(each.specification()).map(Mode::threads).orElse(each.specification()))
                .collect(Collectors.joining(" · ")) + (main.isClosed() ? ". Each user makes one request at a time" : "")
                + (wait > 0 ? (main.isClosed() ? ", which" : ". A request") + " waits at least " + Numbers.text(wait)
                + " ms." : ".");
    }

    private Map<String, String> tables() {
        Map<String, List<List<String>>> rows = new HashMap<>();
        rows.put("hypotheses", Expectations.hypotheses(analysis));
        rows.put("predictions", Expectations.predictions(analysis));
        rows.put("ratios", Tables.ratios(analysis));
        rows.put("latencies", Tables.figures(analysis, Metric.MEAN, Metric.P50, Metric.P90, Metric.P95, Metric.P99,
                Metric.P999, Metric.MAX));
        rows.put("beside", analysis.results().experiment().beside().isEmpty() ? List.of()
                : Tables.figures(analysis, Tables.BESIDE));
        rows.put("costs", Tables.figures(analysis, Metric.CPU_PER_REQUEST, Metric.CPU_OF_ALL, Metric.CORES, Metric.RSS,
                Metric.LIVE_HEAP, Metric.THREADS, Metric.VIRTUAL_THREADS));
        rows.put("shares", Tables.shares(analysis));
        rows.put("processes", Tables.processes(analysis));
        rows.put("rules", Tables.rules(analysis));
        rows.put("machine", Tables.machine(analysis));
        rows.put("generators", Tables.generators(analysis));
        rows.put("environment", Tables.environment(analysis));
        return rows.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, each -> rows(each.getValue())));
    }

    private static String each(String element, List<String> texts) {
        return texts.stream().map(text -> "<" + element + ">" + Chart.escape(text) + "</" + element + ">\n")
                .collect(Collectors.joining());
    }

    private static String rows(List<List<String>> rows) {
        return rows.stream().map(row -> row.stream().map(cell -> "<td>" + Chart.escape(cell) + "</td>")
                .collect(Collectors.joining("", "<tr>", "</tr>\n"))).collect(Collectors.joining());
    }

    private static String figures(List<Chart> charts) {
        return charts.stream().map(chart -> "<figure>\n<figcaption>" + Chart.escape(chart.title())
                + "</figcaption>\n" + chart.inline() + "</figure>\n").collect(Collectors.joining());
    }
}

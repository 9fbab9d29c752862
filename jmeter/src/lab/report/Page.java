package lab.report;

import module java.base;
import common.mode.Mode;
import experiment.Contender;
import experiment.Experiment;
import experiment.Load;
import experiment.Window;
import lab.judge.Analysis;
import lab.report.chart.Chart;
import lab.report.chart.Charts;
import lab.report.chart.Palette;
import text.Numbers;

/**
 * One HTML file without scripts. Each name in report.html has a method of that name, here, in {@link Tables},
 * {@link Doubt} or {@link Experiment}.
 */
record Page(Analysis analysis, List<Answer> answers) {
    private static final char NO_BREAK = '\u2011';

    Page(Analysis analysis) {
        this(analysis, Answer.of(analysis));
    }

    private Experiment experiment() {
        return analysis.experiment();
    }

    private Load main() {
        return answers.getFirst().load();
    }

    /** The charts of the first screen, and of each series of loads. */
    List<Chart> charts() {
        return Stream.concat(first().stream(), series().stream().flatMap(series -> series.charts().stream())).toList();
    }

    private List<Chart> below(String series) {
        List<Load> loads = analysis.series().get(series);
        Load most = analysis.mainLoad(loads);
        // in an open loop, the largest load shows best how a queue grows
        Load shown = most.isOpen()
                ? Collections.max(loads, Comparator.comparing(Load::amount))
                : most;
        Charts all = loads.size() == 1
                ? at(most)
                : charts(loads, suffix(series) + "-by-load");
        boolean isOnFirstScreen = loads.equals(List.of(main()));
        return Stream.of(isOnFirstScreen ? List.<Chart>of() : all.results(), all.costs(), at(shown).runs())
                .flatMap(List::stream)
                .toList();
    }

    private Charts at(Load load) {
        return charts(List.of(load), suffix(load.series()));
    }

    private Charts charts(List<Load> loads, String suffix) {
        return new Charts(analysis, new Palette(experiment().contenders()), loads, suffix);
    }

    private String suffix(String series) {
        return analysis.series().size() == 1
                ? ""
                : "-" + series.replaceAll("[^A-Za-z0-9]+", "-").replaceFirst("^-", "");
    }

    String repetitions() {
        Window window = experiment().window();
        return window.repeat() + (window.repeat() == 1 ? " repetition" : " repetitions")
                + ", each measured for at least " + window.seconds() + " s";
    }

    String begun() {
        return analysis.results().environment().getOrDefault("begun", "");
    }

    String answer() {
        return answers.getFirst().sentence().replace('-', NO_BREAK);
    }

    List<Chart> first() {
        return at(main()).results();
    }

    String who() {
        String names = experiment().contenders().stream()
                .map(each -> each.name() + ": " + what(each))
                .collect(Collectors.joining(" · "));
        double wait = 1e3 * analysis.pointsAt(main()).getFirst().predicted().least();
        String waits = wait > 0 ? " waits at least " + Numbers.text(wait) + " ms" : "";
        if (main().isClosed()) {
            return names + ". Each user makes one request at a time"
                    + (waits.isEmpty() ? "." : ", which" + waits + ".");
        }
        return names + (waits.isEmpty() ? "." : ". A request" + waits + ".");
    }

    private static String what(Contender contender) {
        return Mode.of(contender.specification())
                .map(Mode::threads)
                .orElse(contender.specification());
    }

    List<Answer> others() {
        return answers.stream().skip(1).toList();
    }

    /** The charts of a series of loads. */
    record Series(String name, List<Chart> charts) {
    }

    List<Series> series() {
        return analysis.series().keySet().stream().map(name -> new Series(name, below(name))).toList();
    }

    List<String> description() {
        return Stream.of(experiment().description().split("\\n\\s*\\n"))
                .map(part -> part.replace('\n', ' '))
                .filter(part -> !part.isBlank())
                .toList();
    }

    String second() {
        return experiment().beside().map(Load::name).orElse("");
    }

    /** Not empty if requests and connections were also measured one by one. */
    String probe() {
        return experiment().window().heapProbe() ? "heap" : "";
    }
}

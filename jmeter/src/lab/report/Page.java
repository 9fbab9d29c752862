package lab.report;

import module java.base;
import common.mode.Mode;
import experiment.Contender;
import experiment.Experiment;
import experiment.Load;
import experiment.Window;
import lab.judge.Analysis;
import lab.report.chart.Chart;
import lab.report.chart.ChartSet;
import lab.report.chart.Palette;
import text.Markup;
import text.Numbers;

/** One HTML file without scripts. Each name in report.html has a method of that name, here or in Tables. */
final class Page {
    private static final char NO_BREAK = '\u2011';

    private final Analysis analysis;
    private final Experiment experiment;
    private final List<Answer> answers;
    private final Doubt doubt;
    private final Palette colours;
    private final Load main;

    Page(Analysis analysis) {
        this.analysis = analysis;
        this.experiment = analysis.experiment();
        this.answers = Answer.of(analysis);
        this.doubt = new Doubt(analysis);
        this.colours = new Palette(experiment.contenders());
        this.main = answers.getFirst().load();
    }

    /** The charts of the first screen, and of each series of loads. */
    List<Chart> charts() {
        return Stream.concat(at(main).results().stream(), analysis.series().keySet().stream()
                .flatMap(series -> below(series).stream())).toList();
    }

    private List<Chart> below(String series) {
        List<Load> loads = analysis.series().get(series);
        Load most = analysis.mainLoad(loads);
        // in an open loop, the largest load shows best how a queue grows
        Load shown = most.isOpen()
                ? Collections.max(loads, Comparator.comparing(Load::amount))
                : most;
        ChartSet all = loads.size() == 1
                ? at(most)
                : new ChartSet(analysis, colours, loads, suffix(series) + "-by-load");
        boolean isOnFirstScreen = loads.equals(List.of(main));
        return Stream.of(isOnFirstScreen ? List.<Chart>of() : all.results(), all.costs(), at(shown).runs())
                .flatMap(List::stream)
                .toList();
    }

    private ChartSet at(Load load) {
        return new ChartSet(analysis, colours, List.of(load), suffix(load.series()));
    }

    private String suffix(String series) {
        return analysis.series().size() == 1
                ? ""
                : "-" + series.replaceAll("[^A-Za-z0-9]+", "-").replaceFirst("^-", "");
    }

    String title() {
        return Markup.escape(experiment.title());
    }

    String repetitions() {
        Window window = experiment.window();
        return window.repeat() + (window.repeat() == 1 ? " repetition" : " repetitions")
                + ", each measured for at least " + window.seconds() + " s";
    }

    String begun() {
        return Markup.escape(analysis.results().environment().getOrDefault("begun", ""));
    }

    String answer() {
        return Markup.escape(answers.getFirst().sentence()).replace('-', NO_BREAK);
    }

    String first() {
        return figures(at(main).results());
    }

    String who() {
        String names = experiment.contenders().stream()
                .map(each -> each.name() + ": " + what(each))
                .collect(Collectors.joining(" · "));
        double wait = 1e3 * analysis.pointsAt(main).getFirst().predicted().least();
        String waits = wait > 0 ? " waits at least " + Numbers.text(wait) + " ms." : "";
        if (main.isClosed()) {
            return Markup.escape(names + ". Each user makes one request at a time"
                    + (waits.isEmpty() ? "." : ", which" + waits));
        }
        return Markup.escape(names + (waits.isEmpty() ? "." : ". A request" + waits));
    }

    private static String what(Contender contender) {
        return Mode.of(contender.specification())
                .map(Mode::threads)
                .orElse(contender.specification());
    }

    /** A class of the style sheet. */
    String degree() {
        if (doubt.isNone()) {
            return "good";
        }
        return doubt.isGood() ? "some" : "bad";
    }

    String doubt() {
        return Markup.escape(doubt.line(answers.getFirst()));
    }

    String doubts() {
        return each("li", doubt.rest().stream());
    }

    String answers() {
        return each("p", answers.stream().skip(1).map(Answer::sentence));
    }

    String series() {
        return analysis.series().keySet().stream().map(series -> "<h2>" + Markup.escape(series)
                + "</h2>\n<div class=\"figures\">\n" + figures(below(series)) + "</div>\n")
                .collect(Collectors.joining());
    }

    String description() {
        return each("p", Stream.of(experiment.description().split("\\n\\s*\\n"))
                .filter(part -> !part.isBlank()).map(part -> part.replace('\n', ' ')));
    }

    String second() {
        return experiment.beside().map(load -> Markup.escape(load.name())).orElse("");
    }

    private static String each(String element, Stream<String> texts) {
        return texts.map(text -> "<" + element + ">" + Markup.escape(text) + "</" + element + ">\n")
                .collect(Collectors.joining());
    }

    private static String figures(List<Chart> charts) {
        return charts.stream().map(chart -> "<figure>\n<figcaption>" + Markup.escape(chart.title())
                + "</figcaption>\n" + chart.inline() + "</figure>\n").collect(Collectors.joining());
    }
}

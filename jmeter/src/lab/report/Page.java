package lab.report;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import lab.define.Contender;
import lab.define.Experiment;
import lab.define.Load;
import lab.judge.Analysis;
import lab.report.chart.Chart;
import lab.report.chart.Palette;
import lab.results.Metric;
import lab.results.Point;
import text.Numbers;

/**
 * The report as one self-contained HTML file, without scripts.
 *
 * @param charts of each series of loads, in display order
 */
record Page(Analysis analysis, Palette colours, Map<String, List<Chart>> charts, String chartStyles) {
    private Experiment experiment() {
        return analysis.results().experiment();
    }

    String html() {
        String page = htmlBeforeTheGlossary();
        return page + Glossary.of(page) + "</body>\n</html>\n";
    }

    private String htmlBeforeTheGlossary() {
        return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>"
                + Chart.escape(experiment().title()) + "</title>\n<style>\n" + chartStyles + PageStyle.SHEET
                + "</style>\n</head>\n<body>\n"
                + header() + "<section class=\"answer\">\n" + Html.paragraphs(Answer.of(analysis)) + "</section>\n"
                + verdict() + Expectations.hypotheses(analysis) + series()
                + Expectations.predictions(analysis) + Figures.ratios(analysis) + Figures.latencies(analysis)
                + Figures.resources(analysis) + MachineSections.compilerAndMachine(analysis)
                + Figures.memoryPerConnection(analysis) + Figures.checks(analysis)
                + MachineSections.otherMachines(analysis) + MachineSections.method(analysis);
    }

    private String header() {
        String loads = analysis.series().entrySet().stream()
                .map(entry -> entry.getKey() + ": " + entry.getValue().stream().map(Load::label)
                .collect(Collectors.joining(", "))).collect(Collectors.joining(" · "));
        return "<header>\n<p class=\"over\">Experiment " + Chart.escape(experiment().name()) + " · "
                + Chart.escape(analysis.results().environment().getOrDefault("begun", "")) + "</p>\n<h1>"
                + Chart.escape(experiment().title()) + "</h1>\n<p class=\"sub\">" + Chart.escape(loads) + " · "
                + experiment().repeat() + (experiment().repeat() == 1 ? " repetition" : " repetitions") + " of "
                + experiment().seconds() + " s</p>\n</header>\n";
    }

    private String verdict() {
        Verdict verdict = Verdict.of(analysis);
        List<String> details = verdict.details();
        int shown = Math.min(Report.DETAILS, details.size());
        String style = verdict.isGood() ? "good\">\n<p><b>✓ " : "bad\">\n<p><b>✗ ";
        return "<section class=\"verdict " + style + Chart.escape(verdict.headline()) + "</b></p>\n"
                + Html.list(details.subList(0, shown)) + Html.paragraphs(verdict.next())
                + Html.folded(details.size() - shown + " more", Html.list(details.subList(shown, details.size())))
                + "</section>\n";
    }

    private String series() {
        Map<String, List<Load>> series = analysis.series();
        return series.keySet().stream().map(name -> Html.section(series.size() == 1 ? "Results" : name,
                cards(analysis.mainLoad(series.get(name))) + figures(charts.get(name)))).collect(Collectors.joining());
    }

    private String cards(Load load) {
        return "<p class=\"sub\">At " + Chart.escape(load.label()) + ":</p>\n<div class=\"cards\">\n"
                + analysis.pointsAt(load).stream().map(this::card).collect(Collectors.joining()) + "</div>\n";
    }

    private String card(Point point) {
        String specification = experiment().contenders().stream()
                .filter(contender -> contender.name().equals(point.contender()))
                .map(Contender::specification).findFirst().orElse("");
        return "<div class=\"card " + colours.css(point.contender()) + "\"><h3>" + Chart.escape(point.contender())
                + "</h3><code>" + Chart.escape(specification) + "</code><p class=\"big\">"
                + Numbers.text(point.spread(Metric.THROUGHPUT).median()) + Figures.mark(point, Metric.THROUGHPUT)
                + "<small> /s</small></p><p>"
                + Chart.escape(shareOfPrediction(point)) + "</p><p>" + latency(point) + "</p>" + doubt(point)
                + "</div>\n";
    }

    private static String shareOfPrediction(Point point) {
        if (!point.isMeasured()) {
            return "not measured";
        }
        return point.capped().isKnown() ? Numbers.percent(point.shareOfPredicted())
                + " of the predicted " + Numbers.text(point.capped().throughput()) : "no prediction";
    }

    private static String doubt(Point point) {
        return point.isValid() ? "" : "<p class=\"alarm\">" + Chart.escape((point.isMeasured() ? "invalid: " : "")
                + point.doubts().get(point.result())) + "</p>";
    }

    private static String latency(Point point) {
        return point.grows(Metric.P50) ? "latency grows" : !point.spread(Metric.P50).isKnown() ? ""
                : "p50 " + Numbers.text(point.spread(Metric.P50).median())
                + Figures.mark(point, Metric.P50) + (!point.spread(Metric.P99).isKnown() ? "" : " · p99 "
                + Numbers.text(point.spread(Metric.P99).median()) + Figures.mark(point, Metric.P99)) + " ms";
    }

    private static String figures(List<Chart> charts) {
        return "<div class=\"figures\">\n" + charts.stream().map(chart -> figure("<figcaption><b>"
                + Chart.escape(chart.title()) + "</b></figcaption>\n", chart)).collect(Collectors.joining())
                + "</div>\n";
    }

    private static String figure(String caption, Chart chart) {
        return "<figure>\n" + caption + chart.inline() + "</figure>\n";
    }
}

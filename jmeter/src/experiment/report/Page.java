package experiment.report;

import experiment.define.Contender;
import experiment.define.Experiment;
import experiment.define.Load;
import experiment.report.chart.Chart;
import experiment.report.chart.ChartSet;
import experiment.report.chart.Colours;
import experiment.report.chart.Style;
import experiment.report.chart.Svg;
import experiment.statistics.Analysis;
import experiment.statistics.Metric;
import experiment.statistics.Numbers;
import experiment.statistics.Point;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The report as one HTML file that needs nothing else: no script, no font, no picture from elsewhere. Immutable.
 *
 * @param charts by series, in the order to show
 */
record Page(Analysis analysis, Colours colours, Map<String, List<Chart>> charts) {
    private Experiment experiment() {
        return analysis.results().experiment();
    }

    String html() {
        return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>"
                + Svg.escape(experiment().title()) + "</title>\n<style>\n" + Style.sheet(":root") + PageStyle.SHEET
                + "</style>\n</head>\n<body>\n"
                + header() + verdict() + expectation() + series() + tables() + "</body>\n</html>\n";
    }

    private String header() {
        String loads = analysis.series().entrySet().stream()
                .map(entry -> entry.getKey() + ": " + entry.getValue().stream().map(Load::label)
                .collect(Collectors.joining(", "))).collect(Collectors.joining(" · "));
        return "<header>\n<p class=\"over\">Experiment " + Svg.escape(experiment().name()) + " · "
                + Svg.escape(analysis.results().environment().getOrDefault("begun", "")) + "</p>\n<h1>"
                + Svg.escape(experiment().title()) + "</h1>\n<p class=\"sub\">" + Svg.escape(loads) + " · "
                + experiment().repeat() + (experiment().repeat() == 1 ? " repetition" : " repetitions") + " of "
                + experiment().seconds() + " s</p>\n</header>\n";
    }

    private String verdict() {
        Verdict verdict = Verdict.of(analysis);
        String details = verdict.details().isEmpty() ? "" : "<ul>\n" + verdict.details().stream()
                .map(detail -> "<li>" + Svg.escape(detail) + "</li>\n").collect(Collectors.joining()) + "</ul>\n";
        return "<section class=\"verdict " + (verdict.good() ? "good" : "bad") + "\">\n<p><b>"
                + (verdict.good() ? "✓ " : "✗ ") + Svg.escape(verdict.headline()) + "</b></p>\n" + details
                + "</section>\n";
    }

    private String expectation() {
        String text = List.of(experiment().description().split("\\n\\s*\\n")).stream().filter(part -> !part.isBlank())
                .map(part -> Html.paragraph(part.replace('\n', ' '))).collect(Collectors.joining());
        return text.isEmpty() ? "" : "<section class=\"expect\">\n<h2>What to expect</h2>\n" + text + "</section>\n";
    }

    private String series() {
        StringBuilder html = new StringBuilder();
        Map<String, List<Load>> series = new LinkedHashMap<>(analysis.series());
        series.forEach((name, loads) ->
                html.append(Html.section(series.size() == 1 ? "What came out" : name, cards(analysis.mainLoad(loads))
                + Html.paragraph(ChartSet.KEY) + figures(charts.getOrDefault(name, List.of())))));
        return html.toString();
    }

    private String cards(Load load) {
        String intro = "<p class=\"sub\">At " + Svg.escape(load.label()) + ":</p>\n";
        return intro + "<div class=\"cards\">\n" + analysis.at(load).stream().map(this::card)
                .collect(Collectors.joining()) + "</div>\n";
    }

    private String card(Point point) {
        String specification = experiment().contenders().stream()
                .filter(contender -> contender.name().equals(point.contender()))
                .map(Contender::specification).findFirst().orElse("");
        String grade = !point.isMeasured() ? "not measured" : !point.isValid() ? "not valid, see above"
                : point.ceiled().isKnown() ? Numbers.percent(point.grade()) + " of "
                + Numbers.text(point.ceiled().throughput()) + " predicted" : "nothing predicted";
        String latency = point.spread(Metric.P50).isKnown() ? "p50 " + Numbers.text(point.spread(Metric.P50).median())
                + " · p99 " + Numbers.text(point.spread(Metric.P99).median()) + " ms" : "";
        return "<div class=\"card " + colours.of(point.contender()) + "\"><h3>" + Svg.escape(point.contender())
                + "</h3><code>" + Svg.escape(specification) + "</code><p class=\"big\">"
                + Numbers.text(point.spread(Metric.THROUGHPUT).median()) + "<small> /s</small></p><p"
                + (point.isValid() ? "" : " class=\"alarm\"") + ">" + Svg.escape(grade) + "</p><p>" + latency
                + "</p></div>\n";
    }

    private static String figures(List<Chart> charts) {
        return "<div class=\"figures\">\n" + charts.stream().map(chart -> "<figure>\n<figcaption><b>"
                + Svg.escape(chart.title()) + "</b> <span>"
                + Svg.escape(chart.note()) + "</span></figcaption>\n" + chart.inline() + "</figure>\n")
                .collect(Collectors.joining()) + "</div>\n";
    }

    private String tables() {
        List<List<String>> ratios = Tables.ratios(analysis);
        return Html.section("Predicted and measured", table("figures-table last-text", Tables.grades(analysis))
                        + Html.paragraph(Method.GRADES))
                + Html.section("How many times as much", ratios.size() < 2 ? "" : table("figures-table", ratios)
                + Html.paragraph(Method.RATIO))
                + Html.section("Latency, ms", table("figures-table", Tables.percentiles(analysis)))
                + Html.section("What it cost service one", table("figures-table", Tables.resources(analysis))
                + Html.paragraph(Method.COST))
                + Html.section("Validity", table("text-table", Tables.checks(analysis)))
                + Html.section("Where and how", environment() + Html.paragraph(Method.RUNS));
    }

    private String environment() {
        List<List<String>> rows = new ArrayList<>(List.of(List.of("", "")));
        analysis.results().environment().forEach((name, value) -> rows.add(List.of(name, value)));
        experiment().contenders()
                .forEach(contender -> rows.add(List.of("contender " + contender.name(), contender.specification())));
        return table("text-table", rows);
    }

    private static String table(String style, List<List<String>> rows) {
        return Html.table(style, rows.getFirst(), rows.subList(1, rows.size()));
    }
}

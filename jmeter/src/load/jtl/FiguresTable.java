package load.jtl;

import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The response times of a run as printed: a row for each label, and one for all where there are several. A percentile
 * that so few requests do not have is left out, and a line below says how many more it needs; another line has the 95 %
 * intervals of all requests. Used by one thread.
 */
final class FiguresTable {
    private static final double[] PERCENTILES = {50, 90, 99, 99.9};
    private static final String UNIT = "milliseconds";
    private static final String TOO_FEW = "-";

    private final PrintStream out;
    private final String row;
    private final Map<Double, Long> missing = new TreeMap<>();    // by percentile, how many requests a row lacked

    private FiguresTable(PrintStream out, int width) {
        this.out = out;
        this.row = "%-" + width + "s %10s %9s" + " %8s".repeat(PERCENTILES.length + 1) + "%n";
    }

    static void print(PrintStream out, Map<String, Figures> byLabel, Figures total) {
        int width = Stream.concat(Stream.of(UNIT), byLabel.keySet().stream()).mapToInt(String::length).max().orElse(0);
        FiguresTable table = new FiguresTable(out, width);
        table.print(UNIT, "requests", "errors", names().toArray(String[]::new), "max");
        byLabel.forEach(table::print);
        if (byLabel.size() > 1) {
            table.print("all", total);
        }
        table.printMissing();
        table.printIntervals(total);
    }

    private static Stream<String> names() {
        return DoubleStream.of(PERCENTILES).mapToObj(FiguresTable::name);
    }

    private static String name(double percent) {
        return "p" + (percent == Math.rint(percent) ? String.valueOf((int) percent) : String.valueOf(percent));
    }

    private void print(String label, Figures figures) {
        String[] percentiles = DoubleStream.of(PERCENTILES).mapToObj(percent -> percentile(figures, percent))
                .toArray(String[]::new);
        print(label, grouped(figures.requests()), grouped(figures.errors()), percentiles,
                grouped(figures.percentile(100)));
    }

    private void print(String label, String requests, String errors, String[] percentiles, String max) {
        Stream<String> cells = Stream.of(Stream.of(label, requests, errors), Stream.of(percentiles), Stream.of(max))
                .flatMap(cell -> cell);
        out.printf(row, cells.toArray());
    }

    private String percentile(Figures figures, double percent) {
        long lacking = PercentileInterval.least(percent) - figures.requests();
        if (lacking > 0) {
            missing.merge(percent, lacking, Math::max);
            return TOO_FEW;
        }
        return grouped(figures.percentile(percent));
    }

    private void printMissing() {
        if (!missing.isEmpty()) {
            out.println(TOO_FEW + ": too few requests; " + missing.entrySet().stream()
                    .map(each -> name(each.getKey()) + " needs " + grouped(each.getValue()) + " more")
                    .collect(Collectors.joining(", ")));
        }
    }

    private void printIntervals(Figures total) {
        String intervals = DoubleStream.of(PERCENTILES).mapToObj(total::interval).flatMap(Optional::stream)
                .map(each -> name(each.percent()) + " " + grouped(each.low()) + "–" + grouped(each.high()))
                .collect(Collectors.joining(", "));
        if (!intervals.isEmpty()) {
            out.println("all requests, with 95 % confidence: " + intervals);
        }
    }

    private static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}

package jmeter.jtl;

import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The response times of a run as printed: a row for each label, and one for all where there are several. A percentile
 * that so few requests do not have is left out, and a line below says how many it needs. Used by one thread.
 */
final class FiguresTable {
    private static final double[] PERCENTILES = {50, 90, 99, 99.9};
    private static final String UNIT = "milliseconds";
    private static final String TOO_FEW = "-";

    private final PrintStream out;
    private final String row;
    private final TreeSet<Double> missing = new TreeSet<>();      // the percentiles that a row did not have

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
        if (figures.requests() < Percentiles.least(percent)) {
            missing.add(percent);
            return TOO_FEW;
        }
        return grouped(figures.percentile(percent));
    }

    private void printMissing() {
        if (!missing.isEmpty()) {
            out.println(TOO_FEW + ": too few requests; " + missing.stream()
                    .map(percent -> name(percent) + " needs " + grouped(Percentiles.least(percent)))
                    .collect(Collectors.joining(", ")));
        }
    }

    private static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}

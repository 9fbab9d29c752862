package lab.report;

import common.text.Numbers;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import lab.judge.Analysis;
import lab.judge.Metric;
import lab.judge.Point;
import lab.judge.Results.Guess;

/**
 * What somebody guessed before the runs, beside theory and measurement; nothing where nobody was asked. Immutable.
 */
record Grades(Analysis analysis) {
    /** A guess this close is a good one. */
    private static final double CLOSE = 0.1;

    private boolean wereAsked() {
        return !analysis.results().guesses().isEmpty();
    }

    /** A table's row with what belongs to guesses behind its first two columns, contender and load. */
    List<String> row(List<String> row, List<String> ofGuess) {
        return !wereAsked() ? row : Stream.of(row.subList(0, 2), ofGuess, row.subList(2, row.size()))
                .flatMap(List::stream).toList();
    }

    static List<String> head() {
        return List.of("guess/s", "of guess");
    }

    /** The guess, and what was measured as a share of it; in its place, why there is no such share. */
    List<String> of(Point point) {
        double guess = guess(point);
        String share = point.isUsable() ? Numbers.percent(Tables.throughput(point) / guess)
                + Tables.mark(point, Metric.THROUGHPUT) : Tables.share(point);
        return List.of(Numbers.text(guess), share);
    }

    private double guess(Point point) {
        return analysis.results().guesses().stream().filter(guess -> guess.contender().equals(point.contender())
                && guess.load().equals(point.load())).mapToDouble(Guess::throughput).findFirst().orElse(Double.NaN);
    }

    /** How many guesses were close, and how many of theory's; nothing where no point is usable. */
    List<String> summary() {
        List<Point> usable = analysis.points().stream().filter(Point::isUsable).toList();
        if (!wereAsked() || usable.isEmpty()) {
            return List.of();
        }
        return List.of(String.format(Locale.ROOT, "Within %.0f %% of what was measured: %s of the guesses, %s of "
                + "theory's predictions.", 100 * CLOSE, close(usable, this::guess),
                close(usable, point -> point.ceiled().throughput())));
    }

    /** {@code 2 of 3}; of those points for which there is an expectation. */
    private static String close(List<Point> points, ToDoubleFunction<Point> expected) {
        List<Point> known = points.stream().filter(point -> Double.isFinite(expected.applyAsDouble(point))).toList();
        long close = known.stream().filter(point ->
                Math.abs(Tables.throughput(point) / expected.applyAsDouble(point) - 1) <= CLOSE).count();
        return close + " of " + known.size();
    }
}

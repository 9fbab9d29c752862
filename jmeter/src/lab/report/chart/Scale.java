package lab.report.chart;

import module java.base;

/** Maps values to positions on an axis, and chooses its ticks. */
record Scale(double least, double greatest, double start, double end, boolean logarithmic) {
    /** If the values differ by more than this factor, a linear axis would draw the small ones over one another. */
    private static final double WIDE = 20;

    static Scale linear(double greatest, double start, double end) {
        return rounded(0, greatest, start, end);
    }

    /** Logarithmic if the values are above 0 and far apart. */
    static Scale around(double least, double greatest, double start, double end) {
        return least > 0 && greatest / least > WIDE
                ? new Scale(down(least), up(greatest), start, end, true)
                : rounded(least, greatest, start, end);
    }

    private static Scale rounded(double least, double greatest, double start, double end) {
        double step = step(greatest > least ? greatest - least : 1);
        return new Scale(step * Math.floor(least / step),
                step * Math.ceil(Math.max(greatest, step) / step - 1e-9), start, end, false);
    }

    double at(double value) {
        double share = logarithmic
                ? Math.log(Math.max(value, least) / least) / Math.log(greatest / least)
                : (value - least) / (greatest - least);
        return start + Math.min(1, Math.max(0, share)) * (end - start);
    }

    List<Double> ticks() {
        if (logarithmic) {
            boolean decades = greatest / least > 1000;
            return Stream.iterate(least, tick -> tick <= greatest * 1.0001,
                    tick -> decades ? 10 * tick : up(1.5 * tick)).toList();
        }
        double step = step(greatest - least);
        return LongStream.rangeClosed((long) Math.ceil(least / step - 1e-9),
                (long) Math.floor(greatest / step + 1e-4)).mapToObj(i -> i * step).toList();
    }

    /** A round step that divides the range into at most five parts. */
    private static double step(double range) {
        return up(range / 5);
    }

    /** Rounds up to …, 1, 2, 5, 10, 20, …. */
    private static double up(double value) {
        return round(value, 1, 2, 5, 10).filter(round -> round >= value * 0.999).findFirst()
                .orElseThrow();
    }

    /** Rounds down to …, 1, 2, 5, 10, 20, …. */
    private static double down(double value) {
        return round(value, 10, 5, 2, 1).filter(round -> round <= value * 1.001).findFirst()
                .orElseThrow();
    }

    private static DoubleStream round(double near, double... leads) {
        double decade = Math.pow(10, Math.floor(Math.log10(near)));
        return DoubleStream.of(leads).map(lead -> lead * decade);
    }
}

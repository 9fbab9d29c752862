package lab.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/** Maps values to places on an axis, linearly or by logarithm, and says where its ticks are. Immutable. */
record Scale(double least, double greatest, double start, double end, boolean logarithmic) {
    private static final double[] STEPS = {1, 2, 5};
    /** From this ratio on, a linear axis from 0 would draw the small values over one another. */
    private static final double WIDE = 20;

    /** From 0 to a round value above all of the values. */
    static Scale linear(double greatest, double start, double end) {
        double step = step(greatest > 0 ? greatest : 1);
        return new Scale(0, step * Math.ceil(Math.max(greatest, step) / step - 1e-9), start, end, false);
    }

    static Scale logarithmic(double least, double greatest, double start, double end) {
        return new Scale(floor(least), ceiling(greatest), start, end, true);
    }

    /** By logarithm where the values, all above 0, are far apart. */
    static Scale fitting(double least, double greatest, double start, double end) {
        return least > 0 && greatest / least > WIDE ? logarithmic(least, greatest, start, end)
                : linear(greatest, start, end);
    }

    /** As {@link #fitting}, but a linear axis need not begin at 0: for where things are, not for how large they are. */
    static Scale around(double least, double greatest, double start, double end) {
        if (least > 0 && greatest / least > WIDE) {
            return logarithmic(least, greatest, start, end);
        }
        double step = step(Math.max(greatest - least, 1));
        return new Scale(step * Math.floor(least / step), step * Math.ceil(greatest / step), start, end, false);
    }

    double at(double value) {
        double share = logarithmic ? Math.log(Math.max(value, least) / least) / Math.log(greatest / least)
                : (value - least) / (greatest - least);
        return start + Math.min(1, Math.max(0, share)) * (end - start);
    }

    List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        if (logarithmic) {
            boolean decades = greatest / least > 1000;
            for (double tick = least; tick <= greatest * 1.0001; tick = next(tick, decades)) {
                ticks.add(tick);
            }
        } else {
            double step = step(greatest - least);
            for (double i = Math.ceil(least / step - 1e-9); i * step <= greatest * 1.0001; i++) {
                ticks.add(i * step + 0.0);                    // plus 0 makes 0 of -0
            }
        }
        return ticks;
    }

    /** Four or five of them reach the greatest value. */
    private static double step(double greatest) {
        double rough = greatest / 5;
        double decade = Math.pow(10, Math.floor(Math.log10(rough)));
        return DoubleStream.of(STEPS).map(step -> step * decade).filter(step -> step >= rough * 0.999).findFirst()
                .orElse(10 * decade);
    }

    private static double floor(double value) {
        double decade = Math.pow(10, Math.floor(Math.log10(value)));
        return DoubleStream.of(STEPS).map(step -> step * decade).filter(step -> step <= value * 1.0001).max()
                .orElse(decade);
    }

    private static double ceiling(double value) {
        double floor = floor(value);
        return floor >= value * 0.9999 ? floor : next(floor, false);
    }

    /** The next of 1, 2, 5, 10, 20, … */
    private static double next(double tick, boolean decades) {
        if (decades) {
            return tick * 10;
        }
        double lead = tick / Math.pow(10, Math.floor(Math.log10(tick * 1.0001)));
        return lead < 1.5 ? tick * 2 : lead < 3 ? tick * 2.5 : tick * 2;
    }
}

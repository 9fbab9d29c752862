package lab.bench;

import java.util.List;
import lab.results.Run.Tick;

/**
 * How the CPU time per request falls while the JIT compiler works. Compares spans of three seconds with the measured
 * window. All figures are NaN if the window is shorter than a span, or if service one used too little CPU time.
 *
 * @param after seconds from the first answer until all further spans are within 10 % of {@code last}; infinite if the
 *              last span is not
 * @param first microseconds per request in the first span
 * @param last microseconds per request in the window
 */
record SteadyCost(double after, double first, double last) {
    static final SteadyCost UNKNOWN = new SteadyCost(Double.NaN, Double.NaN, Double.NaN);
    private static final double WITHIN = 0.10;
    private static final int SPAN = 3;
    /** Less CPU time is noise. */
    private static final double LEAST_CPU_SECONDS = 0.05;

    static SteadyCost of(List<Tick> ticks) {
        List<Tick> load = ticks.stream().dropWhile(tick -> tick.answers() == 0).toList();
        List<Tick> window = load.stream().filter(tick -> tick.at() > 0).toList();
        if (window.size() < SPAN || cpuSeconds(window) * SPAN / window.size() < LEAST_CPU_SECONDS) {
            return UNKNOWN;
        }
        double last = cost(window);
        int spans = load.size() - SPAN + 1;
        int steady = spans;
        while (steady > 0 && Math.abs(cost(span(load, steady - 1)) / last - 1) <= WITHIN) {
            steady--;
        }
        double after = steady == spans ? Double.POSITIVE_INFINITY : seconds(load.subList(0, steady));
        return new SteadyCost(after, cost(span(load, 0)), last);
    }

    private static List<Tick> span(List<Tick> ticks, int from) {
        return ticks.subList(from, from + SPAN);
    }

    private static double cost(List<Tick> ticks) {
        return 1e6 * cpuSeconds(ticks) / ticks.stream().mapToLong(Tick::answers).sum();
    }

    private static double cpuSeconds(List<Tick> ticks) {
        return ticks.stream().mapToDouble(tick -> tick.serviceOne() * tick.seconds()).sum();
    }

    private static double seconds(List<Tick> ticks) {
        return ticks.stream().mapToDouble(Tick::seconds).sum();
    }
}

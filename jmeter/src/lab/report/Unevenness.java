package lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import lab.judge.Conditions;
import lab.judge.Results;
import lab.judge.Run.Yardsticks;
import lab.judge.Run;
import lab.judge.Spread;

/**
 * Says, from what was measured before each run, whether the machine was equally fast all the time. This is no rule: it
 * concerns all runs, and alike those that take turns. Stateless.
 */
final class Unevenness {
    /** Seconds; on a machine of its own, a timer is late by a tenth of a millisecond. */
    private static final double LATE = 0.001;

    static List<String> of(Results results) {
        List<String> remarks = new ArrayList<>();
        Spread arithmetic = spread(results, Yardsticks::arithmetic);
        if (arithmetic.greatest() >= Conditions.SLOWER * arithmetic.least()) {
            remarks.add(text("""
                    The machine was not equally fast all the time: a fixed piece of arithmetic took between %.1f and \
                    %.1f ms of CPU time, so others used its cores, or its clock changed. Ratios of runs in turn suffer \
                    less from that than the figures do.""", arithmetic.least(), arithmetic.greatest()));
        }
        Spread roundTrip = spread(results, Yardsticks::roundTrip);
        if (roundTrip.greatest() >= Conditions.DEARER * roundTrip.least()) {
            remarks.add(String.format(Locale.ROOT, """
                    The kernel's work did not cost the same all the time: a round trip over loopback took between \
                    %.0f and %.0f µs of CPU time. Most of a request's CPU time is such work, so requests cost more at \
                    times for no reason of the contender's.""", 1e6 * roundTrip.least(), 1e6 * roundTrip.greatest()));
        }
        Spread lateness = spread(results, Yardsticks::lateness);
        if (lateness.median() >= LATE) {
            remarks.add(text("""
                    The machine is slow to wake up: with nothing else to do, a sleep ended %.1f ms late (%.1f to \
                    %.1f). Where the cores are idle between a request's waits, each of them is as late: throughput is \
                    below the prediction by that, and waking may cost more CPU time than the request's own work.""",
                    lateness.median(), lateness.least(), lateness.greatest()));
        }
        return remarks;
    }

    private static Spread spread(Results results, ToDoubleFunction<Yardsticks> value) {
        return Spread.of(results.runs().stream().filter(Run::isMeasured).map(run -> run.measured().yardsticks())
                .mapToDouble(value).filter(Double::isFinite).toArray());
    }

    private static String text(String format, double... seconds) {
        Object[] millis = new Object[seconds.length];
        for (int i = 0; i < seconds.length; i++) {
            millis[i] = 1e3 * seconds[i];
        }
        return String.format(Locale.ROOT, format, millis);
    }
}

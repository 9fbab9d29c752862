package experiment.measure;

import experiment.machine.UsageMeter;
import experiment.statistics.Tick;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jmeter.jtl.Jtl;

/** Puts a run's readings and answers second by second beside each other. Used by the runner's thread. */
final class Timeline {
    private Timeline() {
    }

    /** A tick for each two consecutive readings; {@code zero} is when the measured window began. */
    static List<Tick> of(UsageMeter meter, Path jtl, long zero) throws IOException {
        List<Long> times = meter.times();
        long[] answers = new long[times.size()];
        long[] elapsed = new long[times.size()];
        Jtl.read(jtl, sample -> {
            int at = upTo(times, sample.endMillis());
            if (at > 0 && sample.success()) {
                answers[at]++;
                elapsed[at] += sample.elapsedMillis();
            }
        });
        List<Tick> ticks = new ArrayList<>();
        for (int i = 1; i < times.size(); i++) {
            long from = times.get(i - 1);
            long to = times.get(i);
            double seconds = (to - from) / 1e3;
            if (seconds > 0) {
                ticks.add(new Tick((to - zero) / 1e3, seconds, meter.serviceOneCpu(from, to) / seconds,
                        meter.serviceTwoCpu(from, to) / seconds,
                        meter.generatorCpu(from, to) / seconds, answers[i], answers[i] == 0 ? Double.NaN
                        : (double) elapsed[i] / answers[i]));
            }
        }
        return ticks;
    }

    /** The index of the first reading after a moment; 0 where it was before the first or after the last. */
    private static int upTo(List<Long> times, long moment) {
        int i = 0;
        while (i < times.size() && times.get(i) <= moment) {
            i++;
        }
        return i == times.size() ? 0 : i;
    }
}

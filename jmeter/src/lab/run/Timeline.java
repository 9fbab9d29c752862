package lab.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import lab.judge.Run.Tick;
import lab.run.UsageMeter.Part;
import load.jtl.Jtl;

/** Puts a run's readings and answers side by side, second by second. Used by the runner's thread. */
final class Timeline {
    /** A tick for each two consecutive readings; {@code zero} is when the measured window began. */
    static List<Tick> of(UsageMeter meter, Path jtl, long zero) throws IOException {
        List<Long> times = meter.times();
        long[] answers = new long[times.size()];
        long[] elapsed = new long[times.size()];
        Jtl.read(jtl, request -> {
            int at = upTo(times, request.endMillis());
            if (at > 0 && request.success()) {
                answers[at]++;
                elapsed[at] += request.elapsedMillis();
            }
        });
        List<Tick> ticks = new ArrayList<>();
        for (int i = 1; i < times.size(); i++) {
            if (times.get(i) > times.get(i - 1)) {
                ticks.add(tick(meter, times.get(i - 1), times.get(i), zero, answers[i], elapsed[i]));
            }
        }
        return ticks;
    }

    private static Tick tick(UsageMeter meter, long from, long to, long zero, long answers, long elapsed) {
        double seconds = (to - from) / 1e3;
        return new Tick((to - zero) / 1e3, seconds, meter.cpu(Part.SERVICE_ONE, from, to) / seconds,
                meter.cpu(Part.SERVICE_TWO, from, to) / seconds, meter.cpu(Part.GENERATOR, from, to) / seconds, answers,
                answers == 0 ? Double.NaN : (double) elapsed / answers, meter.compiler(from, to) / seconds,
                meter.collector(from, to) / seconds);
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

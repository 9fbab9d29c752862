package lab.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import lab.judge.Run.Requests;
import load.SentArrivals.Schedule;
import load.SentArrivals;

/** The arrivals that JMeter is asked for in an open loop, told to JMeter and found again in its JTL. Immutable. */
record AskedArrivals(Schedule schedule) {
    /** Any would do; the same one gives every contender the same arrivals. */
    private static final long SEED = 42;

    static AskedArrivals of(Slot slot) {
        Timing timing = slot.timing();
        long millis = timing.warmup() + timing.window() + Timing.ARRIVALS_AFTER;
        return new AskedArrivals(new Schedule(slot.load().amount(), millis / 1_000, SEED));
    }

    /** For the plan, where so many machines make it together. */
    Map<String, String> properties(int machines) {
        return Map.of("rate", Double.toString(schedule.rate() / machines), "seconds",
                Long.toString(schedule.seconds()), "seed", Long.toString(schedule.seed()));
    }

    /** The columns by which a sample is told for the arrival that it is. */
    static List<String> columns() {
        return List.of("-Jjmeter.save.saveservice.thread_name=true", "-Jsample_variables=TESTSTART.MS");
    }

    /** What JMeter recorded of a window, and in an open loop how its arrivals came. */
    static Requests judged(Requests requests, Slot slot, Path jtl, Edges edges) throws IOException {
        return !slot.load().isOpen() ? requests
                : requests.with(SentArrivals.read(jtl, edges.from(), edges.to(), of(slot).schedule()));
    }
}

package classroom.lesson;

import java.util.List;
import lab.define.Prediction;
import lab.judge.Metric;
import lab.judge.Run;

/** Lesson 10: calls that hang, behind a pool's queue and behind a bulkhead. Immutable. */
final class HangingCalls extends LessonPlan {
    /** Fewer, or a shorter window, and it would be chance how many calls hang in it. */
    private static final int LIMIT = 80;
    private static final int HANGING = 20;
    private static final int PATIENCE = 2_000;
    /** Service one looks at deadlines twice a second. */
    private static final double GIVEN_UP_AFTER = PATIENCE / 1e3 + 0.25;
    private static final String POOL = "pool-80";
    private static final String BULKHEAD = "loom-80-calls";

    private final int delay;
    private final int rate;

    HangingCalls(Variation varied, Sources sources, int cores) {
        super(10, "A dependency that hangs", sources, cores);
        delay = varied.of(DELAY, 40, 60);
        rate = varied.of(200, 190, 195, 205);
    }

    @Override
    String question() {
        return say("""
                %d requests a second arrive. Each makes one call to service two, which is answered after %d ms;
                but of one hundred calls %d are never answered, and service one gives each of those up after 2 to
                2.5 s, on average 2.25. A pool of %d threads could answer %s a second if no call hung. How many a
                second does it answer well now?""",
                rate, delay, HANGING, LIMIT, number(1e3 * LIMIT / delay));
    }

    @Override
    Setup setup() {
        return new Setup("pool", LIMIT, 0, rate, "/rpc", List.of(new Setup.Wait("info", delay)),
                say("""
                %d %% of the calls hang. The second run has virtual threads and a bulkhead: at most %d calls at
                a time. Who finds no room is refused at once.""", HANGING, LIMIT));
    }

    @Override
    Asks asks() {
        return REQUESTS_PER_SECOND;
    }

    @Override
    String definition() {
        String patience = " --answer-timeout " + PATIENCE;
        return String.join("\n", "path = /rpc", "rate = " + rate, "delay = " + delay, "hang-percent = " + HANGING,
                "warmup = 2", "seconds = 7", "drain = 3", "contender." + POOL + " = pool --threads " + LIMIT + patience,
                "contender." + BULKHEAD + " = loom --max-calls " + LIMIT + patience);
    }

    @Override
    Expected theory() {
        Prediction pool = predicted(POOL);
        double seconds = pool.inFlight() * (1 - pool.failing()) / pool.throughput();
        return new Expected(pool.throughput(), say("""
                a request takes %s (%d in 100) or %s (%d in 100), on average %s; %s threads / %s = %s that end, of
                which %d in 100 end well: %s""", seconds(delay / 1e3), 100 - HANGING, seconds(GIVEN_UP_AFTER), HANGING,
                seconds(seconds), number(pool.inFlight()), seconds(seconds),
                Measures.perSecond(pool.inFlight() / seconds), 100 - HANGING, Measures.perSecond(pool.throughput())));
    }

    @Override
    Measure measure() {
        return runs -> {
            double pool = Measures.median(runs, POOL, Metric.THROUGHPUT);
            return Double.isNaN(pool) ? Measures.missing(runs, POOL)
                    : new Answer(pool, withLatency(runs, POOL) + "; with the bulkhead " + withLatency(runs, BULKHEAD));
        };
    }

    private static String withLatency(List<Run> runs, String contender) {
        return say("%s, p50 %s ms", Measures.perSecond(Measures.median(runs, contender, Metric.THROUGHPUT)),
                number(Measures.median(runs, contender, Metric.P50)));
    }

    /** What virtual threads without any limit do. */
    private Prediction free() {
        return predicted("loom", "loom --answer-timeout " + PATIENCE);
    }

    @Override
    Why why() {
        return new Why(paragraphs("""
                A call that hangs keeps its thread for %d s and a little more, as long as %d good ones. With one
                such call in five, nearly all threads are waiting for calls that nobody will answer. Fewer
                requests end than arrive, so the queue grows, and with it the latency of everybody, also of those
                whose call is answered at once.

                Virtual threads without a limit do not notice: %s are in flight on average, %s a second are
                answered well, after %d ms as ever. But nothing stops them. If all calls hang, %s are in flight,
                each with its connection to a service that is ill already.

                A bulkhead (M. T. Nygard, Release It!) is a limit on purpose: at most %d calls at a time, and who
                finds no room is refused at once. It answers about as many as the pool, which has the same number,
                but without its queue: who is answered is answered in time, and p50 and p99 are those of good answers
                alone. It heals nothing. A call that hangs fails after 2 to 2.5 s here, too, and holds a permit so long.

                Measured may be some percent off. The first calls that hang are given up together, so the pool's
                throughput swings with a period of two seconds or a little more; the live picture shows it.

                Choose the limit above what the service needs with its usual faults, here some %s and room for
                chance. Then it refuses nobody until worse things happen. And give up earlier: a time limit of 200
                ms, where an answer takes %d, would have saved the pool as well.
                """, PATIENCE / 1_000, PATIENCE / delay, number(Math.rint(free().inFlight())),
                number(Math.rint(free().throughput())), delay, number(rate * GIVEN_UP_AFTER), LIMIT,
                number(Math.rint(free().inFlight())), delay),
                List.of(serviceOne("calls/Bulkhead.java", "boolean begins()"),
                        serviceOne("calls/Bulkhead.java", "void ended()"),
                        serviceOne("calls/BlockingClient.java", "public <T> T make(Call<T> call")),
                paragraphs("""
                The live pictures: the pool's queue grows; behind the bulkhead there is none, and errors instead.

                Single requests: bars of 2 s and more, all of it info, and behind them in the pool long queues.

                `./run.sh threads`, while the pool runs: nearly every thread waits for info."""),
                say("""
                `./run.sh compare faults` has all of it with four calls, and virtual threads without a limit beside.
                `--contender.patient 'pool --answer-timeout 500'` adds a pool that gives up early: predict it
                first."""));
    }

    @Override
    String mistake() {
        return say("""
                %s/s: %d %% of the %d that arrive. That would be so if there were threads for all of them; but the
                hanging calls keep the threads.""", number(rate * (100 - HANGING) / 100.0), 100 - HANGING, rate);
    }
}

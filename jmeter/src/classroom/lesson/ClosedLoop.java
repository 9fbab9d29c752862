package classroom.lesson;

import common.text.Numbers;
import java.util.List;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Metric;

/** Lesson 9: users who wait for their answers hide that there is not enough of the service. Immutable. */
final class ClosedLoop extends LessonPlan {
    private static final int OWN_WAIT = 100;
    private static final int WARMUP = 4;
    private static final int SECONDS = 3;
    /** The middle of the window, which begins up to a second after the warm-up: half a second on average. */
    private static final int AFTER = 6;

    private final int threads;
    private final int tenths;

    ClosedLoop(Variation varied, Sources sources, int cores) {
        super(9, "What a closed loop hides", sources, cores);
        threads = varied.of(20, 15, 16, 18);
        tenths = varied.of(15, 14, 16);      // of what the pool can answer: little more would be lost in chance
    }

    private String pool() {
        return "pool-" + threads;
    }

    private int rate() {
        return threads * tenths * 100 / OWN_WAIT;
    }

    /** As many users as ask for that rate at most. */
    private int users() {
        return rate() * OWN_WAIT / 1_000;
    }

    private double most() {
        return predicted(pool()).throughput();
    }

    private double growth() {
        return (rate() - most()) / most();
    }

    @Override
    String question() {
        return say("""
                A pool of %d threads; a request waits for %d ms, so %s a second can be answered. A load test with
                %d users, each of whom asks again when it has its answer, reports a latency of %s ms. But visitors
                do not wait for one another: %d requests a second arrive, answered or not. After %d seconds of
                that, how many seconds does an answer take?""", threads, OWN_WAIT, number(most()), users(),
                number(closed() * 1e3), rate(), AFTER);
    }

    /** What the closed loop shows of the same overload. */
    private double closed() {
        return predicted(pool(), "pool --threads " + threads, Load.closed("/wait-blocking", users())).latency();
    }

    @Override
    Setup setup() {
        return new Setup("pool", threads, 0, rate(), "/wait-blocking", List.of(new Setup.Wait("own", OWN_WAIT)),
                say("""
                The second run has a virtual thread for each connection."""));
    }

    @Override
    Asks asks() {
        return Asks.number("s", 0, 1_000);
    }

    @Override
    String definition() {
        return String.join("\n", "path = /wait-blocking", "rate = " + rate(), "warmup = " + WARMUP,
                "seconds = " + SECONDS, "drain = 4", "contender." + pool() + " = pool --threads " + threads,
                "contender.loom = loom");
    }

    /** Little's law gives the throughput; what arrives beyond it, joins the queue. */
    @Override
    Expected theory() {
        double queued = (rate() - most()) * AFTER;
        double millis = Math.round(1e3 * queued / most()) + OWN_WAIT;
        return new Expected(millis / 1e3, say("(%d − %s)/s × %d s = %s in the queue; %s / %s + %s = %s",
                rate(), number(most()), AFTER, number(queued), number(queued), Measures.perSecond(most()),
                seconds(OWN_WAIT / 1e3), seconds(millis / 1e3)));
    }

    /** The median of the window: latency grows steadily, so half of its requests took less. */
    @Override
    Measure measure() {
        return runs -> {
            double pool = Measures.median(runs, pool(), Metric.P50) / 1e3;
            double loom = Measures.median(runs, "loom", Metric.P50);
            String beside = Double.isNaN(loom) ? "" : say("; with virtual threads %s ms", number(loom));
            return Double.isNaN(pool) ? Measures.missing(runs, pool()) : new Answer(pool,
                    say("%s s: the median of what was sent from about second %d to %d", Numbers.text(pool), WARMUP,
                    WARMUP + SECONDS) + beside);
        };
    }

    @Override
    Why why() {
        Prediction pool = predicted(pool());
        return new Why(paragraphs("""
                %d a second come and %s can be answered: each second %s more are in the queue, and each second of
                overload makes the next answers %s later. It does not level out; only the end of the overload ends
                it.

                Measured is more than theory says. What a JVM that is still cold leaves undone in its first second
                stays in the queue until the end: half a second of service lost is half a second for everybody
                after it. And where chance brings three percent more arrivals, the queue is a tenth longer.

                In the closed loop the same service looks well. When answers are late, its users ask less: there
                can never be more than %d requests in the service, so a latency of %s ms is the most that can be
                seen. The load gives way to the very fault that the test looks for. Gil Tene calls that
                coordinated omission.

                A stall is the same in short. While the service stands still, no user of the closed loop asks
                again: the report has one slow request for each user, and would have hundreds of arrivals.

                A load test answers the question that its load asks. A closed loop is right for a fixed number of
                workers who wait for each other. Visitors are better modelled by an open loop: arrivals at a rate.

                Virtual threads do not wait for a thread, so for them %d a second are no overload, and %d ms
                remain %d ms. That is no law of nature: where the cores or a database are the limit, their latency
                grows in the same way.
                """, rate(), number(pool.throughput()), number(rate() - pool.throughput()), seconds(growth()), users(),
                number(closed() * 1e3), rate(), OWN_WAIT, OWN_WAIT),
                List.of(code("jmeter/plans/open-loop.jmx", "OpenModelThreadGroup.schedule"),
                        code("jmeter/plans/closed-loop.jmx", "ThreadGroup.num_threads"),
                        serviceOne("routes/BlockingRoutes.java", "private Reply waitBlocking()"),
                        serviceOne("server/SocketQueue.java", "public void put(ClientSocket socket)")),
                paragraphs("""
                The live picture: the queue grows by the same number each second.

                Single requests: each bar is longer than the one before, and what grows is the queue.

                `./run.sh compare open-or-closed`: both loads on the same pool, in one report."""),
                say("""
                In free play, the pool of %d and /wait-blocking: first %d users, then a rate of %d, then a rate of
                %s. At which rate does the latency begin to grow?""", threads, users(), rate(),
                number(most() * 19 / 20)));
    }

    @Override
    String mistake() {
        return say("""
                %s ms, as the load test said. Its users waited for their answers, and so could not show a queue
                that grows.""",
                number(closed() * 1e3));
    }
}

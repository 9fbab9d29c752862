package classroom.lesson;

import java.util.List;
import java.util.stream.IntStream;
import lab.judge.Metric;
import lab.judge.Run;

/** Lesson 2: how many threads a throughput takes. Immutable. */
final class FewThreads extends LessonPlan {
    private static final int MOST_THREADS = 10_000;

    private final int delay;
    private final int few;
    private final int enough;
    private final int rate;

    FewThreads(Variation varied, Sources sources, int cores) {
        super(2, "Four threads", sources, cores);
        delay = varied.of(DELAY, 40, 80, 100);
        few = 4;
        enough = varied.of(20, 10, 16, 24, 30);      // even, so that the rate is a whole number for each delay
        rate = enough * 1_000 / delay;
    }

    private int users() {
        return 2 * enough;
    }

    @Override
    String question() {
        return say("""
                Now a pool of %d threads and %d users; a request waits for %d ms. How many threads must the
                pool have to answer %d requests a second?""", few, users(), delay, rate);
    }

    @Override
    Setup setup() {
        return new Setup("pool", few, users(), 0, "/rpc", List.of(new Setup.Wait("info", delay)),
                say("""
                The second run has as many threads as theory says."""));
    }

    @Override
    Asks asks() {
        return Asks.number("threads", 1, MOST_THREADS);
    }

    @Override
    String definition() {
        return String.join("\n", "path = /rpc", "users = " + users(), "delay = " + delay, "warmup = 8",
                "seconds = 4", "contender." + name(few) + " = pool --threads " + few,
                "contender." + Labels.ASKED_FOR + " = pool --threads " + enough);
    }

    private static String name(int threads) {
        return "pool-" + threads;
    }

    /** The smallest pool of which Little's law expects as much. */
    @Override
    Expected theory() {
        int threads = IntStream.rangeClosed(1, users()).filter(this::suffices).findFirst().orElseThrow();
        return new Expected(threads, say("%d/s × %s = %d threads; %d threads make %s", rate, seconds(delay / 1e3),
                threads, few, Measures.perSecond(predicted(name(few)).throughput())));
    }

    private boolean suffices(int threads) {
        return Math.round(predicted(Labels.ASKED_FOR, "pool --threads " + threads).throughput()) >= rate;
    }

    /** From what each of the few threads made; what the larger pool made is told beside it. */
    @Override
    Measure measure() {
        return runs -> {
            double each = Measures.median(runs, name(few), Metric.THROUGHPUT) / few;
            return Double.isNaN(each) ? Measures.missing(runs, name(few)) : answer(runs, each);
        };
    }

    private Answer answer(List<Run> runs, double each) {
        double tried = Measures.median(runs, Labels.ASKED_FOR, Metric.THROUGHPUT);
        String check = Double.isNaN(tried) ? "" : "; " + enough + " threads made " + Measures.perSecond(tried);
        return new Answer(rate / each, say("%s threads, as each of %d made %s", number(rate / each), few,
                Measures.perSecond(each)) + check);
    }

    @Override
    Why why() {
        return new Why(paragraphs("""
                Little's law, read the other way: requests in flight = throughput × time in flight. Where %d
                requests a second come and each stays for %s, %d are there at any moment, and each of them needs a
                thread.

                The cores do not occur in that. A pool for work that computes is as large as the machine has
                cores; a pool for work that waits is as large as the waiting wants it to be. Here %d threads share
                %s.

                So the size of a pool is a bet on how long others take. If service two needs ten times as long one
                day, the same pool answers a tenth, and nothing in service one has changed. Tomcat's default, 200
                threads, is such a bet as well.
                """, rate, seconds(delay / 1e3), enough, enough, cores() == 1 ? "one core" : cores() + " cores"),
                List.of(serviceOne("modes/FixedPool.java", "private void takeAndServe()"),
                        serviceOne("modes/FixedPool.java", "private void serve(ClientSocket socket)")),
                paragraphs("""
                The live picture: as many requests wait for info as there are threads, the others are in the
                queue.

                The small pool and the large one beside each other: many times the requests, and the CPU is still
                idle.

                `./run.sh threads`, while a pool runs: its threads, and that all of them wait for a socket."""),
                say("""
                In free play, the pool that you have found, with a delay of ten times as much: predict throughput
                and latency. Then find the pool that brings the throughput back."""));
    }

    @Override
    String mistake() {
        return say("""
                As many as the machine has cores, or a few more. That is right where threads compute. These wait,
                and how many are needed follows from rate and wait alone.""");
    }
}

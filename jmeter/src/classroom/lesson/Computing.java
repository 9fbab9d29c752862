package classroom.lesson;

import common.text.Numbers;
import java.util.List;
import lab.judge.Metric;

/** Lesson 6: where the cores are the limit, threads of whatever kind are no remedy. Immutable. */
final class Computing extends LessonPlan {
    private static final String PATH = "/computational?numbers=";
    private static final int USERS_PER_CORE = 10;

    private final int users;
    private final int millions;

    Computing(Variation varied, Sources sources, int cores) {
        super(6, "Requests that compute", sources, cores);
        users = Math.max(varied.of(30, 25, 35, 40), USERS_PER_CORE * cores);
        millions = varied.of(3, 2, 4);
    }

    private String pool() {
        return "pool-" + cores();
    }

    @Override
    String question() {
        return say("""
                A request waits for nothing: it draws %d million random numbers, which keeps a core busy for
                some ten milliseconds. %d users, and a pool of %s. Now each connection gets a virtual thread of its
                own. How many times as many requests a second are answered?""", millions, users,
                cores() == 1 ? "one thread for the one core" : cores() + " threads for the " + cores() + " cores");
    }

    @Override
    Setup setup() {
        return new Setup("loom", 0, users, 0, PATH + millions + "000000", List.of(),
                say("The first run has a pool with a thread for each core: %d.", cores()));
    }

    @Override
    Asks asks() {
        return Asks.number("times", 0, 1_000_000);
    }

    @Override
    String definition() {
        return String.join("\n", "path = " + PATH + millions + "000000", "users = " + users, "warmup = 8",
                "seconds = 6", "contender." + pool() + " = pool --threads " + cores(), "contender.loom = loom");
    }

    /** Little's law says of both that waiting sets no bound; the cores then set the same one. */
    @Override
    Expected theory() {
        boolean computes = predicted(pool()).isCpuBound() && predicted("loom").isCpuBound();
        return new Expected(computes ? 1 : predicted("loom").throughput() / predicted(pool()).throughput(),
                say("%d cores / CPU time of a request, with whatever threads: 1 times", cores()));
    }

    @Override
    Measure measure() {
        return runs -> {
            double pool = Measures.median(runs, pool(), Metric.THROUGHPUT);
            double loom = Measures.median(runs, "loom", Metric.THROUGHPUT);
            return !Double.isNaN(loom / pool) ? answer(pool, loom)
                    : Measures.missing(runs, Double.isNaN(pool) ? pool() : "loom");
        };
    }

    private static Answer answer(double pool, double loom) {
        return new Answer(loom / pool, say("%s: %s with virtual threads, %s with the pool",
                Numbers.times(loom / pool), Measures.perSecond(loom), Measures.perSecond(pool)));
    }

    @Override
    Why why() {
        return new Why(paragraphs("""
                More threads let more requests wait. These requests do not wait. Each core computes for one of
                them at a time, and the cores were busy with the pool already.

                Some percent more or less come from elsewhere: a connection of the pool goes through the queue for
                each request, and JMeter takes its share of the same cores.

                Latencies differ more than the throughput. The pool answers in the order of its queue, each in its
                turn. The scheduler of virtual threads has no turns and no slices of time: who computes keeps the
                carrier until it is done or waits (JEP 444). So some are answered again and again, while others
                wait for longer than the whole run: the report's rules tell how many.

                Work that computes belongs on a pool about as large as the machine has cores. Virtual threads are
                for work that waits.
                """),
                List.of(serviceOne("routes/Routes.java", "private static double sumOfRandoms"),
                        serviceOne("modes/VirtualThreads.java", "private void serve(ClientSocket socket)")),
                paragraphs("""
                The live picture: hardly anything but computing, and nobody in a call. With virtual threads those
                that wait for a carrier have not been read yet, so the time inside the service leaves them out.

                The results: p50 and p99 of both. Where is p99 further from p50?

                `./run.sh threads` with virtual threads: its last lines tell how many wait for a carrier (tasks and
                submissions)."""),
                say("""
                `./run.sh compare cpu-bound` adds a pool of 200 and event loops, and takes three runs of each.
                Predict their throughput and their p99 first."""));
    }

    @Override
    String mistake() {
        return say("""
                As many times as there are more threads, or as many as in lesson 3. Those came from waiting at the
                same time; computing at the same time takes cores.""");
    }
}

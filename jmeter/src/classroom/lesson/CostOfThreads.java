package classroom.lesson;

import java.util.List;
import lab.judge.Metric;
import lab.judge.Run;

/** Lesson 4: what a pool as large as the load costs. Immutable. */
final class CostOfThreads extends LessonPlan {
    private static final int LESS = 0;
    private static final int SAME = 1;
    private static final int MORE = 2;
    private static final int STACKS = 3;
    /** As many MiB more or less are the same: two runs of one contender differ by as much. */
    private static final double NOTHING = 20;
    private static final double MUCH = 500;

    private final int users;

    CostOfThreads(Variation varied, Sources sources, int cores) {
        super(4, "What a thousand threads cost", sources, cores);
        users = varied.of(1_000, 900, 950);
    }

    private String pool() {
        return "pool-" + users;
    }

    @Override
    String question() {
        return say("""
                A pool of %,d threads is large enough for %,d users, and answers as many requests as virtual
                threads do. For the stack of each platform thread the JVM reserves a MiB or more of addresses. How
                much more memory has service one in use (resident) with that pool than with a virtual thread each?""",
                users, users);
    }

    @Override
    Setup setup() {
        return new Setup("pool", users, users, 0, "/meetings", meetings(DELAY, STAGE_DELAY),
                say("""
                The second run has a virtual thread for each user."""));
    }

    @Override
    Asks asks() {
        return Asks.choice("less: virtual threads need more than the pool", "about the same (within 20 MiB)",
                "20 to 500 MiB more", "more than 500 MiB: a whole stack for each thread");
    }

    @Override
    String definition() {
        return String.join("\n", "path = /meetings", "users = " + users, "warmup = 8", "seconds = 2",
                "contender." + pool() + " = pool --threads " + users, "contender.loom = loom");
    }

    @Override
    Expected theory() {
        return new Expected(MORE, say("""
                %,d stacks × 1 MiB = %,d MiB of addresses, which is the most it can be; resident are only the
                pages that a thread has touched, which is a small part of each stack""", users, users));
    }

    @Override
    Measure measure() {
        return runs -> {
            double pool = Measures.median(runs, pool(), Metric.RSS);
            double loom = Measures.median(runs, "loom", Metric.RSS);
            return !Double.isNaN(pool - loom) ? answer(runs, pool, loom)
                    : Measures.missing(runs, Double.isNaN(pool) ? pool() : "loom");
        };
    }

    private Answer answer(List<Run> runs, double pool, double loom) {
        return new Answer(choice(pool - loom), say("""
                %s MiB with the pool and %s threads of the operating system, %s MiB and %s with virtual threads:
                %s MiB %s""", number(Math.rint(pool)), threads(runs, pool()), number(Math.rint(loom)),
                threads(runs, "loom"), number(Math.rint(Math.abs(pool - loom))), pool < loom ? "less" : "more"));
    }

    private static String threads(List<Run> runs, String contender) {
        return number(Measures.median(runs, contender, Metric.THREADS));
    }

    private static int choice(double more) {
        return more < -NOTHING ? LESS : more <= NOTHING ? SAME : more <= MUCH ? MORE : STACKS;
    }

    @Override
    Why why() {
        return new Why(paragraphs("""
                The operating system gives a platform thread addresses for its whole stack, and memory only for
                the pages that are touched. It keeps them until the thread ends, however little of them is in use
                later.

                A virtual thread that waits has its frames on the heap, as objects that grow and shrink with the
                depth of its stack; the garbage collector takes them back. Here that is a few KiB for each.

                Both wait equally well, so the throughput is the same. A thousand threads are not the end of an
                operating system either. What they cost beside memory is that the kernel switches between them, and
                where cores are short they fall behind first. What that is in CPU time, this run cannot tell: in so
                short a time the compilers of the JVM take most of it. `./run.sh compare comparison` measures it
                warm.

                The real difference is that somebody must choose the %,d. A pool for every case that may come is
                mostly too large, and one day too small.
                """, users),
                List.of(serviceOne("meter/ServiceThread.java", "public Thread.Builder.OfPlatform platform()"),
                        serviceOne("meter/ServiceThread.java", "public Thread.Builder.OfVirtual virtual()"),
                        serviceOne("modes/FixedPool.java", "public void start()")),
                paragraphs("""
                The results: threads of the operating system, memory and live heap of both.

                `./run.sh visualvm`, tab Threads: a line for each thread of the pool; with virtual threads a line
                for each carrier.

                `./run.sh bench`: what a connection costs in live heap, and a request in CPU time, by mode."""),
                say("""
                In free play, the pool with half as many threads, and with twice as many: what do memory and
                throughput do? Then give the JVM `-Xss256k` and look again."""));
    }

    @Override
    String mistake() {
        return say("""
                About a GiB. A stack's size is what it may grow to; memory is used for what it has grown to.""");
    }
}

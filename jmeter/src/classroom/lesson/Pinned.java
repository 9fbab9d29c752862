package classroom.lesson;

import java.util.List;

/** Lesson 8: a native call keeps the carrier, synchronized no longer does. Immutable. */
final class Pinned extends LessonPlan {
    /** More users than carriers, also on large machines. */
    private static final int USERS_PER_CORE = 5;
    private static final int OWN_WAIT = 100;

    private final int users;

    Pinned(Variation varied, Sources sources, int cores) {
        super(8, "Pinned, and what no longer pins", sources, cores);
        users = Math.max(varied.of(20, 15, 25, 30), USERS_PER_CORE * cores);
    }

    private String pool() {
        return "pool-" + users;
    }

    @Override
    String question() {
        return say("""
                Here a request waits inside a native call: usleep of the C library, for %d ms. A pool of %d
                threads answers %s requests a second for %d users. How many are answered with a virtual thread
                each, on a machine of %s?""",
                OWN_WAIT, users, number(predicted(pool()).throughput()), users,
                cores() == 1 ? "one core" : cores() + " cores");
    }

    @Override
    Setup setup() {
        return new Setup("loom", 0, users, 0, "/pinned", List.of(new Setup.Wait("own", OWN_WAIT)),
                say("The second run has a pool of %d threads.", users));
    }

    @Override
    Asks asks() {
        return REQUESTS_PER_SECOND;
    }

    @Override
    String definition() {
        return String.join("\n", "path = /pinned", "users = " + users, "warmup = 8", "seconds = 4",
                "contender.loom = loom", "contender." + pool() + " = pool --threads " + users);
    }

    @Override
    Expected theory() {
        return new Expected(predicted("loom").throughput(), arithmetic(predicted("loom")) + "; the pool: "
                + arithmetic(predicted(pool())));
    }

    @Override
    Measure measure() {
        return Measures.throughput("loom");
    }

    @Override
    Why why() {
        return new Why(paragraphs("""
                A virtual thread leaves its carrier when it waits, because the JDK can put its stack on the heap.
                It cannot do so with frames of native code, which may hold addresses of that stack. So while the
                native call waits, the carrier waits with it, and there are only as many carriers as cores.

                That is called pinned. It is no error: it makes of virtual threads a pool as large as the machine
                has cores. And an unfair one: who keeps its carrier and finds its next request already there goes on,
                so some users may be answered again and again while others wait for longer than the whole run.

                Waiting inside synchronized pinned as well, until JDK 23. Since JDK 24 it does not (JEP 491), and
                since then nothing speaks for replacing synchronized by ReentrantLock on account of virtual
                threads. What still pins on JDK 25: native code, and Java code called back from it; a class that
                waits while it is initialised, and whoever waits for that.

                The JDK records an event, `jdk.VirtualThreadPinned`, where a thread that is pinned parks in Java
                code. A native call that sleeps by itself leaves no such trace: the JDK does not know that it
                waits.
                """),
                List.of(serviceOne("routes/NativeSleep.java", "public static void millis(long millis)"),
                        serviceOne("routes/Routes.java", "final Response pinned"),
                        serviceOne("routes/Routes.java", "final Response inSynchronized")),
                paragraphs("""
                The live picture: as many requests wait as there are cores; the others have a virtual thread, and
                it waits for a carrier.

                Single requests: each bar is the wait alone. The time before it is in none of service one's own
                figures: a request that no thread has read yet is not known to it. Only who asks sees it, and the
                number of virtual threads that wait for a carrier.

                `./run.sh threads`: only as many virtual threads in `NativeSleep` as there are carriers. `./run.sh jfr`:
                no pinned threads, as far as the JDK can see."""),
                say("""
                In free play, `/synchronized` in the place of `/pinned`. Then `/pinned` again with
                `-Djdk.virtualThreadScheduler.parallelism=%d`: what have the virtual threads become?""", users));
    }

    @Override
    String mistake() {
        return say("""
                %s/s, as virtual threads are free to wait. They are where the JDK knows of the wait; of a native
                call it knows nothing.""", number(predicted(pool()).throughput()));
    }
}

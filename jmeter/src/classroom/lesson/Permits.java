package classroom.lesson;

import java.util.List;
import lab.define.Prediction;

/** Lesson 7: behind something of which there are few, as many threads as one likes win nothing. Immutable. */
final class Permits extends LessonPlan {
    private static final int USERS = 60;
    /** Enough to keep all permits busy, for every choice of numbers: a request takes some three stages. */
    private static final int THREADS = 40;
    /** Else all permits would come free at the same moment, and a window hold a group of answers more or less. */
    private static final int JITTER = 100;

    private final int permits;
    private final int stageDelay;

    Permits(Variation varied, Sources sources, int cores) {
        super(7, "Ten permits", sources, cores);
        permits = 10;
        stageDelay = varied.of(STAGE_DELAY, 250, 300, 320, 350);
    }

    @Override
    String question() {
        return say("""
                Service two works on %d authorisations at the same time, as a database with a pool of %d
                connections would; each takes %d ms on average. A request makes four calls, of which one is an
                authorisation, and waits for %,d ms if nobody is in its way. %d users, each with a virtual thread.
                How many requests a second are answered?""",
                permits, permits, stageDelay, meetingsMillis(DELAY, stageDelay), USERS);
    }

    @Override
    Setup setup() {
        return new Setup("loom", 0, USERS, 0, "/meetings", meetings(DELAY, stageDelay),
                say("%d permits for authorize. The first run has a pool of %d threads.", permits, THREADS));
    }

    @Override
    Asks asks() {
        return REQUESTS_PER_SECOND;
    }

    @Override
    String definition() {
        return String.join("\n", "path = /meetings", "users = " + USERS, "authorize-permits = " + permits,
                "delay = " + (DELAY - JITTER / 2), "stage-delay = " + (stageDelay - JITTER / 2), "jitter = " + JITTER,
                "warmup = 8", "seconds = 5",
                "contender.pool-40 = pool --threads " + THREADS, "contender.loom = loom");
    }

    @Override
    Expected theory() {
        Prediction loom = predicted("loom");
        return new Expected(loom.throughput(), say("%d permits / %s = %s, also with a pool of %d threads: %s", permits,
                seconds(stageDelay / 1e3), Measures.perSecond(loom.throughput()), THREADS,
                Measures.perSecond(predicted("pool-40").throughput())));
    }

    @Override
    Measure measure() {
        return Measures.throughput("loom");
    }

    @Override
    Why why() {
        return new Why(paragraphs("""
                No more goes through a chain of stations than through its narrowest one: %d permits, each held for
                %d ms. Who waits in front of it, and on what kind of thread, makes no difference to that.

                What changes is where the waiting is. With the pool, %d requests are in the service and the others
                are in its queue. With virtual threads all of them are in the service, and those that would be in the
                queue stand in front of the database. A user waits as long in either case.

                In front of a real database that can do harm: each of those requests may hold memory, a lock or a
                transaction. A pool of threads used to limit that by accident. With virtual threads the limit must
                be made on purpose, where the scarce thing is: its connection pool, or a semaphore (JEP 444 says
                the same).

                Beware of the other accident: a limit that is smaller than what it guards. A pool of 20 threads
                would not even keep the permits busy, as its threads make three other calls besides.
                """, permits, stageDelay, THREADS),
                List.of(code("service-two/src/servicetwo/Permits.java", "void ask("),
                        serviceOne("calls/Bulkhead.java", "boolean begins()")),
                paragraphs("""
                The live pictures: with the pool a queue in front of service one, with virtual threads a crowd in
                authorize.

                Single requests: with virtual threads authorize is as much longer as the queue is with the pool.

                `./run.sh loom --authorize-permits 10`, `./run.sh jmeter closed-loop -Jusers=60`,
                `./run.sh threads`: what most virtual threads wait for."""),
                say("""
                In free play the permits cannot be set; `./run.sh compare database-permits --users 50,100,400`
                can.
                Predict the throughput at each load, and the latency at each load."""));
    }

    @Override
    String mistake() {
        return say("""
                %s/s, from %d users / %s. So many could wait, if there were no permits.""",
                number(1e3 * USERS / meetingsMillis(DELAY, stageDelay)), USERS,
                seconds(meetingsMillis(DELAY, stageDelay) / 1e3));
    }
}

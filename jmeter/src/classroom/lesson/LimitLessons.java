package classroom.lesson;

import static classroom.lesson.Draft.REQUESTS_PER_SECOND;
import static classroom.lesson.Draft.arithmetic;
import static classroom.lesson.Draft.say;
import static classroom.lesson.Draft.seconds;

import classroom.lesson.Lesson.Solution;
import common.commandline.CommandLine.UsageException;
import common.text.Numbers;
import java.util.List;
import lab.judge.Metric;

/** Lessons 6 to 8: where something else is scarce, threads of whatever kind are no remedy. */
final class LimitLessons {
    private LimitLessons() {
    }

    /** Where the cores are the limit. */
    static void computing(Draft lesson) throws UsageException {
        int cores = lesson.cores();
        int users = Math.max(lesson.vary(30, 25, 35, 40), 10 * cores);
        int millions = lesson.vary(3, 2, 4);
        String pool = "pool-" + cores;
        lesson.experiment("Requests that compute", """
                path = /computational?numbers=%d000000
                users = %d
                warmup = 8
                seconds = 6
                contender.%s = pool --threads %d
                contender.loom = loom""", millions, users, pool, cores);
        lesson.question("loom", Asks.number("times", 0, 1_000_000), """
                A request waits for nothing: it draws %d million random numbers, which keeps a core busy for some ten
                milliseconds. %d users, and a pool of %s. Now each connection gets a virtual thread of its own. How many
                times as many requests a second are answered?""", millions, users,
                cores == 1 ? "one thread for the one core" : cores + " threads for the " + cores + " cores");
        lesson.note("The first run has a pool with a thread for each core: %d.", cores);
        // Little's law says of both that waiting sets no bound; the cores then set the same one.
        boolean computes = lesson.predicted(pool).isCpuBound() && lesson.predicted("loom").isCpuBound();
        lesson.theory(computes ? 1 : lesson.predicted("loom").throughput() / lesson.predicted(pool).throughput(),
                "%d cores / CPU time of a request, with whatever threads: 1 times", cores);
        lesson.measured(Metric.THROUGHPUT, List.of(pool, "loom"), runs -> {
            double times = runs.throughput("loom") / runs.throughput(pool);
            return new Solution(times, say("%s: %s/s with virtual threads, %s/s with the pool", Numbers.times(times),
                    runs.throughput("loom"), runs.throughput(pool)));
        });
        lesson.mistake("""
                As many times as there are more threads, or as many as in lesson 3. Those came from waiting at the same
                time; computing at the same time takes cores.""");
        lesson.why("""
                More threads let more requests wait. These requests do not wait. Each core computes for one of them at a
                time, and the cores were busy with the pool already.

                Some percent more or less come from elsewhere: a connection of the pool goes through the queue for each
                request, and JMeter takes its share of the same cores.

                Latencies differ more than the throughput. The pool answers in the order of its queue, each in its turn.
                The scheduler of virtual threads has no turns and no slices of time: who computes keeps the carrier
                until it is done or waits (JEP 444). So some are answered again and again, while others wait for longer
                than the whole run: the report's rules tell how many.

                Work that computes belongs on a pool about as large as the machine has cores. Virtual threads are for
                work that waits.""");
        lesson.serviceOne("routes/RouteTable.java", "private static double sumOfRandoms");
        lesson.serviceOne("modes/VirtualThreads.java", "private void serve(ClientSocket socket)");
        lesson.look("""
                The live picture: hardly anything but computing, and nobody in a call. With virtual threads those that
                wait for a carrier have not been read yet, so the time inside the service leaves them out.

                The results: p50 and p99 of both. Where is p99 further from p50?

                `./run.sh threads` with virtual threads: its last lines tell how many wait for a carrier (tasks and
                submissions).""");
        lesson.exercise("""
                `./run.sh compare cpu-bound` adds a pool of 200 and event loops, and takes three runs of each. Predict
                their throughput and their p99 first.""");
    }

    /** Behind something of which there are few. */
    static void tenPermits(Draft lesson) throws UsageException {
        int permits = 10;
        int users = 60;
        int threads = 40;      // enough to keep all permits busy: a request takes some three stages
        int jitter = 100;      // else all permits would come free at once, and a window hold a group more or less
        int stage = lesson.vary(333, 250, 300, 320, 350);
        lesson.experiment("Ten permits", """
                path = /meetings
                users = %d
                authorize-permits = %d
                delay = %d
                stage-delay = %d
                jitter = %d
                warmup = 8
                seconds = 5
                contender.pool-40 = pool --threads %d
                contender.loom = loom""", users, permits, 50 - jitter / 2, stage - jitter / 2, jitter, threads);
        int wait = lesson.waitMillis();
        lesson.question("loom", REQUESTS_PER_SECOND, """
                Service two works on %d authorisations at the same time, as a database with a pool of %d connections
                would; each takes %d ms on average. A request makes four calls, of which one is an authorisation, and
                waits for %,d ms if nobody is in its way. %d users, each with a virtual thread. How many requests a
                second are answered?""", permits, permits, stage, wait, users);
        lesson.note("%d permits for authorize. The first run has a pool of %d threads.", permits, threads);
        double throughput = lesson.predicted("loom").throughput();
        lesson.theory(throughput, "%d permits / %s = %s/s, also with a pool of %d threads: %s/s", permits,
                seconds(stage / 1e3), throughput, threads,
                lesson.predicted("pool-40").throughput());
        lesson.mistake("%s/s, from %d users / %s. So many could wait, if there were no permits.",
                1e3 * users / wait, users, seconds(wait / 1e3));
        lesson.why("""
                No more goes through a chain of stations than through its narrowest one: %d permits, each held for %d
                ms. Who waits in front of it, and on what kind of thread, makes no difference to that.

                What changes is where the waiting is. With the pool, %d requests are in the service and the others are
                in its queue. With virtual threads all of them are in the service, and those that would be in the queue
                stand in front of the database. A user waits as long in either case.

                In front of a real database that can do harm: each of those requests may hold memory, a lock or a
                transaction. A pool of threads used to limit that by accident. With virtual threads the limit must be
                made on purpose, where the scarce thing is: its connection pool, or a semaphore (JEP 444 says the same).

                Beware of the other accident: a limit that is smaller than what it guards. A pool of 20 threads would
                not even keep the permits busy, as its threads make three other calls besides.""",
                permits, stage, threads);
        lesson.code("service-two/src/servicetwo/Permits.java", "void ask(");
        lesson.serviceOne("calls/Bulkhead.java", "CallException refusal(");
        lesson.look("""
                The live pictures: with the pool a queue in front of service one, with virtual threads a crowd in
                authorize.

                Single requests: with virtual threads authorize is as much longer as the queue is with the pool.

                `./run.sh loom --authorize-permits 10`, `./run.sh jmeter closed-loop -Jusers=60`, `./run.sh threads`:
                what most virtual threads wait for.""");
        lesson.exercise("""
                In free play the permits cannot be set; `./run.sh compare database-permits --users 50,100,400` can.
                Predict the throughput at each load, and the latency at each load.""");
    }

    /** A native call keeps the carrier, synchronized no longer does. */
    static void pinned(Draft lesson) throws UsageException {
        int users = Math.max(lesson.vary(20, 15, 25, 30), 5 * lesson.cores());      // more of them than carriers
        String pool = "pool-" + users;
        lesson.experiment("Pinned, and what no longer pins", """
                path = /pinned
                users = %d
                warmup = 8
                seconds = 4
                contender.loom = loom
                contender.%s = pool --threads %d""", users, pool, users);
        double ofPool = lesson.predicted(pool).throughput();
        lesson.question("loom", REQUESTS_PER_SECOND, """
                Here a request waits inside a native call: usleep of the C library, for %d ms. A pool of %d threads
                answers %s requests a second for %d users. How many are answered with a virtual thread each, on a
                machine of %s?""", lesson.waitMillis(), users, ofPool, users,
                lesson.cores("core"));
        lesson.note("The second run has a pool of %d threads.", users);
        lesson.theory(lesson.predicted("loom").throughput(), "%s; the pool: %s", arithmetic(lesson.predicted("loom")),
                arithmetic(lesson.predicted(pool)));
        lesson.mistake("""
                %s/s, as virtual threads are free to wait. They are where the JDK knows of the wait; of a native call it
                knows nothing.""", ofPool);
        lesson.why("""
                A virtual thread leaves its carrier when it waits, because the JDK can put its stack on the heap. It
                cannot do so with frames of native code, which may hold addresses of that stack. So while the native
                call waits, the carrier waits with it, and there are only as many carriers as cores.

                That is called pinned. It is no error: it makes of virtual threads a pool as large as the machine has
                cores. And an unfair one: who keeps its carrier and finds its next request already there goes on, so
                some users may be answered again and again while others wait for longer than the whole run.

                Waiting inside synchronized pinned as well, until JDK 23. Since JDK 24 it does not (JEP 491), and since
                then nothing speaks for replacing synchronized by ReentrantLock on account of virtual threads. What
                still pins on JDK 25: native code, and Java code called back from it; a class that waits while it is
                initialised, and whoever waits for that.

                The JDK records an event, `jdk.VirtualThreadPinned`, where a thread that is pinned parks in Java code. A
                native call that sleeps by itself leaves no such trace: the JDK does not know that it waits.""");
        lesson.serviceOne("routes/NativeSleep.java", "public static void millis(long millis)");
        lesson.serviceOne("routes/RouteTable.java", "final Response pinned");
        lesson.serviceOne("routes/RouteTable.java", "final Response inSynchronized");
        lesson.look("""
                The live picture: as many requests wait as there are cores; the others have a virtual thread, and it
                waits for a carrier.

                Single requests: each bar is the wait alone. The time before it is in none of service one's own figures:
                a request that no thread has read yet is not known to it. Only who asks sees it, and the number of
                virtual threads that wait for a carrier.

                `./run.sh threads`: only as many virtual threads in `NativeSleep` as there are carriers. `./run.sh jfr`:
                no pinned threads, as far as the JDK can see.""");
        lesson.exercise("""
                In free play, `/synchronized` in the place of `/pinned`. Then `/pinned` again with
                `-Djdk.virtualThreadScheduler.parallelism=%d`: what have the virtual threads become?""", users);
    }
}

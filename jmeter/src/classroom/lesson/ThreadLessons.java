package classroom.lesson;

import static classroom.lesson.Draft.REQUESTS_PER_SECOND;
import static classroom.lesson.Draft.arithmetic;
import static classroom.lesson.Draft.say;
import static classroom.lesson.Draft.seconds;

import classroom.lesson.Draft.LessonRuns;
import classroom.lesson.Lesson.Solution;
import common.commandline.CommandLine.UsageException;
import java.util.List;
import lab.define.Prediction;
import lab.judge.Metric;

/** Lessons 1 to 5: requests wait, and something must wait with each of them. */
final class ThreadLessons {
    private ThreadLessons() {
    }

    /** A thread that waits can do nothing else. */
    static void oneThread(Draft lesson) throws UsageException {
        int delay = lesson.vary(50, 40, 80, 100, 125);
        int users = lesson.vary(20, 10, 15, 25);
        lesson.experiment("One thread", """
                path = /rpc
                users = %d
                delay = %d
                warmup = 8
                seconds = 5
                contender.pool-1 = pool --threads 1""", users, delay);
        Prediction theory = lesson.predicted("pool-1");
        lesson.question("pool-1", REQUESTS_PER_SECOND, """
                One thread, %d users. A request makes one call, which is answered after %d ms, and computes next to
                nothing. A user asks again as soon as it is answered. How many requests a second are answered?""",
                users, delay);
        lesson.theory(theory.throughput(), arithmetic(theory));
        lesson.mistake("""
                %s/s, from %d users with %d ms each. That many would have to wait at the same time; one thread waits for
                one.""", lesson.predictedOf("loom").throughput(), users, delay);
        lesson.why("""
                The thread sends its call and then waits until the answer is there. While it waits it can do nothing
                else. So it answers one request every %d ms, on any processor, however fast.

                The other users wait in the queue. Each of the %d asks again at once, so everybody waits for the turns
                of all others, and then for its own. That makes a latency of %d × %d ms = %s, though nothing in the
                service is slow.

                Meanwhile the processor is idle. A thread that waits costs no CPU time. It costs its place: it keeps
                others out.

                Measured is some percent less. The thread also reads, parses and writes, takes the next connection from
                the queue, and is in a JVM that is still cold; and no timer is early.

                This is Little's law: throughput = requests in flight / time in flight. It knows nothing of Java,
                threads or HTTP, only how many requests are being worked on at once and for how long.""",
                delay, users, users, delay, seconds(theory.latency()));
        lesson.serviceOne("calls/BlockingClient.java", "void exchange(Call<?> call)");
        lesson.serviceOne("modes/FixedPool.java", "private void takeAndServe()");
        lesson.look("""
                The live picture: one request waits for info, all others wait in the queue, the CPU does nothing.

                Single requests: nearly all of a bar is the queue.

                `./run.sh pool --threads 1` in one terminal, `./run.sh jmeter tour` in a second, `./run.sh visualvm` in
                a third: full load, and a CPU graph along the bottom.""");
        lesson.exercise("""
                In free play, one thread on `/rpc`: double the users, then halve the delay instead. Predict both first.
                Which of the two changes the throughput, and which the latency?""");
    }

    /** How many threads a throughput takes. */
    static void fewThreads(Draft lesson) throws UsageException {
        int delay = lesson.vary(50, 40, 80, 100);
        int few = 4;
        int enough = lesson.vary(20, 10, 16, 24, 30);      // even, so that the rate is a whole number for each delay
        int rate = enough * 1_000 / delay;
        int users = 2 * enough;
        lesson.experiment("Four threads", """
                path = /rpc
                users = %d
                delay = %d
                warmup = 8
                seconds = 4
                contender.pool-4 = pool --threads %d
                contender.%s = pool --threads %d""", users, delay, few, Draft.ASKED_FOR, enough);
        lesson.question("pool-4", Asks.number("threads", 1, 10_000), """
                Now a pool of %d threads and %d users; a request waits for %d ms. How many threads must the pool have to
                answer %d requests a second?""", few, users, delay, rate);
        lesson.note("The second run has as many threads as theory says.");
        int threads = 1;      // of the smallest pool of which Little's law expects as much
        while (Math.round(lesson.predictedOf("pool --threads " + threads).throughput()) < rate) {
            threads++;
        }
        lesson.theory(threads, "%d/s × %s = %d threads; %d threads make %s/s", rate, seconds(delay / 1e3), threads, few,
                lesson.predicted("pool-4").throughput());
        // From what each of the few threads made; what the larger pool made is told beside it.
        lesson.measured(Metric.THROUGHPUT, List.of("pool-4"), runs -> {
            double each = runs.throughput("pool-4") / few;
            double tried = runs.throughput(Draft.ASKED_FOR);
            String check = Double.isNaN(tried) ? "" : say("; %d threads made %s/s", enough, tried);
            return new Solution(rate / each, say("%s threads, as each of %d made %s/s", rate / each, few,
                    each) + check);
        });
        lesson.mistake("""
                As many as the machine has cores, or a few more. That is right where threads compute. These wait, and
                how many are needed follows from rate and wait alone.""");
        lesson.why("""
                Little's law, read the other way: requests in flight = throughput × time in flight. Where %d requests a
                second come and each stays for %s, %d are there at any moment, and each of them needs a thread.

                The cores do not occur in that. A pool for work that computes is as large as the machine has cores; a
                pool for work that waits is as large as the waiting wants it to be. Here %d threads share %s.

                So the size of a pool is a bet on how long others take. If service two needs ten times as long one day,
                the same pool answers a tenth, and nothing in service one has changed. Tomcat's default, 200 threads, is
                such a bet as well.""", rate, seconds(delay / 1e3), enough, enough, lesson.cores("core"));
        lesson.serviceOne("modes/FixedPool.java", "private void takeAndServe()");
        lesson.serviceOne("modes/FixedPool.java", "private void serve(ClientSocket socket)");
        lesson.look("""
                The live picture: as many requests wait for info as there are threads, the others are in the queue.

                The small pool and the large one beside each other: many times the requests, and the CPU is still idle.

                `./run.sh threads`, while a pool runs: its threads, and that all of them wait for a socket.""");
        lesson.exercise("""
                In free play, the pool that you have found, with a delay of ten times as much: predict throughput and
                latency. Then find the pool that brings the throughput back.""");
    }

    /** As many can wait as there are users. */
    static void aVirtualThreadEach(Draft lesson) throws UsageException {
        int users = lesson.vary(1_000, 700, 800, 900);
        int threads = lesson.vary(200, 250, 300, 350);      // fewer would take the queue too long to fill
        String pool = "pool-" + threads;
        lesson.experiment("A virtual thread each", """
                path = /meetings
                users = %d
                warmup = 5
                seconds = 2
                contender.%s = pool --threads %d
                contender.loom = loom""", users, pool, threads);
        int wait = lesson.waitMillis();
        double ofPool = lesson.predicted(pool).throughput();
        lesson.question("loom", REQUESTS_PER_SECOND, """
                %,d users; a request makes four calls, one after the other, and waits for %,d ms in all. A pool of %d
                threads answers %s requests a second. Now each user's connection gets a virtual thread of its own, on
                the same %s. How many requests a second are answered?""", users, wait, threads, ofPool,
                lesson.cores() == 1 ? "core" : lesson.cores("core"));
        lesson.note("The first run has the pool of %d threads.", threads);
        lesson.theory(lesson.predicted("loom").throughput(), "%s; the pool: %s", arithmetic(lesson.predicted("loom")),
                arithmetic(lesson.predicted(pool)));
        lesson.mistake("""
                %s/s again, since the cores are the same; or many thousands, since virtual threads are fast. The cores
                were never the limit, and each request still waits for %,d ms.""", ofPool, wait);
        lesson.why("""
                The pool lets %d requests wait at the same time, the other %d users wait in its queue. Virtual threads
                let all %,d wait. The cores have hardly anything to do either way: what was short were threads to wait
                on.

                When a virtual thread waits for a socket, the JDK takes it off its carrier, a platform thread of which
                there is one for each core, and keeps its stack on the heap. The carrier goes on with another virtual
                thread. When the bytes have come, the scheduler mounts it again, on whichever carrier is free.

                The code does not change. The same class serves a connection in both runs. They differ in one place: a
                virtual thread also waits for its client, and a thread of the pool does not.

                A virtual thread is no faster than a platform thread. A single request takes %,d ms as before. What
                grows is how many of them wait at once: more throughput, not less waiting (JEP 444). The latency falls
                only by the time that was spent in the queue.""", threads, users - threads, users, wait);
        lesson.serviceOne("modes/VirtualThreads.java", "private void serve(ClientSocket socket)");
        lesson.serviceOne("modes/FixedPool.java", "private void takeAndServe()");
        lesson.serviceOne("calls/BlockingMeetings.java", "public Response answer");
        lesson.look("""
                The two live pictures beside each other: in the pool's most requests are in the queue, in the other
                nearly all wait in one of the four calls.

                Single requests: mostly queue in the pool, four waits and nothing else with virtual threads.

                `./run.sh loom`, `./run.sh jmeter closed-loop -Jusers=1000`, and `./run.sh threads`: a thousand virtual
                threads by what they wait for, and their few carriers.

                `./run.sh visualvm`: its tab Threads shows the carriers, and never a virtual thread.""");
        lesson.exercise("""
                In free play: how many threads must the pool have to answer as many requests as virtual threads? And
                with 100 users, who is ahead?""");
    }

    /** What a pool as large as the load costs. */
    static void aThousandThreads(Draft lesson) throws UsageException {
        int users = lesson.vary(1_000, 900, 950);
        String pool = "pool-" + users;
        lesson.experiment("What a thousand threads cost", """
                path = /meetings
                users = %d
                warmup = 8
                seconds = 2
                contender.%s = pool --threads %d
                contender.loom = loom""", users, pool, users);
        lesson.question(pool, Asks.choice("less: virtual threads need more than the pool",
                "about the same (within 20 MiB)", "20 to 500 MiB more",
                "more than 500 MiB: a whole stack for each thread"), """
                A pool of %,d threads is large enough for %,d users, and answers as many requests as virtual threads do.
                For the stack of each platform thread the JVM reserves a MiB or more of addresses. How much more memory
                has service one in use (resident) with that pool than with a virtual thread each?""", users, users);
        lesson.note("The second run has a virtual thread for each user.");
        lesson.theory(2, """
                %,d stacks × 1 MiB = %,d MiB of addresses, which is the most it can be; resident are only the pages that
                a thread has touched, which is a small part of each stack""", users, users);
        lesson.measured(Metric.RSS, List.of(pool, "loom"), runs -> {
            double more = runs.median(pool, Metric.RSS) - runs.median("loom", Metric.RSS);
            // As many MiB more or less are the same: two runs of one contender differ by as much.
            int choice = more < -20 ? 0 : more <= 20 ? 1 : more <= 500 ? 2 : 3;
            return new Solution(choice, say("""
                    %s MiB with the pool and %s threads of the operating system, %s MiB and %s with virtual threads:
                    %s MiB %s""", memory(runs, pool), threads(runs, pool), memory(runs, "loom"), threads(runs, "loom"),
                    Math.rint(Math.abs(more)), more < 0 ? "less" : "more"));
        });
        lesson.mistake("About a GiB. A stack's size is what it may grow to; memory is used for what it has grown to.");
        lesson.why("""
                The operating system gives a platform thread addresses for its whole stack, and memory only for the
                pages that are touched. It keeps them until the thread ends, however little of them is in use later.

                A virtual thread that waits has its frames on the heap, as objects that grow and shrink with the depth
                of its stack; the garbage collector takes them back. Here that is a few KiB for each.

                Both wait equally well, so the throughput is the same. A thousand threads are not the end of an
                operating system either. What they cost beside memory is that the kernel switches between them, and
                where cores are short they fall behind first. What that is in CPU time, this run cannot tell: in so
                short a time the compilers of the JVM take most of it. `./run.sh compare comparison` measures it warm.

                The real difference is that somebody must choose the %,d. A pool for every case that may come is mostly
                too large, and one day too small.""", users);
        lesson.serviceOne("meter/ServiceThread.java", "public Thread.Builder.OfPlatform platform()");
        lesson.serviceOne("modes/VirtualThreads.java", "private final ExecutorService threads");
        lesson.serviceOne("modes/FixedPool.java", "public void start()");
        lesson.look("""
                The results: threads of the operating system, memory and live heap of both.

                `./run.sh visualvm`, tab Threads: a line for each thread of the pool; with virtual threads a line for
                each carrier.

                `./run.sh bench`: what a connection costs in live heap, and a request in CPU time, by mode.""");
        lesson.exercise("""
                In free play, the pool with half as many threads, and with twice as many: what do memory and throughput
                do? Then give the JVM `-Xss256k` and look again.""");
    }

    private static double memory(LessonRuns runs, String contender) {
        return Math.rint(runs.median(contender, Metric.RSS));
    }

    private static double threads(LessonRuns runs, String contender) {
        return runs.median(contender, Metric.THREADS);
    }

    /** The same throughput without a thread for each request, and what the code loses by it. */
    static void withoutAThreadEach(Draft lesson) throws UsageException {
        int users = lesson.vary(1_000, 600, 700, 800, 900);
        lesson.experiment("The same without a thread each", """
                path = /meetings
                users = %d
                warmup = 8
                seconds = 4
                contender.async = async""", users);
        int wait = lesson.waitMillis();
        lesson.question("async", REQUESTS_PER_SECOND, """
                Service one with %s, which is one for each core: each is a platform thread, and no other thread serves
                requests. %,d users, and a request waits for %,d ms as before. How many requests a second are
                answered?""", lesson.cores("event loop"), users, wait);
        lesson.theory(lesson.predicted("async").throughput(), arithmetic(lesson.predicted("async")));
        lesson.mistake("""
                %s/s, from %d / %s: as if each loop waited for one request at a time, like a thread of a pool. It waits
                for all of them at once.""",
                lesson.cores() / (wait / 1e3), lesson.cores(), seconds(wait / 1e3));
        lesson.why("""
                An event loop never waits for one request. It asks the operating system which of all its sockets have
                something to read, deals with those, and asks again. What waits is no thread but an object: a
                connection, and the futures that are to run when its answer comes. As many can wait as there is memory
                for.

                By Little's law that is as good as a virtual thread each, and it takes less CPU time for a request: no
                stack is put away and taken back, and the operating system is asked less often. So virtual threads win
                nothing in throughput against this.

                What they win is the code. Four calls, one after the other, are four lines on a virtual thread; here
                they are a chain of functions, and everything below them, reading, writing and time limits, is a state
                machine. One function that blocks stops every connection of its loop.

                And when the last call fails, the stack trace begins at the event loop. Who asked for that call is not
                in it: the method that asked has returned long ago. On a thread of its own, whether virtual or not, the
                trace goes down to the request.""");
        lesson.serviceOne("calls/AsyncMeetings.java", "public CompletableFuture<Response> answer");
        lesson.code("service-one/src/common/io/EventLoop.java", "private void turn()");
        lesson.code("service-one/src/common/io/EventLoop.java", "private void select()");
        lesson.look("""
                Single requests: the same four waits as with virtual threads, but no thread has them; the event loop
                that is named has the request for an instant between two.

                `./run.sh trace`: the same failure in the three modes, beside each other; `-->` marks the request's own
                code.

                `./run.sh threads`, while `async` runs: a few threads, and not a word about the requests.""");
        lesson.exercise("""
                Read `AsyncConnection` beside `BlockingConnection`. Which of the two would you rather debug at night?
                Then, in free play, `/wait-blocking` in `pool`, `loom` and `async`.""");
    }
}

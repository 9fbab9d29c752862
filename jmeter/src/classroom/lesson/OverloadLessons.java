package classroom.lesson;

import static classroom.lesson.Draft.REQUESTS_PER_SECOND;
import static classroom.lesson.Draft.say;
import static classroom.lesson.Draft.seconds;

import classroom.lesson.Draft.LessonRuns;
import classroom.lesson.Lesson.Solution;
import common.commandline.CommandLine.UsageException;
import java.util.List;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Metric;

/** Lessons 9 and 10: more arrives than can be answered. */
final class OverloadLessons {
    private OverloadLessons() {
    }

    /** Users who wait for their answers hide that there is not enough of the service. */
    static void aClosedLoop(Draft lesson) throws UsageException {
        int threads = lesson.vary(20, 15, 16, 18);
        int tenths = lesson.vary(15, 14, 16);      // of what the pool can answer: little more would be lost in chance
        int wait = 100;
        int rate = threads * tenths * 100 / wait;
        int users = rate * wait / 1_000;      // as many as ask for that rate at most
        int warmup = 4;
        int seconds = 3;
        int after = 6;      // middle of the window, which begins up to a second after the warm-up: half on average
        String pool = "pool-" + threads;
        lesson.experiment("What a closed loop hides", """
                path = /wait-blocking
                rate = %d
                warmup = %d
                seconds = %d
                drain = 4
                contender.%s = pool --threads %d
                contender.loom = loom""", rate, warmup, seconds, pool, threads);
        double most = lesson.predicted(pool).throughput();
        double growth = (rate - most) / most;
        // What the closed loop shows of the same overload.
        double closed = 1e3
                * lesson.predictedOf("pool --threads " + threads, Load.closed("/wait-blocking", users)).latency();
        lesson.question(pool, Asks.number("s", 0, 1_000), """
                A pool of %d threads; a request waits for %d ms, so %s a second can be answered. A load test with %d
                users, each of whom asks again when it has its answer, reports a latency of %s ms. But visitors do not
                wait for one another: %d requests a second arrive, answered or not. After %d seconds of that, how many
                seconds does an answer take?""", threads, wait, most, users, closed,
                rate, after);
        lesson.note("The second run has a virtual thread for each connection.");
        // Little's law gives the throughput; what arrives beyond it, joins the queue.
        double queued = (rate - most) * after;
        double millis = Math.round(1e3 * queued / most) + wait;
        lesson.theory(millis / 1e3, "(%d − %s)/s × %d s = %s in the queue; %s / %s/s + %s = %s", rate, most,
                after, queued, queued, most, seconds(wait / 1e3), seconds(millis / 1e3));
        // The median of the window: latency grows steadily, so half of its requests took less.
        lesson.measured(Metric.P50, List.of(pool), runs -> {
            double median = runs.median(pool, Metric.P50) / 1e3;
            double loom = runs.median("loom", Metric.P50);
            String beside = Double.isNaN(loom) ? "" : say("; with virtual threads %s ms", loom);
            return new Solution(median, say("%s s: the median of what was sent from about second %d to %d",
                    median, warmup, warmup + seconds) + beside);
        });
        lesson.mistake("""
                %s ms, as the load test said. Its users waited for their answers, and so could not show a queue that
                grows.""", closed);
        lesson.why("""
                %d a second come and %s can be answered: each second %s more are in the queue, and each second of
                overload makes the next answers %s later. It does not level out; only the end of the overload ends it.

                Measured is more than theory says. What a JVM that is still cold leaves undone in its first second stays
                in the queue until the end: half a second of service lost is half a second for everybody after it. And
                where chance brings three percent more arrivals, the queue is a tenth longer.

                In the closed loop the same service looks well. When answers are late, its users ask less: there can
                never be more than %d requests in the service, so a latency of %s ms is the most that can be seen. The
                load gives way to the very fault that the test looks for. Gil Tene calls that coordinated omission.

                A stall is the same in short. While the service stands still, no user of the closed loop asks again: the
                report has one slow request for each user, and would have hundreds of arrivals.

                A load test answers the question that its load asks. A closed loop is right for a fixed number of
                workers who wait for each other. Visitors are better modelled by an open loop: arrivals at a rate.

                Virtual threads do not wait for a thread, so for them %d a second are no overload, and %d ms remain %d
                ms. That is no law of nature: where the cores or a database are the limit, their latency grows in the
                same way.""", rate, most, rate - most, seconds(growth), users, closed, rate, wait,
                wait);
        lesson.code("jmeter/plans/open-loop.jmx", "OpenModelThreadGroup.schedule");
        lesson.code("jmeter/plans/closed-loop.jmx", "ThreadGroup.num_threads");
        lesson.serviceOne("routes/BlockingRoutes.java", "private Reply waitBlocking()");
        lesson.serviceOne("server/SocketQueue.java", "public void put(ClientSocket socket)");
        lesson.look("""
                The live picture: the queue grows by the same number each second.

                Single requests: each bar is longer than the one before, and what grows is the queue.

                `./run.sh compare open-or-closed`: both loads on the same pool, in one report.""");
        lesson.exercise("""
                In free play, the pool of %d and /wait-blocking: first %d users, then a rate of %d, then a rate of %s.
                At which rate does the latency begin to grow?""", threads, users, rate, most * 19 / 20);
    }

    /** Calls that hang, behind a pool's queue and behind a bulkhead. */
    static void hangingCalls(Draft lesson) throws UsageException {
        int limit = 80;
        int hanging = 20;      // fewer, or a shorter window, and it would be chance how many calls hang in it
        int patience = 2_000;
        double givenUpAfter = patience / 1e3 + 0.25;      // service one looks at deadlines twice a second
        int delay = lesson.vary(50, 40, 60);
        int rate = lesson.vary(200, 190, 195, 205);
        String pool = "pool-80";
        String bulkhead = "loom-80-calls";
        lesson.experiment("A dependency that hangs", """
                path = /rpc
                rate = %d
                delay = %d
                hang-percent = %d
                warmup = 2
                seconds = 7
                drain = 3
                contender.%s = pool --threads %d --answer-timeout %d
                contender.%s = loom --max-calls %d --answer-timeout %d""", rate, delay, hanging, pool, limit, patience,
                bulkhead, limit, patience);
        lesson.question(pool, REQUESTS_PER_SECOND, """
                %d requests a second arrive. Each makes one call to service two, which is answered after %d ms; but of
                one hundred calls %d are never answered, and service one gives each of those up after 2 to 2.5 s, on
                average 2.25. A pool of %d threads could answer %s a second if no call hung. How many a second does it
                answer well now?""", rate, delay, hanging, limit,
                1e3 * limit / delay);
        lesson.note("""
                %d %% of the calls hang. The second run has virtual threads and a bulkhead: at most %d calls at a time.
                Who finds no room is refused at once.""", hanging, limit);
        Prediction theory = lesson.predicted(pool);
        double seconds = theory.inFlight() * (1 - theory.failing()) / theory.throughput();
        lesson.theory(theory.throughput(), """
                a request takes %s (%d in 100) or %s (%d in 100), on average %s; %s threads / %s = %s/s that end, of
                which %d in 100 end well: %s/s""", seconds(delay / 1e3), 100 - hanging, seconds(givenUpAfter), hanging,
                seconds(seconds), theory.inFlight(), seconds(seconds), theory.inFlight() / seconds, 100 - hanging,
                theory.throughput());
        lesson.measured(Metric.THROUGHPUT, List.of(pool), runs -> new Solution(runs.throughput(pool),
                withLatency(runs, pool) + "; with the bulkhead " + withLatency(runs, bulkhead)));
        lesson.mistake("""
                %s/s: %d %% of the %d that arrive. That would be so if there were threads for all of them; but the
                hanging calls keep the threads.""", rate * (100 - hanging) / 100.0, 100 - hanging, rate);
        Prediction free = lesson.predictedOf("loom --answer-timeout " + patience);
        lesson.why("""
                A call that hangs keeps its thread for %d s and a little more, as long as %d good ones. With one such
                call in five, nearly all threads are waiting for calls that nobody will answer. Fewer requests end than
                arrive, so the queue grows, and with it the latency of everybody, also of those whose call is answered
                at once.

                Virtual threads without a limit do not notice: %s are in flight on average, %s a second are answered
                well, after %d ms as ever. But nothing stops them. If all calls hang, %s are in flight, each with its
                connection to a service that is ill already.

                A bulkhead (M. T. Nygard, Release It!) is a limit on purpose: at most %d calls at a time, and who finds
                no room is refused at once. It answers about as many as the pool, which has the same number, but without
                its queue: who is answered is answered in time, and p50 and p99 are those of good answers alone. It
                heals nothing. A call that hangs fails after 2 to 2.5 s here, too, and holds a permit so long.

                Measured may be some percent off. The first calls that hang are given up together, so the pool's
                throughput swings with a period of two seconds or a little more; the live picture shows it.

                Choose the limit above what the service needs with its usual faults, here some %s and room for chance.
                Then it refuses nobody until worse things happen. And give up earlier: a time limit of 200 ms, where an
                answer takes %d, would have saved the pool as well.""",
                patience / 1_000, patience / delay, Math.rint(free.inFlight()),
                Math.rint(free.throughput()), delay, rate * givenUpAfter, limit,
                Math.rint(free.inFlight()), delay);
        lesson.serviceOne("calls/Bulkhead.java", "CallException refusal(");
        lesson.serviceOne("calls/Bulkhead.java", "void ended()");
        lesson.serviceOne("calls/BlockingClient.java", "public <T> T make(Call<T> call");
        lesson.look("""
                The live pictures: the pool's queue grows; behind the bulkhead there is none, and errors instead.

                Single requests: bars of 2 s and more, all of it info, and behind them in the pool long queues.

                `./run.sh threads`, while the pool runs: nearly every thread waits for info.""");
        lesson.exercise("""
                `./run.sh compare faults` has all of it with four calls, and virtual threads without a limit beside.
                `--contender.patient 'pool --answer-timeout 500'` adds a pool that gives up early: predict it
                first.""");
    }

    private static String withLatency(LessonRuns runs, String contender) {
        return say("%s/s, p50 %s ms", runs.throughput(contender),
                runs.median(contender, Metric.P50));
    }
}

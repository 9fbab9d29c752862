package classroom.lesson;

import static classroom.lesson.LessonText.say;

import module java.base;
import classroom.lesson.PlannedLesson.Question;
import common.commandline.CommandLine.UsageException;
import experiment.Load;
import experiment.Metric;
import experiment.Prediction;
import text.Numbers;

/** The lessons, in order. Their texts and experiments are in {@code resources/classroom/lessons}. */
public final class Lessons {
    private interface Script {
        Lesson write(Draft draft) throws UsageException;
    }

    private static final List<Script> SCRIPTS = List.of(
            Lessons::oneThread,
            Lessons::fewThreads,
            Lessons::aVirtualThreadEach,
            Lessons::aThousandThreads,
            Lessons::withoutAThreadEach,
            Lessons::computing,
            Lessons::tenPermits,
            Lessons::pinned,
            Lessons::aClosedLoop,
            Lessons::hangingCalls);

    private Lessons() {
    }

    /** @param seed 0 for the standard numbers */
    public static List<Lesson> all(Path repository, long seed) {
        return all(repository, seed, Runtime.getRuntime().availableProcessors());
    }

    static List<Lesson> all(Path repository, long seed, int cores) {
        List<Lesson> lessons = new ArrayList<>();
        for (Script script : SCRIPTS) {
            try {
                lessons.add(script.write(new Draft(lessons.size() + 1, seed, repository, cores)));
            } catch (UsageException | IOException e) {
                throw new IllegalStateException("lesson " + (lessons.size() + 1), e);
            }
        }
        return lessons;
    }

    private static Lesson oneThread(Draft draft) throws UsageException {
        draft.vary("delay", 50, 40, 80, 100, 125);
        int users = draft.vary("users", 20, 10, 15, 25);
        PlannedLesson lesson = draft.experiment();
        Prediction theory = lesson.predicted("pool-1");
        lesson.put("latency", 1e3 * theory.latency());
        lesson.put("all", lesson.predictedOf("loom").throughput());
        return lesson.asks(new Question("pool-1", Asks.REQUESTS_PER_SECOND, theory.throughput()),
                Metric.THROUGHPUT, List.of("pool-1"),
                runs -> new Solution(runs.throughput("pool-1"),
                        say("One thread answered %s: one every %s ms, while the other %d waited",
                                runs.perSecond("pool-1"),
                        Math.rint(1e3 / runs.throughput("pool-1")), users - 1)));
    }

    private static Lesson fewThreads(Draft draft) throws UsageException {
        int delay = draft.vary("delay", 50, 40, 80, 100);
        int few = draft.put("few", 4);
        // Even numbers make the rate a whole number for each delay.
        int enough = draft.vary("enough", 20, 10, 16, 24, 30);
        int rate = draft.put("rate", enough * 1_000 / delay);
        draft.put("users", 2 * enough);
        PlannedLesson lesson = draft.experiment();
        int threads = 1;
        while (Math.round(lesson.predictedOf("pool --threads " + threads).throughput()) < rate) {
            threads++;
        }
        lesson.put("threads", threads);
        return lesson.asks(new Question("pool-4", Asks.number("threads", 1, 10_000), threads),
                Metric.THROUGHPUT, List.of("pool-4"), runs -> {
            double each = runs.throughput("pool-4") / few;
            String check = Double.isNaN(runs.throughput(PlannedLesson.ASKED_FOR))
                    ? ""
                    : say(". A pool of %d answered %s", enough, runs.perSecond(PlannedLesson.ASKED_FOR));
            return new Solution(rate / each,
                    say("%s threads for %d requests/s, because each of the %d threads "
                            + "answered %s/s", rate / each, rate, few, each) + check);
        });
    }

    private static Lesson aVirtualThreadEach(Draft draft) throws UsageException {
        int users = draft.vary("users", 1_000, 700, 800, 900);
        // With fewer threads, latency would still rise after the warm-up.
        int threads = draft.vary("threads", 200, 250, 300, 350);
        draft.put("queued", users - threads);
        draft.put("same", draft.cores() == 1 ? "core" : draft.cores() + " cores");
        return draft.experiment().asksThroughput("loom");
    }

    private static Lesson aThousandThreads(Draft draft) throws UsageException {
        int users = draft.vary("users", 1_000, 700, 800, 900);
        String pool = "pool-" + users;
        int touched = draft.put("touched", 80);      // KiB: HotSpot's 20 StackShadowPages of 4 KiB
        int frames = draft.put("frames", 12);      // KiB, measured on Linux with a request in flight
        double least = draft.put("least", Math.rint(users * (touched + frames) / 1_024.0));
        // MiB: about half the right answer, about twice the right answer, and less than 1 MiB for each thread.
        List<Integer> bounds =
                List.of(draft.put("little", users / 20), draft.put("some", users / 5),
                draft.put("much", users * 7 / 10));
        PlannedLesson lesson = draft.experiment();
        return lesson.asks(new Question(pool, lesson.choices(), choice(bounds, least)),
                Metric.RSS, List.of(pool, "loom"), runs -> {
            double more = runs.median(pool, Metric.RSS) - runs.median("loom", Metric.RSS);
            return new Solution(choice(bounds, more), say("""
                    The pool needs %s MiB %s: %s MiB and %s threads of the operating system, whereas virtual threads
                    need %s MiB and %s threads""", Math.rint(Math.abs(more)), more < 0 ? "less" : "more",
                    Math.rint(runs.median(pool, Metric.RSS)), runs.median(pool, Metric.THREADS),
                    Math.rint(runs.median("loom", Metric.RSS)),
                    runs.median("loom", Metric.THREADS)));
        });
    }

    private static int choice(List<Integer> bounds, double value) {
        return (int) bounds.stream().filter(bound -> value >= bound).count();
    }

    private static Lesson withoutAThreadEach(Draft draft) throws UsageException {
        draft.vary("users", 1_000, 600, 700, 800, 900);
        PlannedLesson lesson = draft.experiment();
        lesson.put("wrong", 1e3 * draft.cores() / lesson.waitMillis());
        return lesson.asksThroughput("async");
    }

    private static Lesson computing(Draft draft) throws UsageException {
        int cores = draft.cores();
        draft.put("users", cores * draft.vary("each", 15, 12, 14, 16, 18));
        draft.vary("millions", 3, 2, 4);
        draft.put("pool", cores == 1 ? "one thread for the one core"
                : cores + " threads for the " + cores + " cores");
        String pool = "pool-" + cores;
        PlannedLesson lesson = draft.experiment();
        Prediction loom = lesson.predicted("loom");
        Prediction threads = lesson.predicted(pool);
        boolean areCpuBound = threads.isCpuBound() && loom.isCpuBound();
        double theory = areCpuBound ? 1 : loom.throughput() / threads.throughput();
        return lesson.asks(new Question("loom", Asks.number("× the pool", 0, 1_000_000), theory),
                Metric.THROUGHPUT, List.of(pool, "loom"), runs -> {
            double times = runs.throughput("loom") / runs.throughput(pool);
            return new Solution(times,
                    say("%s the throughput: virtual threads %s, the pool %s", Numbers.times(times),
                    runs.perSecond("loom"), runs.perSecond(pool)));
        });
    }

    private static Lesson tenPermits(Draft draft) throws UsageException {
        draft.put("permits", 10);
        int users = draft.put("users", 60);
        draft.put("threads", 40);      // enough for all permits: a request spends a third of its time in authorize
        // Without jitter, permits would become free in groups, and chance would decide how many groups are measured.
        int jitter = draft.put("jitter", 100);
        draft.put("delay", 50 - jitter / 2);
        draft.put("stageDelay", draft.vary("stage", 333, 250, 300, 320, 350) - jitter / 2);
        PlannedLesson lesson = draft.experiment();
        lesson.put("wrong", 1e3 * users / lesson.waitMillis());
        return lesson.asksThroughput("loom");
    }

    private static Lesson pinned(Draft draft) throws UsageException {
        int cores = draft.cores();
        draft.put("users", 10 + cores * draft.vary("each", 5, 4, 6));
        int more = draft.vary("more", 0, 1, 2, 3);
        int carriers = draft.put("carriers", cores + more);
        draft.put("scheduler",
                more == 0 ? "" : " | -Djdk.virtualThreadScheduler.parallelism=" + carriers);
        draft.put("set", more == 0 ? "one for each core" : "set by hand");
        return draft.experiment().asksThroughput("loom");
    }

    private static Lesson aClosedLoop(Draft draft) throws UsageException {
        int threads = draft.vary("threads", 20, 15, 16, 18);
        // Tenths of the pool's limit. Chance would hide a smaller overload.
        int tenths = draft.vary("tenths", 15, 14, 16);
        int wait = 100;
        int rate = draft.put("rate", threads * tenths * 100 / wait);
        int users = draft.put("users", rate * wait / 1_000);
        draft.put("warmup", 4);
        int seconds = draft.put("seconds", 3);
        // Seconds until the middle of the window, which begins half a second after the warm-up on average.
        int after = draft.put("after", 6);
        String pool = "pool-" + threads;
        PlannedLesson lesson = draft.experiment();
        double most = lesson.predicted(pool).throughput();
        double excess = lesson.put("excess", rate - most);
        lesson.put("growth", 1e3 * excess / most);
        lesson.put("nearly", most * 19 / 20);
        Load closed = Load.closed("/wait-blocking", users);
        lesson.put("closed",
                1e3 * lesson.predictedOf("pool --threads " + threads, closed).latency());
        double queued = lesson.put("queued", excess * after);
        double millis = lesson.put("answer", Math.round(1e3 * queued / most) + (double) wait);
        // Latency grows steadily, so the median is the latency in the middle of the window.
        return lesson.asks(new Question(pool, Asks.number("s", 0, 1_000), millis / 1e3, after),
                Metric.P50, List.of(pool), runs -> {
            double median = runs.median(pool, Metric.P50) / 1e3;
            return new Solution(median,
                    say("A request sent in second %d was answered after %s s. The load test with "
                    + "%d users reported %s", after, median, users,
                    runs.ofClosedLoop().millis(pool, Metric.P50)));
        });
    }

    private static Lesson hangingCalls(Draft draft) throws UsageException {
        int threads = draft.put("threads", 40);
        // Percent of calls. With fewer, chance would decide how many hang in the window.
        int hanging = draft.put("hanging", 20);
        int good = draft.put("good", 100 - hanging);
        // Milliseconds: short enough for each thread to hang several times in the window.
        int patience = draft.put("patience", 1_000);
        double givenUpAfter = draft.put("givenUpAfter", (double) patience);
        int delay = draft.vary("delay", 50, 40, 60);
        int rate = draft.vary("rate", 200, 190, 195, 210);
        draft.put("limit", 100);
        PlannedLesson lesson = draft.experiment();
        lesson.put("most", 1e3 * threads / delay);
        lesson.put("wrong", rate * good / 100.0);
        lesson.put("goodCalls", givenUpAfter / delay);
        lesson.put("allHang", rate * givenUpAfter / 1e3);
        Prediction theory = lesson.predicted("pool-40");
        double seconds = theory.inFlight() * (1 - theory.failing()) / theory.throughput();
        lesson.put("mean", 1e3 * seconds);
        lesson.put("inFlight", theory.inFlight());
        Prediction free = lesson.predicted("loom");
        lesson.put("unlimited", Math.rint(free.inFlight()));
        lesson.put("need", Math.ceil(free.inFlight() + 4 * Math.sqrt(free.inFlight())));
        lesson.put("unlimitedRate", Math.rint(free.throughput()));
        lesson.put("early",
                lesson.predictedOf("pool --answer-timeout 200 --threads " + threads).throughput());
        return lesson.asks(new Question("pool-40", Asks.REQUESTS_PER_SECOND, theory.throughput()),
                Metric.THROUGHPUT, List.of("pool-40"),
                runs -> new Solution(runs.throughput("pool-40"),
                        "The pool: " + withLatency(runs, "pool-40") + "; virtual threads: "
                        + withLatency(runs, "loom") + "; with the bulkhead: "
                        + withLatency(runs, "loom-100-calls")));
    }

    private static String withLatency(LessonRuns runs, String contender) {
        return runs.isImpossible(contender)
                ? "measured the impossible"
                : runs.perSecond(contender) + ", mean latency " + runs.millis(contender, Metric.MEAN);
    }
}

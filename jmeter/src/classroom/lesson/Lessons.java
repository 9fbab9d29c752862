package classroom.lesson;

import static classroom.lesson.Draft.say;

import module java.base;
import classroom.lesson.Draft.LessonRuns;
import common.commandline.CommandLine.UsageException;
import experiment.Load;
import experiment.Metric;
import experiment.Prediction;
import text.Numbers;

/** The lessons, in order. Their texts and experiments are in {@code resources/classroom/lessons}. */
public final class Lessons {
    private static final Asks REQUESTS_PER_SECOND = Asks.number("requests/s", 0, 1_000_000);

    private interface Script {
        void write(Draft lesson) throws UsageException;
    }

    private static final List<Script> SCRIPTS = List.of(Lessons::oneThread, Lessons::fewThreads,
            Lessons::aVirtualThreadEach, Lessons::aThousandThreads, Lessons::withoutAThreadEach,
            Lessons::computing, Lessons::tenPermits, Lessons::pinned, Lessons::aClosedLoop,
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
                Draft draft = new Draft(lessons.size() + 1, seed, repository, cores);
                script.write(draft);
                lessons.add(draft.lesson());
            } catch (UsageException | IOException e) {
                throw new IllegalStateException("lesson " + (lessons.size() + 1), e);
            }
        }
        return lessons;
    }

    private static void oneThread(Draft lesson) throws UsageException {
        lesson.vary("delay", 50, 40, 80, 100, 125);
        int users = lesson.vary("users", 20, 10, 15, 25);
        lesson.experiment();
        Prediction theory = lesson.predicted("pool-1");
        lesson.put("latency", 1e3 * theory.latency());
        lesson.put("all", lesson.predictedOf("loom").throughput());
        lesson.answer("pool-1", REQUESTS_PER_SECOND, theory.throughput());
        lesson.measured(Metric.THROUGHPUT, List.of("pool-1"),
                runs -> new Solution(runs.throughput("pool-1"),
                        say("One thread answered %s: one every %s ms, while the other %d waited",
                        runs.perSecond("pool-1"), Math.rint(1e3 / runs.throughput("pool-1")),
                        users - 1)));
    }

    private static void fewThreads(Draft lesson) throws UsageException {
        int delay = lesson.vary("delay", 50, 40, 80, 100);
        int few = lesson.put("few", 4);
        // Even numbers make the rate a whole number for each delay.
        int enough = lesson.vary("enough", 20, 10, 16, 24, 30);
        int rate = lesson.put("rate", enough * 1_000 / delay);
        lesson.put("users", 2 * enough);
        lesson.experiment();
        int threads = 1;
        while (Math.round(lesson.predictedOf("pool --threads " + threads).throughput()) < rate) {
            threads++;
        }
        lesson.answer("pool-4", Asks.number("threads", 1, 10_000), lesson.put("threads", threads));
        lesson.measured(Metric.THROUGHPUT, List.of("pool-4"), runs -> {
            double each = runs.throughput("pool-4") / few;
            String check = Double.isNaN(runs.throughput(Draft.ASKED_FOR)) ? ""
                    : say(". A pool of %d answered %s", enough, runs.perSecond(Draft.ASKED_FOR));
            return new Solution(rate / each,
                    say("%s threads for %d requests/s, because each of the %d threads "
                            + "answered %s/s", rate / each, rate, few, each) + check);
        });
    }

    private static void aVirtualThreadEach(Draft lesson) throws UsageException {
        int users = lesson.vary("users", 1_000, 700, 800, 900);
        // With fewer threads, latency would still rise after the warm-up.
        int threads = lesson.vary("threads", 200, 250, 300, 350);
        lesson.put("queued", users - threads);
        lesson.put("same", lesson.cores() == 1 ? "core" : lesson.cores() + " cores");
        lesson.experiment();
        lesson.answer("loom", REQUESTS_PER_SECOND, lesson.predicted("loom").throughput());
    }

    private static void aThousandThreads(Draft lesson) throws UsageException {
        int users = lesson.vary("users", 1_000, 700, 800, 900);
        String pool = "pool-" + users;
        int touched = lesson.put("touched", 80);      // KiB: HotSpot's 20 StackShadowPages of 4 KiB
        int frames = lesson.put("frames", 12);      // KiB, measured on Linux with a request in flight
        double least = lesson.put("least", Math.rint(users * (touched + frames) / 1_024.0));
        // MiB: about half the right answer, about twice the right answer, and less than 1 MiB for each thread.
        List<Integer> bounds =
                List.of(lesson.put("little", users / 20), lesson.put("some", users / 5),
                lesson.put("much", users * 7 / 10));
        lesson.experiment();
        lesson.answer(pool, lesson.choices(), choice(bounds, least));
        lesson.measured(Metric.RSS, List.of(pool, "loom"), runs -> {
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

    private static void withoutAThreadEach(Draft lesson) throws UsageException {
        lesson.vary("users", 1_000, 600, 700, 800, 900);
        lesson.experiment();
        lesson.put("wrong", 1e3 * lesson.cores() / lesson.waitMillis());
        lesson.answer("async", REQUESTS_PER_SECOND, lesson.predicted("async").throughput());
    }

    private static void computing(Draft lesson) throws UsageException {
        int cores = lesson.cores();
        lesson.put("users", cores * lesson.vary("each", 15, 12, 14, 16, 18));
        lesson.vary("millions", 3, 2, 4);
        lesson.put("pool", cores == 1 ? "one thread for the one core"
                : cores + " threads for the " + cores + " cores");
        String pool = "pool-" + cores;
        lesson.experiment();
        boolean areCpuBound = lesson.predicted(pool).isCpuBound()
                && lesson.predicted("loom").isCpuBound();
        lesson.answer("loom", Asks.number("× the pool", 0, 1_000_000),
                areCpuBound ? 1
                : lesson.predicted("loom").throughput() / lesson.predicted(pool).throughput());
        lesson.measured(Metric.THROUGHPUT, List.of(pool, "loom"), runs -> {
            double times = runs.throughput("loom") / runs.throughput(pool);
            return new Solution(times,
                    say("%s the throughput: virtual threads %s, the pool %s", Numbers.times(times),
                    runs.perSecond("loom"), runs.perSecond(pool)));
        });
    }

    private static void tenPermits(Draft lesson) throws UsageException {
        lesson.put("permits", 10);
        int users = lesson.put("users", 60);
        lesson.put("threads", 40);      // enough for all permits: a request spends a third of its time in authorize
        // Without jitter, permits would become free in groups, and chance would decide how many groups are measured.
        int jitter = lesson.put("jitter", 100);
        lesson.put("delay", 50 - jitter / 2);
        lesson.put("stageDelay", lesson.vary("stage", 333, 250, 300, 320, 350) - jitter / 2);
        lesson.experiment();
        lesson.put("wrong", 1e3 * users / lesson.waitMillis());
        lesson.answer("loom", REQUESTS_PER_SECOND, lesson.predicted("loom").throughput());
    }

    private static void pinned(Draft lesson) throws UsageException {
        int cores = lesson.cores();
        lesson.put("users", 10 + cores * lesson.vary("each", 5, 4, 6));
        int more = lesson.vary("more", 0, 1, 2, 3);
        int carriers = lesson.put("carriers", cores + more);
        lesson.put("scheduler",
                more == 0 ? "" : " | -Djdk.virtualThreadScheduler.parallelism=" + carriers);
        lesson.put("set", more == 0 ? "one for each core" : "set by hand");
        lesson.experiment();
        lesson.answer("loom", REQUESTS_PER_SECOND, lesson.predicted("loom").throughput());
    }

    private static void aClosedLoop(Draft lesson) throws UsageException {
        int threads = lesson.vary("threads", 20, 15, 16, 18);
        // Tenths of the pool's limit. Chance would hide a smaller overload.
        int tenths = lesson.vary("tenths", 15, 14, 16);
        int wait = 100;
        int rate = lesson.put("rate", threads * tenths * 100 / wait);
        int users = lesson.put("users", rate * wait / 1_000);
        lesson.put("warmup", 4);
        int seconds = lesson.put("seconds", 3);
        // Seconds until the middle of the window, which begins half a second after the warm-up on average.
        int after = lesson.put("after", 6);
        String pool = "pool-" + threads;
        lesson.experiment();
        double most = lesson.predicted(pool).throughput();
        double excess = lesson.put("excess", rate - most);
        lesson.put("growth", 1e3 * excess / most);
        lesson.put("nearly", most * 19 / 20);
        Load closed = Load.closed("/wait-blocking", users);
        lesson.asksAt(after);
        lesson.put("closed",
                1e3 * lesson.predictedOf("pool --threads " + threads, closed).latency());
        double queued = lesson.put("queued", excess * after);
        double millis = lesson.put("answer", Math.round(1e3 * queued / most) + (double) wait);
        lesson.answer(pool, Asks.number("s", 0, 1_000), millis / 1e3);
        // Latency grows steadily, so the median is the latency in the middle of the window.
        lesson.measured(Metric.P50, List.of(pool), runs -> {
            double median = runs.median(pool, Metric.P50) / 1e3;
            return new Solution(median,
                    say("A request sent in second %d was answered after %s s. The load test with "
                    + "%d users reported %s", after, median, users,
                    runs.of(false).written(pool, Metric.P50, " ms")));
        });
    }

    private static void hangingCalls(Draft lesson) throws UsageException {
        int threads = lesson.put("threads", 40);
        // Percent of calls. With fewer, chance would decide how many hang in the window.
        int hanging = lesson.put("hanging", 20);
        int good = lesson.put("good", 100 - hanging);
        // Milliseconds: short enough for each thread to hang several times in the window.
        int patience = lesson.put("patience", 1_000);
        double givenUpAfter = lesson.put("givenUpAfter", (double) patience);
        int delay = lesson.vary("delay", 50, 40, 60);
        int rate = lesson.vary("rate", 200, 190, 195, 210);
        lesson.put("limit", 100);
        lesson.experiment();
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
        lesson.answer("pool-40", REQUESTS_PER_SECOND, theory.throughput());
        lesson.measured(Metric.THROUGHPUT, List.of("pool-40"),
                runs -> new Solution(runs.throughput("pool-40"),
                        "The pool: " + withLatency(runs, "pool-40") + "; virtual threads: "
                        + withLatency(runs, "loom") + "; with the bulkhead: "
                        + withLatency(runs, "loom-100-calls")));
    }

    private static String withLatency(LessonRuns runs, String contender) {
        return runs.isImpossible(contender) ? "measured the impossible"
                : runs.perSecond(contender) + ", mean latency "
                + runs.written(contender, Metric.MEAN, " ms");
    }
}

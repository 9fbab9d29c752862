package advise;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import advise.Resource.Kind;
import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import testing.Test;

class AdviceTest {
    /**
     * @param today   requests a second that are answered today
     * @param then    and with a virtual thread each
     * @param needed  threads of a pool that is large enough for what the rest lets through
     * @param verdict how it begins
     */
    private record Row(String reason, String line, Kind shortage, double today, double then, double needed,
            String verdict) {
    }

    /** What a reader has of a pool that is too small is the rate that it answers, and that is never more: "Perhaps". */
    private static final Row[] TABLE = {
        new Row("a pool too small", "--rate 953 --latency 1.05s --threads 200 --cores 4 --cpu 200us",
                Kind.THREADS, 190.5, 953, 1_101, "Yes: your pool is too small"),
        new Row("by next to nothing", "--rate 667 --latency 300ms --threads 200", Kind.THREADS, 666.7, 667, 246, "Yes"),
        new Row("large enough", "--rate 500 --latency 300ms --threads 200", null, 500, 500, 190,
                "Not for throughput, the pool is large enough"),
        new Row("full", "--rate 190 --latency 1.05s --threads 200", Kind.THREADS, 190, 190, 246, "Perhaps"),
        new Row("full to the last", "--rate 200 --latency 1s --threads 200", Kind.THREADS, 200, 200, 246, "Perhaps"),
        new Row("full by 95 %", "--rate 9.5 --latency 1s --threads 10", Kind.THREADS, 9.5, 9.5, 21, "Perhaps"),
        new Row("not full by 94 %", "--rate 9.4 --latency 1s --threads 10", null, 9.4, 9.4, 21, "Not for throughput"),
        new Row("a queue by chance", "--rate 0.5 --latency 1s --threads 1", null, 0.5, 0.5, 5,
                "Not for throughput; but the queue for a thread would go"),
        new Row("few permits", "--rate 500 --latency 300ms --threads 400 --permits 10 --held 50ms", Kind.PERMITS,
                200, 200, 60, "No: it is short of permits"),
        new Row("permits just enough", "--rate 199 --latency 300ms --threads 400 --permits 10 --held 50ms",
                Kind.PERMITS, 199, 199, 86, "No: it is short of permits"),
        new Row("few cores", "--rate 500 --latency 20ms --cores 4 --cpu 10ms", Kind.CORES, 400, 400, 8,
                "No: it is short of cores"),
        new Row("it computes", "--rate 300 --latency 10ms --cpu 10ms --cores 4", null, 300, 300, 11,
                "No: its requests compute"),
        new Row("after threads, permits", "--rate 500 --latency 1s --threads 100 --permits 10 --held 50ms",
                Kind.PERMITS, 100, 200, 200, "Only up to 200/s"),
        new Row("after threads, cores", "--rate 1200 --latency 800ms --threads 400 --cores 2 --cpu 3ms", Kind.CORES,
                500, 666.7, 534, "Only up to 666.7/s"),
        new Row("then cores are full", "--rate 950 --latency 1s --threads 200 --cores 4 --cpu 4ms", Kind.CORES,
                200, 950, 1_048, "Yes: your pool is too small"),
        new Row("pinned", "--rate 500 --latency 100ms --threads 50 --cores 2 --pinned 100ms", Kind.CARRIERS,
                500, 20, 74, "No, as long as it waits in native code"),
        new Row("it computes on its carrier, too: measured, 319/s with virtual threads and 556/s with a pool",
                "--rate 556 --latency 100ms --threads 200 --cores 2 --cpu 3ms --pinned 3ms", Kind.CARRIERS,
                556, 333.3, 81, "No, as long as it waits in native code"),
        new Row("as few carriers as threads", "--rate 10 --latency 1s --threads 2 --cores 2 --pinned 1s",
                Kind.CARRIERS, 2, 2, 22, "No, as long as"),
        new Row("no pool", "--rate 300 --latency 1s --threads none", null, 300, 300, 356, "It has no pool"),
        new Row("no pool, few permits", "--rate 300 --latency 1s --threads none --permits 10 --held 1s", Kind.PERMITS,
                10, 10, 10, "It has no pool: no request waits for a thread. What it is short of are permits.")};

    @Test
    void figuresComeToAVerdict() throws Exception {
        for (Row row : TABLE) {
            List<String> remarks = new ArrayList<>();
            Advice advice = Advice.on(figures(row.line, remarks));
            assertEquals(Optional.ofNullable(row.shortage), advice.shortage(), row.reason);
            assertEquals(List.of(Quantity.number(row.today), Quantity.number(row.then), Quantity.number(row.needed)),
                    List.of(Quantity.number(advice.answeredToday()), Quantity.number(advice.answeredThen()),
                    Quantity.number(advice.threadsNeeded())), row.reason + ": today, then, needed");
            String text = advice.text(remarks);
            assertTrue(text.replace('\n', ' ').startsWith(row.verdict), row.reason + ": " + text);
            assertContains("./run.sh compare "
                    + (row.shortage == null ? "story --users 100" : row.shortage.experiment), text);
        }
    }

    private static ServiceFigures figures(String line, List<String> remarks) throws Exception {
        return Advise.figures(CommandLine.parse(Advise.OPTIONS, line.split(" ")), remarks);
    }

    @Test
    void arithmeticIsShownAndAddsUp() throws Exception {
        String[][] table = {
            {"--rate 500 --latency 300ms --threads 200 --p99 1.1s", "200 threads / 300 ms = 666.7/s, 75 % used",
                "500/s × 300 ms = 150 threads", "500/s × 1.1 s = 550 threads", "200 / 500/s = 400 ms"},
            {"--rate 500 --latency 1s --threads 100 --permits 10 --held 50ms", "10 permits / 50 ms = 200/s",
                "100/s today, 200/s with them: 2 times as many", "400/s more arrive"},
            {"--rate 500 --latency 100ms --threads 50 --cores 2 --pinned 100ms", "parallelism=50 "},
            {"--rate 40 --latency 20ms --threads 1 --cores 1 --cpu 9ms", "80 ms on average for a thread"},
            {"--rate 1000000 --latency 3600s", "the 3,600,000,000 in flight would take some 360,000,000 MiB"},
            {"--rate 0.004 --latency 10s", "0.004/s × 10 s = 0.04 threads"},
            {"--rate 1 --latency 2min --threads 1", "1 thread / 120 s = "},
            {"--rate 100 --latency 150ms --p99 20ms", "A p99 below the mean", "Assumed: a pool of 200 threads"},
            {"--rate 100 --latency 100us --cpu 150us", "Its CPU time is more than the time"}};
        for (String[] row : table) {
            List<String> remarks = new ArrayList<>();
            String text = Advice.on(figures(row[0], remarks)).text(remarks).replaceAll("\\s+", " ");
            for (int i = 1; i < row.length; i++) {
                assertContains(row[i], text);
            }
        }
    }

    /** Counted from the Poisson distribution itself; beyond the sum it goes on as smoothly. */
    @Test
    void oneIsFreeInNearlyAllMoments() {
        double[][] busyAndThreads = {{0.05, 3}, {0.8, 6}, {1, 6}, {5, 14}, {10, 22}, {150, 190}, {1_000, 1_100}};
        for (double[] each : busyAndThreads) {
            assertEquals(each[1], Resource.toHaveOneFree(each[0]), each[0] + " busy");
        }
        double step = Resource.toHaveOneFree(100_001) - Resource.toHaveOneFree(99_999);
        assertTrue(step >= 0 && step <= 4, "a step of " + step);
    }

    /** Of one server: busy share / (1 - busy share) times in service. */
    @Test
    void oneServerHasTheQueueOfTextbooks() {
        Resource one = new Resource(Kind.THREADS, 1, 0.02);
        assertEquals(80L, Math.round(1e3 * one.meanWait(40)));
        assertEquals(Double.POSITIVE_INFINITY, one.meanWait(50));
        assertEquals(0L, Math.round(1e6 * new Resource(Kind.THREADS, 200, 1).meanWait(100)));
    }

    @Test
    void nonsenseGetsAClearLine() {
        String[][] table = {
            {"--rate 0 --latency 1s", "--rate takes requests a second, above 0"},
            {"--rate 5 --latency -1", "--latency takes a time with its unit, from 1us"},
            {"--rate 5 --latency 300", "not: 300"},
            {"--rate 5 --latency 0ms", "not: 0ms"},
            {"--rate 5 --latency 10ms --cpu 10s", "--cpu 10 s is more than --latency 10 ms"},
            {"--rate 5 --latency 10ms --pinned 1s", "--pinned 1 s is more than --latency"},
            {"--rate 5 --latency 10ms --held 1ms", "--held is for how long"},
            {"--rate 5", "tell it --latency"},
            {"--threads 5", "tell it --rate"},
            {"--from nowhere", "--from takes an address"},
            {"--from 127.0.0.1:8083/stats", "--from takes an address"},
            {"--from jar:file:/x!/y", "--from takes an address"},
            {"--rate 5 --latency 10ms please", "takes options only"}};
        for (String[] row : table) {
            assertContains(row[1], assertThrows(UsageException.class,
                    () -> figures(row[0], new ArrayList<>())).getMessage());
        }
    }
}

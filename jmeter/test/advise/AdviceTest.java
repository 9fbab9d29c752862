package advise;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import advise.Advice.Kind;
import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import testing.Test;

/** What figures that were typed come to, and the verdict on them. */
class AdviceTest {
    private static Advice advice(String line, List<String> remarks) throws Exception {
        return Advice.on(Advise.figures(CommandLine.parse(Advise.OPTIONS, line.split(" ")), remarks));
    }

    /** On one line: where it is broken is no matter. */
    private static String text(String line) throws Exception {
        List<String> remarks = new ArrayList<>();
        return AdviceText.of(advice(line, remarks), remarks).replaceAll("\\s+", " ");
    }

    /**
     * @param shortage what there is too little of; null for nothing
     * @param today    answered in a second
     * @param then     answered in a second with virtual threads
     * @param verdict  how the text begins
     */
    private record Row(String line, Kind shortage, double today, double then, String verdict) {
    }

    private static final List<Row> ROWS = List.of(
            new Row("--rate 953 --latency 1.05s --threads 200 --cores 4 --cpu 200us", Kind.THREADS, 190.5, 953,
                    "Yes: your pool is too small for what arrives. Virtual threads are as many as arrive; so is a pool "
                    + "of 1,101."),
            new Row("--rate 500 --latency 300ms --threads 200", null, 500, 500,
                    "Not for throughput, the pool is large enough"),
            // What a reader has of a pool that is too small is the rate that it answers, and that is never more.
            new Row("--rate 190 --latency 1.05s --threads 200", Kind.THREADS, 190, 190, "Perhaps: your pool is full"),
            new Row("--rate 667 --latency 300ms --threads 200", Kind.THREADS, 666.7, 667,
                    "Yes: your pool is too small"),
            new Row("--rate 0.5 --latency 1s --threads 1", null, 0.5, 0.5,
                    "Not for throughput; but the queue for a thread would go, with them or with a pool of 5."),
            new Row("--rate 500 --latency 300ms --threads 400 --permits 10 --held 50ms", Kind.PERMITS, 200, 200,
                    "No: it is short of permits"),
            new Row("--rate 199 --latency 300ms --threads 400 --permits 10 --held 50ms", Kind.PERMITS, 199, 199,
                    "No: it is short of permits"),
            new Row("--rate 500 --latency 20ms --cores 4 --cpu 10ms", Kind.CORES, 400, 400, "No: it is short of cores"),
            new Row("--rate 300 --latency 10ms --cpu 10ms --cores 4", null, 300, 300, "No: its requests compute"),
            new Row("--rate 1200 --latency 800ms --threads 400 --cores 2 --cpu 3ms", Kind.CORES, 500, 666.7,
                    "Only up to 666.7/s: your pool is too small, but so are the cores"),
            new Row("--rate 950 --latency 1s --threads 200 --cores 4 --cpu 4ms", Kind.CORES, 200, 950,
                    "Yes: your pool is too small for what arrives. Virtual threads are as many as arrive; so is a pool "
                    + "of 1,048. Then the cores are full."),
            new Row("--rate 500 --latency 100ms --threads 50 --cores 2 --pinned 100ms", Kind.CARRIERS, 500, 20,
                    "No, as long as it waits in native code"),
            // On its carrier a request computes as well: measured, 319/s with virtual threads and 556/s with a pool.
            new Row("--rate 556 --latency 100ms --threads 200 --cores 2 --cpu 3ms --pinned 3ms", Kind.CARRIERS, 556,
                    333.3, "No, as long as it waits in native code"),
            new Row("--rate 300 --latency 1s --threads none", null, 300, 300,
                    "It has no pool: no request waits for a thread."),
            new Row("--rate 300 --latency 1s --threads none --permits 10 --held 1s", Kind.PERMITS, 10, 10,
                    "It has no pool: no request waits for a thread. What it is short of are permits."));

    @Test
    void figuresComeToAVerdict() throws Exception {
        for (Row row : ROWS) {
            Advice advice = advice(row.line, new ArrayList<>());
            assertEquals(Optional.ofNullable(row.shortage), advice.shortage(), row.line);
            assertEquals(Quantity.number(row.today), Quantity.number(advice.answeredToday()), row.line);
            assertEquals(Quantity.number(row.then), Quantity.number(advice.answeredThen()), row.line);
            String text = text(row.line);
            assertTrue(text.startsWith(row.verdict), row.line + " says: " + text);
            assertContains("./run.sh compare " + (row.shortage == null ? "story --users 100" : row.shortage.experiment),
                    text);
        }
    }

    @Test
    void arithmeticIsShownAndAddsUp() throws Exception {
        String[][] rows = {
            {"--rate 953 --latency 1.05s --threads 200 --cpu 200us", "200 threads / 1.05 s = 190.5/s, 500.3 % used"},
            {"--rate 500 --latency 20ms --cores 4 --cpu 10ms", "4 cores / 10 ms of CPU time = 400/s"},
            {"--rate 556 --latency 100ms --threads 200 --cores 2 --cpu 3ms --pinned 3ms",
                "2 carriers / 6 ms = 333.3/s"},
            {"--rate 500 --latency 300ms --threads 200", "500/s × 300 ms = 150 threads busy on average"},
            {"--rate 500 --latency 300ms --threads 200", "it takes 190 threads to have one free in 999 of 1,000"},
            {"--rate 40 --latency 20ms --threads 1 --cores 1 --cpu 10ms", "a request waits 80 ms on average"},
            {"--rate 500 --latency 100ms --threads 50 --cores 2 --pinned 100ms", "parallelism=50"},
            {"--rate 1000000 --latency 3600s", "the 3,600,000,000 in flight"},
            {"--rate 499.6 --latency 400.4ms --threads 200", "next to nothing more"},
            {"--rate 100 --latency 1s --p99 1.1s", "100/s × 1.1 s = 110 threads"},
            {"--rate 0.004 --latency 10s", "0.004/s × 10 s = 0.04 threads"},
            {"--rate 500 --latency 2500s --threads 1000", "499.6/s more"},
            {"--rate 1 --latency 2min --threads 1", "1 thread / 120 s = "},
        };
        for (String[] row : rows) {
            assertContains(row[1], text(row[0]));
        }
    }

    @Test
    void whatIsAssumedOrStrangeIsSaid() throws Exception {
        assertContains("Assumed: a pool of 200 threads, as Tomcat has.", text("--rate 100 --latency 150ms"));
        assertContains("A p99 below the mean", text("--rate 100 --latency 150ms --p99 20ms"));
        assertContains("Its CPU time is more than the time", text("--rate 100 --latency 100us --cpu 150us"));
    }

    @Test
    void nonsenseGetsAClearLine() {
        String[][] rows = {
            {"--rate 0 --latency 1s", "--rate takes requests a second, above 0"},
            {"--rate 5 --latency -1", "--latency takes a time with its unit, from 1us"},
            {"--rate 5 --latency 300", "not: 300"},
            {"--rate 5 --latency 0ms", "not: 0ms"},
            {"--rate 5 --latency 10ms --cpu 10s",
                "--cpu 10 s is more than --latency 10 ms: a request computes for a part"},
            {"--rate 5 --latency 10ms --pinned 1s", "--pinned 1 s is more than --latency"},
            {"--rate 5 --latency 10ms --held 1ms", "--held is for how long"},
            {"--rate 5", "tell it --latency"},
            {"--threads 5", "tell it --rate"},
            {"--from nowhere", "--from takes an address"},
            {"--from 127.0.0.1:8083/stats", "--from takes an address"},
            {"--from jar:file:/x!/y", "--from takes an address"},
            {"--rate 5 --latency 10ms please", "takes options only"},
        };
        for (String[] row : rows) {
            assertContains(row[1], assertThrows(UsageException.class,
                    () -> advice(row[0], new ArrayList<>())).getMessage());
        }
    }
}

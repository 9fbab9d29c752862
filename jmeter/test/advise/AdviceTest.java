package advise;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import advise.Resource.Kind;
import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import testing.Test;

class AdviceTest {
    private static Advice on(String line) throws Exception {
        return advice(line, new ArrayList<>());
    }

    private static Advice advice(String line, List<String> remarks) throws Exception {
        return Advice.on(Advise.figures(CommandLine.parse(Advise.OPTIONS, line.split(" ")), remarks));
    }

    /** On one line: where it is broken is no matter. */
    private static String text(String line) throws Exception {
        List<String> remarks = new ArrayList<>();
        return AdviceText.of(advice(line, remarks), remarks).replaceAll("\\s+", " ");
    }

    private static void says(String line, Kind expected, String... sentences) throws Exception {
        assertEquals(Optional.ofNullable(expected), on(line).shortage(), line);
        String text = text(line);
        for (String sentence : sentences) {
            assertContains(sentence, text);
        }
        assertContains("./run.sh compare " + (expected == null ? "story --users 100" : expected.experiment()), text);
    }

    private static String refused(String line) {
        return assertThrows(UsageException.class, () -> on(line)).getMessage();
    }

    @Test
    void threadsThatAreTooFewAreWhatVirtualThreadsReplace() throws Exception {
        says("--rate 953 --latency 1.05s --threads 200 --cores 4 --cpu 200us", Kind.THREADS,
                "Yes: your pool is too small for what arrives. Virtual threads are as many as arrive; so is a pool of "
                + "1,101.",
                "200 threads / 1.05 s = 190.5/s, 500.3 % used by 953/s",
                "Today: the threads limit it, at 190.5/s. 762.5/s more arrive than are answered",
                "190.5/s today, 953/s with them: 5.003 times as many, if what it waits for can take that",
                "the 1,001 in flight would take some 101 MiB more than on virtual ones; beside today's 200, both");
    }

    @Test
    void whereNothingIsTooFewNothingIsWon() throws Exception {
        says("--rate 500 --latency 300ms --threads 200", null,
                "Not for throughput, the pool is large enough; yes, if nobody shall have to choose its size.",
                "Today: nothing limits it.", "500/s × 300 ms = 150 threads busy on average",
                "it takes 190 threads to have one free in 999 of 1,000 moments", "200 / 500/s = 400 ms",
                "500/s today, and as much with them", "story --users 100");
    }

    /** What a reader has of a pool that is too small is the rate that it answers, and that is never more. */
    @Test
    void whatIsFullMayBeAllThatIsAnsweredAndNotAllThatArrives() throws Exception {
        says("--rate 190 --latency 1.05s --threads 200", Kind.THREADS, "Perhaps: your pool is full",
                "If more than 190/s arrive, yes.", "the threads are full", "what goes is the queue for a thread");
        says("--rate 200 --latency 1s --threads 200", Kind.THREADS, "those who come by chance queue without end");
        says("--rate 667 --latency 300ms --threads 200", Kind.THREADS, "Yes: your pool is too small");
    }

    @Test
    void aQueueIsToldBeforeItIsEndless() throws Exception {
        says("--rate 40 --latency 20ms --threads 1 --cores 1 --cpu 10ms", null,
                "nothing limits it; but a request waits 80 ms on average for a thread");
        says("--rate 0.5 --latency 1s --threads 1", null, "Not for throughput; but the queue for a thread "
                + "would go, with them or with a pool of 5.", "what goes is the queue for a thread");
        says("--rate 930 --latency 30ms --threads 100 --permits 10 --held 10ms", null,
                "on average for a permit, where they come by chance", "on average in the queue for a permit");
    }

    @Test
    void permitsAndCoresStayAsMany() throws Exception {
        says("--rate 500 --latency 300ms --threads 400 --permits 10 --held 50ms", Kind.PERMITS,
                "No: it is short of permits", "10 permits / 50 ms = 200/s", "200/s today, and as much with them",
                "a semaphore there holds them back", "memory: grows with those who wait");
        says("--rate 500 --latency 20ms --cores 4 --cpu 10ms", Kind.CORES, "No: it is short of cores",
                "4 cores / 10 ms of CPU time = 400/s", "Assumed: a pool of 200 threads, as Tomcat has.");
        says("--rate 199 --latency 300ms --threads 400 --permits 10 --held 50ms", Kind.PERMITS, "the permits are full");
    }

    @Test
    void whatComputesIsBetterOffWithAPoolOfAsManyThreadsAsCores() throws Exception {
        says("--rate 300 --latency 10ms --cpu 10ms --cores 4", null, "No: its requests compute");
    }

    @Test
    void afterTheThreadsAnotherLimitMayCome() throws Exception {
        says("--rate 500 --latency 1s --threads 100 --permits 10 --held 50ms", Kind.PERMITS,
                "100/s today, 200/s with them: 2 times as many, if what it waits for can take that; then the permits");
        says("--rate 1200 --latency 800ms --threads 400 --cores 2 --cpu 3ms", Kind.CORES,
                "Only up to 666.7/s: your pool is too small, but so are the cores",
                "latency: grows as long as more arrives", "666.7/s × 800 ms = 533.3 threads busy on average; no pool");
        says("--rate 950 --latency 1s --threads 200 --cores 4 --cpu 4ms", Kind.CORES, "Then the cores are full.");
    }

    /** On its carrier a request computes as well: measured, 319/s with virtual threads and 556/s with a pool. */
    @Test
    void whatPinsMakesItWorse() throws Exception {
        says("--rate 500 --latency 100ms --threads 50 --cores 2 --pinned 100ms", Kind.CARRIERS,
                "No, as long as it waits in native code", "500/s today, only 20/s with them", "parallelism=50");
        says("--rate 556 --latency 100ms --threads 200 --cores 2 --cpu 3ms --pinned 3ms", Kind.CARRIERS,
                "2 carriers / 6 ms = 333.3/s", "556/s today, only 333.3/s with them");
        says("--rate 10 --latency 1s --threads 2 --cores 2 --pinned 1s", Kind.CARRIERS,
                "the carriers let through no more than the threads did");
        says("--rate 19.9 --latency 100ms --threads 50 --cores 2 --pinned 100ms", Kind.CARRIERS,
                "19.9/s today, and as much with them: but then the carriers are full");
    }

    @Test
    void aServiceWithoutAPoolHasNoneThatIsTooSmall() throws Exception {
        says("--rate 300 --latency 1s --threads none", null, "It has no pool: no request waits for a thread.",
                "Today: nothing that is known limits it.", "300/s × 1 s = 300 threads busy on average");
        says("--rate 300 --latency 1s --threads none --permits 10 --held 1s", Kind.PERMITS,
                "What it is short of are permits.");
    }

    @Test
    void figuresThatAreStrangeAreComputedAndDoubted() throws Exception {
        assertContains("A p99 below the mean", text("--rate 100 --latency 150ms --p99 20ms"));
        assertContains("Its CPU time is more than the time", text("--rate 100 --latency 100us --cpu 150us"));
    }

    @Test
    void arithmeticAddsUp() throws Exception {
        assertContains("the 3,600,000,000 in flight", text("--rate 1000000 --latency 3600s"));
        assertContains("next to nothing more", text("--rate 499.6 --latency 400.4ms --threads 200"));
        assertContains("100/s × 1.1 s = 110 threads", text("--rate 100 --latency 1s --p99 1.1s"));
        assertContains("0.004/s × 10 s = 0.04 threads", text("--rate 0.004 --latency 10s"));
        assertContains("499.6/s more", text("--rate 500 --latency 2500s --threads 1000"));
        assertContains("1 thread / 120 s = ", text("--rate 1 --latency 2min --threads 1"));
    }

    @Test
    void nonsenseGetsAClearLine() {
        assertContains("--rate takes requests a second, above 0", refused("--rate 0 --latency 1s"));
        assertContains("--latency takes a time with its unit, from 1us", refused("--rate 5 --latency -1"));
        assertContains("not: 300", refused("--rate 5 --latency 300"));
        assertContains("not: 0ms", refused("--rate 5 --latency 0ms"));
        assertEquals("--cpu 10 s is more than --latency 10 ms: a request computes for a part of the time that it takes",
                refused("--rate 5 --latency 10ms --cpu 10s"));
        assertContains("--pinned 1 s is more than --latency", refused("--rate 5 --latency 10ms --pinned 1s"));
        assertContains("--held is for how long", refused("--rate 5 --latency 10ms --held 1ms"));
        assertContains("tell it --latency", refused("--rate 5"));
        assertContains("tell it --rate", refused("--threads 5"));
        assertContains("no such option: --treads; did you mean --threads?", refused("--treads 5"));
        assertContains("--from takes an address", refused("--from nowhere"));
        assertContains("takes options only", refused("--rate 5 --latency 10ms please"));
    }
}

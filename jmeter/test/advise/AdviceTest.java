package advise;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import common.law.LittlesLaw.Station;
import common.mode.Mode.Limit;
import lab.TemporaryFolder;
import lab.define.Contender;
import lab.define.ExperimentFile;
import testing.Test;
import text.Numbers;

class AdviceTest {
    /** Options; requests answered today and with virtual threads, and the threads needed; the verdict's beginning. */
    private static final String[][] TABLE = {
        {"--rate 953 --latency 1.05s --threads 200 --cores 4 --cpu 200us", "190 953 1,100",
                "Virtual threads answer 5 times as many, 953/s, because your pool of 200 answers at most 190/s. "
                + "A pool of 1,100 would do, too."},
        {"--rate 500 --latency 1s --threads 100 --permits 10 --held 50ms", "100 200 246",
                "Virtual threads answer 2 times as many, 200/s, because your pool of 100 answers at most 100/s. "
                + "A pool of 246 would do, too. Then requests queue at the next limit, 10 permits / 50 ms = 200/s."},
        {"--rate 10 --latency 1s --threads 1 --cores 2 --pinned 1s", "1 2 22",
                "Virtual threads answer 2 times as many, 2/s, because your pool of 1 answers at most 1/s. A pool of 22 "
                + "would answer 10/s."},
        {"--rate 500 --latency 300ms --threads 200", "500 500 190",
                "Virtual threads buy you nothing: with 150 requests in flight on average, your pool of 200 is large "
                + "enough. It would be too small above 667/s, or if a request took longer than 400 ms."},
        {"--rate 500 --latency 20ms --cores 4 --cpu 10ms", "400 400 19", "Virtual threads buy you nothing: "
                + "4 cores / 10 ms of CPU time = 400/s is the limit with any kind of thread, and 500/s arrive."},
        {"--rate 300 --latency 10ms --cpu 10ms --cores 4", "300 300 4", "Virtual threads buy you nothing: the "
                + "first limit that a growing load meets is 4 cores / 10 ms of CPU time = 400/s, not your pool of 200 "
                + "(20,000/s)."},
        {"--rate 199 --latency 300ms --threads 400 --permits 10 --held 50ms", "199 199 86",
                "Virtual threads buy you nothing: 10 permits / 50 ms = 200/s is the limit with any kind of thread"},
        {"--rate 200 --latency 1s --threads 200", "200 200 246", "Perhaps: your pool of 200 is full. It "
                + "answers at most 200/s, however many requests arrive."},
        // M/M/1: utilization / (1 - utilization) × latency
        {"--rate 40 --latency 20ms --threads 1 --cores 1 --cpu 9ms", "40 40 6", "Only latency: if arrivals "
                + "and durations are random, each waits 80.0 ms on average for a thread of your pool of 1. Virtual "
                + "threads end that, and so does a pool of 6. Throughput stays 40/s."},
        {"--rate 500 --latency 100ms --threads 50 --cores 2 --pinned 100ms", "500 20 74",
                "No: your pool of 50 answers 500/s, virtual threads at most 20/s (2 carriers / 100 ms), because a "
                + "request in native code keeps its carrier. -Djdk.virtualThreadScheduler.parallelism=74 would do."},
        // A pinned request keeps its carrier while it computes, too: 2 carriers / (3 ms + 3 ms) = 333/s.
        {"--rate 556 --latency 100ms --threads 200 --cores 2 --cpu 3ms --pinned 3ms", "556 333 81",
                "No: your pool of 200 answers 556/s, virtual threads at most 333/s (2 carriers / 6 ms)"},
        {"--rate 300 --latency 1s --threads none --permits 10 --held 1s", "10 10 10", "Your service has no "
                + "pool, so no request waits for a thread. Its limit is 10 permits / 1,000 ms = 10/s."}};

    @Test
    void eachSetOfFiguresLeadsToItsVerdict() throws Exception {
        for (String[] row : TABLE) {
            Advice advice = new Advice(Advise.figures(CommandLine.parse(Advise.OPTIONS, row[0].split(" ")),
                    new ArrayList<>()));
            assertEquals(row[1], String.join(" ", DoubleStream.of(advice.answeredToday(),
                    advice.answeredByVirtual(), advice.threadsNeeded()).mapToObj(Numbers::text).toList()), row[0]);
            String verdict = advise(row[0]).replace('\n', ' ');
            assertTrue(verdict.startsWith(row[2]), row[0] + ": " + verdict);
        }
    }

    private static String advise(String line) throws Exception {
        return Advise.text(CommandLine.parse(Advise.OPTIONS, line.split(" ")));
    }

    @Test
    void theTableShowsTheArithmeticAndTheNotesWhatWasAssumed() throws Exception {
        String[][] table = {
            {"--rate 953 --latency 1.05s --cores 4 --cpu 200us", "953/s × 1,050 ms = 1,001 requests in flight",
                "today: pool of 200 200 threads / 1,050 ms 190/s 500.3 % 190/s grows ",
                "pool of 1,100 1,100 threads / 1,050 ms 1,048/s 91.0 % 953/s 1,050 ms ",
                "virtual threads 4 cores / 200 µs of CPU time 20,000/s 4.8 % 953/s 1,050 ms ",
                "Assumed: a pool of 200 threads", "A pool of 1,100 has a free thread 99.9 % of the time",
                "Without --permits, database connections do not"},
            {"--rate 500 --latency 300ms --permits 40", "today: pool of 200 40 permits / 300 ms 133/s 375.0 % 133/s ",
                "A pool above 40 only lengthens the queue for the permits.", "Without --cpu, the cores do not"},
            {"--rate 10 --latency 1s --threads none", "today: no pool none is known ∞/s", "pool of 22 22 threads"}};
        for (String[] row : table) {
            String text = advise(row[0]).replaceAll("\\s+", " ");
            Stream.of(row).skip(1).forEach(part -> assertContains(part, text));
        }
    }

    /** The expected numbers come from the Poisson distribution. */
    @Test
    void aThreadIsFreeNearlyAllTheTime() {
        double[][] busyAndThreads = {{0.05, 3}, {0.8, 6}, {1, 6}, {5, 14}, {10, 22}, {150, 190}, {1_000, 1_100}};
        for (double[] each : busyAndThreads) {
            assertEquals(each[1], RandomArrivals.oneIsFree(each[0]), each[0] + " busy");
        }
        assertEquals(1_321L, Math.round(1e3 * RandomArrivals.meanWait(9.4, new Station(Limit.THREADS, 10, 1))),
                "M/M/10");
    }

    @Test
    void anExperimentAsksForTheUsersOwnPathAndOverwritesNothing() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            Path file = folder.path().resolve("mine");
            String line = "--rate 953 --latency 1.05s --threads 200 --cpu 50ms --cores 64 --path /orders --method post "
                    + "--experiment " + file;
            assertContains("./run.sh compare " + file, advise(line));
            String written = Files.readString(file);
            String own = written.replaceAll("(?m)^(#|contender).*\n", "");
            assertEquals("""
                    path = /orders
                    method = POST
                    waits = 1000ms
                    users = 1001
                    seconds = 10
                    drain = 10
                    expect = virtual/pool-200 throughput >= 4.50
                    refute = virtual/pool-200 throughput < 3.50
                    """, own);
            assertEquals(List.of("pool-200", "pool-1100", "virtual"), ExperimentFile.parse("mine",
                    written, Map.of()).contenders().stream()
                    .map(Contender::name).toList());
            assertContains("exists already", assertThrows(UsageException.class, () -> advise(line)).getMessage());
            assertEquals(written, Files.readString(file), "the file is unchanged");
        }
    }

    @Test
    void nonsenseGetsAClearMessage() {
        String[][] table = {
            {"--rate 0 --latency 1s", "--rate takes requests a second, from 0.01"},
            {"--rate 5 --latency 10ms --cpu 10s", "--cpu 10 s is more than 10 times --latency 10 ms"},
            {"--rate 5 --latency 10ms --pinned 1s", "--pinned 1,000 ms is more than --latency"},
            {"--rate 5 --latency 10ms --held 1ms", "--held needs --permits"},
            {"--rate 5", "give at least --latency"},
            {"--from jar:file:/x!/y", "--from takes an address"},
            {"--rate 5 --latency 1s --experiment mine", "--experiment and --path need"},
            {"--rate 5 --latency 1min --path /a --experiment mine", "cannot be measured: an answer would take 90 s"},
            {"--rate 90000 --latency 1ms --path /a --experiment mine", "more than JMeter can make"},
            {"--rate 5 --latency 10ms please", "takes options only"}};
        for (String[] row : table) {
            assertContains(row[1], assertThrows(UsageException.class, () -> advise(row[0])).getMessage());
        }
    }
}

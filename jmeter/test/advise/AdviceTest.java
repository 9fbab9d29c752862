package advise;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import advise.Resource.Kind;
import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import lab.TemporaryFolder;
import lab.define.Contender;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.define.Predictor;
import testing.Test;

class AdviceTest {
    private static final Path EXPERIMENTS = Path.of(System.getProperty("repository"), "jmeter/experiments");

    private record Row(String line, Kind shortage, String figures, String verdict) {
    }

    private static final Row[] TABLE = {
        new Row("--rate 953 --latency 1.05s --threads 200 --cores 4 --cpu 200us", Kind.THREADS, "190.5 953 1,101",
                "Yes: your pool is too small"),
        new Row("--rate 667 --latency 300ms --threads 200", Kind.THREADS, "666.7 667 246", "Yes"),
        new Row("--rate 500 --latency 300ms --threads 200", null, "500 500 190",
                "No gain in throughput: the pool is large enough"),
        new Row("--rate 200 --latency 1s --threads 200", Kind.THREADS, "200 200 246", "Perhaps"),
        new Row("--rate 9.5 --latency 1s --threads 10", Kind.THREADS, "9.5 9.5 21", "Perhaps"),
        new Row("--rate 9.4 --latency 1s --threads 10", null, "9.4 9.4 21", "No gain in throughput. But"),
        new Row("--rate 0.5 --latency 1s --threads 1", null, "0.5 0.5 5", "No gain in throughput. But virtual"),
        new Row("--rate 500 --latency 300ms --threads 400 --permits 10 --held 50ms", Kind.PERMITS, "200 200 60",
                "No: the service is short of permits"),
        new Row("--rate 199 --latency 300ms --threads 400 --permits 10 --held 50ms", Kind.PERMITS, "199 199 86",
                "No: the service is short of permits"),
        new Row("--rate 500 --latency 20ms --cores 4 --cpu 10ms", Kind.CORES, "400 400 8",
                "No: the service is short of cores"),
        new Row("--rate 300 --latency 10ms --cpu 10ms --cores 4", null, "300 300 11", "No: the requests compute"),
        new Row("--rate 500 --latency 1s --threads 100 --permits 10 --held 50ms", Kind.PERMITS, "100 200 200",
                "Yes, but only up to 200/s"),
        new Row("--rate 1200 --latency 800ms --threads 400 --cores 2 --cpu 3ms", Kind.CORES, "500 666.7 534",
                "Yes, but only up to 666.7/s"),
        new Row("--rate 950 --latency 1s --threads 200 --cores 4 --cpu 4ms", Kind.CORES, "200 950 1,048", "Yes"),
        new Row("--rate 500 --latency 100ms --threads 50 --cores 2 --pinned 100ms", Kind.CARRIERS, "500 20 74",
                "No, not while requests wait in native code"),
        // A pinned request keeps its carrier while it computes, too: 2 carriers / (3 ms + 3 ms) = 333.3/s.
        new Row("--rate 556 --latency 100ms --threads 200 --cores 2 --cpu 3ms --pinned 3ms", Kind.CARRIERS,
                "556 333.3 81", "No, not while"),
        new Row("--rate 10 --latency 1s --threads 2 --cores 2 --pinned 1s", Kind.CARRIERS, "2 2 22", "No, not while"),
        new Row("--rate 300 --latency 1s --threads none", null, "300 300 356", "The service has no pool"),
        new Row("--rate 300 --latency 1s --threads none --permits 10 --held 1s", Kind.PERMITS, "10 10 10",
                "The service has no pool: no request waits for a thread. It is short of permits.")};

    @Test
    void eachSetOfFiguresLeadsToItsVerdict() throws Exception {
        for (Row row : TABLE) {
            Advice advice = Advice.on(figures(row.line, new ArrayList<>()));
            assertEquals(Optional.ofNullable(row.shortage), advice.shortage(), row.line);
            String found = String.join(" ", DoubleStream.of(advice.answeredToday(), advice.answeredByVirtual(),
                    advice.threadsNeeded()).mapToObj(Quantity::number).toList());
            assertEquals(row.figures, found, row.line + ": answered today, with virtual threads; threads needed");
            String text = advice.text(List.of(), "");
            assertTrue(text.replace('\n', ' ').startsWith(row.verdict), row.line + ": " + text);
            assertContains("./run.sh compare "
                    + (row.shortage == null ? "story --users 100" : row.shortage.experiment), advice.similarCase());
        }
    }

    private static ServiceFigures figures(String line, List<String> remarks) throws Exception {
        return Advise.figures(CommandLine.parse(Advise.OPTIONS, line.split(" ")), remarks);
    }

    @Test
    void theTextShowsArithmeticAssumptionsAndDoubts() throws Exception {
        String[][] table = {
            {"--rate 500 --latency 300ms --threads 200 --p99 1.1s", "200 threads / 300 ms = 666.7/s, 75 % used",
                "500/s × 300 ms = 150 threads", "500/s × 1.1 s = 550 threads", "200 / 500/s = 400 ms"},
            {"--rate 500 --latency 1s --threads 100 --permits 10 --held 50ms", "10 permits / 50 ms = 200/s",
                "100/s today, 200/s with virtual threads: 2 times as many", "The other 400/s wait"},
            {"--rate 500 --latency 100ms --threads 50 --cores 2 --pinned 100ms",
                "50 busy on average; with -Djdk.virtualThreadScheduler.parallelism=74 one is free 99.9 % of the time. ",
                "100 ms is the mean of all requests. If a few requests pin for long, others wait"},
            {"--rate 100 --latency 300ms --permits 40", "Assumed: a permit is held for the whole 300 ms."},
            {"--rate 40 --latency 20ms --threads 1 --cores 1 --cpu 9ms", "80 ms on average for a thread"},
            {"--rate 1000000 --latency 3600s", "the 3,600,000,000 requests in flight would take about 360,000,000 MiB"},
            {"--rate 0.004 --latency 2min --threads 1", "0.004/s × 120 s = 0.48 threads", "1 thread / 120 s = "},
            {"--rate 100 --latency 150ms --p99 20ms", "The p99 is below the mean", "Assumed: a pool of 200 threads"},
            {"--rate 100 --latency 100us --cpu 150us", "A request's CPU time is longer than its latency"}};
        for (String[] row : table) {
            List<String> remarks = new ArrayList<>();
            String text = Advice.on(figures(row[0], remarks)).text(remarks, "").replaceAll("\\s+", " ");
            Stream.of(row).skip(1).forEach(part -> assertContains(part, text));
        }
    }

    /** The expected values come from the Poisson distribution, the mean wait from an M/M/1 queue. */
    @Test
    void aThreadIsFreeNearlyAllTheTime() {
        double[][] busyAndThreads = {{0.05, 3}, {0.8, 6}, {1, 6}, {5, 14}, {10, 22}, {150, 190}, {1_000, 1_100}};
        for (double[] each : busyAndThreads) {
            assertEquals(each[1], Resource.toHaveOneFree(each[0]), each[0] + " busy");
        }
        double step = Resource.toHaveOneFree(100_001) - Resource.toHaveOneFree(99_999);
        assertTrue(step >= 0 && step <= 4, "a step of " + step);
        Resource one = new Resource(Kind.THREADS, 1, 0.02);
        assertEquals(80L, Math.round(1e3 * one.meanWait(40)), "busy share / (1 - busy share) × service time");
        assertEquals(Double.POSITIVE_INFINITY, one.meanWait(50));
    }

    @Test
    void adviceAgreesWithThePredictionOfAnExperiment() throws Exception {
        String[][] table = {
            {"story", "pool-200", "1000", "--latency 1.049s --threads 200"},
            {"story", "loom", "1000", "--latency 1.049s"},
            {"pool-sweep", "pool-400", "1000", "--latency 1.049s --threads 400"},
            {"database-permits", "pool-20", "200", "--latency 1.049s --threads 20 --permits 10 --held 333ms"},
            {"database-permits", "loom", "200", "--latency 1.049s --permits 10 --held 333ms"},
            {"pinned", "loom", "50", "--latency 100ms --cores 2 --pinned 100ms"}};
        for (String[] row : table) {
            Experiment experiment = ExperimentFile.read(EXPERIMENTS, row[0], Map.of());
            Contender contender = experiment.contenders().stream().filter(each -> each.name().equals(row[1]))
                    .findFirst().orElseThrow();
            Load load = Load.closed(row[0].equals("pinned") ? "/pinned" : "/meetings", Integer.parseInt(row[2]));
            Advice advice = Advice.on(figures("--rate 1000000 " + row[3], new ArrayList<>()));
            double predicted = Math.min(Predictor.predict(experiment, contender, load, 2).throughput(), 1e6);
            double advised = row[1].equals("loom") ? advice.answeredByVirtual() : advice.answeredToday();
            double answered = Math.min(advised, Integer.parseInt(row[2]) / advice.figures().latency());
            assertTrue(Math.abs(answered / predicted - 1) < 0.001, String.join(" ", row) + ": " + predicted
                    + ", advised " + answered);
        }
        for (Kind each : Kind.values()) {
            assertEquals(each.experiment, ExperimentFile.read(EXPERIMENTS, each.experiment, Map.of()).name());
        }
    }

    @Test
    void theWrittenExperimentPredictsWhatWasAdvised() throws Exception {
        int written = 0;
        for (String line : Stream.concat(Stream.of(TABLE).map(Row::line), Stream.of(MORE)).toList()) {
            Advice advice = Advice.on(figures(line, new ArrayList<>()));
            String text;
            try {
                text = OwnExperiment.of(advice, "advise " + line);
            } catch (UsageException e) {
                assertContains("these figures cannot be measured here: ", e.getMessage());
                continue;
            }
            written++;
            Experiment experiment = ExperimentFile.parse("mine", text, Map.of());
            Load load = experiment.loads().getFirst();
            for (Contender contender : experiment.contenders()) {
                double advised = contender.mode().equals("loom") ? advice.answeredByVirtual() : advice.answeredToday();
                double predicted = Predictor.predict(experiment, contender, load, 1).throughput();
                boolean isOtherSize = contender.name().startsWith("pool") && !contender.name()
                        .equals("pool-" + advice.figures().threads());
                assertTrue(isOtherSize || predicted == Double.POSITIVE_INFINITY
                        || Math.abs(predicted / advised - 1) < 0.05,
                        line + ": " + contender.name() + " " + predicted + ", advised " + advised + "\n" + text);
            }
        }
        assertEquals(15, written, "experiments");
    }

    private static final String[] MORE = {
        "--rate 500 --latency 120ms --threads 200 --pinned 20ms --cores 4",
        "--rate 30 --latency 100ms --threads 200 --pinned 100ms --cores 4",
        "--rate 500 --latency 300ms --threads 200 --p99 1.1s --cpu 500us",
        "--rate 5 --latency 15s --threads 200", "--rate 1 --latency 60min --threads 200",
        "--rate 1000000 --latency 1ms", "--rate 10 --latency 150us", "--rate 3 --latency 1s --threads 1000000",
        "--rate 10 --latency 300ms --permits 1 --held 300ms", "--rate 20 --latency 300ms --permits 1 --held 20ms",
        "--rate 100 --latency 1s --threads 1"};

    @Test
    void theExperimentIsWrittenOnceAndOverwritesNothing() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            Path file = folder.path().resolve("her own");
            String[] line = {"--rate", "500", "--latency", "300 ms", "--experiment", file.toString()};
            String advice = advise(line);
            assertContains("./run.sh compare '" + file + "'", advice);
            assertEquals(false, advice.contains("A similar case"), advice);
            String text = Files.readString(file);
            assertContains("# Written by: ./run.sh advise --rate 500 --latency '300 ms'\n", text);
            assertContains("rate = 500\n", text);
            assertContains("exists already", assertThrows(UsageException.class, () -> advise(line)).getMessage());
            assertEquals(text, Files.readString(file), "the file is unchanged");
        }
        assertContains("To measure your figures: ./run.sh advise --rate 500 --latency 300ms --experiment mine",
                advise("--rate", "500", "--latency", "300ms"));
        assertContains("Note: these figures cannot be measured here: ",
                advise("--rate", "5", "--latency", "60min"));
    }

    private static String advise(String... words) throws Exception {
        CommandLine line = CommandLine.parse(Advise.OPTIONS, words);
        return Advise.text(line, Advice.on(Advise.figures(line, new ArrayList<>())), List.of());
    }

    @Test
    void nonsenseGetsAClearMessage() {
        String[][] table = {
            {"--rate 0 --latency 1s", "--rate takes requests a second, above 0"},
            {"--rate 5 --latency -1", "--latency takes a time with its unit, from 1us"},
            {"--rate 5 --latency 300", "not: 300"},
            {"--rate 5 --latency 0ms", "not: 0ms"},
            {"--rate 5 --latency 10ms --cpu 10s", "--cpu 10 s is more than 10 times --latency 10 ms"},
            {"--rate 5 --latency 10ms --pinned 1s", "--pinned 1 s is more than --latency"},
            {"--rate 5 --latency 10ms --held 1ms", "--held needs --permits"},
            {"--rate 5", "give at least --latency"},
            {"--threads 5", "give at least --rate"},
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

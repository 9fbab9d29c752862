package advise;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import advise.Resource.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import lab.define.Contender;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.define.Prediction;
import lab.define.Predictor;
import testing.Test;

/**
 * Whoever gives {@code advise} the figures of a shipped experiment is told what that experiment predicts, and what came
 * out of it: recorded.csv has a report's throughput of each, on two cores.
 */
class AdvisedExperimentsTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final int CORES = 2;
    /** More than can be asked for, where there is nothing to wait for. */
    private static final double AS_MANY_AS_POSSIBLE = 1e6;
    private static final double WAITS = 0.02;
    /** JMeter and service two take their part of the cores. */
    private static final double COMPUTES = 0.15;

    /** @param cpu seconds for a request */
    private record Recorded(String experiment, String contender, String path, int users, double throughput,
            double cpu) {
        static Recorded of(String line) {
            String[] cells = line.split(",");
            return new Recorded(cells[0], cells[1], cells[2], Integer.parseInt(cells[3]),
                    Double.parseDouble(cells[4]), Double.parseDouble(cells[5]) / 1e6);
        }
    }

    private static List<Recorded> recorded(String experiment) throws IOException {
        Path file = REPOSITORY.resolve("jmeter/test/advise/recorded.csv");
        List<Recorded> rows = Files.readAllLines(file).stream().filter(line -> line.startsWith(experiment + ","))
                .map(Recorded::of).toList();
        assertTrue(!rows.isEmpty(), "recorded.csv has results of " + experiment);
        return rows;
    }

    private static Experiment experiment(String name) throws Exception {
        return ExperimentFile.read(REPOSITORY.resolve("jmeter/experiments"), name, Map.of());
    }

    private static Contender contender(Experiment experiment, String name) {
        return experiment.contenders().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    }

    /** As a reader would take them from the experiment's file. */
    private static ServiceFigures figures(Experiment experiment, Contender contender, Recorded row) throws Exception {
        double latency = row.path().equals("/meetings")
                ? (experiment.delay() + 3 * experiment.stageDelay()) / 1e3 : row.path().startsWith("/comp") ? row.cpu()
                : 0.1;
        boolean computes = row.path().startsWith("/comp");
        int permits = experiment.authorizePermits();
        return new ServiceFigures(computes ? AS_MANY_AS_POSSIBLE : row.users() / latency, row.users(), latency,
                contender.option("--threads", 200), cores(contender), computes ? row.cpu() : Double.NaN, permits,
                permits > 0 ? experiment.stageDelay() / 1e3 : Double.NaN,
                row.path().equals("/pinned") ? latency : Double.NaN, Double.NaN).checked();
    }

    /** As many as carriers, where an experiment gives the scheduler more of them. */
    private static int cores(Contender contender) {
        return contender.jvmOptions().stream().filter(option -> option.contains("parallelism="))
                .map(option -> Integer.parseInt(option.replaceFirst(".*=", ""))).findFirst().orElse(CORES);
    }

    private record Row(String experiment, Kind shortage, double tolerance) {
    }

    private static final Row[] TABLE = {
        new Row("story", Kind.THREADS, WAITS), new Row("pool-sweep", Kind.THREADS, WAITS),
        new Row("database-permits", Kind.PERMITS, WAITS), new Row("cpu-bound", Kind.CORES, COMPUTES),
        new Row("pinned", Kind.CARRIERS, WAITS)};

    @Test
    void whatIsAdvisedIsWhatIsPredictedAndWasMeasured() throws Exception {
        for (Row row : TABLE) {
            Experiment experiment = experiment(row.experiment);
            Set<Optional<Kind>> shortages = new HashSet<>();
            for (Recorded recorded : recorded(row.experiment)) {
                Contender contender = contender(experiment, recorded.contender());
                Advice advice = Advice.on(figures(experiment, contender, recorded));
                double advised = contender.mode().equals("pool") ? advice.answeredToday() : advice.answeredThen();
                Prediction predicted = Predictor.predict(experiment, contender,
                        Load.closed(recorded.path, recorded.users), CORES);
                if (!predicted.isCpuBound()) {
                    assertNear(predicted.throughput(), advised, 0.001, recorded + ": as predicted");
                }
                assertNear(recorded.throughput, advised, row.tolerance, recorded + ": as measured");
                shortages.add(advice.shortage());
            }
            assertTrue(shortages.contains(Optional.of(row.shortage)), row.experiment + ": " + shortages);
        }
    }

    private static void assertNear(double expected, double found, double tolerance, String message) {
        assertTrue(Math.abs(found / expected - 1) <= tolerance, message + ": " + expected + ", advised " + found);
    }

    @Test
    void eachShortageNamesAnExperimentThatIsThere() throws Exception {
        for (Kind each : Kind.values()) {
            assertEquals(each.experiment, experiment(each.experiment).name());
        }
    }
}

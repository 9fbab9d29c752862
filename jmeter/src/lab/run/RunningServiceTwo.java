package lab.run;

import common.io.HostPort;
import common.process.Child.ProgramFailure;
import common.process.Child;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import lab.define.Experiment.Faults;
import lab.define.Experiment;
import lab.judge.Run.Sample;
import lab.judge.Run.Work;
import load.Stats;

/**
 * Service two of a run: started for it on this machine, or one that somebody else has started, which is used as it is.
 * Its options have the same names on its command line, among what it announces, and where they are changed.
 */
final class RunningServiceTwo implements AutoCloseable {
    private static final int READY_SECONDS = 30;
    private static final int CHECK_MILLIS = 3_000;
    /** A reading that takes longer would delay those of CPU time. */
    private static final int COUNTS_MILLIS = 1_000;
    private static final int SETTINGS_MILLIS = 10_000;

    private final HostPort address;
    private final Child child;           // null: it is somebody else's
    final Series<Stats.Two> readings = new Series<>();
    private String silence = "";         // why it did not answer the last question; empty where it did

    RunningServiceTwo(HostPort address, Child child) {
        this.address = address;
        this.child = child;
    }

    /** Started here. */
    static RunningServiceTwo start(List<String> command, Path log) throws IOException, InterruptedException {
        Child child = Child.start("service two", command, log);
        try {
            return new RunningServiceTwo(HostPort.parse(child.awaitAddress(READY_SECONDS)).orElseThrow(), child);
        } catch (IOException | InterruptedException e) {
            child.close();
            throw e;
        }
    }

    /** One that runs already. Refuses an experiment that cannot be made with it. */
    static RunningServiceTwo at(HostPort place, Experiment experiment) throws IOException {
        if (experiment.faults().slowStartSeconds() > 0) {
            throw new IOException(experiment.name() + " has a --slow-start, which needs a service two that is started "
                    + "for each run: leave --service-two out");
        }
        RunningServiceTwo running = new RunningServiceTwo(place, null);
        String start = "start it there with ./run.sh service-two --bind " + place.host() + " --port " + place.port();
        String unlike;
        try {
            unlike = running.unlike(experiment, CHECK_MILLIS);
        } catch (IOException e) {
            throw new IOException("no service two answers at " + place + " (" + e.getMessage()
                    + "); --service-two names one that runs: " + start, e);
        }
        if (!unlike.isEmpty()) {
            throw new IOException(experiment.name() + " needs a service two with " + unlike + " as that at " + place
                    + " has: " + start + " " + String.join(" ", arguments(experiment)));
        }
        return running;
    }

    private static Map<String, Integer> options(Experiment experiment) {
        return options(experiment.delay(), experiment.stageDelay(), experiment.authorizePermits(), experiment.faults());
    }

    private static Map<String, Integer> options(Stats.Two two) {
        int permits = two.authorizePermits() == null ? 0 : two.authorizePermits();      // null: it has no limit
        return options(two.delayMillis(), two.stageDelayMillis(), permits, new Faults(two.errorPercent(),
                two.hangPercent(), two.resetPercent(), two.jitterMillis(), two.slowStartSeconds()));
    }

    private static Map<String, Integer> options(int delay, int stageDelay, int permits, Faults faults) {
        Map<String, Integer> options = new LinkedHashMap<>();
        options.put("delay", delay);
        options.put("stage-delay", stageDelay);
        options.put("authorize-permits", permits);
        options.put("error-percent", faults.errorPercent());
        options.put("hang-percent", faults.hangPercent());
        options.put("reset-percent", faults.resetPercent());
        options.put("jitter", faults.jitterMillis());
        options.put("slow-start", faults.slowStartSeconds());
        return options;
    }

    /** With which it does what an experiment needs: both waits, and what has another value than its default of 0. */
    static List<String> arguments(Experiment experiment) {
        List<String> arguments = new ArrayList<>();
        options(experiment).forEach((option, value) -> {
            if (value != 0 || option.endsWith("delay")) {
                arguments.addAll(List.of("--" + option, Integer.toString(value)));
            }
        });
        return arguments;
    }

    /** {@code --jitter 0, not 20}, for each option in which it announces something else than is needed. */
    private String unlike(Experiment experiment, int timeoutMillis) throws IOException {
        Map<String, Integer> wanted = options(experiment);
        Map<String, Integer> announced = options(Stats.ofServiceTwo(address, timeoutMillis));
        return wanted.keySet().stream().filter(option -> !wanted.get(option).equals(announced.get(option)))
                .map(option -> "--" + option + " " + wanted.get(option) + ", not " + announced.get(option))
                .collect(Collectors.joining("; "));
    }

    HostPort address() {
        return address;
    }

    /**
     * Each call waits so long from now on, and none fails, where the status is 200; with another one, nothing changed.
     *
     * @throws ProgramFailure where there is no answer, so that nobody knows
     */
    int shorten(int delayMillis) throws ProgramFailure {
        return put(options(delayMillis, delayMillis, 0, Faults.NONE));
    }

    /** As the experiment has it. @throws ProgramFailure where that is not what it then announces */
    void restore(Experiment experiment) throws ProgramFailure {
        int status = put(options(experiment));
        if (status != HttpURLConnection.HTTP_OK) {
            throw new ProgramFailure("after the warm-up service two answers " + status + " to a change of its delays");
        }
        String unlike;
        try {
            unlike = unlike(experiment, SETTINGS_MILLIS);
        } catch (IOException e) {
            throw new ProgramFailure("after the warm-up service two does not announce its delays: " + e);
        }
        if (!unlike.isEmpty()) {
            throw new ProgramFailure("after the warm-up service two announces what it is not to do: " + unlike);
        }
    }

    /** The permits stay as they are. */
    private int put(Map<String, Integer> options) throws ProgramFailure {
        String query = options.entrySet().stream().filter(each -> !each.getKey().equals("authorize-permits"))
                .map(Map.Entry::toString).collect(Collectors.joining("&"));
        try {
            HttpURLConnection connection = (HttpURLConnection) URI.create("http://" + address + "/settings?" + query)
                    .toURL().openConnection(Proxy.NO_PROXY);
            connection.setRequestMethod("PUT");
            connection.setConnectTimeout(SETTINGS_MILLIS);
            connection.setReadTimeout(SETTINGS_MILLIS);
            int status = connection.getResponseCode();
            connection.disconnect();
            return status;
        } catch (IOException e) {
            throw new ProgramFailure("service two does not answer a change of its delays: " + e);
        }
    }

    /** Those of it on this machine, which the kernel tells about; none of somebody else's. */
    List<ProcessHandle> processes() {
        return child == null ? List.of() : child.processes();
    }

    /** Asks it what it has counted, which counts as none of its calls; it takes no reading where it doesn't answer. */
    void read() {
        long before = System.currentTimeMillis();
        try {
            Stats.Two told = Stats.ofServiceTwo(address, COUNTS_MILLIS);
            readings.add((before + System.currentTimeMillis()) / 2, told);
            silence = "";
        } catch (IOException e) {
            silence = e.getMessage();
        }
    }

    /** CPU seconds between two moments, as it tells them; NaN where it does not. */
    double cpu(long from, long to) {
        return readings.all().size() < 2 ? Double.NaN : readings.between(Stats.Two::cpuMillis, from, to) / 1e3;
    }

    /**
     * What it did between two moments, if readings were taken around both.
     *
     * @param sample an answer of the contender that calls it; null where there was none
     */
    Work work(long from, long to, Sample sample) {
        if (readings.all().size() < 2) {
            return new Work(Map.of(), Double.NaN, Double.NaN, sample);
        }
        Map<String, Double> calls = new LinkedHashMap<>();
        for (String route : readings.all().firstEntry().getValue().answeredByRoute().keySet()) {
            ToDoubleFunction<Stats.Two> count = told -> told.answeredByRoute().getOrDefault(route, 0L);
            calls.put(route, readings.between(count, from, to));
        }
        return new Work(calls, readings.between(Stats.Two::connections, from, to),
                readings.between(Stats.Two::abandoned, from, to), sample);
    }

    /** Whether it is somebody else's, whose CPU time it alone tells. */
    boolean isElsewhere() {
        return child == null;
    }

    void checkAlive() throws ProgramFailure, InterruptedException {
        if (child != null) {
            child.checkAlive();
        } else if (!silence.isEmpty()) {
            throw new ProgramFailure("service two at " + address + " no longer answered (" + silence + ")");
        }
    }

    /** Whoever has started it ends it. */
    @Override
    public void close() throws IOException {
        if (child != null) {
            child.close();
        }
    }
}

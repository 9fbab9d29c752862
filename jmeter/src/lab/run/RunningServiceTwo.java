package lab.run;

import module java.base;
import common.io.HostPort;
import common.settings.ServiceTwoSettings.Setting;
import common.settings.ServiceTwoSettings;
import experiment.Experiment;
import experiment.Run.Sample;
import experiment.Run.Work;
import java.net.Proxy;
import load.Stats;
import machine.Series;
import process.Child.ProgramFailure;
import process.Child;

final class RunningServiceTwo implements AutoCloseable {
    private static final int READY_SECONDS = 30;
    private static final int CHECK_MILLIS = 3_000;
    /** A slower reading would delay the readings of CPU time. */
    private static final int COUNTS_MILLIS = 1_000;
    private static final int SETTINGS_MILLIS = 10_000;

    private final HostPort address;
    private final Child child;
    final Series<Stats.Two> readings = new Series<>();
    private String silence = "";
    private Optional<ServiceTwoSettings> before = Optional.empty();

    RunningServiceTwo(HostPort address, Child child) {
        this.address = address;
        this.child = child;
    }

    static RunningServiceTwo start(List<String> command, Path log) throws IOException, InterruptedException {
        Child child = Child.ready("service two", command, log, READY_SECONDS);
        return new RunningServiceTwo(child.address(), child);
    }

    static RunningServiceTwo at(HostPort place, Experiment experiment) throws IOException {
        ServiceTwoSettings wanted = experiment.conditions().serviceTwo();
        if (wanted.get(Setting.SLOW_START) > 0) {
            throw new IOException(experiment.name() + " has --slow-start, which needs a fresh service two for each "
                    + "run: omit --service-two");
        }
        RunningServiceTwo running = new RunningServiceTwo(place, null);
        String start = "start it there with ./run.sh service-two --bind " + place.host() + " --port " + place.port();
        String wrong;
        try {
            wrong = running.wrongOptions(wanted, CHECK_MILLIS);
        } catch (IOException e) {
            throw new IOException("no service two answers at " + place + " (" + e.getMessage()
                    + "); --service-two needs a running one: " + start, e);
        }
        if (!wrong.isEmpty()) {
            throw new IOException(experiment.name() + " needs a service two with " + wrong + ". The one at " + place
                    + " has other options: " + start + " " + String.join(" ", wanted.arguments()));
        }
        return running;
    }

    private String wrongOptions(ServiceTwoSettings wanted, int timeoutMillis) throws IOException {
        ServiceTwoSettings announced = Stats.settingsOfServiceTwo(address, timeoutMillis);
        return Stream.of(Setting.values()).filter(each -> wanted.get(each) != announced.get(each))
                .map(each -> each.option().name() + " " + wanted.get(each) + ", not " + announced.get(each))
                .collect(Collectors.joining("; "));
    }

    HostPort address() {
        return address;
    }

    /** @return the HTTP status; if it is not 200, nothing has changed */
    int shorten(int delayMillis) throws ProgramFailure {
        return put(ServiceTwoSettings.STANDARD.with(Setting.DELAY, delayMillis)
                .with(Setting.STAGE_DELAY, delayMillis));
    }

    /** @param usual what another run may need again */
    void change(ServiceTwoSettings to, ServiceTwoSettings usual) throws ProgramFailure {
        before = Optional.of(usual);
        set(to);
    }

    private void set(ServiceTwoSettings settings) throws ProgramFailure {
        int status = put(settings);
        if (status != HttpURLConnection.HTTP_OK) {
            throw new ProgramFailure("service two refused to change its delays: status " + status);
        }
    }

    void restore(ServiceTwoSettings settings) throws ProgramFailure {
        set(settings);
        String wrong;
        try {
            wrong = wrongOptions(settings, SETTINGS_MILLIS);
        } catch (IOException e) {
            throw new ProgramFailure("after a change, service two does not announce its delays: " + e);
        }
        if (!wrong.isEmpty()) {
            throw new ProgramFailure("after a change, service two announces wrong options: " + wrong);
        }
    }

    private int put(ServiceTwoSettings settings) throws ProgramFailure {
        try {
            HttpURLConnection connection = (HttpURLConnection) URI.create("http://" + address + "/settings?"
                    + settings.query()).toURL().openConnection(Proxy.NO_PROXY);
            connection.setRequestMethod("PUT");
            connection.setConnectTimeout(SETTINGS_MILLIS);
            connection.setReadTimeout(SETTINGS_MILLIS);
            int status = connection.getResponseCode();
            connection.disconnect();
            return status;
        } catch (IOException e) {
            throw new ProgramFailure("service two does not answer a request to change its delays: " + e);
        }
    }

    List<ProcessHandle> processes() {
        return child == null ? List.of() : child.processes();
    }

    /** Service two does not count this request. */
    void read() {
        long before = System.currentTimeMillis();
        try {
            Stats.Two stats = Stats.ofServiceTwo(address, COUNTS_MILLIS);
            readings.add((before + System.currentTimeMillis()) / 2, stats);
            silence = "";
        } catch (IOException e) {
            silence = e.getMessage();
        }
    }

    /** In seconds; NaN if unknown. */
    double cpu(long from, long to) {
        return readings.knows(Stats.Two::cpuMillis, from, to)
                ? readings.between(Stats.Two::cpuMillis, from, to) / 1e3 : Double.NaN;
    }

    /** @param sample an answer from before the load; null if there was none */
    Work work(long from, long to, Sample sample) {
        if (!readings.knows(RunningServiceTwo::answered, from, to)) {
            return new Work(Map.of(), Double.NaN, Double.NaN, sample);
        }
        Map<String, Double> calls = new LinkedHashMap<>();
        for (String route : readings.all().firstEntry().getValue().answeredByRoute().keySet()) {
            ToDoubleFunction<Stats.Two> count = stats -> stats.answeredByRoute().getOrDefault(route, 0L);
            calls.put(route, readings.between(count, from, to));
        }
        return new Work(calls, readings.between(Stats.Two::connections, from, to),
                readings.between(Stats.Two::abandoned, from, to), sample);
    }

    private static double answered(Stats.Two stats) {
        return stats.answeredByRoute().values().stream().mapToLong(Long::longValue).sum();
    }

    /** Whether it was started here. */
    boolean isChild() {
        return child != null;
    }

    /** False if its place is unknown. */
    boolean isElsewhere() {
        return !isChild() && address != null && !address.isOfThisMachine();
    }

    void checkAlive() throws ProgramFailure, InterruptedException {
        if (child != null) {
            child.checkAlive();
        } else if (!silence.isEmpty()) {
            throw new ProgramFailure("service two at " + address + " no longer answered (" + silence + ")");
        }
    }

    @Override
    public void close() throws IOException {
        if (child != null) {
            child.close();
        } else if (before.isPresent()) {
            restore(before.get());
        }
    }
}

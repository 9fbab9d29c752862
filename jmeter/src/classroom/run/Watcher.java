package classroom.run;

import classroom.run.Worker.Position;
import common.commandline.CommandLine.UsageException;
import common.io.HostPort;
import common.process.Child;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import lab.define.Contender;
import lab.define.Experiment;
import lab.define.Load;
import lab.judge.Run;
import lab.run.ExperimentProgress;
import lab.run.ExperimentRunner;
import lab.run.RunObserver;
import load.HttpText;
import load.MeasuredService;

/**
 * Tells the page where an experiment is, has pictures made of each contender that is a service one, and takes the stack
 * trace of a failing request (service one's route {@code /trace}) in each mode. Used by the thread that carries the
 * experiment out.
 */
final class Watcher implements RunObserver, ExperimentProgress {
    private static final int TIMEOUT_MILLIS = 10_000;
    private static final int MOST_LINES = 40;

    private final List<String> contenders;
    private final boolean wantsTraces;
    private final Pictures pictures;
    private final Consumer<Position> told;
    private final long whole;
    private final Map<String, List<String>> traces = new LinkedHashMap<>();
    private int contender;
    private long afterwards;

    Watcher(Experiment experiment, Pictures pictures, Consumer<Position> told) throws UsageException {
        contenders = experiment.contenders().stream().map(Contender::name).toList();
        // A trace takes a request's whole time: so only where a mode takes part whose trace is another one.
        wantsTraces = experiment.contenders().stream().anyMatch(each -> each.mode().equals("async"));
        this.pictures = pictures;
        this.told = told;
        whole = ExperimentRunner.longest(experiment, false).toMillis();
    }

    /** By contender. */
    Map<String, List<String>> traces() {
        return traces;
    }

    private String contender() {
        return contenders.get(contender);
    }

    @Override
    public void begin(int number, int of, Contender next, Load load, Duration after) {
        contender = contenders.indexOf(next.name());
        afterwards = after.toMillis();
    }

    @Override
    public void phase(String phase, long millis) {
        told.accept(new Position(contender, phase, System.currentTimeMillis() + millis + afterwards, whole));
    }

    /** The next run's beginning, or the experiment's end, says more. */
    @Override
    public void end(String outcome) {
    }

    /** Thousands of requests a second would be what the room sees first. */
    @Override
    public boolean allowsWarmUpByWork() {
        return false;
    }

    @Override
    public void ready(Child program, HostPort place) throws IOException, InterruptedException {
        Optional<MeasuredService> serviceOne = MeasuredService.at(place);
        if (serviceOne.isPresent()) {      // a command of the user's own has no such figures
            if (wantsTraces) {
                traces.put(contender(), trace(place));
            }
            pictures.begin(contender(), serviceOne.get().stats());
        }
    }

    private static List<String> trace(HostPort place) {
        try {
            String text = HttpText.getAny(URI.create("http://" + place + "/trace"), TIMEOUT_MILLIS,
                    Map.of("Authorization", "token"));
            return text.lines().limit(MOST_LINES).toList();
        } catch (IOException e) {
            return List.of("no stack trace: " + e.getMessage());
        }
    }

    /** What stays beside the next contender's picture is the load, not its running out. */
    @Override
    public void windowEnds() {
        pictures.end(contender());
    }

    @Override
    public String ended(Run run, String outcome) {
        pictures.end(run.contender());
        return outcome;
    }
}

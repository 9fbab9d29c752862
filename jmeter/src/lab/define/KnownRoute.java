package lab.define;

import common.mode.Wait;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import lab.define.Experiment.Faults;

/**
 * What is known of a path before anything is measured. {@code ContractTest} compares it with service one.
 *
 * @param own        seconds that it waits for no call; 0 where it only computes
 * @param calls      seconds that each of its calls to service two waits, on average, in their order
 * @param waitsIn    what it waits in
 * @param authorizes whether it makes service two's call for authorisation, which may be limited by permits
 * @param answer     a regular expression for what each of its answers has, and no error has
 */
public record KnownRoute(double own, List<Double> calls, Wait waitsIn, boolean authorizes, String answer) {
    private static final double OWN_WAIT = Wait.MILLIS / 1e3;
    private static final String MEETINGS = "\"tech-talk\"";
    private static final String WAITED = "\"waitedMillis\"";

    /** Nothing for a path that is not one of service one's, as those of a command of the user's own may be. */
    public static Optional<KnownRoute> of(String path, Experiment experiment) {
        return Optional.ofNullable(all(experiment).get(path.replaceFirst("[?#].*", "")));
    }

    static Map<String, KnownRoute> all(Experiment experiment) {
        double jitter = meanJitter(experiment.faults());
        List<Double> info = List.of(experiment.delay() / 1e3 + jitter);
        List<Double> stages = Collections.nCopies(3, experiment.stageDelay() / 1e3 + jitter);
        List<Double> all = Stream.of(info, stages).flatMap(List::stream).toList();
        return Map.of(
                "/rpc", new KnownRoute(0, info, Wait.BLOCKED, false, "\"delayMillis\""),
                "/meetings", new KnownRoute(0, all, Wait.BLOCKED, true, MEETINGS),
                "/capabilities", new KnownRoute(0, stages, Wait.BLOCKED, true, MEETINGS),
                "/wait-blocking", new KnownRoute(OWN_WAIT, List.of(), Wait.BLOCKED, false, WAITED),
                "/wait-async", new KnownRoute(OWN_WAIT, List.of(), Wait.TIMER, false, WAITED),
                "/synchronized", new KnownRoute(OWN_WAIT, List.of(), Wait.MONITOR, false, WAITED),
                "/pinned", new KnownRoute(OWN_WAIT, List.of(), Wait.NATIVE_CALL, false, WAITED),
                "/computational", new KnownRoute(0, List.of(), Wait.BLOCKED, false, "\"sum\""));
    }

    /** Seconds that a request to it waits, if no call fails; 0 where it only computes. */
    double waiting() {
        return own + calls.stream().mapToDouble(each -> each).sum();
    }

    /** The same where chance adds nothing to its calls. */
    double waitingAtLeast(Faults faults) {
        return waiting() - calls.size() * meanJitter(faults);
    }

    private static double meanJitter(Faults faults) {
        return faults.jitterMillis() / 2e3;
    }
}

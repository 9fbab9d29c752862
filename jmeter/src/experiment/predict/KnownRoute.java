package experiment.predict;

import experiment.define.Experiment;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is known of a path before anything is measured. Immutable.
 *
 * @param own        seconds that it waits for no call; 0 where it only computes
 * @param calls      seconds that each of its calls to service two waits, on average, in their order
 * @param authorizes whether it makes service two's call for authorisation, which may be limited by permits
 */
record KnownRoute(double own, List<Double> calls, Holds holds, boolean authorizes) {
    /** The waits that service one's own routes make, in seconds. */
    private static final double OWN_WAIT = 0.100;
    /** The paths that are known. */
    static final List<String> PATHS = List.of("/rpc", "/meetings", "/capabilities", "/wait-blocking", "/wait-async",
            "/synchronized", "/pinned", "/computational");

    /** What a waiting request keeps others from using. */
    enum Holds {
        /** Nothing: a timer brings it back. */
        NOTHING,
        /** Its thread; a virtual one leaves its carrier meanwhile. */
        THREAD,
        /**
         * Its thread, waiting inside synchronized: since JDK 24 (JEP 491) a virtual one leaves its carrier here too.
         */
        MONITOR,
        /** Its thread and the carrier below it: a native call. */
        CARRIER
    }

    /** Nothing for a path that is not one of service one's, as those of a command of the user's own may be. */
    static Optional<KnownRoute> of(String path, Experiment experiment) {
        double jitter = experiment.faults().jitterMillis() / 2.0;
        List<Double> info = List.of((experiment.delay() + jitter) / 1e3);
        List<Double> stages = Collections.nCopies(3, (experiment.stageDelay() + jitter) / 1e3);
        List<Double> all = Stream.of(info, stages).flatMap(List::stream).toList();
        return Optional.ofNullable(switch (path.replaceFirst("[?#].*", "")) {
            case "/rpc" -> new KnownRoute(0, info, Holds.THREAD, false);
            case "/meetings" -> new KnownRoute(0, all, Holds.THREAD, true);
            case "/capabilities" -> new KnownRoute(0, stages, Holds.THREAD, true);
            case "/wait-blocking" -> new KnownRoute(OWN_WAIT, List.of(), Holds.THREAD, false);
            case "/wait-async" -> new KnownRoute(OWN_WAIT, List.of(), Holds.NOTHING, false);
            case "/synchronized" -> new KnownRoute(OWN_WAIT, List.of(), Holds.MONITOR, false);
            case "/pinned" -> new KnownRoute(OWN_WAIT, List.of(), Holds.CARRIER, false);
            case "/computational" -> new KnownRoute(0, List.of(), Holds.THREAD, false);
            default -> null;
        });
    }

    /** Seconds that a request to it waits, if no call fails; 0 where it only computes. */
    double waiting() {
        return own + calls.stream().mapToDouble(each -> each).sum();
    }
}

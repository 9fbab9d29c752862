package experiment.predict;

import experiment.define.Experiment;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a path before anything is measured. Immutable.
 *
 * @param waiting    seconds that a request to it waits; 0 where it only computes
 * @param authorizes whether it makes service two's call for authorisation, which may be limited by permits
 */
record KnownRoute(double waiting, Holds holds, boolean authorizes) {
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
        double delay = experiment.delay() / 1e3;
        double stages = 3 * experiment.stageDelay() / 1e3;
        return Optional.ofNullable(switch (path.replaceFirst("[?#].*", "")) {
            case "/rpc" -> new KnownRoute(delay, Holds.THREAD, false);
            case "/meetings" -> new KnownRoute(delay + stages, Holds.THREAD, true);
            case "/capabilities" -> new KnownRoute(stages, Holds.THREAD, true);
            case "/wait-blocking" -> new KnownRoute(OWN_WAIT, Holds.THREAD, false);
            case "/wait-async" -> new KnownRoute(OWN_WAIT, Holds.NOTHING, false);
            case "/synchronized" -> new KnownRoute(OWN_WAIT, Holds.MONITOR, false);
            case "/pinned" -> new KnownRoute(OWN_WAIT, Holds.CARRIER, false);
            case "/computational" -> new KnownRoute(0, Holds.THREAD, false);
            default -> null;
        });
    }
}

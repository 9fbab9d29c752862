package experiment;

import module java.base;
import common.mode.Wait;
import common.settings.ServiceTwoSettings.Setting;
import common.settings.ServiceTwoSettings;

/**
 * What is known about a route before a measurement. {@code PredictorTest} compares this with service one.
 *
 * @param own seconds that service one waits without a call to service two
 * @param calls mean wait of each call to service two, in seconds
 * @param authorizes whether the route needs service two's permits
 * @param answer a regular expression that matches each good answer and no error
 */
public record KnownRoute(double own, List<Double> calls, Wait waitsIn, boolean authorizes, String answer) {
    private static final double OWN_WAIT = Wait.MILLIS / 1e3;
    private static final String MEETINGS = "\"tech-talk\"";
    private static final String WAITED = "\"waitedMillis\"";

    public static Optional<KnownRoute> of(String path, ServiceTwoSettings two) {
        return Optional.ofNullable(all(two).get(path.replaceFirst("[?#].*", "")));
    }

    public static Map<String, KnownRoute> all(ServiceTwoSettings two) {
        double jitter = meanJitter(two);
        List<Double> info = List.of(two.get(Setting.DELAY) / 1e3 + jitter);
        List<Double> stages = Collections.nCopies(3, two.get(Setting.STAGE_DELAY) / 1e3 + jitter);
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

    /** A route of the user's own program. */
    public static KnownRoute waiting(double seconds) {
        return new KnownRoute(seconds, List.of(), Wait.BLOCKED, false, "");
    }

    /** Seconds that a request waits if no call fails. 0 if it only computes. */
    public double waiting() {
        return own + calls.stream().mapToDouble(each -> each).sum();
    }

    public boolean computes() {
        return waiting() == 0;
    }

    public double waitingAtLeast(ServiceTwoSettings two) {
        return waiting() - calls.size() * meanJitter(two);
    }

    private static double meanJitter(ServiceTwoSettings two) {
        return two.get(Setting.JITTER) / 2e3;
    }
}

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
public record KnownRoute(double own, List<Double> calls, Wait waitsIn, boolean authorizes,
        String answer) {
    private static final String MEETINGS = "\"tech-talk\"";

    public static Optional<KnownRoute> of(String path, ServiceTwoSettings two) {
        return Optional.ofNullable(all(two).get(path.replaceFirst("[?#].*", "")));
    }

    public static Map<String, KnownRoute> all(ServiceTwoSettings two) {
        double info = two.get(Setting.DELAY) / 1e3 + meanJitter(two);
        double stage = two.get(Setting.STAGE_DELAY) / 1e3 + meanJitter(two);
        return Map.of(
                "/rpc", calling("\"delayMillis\"", info),
                "/meetings", calling(MEETINGS, info, stage, stage, stage),
                "/capabilities", calling(MEETINGS, stage, stage, stage),
                "/wait-blocking", waiting(Wait.BLOCKED),
                "/wait-async", waiting(Wait.TIMER),
                "/synchronized", waiting(Wait.MONITOR),
                "/pinned", waiting(Wait.NATIVE_CALL),
                "/computational", calling("\"sum\""));
    }

    private static KnownRoute calling(String answer, Double... seconds) {
        return new KnownRoute(0, List.of(seconds), Wait.BLOCKED, seconds.length > 1, answer);
    }

    private static KnownRoute waiting(Wait in) {
        return new KnownRoute(Wait.MILLIS / 1e3, List.of(), in, false, "\"waitedMillis\"");
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

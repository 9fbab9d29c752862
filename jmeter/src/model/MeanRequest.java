package model;

import common.settings.ServiceTwoSettings.Setting;
import common.settings.ServiceTwoSettings;
import experiment.KnownRoute;

/**
 * The mean request to a route whose calls may fail. A request ends with its first failed call, so faults change how
 * long the average request takes.
 *
 * @param seconds in flight, whatever the answer
 * @param good the share of good answers
 * @param untilGoodAnswer seconds, if no request queues
 */
record MeanRequest(
        double seconds,
        double good,
        double untilGoodAnswer) {

    /** @param patience seconds after which service one gives up a call that hangs */
    static MeanRequest of(KnownRoute route, ServiceTwoSettings two, double patience) {
        double hangs = two.get(Setting.HANG_PERCENT) / 100.0;
        double resets = two.get(Setting.RESET_PERCENT) / 100.0;
        double attempts = attempts(hangs, resets);
        // only the last attempt can succeed
        double succeeds = attempts * (1 - two.failingPercent() / 100.0);
        double seconds = route.own();
        double good = 1;
        for (double call : route.calls()) {
            seconds += good * attempts * ((1 - hangs) * call + hangs * patience);
            good *= succeeds;
        }
        // a good call had two attempts in (attempts - 1) of (attempts) cases
        double calls = (route.waiting() - route.own()) * (2 - 1 / attempts);
        return new MeanRequest(seconds, good, route.own() + calls);
    }

    /**
     * How many attempts service one needs for a call, on average. If a kept connection is reset, it repeats the call
     * once, on a new connection. It does not repeat a call on a new connection.
     *
     * <p>In the long run, service one opens as many connections as it loses. So the share of calls that find no kept
     * connection equals the share of calls that end without one.
     */
    private static double attempts(double hangs, double resets) {
        double newIsLost = hangs + resets;
        double keptIsLost = hangs + resets * newIsLost;
        // onNew = onNew * newIsLost + (1 - onNew) * keptIsLost
        double onNew = keptIsLost / (1 - newIsLost + keptIsLost);
        return 1 + (1 - onNew) * resets;
    }
}

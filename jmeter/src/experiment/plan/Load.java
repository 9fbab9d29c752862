package experiment.plan;

import java.util.Locale;

/**
 * What JMeter puts on one path: either a closed loop of {@code users}, each sending its next request when it has the
 * answer to the last, or, where {@code users} is 0, an open loop of {@code rate} arrivals per second whatever is answered.
 */
public record Load(String path, int users, double rate) {

    public static Load closed(String path, int users) {
        return new Load(path, users, 0);
    }

    public static Load open(String path, double rate) {
        return new Load(path, 0, rate);
    }

    public boolean isClosed() {
        return users > 0;
    }

    /** What a chart's axis shows: users of a closed loop, arrivals per second of an open one. */
    public double amount() {
        return isClosed() ? users : rate;
    }

    /** As a person reads it, without the path: {@code 1,000 users}. */
    public String label() {
        return isClosed() ? String.format(Locale.ROOT, "%,d user%s", users, users == 1 ? "" : "s")
                : String.format(Locale.ROOT, "%,.0f arrivals/s", rate);
    }

    /** The path and the kind of loop: loads that differ in nothing but the amount belong on one axis. */
    public String series() {
        return path + (isClosed() ? ", closed loop" : ", open loop");
    }
}

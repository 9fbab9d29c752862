package lab.define;


/**
 * The load that JMeter puts on one path.
 *
 * @param amount users of a closed loop or a burst, arrivals per second of an open loop
 */
public record Load(String path, Kind kind, double amount) {

    /** How requests follow each other. */
    public enum Kind {
        /** Each user sends its next request when it has the answer to its last one. */
        CLOSED("users", "closed loop"),
        /** Requests arrive at a rate, whether or not earlier ones have been answered. */
        OPEN("rate", "open loop"),
        /** All users send at once, and again when the last of them has its answer. */
        BURST("burst", "bursts");

        /** Its key in an experiment's file. */
        final String key;
        private final String label;

        Kind(String key, String label) {
            this.key = key;
            this.label = label;
        }
    }

    public static Load closed(String path, int users) {
        return new Load(path, Kind.CLOSED, users);
    }

    public static Load open(String path, double rate) {
        return new Load(path, Kind.OPEN, rate);
    }

    public static Load burst(String path, int users) {
        return new Load(path, Kind.BURST, users);
    }

    /** A closed loop, with all of its users in flight at any time. */
    public boolean isClosed() {
        return kind == Kind.CLOSED;
    }

    public boolean isOpen() {
        return kind == Kind.OPEN;
    }

    public boolean isBurst() {
        return kind == Kind.BURST;
    }

    /** 0 in an open loop. */
    public int users() {
        return isOpen() ? 0 : (int) amount;
    }

    /** Without the path: {@code 1,000 users}. */
    public String label() {
        return switch (kind) {
            case CLOSED -> String.format("%,d user%s", users(), users() == 1 ? "" : "s");
            case OPEN -> String.format("%,.0f arrivals/s", amount);
            case BURST -> String.format("%,d at once", users());
        };
    }

    /** {@code /rpc, 1,000 users}. */
    public String name() {
        return path + ", " + label();
    }

    /** The path and the kind of load: loads that differ only in the amount share an axis. */
    public String series() {
        return path + ", " + kind.label;
    }
}

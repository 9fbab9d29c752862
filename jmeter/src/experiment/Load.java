package experiment;

/**
 * The load on one path.
 *
 * @param amount users of a closed loop or burst, arrivals per second of an open loop
 */
public record Load(String path, Kind kind, double amount) {
    public static final int MOST = 1_000_000;

    public enum Kind {
        /** Each user sends its next request after the answer to its last one. */
        CLOSED("users", "closed loop"),
        /** Requests arrive at a rate, whether or not earlier ones have been answered. */
        OPEN("rate", "open loop"),
        /** All users send at the same time, and again after the last answer. */
        BURST("burst", "bursts");

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

    public boolean isClosed() {
        return kind == Kind.CLOSED;
    }

    public boolean isOpen() {
        return kind == Kind.OPEN;
    }

    public boolean isBurst() {
        return kind == Kind.BURST;
    }

    public int users() {
        return isOpen() ? 0 : (int) amount;
    }

    public String label() {
        return switch (kind) {
            case CLOSED -> String.format("%,d user%s", users(), users() == 1 ? "" : "s");
            case OPEN -> String.format("%,.0f arrivals/s", amount);
            case BURST -> String.format("%,d at once", users());
        };
    }

    public String name() {
        return path + ", " + label();
    }

    public String series() {
        return path + ", " + kind.label;
    }
}

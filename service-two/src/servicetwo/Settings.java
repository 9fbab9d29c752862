package servicetwo;

/**
 * What service two does now: as its options say, until a request changes some of that ({@link Change}). The loop's
 * thread alone writes; JMX's reads, too, through the volatile field, and what it holds is immutable.
 */
final class Settings {
    private volatile Options options;
    private long sinceNanos;      // the loop's thread alone

    Settings(Options options) {
        set(options);
    }

    void set(Options next) {
        options = next;
        sinceNanos = System.nanoTime();
    }

    Options options() {
        return options;
    }

    /** When these began to hold, by {@link System#nanoTime}: a slow start is one of them. */
    long sinceNanos() {
        return sinceNanos;
    }
}

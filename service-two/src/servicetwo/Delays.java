package servicetwo;

/** How long each call waits: as the options say, longer in a slow start. Used by the loop's thread alone. */
final class Delays {
    private static final double NANOS_PER_MILLI = 1e6;

    private final Options options;
    private final long startNanos = System.nanoTime();

    Delays(Options options) {
        this.options = options;
    }

    /** In nanoseconds, from now. */
    long nanos(Wait wait, double jitterMillis) {
        double slowness = options.faults().slowness(System.nanoTime() - startNanos);
        return (long) ((millis(wait) * slowness + jitterMillis) * NANOS_PER_MILLI);
    }

    private int millis(Wait wait) {
        return switch (wait) {
            case NONE -> 0;
            case INFO -> options.delay();
            case STAGE, STAGE_WITH_PERMIT -> options.stageDelay();
            case LATE_STAGE -> options.stageDelay() + UserFault.LATE_MILLIS;
        };
    }
}

package servicetwo;

/** How long each call waits: as the settings say, longer in a slow start. Used by the loop's thread alone. */
final class Delays {
    private static final double NANOS_PER_MILLI = 1e6;

    private final Settings settings;

    Delays(Settings settings) {
        this.settings = settings;
    }

    /** In nanoseconds, from now. */
    long nanos(Wait wait, double jitterMillis) {
        double slowness = settings.options().faults().slowness(System.nanoTime() - settings.sinceNanos());
        return (long) ((millis(wait) * slowness + jitterMillis) * NANOS_PER_MILLI);
    }

    private int millis(Wait wait) {
        Options options = settings.options();
        return switch (wait) {
            case NONE -> 0;
            case INFO -> options.delay();
            case STAGE, STAGE_WITH_PERMIT -> options.stageDelay();
            case LATE_STAGE -> options.stageDelay() + UserFault.LATE_MILLIS;
        };
    }
}

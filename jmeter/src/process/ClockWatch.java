package process;

/**
 * Notices that the wall clock is set. It stamps samples and readings, so a run would be cut in the wrong places, while
 * the monotonic clock goes on.
 */
public final class ClockWatch {
    private static final double MOST_MILLIS = 100;
    /** NTP slews a clock by at most 500 ppm (adjtime(3)). Linux slews both clocks alike. */
    private static final double MOST_SLEWING = 0.001;

    /** Between these bounds, in milliseconds, the wall clock is ahead of the monotonic one. */
    private record Ahead(double least, double most) {
    }

    private final Time time;
    private final long begun;
    private final Ahead before;
    private double step;

    public ClockWatch(Time time) {
        this.time = time;
        begun = time.nanos();
        before = read();
    }

    /** This thread may lose its core between two readings. */
    private Ahead read() {
        double earliest = passed();
        long wall = time.millis();
        return new Ahead(wall - passed(), wall + 1 - earliest);
    }

    private double passed() {
        return (time.nanos() - begun) / 1e6;
    }

    /**
     * By how many milliseconds the clock was set the first time that this method noticed it; 0 if slewing or this
     * thread explains the difference.
     */
    public double step() {
        Ahead now = read();
        double found = Math.max(0, now.least - before.most) + Math.min(0, now.most - before.least);
        if (step == 0 && Math.abs(found) > MOST_MILLIS + MOST_SLEWING * passed()) {
            step = found;
        }
        return step;
    }
}

package lab.define;

import lab.define.Experiment.Faults;

/**
 * What becomes of the average request whose calls may fail: it ends with the first that does.
 *
 * @param seconds  that it waits, however it ends
 * @param answered that it waits if it is answered well
 * @param failing  the share that is not, from 0 to 1
 */
record Outcome(double seconds, double answered, double failing) {
    /** By which service one's deadlines act late on average: it looks at them twice a second. */
    private static final double LATE_BY = 0.25;

    /** @param patience seconds after which service one gives up a call that hangs */
    static Outcome of(KnownRoute route, Faults faults, double patience) {
        double hangs = faults.hangPercent() / 100.0;
        double goes = 1 - hangs - faults.errorPercent() / 100.0;
        double seconds = route.own();
        double good = 1;
        for (double call : route.calls()) {
            seconds += good * ((1 - hangs) * call + hangs * (patience + LATE_BY));
            good *= goes;
        }
        return new Outcome(seconds, route.waiting(), 1 - good);
    }
}

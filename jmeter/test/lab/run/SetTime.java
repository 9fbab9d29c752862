package lab.run;

import module java.base;
import lab.machine.Time;

/** Passes only when somebody sleeps, and then at once. */
final class SetTime implements Time {
    static final long START = 1_700_000_000_000L;

    private final LongConsumer passing;
    private long now = START;

    /** @param passing gets each new moment */
    SetTime(LongConsumer passing) {
        this.passing = passing;
    }

    SetTime() {
        this(_ -> { });
    }

    @Override
    public synchronized long millis() {
        return now;
    }

    @Override
    public synchronized void sleep(long millis) {
        now += millis;
        passing.accept(now);
    }

    synchronized void back(long millis) {
        now -= millis;
    }

    /** Since the start. */
    long passed() {
        return millis() - START;
    }
}

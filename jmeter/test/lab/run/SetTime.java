package lab.run;

import module java.base;
import process.Time;

/** Passes only when somebody sleeps, and then at once. */
final class SetTime implements Time {
    static final long START = 1_700_000_000_000L;

    private final LongConsumer passing;
    private long now = START;
    private long ahead;

    /** @param passing gets each new moment */
    SetTime(LongConsumer passing) {
        this.passing = passing;
    }

    SetTime() {
        this(_ -> { });
    }

    @Override
    public synchronized long millis() {
        return now + ahead;
    }

    @Override
    public synchronized long nanos() {
        return now * 1_000_000;
    }

    @Override
    public synchronized void sleep(long millis) {
        now += millis;
        passing.accept(now + ahead);
    }

    synchronized void back(long millis) {
        now -= millis;
    }

    /** Somebody sets the wall clock. */
    synchronized void set(long millisAhead) {
        ahead = millisAhead;
    }

    /** Since the start. */
    synchronized long passed() {
        return now - START;
    }
}

package common.io;

/**
 * How often one cause of failures has been seen since the last line about it: so that a failure that thousands of
 * connections share is told of once a second, and not once for each. Any thread; guarded by itself.
 */
final class Repeats {
    // states: QUIET -> TOLD (isNews) -> TOLD, with a count (count) -> QUIET, a second without any later
    static final long SILENCE_NANOS = 1_000_000_000;

    private long lastLine;
    private long untold;
    private boolean quiet = true;

    /** One more. Returns whether it is to be told of now; otherwise it is counted. */
    synchronized boolean isNews(long now) {
        boolean news = untold == 0 && (quiet || isOver(now));
        if (news) {
            tell(now);
        } else {
            untold++;
        }
        return news;
    }

    /** How many are to be told of now: those since the last line; 0 as long as that is not a second ago. */
    synchronized long count(long now) {
        if (untold == 0 || !isOver(now)) {
            return 0;
        }
        long count = untold;
        tell(now);
        return count;
    }

    private boolean isOver(long now) {
        return now - lastLine >= SILENCE_NANOS;
    }

    private void tell(long now) {
        quiet = false;
        lastLine = now;
        untold = 0;
    }
}

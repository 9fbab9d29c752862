package lab.judge;

/**
 * How a contender was warmed by work, before its load. Plain data.
 *
 * @param requests that it answered; 0 where it was warmed by its load alone
 * @param seconds  that this took
 * @param problem  why that was not done, or not enough; empty where all is well, or nobody wanted it
 */
public record WarmUp(long requests, double seconds, String problem) {
    public static final WarmUp NONE = new WarmUp(0, 0, "");

    /** This one and another after it, which tells whether all is well. */
    public WarmUp then(WarmUp next) {
        return new WarmUp(requests + next.requests, seconds + next.seconds, next.problem);
    }
}

package servicetwo;

/**
 * What goes wrong with calls, as the settings say. Immutable; {@link FaultDraws} draws from it for each call.
 *
 * @param errorPercent     the share of calls that get a 500 after their wait, from 0 to 100
 * @param hangPercent      the share that is never answered
 * @param resetPercent     the share whose connection is reset instead, after the wait; 100 with the other two at most
 * @param jitterMillis     each wait is longer by a random time from 0 to this, in milliseconds
 * @param slowStartSeconds how long service two waits longer than it says, after its start or a change of these
 */
public record Faults(int errorPercent, int hangPercent, int resetPercent, int jitterMillis, int slowStartSeconds) {
    public static final Faults NONE = new Faults(0, 0, 0, 0, 0);

    /** How much longer a wait is at the very start of a slow one. */
    private static final double SLOWEST = 4;
    private static final double NANOS_PER_SECOND = 1e9;

    /** Whether there are calls enough for all of them. */
    boolean fitInHundred() {
        return errorPercent + hangPercent + resetPercent <= 100;
    }

    /** By how much waits are longer so long after that: {@link #SLOWEST}, falling in a straight line to 1. */
    double slowness(long nanos) {
        double slow = slowStartSeconds * NANOS_PER_SECOND;
        return nanos >= slow ? 1 : SLOWEST - (SLOWEST - 1) * nanos / slow;
    }
}

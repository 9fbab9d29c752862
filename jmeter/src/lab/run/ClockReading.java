package lab.run;

import java.util.Comparator;
import java.util.List;

/**
 * What one question about another machine's clock tells: the answer was given between question and answer, so half the
 * time between them is the most by which the middle is wrong, whichever way was slower (F. Cristian, "Probabilistic
 * clock synchronization", Distributed Computing 3, 1989). Immutable; all in milliseconds.
 *
 * @param ahead by how much that clock is ahead of this machine's
 * @param error by how much that may be wrong
 */
record ClockReading(double ahead, double error) {
    /** Both clocks tell whole milliseconds. */
    private static final double RESOLUTION = 1;

    /** @param there the other machine's clock, read between the two moments of this machine's */
    static ClockReading of(long before, long there, long after) {
        return new ClockReading(there - (before + after) / 2.0, (after - before) / 2.0 + RESOLUTION);
    }

    /** The one with the least error: its question met the least delay. */
    static ClockReading best(List<ClockReading> readings) {
        return readings.stream().min(Comparator.comparingDouble(ClockReading::error)).orElseThrow();
    }

    /** How wrong it is at most at the time of a later one: its own error, and what the clocks have surely drifted. */
    double errorBeside(ClockReading later) {
        return error + Math.max(0, Math.abs(later.ahead - ahead) - error - later.error);
    }
}

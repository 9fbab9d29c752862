package experiment.measure;

import commandline.StatusLine;
import java.time.Duration;

/**
 * Tells a waiting person where the experiment is: on a terminal in one line that is written over each second, elsewhere
 * in a line for each run that ended. Used by the runner's thread.
 */
public final class ExperimentProgress {
    private final StatusLine line = StatusLine.on(System.out);
    private String run = "";
    private Duration left = Duration.ZERO;

    /** @param afterwards how long the runs after this one will take at most */
    void begin(int number, int of, Slot slot, Duration afterwards) {
        run = String.format("[%" + Integer.toString(of).length() + "d/%d] %s, %s %s", number, of,
                slot.contender().name(), slot.load().path(), slot.load().label());
        left = afterwards;
    }

    /** @param millis that this phase will take at most */
    void phase(String phase, long millis) {
        line.show(run + ": " + phase + ", at most " + text(left.plusMillis(millis)) + " left");
    }

    void end(String outcome) {
        line.print(run + ": " + outcome);
    }

    /** {@code 2 min 05 s}. */
    public static String text(Duration duration) {
        long seconds = duration.toSeconds();
        return seconds < 60 ? seconds + " s" : String.format("%d min %02d s", seconds / 60, seconds % 60);
    }
}

package experiment.measure;

import java.io.PrintStream;
import java.time.Duration;

/**
 * Tells a waiting person where the experiment is: on a terminal in one line that is written over each second, elsewhere
 * in a line for each run that ended. Used by the runner's thread.
 */
public final class ExperimentProgress {
    private static final String CLEAR_LINE = "\r\033[K";

    private final PrintStream out;
    private final boolean terminal;
    private String run = "";
    private Duration left = Duration.ZERO;

    public ExperimentProgress(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Where standard output is a terminal. */
    public static ExperimentProgress onConsole() {
        return new ExperimentProgress(System.out, System.console() != null && System.console().isTerminal());
    }

    /** @param afterwards how long the runs after this one will take at most */
    void begin(int number, int of, Order.Slot slot, Duration afterwards) {
        run = String.format("[%" + Integer.toString(of).length() + "d/%d] %s, %s %s", number, of,
                slot.contender().name(), slot.load().path(), slot.load().label());
        left = afterwards;
    }

    /** @param millis that this phase will take at most */
    void phase(String phase, long millis) {
        if (terminal) {
            Duration all = left.plusMillis(millis);
            out.print(CLEAR_LINE + run + ": " + phase + ", at most " + text(all) + " left");
            out.flush();
        }
    }

    void end(String outcome) {
        out.println((terminal ? CLEAR_LINE : "") + run + ": " + outcome);
    }

    /** {@code 2 min 05 s}. */
    public static String text(Duration duration) {
        long seconds = duration.toSeconds();
        return seconds < 60 ? seconds + " s" : String.format("%d min %02d s", seconds / 60, seconds % 60);
    }
}

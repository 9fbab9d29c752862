package lab.run;

import common.commandline.StatusLine;
import java.time.Duration;
import lab.define.Contender;
import lab.define.Load;

/** Is told where an experiment is, by the runner's thread. */
public interface ExperimentProgress {
    /**
     * A run begins.
     *
     * @param number     from 1
     * @param of         how many there are
     * @param afterwards how long the runs after this one will take at most
     */
    void begin(int number, int of, Contender contender, Load load, Duration afterwards);

    /** @param millis that this phase, and what follows it in this run, will take at most */
    void phase(String phase, long millis);

    /** @param outcome of the run, in one line */
    void end(String outcome);

    /** {@code 2 min 05 s}. */
    static String text(Duration duration) {
        long seconds = duration.toSeconds();
        return seconds < 60 ? seconds + " s" : String.format("%d min %02d s", seconds / 60, seconds % 60);
    }

    /** On a terminal in one line that is written over each second, elsewhere in a line for each run that ended. */
    static ExperimentProgress printed() {
        return new ExperimentProgress() {
            private final StatusLine line = StatusLine.on(System.out);
            private String run = "";
            private Duration left = Duration.ZERO;

            @Override
            public void begin(int number, int of, Contender contender, Load load, Duration afterwards) {
                run = String.format("[%" + Integer.toString(of).length() + "d/%d] %s, %s %s", number, of,
                        contender.name(), load.path(), load.label());
                left = afterwards;
            }

            @Override
            public void phase(String phase, long millis) {
                line.show(run + ": " + phase + ", at most " + text(left.plusMillis(millis)) + " left");
            }

            @Override
            public void end(String outcome) {
                line.print(run + ": " + outcome);
            }
        };
    }
}

package lab.run;

import common.commandline.StatusLine;
import java.time.Duration;
import lab.define.Contender;
import lab.define.Load;

/**
 * Tells a waiting person where the experiment is: on a terminal in one line that is written over each second, elsewhere
 * in a line for each run that ended. Used by the runner's thread.
 */
final class TerminalProgress implements ExperimentProgress {
    private final StatusLine line = StatusLine.on(System.out);
    private String run = "";
    private Duration left = Duration.ZERO;

    @Override
    public void begin(int number, int of, Contender contender, Load load, Duration afterwards) {
        run = String.format("[%" + Integer.toString(of).length() + "d/%d] %s, %s %s", number, of, contender.name(),
                load.path(), load.label());
        left = afterwards;
    }

    @Override
    public void phase(String phase, long millis) {
        line.show(run + ": " + phase + ", at most " + ExperimentProgress.text(left.plusMillis(millis)) + " left");
    }

    @Override
    public void end(String outcome) {
        line.print(run + ": " + outcome);
    }
}

package lab.run;

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
}

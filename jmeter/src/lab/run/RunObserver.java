package lab.run;

import module java.base;
import common.io.HostPort;
import experiment.Contender;
import experiment.Load;
import experiment.Run;
import process.Child;
import text.StatusLine;

/**
 * Observes the runs of an experiment and shows their progress. On a terminal, one line changes every second. Other
 * output gets a line for each ended run. The runner's thread calls all methods: for each run, {@link #begin},
 * {@link #ready}, {@link #windowBegins}, {@link #windowEnds} and {@link #ended}, in this order. A
 * {@link process.Child.ProgramFailure} thrown here fails the run. Any other exception ends the experiment.
 */
public class RunObserver {
    private final StatusLine line;
    private String heading = "";
    private Duration left = Duration.ZERO;

    public RunObserver() {
        this(StatusLine.on(System.out));
    }

    public RunObserver(StatusLine line) {
        this.line = line;
    }

    public boolean allowsWarmUpByWork() {
        return true;
    }

    /**
     * @param number counted from 1
     * @param afterwards the longest time that all later runs can take together
     */
    public void begin(int number, int all, Contender contender, Load load, Duration afterwards) {
        heading = String.format("[%" + Integer.toString(all).length() + "d/%d] %s, %s %s", number, all,
                contender.name(), load.path(), load.label());
        left = afterwards;
    }

    public void phase(String phase, long millis) {
        line.show(heading + ": " + phase + ", at most " + text(left.plusMillis(millis)) + " left");
    }

    /** {@code 2 min 05 s}. */
    public static String text(Duration duration) {
        long seconds = duration.toSeconds();
        return seconds < 60 ? seconds + " s" : String.format("%d min %02d s", seconds / 60, seconds % 60);
    }

    public void ready(Child contender, HostPort address) throws IOException, InterruptedException {
    }

    /** The measured window begins when this returns. */
    public void windowBegins() throws IOException, InterruptedException {
    }

    public void windowEnds() throws IOException, InterruptedException {
    }

    public void ended(Run run, String outcome) throws IOException {
        line.print(heading + ": " + outcome);
    }
}

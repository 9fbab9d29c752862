package lab.run;

import module java.base;
import common.io.HostPort;
import experiment.Contender;
import experiment.Load;
import experiment.Metric;
import experiment.Run;
import lab.judge.Findings;
import text.Numbers;
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

    public void ready(HostPort address) throws IOException, InterruptedException {
    }

    /** The measured window begins when this returns. */
    public void windowBegins() throws IOException, InterruptedException {
    }

    public void windowEnds() throws IOException, InterruptedException {
    }

    public void ended(Run run) throws IOException {
        line.print(heading + ": " + outcome(run));
    }

    public void stopped() {
        System.out.println("\nstopped; the report contains the runs so far");
    }

    /** @param why such as a full disk */
    public void cannotContinue(IOException why) throws IOException {
        System.out.println();
        System.err.println("cannot continue: " + why + "; the report contains the runs so far");
    }

    static String outcome(Run run) {
        if (!run.isMeasured()) {
            return "NOT MEASURED: " + run.failure();
        }
        String p99 = Metric.P99.missingAnswers(run) == 0 ? "p99 " + text(run, Metric.P99) + " ms"
                : "p99 needs " + Metric.P99.missingAnswers(run) + " more requests";
        String latency = run.queueGrows() ? "latency grows" : "p50 " + text(run, Metric.P50) + " ms, " + p99;
        String figures = text(run, Metric.THROUGHPUT) + " requests/s, " + latency + ", "
                + text(run, Metric.CPU_PER_REQUEST) + " µs of CPU time per request"
                + (run.measured().costs().losesChildren() ? " (a process ignores SIGCHLD)" : "");
        String warmUp = run.measured().warmUp().problem();
        return figures + run.beside().map(_ -> beside(run)).orElse("") + (warmUp.isEmpty() ? "" : "; " + warmUp)
                + Findings.of(run).reasons().limit(1).map(finding -> "; INVALID: " + finding.text())
                .collect(Collectors.joining());
    }

    private static String beside(Run run) {
        return "; beside it " + text(run, Metric.THROUGHPUT_BESIDE) + " requests/s, "
                + (run.beside().orElseThrow().queueGrows() ? "latency grows"
                : "p50 " + text(run, Metric.P50_BESIDE) + " ms");
    }

    private static String text(Run run, Metric metric) {
        return Numbers.text(metric.of(run));
    }
}

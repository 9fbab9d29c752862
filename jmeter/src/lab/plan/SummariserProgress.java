package lab.plan;

import module java.base;
import experiment.Run;
import lab.run.RunObserver;
import text.StatusLine;

/**
 * A run's progress line: rewritten every second on a terminal; elsewhere, printed about every ten seconds. JMeter
 * reports only every five seconds, so the line says when its figures were reported.
 */
final class SummariserProgress extends RunObserver {
    private static final Pattern INTERVAL = Pattern.compile(
            "summary \\+\\s+(\\d+) in .*?=\\s*([\\d.]+)/s Avg:\\s*(\\d+) .*?Err:\\s*(\\d+) .*?Active: (\\d+) "
            + "Started: (\\d+).*");
    private static final Pattern TOTAL = Pattern.compile("summary =\\s+(\\d+) in .*");
    private static final int SECONDS_BETWEEN_LINES = 10;

    private final StatusLine line;
    private final Optional<PlannedLoad> load;
    private boolean started;
    private int starting;        // seconds until JMeter started the test
    private int seconds;         // since then
    private int reportedAt;      // the second of JMeter's last report
    private long samples;
    private long errors;
    private long begun;          // users or arrivals
    private long total;          // JMeter's own total
    private String lately = "";  // of the last five seconds
    private boolean tidying;
    private String ending = "";

    SummariserProgress(StatusLine line, Optional<PlannedLoad> load) {
        super(line);
        this.line = line;
        this.load = load;
    }

    /** The report says more. */
    @Override
    public void ended(Run run) {
    }

    /** Before JMeter was started, so there is nothing to report. */
    @Override
    public void stopped() {
    }

    @Override
    public void cannotContinue(IOException why) throws IOException {
        throw why;
    }

    synchronized void read(String printed) {
        Matcher interval = INTERVAL.matcher(printed);
        if (interval.matches()) {
            samples += Long.parseLong(interval.group(1));
            errors += Long.parseLong(interval.group(4));
            lately = "; last 5 s: %s/s, %s ms on average, %s users".formatted(interval.group(2), interval.group(3),
                    interval.group(5));
            begun = Long.parseLong(interval.group(6));
            reportedAt = seconds;
        }
        Matcher all = TOTAL.matcher(printed);
        if (all.matches()) {
            total = Long.parseLong(all.group(1));
        }
        started |= printed.startsWith("Starting ");
        tidying |= printed.startsWith("Tidying up");
    }

    synchronized long total() {
        return total;
    }

    synchronized void stopping() {
        ending = " (stopping)";
    }

    /** Call this every second. */
    synchronized void show() {
        int since = started ? ++seconds : ++starting;
        String text = "%4d s  %s%s".formatted(seconds, started ? text() : "JMeter is starting", ending);
        if (line.isOnTerminal()) {
            line.show(text);
        } else if (since % SECONDS_BETWEEN_LINES == 0) {
            line.print(text);
        }
    }

    private String text() {
        String answered = samples == 0 ? "no answer yet"
                : "%,d samples, %,d errors as of %d s".formatted(samples, errors, reportedAt);
        return answered + (tidying ? "; writing the dashboard" : load.map(this::state).orElse(lately));
    }

    /** JMeter prints nothing during a drain, and an open loop's drain always takes its full time. */
    private String state(PlannedLoad planned) {
        String behind = planned.behind(begun, reportedAt);
        if (!behind.isEmpty()) {
            return behind;
        }
        if (seconds <= Math.max(planned.rampup(), planned.seconds())) {
            return lately;
        }
        return "; all sent, waiting for requests in flight" + (planned.drain() == 0 ? ""
                : " until " + (planned.seconds() + planned.drain()) + " s (-Jdrain)");
    }

    synchronized void end() {
        line.clear();
    }
}

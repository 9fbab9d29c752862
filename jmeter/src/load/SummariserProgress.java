package load;

import common.commandline.StatusLine;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The one line that says how a run goes: rewritten each second on a terminal, else printed anew about every ten. JMeter
 * tells its figures every five seconds only, so the line says until when they are. Fed by the thread that reads
 * JMeter's output, printed by the main thread; both under its monitor.
 */
final class SummariserProgress {
    private static final Pattern INTERVAL = Pattern.compile(
            "summary \\+\\s+(\\d+) in .*?=\\s*([\\d.]+)/s Avg:\\s*(\\d+) .*?Err:\\s*(\\d+) .*?Active: (\\d+).*");
    private static final Pattern TOTAL = Pattern.compile("summary =\\s+(\\d+) in .*");
    private static final int SECONDS_BETWEEN_LINES = 10;

    private final StatusLine line;
    private final Optional<PlannedLoad> load;
    private boolean started;
    private int seconds;         // since then
    private int toldAt;          // when JMeter last told its figures, which are
    private long requests;
    private long errors;
    private long total;          // as JMeter itself adds it up
    private String lately = "";  // what the last interval brought
    private boolean tidying;
    private String ending = "";

    SummariserProgress(StatusLine line, Optional<PlannedLoad> load) {
        this.line = line;
        this.load = load;
    }

    /** Takes a line that JMeter printed. Its summariser says what the last five seconds brought, not more. */
    synchronized void read(String printed) {
        Matcher interval = INTERVAL.matcher(printed);
        if (interval.matches()) {
            requests += Long.parseLong(interval.group(1));
            errors += Long.parseLong(interval.group(4));
            lately = "; lately %s/s, %s ms on average, %s users".formatted(interval.group(2), interval.group(3),
                    interval.group(5));
            toldAt = seconds;
        }
        Matcher all = TOTAL.matcher(printed);
        if (all.matches()) {
            total = Long.parseLong(all.group(1));
        }
        started |= printed.startsWith("Starting ");
        tidying |= printed.startsWith("Tidying up");
    }

    /** How many requests JMeter says it made; at its end, all of them, and 0 where its user has silenced it. */
    synchronized long total() {
        return total;
    }

    synchronized void stopping() {
        ending = " (stopping)";
    }

    /** To be called each second. */
    synchronized void show() {
        seconds += started ? 1 : 0;
        String text = "%4d s  %s%s".formatted(seconds, started ? text() : "JMeter starts", ending);
        if (line.isOnTerminal()) {
            line.show(text);
        } else if (seconds > 0 && seconds % SECONDS_BETWEEN_LINES == 0) {
            line.print(text);
        }
    }

    private String text() {
        String answered = requests == 0 ? "no answer yet"
                : "%,d requests, %,d errors by %d s".formatted(requests, errors, toldAt);
        if (tidying) {
            return answered + "; writing the dashboard";
        }
        // After the last request was sent JMeter is silent; an open loop's drain lasts as long as it was told to.
        return answered + load.filter(planned -> seconds > planned.seconds())
                .map(planned -> "; no more are sent, waiting for those in flight" + (planned.drain() == 0 ? ""
                        : " until " + (planned.seconds() + planned.drain()) + " s (-Jdrain)")).orElse(lately);
    }

    synchronized void end() {
        line.clear();
    }
}

package jmeter.run;

import commandline.StatusLine;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The one line that says how a run goes: rewritten each second on a terminal, else printed anew every ten. Fed by the
 * thread that reads JMeter's output, printed by the main thread; both under its monitor.
 */
final class SummariserProgress {
    private static final Pattern INTERVAL = Pattern.compile(
            "summary \\+\\s+(\\d+) in .*?=\\s*([\\d.]+)/s Avg:\\s*(\\d+) .*?Err:\\s*(\\d+) .*?Active: (\\d+).*");
    private static final int SECONDS_BETWEEN_LINES = 10;

    private final StatusLine line;
    private long requests;
    private long errors;
    private String now = "no answer yet";
    private boolean stopped;

    SummariserProgress(StatusLine line) {
        this.line = line;
    }

    /** Takes a line that JMeter printed. Its summariser says what the last five seconds brought, not more. */
    synchronized void read(String printed) {
        Matcher interval = INTERVAL.matcher(printed);
        if (interval.matches()) {
            requests += Long.parseLong(interval.group(1));
            errors += Long.parseLong(interval.group(4));
            now = String.format(Locale.ROOT, "%,d requests, %,d errors; now %s/s, %s ms on average, %s users",
                    requests, errors, interval.group(2), interval.group(3), interval.group(5));
        } else if (printed.startsWith("Tidying up")) {
            now = String.format(Locale.ROOT, "%,d requests, %,d errors; writing the dashboard", requests, errors);
        }
    }

    synchronized void stopping() {
        stopped = true;
    }

    /** To be called each second. */
    synchronized void show(int seconds) {
        String text = String.format(Locale.ROOT, "%4d s  %s%s", seconds, now, stopped ? " (stopping)" : "");
        if (line.isOnTerminal()) {
            line.show(text);
        } else if (seconds > 0 && seconds % SECONDS_BETWEEN_LINES == 0) {
            line.print(text);
        }
    }

    synchronized void end() {
        line.clear();
    }
}

package jmeter.run;

import java.io.PrintStream;
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

    private final PrintStream out;
    private final boolean terminal;
    private long requests;
    private long errors;
    private String now = "no answer yet";
    private boolean stopped;
    private int width;

    SummariserProgress(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Takes a line that JMeter printed. Its summariser says what the last five seconds brought, not more. */
    synchronized void read(String line) {
        Matcher interval = INTERVAL.matcher(line);
        if (interval.matches()) {
            requests += Long.parseLong(interval.group(1));
            errors += Long.parseLong(interval.group(4));
            now = String.format(Locale.ROOT, "%,d requests, %,d errors; now %s/s, %s ms on average, %s users",
                    requests, errors, interval.group(2), interval.group(3), interval.group(5));
        } else if (line.startsWith("Tidying up")) {
            now = String.format(Locale.ROOT, "%,d requests, %,d errors; writing the dashboard", requests, errors);
        }
    }

    synchronized void stopping() {
        stopped = true;
    }

    /** To be called each second. */
    synchronized void show(int seconds) {
        String line = String.format(Locale.ROOT, "%4d s  %s%s", seconds, now, stopped ? " (stopping)" : "");
        if (terminal) {
            out.print("\r" + line + " ".repeat(Math.max(0, width - line.length())));
            out.flush();
            width = line.length();
        } else if (seconds > 0 && seconds % SECONDS_BETWEEN_LINES == 0) {
            out.println(line);
        }
    }

    /** Leaves the terminal's line as it was found: empty. */
    synchronized void end() {
        if (terminal) {
            out.print("\r" + " ".repeat(width) + "\r");
            out.flush();
        }
    }
}

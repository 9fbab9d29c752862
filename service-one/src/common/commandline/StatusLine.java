package common.commandline;

import java.io.PrintStream;

/**
 * One line that says how far the work is; on a terminal it is written over again and again. Used by one thread at a
 * time.
 */
public final class StatusLine {
    private final PrintStream out;
    private final boolean terminal;
    private int width;

    public StatusLine(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** On a stream that may lead to a terminal. */
    public static StatusLine on(PrintStream out) {
        return new StatusLine(out, System.console() != null && System.console().isTerminal());
    }

    public boolean isOnTerminal() {
        return terminal;
    }

    /** Writes over what was shown before; elsewhere than on a terminal it shows nothing. */
    public void show(String line) {
        if (terminal) {
            out.print("\r" + line + " ".repeat(Math.max(0, width - line.length())));
            out.flush();
            width = line.length();
        }
    }

    /** Empties the line again. */
    public void clear() {
        if (terminal) {
            out.print("\r" + " ".repeat(width) + "\r");
            out.flush();
            width = 0;
        }
    }

    /** A line that stays. */
    public void print(String line) {
        clear();
        out.println(line);
    }
}

package text;

import java.io.PrintStream;

public final class StatusLine {
    private final PrintStream out;
    private final boolean terminal;
    private int width;

    public StatusLine(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    public static StatusLine on(PrintStream out) {
        return new StatusLine(out, System.console() != null && System.console().isTerminal());
    }

    public boolean isOnTerminal() {
        return terminal;
    }

    public void show(String line) {
        if (terminal) {
            out.write('\r');
            out.print(line + " ".repeat(Math.max(0, width - line.length())));
            out.flush();
            width = line.length();
        }
    }

    public void clear() {
        if (terminal) {
            out.write('\r');
            out.print(" ".repeat(width));
            out.write('\r');
            out.flush();
            width = 0;
        }
    }

    public void print(String line) {
        clear();
        out.println(line);
    }
}

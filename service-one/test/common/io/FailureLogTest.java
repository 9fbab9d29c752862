package common.io;

import static testing.Assertions.assertEquals;

import module java.base;
import java.lang.System.Logger.Level;
import testing.Test;
import testing.Words;

class FailureLogTest {
    private static final long SECOND = 1_000_000_000;
    /** Far in the future, so that event loops of other tests do not report these repeats. */
    private static final long START = System.nanoTime() + 3_600 * SECOND;

    private boolean fails;
    private final List<String> lines = new ArrayList<>();
    private final System.Logger log = new System.Logger() {
        @Override
        public String getName() {
            return "test";
        }

        @Override
        public boolean isLoggable(Level level) {
            return true;
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String text, Throwable thrown) {
            failIfAsked();
            lines.add(level + " " + text + " with " + thrown);
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {
            failIfAsked();
            lines.add(level + " " + format);
        }
    };

    private void failIfAsked() {
        if (fails) {
            throw new Error("tzdb.dat: Too many open files");
        }
    }

    @Test
    void aRepeatedCauseIsLoggedOnceASecondAndCounted() throws Exception {
        for (int i = 0; i < 1_313; i++) {
            FailureLog.log(log, Level.ERROR, "while failing often", new IllegalStateException("no more"), START);
        }
        FailureLog.logRepeats(START + SECOND - 1);
        assertEquals(1, lines.size(), "lines within a second");
        FailureLog.logRepeats(START + SECOND);
        FailureLog.logRepeats(START + 3 * SECOND);
        assertEquals(2, lines.size(), "lines afterwards");
        FailureLog.log(log, Level.ERROR, "while failing often", new IllegalStateException(), START + 2 * SECOND);
        assertEquals(3, lines.size(), "lines after a quiet second");
        FailureLog.log(log, Level.ERROR, "while failing often", new IllegalStateException(), START + 3 * SECOND - 1);
        FailureLog.logRepeats(START + 3 * SECOND);
        Words.assertSame("server", "a failure that is repeated", String.join("\n", lines));
    }

    @Test
    void eachCauseHasItsOwnLine() {
        FailureLog.log(log, Level.ERROR, "here", new IllegalStateException(), START);
        FailureLog.log(log, Level.ERROR, "there", new IllegalStateException(), START);
        FailureLog.log(log, Level.ERROR, "here", new OutOfMemoryError(), START);
        FailureLog.log(log, Level.WARNING, "here", new OutOfMemoryError(), START);
        assertEquals(4, lines.size(), "one place with two kinds of failures and two levels, another with one");
    }

    @Test
    void aWarningHasNoStackTraceAndABrokenConnectionIsNotLogged() {
        FailureLog.warn(log, "place", new IOException("the disk is full"));
        FailureLog.warn(log, "place", new IllegalStateException());
        FailureLog.logUnlessIoFailed(log, "place", new EOFException("closed"));
        FailureLog.logUnlessIoFailed(log, "place", new IllegalStateException("broken"));
        assertEquals(List.of("WARNING place: the disk is full", "WARNING place: IllegalStateException",
                "ERROR place with java.lang.IllegalStateException: broken"), lines);
    }

    /** A JVM's first log line loads the time zones. Without a free file descriptor, that throws an Error. */
    @Test
    void aFailureToLogIsIgnored() {
        fails = true;
        FailureLog.log(log, Level.ERROR, "first", new IllegalStateException(), START);
        FailureLog.log(log, Level.ERROR, "first", new IllegalStateException(), START);
        FailureLog.logRepeats(START + SECOND);
        assertEquals(List.of(), lines);
    }
}

package common.io;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import module java.base;
import java.lang.System.Logger.Level;
import testing.Test;

class FailureLogTest {
    private static final long SECOND = 1_000_000_000;
    /** Far in the future, so that event loops of other tests do not report these repeats. */
    private static final long START = System.nanoTime() + 3_600 * SECOND;

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
            lines.add(text + " with " + thrown);
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {
            lines.add(format);
        }
    };

    @Test
    void aRepeatedCauseIsLoggedOnceASecondAndCounted() {
        for (int i = 0; i < 1_313; i++) {
            FailureLog.log(log, Level.ERROR, "while failing often", new IllegalStateException("no more"), START);
        }
        FailureLog.logRepeats(START + SECOND - 1);
        assertEquals(List.of("while failing often with java.lang.IllegalStateException: no more"), lines);
        FailureLog.logRepeats(START + SECOND);
        FailureLog.logRepeats(START + 3 * SECOND);
        assertEquals(2, lines.size(), "all lines");
        assertContains("while failing often: 1,312 more of java.lang.IllegalStateException", lines.getLast());
        FailureLog.log(log, Level.ERROR, "while failing often", new IllegalStateException(), START + 3 * SECOND);
        assertEquals(3, lines.size(), "logged again after a quiet second");
    }

    @Test
    void eachCauseHasItsOwnLine() {
        FailureLog.log(log, Level.ERROR, "here", new IllegalStateException(), START);
        FailureLog.log(log, Level.ERROR, "there", new IllegalStateException(), START);
        FailureLog.log(log, Level.ERROR, "here", new OutOfMemoryError(), START);
        assertEquals(3, lines.size(), "one place with two kinds of failures, another with one");
    }
}

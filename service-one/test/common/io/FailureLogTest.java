package common.io;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import testing.Test;

/** Issue 11, row 2: what failed on every connection wrote 44,000 lines. */
class FailureLogTest implements AutoCloseable {
    private static final String NAME = FailureLogTest.class.getName();
    /** Held, because the logging system only holds it weakly. */
    private static final Logger LINES = Logger.getLogger(NAME);
    private static final System.Logger LOG = System.getLogger(NAME);
    private static final long SECOND = 1_000_000_000;
    /** So far ahead that the watchdogs of other tests find nothing to tell of here. */
    private static final long START = System.nanoTime() + 3_600 * SECOND;

    private final List<LogRecord> lines = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            lines.add(line);
        }

        @Override
        public void flush() {
            // it holds nothing back
        }

        @Override
        public void close() {
            // it has opened nothing
        }
    };

    FailureLogTest() {
        LINES.setUseParentHandlers(false);
        LINES.addHandler(handler);
    }

    @Override
    public void close() {
        LINES.removeHandler(handler);
    }

    @Test
    void aCauseIsToldOfOnceASecondAndCounted() {
        IllegalStateException failure = new IllegalStateException("no more");
        for (int i = 0; i < 4_313; i++) {
            FailureLog.log(LOG, "while failing often", failure, START);
        }
        FailureLog.tellRepeats(START + SECOND - 1);
        assertEquals(1, lines.size(), "lines in the first second");
        assertEquals(failure, lines.getFirst().getThrown(), "the first one, with its stack trace");
        FailureLog.tellRepeats(START + SECOND);
        FailureLog.tellRepeats(START + 3 * SECOND);
        assertEquals(2, lines.size(), "lines in all");
        assertContains("while failing often: 4,312 more of java.lang.IllegalStateException",
                lines.getLast().getMessage());
        FailureLog.log(LOG, "while failing often", failure, START + 3 * SECOND);
        assertEquals(3, lines.size(), "after a quiet second it is news again");
    }

    @Test
    void eachCauseHasALineOfItsOwn() {
        FailureLog.log(LOG, "here", new IllegalStateException(), START);
        FailureLog.log(LOG, "there", new IllegalStateException(), START);
        FailureLog.log(LOG, "here", new OutOfMemoryError(), START);
        assertEquals(3, lines.size(), "two places, and two kinds of failures in one of them");
    }
}

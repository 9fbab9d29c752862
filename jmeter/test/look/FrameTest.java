package look;

import static testing.Assertions.assertEquals;

import java.util.Optional;
import look.Jdk.Frame;
import testing.Test;

class FrameTest {
    private record Row(String reason, Frame expected, String text) {
    }

    private static final Row[] TABLE = {
        new Row("an exception's", new Frame("serviceone.calls.Call", "read", "Call.java", 64),
                "--> at serviceone.calls.Call.read(Call.java:64)"),
        new Row("a text dump's", new Frame("java.lang.Thread", "run", "Thread.java", 1474),
                "    at java.base/java.lang.Thread.run(Thread.java:1474)"),
        new Row("a JSON dump's, with loader and module", new Frame("a.B$C", "<init>", "B.java", 1),
                "app//a.B$C.<init>(B.java:1)"),
        new Row("with a version", new Frame("java.lang.Thread", "run", "Thread.java", 2),
                "java.base@25.0.3/java.lang.Thread.run(Thread.java:2)"),
        new Row("without a line", new Frame("sun.nio.ch.Net", "accept", "Native Method", 0),
                "java.base/sun.nio.ch.Net.accept(Native Method)"),
        new Row("a lambda's", new Frame("a.B", "lambda$c$0", "B.java", 3), "a.B.lambda$c$0(B.java:3)"),
        new Row("a thread's title", null, "#30 \"pool-1\" RUNNABLE 2026-01-01T00:00:00Z"),
        new Row("a lock", null, "      - parking to wait for <0x1> (a java.lang.Object)")};

    @Test
    void eachFormIsRead() {
        for (Row row : TABLE) {
            assertEquals(Optional.ofNullable(row.expected), Frame.of(row.text), row.reason);
        }
    }

    @Test
    void inShortThePackageIsLeftOut() {
        assertEquals("B$C.d:4", new Frame("a.B$C", "d", "B.java", 4).inShort());
        assertEquals("B.d", new Frame("a.B", "d", "Native Method", 0).inShort());
    }
}

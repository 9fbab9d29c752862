package look;

import static testing.Assertions.assertEquals;
import static testing.Words.assertSame;

import module java.base;
import testing.Test;

class TraceCommandTest {
    private static final String TRACE = """
            serviceone.calls.CallException: on purpose
            --> at serviceone.routes.BlockingTrace.meetings(BlockingTrace.java:40)
                at java.base/java.lang.Thread.run(Thread.java:1474)
              - locked <0x1> (a java.lang.Object)
            """;
    private static final String DUMP = """
            12
            2026-11-28T20:00:00Z

            #1 "main" WAITING 2026-11-28T20:00:00Z
                at java.base/java.lang.Object.wait(Object.java:1)

            %s 2026-11-28T20:00:00Z
                %s
                at serviceone.calls.BlockingMeetings.%s(BlockingMeetings.java:13)

            #30 "last" RUNNABLE
            """;

    private static String dump(String thread, String frame, String method) {
        return DUMP.formatted(thread, frame, method);
    }

    private static final List<String> LONG = List.of("x".repeat(46), "y".repeat(47));

    @Test
    void theModesStandSideBySide() throws Exception {
        Map<String, List<String>> traces = new LinkedHashMap<>();
        traces.put("pool", TraceCommand.shortened(TRACE));
        traces.put("loom", List.of());
        traces.put("async", LONG);
        Map<String, List<String>> dumps = new LinkedHashMap<>();
        dumps.put("pool", TraceCommand.waitingStack(dump("#9 \"pool-1\" WAITING", "- parking to wait", "answer")));
        dumps.put("loom", TraceCommand.waitingStack(dump("#9 \"main\"", "", "other")));
        assertSame("look", "trace", TraceCommand.text(traces, dumps));
    }

    @Test
    void theWaitingRequestsThreadIsFoundOrElseAnEventLoop() {
        assertEquals(List.of("#9 \"\" virtual WAITING", "    Call.read:64", "    BlockingMeetings.answer:13"),
                TraceCommand.waitingStack(dump("#9 \"\" virtual WAITING",
                        "at serviceone.calls.Call.read(Call.java:64)", "answer")));
        assertEquals(List.of("#9 \"event-loop-1\" RUNNABLE", "    EPoll.wait", "    BlockingMeetings.other:13"),
                TraceCommand.waitingStack(dump("#9 \"event-loop-1\" RUNNABLE",
                        "at java.base/sun.nio.ch.EPoll.wait(Native Method)", "other")));
    }
}

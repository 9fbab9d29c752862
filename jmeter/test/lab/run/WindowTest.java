package lab.run;

import static testing.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import lab.define.Load;
import lab.judge.Run.Bucket;
import lab.judge.Run.Halves;
import lab.judge.Run.Requests;
import testing.Test;

/** Which of a JTL's samples belong to a window, and what is read from them. */
class WindowTest implements AutoCloseable {
    private static final String HEAD =
            "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,"
                    + "sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect\n";
    private static final long T = 1_700_000_000_000L;

    private final Path jtl;

    WindowTest() throws Exception {
        jtl = Files.createTempFile("window", ".jtl");
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(jtl);
    }

    private static String row(long start, long elapsed, String code, String message, boolean success, String failure) {
        return start + "," + elapsed + ",GET,\"" + code + "\"," + message + ",t,text," + success + ",\"" + failure
                + "\",1,1,1,1,null," + elapsed + ",0,0\n";
    }

    private static String ok(long start, long elapsed) {
        return row(T + start, elapsed, "200", "OK", true, "");
    }

    private Requests read(boolean closed, String... rows) throws Exception {
        Files.writeString(jtl, HEAD + String.join("", rows));
        return Window.read(jtl, T, T + 1000, closed ? Load.Kind.CLOSED : Load.Kind.OPEN);
    }

    private static final String[] ROWS =
            {ok(-500, 499), ok(-500, 500), ok(-1, 600), ok(0, 100), ok(900, 99), ok(999, 400), ok(1000, 5)};

    @Test
    void aClosedLoopsRequestsBelongToTheWindowOfTheirAnswers() throws Exception {
        Requests requests = read(true, ROWS);
        assertEquals(4L, requests.answered(), "answers at 0, 100, 599, 999");
        assertEquals(2L, requests.firstHalf(), "at 0 and 100");
        assertEquals(100L, requests.latency().p50(), "median of 99 100 500 600, by nearest rank");
        assertEquals(600L, requests.latency().max(), "longest");
        assertEquals(new Halves(300, 349.5), requests.halves(), "means of 500 and 100, and of 600 and 99");
    }

    @Test
    void anOpenLoopsBelongToTheWindowTheyWereSentIn() throws Exception {
        Requests requests = read(false, ROWS);
        assertEquals(4L, requests.answered(), "answers at 0, 100, 599, 999: what was done in the window");
        assertEquals(400L, requests.latency().max(),
                "the one sent at 999 and answered after the window: it waited longest");
    }

    @Test
    void anOpenLoopsFailuresBelongToTheWindowTheyWereSentIn() throws Exception {
        Requests requests = read(false, ok(10, 100), row(T + 500, 30_000,
                "Non HTTP response code: java.net.SocketTimeoutException",
                "Non HTTP response message: Read timed out", false, ""),
                row(T - 700, 900, "503", "Service Unavailable", false, ""));
        assertEquals(1L, requests.failed(), "the one that was sent in the window and ended long after it");
        assertEquals(1L, requests.latencies(), "and the one that was answered");
        assertEquals(Map.of("SocketTimeoutException", 1L), requests.failures());
    }

    @Test
    void failuresAreCountedByKind() throws Exception {
        Requests requests = read(true, ok(0, 10),
                row(T + 10, 5, "503", "Service Unavailable", false, "Test failed: code"),
                row(T + 20, 5, "503", "Service Unavailable", false, "Test failed: code"),
                row(T + 30, 5, "Non HTTP response code: org.apache.http.conn.HttpHostConnectException",
                "Non HTTP response message: refused", false, ""));
        assertEquals(1L, requests.answered());
        assertEquals(3L, requests.failed());
        assertEquals(Map.of("503 Service Unavailable, Test failed: code", 2L, "HttpHostConnectException", 1L),
                requests.failures());
    }

    @Test
    void theHistogramHoldsEveryAnswerOnce() throws Exception {
        String[] rows = new String[900];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = ok(i, (long) i * i % 5000);
        }
        Requests requests = Window.read(write(rows), T, T + 10_000, Load.Kind.CLOSED);
        long counted = requests.histogram().stream().mapToLong(Bucket::count).sum();
        assertEquals(requests.answered(), counted, "sum of the buckets");
        for (int i = 1; i < requests.histogram().size(); i++) {
            assertEquals(true, requests.histogram().get(i - 1).to() <= requests.histogram().get(i).from(),
                    "buckets don't overlap");
        }
    }

    private Path write(String... rows) throws Exception {
        return Files.writeString(jtl, HEAD + String.join("", rows));
    }

    @Test
    void withoutAnswersThereIsNoLatency() throws Exception {
        Requests requests = read(true, row(T, 5, "500", "Oops", false, ""));
        assertEquals(null, requests.latency());
        assertEquals(0, requests.histogram().size());
    }
}

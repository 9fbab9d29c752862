package lab.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Run.Bucket;
import lab.judge.Run.Halves;
import lab.judge.Run.Requests;
import lab.run.Samples.Edges;
import testing.Test;

/** Which of a JTL's samples belong to the measured window, where that ends, and what is read from them. */
class SamplesTest implements AutoCloseable {
    private static final String HEAD =
            "timeStamp,elapsed,label,responseCode,responseMessage,success,failureMessage,Connect\n";
    private static final long T = 1_700_000_000_000L;
    private static final Edges SECOND = new Edges(T, T + 1_000);
    private static final Load CLOSED = Load.closed("/meetings", 1);
    private static final Load OPEN = Load.open("/meetings", 10);

    private final Path jtl = Files.createTempFile("samples", ".jtl");

    SamplesTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(jtl);
    }

    private static String row(long start, long elapsed, String code, String message, boolean success, String failure) {
        return T + start + "," + elapsed + ",GET," + code + "," + message + "," + success + "," + failure + ",0\n";
    }

    private static String ok(long start, long elapsed) {
        return row(start, elapsed, "200", "OK", true, "");
    }

    private Samples samples(Load load, String... rows) throws Exception {
        Files.writeString(jtl, HEAD + String.join("", rows));
        return Samples.read(jtl, load, Optional.empty());
    }

    private static final String[] ROWS =
            {ok(-500, 499), ok(-500, 500), ok(-1, 600), ok(0, 100), ok(900, 99), ok(999, 400), ok(1000, 5)};

    @Test
    void aClosedLoopsRequestsBelongToTheWindowOfTheirAnswers() throws Exception {
        Requests requests = samples(CLOSED, ROWS).requests(SECOND);
        assertEquals(4L, requests.answered(), "answers at 0, 100, 599, 999");
        assertEquals(2L, requests.firstHalf(), "at 0 and 100");
        assertEquals(100L, requests.latency().p50(), "median of 99 100 500 600, by nearest rank");
        assertEquals(600L, requests.latency().max(), "longest");
        assertEquals(new Halves(300, 349.5), requests.halves(), "means of 500 and 100, and of 600 and 99");
    }

    @Test
    void anOpenLoopsBelongToTheWindowTheyWereSentIn() throws Exception {
        Requests requests = samples(OPEN, ROWS).requests(SECOND);
        assertEquals(4L, requests.answered(), "answers at 0, 100, 599, 999: what was done in the window");
        assertEquals(400L, requests.latency().max(),
                "the one sent at 999 and answered after the window: it waited longest");
        Requests failing = samples(OPEN, ok(10, 100), row(500, 30_000,
                "Non HTTP response code: java.net.SocketTimeoutException",
                "Non HTTP response message: Read timed out", false, ""),
                row(-700, 900, "503", "Service Unavailable", false, "")).requests(SECOND);
        assertEquals(1L, failing.failed(), "the one that was sent in the window and ended long after it");
        assertEquals(1L, failing.latencies(), "and the one that was answered");
        assertEquals(Map.of("SocketTimeoutException", 1L), failing.failures());
    }

    @Test
    void failuresAreCountedByKind() throws Exception {
        Requests requests = samples(CLOSED, ok(0, 10),
                row(10, 5, "503", "Service Unavailable", false, "Test failed: code"),
                row(20, 5, "503", "Service Unavailable", false, "Test failed: code"),
                row(30, 5, "Non HTTP response code: org.apache.http.conn.HttpHostConnectException",
                "Non HTTP response message: refused", false, "")).requests(SECOND);
        assertEquals(1L, requests.answered());
        assertEquals(3L, requests.failed());
        assertEquals(Map.of("503 Service Unavailable, Test failed: code", 2L, "HttpHostConnectException", 1L),
                requests.failures());
        Requests none = samples(CLOSED, row(0, 5, "500", "Oops", false, "")).requests(SECOND);
        assertEquals(null, none.latency(), "without answers there is no latency");
        assertEquals(List.of(), none.histogram());
    }

    @Test
    void theHistogramHoldsEveryAnswerOnce() throws Exception {
        String[] rows = new String[900];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = ok(i, (long) i * i % 5000);
        }
        List<Bucket> buckets = samples(CLOSED, rows).requests(new Edges(T, T + 10_000)).histogram();
        assertEquals(900L, buckets.stream().mapToLong(Bucket::count).sum(), "sum of the buckets");
        for (int i = 1; i < buckets.size(); i++) {
            assertTrue(buckets.get(i - 1).to() <= buckets.get(i).from(), "buckets don't overlap");
        }
    }

    @Test
    void aWindowEndsAfterAnEvenNumberOfTimesInFlight() throws Exception {
        Edges whole = new Edges(1000, 3000);
        assertEquals(new Edges(1000, 1000 + 18 * 102), Samples.wholeTimes(whole, 102), "19.6 times 102 ms");
        assertEquals(whole, Samples.wholeTimes(whole, 100), "20 times");
        assertEquals(new Edges(1000, 2200), Samples.wholeTimes(whole, 1200), "one is better than none");
        assertEquals(whole, Samples.wholeTimes(whole, 2500), "longer than the window");
        assertEquals(whole, Samples.wholeTimes(whole, Double.NaN), "not known");
        Prediction queued = new Prediction(10, 0.4, 1, "threads");
        assertEquals(new Edges(T, T + 800), samples(Load.closed("/x", 4), ok(0, 400), ok(100, 400))
                .edges(T, T + 850, queued), "of 400 ms, a quarter in flight: eight times 100 ms");
        assertEquals(new Edges(T, T + 850), samples(OPEN, ok(0, 400)).edges(T, T + 850, queued), "no rhythm");
    }

    /** A burst begins where nothing is in flight; between so many beginnings lies one burst less. */
    @Test
    void aWindowOfBurstsHoldsAnEvenNumberOfWholeOnes() throws Exception {
        Samples samples = samples(Load.burst("/meetings", 2), ok(100, 50), ok(105, 90), ok(206, 10), ok(205, 60),
                ok(212, 20), ok(300, 90), ok(400, 10));
        assertEquals(new Edges(T + 100, T + 300), samples.edges(T + 50, T + 450, Prediction.NONE), "two of three");
        assertEquals(new Edges(T + 205, T + 300), samples.edges(T + 150, T + 399, Prediction.NONE),
                "the one from 300 on is not over at 399");
        assertEquals(new Edges(T + 150, T + 250), samples.edges(T + 150, T + 250, Prediction.NONE),
                "none is whole: the window as it is");
        assertEquals(2L, samples.requests(new Edges(T + 100, T + 205)).answered(), "all that were sent in it");
    }
}

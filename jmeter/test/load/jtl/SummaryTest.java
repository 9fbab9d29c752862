package load.jtl;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import testing.Test;

class SummaryTest implements AutoCloseable {
    private static final String HEADER = "timeStamp,elapsed,label,responseCode,responseMessage,success,"
            + "failureMessage\n";

    private final Path file = Files.createTempFile("summary", ".jtl");

    SummaryTest() throws IOException {
    }

    @Test
    void countsFromTheFirstStartToTheLastEnd() throws Exception {
        String text = print(0, "1000,500,a,200,OK,true,\n", "0,2000,a,200,OK,true,\n", "1500,500,b,200,OK,true,\n");
        assertContains("3 requests in 2.0 s: 1.5 per second; 0 errors (0.00 %)", text);
        assertTrue(text.lines().anyMatch(line -> line.matches("all +3 +0 +- +- +- +- +2,000")), text);
    }

    @Test
    void leavesOutAPercentileThatSoFewRequestsDoNotHave() throws Exception {
        String row = "0,7,a,200,OK,true,\n";
        String text = print(0, row.repeat(20));
        assertTrue(text.lines().anyMatch(line -> line.matches("a +20 +0 +7 +- +- +- +7")), text);
        assertContains("-: too few requests; p90 needs 15 more, p99 needs 361 more, p99.9 needs 3,818 more\n", text);
        String enough = print(0, row.repeat(3_838));
        assertTrue(enough.lines().anyMatch(line -> line.matches("a +3,838 +0 +7 +7 +7 +7 +7")), enough);
        assertTrue(!enough.contains("too few"), enough);
    }

    /** Of ranks: 228.1 to 271.9, 436.9 to 463.1, 490.6 to 499.4, rounded away from each other. */
    @Test
    void saysWithinWhichIntervalAPercentileIs() throws Exception {
        StringBuilder rows = new StringBuilder();
        for (int i = 1; i <= 500; i++) {
            rows.append("0,").append(i).append(",a,200,OK,true,\n");
        }
        assertContains("with 95 % confidence: p50 228–272, p90 436–464, p99 490–500\n", print(0, rows.toString()));
        assertTrue(!print(0, "0,7,a,200,OK,true,\n").contains("confidence"), "of one request there is none");
    }

    @Test
    void leavesAWarmupOutOfTheFiguresButNotOutOfTheVerdict() throws Exception {
        String text = print(1, "0,9999,a,503,Busy,false,\n", "1000,100,a,200,OK,true,\n", "2000,100,a,200,OK,true,\n");
        assertContains("warm-up, not counted below: 1 requests, 1 errors\n", text);
        assertContains("2 requests started and 1 answered in 1.0 s: 1.0 answered per second; 0 errors", text);
        assertContains("1 x a: 503 Busy", text);
        assertTrue(Summary.of(file, 1).failed(), "a failure is a failure whenever it happens");
        assertEquals("warm-up, not counted below: 1 requests, 0 errors\n", print(5, "0,1,a,200,OK,true,\n"));
    }

    /** Ten users of one second each for ten seconds: what is in flight at either end must not count by halves. */
    @Test
    void givesUsersDividedByResponseTimeForASteadyLoad() throws Exception {
        StringBuilder rows = new StringBuilder("3000,1,a,502,Bad Gateway,false,\n");      // errors are no throughput
        for (int start = 0; start <= 10_000; start += 100) {
            rows.append(start).append(",1000,a,200,OK,true,\n");
        }
        assertContains("82 requests started and 80 answered in 8.0 s: 10.0 answered per second; 1 errors",
                print(2, rows.toString()));
    }

    @Test
    void saysInOneLineWhatFailedInSeveralAndWhoCutWhatWasInFlight() throws Exception {
        String text = print(0, "0,1,a,200,OK,false,\"expected:\n\tx\n received: y\"\n");
        assertContains("1 x a: 200 OK; expected: x received: y", text);
        assertTrue(!text.contains("-Jdrain"), text);
        assertContains("a longer -Jdrain",
                print(0, "0,1,a,Non HTTP response code: java.net.SocketException,Socket closed,false,\n"));
    }

    @Test
    void ofNothingIsEmpty() throws Exception {
        assertEquals("", print(5));
        assertEquals(0L, Summary.of(file, 0).samples(), "no sample");
        assertEquals(0L, Summary.of(file, 5).samples(), "no sample, and a warm-up");
    }

    private String print(int warmup, String... rows) throws IOException {
        Files.writeString(file, HEADER + String.join("", rows));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Summary.of(file, warmup).print(new PrintStream(out, true, StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        Files.delete(file);
    }
}

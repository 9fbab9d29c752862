package serviceone.watch;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import testing.Test;

class LittlesLawTest {
    private record Row(double load, double seconds, int limit, double throughput, double response, String reason) {
    }

    private static final Row[] TABLE = {
        new Row(1000, 1.049, 200, 190.66, 5.245, "a pool of 200 under 1,000 clients"),
        new Row(1000, 1.049, 10_000, 953.29, 1.049, "the same without a pool"),
        new Row(200, 1.049, 200, 190.66, 1.049, "just as many as there are threads"),
        new Row(20, 0.05, 1, 20, 1, "the Tour's experiment: one thread, 20 clients, 50 ms"),
        new Row(0, 1, 10, 0, 1, "nobody there")};

    @Test
    void throughputAndResponseTimeFollowFromTheLoad() {
        for (Row row : TABLE) {
            LittlesLaw law = new LittlesLaw(row.load, row.seconds, row.limit);
            assertNear(row.throughput, law.throughput(), row.reason);
            assertNear(row.response, law.responseSeconds(), row.reason);
        }
    }

    @Test
    void withoutAnyRequestNothingIsPredicted() {
        assertEquals(true, Double.isNaN(new LittlesLaw(10, Double.NaN, 5).throughput()),
                "of requests of unknown length");
    }

    private static void assertNear(double expected, double actual, String reason) {
        assertTrue(Math.abs(expected - actual) <= 0.005 * expected, reason + ": expected " + expected + " but was "
                + actual);
    }
}

package load;

import static testing.Assertions.assertEquals;

import java.util.List;
import testing.Test;

class LittlesLawTest {
    private static final double WAIT = 1.049;
    private static final int GROWS = -1;

    /** In thousandths, so that they can be compared: of a request a second, and of a second. */
    private record Row(PlannedLoad load, double limit, long throughput, long response, String reason) {
    }

    private static final List<Row> ROWS = List.of(
            new Row(closed(100), 10_000, 95_329, 1_049, "users / wait"),
            new Row(closed(1), 1, 953, 1_049, "one user"),
            new Row(closed(200), 200, 190_658, 1_049, "as many users as threads"),
            new Row(closed(1_000), 200, 190_658, 5_245, "200 are served, 800 wait: users / throughput"),
            new Row(closed(1_000), Double.POSITIVE_INFINITY, 953_289, 1_049, "nothing limits them"),
            new Row(open(50), 10_000, 50_000, 1_049, "what arrives is answered"),
            new Row(open(190), 200, 190_000, 1_049, "just within the limit"),
            new Row(open(300), 200, 190_658, GROWS, "more arrive than are answered"));

    @Test
    void tellsThroughputAndResponseTime() {
        for (Row row : ROWS) {
            LittlesLaw law = new LittlesLaw(row.load, row.limit, WAIT, Double.POSITIVE_INFINITY);
            assertEquals(row.throughput, Math.round(1_000 * law.throughput()), row.reason);
            assertEquals(row.response == GROWS, law.queueGrows(), row.reason);
            assertEquals(row.response == GROWS ? Long.MAX_VALUE : row.response,
                    Math.round(1_000 * law.responseSeconds()), row.reason);
        }
    }

    static PlannedLoad closed(double users) {
        return new PlannedLoad(false, users, 5, 30, 0);
    }

    static PlannedLoad open(double rate) {
        return new PlannedLoad(true, rate, 0, 30, 15);
    }
}

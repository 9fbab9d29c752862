package lab.judge;

import static testing.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import lab.Doctored;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Run.Sample;
import lab.judge.Run.Work;
import testing.Test;

/** Whose requests are other work than those of the others, and whose only look so. */
class SameWorkTest {
    private static final Load LOAD = Load.closed("/meetings", 1000);
    private static final List<String> ROUTES = List.of("info", "authenticate", "authorize", "meetings");
    private static final Sample SAMPLE = new Sample(50, "{\"mode\":\"loom\",\"meetings\":[]}");
    private static final String ALL_CALLS = "4.0 (info, authenticate, authorize, meetings)";
    private static final String SAME = "";

    private final List<Run> runs = new ArrayList<>();

    /** What service two counts for 9,500 requests, so many calls of each route for each. */
    private static Work work(double... calls) {
        Map<String, Double> counts = new LinkedHashMap<>();
        for (int route = 0; route < calls.length; route++) {
            counts.put(ROUTES.get(route), 9_500 * calls[route]);
        }
        return new Work(counts, 0, 0, SAMPLE);
    }

    /** Of as many calls as the others. */
    private static Work work(double connections, Sample sample) {
        return new Work(work(1, 1, 1, 1).calls(), 9_500 * connections, 0, sample);
    }

    private static Doctored good(String contender) {
        return Doctored.run(contender, LOAD, 1, 950);
    }

    private void add(String contender, Work work) {
        runs.add(good(contender).with(work).run());
    }

    private Point point(String contender) throws Exception {
        return Doctored.analysis("users = 1000\ncontender.mine = command: mine {port}\ncontender.loom = loom\n"
                + "contender.async = async", runs).points().stream()
                .filter(point -> point.contender().equals(contender)).findFirst().orElseThrow();
    }

    private void assertOther(String contender, String how) throws Exception {
        assertEquals(how, point(contender).otherWork().orElse(SAME), contender);
        assertEquals(how.equals(SAME) ? Validity.VALID : Validity.NOT_VALID, point(contender).validity(), contender);
    }

    /** As many calls, too, if they are of other routes. */
    @Test
    void whoMakesOtherCallsIsComparedWithNobody() throws Exception {
        add("loom", work(1, 1, 1, 1));
        add("mine", work(0, 1, 1, 2));
        assertOther("mine", "4.0 calls per request (authenticate, authorize, 2.0 × meetings), loom " + ALL_CALLS);
        assertOther("loom", SAME);      // of two, service one's is the measure
        runs.removeLast();
        add("async", work(1.09, 1, 0.91, 1));
        add("mine", work(0, 1, 1, 1));
        assertOther("mine", "3.0 calls per request (authenticate, authorize, meetings), the others " + ALL_CALLS);
        assertOther("async", SAME);     // some are retried
    }

    @Test
    void thoseWhomTheMostAgreeWithAreTheMeasure() throws Exception {
        add("mine", work(1, 1, 1, 1));
        add("loom", work(1, 1, 1, 1));
        add("async", work(1, 1, 1, 0.3));
        assertOther("mine", SAME);
        assertEquals(true, point("async").otherWork().isPresent());
    }

    @Test
    void connectionsAndAnswersAreWorkTooButNotWhatAnAnswerSays() throws Exception {
        add("loom", work(0, SAMPLE));
        add("async", work(0.49, new Sample(331, "{\"mode\":\"async\",\"meetings\":[1]}")));
        assertOther("async", SAME);     // half a connection, 1.5 times as large and 256 bytes
        assertEquals(false, point("async").saysOther(), "what a member says may differ");
        Map<Work, String> table = Map.of(work(0.51, SAMPLE),
                "0.5 new connections to service two per request, the others 0.0",
                work(0, new Sample(332, "{}")), "answers of 332 bytes, the others 50",
                work(0, new Sample(40, "{\"appointments\":[]}")), SAME);
        for (var row : table.entrySet()) {
            add("mine", row.getKey());
            runs.set(1, good("async").with(work(0, SAMPLE)).run());
            assertOther("mine", row.getValue());
            assertEquals(row.getKey().sample() != SAMPLE, point("mine").saysOther(), "says other: " + row);
            runs.removeLast();
        }
    }

    /**
     * Of 9,500 requests a bulkhead lets 59 % through all of their four calls, the others fail at one of them; so many
     * calls are those of answers and of failures together. Who answers with three calls is found nevertheless.
     */
    @Test
    void failedRequestsExplainOtherNumbersOfCalls() throws Exception {
        Prediction failing = new Prediction(Double.NaN, Double.NaN, Double.NaN, "--max-calls", -1);
        add("async", work(1, 1, 1, 1));
        runs.add(good("loom").throughput(560).failed(3_900).with(failing).with(work(0.9, 0.79, 0.69, 0.61)).run());
        runs.add(good("mine").throughput(560).failed(3_900).with(failing).with(work(0, 0.9, 0.79, 0.69)).run());
        assertOther("loom", SAME);
        assertOther("async", SAME);
        assertEquals(true, point("mine").otherWork().isPresent());
    }

    @Test
    void whoWasNotMeasuredOrCountedIsNotTheMeasure() throws Exception {
        runs.add(Run.failed("async", LOAD, 1, Prediction.NONE, "died"));
        add("mine", work(0, 1, 1, 1));
        add("loom", work(1, 1, 1, 1));
        assertEquals(true, point("mine").otherWork().isPresent(), "of the two others, service one's is");
        runs.clear();
        Work notCounted = new Work(Map.of(), Double.NaN, Double.NaN, null);
        add("mine", notCounted);
        add("loom", notCounted);
        assertOther("mine", SAME);      // nothing is known
    }
}

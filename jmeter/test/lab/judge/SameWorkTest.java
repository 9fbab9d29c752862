package lab.judge;

import static testing.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    private final List<Run> runs = new ArrayList<>();

    /** What service two counts for 9,500 requests, so many calls of each route for each. */
    private static Work work(double... calls) {
        Map<String, Double> counts = new LinkedHashMap<>();
        for (int route = 0; route < calls.length; route++) {
            counts.put(ROUTES.get(route), 9_500 * calls[route]);
        }
        return new Work(counts, 0, 0, SAMPLE);
    }

    private static Work work(double connections, Sample sample) {
        return new Work(work(1, 1, 1, 1).calls(), 9_500 * connections, 0, sample);
    }

    private static Doctored good(String contender) {
        return Doctored.run(contender, LOAD, 1, 950);
    }

    private void add(String contender, Work work) {
        runs.add(good(contender).work(work).run());
    }

    private Point point(String contender) throws Exception {
        return Doctored.analysis("users = 1000\ncontender.mine = command: mine {port}\ncontender.loom = loom\n"
                + "contender.async = async", runs).points().stream()
                .filter(point -> point.contender().equals(contender)).findFirst().orElseThrow();
    }

    @Test
    void whoMakesThreeCallsOfFourIsComparedWithNobody() throws Exception {
        add("mine", work(0, 1, 1, 1));
        add("loom", work(1, 1, 1, 1));
        add("async", work(1.02, 1, 0.99, 1));
        assertEquals(Optional.of("3.0 calls per request (authenticate, authorize, meetings), "
                + "the others 4.0 (info, authenticate, authorize, meetings)"),
                point("mine").otherWork());
        assertEquals(Validity.NOT_VALID, point("mine").validity());
        assertEquals(Validity.VALID, point("loom").validity(), "the others remain");
        assertEquals(Optional.empty(), point("async").otherWork());
    }

    /** As many calls, of other routes. */
    @Test
    void callsAreComparedByRoute() throws Exception {
        add("mine", work(0, 1, 1, 2));
        add("loom", work(1, 1, 1, 1));
        assertEquals(Optional.of("4.0 calls per request (authenticate, authorize, 2.0 × meetings), "
                + "loom 4.0 (info, authenticate, authorize, meetings)"), point("mine").otherWork());
        assertEquals(Optional.empty(), point("loom").otherWork(), "of two, service one's is the measure");
    }

    @Test
    void thoseWhomTheMostAgreeWithAreTheMeasure() throws Exception {
        add("mine", work(1, 1, 1, 1));
        add("loom", work(1, 1, 1, 1));
        add("async", work(1, 1, 1, 0.3));
        assertEquals(Optional.empty(), point("mine").otherWork());
        assertEquals(true, point("async").otherWork().isPresent());
    }

    @Test
    void connectionsAndAnswersAreWorkToo() throws Exception {
        add("loom", work(0, SAMPLE));
        add("async", work(0.1, new Sample(300, "{}")));
        assertEquals(Optional.empty(), point("async").otherWork(), "nearly alike");
        add("mine", work(4, SAMPLE));
        assertEquals(Optional.of("4.0 new connections to service two per request, the others 0.0"),
                point("mine").otherWork());
        runs.removeLast();
        add("mine", work(0, new Sample(4_000, "{}")));
        assertEquals(Optional.of("answers of 4,000 bytes, the others 50"), point("mine").otherWork());
    }

    @Test
    void anAnswerWithOtherMembersIsSaidAndNoOtherWork() throws Exception {
        add("loom", work(0, SAMPLE));
        add("async", work(0, new Sample(52, "{\"mode\":\"async\",\"meetings\":[]}")));
        add("mine", work(0, new Sample(40, "{\"appointments\":[]}")));
        assertEquals(Validity.VALID, point("mine").validity());
        assertEquals(true, point("mine").saysOther());
        assertEquals(false, point("async").saysOther(), "what a member says may differ");
    }

    /**
     * Of 9,500 requests a bulkhead lets 59 % through all of their four calls, the others fail at one of them; so many
     * calls are those of answers and of failures together. Who answers with three calls is found nevertheless.
     */
    @Test
    void failedRequestsExplainOtherNumbersOfCalls() throws Exception {
        Prediction failing = new Prediction(Double.NaN, Double.NaN, Double.NaN, "--max-calls", -1);
        add("async", work(1, 1, 1, 1));
        runs.add(good("loom").throughput(560).failed(3_900).predicted(failing).work(work(0.9, 0.79, 0.69, 0.61)).run());
        runs.add(good("mine").throughput(560).failed(3_900).predicted(failing).work(work(0, 0.9, 0.79, 0.69)).run());
        assertEquals(Optional.empty(), point("loom").otherWork());
        assertEquals(Optional.empty(), point("async").otherWork());
        assertEquals(true, point("mine").otherWork().isPresent());
    }

    @Test
    void whoWasNotMeasuredOrCountedIsNotTheMeasure() throws Exception {
        runs.add(Run.failed("async", LOAD, 1, Prediction.NONE, "died"));
        add("mine", work(0, 1, 1, 1));
        add("loom", work(1, 1, 1, 1));
        assertEquals(true, point("mine").otherWork().isPresent(), "of the two others, service one's is");
        runs.clear();
        add("mine", Doctored.NOT_COUNTED);
        add("loom", Doctored.NOT_COUNTED);
        assertEquals(Validity.VALID, point("mine").validity(), "nothing is known");
    }
}

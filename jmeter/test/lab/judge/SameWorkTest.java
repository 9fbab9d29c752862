package lab.judge;

import static testing.Assertions.assertEquals;

import module java.base;
import lab.Doctored;
import lab.define.Load;
import lab.define.Prediction;
import lab.results.Metric;
import lab.results.Point;
import lab.results.Run.Beside;
import lab.results.Run.Sample;
import lab.results.Run.Work;
import lab.results.Run;
import testing.Test;

class SameWorkTest {
    private static final List<String> ROUTES = List.of("info", "authenticate", "authorize", "meetings");
    private static final Sample SAMPLE = new Sample(50, "{\"mode\":\"loom\",\"meetings\":[]}");
    private static final Work ALL = work(0, SAMPLE, 1, 1, 1, 1);
    private static final String ALL_CALLS = "4.0 calls (info 1.0, authenticate 1.0, authorize 1.0, meetings 1.0)";
    private static final String SAME = "";

    /** Connections and calls are numbers per request. */
    private static Work work(double connections, Sample sample, double... calls) {
        Map<String, Double> counts = new LinkedHashMap<>();
        for (int route = 0; route < calls.length; route++) {
            counts.put(ROUTES.get(route), 9_500 * calls[route]);
        }
        return new Work(counts, 9_500 * connections, 0, sample);
    }

    private static Work calls(double... calls) {
        return work(0, SAMPLE, calls);
    }

    private static Run run(String contender, Work work) {
        return Doctored.run(contender, Load.closed("/meetings", 1000), 1, 950).with(work).run();
    }

    private static Run failing(String contender, Work work) {
        return Doctored.run(contender, Load.closed("/meetings", 1000), 1, 560).failed(3_900).with(work)
                .with(new Prediction(Double.NaN, Double.NaN, Double.NaN, "--max-calls", -1)).run();
    }

    private static Run besideAnother(String contender, Work work) {
        Run run = run(contender, work);
        return Doctored.run(contender, run.load(), 1, 950).with(work).with(new Beside(Load.open("/rpc", 5),
                Prediction.NONE, 10, run.measured().requests())).run();
    }

    private static void assertOtherWork(String how, Run... runs) throws Exception {
        Point point = Doctored.analysis("users = 1000\ncontender.mine = command: mine {port}\ncontender.loom = loom\n"
                + "contender.async = async", List.of(runs)).points().stream()
                .filter(each -> each.contender().equals(runs[0].contender())).findFirst().orElseThrow();
        assertEquals(how, point.doubts().getOrDefault(Metric.RSS, SAME), Stream.of(runs).map(each -> each.contender()
                + " " + (each.isMeasured() ? each.measured().work() : "")).toList().toString());
    }

    @Test
    void callsPerRouteAreComparedWithTheLargestGroupOfAgreeingContenders() throws Exception {
        Run loom = run("loom", ALL);
        Run retries = run("async", calls(1.09, 1, 0.91, 1));
        assertOtherWork("4.0 calls (info 0.0, authenticate 1.0, authorize 1.0, meetings 2.0) per request, loom "
                + ALL_CALLS,
                run("mine", calls(0, 1, 1, 2)), loom);
        assertOtherWork(SAME, loom, run("mine", calls(0, 1, 1, 2)));   // two disagree: service one is the standard
        assertOtherWork("3.0 calls (info 0.0, authenticate 1.0, authorize 1.0, meetings 1.0) per request, the others "
                + ALL_CALLS,
                run("mine", calls(0, 1, 1, 1)), loom, retries);
        assertOtherWork(SAME, retries, loom, run("mine", calls(0, 1, 1, 1)));
        assertOtherWork("3.3 calls (info 1.0, authenticate 1.0, authorize 1.0, meetings 0.3) per request, the others "
                + ALL_CALLS,
                run("async", calls(1, 1, 1, 0.3)), loom, run("mine", ALL));
        Run notMeasured = Run.failed("async", Load.closed("/meetings", 1000), 1, Prediction.NONE, "died");
        assertOtherWork("3.0 calls (info 0.0, authenticate 1.0, authorize 1.0, meetings 1.0) per request, loom "
                + ALL_CALLS, run("mine", calls(0, 1, 1, 1)), loom, notMeasured);
        Work notCounted = new Work(Map.of(), Double.NaN, Double.NaN, null);
        assertOtherWork(SAME, run("mine", notCounted), run("loom", notCounted));
    }

    @Test
    void connectionsAndSizesOfAnswersAreWorkToo() throws Exception {
        Run loom = run("loom", ALL);
        Run async = run("async", work(0.1, new Sample(300, "{\"mode\":\"async\",\"meetings\":[1]}"), 1, 1, 1, 1));
        assertOtherWork(SAME, async, loom);
        assertOtherWork(SAME, run("mine", work(0.49, SAMPLE, 1, 1, 1, 1)), loom, async);
        assertOtherWork("0.5 new connections to service two per request, the others 0.0: keep connections open (a "
                + "pooled HTTP client)",
                run("mine", work(0.51, SAMPLE, 1, 1, 1, 1)), loom, async);
        for (int bytes : new int[] {331, 332}) {      // the limit is 1.5 × 50 + 256 bytes
            Run large = run("mine", work(0, new Sample(bytes, "{\"appointments\":[]}"), 1, 1, 1, 1));
            assertOtherWork(bytes == 331 ? SAME : "answers of 332 bytes, loom 50", large, loom);
        }
    }

    @Test
    void ifFailuresArePredictedOrASecondLoadRanCallsAreNotCompared() throws Exception {
        assertOtherWork(SAME, besideAnother("mine", calls(1, 0.5)), besideAnother("loom", calls(1, 0.9)));
        assertOtherWork(SAME, failing("mine", calls(0, 0.9, 0.79, 0.69)), run("loom", ALL), run("async", ALL));
    }
}

package lab.judge;

import static testing.Assertions.assertTrue;

import module java.base;
import lab.Doctored;
import lab.define.Load;
import lab.define.Prediction;
import lab.results.Metric;
import lab.results.Run;
import testing.Test;

class SameWorkTest {
    private static final Load LOAD = Load.closed("/meetings", 1000);
    private static final List<String> ROUTES = List.of("info", "authenticate", "authorize", "meetings");
    private static final double[] ALL = {1, 1, 1, 1};
    private static final double[] WITHOUT_INFO = {0, 1, 1, 1};
    private static final String SAME = "";

    /** Connections and calls are numbers per request. */
    private static Run.Work work(double connections, long bytes, double... calls) {
        Map<String, Double> counts = new LinkedHashMap<>();
        IntStream.range(0, calls.length).forEach(route -> counts.put(ROUTES.get(route), 9_500 * calls[route]));
        return new Run.Work(counts, 9_500 * connections, 0, new Run.Sample(bytes, "{}"));
    }

    private static Run run(String contender, Run.Work work) {
        return Doctored.run(contender, LOAD, 1, 950).with(work).run();
    }

    private static Run run(String contender, double... calls) {
        return run(contender, work(0, 50, calls));
    }

    /** @param how the beginning of what is said about the first run's contender */
    private static void assertOtherWork(String how, Run... runs) throws Exception {
        String said = Doctored.analysis("users = 1000\ncontender.mine = command: mine {port}\ncontender.loom = loom\n"
                + "contender.async = async", List.of(runs)).point(runs[0]).doubts().getOrDefault(Metric.RSS, SAME);
        assertTrue(how.isEmpty() ? said.isEmpty() : said.startsWith(how), "expected <" + how + ">, not: " + said);
    }

    @Test
    void callsPerRouteAreComparedWithTheLargestGroupOfAgreeingContenders() throws Exception {
        Run loom = run("loom", ALL);
        Run retries = run("async", 1.09, 1, 0.91, 1);
        Run mine = run("mine", WITHOUT_INFO);
        assertOtherWork("3.0 calls (info 0.0, authenticate 1.0, authorize 1.0, meetings 1.0) per request, the others "
                + "4.0 calls (info 1.0, authenticate 1.0, authorize 1.0, meetings 1.0)", mine, loom, retries);
        assertOtherWork(SAME, retries, loom, mine);
        assertOtherWork("3.3 calls (", run("async", 1, 1, 1, 0.3), loom, run("mine", ALL));
        assertOtherWork("4.0 calls (info 0.0, ", run("mine", 0, 1, 1, 2), loom);
        assertOtherWork(SAME, loom, mine);      // two disagree: service one is the standard
        assertOtherWork("3.0 calls (", mine, loom, Run.failed("async", LOAD, 1, Prediction.NONE, "died"));
        Run.Work notCounted = new Run.Work(Map.of(), Double.NaN, Double.NaN, null);
        assertOtherWork(SAME, run("mine", notCounted), run("loom", notCounted));
        assertOtherWork(SAME, Doctored.run("mine", LOAD, 1, 560).failed(3_900).with(work(0, 50, 0, 0.9, 0.79, 0.69))
                .with(new Prediction(Double.NaN, Double.NaN, Double.NaN, "--max-calls", -1)).run(), loom);
    }

    @Test
    void connectionsAndSizesOfAnswersAreWorkToo() throws Exception {
        Run loom = run("loom", ALL);
        assertOtherWork(SAME, run("mine", work(0.49, 50, ALL)), loom);
        assertOtherWork("0.5 new connections to service two per request, loom 0.0: keep connections open",
                run("mine", work(0.51, 50, ALL)), loom);
        assertOtherWork(SAME, run("mine", work(0, 331, ALL)), loom);      // the limit is 1.5 × 50 + 256 bytes
        assertOtherWork("answers of 332 bytes, loom 50", run("mine", work(0, 332, ALL)), loom);
    }
}

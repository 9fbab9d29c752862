package lab.define;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import common.commandline.CommandLine.UsageException;
import java.util.List;
import java.util.Map;
import lab.define.Hypothesis.Bound;
import testing.Test;

/** What is expected of an experiment, and what is said of an expectation that is wrong. */
class HypothesisTest {
    private static final String FILE = """
            path = /rpc
            users = 20, 1000
            contender.pool = pool --threads 4
            contender.loom = loom
            """;
    private static final Bound LESS_THAN_3 = new Bound(Bound.Relation.LESS, 3);
    private static final Bound AT_LEAST_4_5 = new Bound(Bound.Relation.AT_LEAST, 4.5);

    private static List<Hypothesis> read(String text, Map<String, String> overrides) throws Exception {
        return ExperimentFile.parse("e", text, overrides).hypotheses();
    }

    @Test
    void whatIsExpectedAndWhatRefutesItBelongTogether() throws Exception {
        Hypothesis throughput = new Hypothesis("loom", "pool", "throughput", Load.closed("/rpc", 1000),
                List.of(AT_LEAST_4_5), List.of(LESS_THAN_3));
        Hypothesis memory = new Hypothesis("loom", "pool", "CPU time per request", Load.closed("/rpc", 20),
                List.of(), List.of(LESS_THAN_3));
        assertEquals(List.of(throughput, memory), read(FILE + "expect = loom/pool throughput >= 4.5 at 1000\n"
                + "refute = loom/pool throughput < 3 at 1,000 users\n"
                + "refute = loom / pool cpu time per request<3 at /rpc, 20", Map.of()));
        assertEquals(List.of(throughput), read(FILE, Map.of("expect", "loom/pool throughput >= 4.5 at 1000",
                "refute", "loom/pool throughput < 3 at 1000;")), "on the command line");
        assertEquals("loom / pool, throughput at /rpc, 1,000 users", throughput.subject());
    }

    @Test
    void theOnlyLoadNeedsNoName() throws Exception {
        List<Hypothesis> read = read("rate = 50\ncontender.a = loom\ncontender.b = async\n"
                + "expect = a/b p99 latency <= 1", Map.of());
        assertEquals(Load.open("/meetings", 50), read.getFirst().load());
    }

    @Test
    void saysWhatIsWrong() {
        String[][] table = {
            {"expect = loom throughput >= 4 at 20",
                "e: expect: 'loom throughput >= 4 at 20' is not CONTENDER/CONTENDER METRIC >= NUMBER at LOAD"},
            {"expect = loom/pool throughput = 4 at 20", "is not CONTENDER/CONTENDER"},
            {"expect = loom/poll throughput > 4 at 20", "no contender 'poll'; there are pool, loom"},
            {"expect = loom/pool speed > 4 at 20", "no metric 'speed'; there are throughput, mean latency, p50"},
            {"expect = loom/pool throughput > much at 20", "'much' is no number above 0"},
            {"refute = loom/pool throughput > 0 at 20", "e: refute: 'loom/pool throughput > 0 at 20': '0' is no"},
            {"expect = loom/pool throughput > 4 at 50",
                "no load '50'; there are /rpc, 20 users; /rpc, 1,000 users"},
            {"expect = loom/pool throughput > 4", "of which load? at /rpc, 20 users; /rpc, 1,000 users"},
            {"expect = loom/pool throughput > 4 at /rpc", "several loads are '/rpc'; there are /rpc, 20 users"},
            {"expect = loom/pool throughput > 4 at 20\nrefute = loom/pool throughput > 5 at 20",
                "the same ratio would be expected and refute it"},
        };
        for (String[] row : table) {
            UsageException e = assertThrows(UsageException.class, () -> read(FILE + row[0], Map.of()));
            assertContains(row[1], e.getMessage());
        }
        assertContains("no load '50'", assertThrows(UsageException.class,
                () -> read(FILE, Map.of("users", "20", "expect", "loom/pool throughput > 4 at 50"))).getMessage());
    }

    /** What a file says of its own contenders and waits is not held against others. */
    @Test
    void theFilesExpectationsGoWithWhatTheyAreAbout() throws Exception {
        String text = FILE + "expect = loom/pool throughput >= 4.5 at 1000\n"
                + "expect = loom/pool throughput <= 1.1 at 20\n";
        Object[][] table = {
            {Map.of("repeat", "1", "seconds", "5"), 2},
            {Map.of("contender.mine", "async"), 2},
            {Map.of("users", "20,50"), 1},
            {Map.of("only", "loom"), 0},
            {Map.of("delay", "500"), 0},
            {Map.of("contender.pool", "pool --threads 9"), 0},
            {Map.of("expect", "loom/pool throughput > 2 at 20"), 1},
            {Map.of("contender.pool", "pool --threads 9", "expect", "loom/pool throughput > 2 at 20"), 1},
        };
        for (Object[] row : table) {
            @SuppressWarnings("unchecked")
            Map<String, String> overrides = (Map<String, String>) row[0];
            assertEquals(row[1], read(text, overrides).size(), overrides.toString());
        }
    }
}

package lab;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.commandline.CommandLine.UsageException;
import common.mode.Mode.Limit;
import lab.Goal.Miss;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.define.Prediction;
import lab.results.Run;
import load.SentArrivals;
import testing.Test;

/** A simulated contender has a knee: above this load, its requests wait in a queue. */
class KneeTest {
    private static final String TWO = "contender.pool = pool\ncontender.loom = loom\nusers = ";
    private static final long MOST = 1_000_000;

    private static Knee knee(String experiment, String goal) throws UsageException {
        return new Knee(ExperimentFile.parse("e", experiment, Map.of()), Goal.parse(List.of(goal)), 1);
    }

    /** 100 ms up to the knee, and then as long as the queue. */
    private static Doctored simulated(String contender, Load load, double knee) {
        return Doctored.run(contender, load, 1, Math.min(load.amount(), knee) / 0.1)
                .latency(100 * Math.max(1, load.amount() / knee));
    }

    private static Run simulated(Experiment one, double pool, double loom) {
        String contender = one.contenders().getFirst().name();
        return simulated(contender, one.loads().getFirst(), contender.equals("pool") ? pool : loom).run();
    }

    private static String[] rows(Knee knee) {
        return knee.table().lines().skip(1).toArray(String[]::new);
    }

    @Test
    void eachContendersKneeIsFoundAndTheTableSaysWhyTheSearchEnded() throws Exception {
        Knee knee = knee(TWO + "100, 3000", "p99 <= 125 ms");
        knee.run(one -> simulated(one, 250, MOST));
        assertEquals(List.of("pool       250 users                   275 users             p99 130 ms",
                "loom       3,000 users                 none                  no higher load was allowed"),
                List.of(rows(knee)));
        assertEquals(List.of("pool 100", "loom 100", "pool 200", "loom 200", "pool 400", "loom 400", "pool 400",
                "loom 800"), knee.runs().stream().limit(8)
                .map(run -> run.contender() + " " + run.load().users()).toList(), "contenders take turns");
        assertEquals(true, knee.hasResult() && knee.runsLeft() == 0, "the search has ended");
        assertEquals(List.of(100, 200, 250, 275, 300, 400, 800, 1600, 3000),
                knee.asRun().loads().stream().map(Load::users).toList(), "the report's loads");
        assertContains("pool: the highest load that meets p99 <= 125 ms: 250 users; the lowest that does not: "
                + "275 users (p99 130 ms).", knee.notes().getFirst());
    }

    @Test
    void aSingleMissIsNoKnee() throws Exception {
        Knee knee = knee("contender.loom = loom\nusers = 100, 800", "p99 <= 125 ms");
        knee.run(one -> simulated(one, 0, knee.runs().size() == 1 ? 1 : MOST));
        assertEquals(List.of(100, 200, 200, 400, 800), knee.runs().stream().map(run -> run.load().users()).toList());
        assertContains("loom       800 users", rows(knee)[0]);
    }

    @Test
    void anOpenLoopIsSearchedByItsRate() throws Exception {
        Knee knee = knee("contender.pool = pool\nrate = 50", "p99 <= 125 ms");
        knee.run(one -> simulated(one, 250, 0));
        assertContains("pool       250 arrivals/s", rows(knee)[0]);
    }

    @Test
    void aSearchThatWasStoppedSaysSo() throws Exception {
        Knee knee = knee(TWO + "100, 3000", "p99 <= 125 ms");
        assertThrows(InterruptedException.class, () -> knee.run(one -> {
            if (knee.runs().size() == 3) {
                throw new InterruptedException();
            }
            return simulated(one, 250, MOST);
        }));
        assertEquals(List.of("pool       200 users                   none                  stopped before its end",
                "loom       100 users                   none                  stopped before its end"),
                List.of(rows(knee)));
    }

    /** The search starts below the knee, at it, and above it. Every load misses the goal at first. */
    @Test
    void theSearchEndsWithinATenthAndTheAnnouncedRuns() {
        int most = 0;
        for (long knee = 0; knee <= 2100; knee++) {
            LoadSearch search = LoadSearch.between(20, 2000);
            int runs = 0;
            for (OptionalLong load; (load = search.next()).isPresent(); runs++) {
                boolean isMet = load.getAsLong() <= knee && search.doubtful() > 0;
                search = search.after(load.getAsLong(), isMet ? Optional.empty()
                        : Optional.of(new Miss("too much", true)));
            }
            boolean isBetween = search.met() <= knee && (search.missed() > knee || search.met() == 2000);
            assertTrue(isBetween && (search.missed() == 0 || search.missed() - search.met()
                    <= Math.max(1, search.met() / 10)), knee + ": " + search);
            most = Math.max(most, runs);
        }
        assertEquals(LoadSearch.between(20, 2000).runs(), most, "the worst case is announced, and no more than that");
    }

    private static String miss(String goal, Doctored run) throws UsageException {
        return Goal.parse(List.of(goal)).miss(run.run()).map(Miss::why).orElse("met");
    }

    @Test
    void aRunMeetsAllBoundsAndItsWorkAndLoadAreAsStated() throws Exception {
        Load load = Load.closed("/meetings", 1000);
        Load rate = Load.open("/meetings", 200);
        Prediction predicted = new Prediction(950, 1.05, 1000, Limit.USERS).waitingAtLeast(0.5);
        String[][] table = {
            {"p99 <= 1.1 s", "met", miss("p99 <= 1.1 s", Doctored.run("loom", load, 1, 950))},
            {"p50<=1052ms, p99 <= 1 s", "p50 1,053 ms; p99 1,073 ms",
                miss("p50<=1052ms, p99 <= 1 s", Doctored.run("loom", load, 1, 950))},
            {"a bound on failures", "failures 5.0 %",
                miss("failures <= 4 %", Doctored.run("loom", load, 1, 950).failed(500))},
            {"failures within their bound", "met",
                miss("failures <= 6 %", Doctored.run("loom", load, 1, 950).failed(500))},
            {"arrivals as asked for", "met", miss("throughput >= 95 %", Doctored.run("loom", rate, 1, 195))},
            {"few arrivals", "throughput 90.0 % of what the load asks for",
                miss("throughput >= 95 %", Doctored.run("loom", rate, 1, 180))},
            {"a queue", "throughput 47.5 % of what the load asks for",
                miss("throughput >= 95 %", Doctored.run("loom", load, 1, 950).with(predicted))}};
        for (String[] row : table) {
            assertEquals(row[1], row[2], row[0]);
        }
        assertContains("not as stated: 5.0 % of the requests failed",
                miss("p99 <= 1.1 s", Doctored.run("loom", load, 1, 950).failed(500)));
        Doctored few = Doctored.run("loom", load, 1, 20).latency(2000);
        assertContains("p99 2,020 ms", miss("p99 <= 2 s", few));
        assertContains("p99 is unknown", miss("p99 <= 3 s", few));
        SentArrivals half = new SentArrivals(2000, 1000, 0, 4, 30, 1999, 0.01);
        // a bound on failures replaces only the rule about failures
        assertContains("not as stated: ", miss("failures <= 6 %", Doctored.run("loom", rate, 1, 200).with(half)));
    }

    @Test
    void withoutAFigureASmallerLoadIsNotTried() throws Exception {
        Knee knee = knee(TWO + "100, 3000", "p99 <= 125 ms");
        knee.run(one -> one.contenders().getFirst().name().equals("pool")
                ? Run.failed("pool", one.loads().getFirst(), 1, Prediction.NONE, "died")
                : simulated("loom", one.loads().getFirst(), MOST).throughput(10).run());
        assertContains("none                        100 users             not measured: died", rows(knee)[0]);
        assertContains("none                        100 users             p99 is unknown: too few ", rows(knee)[1]);
        assertEquals(4, knee.runs().size(), "two runs each");
        assertEquals(false, knee.hasResult(), "nothing is known");
        Knee dies = knee("contender.loom = loom\nusers = 100, 3000", "p99 <= 125 ms");
        dies.run(one -> one.loads().getFirst().users() > 1000
                ? Run.failed("loom", one.loads().getFirst(), 1, Prediction.NONE, "died") : simulated(one, 0, MOST));
        assertContains("loom       1,000 users                 1,100 users           not measured: died",
                rows(dies)[0]);
    }

    @Test
    void whatCannotBeSearchedIsRefused() {
        String[][] table = {{"--find takes bounds", TWO + "10", "p99 <= 100"},
            {"not: p99 > 1 s", TWO + "10", "p99 > 1 s"},
            {"not: throughput >= 9", TWO + "10", "p50 <= 1 s, throughput >= 9"}, {"--find takes", TWO + "10", ""},
            {"and e has /meetings, 10 users; /meetings, 5 arrivals/s", TWO + "10\nrate = 5", "p99 <= 1 s"},
            {"and e has /meetings, 10 at once", TWO + "\nburst = 10", "p99 <= 1 s"}};
        for (String[] row : table) {
            assertContains(row[0], assertThrows(UsageException.class, () -> knee(row[1], row[2])).getMessage());
        }
    }
}

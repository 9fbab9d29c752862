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
import lab.define.Load;
import lab.define.Prediction;
import lab.results.Run;
import load.SentArrivals;
import testing.Test;

/** A simulated contender has a knee: above this load, its requests wait in a queue. */
class KneeTest {
    private static final String TWO = "contender.pool = pool\ncontender.loom = loom\nusers = ";
    private static final long MOST = 1_000_000;

    private static Doctored run(Load load, double throughput) {
        return Doctored.run("loom", load, 1, throughput);
    }

    private static Knee knee(String experiment, String goal) throws UsageException {
        return new Knee(Doctored.experiment(experiment), Goal.parse(List.of(goal)), 1);
    }

    /** 100 ms up to the knee, and then as long as the queue. */
    private static Run simulated(Experiment one, double pool, double loom) {
        String contender = one.contenders().getFirst().name();
        Load load = one.loads().getFirst();
        double knee = contender.equals("pool") ? pool : loom;
        return Doctored.run(contender, load, 1, Math.min(load.amount(), knee) / 0.1)
                .latency(100 * Math.max(1, load.amount() / knee)).run();
    }

    /** @param beginnings of the rows */
    private static void assertRows(Knee knee, String... beginnings) {
        String rows = knee.table().lines().skip(1).collect(Collectors.joining("\n"));
        assertTrue(rows.matches("\\Q" + String.join("\\E.*\n\\Q", beginnings) + "\\E.*"), rows);
    }

    @Test
    void eachContendersKneeIsFoundAndTheTableSaysWhyTheSearchEnded() throws Exception {
        Knee knee = knee(TWO + "100, 3000", "p99 <= 125 ms");
        knee.run(one -> simulated(one, 250, MOST));
        assertRows(knee, "pool       250 users                   275 users             p99 130 ms",
                "loom       3,000 users                 none                  no higher load was allowed");
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
    void aStoppedSearchSaysSo() throws Exception {
        Knee stopped = knee(TWO + "100, 3000", "p99 <= 125 ms");
        assertThrows(InterruptedException.class, () -> stopped.run(one -> {
            if (stopped.runs().size() == 3) {
                throw new InterruptedException();
            }
            return simulated(one, 250, MOST);
        }));
        assertRows(stopped, "pool       200 users                   none                  stopped before its end",
                "loom       100 users                   none                  stopped before its end");
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

    @Test
    void aRunMeetsAllBoundsAndItsWorkAndLoadAreAsStated() throws Exception {
        Load users = Load.closed("/meetings", 1000);
        Load rate = Load.open("/meetings", 200);
        SentArrivals half = new SentArrivals(2000, 1000, 0, 4, 30, 1999, 0.01);
        Object[][] table = {
            {"p99 <= 1.1 s", run(users, 950), "met"}, {"p99 <= 2 s", run(users, 20).latency(2000), "p99 2,020 ms"},
            {"p50<=1052ms, p99 <= 1 s", run(users, 950), "p50 1,053 ms; p99 1,073 ms"},
            {"failures <= 6 %", run(users, 950).failed(500), "met"},
            {"p99 <= 1.1 s", run(users, 950).failed(500), "not as stated: 5.0 % of the requests failed"},
            // a bound on failures replaces only the rule about failures
            {"failures <= 6 %", run(rate, 200).with(half), "not as stated: "},
            {"throughput >= 95 %", run(rate, 180), "throughput 90.0 % of what the load asks for"},
            {"throughput >= 95 %", run(users, 950).with(new Prediction(950, 1.05, 1000, Limit.USERS)
                .waitingAtLeast(0.5)), "throughput 47.5 % of what the load asks for"},
            {"p99 <= 3 s", run(users, 20).latency(2000), "p99 is unknown: too few "}};
        for (Object[] row : table) {
            String why = Goal.parse(List.of((String) row[0])).miss(((Doctored) row[1]).run()).map(Miss::why)
                    .orElse("met");
            assertTrue(why.startsWith((String) row[2]), row[0] + ": " + row[2] + ", not: " + why);
        }
    }

    @Test
    void withoutAFigureASmallerLoadIsNotTried() throws Exception {
        Knee knee = knee(TWO + "100, 3000", "p99 <= 125 ms");
        knee.run(one -> one.contenders().getFirst().name().equals("pool")
                ? Run.failed("pool", one.loads().getFirst(), 1, Prediction.NONE, "died")
                : Doctored.run("loom", one.loads().getFirst(), 1, 10).latency(100).run());
        assertRows(knee, "pool       none                        100 users             not measured: died",
                "loom       none                        100 users             p99 is unknown: too few ");
        assertEquals(List.of(4, false), List.of(knee.runs().size(), knee.hasResult()), "two runs each, and no result");
    }

    @Test
    void whatCannotBeSearchedIsRefused() {
        String[][] table = {{"--find takes bounds", TWO + "10", "p99 <= 100"}, {"--find takes", TWO + "10", ""},
            {"not: throughput >= 9", TWO + "10", "p50 <= 1 s, throughput >= 9"},
            {"and e has /meetings, 10 users; /meetings, 5 arrivals/s", TWO + "10\nrate = 5", "p99 <= 1 s"},
            {"and e has /meetings, 10 at once", TWO + "\nburst = 10", "p99 <= 1 s"}};
        Stream.of(table).forEach(row -> assertThrows(UsageException.class, row[0], () -> knee(row[1], row[2])));
    }
}

package lab;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.commandline.UsageException;
import experiment.Contender;
import experiment.Experiment;
import experiment.Limit;
import experiment.Load;
import experiment.Prediction;
import experiment.Run;
import experiment.SentArrivals;
import lab.Goal.Miss;
import lab.run.ExperimentRunner;
import lab.run.Policy;
import lab.run.RunObserver;
import testing.Printed;
import testing.Test;
import testing.Words;
import text.StatusLine;

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

    private static void assertWords(String situation, Knee knee) throws IOException {
        String text = String.join("\n", knee.notes());
        for (Run run : knee.runs()) {
            text = Doctored.withoutFindings(text, run);
        }
        Words.assertSame("running", "compare --find: " + situation, text);
    }

    @Test
    void eachContendersKneeIsFoundAndItsNoteSaysWhyTheSearchEnded() throws Exception {
        Knee knee = knee(TWO + "100, 3000", "p99 <= 125 ms");
        knee.run(one -> simulated(one, 250, MOST));
        assertWords("both ends of a search", knee);
        assertEquals(List.of("pool 100", "loom 100", "pool 200", "loom 200", "pool 400", "loom 400", "pool 400",
                "loom 800"), knee.runs().stream().limit(8)
                .map(run -> run.contender() + " " + run.load().users()).toList(), "contenders take turns");
        assertEquals(true, knee.hasResult() && knee.runsLeft() == 0, "the search has ended");
        assertEquals(List.of(100, 200, 250, 275, 300, 400, 800, 1600, 3000),
                knee.asRun().loads().stream().map(Load::users).toList(), "the report's loads");
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
        assertWords("stopped", stopped);
        int left = stopped.runsLeft();
        Printed out = new Printed();
        RunObserver observer = stopped.observer(new StatusLine(out, true));
        Contender loom = Contender.parse("loom", "loom");
        Load load = Load.closed("/meetings", 200);
        observer.begin(1, 1, loom, load, Duration.ZERO);
        observer.phase("measuring", 1_000);
        assertTrue(out.toString().contains("[ 4/" + (3 + left) + "]"), out.toString());
        Experiment next = Doctored.experiment(TWO + "100, 3000").once(List.of(loom), List.of(load));
        Duration longest = ExperimentRunner.longestDuration(next, Policy.FIND);
        assertTrue(out.toString().contains(RunObserver.text(
                longest.multipliedBy(left - 1).plusSeconds(1))), out.toString());
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
        Doctored fifth = run(users, 950).failed(500);      // 5 % of the requests
        Object[][] table = {
            {"p99 <= 1.1 s", run(users, 950), true}, {"p99 <= 1073 ms", run(users, 950), true},
            {"p99 <= 1072.9 ms", run(users, 950), false}, {"p99 <= 2 s", run(users, 20).latency(2000), false},
            {"p99 <= 2020 ms", run(users, 20).latency(2000), false},      // no miss that few answers show
            {"p50<=1052ms, p99 <= 1 s", run(users, 950), false}, {"failures <= 6 %", fifth, true},
            {"failures <= 5 %", fifth, true}, {"failures <= 4.99 %", fifth, false}, {"p99 <= 1.1 s", fifth, false},
            // a bound on failures replaces only the rule about failures
            {"failures <= 6 %", run(rate, 200).with(half), false}, {"throughput >= 95 %", run(rate, 180), false},
            {"throughput >= 90 %", run(rate, 180), true},
            {"throughput >= 95 %", run(users, 950).with(new Prediction(950, 1.05, 1000, Limit.USERS)
                .waitingAtLeast(0.5)), false}, {"p99 <= 3 s", run(users, 20).latency(2000), false},
            {"throughput >= 95 %", run(users, 950).with(new Prediction(950, 1.05, 1000, Limit.USERS)), false}};
        StringBuilder text = new StringBuilder();
        for (Object[] row : table) {
            Optional<Miss> miss = Goal.parse(List.of((String) row[0])).miss(((Doctored) row[1]).run());
            assertEquals(row[2], miss.isEmpty(), row[0] + ": " + miss);
            miss.ifPresent(why -> text.append(row[0]).append(" -> ").append(why.isKnown() ? "" : "unknown: ")
                    .append(Doctored.withoutFindings(why.why(), ((Doctored) row[1]).run())).append('\n'));
        }
        Words.assertSame("running", "compare --find: misses", text.toString());
    }

    @Test
    void withoutAFigureASmallerLoadIsNotTried() throws Exception {
        Knee knee = knee(TWO + "100, 3000", "p99 <= 125 ms");
        knee.run(one -> one.contenders().getFirst().name().equals("pool")
                ? Run.failed("pool", one.loads().getFirst(), 1, Prediction.NONE, "died")
                : Doctored.run("loom", one.loads().getFirst(), 1, 10).latency(100).run());
        assertWords("runs without a figure", knee);
        assertEquals(List.of(4, false), List.of(knee.runs().size(), knee.hasResult()), "two runs each, and no result");
    }

    @Test
    void whatCannotBeSearchedIsRefused() throws Exception {
        String[][] table = {{TWO + "10", "p99 <= 100"}, {TWO + "10", ""}, {TWO + "10", "p50 <= 1 s, throughput >= 9"},
            {TWO + "10", "p50 >= 1 s"}, {TWO + "10\nrate = 5", "p99 <= 1 s"}, {TWO + "\nburst = 10", "p99 <= 1 s"}};
        StringBuilder text = new StringBuilder();
        for (String[] row : table) {
            String message = assertThrows(UsageException.class, () -> knee(row[0], row[1])).getMessage();
            text.append(row[1]).append(" -> ").append(message).append('\n');
        }
        Words.assertSame("running", "compare --find: what cannot be searched", text.toString());
    }

    @Test
    void usersGrowInStepsOfTheGeneratorsAndArrivalsByOne() throws Exception {
        List<Integer> users = new ArrayList<>();
        Knee three = new Knee(Doctored.experiment("contender.loom = loom\nusers = 300, 6000"),
                Goal.parse(List.of("p99 <= 125 ms")), 3);
        int announced = three.runsLeft();
        three.run(one -> {
            users.add(one.loads().getFirst().users());
            return simulated(one, 0, 3300);
        });
        assertEquals(List.of(300, 600, 1200, 2400, 4800, 4800, 3600, 3600, 3000, 3300), users);
        assertTrue(users.size() <= announced && announced < 30, "announced: " + announced);
        assertTrue(three.runs().stream().allMatch(run -> run.load().users() % 3 == 0), "multiples of three");
        List<Double> rates = new ArrayList<>();
        Knee open = new Knee(Doctored.experiment("contender.loom = loom\nrate = 5"), Goal.parse(List.of("p50 <= 1 s")),
                3);
        open.run(one -> {
            rates.add(one.loads().getFirst().amount());
            return Run.failed("loom", one.loads().getFirst(), 1, Prediction.NONE, "died");
        });
        assertEquals(List.of(5.0, 5.0), rates, "a rate is not divided");
    }
}

package lab.report;

import static testing.Assertions.assertEquals;

import module java.base;
import common.mode.Mode;
import experiment.Limit;
import experiment.Load;
import experiment.Prediction;
import experiment.Run;
import lab.Doctored;
import lab.judge.Analysis;
import testing.Test;
import testing.Words;

/** The sentences above the tables, and how much they can be trusted. */
class AnswersTest extends DoctoredReport {
    private static final Prediction BY_USERS = new Prediction(1000, 1, 1000, Limit.USERS);
    private final StringBuilder said = new StringBuilder();

    /** Notes what is said about the runs so far, and forgets them. */
    private void say(String circumstances) throws Exception {
        Analysis analysis = analysis();
        List<Answer> answers = Answer.of(analysis);
        Doubt doubt = new Doubt(analysis);
        said.append("--- ").append(circumstances).append('\n');
        answers.forEach(answer -> said.append(answer.sentence()).append('\n'));
        said.append(doubt.line()).append('\n');
        doubt.rest().forEach(each -> said.append("  ").append(each).append('\n'));
        runs.clear();
    }

    private void addPair(Load load, double pool, double loom) {
        add("pool", load, pool);
        add("loom", load, loom);
    }

    @Test
    void theBetterOneComesFirstWithWhatLimitsTheOther() throws Exception {
        addLimited();
        add("pool", SMALL, 95, 95, 95);
        add("loom", SMALL, run -> run.cpu(1), 95, 95, 95);
        say("200 threads, and at the small load equally many");
        add("pool", LARGE, 1200, 1150, 1200);
        add("loom", LARGE, 1080, 1120, 1110);
        say("too few repetitions for so small a difference");
        for (Limit limit : List.of(Limit.CARRIERS, Limit.WORKER_THREADS, Limit.CONNECTIONS, Limit.PERMITS)) {
            add("pool", LARGE, run -> run.with(new Prediction(190, 5, 1, limit)), 190);
            add("loom", LARGE, run -> run.with(BY_USERS), 950);
            say("limit: " + limit);
        }
        add("pool", LARGE, run -> run.with(new Prediction(1000, 1, 1000, Limit.USERS)).cpu(15), 190);
        add("loom", LARGE, run -> run.with(BY_USERS), 950);
        say("the cores");
        add("pool", LARGE, run -> run.with(BY_USERS), 950, 950, 950);
        add("loom", LARGE, run -> run.with(BY_USERS), 949, 950, 950);
        say("equally many at equal costs");
        add("pool", LARGE, run -> run.with(BY_USERS), 700, 700, 700);
        add("loom", LARGE, run -> run.with(BY_USERS), 700, 700, 700);
        say("equally many, but far below theory");
        add("pool", LARGE, run -> run.with(Prediction.CPU_BOUND).cpu(11), 950);
        add("loom", LARGE, run -> run.with(Prediction.CPU_BOUND).cpu(11), 950);
        say("equally many, by the cores");
        add("pool", LARGE, run -> run.with(BY_USERS).cpu(1), 950, 950);
        add("pool", LARGE, run -> run.with(BY_USERS).cpu(2), 950);
        add("loom", LARGE, run -> run.with(BY_USERS), 950, 950, 950);
        say("equally many, and one cost is invalid");
        add("pool", LARGE, run -> run.with(new Prediction(190, 5, Double.NaN, Limit.THREADS)), 190);
        add("loom", LARGE, run -> run.with(BY_USERS), 950);
        say("an unknown number of threads");
        Words.assertSame("compare", "answers: what limits the other", said.toString());
    }

    @Test
    void aRatioIsNamedByAWordIfItIsNearlyWhole() throws Exception {
        for (double times : new double[] {1.02, 1.04, 1.49, 1.93, 1.95, 2.05, 2.07, 2.91, 9.6, 9.94, 12.3, 12.4, 13}) {
            addPair(LARGE, 70, times * 70);
            said.append(times).append(": ").append(Answer.of(analysis()).getFirst().sentence()).append('\n');
            runs.clear();
        }
        Words.assertSame("compare", "answers: ratios", said.toString());
    }

    @Test
    void anOpenLoopComparesLatenciesUnlessAQueueGrows() throws Exception {
        add("pool", OPEN, run -> run.latency(5000), 50);
        add("loom", OPEN, run -> run.latency(1000), 50);
        say("an open loop");
        add("pool", OPEN, run -> run.latency(1029), 50);
        add("loom", OPEN, run -> run.latency(1000), 50);
        say("equally fast");
        add("pool", OPEN, run -> run.latency(5), 50, 50, 50);
        add("loom", OPEN, run -> run.latency(4), 50, 50, 50);
        say("a step of the clock apart");
        add("pool", OPEN, run -> run.latency(5), 50);
        add("loom", OPEN, run -> run.latency(4), 50);
        say("a step of the clock apart, once");
        add("pool", OPEN, run -> run.latency(5000).with(new Prediction(50, 4, 200, Limit.ARRIVALS)), 50);
        add("loom", OPEN, run -> run.latency(1000).with(new Prediction(50, 1, 50, Limit.ARRIVALS)), 50);
        say("theory says four times");
        add("loom", OPEN, run -> run.latency(1000), 50);
        say("one contender");
        add("pool", OPEN, run -> run.latency(5000).growth(1)
                .with(new Prediction(20, Double.NaN, 100, Limit.THREADS)), 20);
        add("loom", OPEN, run -> run.latency(1000), 50);
        say("the pool's queue grows");
        add("pool", OPEN, run -> run.latency(5000).growth(1).machine(12, 0, 0)
                .with(new Prediction(30, Double.NaN, Double.NaN, Limit.ARRIVALS)), 20);
        say("the only queue grows, on a busy machine");
        add("pool", OPEN, run -> run.latency(5000).growth(1), 20);
        add("loom", OPEN, run -> run.latency(5000).growth(1), 25);
        say("both queues grow");
        add("pool", OPEN, run -> run.latency(5000).growth(1).failed(100), 20);
        say("a growing queue, and failures");
        Words.assertSame("compare", "answers: open loops", said.toString());
    }

    @Test
    void severalContendersAndLoadsAreNamed() throws Exception {
        more = "contender.async = async\ncontender.mine = loom --exercise 8\ncontender.e = loom\n";
        add("pool", LARGE, 100);
        add("loom", LARGE, 800);
        add("async", LARGE, 790);
        add("mine", LARGE, 400);
        add("e", LARGE, 200);
        say("five contenders");
        add("async", LARGE, 100);
        add("e", LARGE, 200);
        add("loom", LARGE, 300);
        add("pool", LARGE, 400);
        add("mine", LARGE, 500);
        say("five that differ: three are named");
        for (Load load : List.of(Load.burst("/meetings", 7), Load.burst("/meetings", 8), Load.burst("/meetings", 9),
                SMALL,
                OPEN)) {
            add("mine", load, 100);
        }
        say("three kinds of load: four answers");
        Load middle = Load.closed("/meetings", 300);
        addPair(SMALL, 90, 95);
        addPair(middle, 100, 285);
        add("pool", LARGE, 100);
        assertEquals(List.of(middle, LARGE, SMALL), Answer.of(analysis()).stream().map(Answer::load).toList(),
                "the largest load with the most contenders comes first");
        runs.clear();
        more = "path = /meetings, /rpc\n";
        add("pool", LARGE, 100);
        add("pool", Load.closed("/rpc", 1000), 200);
        say("two paths");
        Words.assertSame("compare", "answers: contenders and loads", said.toString());
    }

    @Test
    void thePageSaysWhoIsComparedAndHowLongARequestWaits() throws Exception {
        for (Load load : List.of(LARGE, OPEN, Load.burst("/meetings", 7))) {
            for (double waiting : new double[] {0, 1.049}) {
                add("loom", load, run -> run.latency(2_000)
                        .with(new Prediction(100, 2, 100, Limit.USERS).waitingAtLeast(waiting)), 100);
                said.append(new Page(analysis()).who().replace(Mode.LOOM.threads(), "‹loom›"))
                        .append('\n');
                runs.clear();
            }
        }
        Words.assertSame("compare", "page: who is compared", said.toString());
    }

    @Test
    void whatIsInvalidIsNamedWithItsReason() throws Exception {
        runs.add(Run.failed("loom", LARGE, 1, Prediction.NONE, "died"));
        say("nothing valid");
        runs.add(Run.failed("loom", LARGE, 1, Prediction.NONE, "died"));
        add("pool", LARGE, 95, 95, 95);
        complete = false;
        say("stopped early, and one died");
        complete = true;
        addLimited();
        add("loom", LARGE, run -> run.cpu(4), 950);
        assertEquals("some", new Doubt(analysis()).degree(), "no throughput is doubtful");
        say("a doubtful CPU time");
        addLimited();
        add("loom", LARGE, run -> run.cpu(4), 950);
        add("pool", LARGE, run -> run.with(LIMITED).failed(200), 190);
        assertEquals("bad", new Doubt(analysis()).degree(), "a throughput is invalid");
        say("two contenders with doubtful figures");
        add("pool", LARGE, run -> run.failed(500).generator(10.1).machine(17, 1.2, 1).latency(500)
                .with(new Run.Compilation(3, 1.5, 0, 0, 0)), 950, 950, 950);
        say("more to do than is named");
        Words.assertSame("compare", "doubts: invalid figures", said.toString());
    }

    @Test
    void causesAreExplainedAndRerunsAreShown() throws Exception {
        add("pool", LARGE, run -> run.machine(12, 0, 0).with(LIMITED), 190, 190, 190);
        add("loom", LARGE, run -> run.machine(12.5, 0, 0).with(BY_USERS), 990, 990, 990);
        say("a busy machine, though the repetitions agree");
        add("loom", LARGE, run -> run.failed(200), 950);
        add("loom", LARGE, run -> run.failed(200), 950);
        runs.add(Doctored.run("loom", LARGE, 1, 950).run());
        runs.add(Doctored.run("loom", LARGE, 2, 950).run());
        say("two rounds were run again");
        add("pool", LARGE, run -> run.machine(12.5, 0, 0).with(new Prediction(2_000, 1, 1000, Limit.USERS)), 950);
        add("loom", LARGE, run -> run.machine(12, 0, 0), 950);
        say("far below theory, on a busy machine");
        add("loom", LARGE, run -> run.belowItsBound().machine(12, 0, 0).with(new Run.WarmUp(9, 1, "not settled")), 950);
        say("below theory on a busy machine, after a bad warm-up");
        notes = List.of("a note");
        add("loom", LARGE, run -> run.with(new Prediction(950 / 0.79, 1, 1000, Limit.USERS)), 950);
        add("pool", LARGE, run -> run.with(new Prediction(950 / 0.81, 1, 1000, Limit.USERS)), 950);
        say("79 % and 81 % of theory, and a note");
        notes = List.of();
        add("loom", LARGE, run -> run.with(new Prediction(1000, 1, 1000, Limit.USERS, -1)).failed(2000), 700, 700, 700);
        say("failures that are expected");
        add("loom", LARGE, run -> run.with(new Prediction(700, 1, 1000, Limit.USERS, -1)).failed(7), 700);
        add("pool", LARGE, run -> run.with(new Prediction(700, 1, 1000, Limit.USERS, -1)).failed(8), 700);
        say("a thousandth of the requests failed");
        Run.Costs unknown = new Run.Costs(Double.NaN, Double.NaN, Double.NaN, true);
        add("pool", LARGE, run -> run.cpu(Double.NaN).with(unknown), 95);
        add("loom", LARGE, 95);
        say("children that nobody waits for");
        add("pool", LARGE, 100, 104);
        add("loom", LARGE, 115, 110);
        say("two repetitions");
        for (int users = 1; users <= 6; users++) {
            add("loom", Load.closed("/meetings", users), run -> run.failed(900), 95);
        }
        say("six loads with failures");
        Words.assertSame("compare", "doubts: causes", said.toString());
    }
}

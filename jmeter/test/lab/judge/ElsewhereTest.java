package lab.judge;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import common.json.JsonWriter;
import common.json.Records;
import common.text.Numbers;
import java.util.List;
import lab.Doctored;
import lab.define.Load;
import lab.judge.Run.Elsewhere;
import lab.judge.Run.RemoteGenerator;
import testing.Test;

/** What runs on other machines takes nothing from this one's cores, and is judged by its own. */
class ElsewhereTest {
    private static final Load LOAD = Load.closed("/meetings", 1000);

    private static Doctored good() {
        return Doctored.run("loom", LOAD, 1, 950);
    }

    private static RemoteGenerator generator(double cpuSeconds) {
        return new RemoteGenerator("192.0.2.21:1099", 4, cpuSeconds, 3_600_000, 2);
    }

    private static Elsewhere generators(RemoteGenerator... all) {
        return new Elsewhere(false, List.of(all));
    }

    /** Four cores have 40 CPU seconds in ten seconds. */
    @Test
    void theBusiestGeneratorIsJudgedByItsOwnCores() {
        assertEquals(List.of(), ValidityRules.judge(good().elsewhere(generators(generator(19))).run()));
        assertContains("JMeter used 53 % of its machine's CPU time", ValidityRules.judge(good()
                .elsewhere(generators(generator(1), generator(21))).run()).getFirst().text());
    }

    @Test
    void oneThatDoesNotTellIsNotChecked() {
        Run run = good().elsewhere(generators(generator(Double.NaN), generator(1))).run();
        assertEquals(false, ValidityRules.GENERATOR.isChecked(run));
    }

    /** Doctored runs have 2 s of service one, 4 of service two, 3 of JMeter; 0.2 s of the 9.2 are others'. */
    @Test
    void serviceTwosCpuTimeIsNotThisMachines() {
        Run here = good().run();
        Run apart = good().machine(5.2, 0, 0).elsewhere(new Elsewhere(true, List.of())).run();
        assertEquals("1.0 %", Numbers.percent(ValidityRules.othersShare(here)));
        assertEquals("1.0 %", Numbers.percent(ValidityRules.othersShare(apart)));
        assertEquals(1e6 * 9.0 / 9_500, Metric.CPU_OF_ALL.of(here));
        assertEquals(1e6 * 5.0 / 9_500, Metric.CPU_OF_ALL.of(apart));
    }

    @Test
    void resultsHaveIt() throws Exception {
        Run run = good().elsewhere(new Elsewhere(true, List.of(generator(1)))).run();
        assertEquals(run.measured().elsewhere(),
                Records.read(Run.class, JsonWriter.text(run)).measured().elsewhere());
    }
}

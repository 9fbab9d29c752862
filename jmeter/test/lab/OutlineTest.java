package lab;

import static testing.Assertions.assertContains;

import java.util.Map;
import lab.define.ExperimentFile;
import testing.Test;

/** What is said before anything is measured. */
class OutlineTest {
    @Test
    void showsWhatIsExpectedAndWhatWouldRefuteIt() throws Exception {
        assertContains("  expected: b / a, throughput at /meetings, 20 users >= 0.9 and <= 1.1, refuted by > 1.3",
                Outline.predictions(ExperimentFile.parse("e", "users = 20\ncontender.a = pool\ncontender.b = loom\n"
                + "expect = b/a throughput >= 0.9\nexpect = b/a throughput <= 1.1\nrefute = b/a throughput > 1.3",
                        Map.of())));
    }
}

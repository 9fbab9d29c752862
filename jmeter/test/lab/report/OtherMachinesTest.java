package lab.report;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import lab.Doctored;
import lab.judge.Run.Elsewhere;
import lab.judge.Run.RemoteGenerator;
import testing.Test;

/** The report tells what ran on other machines, and how their clocks were dealt with. */
class OtherMachinesTest implements AutoCloseable {
    private final DoctoredReport report = new DoctoredReport();

    OtherMachinesTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        report.close();
    }

    private static Doctored run(int repetition, double ahead, double error) {
        return Doctored.run("loom", DoctoredReport.LARGE, repetition, 950).elsewhere(new Elsewhere(true,
                List.of(new RemoteGenerator("192.0.2.21:1099", 4, 10 * repetition, ahead, error))));
    }

    @Test
    void nothingIsSaidWhereAllRanHere() throws Exception {
        report.addGood(DoctoredReport.LARGE);
        assertEquals(false, report.page().contains("Other machines"));
    }

    @Test
    void eachGeneratorHasARowOverAllRuns() throws Exception {
        report.add(run(1, -5, 1), run(2, 3, 2.5));
        String page = report.page();
        assertContains("<td>192.0.2.21:1099</td><td>4</td><td>50 %</td><td>-5.0 to 3.0</td><td>2.5</td>", page);
        assertContains("How windows are aligned", page);
        assertContains("Service two ran on another machine", page);
    }
}

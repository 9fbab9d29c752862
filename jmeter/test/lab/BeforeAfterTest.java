package lab;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.commandline.CommandLine.UsageException;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.judge.Analysis;
import lab.judge.Ratio;
import lab.results.Results;
import lab.results.Run;
import testing.Test;

class BeforeAfterTest {
    private static final Load LOAD = Load.closed("/meetings", 1000);
    private static final String LOOM = "users = 1000\ncontender.loom = loom\n";

    private static Analysis analysis(String experiment, Map<String, String> environment, List<Run> runs)
            throws UsageException {
        return Analysis.of(new Results(ExperimentFile.parse("e", experiment, Map.of()), runs, environment, List.of(),
                true, List.of()));
    }

    /** Runs of blanks become one. */
    private static List<String> lines(Analysis before, Analysis now) {
        return new BeforeAfter(before, now).text().lines().map(line -> line.replaceAll(" +", " ")).toList();
    }

    private static Stream<Run> costing(double... cpuSeconds) {
        return Stream.iterate(0, i -> i < cpuSeconds.length, i -> i + 1)
                .map(i -> Doctored.run("loom", LOAD, i + 1, 950).cpu(cpuSeconds[i]).run());
    }

    /** Two samples of three: t(4) = 3.747 at 98 %. */
    @Test
    void theIntervalIsStudentsForTwoSamples() {
        assertEquals("1.05× (0.93–1.18)", Ratio.unpaired(new double[] {110, 100, 105}, new double[] {100, 98, 103}, 1)
                .text());
        assertEquals("2.00×", Ratio.unpaired(new double[] {2}, new double[] {1}, 1).text(), "one repetition each");
        assertEquals("n/a", Ratio.unpaired(new double[] {2, 3}, new double[] {0, 0}, 1).text(), "nothing above 0");
    }

    @Test
    void figuresStandBesideThoseOfTheSameContenderAndLoad() throws Exception {
        List<String> lines = lines(analysis(LOOM, Map.of("begun", "yesterday"), costing(2.0, 2.1, 2.2).toList()),
                analysis(LOOM + "contender.async = async", Map.of("begun", "today"),
                        Stream.concat(costing(1.0, 1.1, 1.05), Doctored.runs("async", LOAD, 950, 950, 950).stream())
                                .toList()));
        assertEquals("Before (yesterday) and now", lines.getFirst());
        assertTrue(lines.contains("loom /meetings, 1,000 users throughput, requests/s 950 (950–950) 950 (950–950) "
                + "1.00× (1.00–1.00) ≈"), "no difference: " + lines);
        assertTrue(lines.contains("loom /meetings, 1,000 users CPU time per request, µs 211 (200–221) 100 (94.7–105) "
                + "0.47× (0.39–0.58)"), "half the cost: " + lines);
        assertTrue(lines.stream().noneMatch(line -> line.startsWith("async ")), "async was not measured before");
        assertTrue(lines.contains("contender async none async"), "that differs: " + lines);
    }

    @Test
    void anInvalidFigureHasNoRatio() throws Exception {
        List<Run> failing = Stream.of(1, 2, 3).map(i -> Doctored.run("loom", LOAD, i, 950).failed(900).run()).toList();
        assertTrue(lines(analysis(LOOM, Map.of(), Doctored.runs("loom", LOAD, 900, 900, 900)),
                analysis(LOOM, Map.of(), failing)).contains("loom /meetings, 1,000 users throughput, requests/s "
                + "900 (900–900) 950 (950–950) invalid n/a"), "failures");
    }

    @Test
    void whatDiffersIsNamed() throws Exception {
        List<Run> runs = Doctored.runs("loom", LOAD, 950, 950, 950);
        Map<String, String> before = Map.of("machine", "2 cores", "JDK", "25.0.3", "begun", "a", "load before", "b");
        Map<String, String> now = Map.of("machine", "4 cores", "JDK", "25.0.3", "begun", "c", "load before", "d");
        List<String> lines = lines(analysis(LOOM, before, runs), analysis("users = 1000\ncontender.loom = "
                + "loom | -Xmx64m\nseconds = 30\nrepeat = 5", now, runs));
        assertEquals(List.of("what differs before now", "machine 2 cores 4 cores",
                "contender loom loom loom | -Xmx64m", "measured window 10 s 30 s", "repetitions 3 5"),
                lines.subList(lines.size() - 5, lines.size()));
        assertEquals("The conditions were the same.", lines(analysis(LOOM, before, runs),
                analysis(LOOM, before, runs)).getLast());
        assertContains("No contender was measured under the same load before.", new BeforeAfter(analysis(
                "users = 20\ncontender.loom = loom", before, List.of()), analysis(LOOM, before, runs)).text());
    }

    @Test
    void aStoredTextCannotControlTheTerminal() throws Exception {
        assertTrue(!new BeforeAfter(analysis(LOOM, Map.of("begun", "\u001b[2J"), List.of()),
                analysis(LOOM, Map.of(), List.of())).text().contains("\u001b"), "an escape sequence");
    }
}

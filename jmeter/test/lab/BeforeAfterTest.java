package lab;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import lab.define.Load;
import lab.judge.Analysis;
import lab.results.Run;
import testing.Test;

class BeforeAfterTest {
    private static final Load LOAD = Load.closed("/meetings", 1000);
    private static final String LOOM = "users = 1000\ncontender.loom = loom\n";
    private static final List<Run> RUNS = Doctored.runs("loom", LOAD, 950, 950, 950);

    /** Runs of blanks become one. */
    private static List<String> lines(Analysis before, Analysis now) {
        return new BeforeAfter(before, now).text().lines().map(line -> line.replaceAll(" +", " ")).toList();
    }

    private static List<Run> costing(double... cpuSeconds) {
        return IntStream.range(0, cpuSeconds.length)
                .mapToObj(i -> Doctored.run("loom", LOAD, i + 1, 950).cpu(cpuSeconds[i]).run()).toList();
    }

    @Test
    void figuresStandBesideThoseOfTheSameContenderAndLoad() throws Exception {
        Analysis before = Doctored.analysis(LOOM, costing(2.0, 2.1, 2.2), Map.of("begun", "\u001b[2Jyesterday"));
        List<Run> runs = new ArrayList<>(costing(1.0, 1.1, 1.05));
        runs.addAll(Doctored.runs("async", LOAD, 950, 950, 950));
        List<String> lines = lines(before, Doctored.analysis(LOOM + "contender.async = async", runs));
        assertEquals("Before (\ufffd[2Jyesterday) and now", lines.getFirst(), "nothing controls the terminal");
        for (String expected : List.of("throughput, requests/s 950 (950–950) 950 (950–950) 1.00× (1.00–1.00) ≈",
                "CPU time per request, µs 211 (200–221) 100 (94.7–105) 0.47× (0.39–0.58)")) {
            assertTrue(lines.contains("loom /meetings, 1,000 users " + expected), expected + " in " + lines);
        }
        assertTrue(lines.stream().noneMatch(line -> line.startsWith("async ")), "async was not measured before");
        assertTrue(lines.contains("contender async none async"), "that differs: " + lines);
        assertTrue(lines(before, Doctored.analysis(LOOM, Doctored.runs("loom", LOAD, run -> run.failed(900), 950, 950)))
                .contains("loom /meetings, 1,000 users throughput, requests/s 950 (950–950) 950 (950–950) invalid n/a"),
                "an invalid figure has no ratio");
    }

    @Test
    void whatDiffersIsNamed() throws Exception {
        Map<String, String> before = Map.of("machine", "2 cores", "JDK", "25.0.3", "begun", "a", "load before", "b");
        Map<String, String> now = Map.of("machine", "4 cores", "JDK", "25.0.3", "begun", "c", "load before", "d");
        List<String> lines = lines(Doctored.analysis(LOOM, RUNS, before), Doctored.analysis("users = 1000\n"
                + "contender.loom = loom | -Xmx64m\nseconds = 30\nrepeat = 5", RUNS, now));
        assertEquals(List.of("what differs before now", "machine 2 cores 4 cores",
                "contender loom loom loom | -Xmx64m", "measured window 10 s 30 s", "repetitions 3 5"),
                lines.subList(lines.size() - 5, lines.size()));
        Analysis same = Doctored.analysis(LOOM, RUNS, before);
        assertEquals("The conditions were the same.", lines(same, same).getLast());
        assertContains("No contender was measured under the same load before.", new BeforeAfter(
                Doctored.analysis("users = 20\ncontender.loom = loom", List.of(), before), same).text());
    }
}

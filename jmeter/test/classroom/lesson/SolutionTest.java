package classroom.lesson;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import classroom.lesson.Lesson.Solution;
import java.nio.file.Path;
import java.util.List;
import lab.Doctored;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Run.Usage;
import lab.judge.Run;
import testing.Test;

/** What the lessons make of runs. */
class SolutionTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final long MEBIBYTE = 1 << 20;

    private final List<Lesson> lessons = Lessons.all(REPOSITORY, 0, 2);

    private Lesson lesson(int id) {
        return lessons.get(id - 1);
    }

    private Doctored run(int lesson, String contender, double throughput) {
        Load load = lesson(lesson).experiment().loads().getFirst();
        return Doctored.run(contender, load, 1, throughput);
    }

    private Solution answer(int lesson, Doctored... runs) {
        return lesson(lesson).measure().apply(List.of(runs).stream().map(Doctored::run).toList());
    }

    private static void assertAnswer(double value, String text, Solution found) {
        assertTrue(Math.abs(value - found.value()) < 1e-6, found.text() + ": expected " + value + " but was "
                + found.value());
        assertContains(text, found.text());
    }

    @Test
    void throughputIsThatOfTheContenderThatTheQuestionIsAbout() {
        assertAnswer(19.8, "19.8/s", answer(1, run(1, "pool-1", 19.8), run(1, "pool-1", 12), run(1, "pool-1", 19.9)));
        assertAnswer(947, "947/s", answer(3, run(3, "pool-200", 189), run(3, "loom", 947)));
        assertAnswer(19.7, "19.7/s", answer(8, run(8, "loom", 19.7), run(8, "pool-20", 196)));
    }

    @Test
    void threadsThatAreNeededFollowFromWhatEachMade() {
        assertAnswer(400 / 19.8, "20.2 threads, as each of 4 made 19.8/s; 20 threads made 395/s",
                answer(2, run(2, "pool-4", 79.2), run(2, "pool-asked-for", 395)));
        assertAnswer(400 / 19.8, "20.2 threads", answer(2, run(2, "pool-4", 79.2)));
    }

    @Test
    void memoryIsAChoice() {
        Object[][] table = {{100, 0}, {183, 1}, {200, 1}, {219, 1}, {290, 2}, {690, 2}, {1240, 3}};
        for (Object[] row : table) {
            Solution found = answer(4, run(4, "pool-1000", 940).serviceOne(resident((int) row[0])),
                    run(4, "loom", 940).serviceOne(resident(200)));
            assertEquals((double) (int) row[1], found.value(), row[0] + " MiB beside 200: " + found.text());
        }
    }

    private static Usage resident(long mebibytes) {
        return new Usage(2, 1, mebibytes * MEBIBYTE, 40, 500, 20_000);
    }

    @Test
    void aMachineThatDoesNotTellMemoryGivesNoAnswer() {
        Usage unknown = new Usage(2, 1, -1, -1, -1, -1);
        Solution found = answer(4, run(4, "pool-1000", 940).serviceOne(unknown),
                run(4, "loom", 940).serviceOne(unknown));
        assertTrue(Double.isNaN(found.value()), "macOS has no /proc");
        assertContains("this machine does not tell that figure", found.text());
    }

    @Test
    void computingIsComparedByTheRatio() {
        assertAnswer(1.05, "1.05×: 210/s with virtual threads, 200/s with the pool",
                answer(6, run(6, "pool-2", 200), run(6, "loom", 210)));
    }

    @Test
    void theQueueThatGrowsIsReadFromTheMiddleOfTheWindow() {
        Doctored pool = run(9, "pool-20", 200).latency(1_680);
        assertAnswer(1.68, "1.68 s", answer(9, pool));
        assertContains("; with virtual threads 102 ms", answer(9, pool, run(9, "loom", 240).latency(102)).text());
    }

    @Test
    void hangingCallsAreReadFromThePool() {
        assertAnswer(65, "65/s, p50 2,550 ms; with the bulkhead 62/s, p50 52 ms", answer(10,
                run(10, "pool-80", 65).latency(2_550), run(10, "loom-80-calls", 62).latency(52)));
    }

    /** Neither a stop in the middle, nor a run that failed, is an answer; the reason is told. */
    @Test
    void runsThatCannotTellSayWhy() {
        for (Lesson lesson : lessons) {
            Load load = lesson.experiment().loads().getFirst();
            Solution none = lesson.measure().apply(List.of());
            assertTrue(Double.isNaN(none.value()), "lesson " + lesson.id() + " without a run");
            assertContains(" was not measured", none.text());
            Solution failed = lesson.measure().apply(lesson.experiment().contenders().stream()
                    .map(each -> Run.failed(each.name(), load, 1, Prediction.NONE, "it died")).toList());
            assertTrue(Double.isNaN(failed.value()), "lesson " + lesson.id() + " of failed runs");
            assertContains(" could not be measured: it died", failed.text());
        }
    }
}

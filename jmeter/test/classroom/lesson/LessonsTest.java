package classroom.lesson;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.http.PageServer;
import common.mode.Mode.Limit;
import lab.Doctored;
import lab.define.Experiment;
import lab.define.Load;
import lab.define.Prediction;
import lab.results.Run.Usage;
import lab.results.Run;
import lab.run.ExperimentRunner;
import testing.Test;

class LessonsTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final List<Lesson> STANDARD = Lessons.all(REPOSITORY, 0, 2);
    private static final int MAX_LINES_OF_CODE = 25;
    private static final long MEBIBYTE = 1 << 20;

    @Test
    void theoryAnswersAsCalculatedByHand() {
        double[] expected = {20, 20, 1000 / 1.049, 1, 1000 / 1.049, 1, 10 / 0.333, 20, 3.1, 40 / 0.24 * 0.8};
        assertEquals(expected.length, STANDARD.size(), "lessons");
        for (int i = 0; i < expected.length; i++) {
            assertEquals(i + 1, STANDARD.get(i).id(), "the lessons' order");
            assertClose(expected[i], STANDARD.get(i).theory().value(), STANDARD.get(i).question());
        }
    }

    private static void assertClose(double expected, double found, String what) {
        assertTrue(Math.abs(expected - found) <= 1e-3 * expected, what + ": expected " + expected + " but was "
                + found);
    }

    @Test
    void aPlaceholderMayNameAModeWithAHyphen() {
        Map<String, Object> values = Map.of("pool-of-virtual.rate", 17, "carriers", 2);
        assertEquals("17/s on 2 carriers",
                Draft.filled("{pool-of-virtual.rate}/s on {carriers carrier}", values, Object::toString));
        assertThrows(IllegalStateException.class, "no number for {pool-of-virtual.law}",
                () -> Draft.filled("{pool-of-virtual.law}", values, Object::toString));
    }

    /** With these seeds, each number in a lesson takes each of its possible values. */
    @Test
    void lessonsAreConsistentForEverySeedAndNumberOfCores() throws Exception {
        int[][] seedsAndCores = {{0, 2}, {0, 1}, {0, 64}, {1, 2}, {2, 2}, {3, 2}, {4, 2}, {5, 2}, {6, 2}, {7, 2}};
        for (int[] row : seedsAndCores) {
            List<Lesson> lessons = Lessons.all(REPOSITORY, row[0], row[1]);
            for (Lesson lesson : lessons) {
                check(lesson, lesson.experiment().contenders().size() == 3 ? 75 : row[1] > 4 ? 60 : 40,
                        "seed " + row[0] + ", " + row[1] + " cores, lesson " + lesson.id());
            }
            double pinned = lessons.get(7).theory().value();
            assertTrue(pinned >= 10 * row[1] && 10 * lessons.get(7).setup().users() > pinned,
                    "lesson 8 needs at least one carrier per core, and more users than carriers");
        }
        assertEquals(Lessons.all(REPOSITORY, 7, 2).stream().map(Lesson::question).toList(),
                Lessons.all(REPOSITORY, 7, 2).stream().map(Lesson::question).toList(), "the same seed again");
    }

    @Test
    void differentSeedsGiveDifferentNumbers() {
        for (int cores : new int[] {1, 4, 64}) {
            List<List<Lesson>> all = IntStream.range(0, 8)
                    .mapToObj(seed -> Lessons.all(REPOSITORY, seed, cores)).toList();
            for (int i = 0; i < STANDARD.size(); i++) {
                int lesson = i;
                long questions = all.stream().map(each -> each.get(lesson).question()).distinct().count();
                assertTrue(questions >= 3, "lesson " + (i + 1) + " on " + cores + " cores has only "
                        + questions + " different questions for 8 seeds: vary more numbers, or give them more values");
            }
        }
    }

    private static void check(Lesson lesson, int longest, String what) throws Exception {
        double theory = lesson.theory().value();
        assertTrue(Double.isFinite(theory) && lesson.asks().takes(theory), what + ": theory " + theory);
        Experiment experiment = lesson.experiment();
        assertEquals(lesson.setup().at() > 0 ? 2 : 1, experiment.loads().size(), what + ": loads");
        assertEquals(1, experiment.repeat(), what + ": repetitions");
        assertTrue(experiment.contenders().size() <= 3, what + ": contenders");
        long seconds = ExperimentRunner.usualDuration(experiment, false).toSeconds();
        assertTrue(seconds >= 10 && seconds <= longest, what + " takes " + seconds + " s");
        Load load = experiment.loads().getLast();
        assertEquals(load.path(), lesson.setup().path(), what + ": the path in the picture");
        assertEquals(load.users(), lesson.setup().users(), what + ": the users in the picture");
        assertEquals(load.isOpen() ? (int) load.amount() : 0, lesson.setup().rate(),
                what + ": the rate in the picture");
        for (String text : List.of(lesson.question(), lesson.theory().text(), lesson.mistake(),
                lesson.why().text().toString(), lesson.why().look().toString(), lesson.why().exercise())) {
            assertTrue(text.length() > 20, what + " has a text that is too short");
            for (String wrong : List.of("{", "%d", "%s", "NaN", "n/a", "∞", "null", "  ", "\n")) {
                assertTrue(!text.contains(wrong), what + " has <" + wrong + "> in: " + text);
            }
        }
    }

    @Test
    void eachLessonQuotesCodeFromTheSources() {
        for (Lesson lesson : STANDARD) {
            assertTrue(!lesson.why().code().isEmpty(), "lesson " + lesson.id() + " shows code");
            for (Lesson.Extract extract : lesson.why().code()) {
                List<String> lines = extract.lines();
                boolean block = lines.getFirst().endsWith("{");
                assertTrue(extract.from() > 0 && lines.size() <= MAX_LINES_OF_CODE
                        && (!block || lines.size() > 2 && lines.getLast().startsWith("}")), "not found, too long or "
                        + "an incomplete block: lesson " + lesson.id() + ", " + extract);
            }
        }
    }

    @Test
    void someLessonsEndWithProgrammingExercises() throws Exception {
        Map<Integer, List<Integer>> expected = Map.of(2, List.of(1), 3, List.of(2), 5, List.of(7), 6, List.of(6), 7,
                List.of(4), 10, List.of(5, 4));
        for (Lesson lesson : STANDARD) {
            List<Integer> numbers = lesson.why().write().stream().map(Lesson.ToWrite::number).toList();
            assertEquals(expected.getOrDefault(lesson.id(), List.of()), numbers, "exercises of lesson " + lesson.id());
        }
        assertContains("`Write it: exercise ${number}`", PageServer.resource("/classroom/why.js"));
        assertContains("write.map(toWrite)", PageServer.resource("/classroom/why.js"));
    }

    @Test
    void contendersHaveLabelsForPeople() {
        assertEquals(Map.of("pool-4", "pool of 4", "pool-asked-for", "the pool of the right size"), labels(2));
        assertEquals(Map.of("pool-1000", "pool of 1,000", "loom", "a virtual thread each"), labels(4));
        assertEquals(Map.of("loom", "a virtual thread each", "async", "event loops"), labels(5));
        assertEquals(Map.of("pool-40", "pool of 40", "loom", "a virtual thread each", "loom-100-calls",
                "virtual threads, bulkhead of 100"), labels(10));
    }

    private static Map<String, String> labels(int lesson) {
        return STANDARD.get(lesson - 1).labels();
    }

    private static Doctored run(int lesson, String contender, double throughput) {
        Load load = STANDARD.get(lesson - 1).experiment().loads().getLast();
        return Doctored.run(contender, load, 1, throughput);
    }

    private static Solution answer(int lesson, Doctored... runs) {
        return STANDARD.get(lesson - 1).measure().apply(Stream.of(runs).map(Doctored::run).toList());
    }

    private static void assertAnswer(double value, String text, Solution found) {
        assertClose(value, found.value(), found.text());
        assertContains(text, found.text());
    }

    @Test
    void theAnswerIsCalculatedFromTheMeasuredRuns() {
        assertAnswer(19.8, "One thread answered 19.8/s: one every 51 ms, while the other 19 waited",
                answer(1, run(1, "pool-1", 19.8), run(1, "pool-1", 12), run(1, "pool-1", 19.9)));
        assertAnswer(400 / 19.8, "20.2 threads for 400 requests/s, because each of the 4 threads answered "
                + "19.8/s. A pool of 20 answered 395/s",
                answer(2, run(2, "pool-4", 79.2), run(2, "pool-asked-for", 395)));
        assertAnswer(400 / 19.8, "20.2 threads", answer(2, run(2, "pool-4", 79.2)));
        assertAnswer(947, "The pool of 200 answered 189/s, virtual threads answered 947/s: 5.0 times as many",
                answer(3, run(3, "pool-200", 189), run(3, "loom", 947)));
        assertAnswer(941, "Event loops answered 941/s, virtual threads answered 947/s: about the same",
                answer(5, run(5, "loom", 947), run(5, "async", 941)));
        assertAnswer(1.05, "1.05× the throughput: virtual threads 210/s, the pool 200/s",
                answer(6, run(6, "pool-2", 200), run(6, "loom", 210)));
        assertAnswer(19.7, "Virtual threads answered 19.7/s, the pool of 20 answered 196/s: 9.9 times as many",
                answer(8, run(8, "loom", 19.7), run(8, "pool-20", 196)));
        Load loadTest = STANDARD.get(8).experiment().loads().getFirst();
        assertAnswer(1.68, "A request sent in second 6 was answered after 1.68 s. The load test with 30 users reported "
                + "152 ms",
                answer(9, Doctored.run("pool-20", loadTest, 1, 200).latency(152),
                        run(9, "pool-20", 200).latency(1_680)));
        assertAnswer(110, "The pool: 110/s, mean latency 2,550 ms; virtual threads: 159/s, mean latency 51 ms; with "
                + "the bulkhead: 158/s, mean latency 52 ms",
                answer(10, run(10, "pool-40", 110).latency(2_550), run(10, "loom", 159).latency(51),
                        run(10, "loom-100-calls", 158).latency(52)));
    }

    @Test
    void aFigureIsInDoubtIfItIsFarFromTheoryOnABusyMachine() {
        Object[][] throughputBusyCoreSecondsAndDoubt = {{860, 20, ""}, {850, 20, "other programs used 55 %"},
            {850, 9.2, ""}};
        for (Object[] row : throughputBusyCoreSecondsAndDoubt) {
            Doctored run = run(3, "loom", (Integer) row[0]).machine(((Number) row[1]).doubleValue(), 0, 0)
                    .with(new Prediction(953, 1.05, 1_000, Limit.USERS));
            Solution found = answer(3, run);
            assertEquals((double) (Integer) row[0], found.value(), "the value is shown in any case");
            assertTrue(found.doubt().startsWith((String) row[2]) && found.doubt().isEmpty() == "".equals(row[2]),
                    row[0] + ": " + found.doubt());
            assertContains(found.doubt().isEmpty() ? row[0] + "/s" : row[0] + "*/s", found.text());
        }
    }

    @Test
    void anImpossibleFigureIsNotShown() {
        Prediction possible = new Prediction(160, 0.24, 40, Limit.ARRIVALS, 0.2);
        Solution found = answer(10, run(10, "pool-40", 110).latency(2_550), run(10, "loom", 193).with(possible));
        assertContains("virtual threads: measured the impossible", found.text());
        Solution asked = answer(10, run(10, "pool-40", 193).with(possible));
        assertTrue(Double.isNaN(asked.value()), asked.text());
        assertContains("193/s were measured, and only 160/s are possible", asked.text());
    }

    @Test
    void lesson4IsAnsweredWithARangeOfMemory() {
        int[][] residentAndChoice = {{150, 0}, {249, 0}, {250, 1}, {399, 1}, {400, 2}, {899, 2}, {900, 3}};
        for (int[] row : residentAndChoice) {
            Solution found = answer(4, run(4, "pool-1000", 940).with(resident(row[0] * MEBIBYTE)),
                    run(4, "loom", 940).with(resident(200 * MEBIBYTE)));
            assertEquals((double) row[1], found.value(), row[0] + " MiB, compared with 200 MiB: " + found.text());
        }
        Solution none = answer(4, run(4, "pool-1000", 940).with(resident(-1)),
                run(4, "loom", 940).with(resident(-1)));
        assertTrue(Double.isNaN(none.value()), "memory use is unknown on macOS");
        assertContains("this machine does not report that figure", none.text());
    }

    private static Usage resident(long bytes) {
        return new Usage(2, 1, bytes, 40, 500, 20_000);
    }

    @Test
    void withoutAnAnswerTheTextSaysWhy() {
        for (Lesson lesson : STANDARD) {
            Load load = lesson.experiment().loads().getLast();
            Solution none = lesson.measure().apply(List.of());
            Solution failed = lesson.measure().apply(lesson.experiment().contenders().stream()
                    .map(each -> Run.failed(each.name(), load, 1, Prediction.NONE, "it died")).toList());
            assertTrue(Double.isNaN(none.value()) && Double.isNaN(failed.value()), "lesson " + lesson.id());
            assertContains(" was not measured", none.text());
            assertContains(" could not be measured: it died", failed.text());
        }
    }

    @Test
    void theTeachersPaperHasTheAnswersAndTheWorksheetHasNone() throws Exception {
        String answers = Papers.answers(REPOSITORY, 0);
        assertContains("1. One thread\n", answers);
        assertContains("Answer: 20 requests/s\n   Theory: 1 thread / 0.05 s = 20/s\n   Common mistake: 400/s",
                answers);
        assertContains("Answer: 50 to 200 MiB: about a tenth of what the JVM reserves", answers);
        assertContains("10. A dependency that hangs", answers);
        assertTrue(answers.lines().allMatch(line -> line.length() <= 100), "a line is too wide for a terminal");
        String html = Papers.worksheet(REPOSITORY, 7);
        String plain = html.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">");
        for (Lesson lesson : Lessons.all(REPOSITORY, 7)) {
            assertContains(lesson.question(), plain);
            assertTrue(!plain.contains(lesson.theory().text()), "lesson " + lesson.id() + " gives its answer away");
        }
        assertEquals(STANDARD.size(), html.split("My prediction", -1).length - 1, "fields for predictions");
        assertContains("seed 7", html);
        assertContains("☐ 35 to 140 MiB: about a tenth of what the JVM reserves", html);
        assertTrue(!html.contains("<script"), "the worksheet must contain no script");
    }
}

package classroom.lesson;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import classroom.run.MadeUp;
import common.http.PageServer;
import experiment.Contender;
import experiment.Experiment;
import experiment.Limit;
import experiment.Load;
import experiment.Prediction;
import experiment.Run.Usage;
import experiment.Run;
import lab.Doctored;
import lab.Recorded;
import lab.judge.Findings;
import lab.judge.Tolerances;
import lab.run.ExperimentRunner;
import lab.run.Policy;
import model.Predictor;
import testing.Test;
import testing.Words;

class LessonsTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final Map<List<Integer>, List<Lesson>> BUILT = new ConcurrentHashMap<>();
    private static final List<Lesson> STANDARD = lessons(0, 2);
    private static final int MAX_LINES_OF_CODE = 25;
    private static final long MEBIBYTE = 1 << 20;
    /** With these seeds, each number in a lesson takes each of its possible values. */
    private static final int[][] SEEDS_AND_CORES = {{0, 2}, {21, 2}, {129, 2}, {237, 2}, {273, 2}, {280, 2}, {0, 1},
        {5, 1}, {0, 64}, {5, 64}};
    private static final Pattern NUMBER = Pattern.compile("[0-9][0-9.,]*[0-9]|[0-9]");

    private static List<Lesson> lessons(int seed, int cores) {
        return BUILT.computeIfAbsent(List.of(seed, cores), _ -> Lessons.all(REPOSITORY, seed, cores));
    }

    @Test
    void theRecordedLessonHasTheSameSolutionAsBefore() throws Exception {
        Words.assertSame("recorded", "lesson: solution",
                STANDARD.get(1).measure().apply(Recorded.results("lesson").runs()).toString());
    }

    @Test
    void eachLessonSaysWhatAClassReads() throws Exception {
        for (Lesson lesson : STANDARD) {
            Words.assertSame("lessons", String.format("lesson %2d", lesson.id()), withoutLaw(lesson));
        }
        // The cores' number changes the words of these two.
        Words.assertSame("lessons", "lesson  6 on a single core", withoutLaw(lessons(0, 1).get(5)));
        Words.assertSame("lessons", "lesson  8 with other numbers", withoutLaw(lessons(5, 64).get(7)));
    }

    private static String text(Lesson lesson) {
        Lesson.Why why = lesson.why();
        List<Object> parts = new ArrayList<>(List.of(lesson.title(), lesson.question(), lesson.setup(), lesson.asks()));
        for (Contender contender : lesson.experiment().contenders()) {
            parts.add(contender.name() + " = " + contender.specification());
        }
        parts.addAll(lesson.experiment().loads());
        parts.addAll(List.of("theory " + lesson.theory().value(), lesson.theory().text(), lesson.mistake(),
                lesson.lanes()));
        parts.addAll(why.text());
        why.code().forEach(extract -> parts.add("code from " + extract.file()));
        parts.addAll(why.look());
        parts.add(why.exercise());
        parts.addAll(why.write());
        return parts.stream().map(Object::toString).collect(Collectors.joining("\n\n"));
    }

    /** The law's own words are in its own file. */
    private static String withoutLaw(Lesson lesson) throws Exception {
        String words = text(lesson);
        Experiment experiment = lesson.experiment();
        for (Contender contender : experiment.contenders()) {
            for (int cores : new int[] {1, 2, 64}) {
                Prediction predicted = Predictor.predict(experiment, contender, experiment.loads().getLast(), cores);
                String limit = predicted.limit().words(predicted.inFlight());
                String law = LessonText.arithmetic(predicted);
                words = words.replace(law, law.replace(" " + limit + " /", " ‹" + predicted.limit() + "› /"));
            }
        }
        return words;
    }

    /** Words stay out, so that a better one changes only the lesson itself. */
    @Test
    void otherSeedsAndCoresGiveOtherNumbers() throws Exception {
        StringJoiner numbers = new StringJoiner("\n");
        for (int[] row : SEEDS_AND_CORES) {
            for (Lesson lesson : lessons(row[0], row[1])) {
                String all = NUMBER.matcher(text(lesson)).results()
                        .map(MatchResult::group).collect(Collectors.joining(" "));
                numbers.add("seed " + row[0] + ", " + row[1] + " cores, lesson " + lesson.id() + ": " + all);
            }
        }
        Words.assertSame("lessons", "numbers with other seeds", numbers.toString());
    }

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
        Map<String, Object> values = Map.of("pool-of-virtual.rate", 17.0, "carriers", 2.0);
        assertEquals("17.0/s on 2 carriers",
                LessonText.filled("{pool-of-virtual.rate}/s on {carriers carrier}", values, value -> "" + value));
        assertThrows(IllegalStateException.class, "{pool-of-virtual.law}",
                () -> LessonText.filled("{pool-of-virtual.law}", values, value -> "" + value));
    }

    @Test
    void aNumberIsAFormulaOfThoseBeforeIt() {
        LessonText text = new LessonText(1, "", Map.of("Numbers",
                "a: 2, 3, 5\n<!-- twice a -->\nb: 2 * $a - $c.d div 4"));
        Map<String, Object> numbers = new HashMap<>(Map.of("c.d", 8.0));
        text.calculate("Numbers", numbers, many -> many - 1);
        assertEquals(Map.of("a", 5.0, "b", 8.0, "c.d", 8.0), numbers);
        assertThrows(IllegalStateException.class, "$c.d", () -> text.calculate("Numbers", new HashMap<>(), _ -> 0));
    }

    @Test
    void lessonsAreConsistentForEverySeedAndNumberOfCores() throws Exception {
        for (int[] row : SEEDS_AND_CORES) {
            List<Lesson> lessons = lessons(row[0], row[1]);
            for (Lesson lesson : lessons) {
                check(lesson, lesson.experiment().contenders().size() == 3 ? 75 : row[1] > 4 ? 60 : 40,
                        "seed " + row[0] + ", " + row[1] + " cores, lesson " + lesson.id());
            }
            double pinned = lessons.get(7).theory().value();
            assertTrue(pinned >= 10 * row[1] && 10 * lessons.get(7).setup().users() > pinned,
                    "lesson 8 needs at least one carrier per core, and more users than carriers");
        }
        assertEquals(lessons(21, 2).stream().map(Lesson::question).toList(),
                Lessons.all(REPOSITORY, 21, 2).stream().map(Lesson::question).toList(), "the same seed again");
    }

    @Test
    void differentSeedsGiveDifferentNumbers() {
        for (int cores : new int[] {1, 64}) {
            List<List<Lesson>> all = IntStream.range(0, 6).mapToObj(seed -> lessons(seed, cores)).toList();
            for (int i = 0; i < STANDARD.size(); i++) {
                int lesson = i;
                long questions = all.stream().map(each -> each.get(lesson).question()).distinct().count();
                assertTrue(questions >= 3, "lesson " + (i + 1) + " on " + cores + " cores has only "
                        + questions + " different questions for " + all.size() + " seeds: vary more numbers, or give "
                        + "them more values");
            }
        }
    }

    private static void check(Lesson lesson, int longest, String what) throws Exception {
        double theory = lesson.theory().value();
        assertTrue(Double.isFinite(theory) && lesson.asks().takes(theory), what + ": theory " + theory);
        Experiment experiment = lesson.experiment();
        assertEquals(lesson.setup().at() > 0 ? 2 : 1, experiment.loads().size(), what + ": loads");
        assertEquals(1, experiment.window().repeat(), what + ": repetitions");
        assertTrue(experiment.contenders().size() <= 3, what + ": contenders");
        long seconds = ExperimentRunner.usualDuration(experiment, Policy.CLASS).toSeconds();
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
        assertContains("write.map(toWrite)", PageServer.resource("/classroom/why.js"));
    }

    @Test
    void contendersHaveLabelsForPeople() throws Exception {
        StringJoiner labels = new StringJoiner("\n");
        for (Lesson lesson : STANDARD) {
            Iterator<Lesson.Shown> runs = lesson.runs().iterator();
            for (Load load : lesson.experiment().loads()) {
                for (Contender contender : lesson.experiment().contenders()) {
                    Lesson.Shown run = runs.next();
                    labels.add((lesson.id() + " " + run.name() + " -> " + run.label())
                            .replace(load.label(), "‹load›").replace(load.series().split(", ")[1], "‹kind of load›")
                            .replace(contender.mode().inWords(contender.option("--threads", 0)), "‹mode›"));
                }
            }
        }
        Words.assertSame("lessons", "labels of the runs", labels.toString());
    }

    private static Doctored run(int lesson, String contender, double throughput) {
        Load load = STANDARD.get(lesson - 1).experiment().loads().getLast();
        return Doctored.run(contender, load, 1, throughput);
    }

    private static Solution answer(int lesson, Doctored... runs) {
        return STANDARD.get(lesson - 1).measure().apply(Stream.of(runs).map(Doctored::run).toList());
    }

    /** The value that is expected, and the runs. */
    private record Answered(double value, int lesson, Doctored... runs) {
    }

    private static final List<Answered> ANSWERED = List.of(
            new Answered(19.8, 1, run(1, "pool-1", 19.8)),
            new Answered(400 / 19.8, 2, run(2, "pool-4", 79.2), run(2, "pool-asked-for", 395)),
            new Answered(947, 3, run(3, "pool-200", 189), run(3, "loom", 947)),
            new Answered(941, 5, run(5, "loom", 947), run(5, "async", 941)),
            new Answered(1.05, 6, run(6, "pool-2", 200), run(6, "loom", 210)),
            new Answered(29, 7, run(7, "pool-40", 28), run(7, "loom", 29)),
            new Answered(19.7, 8, run(8, "loom", 19.7), run(8, "pool-20", 196)),
            new Answered(1.68, 9, loadTest(152), run(9, "pool-20", 200).latency(1_680)),
            new Answered(110, 10, run(10, "pool-40", 110).latency(2_550), run(10, "loom", 159).latency(51),
                    run(10, "loom-100-calls", 158).latency(52)));

    private static Doctored loadTest(double latency) {
        return Doctored.run("pool-20", STANDARD.get(8).experiment().loads().getFirst(), 1, 200).latency(latency);
    }

    @Test
    void theAnswerIsCalculatedFromTheMeasuredRuns() throws Exception {
        StringJoiner texts = new StringJoiner("\n");
        for (Answered row : ANSWERED) {
            Solution found = answer(row.lesson, row.runs);
            assertClose(row.value, found.value(), found.text());
            texts.add("lesson " + row.lesson + " -> " + found.text());
        }
        Words.assertSame("lessons", "what the measured runs answer", texts.toString());
    }

    @Test
    void aFigureIsInDoubtIfItIsFarFromTheoryOnABusyMachine() {
        Object[][] throughputBusyCoreSecondsAndDoubt = {{860, 20, false}, {850, 20, true}, {850, 9.2, false}};
        for (Object[] row : throughputBusyCoreSecondsAndDoubt) {
            Doctored run = run(3, "loom", (Integer) row[0]).machine(((Number) row[1]).doubleValue(), 0, 0)
                    .with(new Prediction(953, 1.05, 1_000, Limit.USERS));
            Solution found = answer(3, run(3, "pool-200", 189), run);
            assertEquals((double) (Integer) row[0], found.value(), "the value is shown in any case");
            boolean isInDoubt = (Boolean) row[2];
            assertEquals(isInDoubt ? Findings.of(run.run()).disturbance().orElseThrow() : "", found.doubt());
            assertEquals(isInDoubt, !found.doubt().isEmpty(), row[0] + " in doubt");
            assertContains(row[0] + (isInDoubt ? "*/s" : "/s"), found.text());
        }
    }

    @Test
    void anImpossibleFigureIsNotShown() throws Exception {
        Prediction possible = new Prediction(160, 0.24, 40, Limit.ARRIVALS, 0.2);
        Doctored bulkhead = run(10, "loom-100-calls", 158).latency(52);
        Solution found = answer(10, run(10, "pool-40", 110).latency(2_550), run(10, "loom", 193).with(possible),
                bulkhead);
        Words.assertSame("lessons", "another run measured the impossible", found.text());
        Solution asked = answer(10, run(10, "pool-40", 193).with(possible), run(10, "loom", 158), bulkhead);
        assertTrue(Double.isNaN(asked.value()), asked.text());
        assertEquals(asked.text(), asked.doubt());
        Words.assertSame("lessons", "the run measured the impossible", asked.text());
    }

    @Test
    void onlyAMeasuredRunCanBeImpossibleOrInDoubt() {
        Load load = STANDARD.getFirst().experiment().loads().getLast();
        Prediction theory = new Prediction(100, 0.2, 20, Limit.USERS);
        Run failed = Run.failed("pool-1", load, 1, theory, "it died");
        assertEquals(Optional.empty(), Findings.of(failed).impossible());
        assertEquals(Optional.empty(), Findings.of(failed).disturbance());
        Prediction chance = new Prediction(100, 0.2, 20, Limit.ARRIVALS, 0.2);
        assertEquals(Optional.empty(), Findings.of(run(10, "loom", 114).with(chance).run()).impossible());
        assertTrue(Findings.of(run(10, "loom", 116).with(chance).run()).impossible().isPresent(), "16 % too much");
        Run fast = run(1, "pool-1", 103).with(theory).run();
        assertEquals(Findings.of(fast).all().getFirst().text(), Findings.of(fast).impossible().orElse(""));
        assertTrue(Findings.of(fast).all().getFirst().isImpossible(), "more than theory");
        Run early = run(1, "pool-1", 100).with(theory.waitingAtLeast(10)).run();
        assertEquals(Findings.of(early).all().getFirst().text(), Findings.of(early).impossible().orElse(""));
        assertTrue(Findings.of(early).all().getFirst().isImpossible(), "early");
        Run errors = run(1, "pool-1", 100).with(theory).failed(500).run();
        assertEquals(Optional.empty(), Findings.of(errors).impossible());
        assertEquals(Findings.of(errors).all().getFirst().text(), Findings.of(errors).doubt().orElse(""));
    }

    @Test
    void aTenthMoreOrLessThanTheoryIsNotFar() {
        double[][] valueTheoryAndFar = {{110, 100, 0}, {90, 100, 0}, {111, 100, 1}, {89, 100, 1},
            {50, Double.POSITIVE_INFINITY, 0}, {50, Double.NaN, 0}, {Double.NaN, 100, 0}};
        for (double[] row : valueTheoryAndFar) {
            assertEquals(row[2] == 1, Tolerances.isFar(row[0], row[1]), row[0] + " of " + row[1]);
        }
    }

    @Test
    void lesson4IsAnsweredWithARangeOfMemory() throws Exception {
        int[][] residentAndChoice = {{150, 0}, {249, 0}, {250, 1}, {399, 1}, {400, 2}, {899, 2}, {900, 3}};
        for (int[] row : residentAndChoice) {
            Solution found = answer(4, run(4, "pool-1000", 940).with(resident(row[0] * MEBIBYTE)),
                    run(4, "loom", 940).with(resident(200 * MEBIBYTE)));
            assertEquals((double) row[1], found.value(), row[0] + " MiB, compared with 200 MiB: " + found.text());
        }
        Words.assertSame("lessons", "lesson 4 measured more memory, and less", Stream.of(300, 100).map(resident ->
                answer(4, run(4, "pool-1000", 940).with(resident(resident * MEBIBYTE)),
                        run(4, "loom", 940).with(resident(200 * MEBIBYTE))).text()).collect(Collectors.joining("\n")));
        Solution none = answer(4, run(4, "pool-1000", 940).with(resident(-1)),
                run(4, "loom", 940).with(resident(-1)));
        assertTrue(Double.isNaN(none.value()), "memory use is unknown on macOS");
        Words.assertSame("lessons", "the machine does not report the figure", none.text());
    }

    private static Usage resident(long bytes) {
        return new Usage(2, 1, bytes, 40, 500, 20_000);
    }

    @Test
    void theTeachersPaperHasTheAnswersAndTheWorksheetHasNone() throws Exception {
        List<Lesson> invented = List.of(MadeUp.lesson(1), MadeUp.choice(2));
        Words.assertSame("lessons", "the paper with the answers", Papers.answers(invented, 0));
        Words.assertSame("lessons", "the paper with the answers for a seed",
                Papers.answers(invented, 7).split("\n")[0]);
        Words.assertSame("lessons", "the worksheet",
                Papers.worksheet(invented, 7).replaceFirst("(?s)<style>.*</style>\n", ""));
        String standard = Papers.worksheet(STANDARD, 0);
        assertTrue(!standard.contains("seed") && !standard.contains("<script"), "no seed, and no script");
        String plain = standard.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">");
        for (Lesson lesson : STANDARD) {
            assertContains(lesson.question(), plain);
            assertTrue(!plain.contains(lesson.theory().text()), "lesson " + lesson.id() + " gives its answer away");
            lesson.asks().choices().forEach(choice -> assertContains("☐ " + choice, plain));
        }
        assertTrue(Papers.answers(STANDARD, 0).lines().allMatch(line -> line.length() <= 100),
                "no line is too wide for a terminal");
    }
}

package exercise;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;
import static testing.Words.assertSame;

import module java.base;
import exercise.harness.Check.Result;
import exercise.harness.Checker;
import exercise.harness.Outcome;
import process.Guard;
import testing.Printed;
import testing.Test;

/** What follows from the results of checks, without a JVM that runs them. */
class VerdictTest implements AutoCloseable {
    private static final Result RIGHT = new Result("each socket is served", Outcome.PASSED, "", "", 1_200);
    private static final Result WRONG = new Result("each socket is served once", Outcome.NOT_YET,
            "200 sockets were served 400 times", "once", 200);
    private static final Result UNCLEAR = new Result("it ends", Outcome.CANNOT_JUDGE, "a thread was alive", "threw", 1);

    private final SmallRepository repository = new SmallRepository();
    private final Printed out = new Printed();
    private final ExerciseCheck check = repository.check(out);

    VerdictTest() throws Exception {
    }

    @Override
    public void close() throws IOException {
        repository.close();
    }

    private void assertVerdict(String situation, Outcome expected, Result... results) throws Exception {
        Stream.of(results).forEach(check::add);
        assertEquals(expected, check.outcome());
        assertSame("exercise", situation, repository.masked(out + check.summary()));
    }

    @Test
    void theFirstMistakeDecidesAndHasAHint() throws Exception {
        assertVerdict("verdict: not yet", Outcome.NOT_YET, RIGHT, WRONG, UNCLEAR);
        assertEquals(WRONG, check.failed().orElseThrow());
    }

    @Test
    void aBusyMachineIsNoMistake() throws Exception {
        assertVerdict("verdict: cannot judge", Outcome.CANNOT_JUDGE, RIGHT, UNCLEAR, WRONG);
    }

    @Test
    void allRightIsPassed() throws Exception {
        assertVerdict("verdict: passed, not measured", Outcome.PASSED, RIGHT);
        assertEquals(false, check.isMeasured());
    }

    @Test
    void aMeasurementIsPartOfTheVerdict() throws Exception {
        check.environment = Optional.of(Map.of());
        assertVerdict("verdict: passed, measured", Outcome.PASSED, RIGHT);
    }

    @Test
    void aMeasurementThatProvesNothingIsNoMistake() throws Exception {
        check.environment = Optional.of(Map.of());
        assertVerdict("verdict: cannot judge, measured", Outcome.CANNOT_JUDGE, RIGHT, UNCLEAR);
    }

    @Test
    void anotherFileIsNamedInTheNextCommand() throws Exception {
        Path other = repository.path().resolve("Other.java");
        ExerciseCheck of = new ExerciseCheck(repository.path(), repository.exercise(1), other, repository.path(), out);
        of.add(WRONG);
        assertSame("exercise", "verdict: not yet, of another file", repository.masked(of.summary()));
    }

    @Test
    void aFileThatDoesNotCompileIsNotRun() throws Exception {
        Files.writeString(repository.exercise(1).file(), "Größe", StandardCharsets.ISO_8859_1);
        check.compile(List.of());
        check.behave();
        assertVerdict("verdict: does not compile", Outcome.NOT_YET);
        assertEquals(1, check.results.size());
    }

    /** In a format of its own, so that the learner sees who says it. */
    @Test
    void ofTheLearnersOutputTwentyDifferentLinesAreShown() throws Exception {
        check.print("x".repeat(201));
        check.print("y".repeat(200));
        IntStream.range(0, 18).forEach(i -> check.print("line " + i));
        IntStream.range(0, 18).forEach(i -> check.print("line " + i));
        check.print("more");
        List<String> lines = out.toString().lines().toList();
        assertEquals(21, lines.size(), "20, and that there are more");
        assertEquals(List.of("    | " + "x".repeat(200), "    | " + "y".repeat(200), "    | line 0"),
                lines.subList(0, 3));
        assertEquals("    | line 17", lines.get(19));
        assertSame("exercise", "more than 20 lines of output", lines.getLast());
    }

    private static String signed(BehaviourRun run, int number, Result result) {
        String json = result.json().toString();
        return "@ " + Checker.signature(Checker.digest(), run.secret, number, json) + " " + json + "\n";
    }

    private BehaviourRun run() throws IOException {
        return new BehaviourRun(check);
    }

    @Test
    void onlySignedResultsInTheirOrderCount() throws Exception {
        BehaviourRun run = run();
        Files.writeString(run.output, "begin\n\n" + signed(run, 0, RIGHT) + "@ 0 {\"passed\":true}\n"
                + signed(run, 7, RIGHT) + signed(run, 1, WRONG) + "not yet compl");
        assertTrue(run.readOutput(false), "it is little output");
        assertEquals(List.of(RIGHT, WRONG.with(Outcome.NOT_YET, "serve each socket once.")), check.results);
        assertEquals(Set.of(BehaviourRun.FORGED), check.notes);
        assertEquals(Optional.empty(), run.whyIncomplete(List.of(RIGHT.check(), WRONG.check()), 0));
        assertTrue(!out.toString().contains("compl"), "a line is shown when it is complete");
        Files.writeString(run.output, "ete\n" + Guard.LEFT + "\n", StandardOpenOption.APPEND);
        assertTrue(run.readOutput(true), "it is little output");
        assertEquals(List.of("    | begin", "    | not yet complete"), out.toString().lines()
                .filter(line -> line.startsWith("    | ") && !line.contains("@")).toList());
        assertEquals(Optional.of(BehaviourRun.LEFT_RUNNING), run.whyIncomplete(List.of(), 0));
    }

    @Test
    void aMissingResultMeansThatTheProgramEnded() throws Exception {
        BehaviourRun run = run();
        Files.writeString(run.output, signed(run, 0, RIGHT) + "bye\n");
        run.readOutput(true);
        assertEquals(Optional.of(BehaviourRun.whyEnded(9, "bye")), run.whyIncomplete(List.of("one", "two"), 9));
        assertEquals(Set.of(BehaviourRun.ENDED), check.notes);
    }

    @Test
    void aMegabyteOfOutputIsTooMuch() throws Exception {
        BehaviourRun run = run();
        Files.writeString(run.output, "x".repeat((1 << 20) - 1));
        assertTrue(run.readOutput(true), "one byte less than a megabyte");
        Files.writeString(run.output, "x", StandardOpenOption.APPEND);
        assertTrue(!run.readOutput(true), "a megabyte");
    }

    @Test
    void howAProgramEndedIsExplained() throws Exception {
        List<Result> all = List.of(BehaviourRun.TOO_MUCH_OUTPUT, BehaviourRun.TOO_MANY_PROGRAMS, BehaviourRun.TOO_LONG,
                BehaviourRun.LEFT_RUNNING, BehaviourRun.whyEnded(0, "bye"), BehaviourRun.whyEnded(127, "bye"),
                BehaviourRun.whyEnded(128, "bye"), BehaviourRun.whyEnded(137, "bye"), BehaviourRun.whyEnded(3, "bye"),
                BehaviourRun.whyEnded(3, "Terminating due to java.lang.OutOfMemoryError: Java heap space"),
                BehaviourRun.whyEnded(4, "java.lang.OutOfMemoryError"));
        assertTrue(all.stream().allMatch(each -> each.outcome() == Outcome.NOT_YET && each.tried() == 0), "" + all);
        assertEquals(1L, all.stream().map(Result::check).distinct().count(), "they break one rule");
        assertSame("exercise", "a program that did not run to its end", Stream.concat(Stream.of(all.getFirst().check()),
                all.stream().map(each -> each.found() + " | " + each.hint())).collect(Collectors.joining("\n")));
    }
}

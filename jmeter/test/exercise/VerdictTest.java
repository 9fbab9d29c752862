package exercise;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;
import static testing.Words.assertSame;

import module java.base;
import common.commandline.CommandLine.UsageException;
import common.json.Json;
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
        check.measurement = Optional.of(new Measurement(List.of(), Map.of()));
        assertVerdict("verdict: passed, measured", Outcome.PASSED, RIGHT);
    }

    @Test
    void aMeasurementThatProvesNothingIsNoMistake() throws Exception {
        check.measurement = Optional.of(new Measurement(List.of(), Map.of()));
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
        check.compile();
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
        return new BehaviourRun(check, repository.path(), repository.path(), repository.path());
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

    @Test
    void theJsonHasWhatATableNeeds() throws Exception {
        check.add(RIGHT);
        check.add(WRONG);
        check.notes.add("a note");
        Grade grade = new Grade(repository.path());
        grade.add("ada", check, "");
        Map<?, ?> json = (Map<?, ?>) ((List<?>) Json.read(grade.json())).getFirst();
        assertEquals(Set.of("name", "exercise", "class", "file", "verdict", "checks", "measured", "notes", "machine",
                "jdk", "commit", "time", "environment"), json.keySet());
        assertEquals("ada", json.get("name"));
        assertEquals(List.of(1.0, "First", Outcome.NOT_YET.words, false, List.of("a note"), Map.of()), Stream.of(
                "exercise", "class", "verdict", "measured", "notes", "environment").map(json::get).toList());
        assertEquals(WRONG, Result.read(WRONG.json().toString()));
    }

    @Test
    void aClassIsGradedInOneTable() throws Exception {
        Grade grade = new Grade(repository.path());
        check.add(RIGHT);
        grade.add("ada", check, "alike");
        ExerciseCheck bens = repository.check(out);
        bens.add(RIGHT);
        bens.add(WRONG);
        bens.add(UNCLEAR);
        bens.notes.add(BehaviourRun.ENDED);
        grade.add("ben", bens, "alike");
        ExerciseCheck cems = repository.check(out);
        cems.add(UNCLEAR);
        grade.add("cem", cems, "");
        ExerciseCheck dans = repository.check(out);
        dans.add(RIGHT);
        dans.measurement = Optional.of(new Measurement(List.of(), Map.of()));
        grade.add("dan", dans, "");
        Exercise second = repository.exercise(2);
        ExerciseCheck eves = new ExerciseCheck(repository.path(), second, second.file(), repository.path(), out);
        grade.add("eve", eves, "alike");
        Path letters = Files.createDirectories(repository.path().resolve("files/fay"));
        Files.writeString(letters.resolve("Letter.java"), "class Letter { }");
        Files.writeString(letters.resolve("notes.txt"), "class First { }");
        grade.read(repository.path().resolve("files"));
        assertSame("exercise", "grade", grade.table());
        assertSame("exercise", "grade: no such folder", repository.masked(assertThrows(UsageException.class, () ->
                grade.read(repository.path().resolve("nowhere"))).getMessage()));
        assertTrue(eves.notes.isEmpty() && cems.notes.isEmpty(), "others are not like anyone's");
    }

    @Test
    void onlyNamesCommentsAndSpaceAreIgnored() throws Exception {
        String ours = Files.readString(Exercise.find(Path.of(System.getProperty("repository")), "1").solution());
        assertEquals(Grade.normalized(ours), Grade.normalized("// mine\n"
                + ours.replace("takeAndServe", "loop").replace("    ", "\t")));
        assertTrue(!Grade.normalized(ours).equals(Grade.normalized(ours.replace("stopped = true;", ""))),
                "another statement");
        assertTrue(!Grade.normalized(ours).equals(Grade.normalized(ours.replace("pool-", "thread-"))), "another text");
        assertEquals("", Grade.normalized("x;\n".repeat(20)), "short programs are alike by chance");
        assertEquals("#0 ;", Grade.normalized("x;\n".repeat(21)).substring(0, 4));
    }
}

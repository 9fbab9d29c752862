package exercise;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;
import static testing.Words.assertSame;

import module java.base;
import common.json.Json;
import exercise.HandIn.Solution;
import exercise.harness.Check.Result;
import exercise.harness.Outcome;
import learner.JavaSource;
import testing.Printed;
import testing.Test;

class GradeTest implements AutoCloseable {
    private static final Result RIGHT = new Result("each socket is served", Outcome.PASSED, "", "", 1_200);
    private static final Result WRONG = new Result("each socket is served once", Outcome.NOT_YET,
            "200 sockets were served\n400 times", "once", 200);
    private static final Likeness LONG = new Likeness("text", "shape", 1_000);
    private static final Likeness RENAMED = new Likeness("other text", "shape", 1_000);

    private final SmallRepository repository = new SmallRepository();
    private final Grade grade = new Grade(repository.path(), repository.path().resolve("class"));

    GradeTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        repository.close();
    }

    private ExerciseCheck add(String student, int number, Likeness likeness, Result... results) throws Exception {
        Solution solution = repository.solution(student, number, likeness);
        ExerciseCheck check = new ExerciseCheck(repository.path(), solution.exercise(), solution.file(),
                repository.path(), new Printed());
        grade.add(solution, check);
        Stream.of(results).forEach(check::add);
        return check;
    }

    @Test
    void aClassIsGradedInOneTable() throws Exception {
        add("ada", 1, LONG, RIGHT);
        add("ben", 1, RENAMED, RIGHT, WRONG).notes.add(BehaviourRun.ENDED);
        add("cem", 1, Likeness.NONE, new Result("it ends", Outcome.CANNOT_JUDGE, "a thread was alive", "", 1));
        add("dan", 1, Likeness.NONE, RIGHT).environment = Optional.of(Map.of());
        ExerciseCheck eves = add("eve", 2, LONG, RIGHT);
        repository.handedIn("fay/Letter.java", "class Letter { }");
        repository.handedIn("gus/First.java", "/** Not begun. */ public class First { }");
        grade.read();
        assertSame("exercise", "grade", grade.table());
        assertTrue(eves.notes.isEmpty(), "hers is of another exercise");
    }

    @Test
    void theJsonHasWhatATableNeeds() throws Exception {
        add("ada", 1, LONG, RIGHT, WRONG).notes.add("a note");
        repository.handedIn("fay/Letter.java", "class Letter { }");
        grade.read();
        List<?> rows = (List<?>) Json.read(grade.json());
        Map<?, ?> json = (Map<?, ?>) rows.getFirst();
        assertEquals(Set.of("name", "exercise", "class", "file", "verdict", "checks", "measured", "notes", "machine",
                "jdk", "commit", "time", "environment"), json.keySet());
        assertEquals(List.of("ada", 1.0, "First", Outcome.NOT_YET.words, false, List.of("a note"), Map.of()), Stream.of(
                "name", "exercise", "class", "verdict", "measured", "notes", "environment").map(json::get).toList());
        assertEquals(WRONG, Result.read(WRONG.json().toString()));
        Map<?, ?> nothing = (Map<?, ?>) rows.getLast();
        assertEquals(Set.of("name", "file", "verdict", "notes"), nothing.keySet());
        assertEquals(List.of("fay", HandIn.None.NOTHING), List.of(nothing.get("name"), nothing.get("verdict")));
    }

    @Test
    void whateverIsThrownCostsOnlyOneFileItsVerdict() throws Exception {
        Map<String, Throwable> thrown = new TreeMap<>(Map.of("ann", new NoSuchFileException("/a"), "ben",
                new IllegalStateException("b"), "cem", new StackOverflowError(), "dan", new OutOfMemoryError("d"),
                "eve", new UncheckedIOException(new IOException("e"))));
        for (String student : thrown.keySet()) {
            add(student, 1, Likeness.NONE);
        }
        ExerciseCheck last = add("fay", 1, Likeness.NONE);
        grade.forAll((solution, check) -> {
            switch (thrown.get(solution.student())) {
                case IOException e -> throw e;
                case RuntimeException e -> throw e;
                case Error e -> throw e;
                case null, default -> check.add(RIGHT);
            }
        });
        assertEquals(List.of(RIGHT), last.results);
        assertSame("exercise", "grade: checks that threw", grade.table());
    }

    @Test
    void nobodyIsCheckedIfNobodyHasHandedInASolution() throws Exception {
        repository.handedIn("fay/Letter.java", "class Letter { }");
        grade.read();
        assertTrue(!grade.hasChecked(), grade.table());
        add("ada", 1, LONG, WRONG);
        assertTrue(grade.hasChecked(), "ada's was, although it is wrong");
    }

    /** What a's file is equal to: those of the students, which are of exercise 1, but z's of exercise 2. */
    private String equalTo(String... students) throws Exception {
        ExerciseCheck first = add("a", 1, LONG, RIGHT);
        for (String each : students) {
            add(each, each.equals("z") ? 2 : 1, RENAMED, RIGHT);
        }
        grade.remarkCopies();
        return String.join("; ", first.notes);
    }

    @Test
    void oneStudentsFilesAreNotCompared() throws Exception {
        assertEquals("", equalTo("a", "z"));
    }

    @Test
    void anEqualFileOfOthersIsRemarkedOnOnce() throws Exception {
        assertSame("exercise", "grade: equal to six others", equalTo("g", "f\n", "e", "d", "c", "b", "b", "a"));
    }

    @Test
    void aFileThatIsLittleLongerThanTheTemplateIsLikeOthersByChance() throws Exception {
        int template = Likeness.of(JavaSource.read(repository.exercise(1).template())).size();
        ExerciseCheck just = add("a", 1, new Likeness("x", "just", template + 100));
        add("b", 1, new Likeness("x", "just", template + 100));
        ExerciseCheck less = add("a", 1, new Likeness("x", "less", template + 99));
        add("b", 1, new Likeness("x", "less", template + 99));
        grade.remarkCopies();
        assertEquals(List.of(1, 0), List.of(just.notes.size(), less.notes.size()));
    }

    @Test
    void ourSolutionIsRecognizedHoweverShortAndOthersAreNotAccusedOfIt() throws Exception {
        Likeness ours = Likeness.of(JavaSource.read(repository.exercise(2).solution()));
        ExerciseCheck ann = add("ann", 2, ours);
        ExerciseCheck ben = add("ben", 2, new Likeness("renamed", ours.shape(), ours.size()));
        add("cem", 2, ours);
        grade.remarkCopies();
        assertSame("exercise", "grade: equal to our solution", String.join("; ", ann.notes));
        assertEquals(Set.of(), ben.notes);
    }
}

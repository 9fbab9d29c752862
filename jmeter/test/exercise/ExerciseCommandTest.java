package exercise;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Words.assertSame;

import module java.base;
import common.commandline.CommandLine;
import common.commandline.UsageException;
import learner.Compilation;
import learner.Exercise;
import testing.Printed;
import testing.Test;
import testing.ToolHelp;

class ExerciseCommandTest implements AutoCloseable {
    private final SmallRepository repository = new SmallRepository();
    private final Printed out = new Printed();

    ExerciseCommandTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        repository.close();
    }

    private void assertPrinted(String situation) throws IOException {
        assertSame("exercise", situation, repository.masked(out));
    }

    @Test
    void theHelp() throws Exception {
        assertSame("exercise", "help", ToolHelp.of(ExerciseCommand.TOOL));
    }

    @Test
    void theListSaysWhatIsPassedAndWhatIsNext() throws Exception {
        repository.exercise(1).pass();
        ExerciseCommand.list(repository.path(), out);
        assertPrinted("list, the first passed");
    }

    @Test
    void theListHasNothingNextIfAllArePassed() throws Exception {
        repository.exercise(1).pass();
        repository.exercise(2).pass();
        repository.exercise(10).pass();
        ExerciseCommand.list(repository.path(), out);
        assertPrinted("list, all passed");
    }

    @Test
    void theTaskIsShownAndItsFileIsPreparedOnce() throws Exception {
        Exercise first = repository.exercise(1);
        ExerciseCommand.task(first, out);
        assertPrinted("task");
        assertEquals(Files.readString(first.template()), Files.readString(first.file()));
        Files.writeString(first.file(), "mine");
        ExerciseCommand.task(first, out);
        assertEquals("mine", Files.readString(first.file()));
    }

    @Test
    void eachHintComesBelowThoseBeforeIt() throws Exception {
        Exercise first = repository.exercise(1);
        ExerciseCommand.hint(first, out);
        out.println("(again:)");
        ExerciseCommand.hint(first, out);
        assertPrinted("hint, and again");
        ExerciseCommand.hint(first, out);
        assertEquals(2, first.shownHints(), "there are no more");
    }

    @Test
    void theSolutionIsShownWithWhatToNotice() throws Exception {
        ExerciseCommand.solution(repository.exercise(1), out);
        assertPrinted("solution");
    }

    @Test
    void aMistakesOwnHintComesBeforeTheSharedOne() throws Exception {
        Exercise first = repository.exercise(1);
        assertEquals("serve each socket once.", first.mistake("once"));
        assertEquals("your code threw it.", first.mistake("threw"));
        assertEquals("unknown", first.mistake("unknown"));
    }

    @Test
    void aTaskIsFormattedForATerminal() {
        String formatted = ExerciseCommand.format("""
                A *drain*
                takes `a * b` and `*.java`.

                    code   stays
                      as it is

                - one **thing** %s
                - two
                """.formatted("word ".repeat(30).strip()));
        assertEquals("A drain takes `a * b` and `*.java`.\n\n    code   stays\n      as it is\n\n- one thing"
                + " word".repeat(17) + "\n " + " word".repeat(13) + "\n- two\n", formatted);
    }

    private static String action(String arguments) throws Exception {
        return ExerciseCommand.action(CommandLine.parse(ExerciseCommand.TOOL.options(), arguments.split(" ")));
    }

    @Test
    void argumentsWithoutAnEffectAreRefused() throws Exception {
        String messages = Stream.of("1 check now", "1 chekc", "1 grade", "grade 1 check", "grade", "1 hint --json",
                "1 --behaviour", "--json 1", "grade a --file x", "1 check --measure").map(wrong -> wrong + " -> "
                + assertThrows(UsageException.class, () -> action(wrong)).getMessage())
                .collect(Collectors.joining("\n"));
        assertSame("exercise", "no such action, or an option without an effect", messages);
        for (String right : List.of("1 check --json --behaviour", "1 check --file x --json", "1 hint", "1 solution",
                "1", "grade a --measure --json")) {
            assertEquals(right.startsWith("grade") ? "grade" : right.substring(1).strip().split(" ")[0],
                    action(right));
        }
    }

    @Test
    void anUnknownExerciseIsRefused() throws Exception {
        assertEquals("First", repository.exercise(1).className());
        assertEquals(2, Exercise.find(repository.path(), "2-second").number());
        String messages = Stream.of("0", "01", "3", "one", "").map(wrong -> wrong + " -> "
                + assertThrows(UsageException.class, () -> Exercise.find(repository.path(), wrong)).getMessage())
                .collect(Collectors.joining("\n"));
        assertSame("exercise", "no such exercise", messages);
        Exercise second = repository.exercise(2);
        assertSame("exercise", "no solution yet", assertThrows(UsageException.class, () ->
                Compilation.ofLearner(repository.path(), second.number())).getMessage());
    }
}

package learner;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;
import static testing.Words.assertSame;

import module java.base;
import common.commandline.UsageException;
import experiment.Contender;
import experiment.Experiment;
import experiment.Results;
import experiment.ResultsFile;
import testing.TemporaryFolder;
import testing.Test;

class ExerciseTest extends TemporaryFolder {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));

    @Test
    void eachExerciseHasItsSectionsHintsAndFiles() throws Exception {
        List<Exercise> all = Exercise.all(REPOSITORY);
        String classpath = Files.readString(Exercise.home(REPOSITORY).resolve(".classpath"));
        for (Exercise each : all) {
            for (String heading : List.of("Task", "Behaviour", "Measured", "Notice")) {
                assertTrue(!each.section(heading).isEmpty(), each.name() + " says nothing under " + heading);
            }
            assertTrue(each.hints().size() > 1, each.name() + " has hints: " + each.hints());
            for (String line : List.of("Minutes", "Mode")) {
                assertTrue(!each.line(line).isEmpty(), each.name() + " has no line '- " + line + "' below the title");
            }
            assertContains('"' + each.name() + '"', classpath);
            for (Path source : List.of(each.template(), each.solution())) {
                assertContains("class " + each.className() + " ", Files.readString(source));
            }
            assertTrue(!each.experiment(REPOSITORY).loads().isEmpty(), each.name() + " has a load");
        }
    }

    private static Experiment described(String specification) throws Exception {
        return Exercise.described(REPOSITORY, Experiment.parse("e", "users = 5\ncontender.a = " + specification,
                Map.of()));
    }

    @Test
    void anExerciseIsForItsModes() throws Exception {
        for (String good : List.of("pool --exercise 1", "loom --exercise 4", "pool --exercise=4", "async --exercise 7",
                "loom", "command: mine {port}")) {
            Contender contender = described(good).contenders().getFirst();
            assertEquals(Contender.parse("a", good), contender);
        }
        Experiment parallel = described("loom --exercise 3 | -Xmx64m");
        String more = "loom --exercise 3 --info-in-parallel | -Xmx64m";
        assertEquals(List.of(Contender.parse("a", more)), parallel.contenders());
        write("results.json", ResultsFile.text(new Results(parallel, List.of(), Map.of(), List.of(), true), Map.of()));
        assertEquals(parallel.contenders(), ResultsFile.read(folder).experiment().contenders(), "without the exercise");
        assertSame("exercise", "contenders of an exercise that is for another mode", Stream.of("loom --exercise 1",
                "async --exercise=4", "pool --exercise 0").map(wrong -> wrong + " -> "
                + assertThrows(UsageException.class, () -> described(wrong)).getMessage())
                .collect(Collectors.joining("\n")));
    }

    /** What javac printed of three files, and where a line of the text belongs to the learner. */
    private static final List<String> PRINTED = List.of("""
            FixedPoolDrain.java:2: error: ';' expected
                int x = 1
                         ^
            ./FixedPoolDrain.java:3: error: not a statement
            %s
            2 errors
            only showing the first 5 errors, of 39 total; use -Xmaxerrs if you would like to see more
            """.formatted("x".repeat(161)), """
            FixedPoolDrain.java:1: error: StructuredTaskScope is a preview API and is disabled by default.
            %s
              (use --enable-preview to enable preview APIs)
            1 error
            """.formatted("y".repeat(160)), "\nerror: something else\n", "");

    @Test
    void whatJavacPrintsIsShownWithTheLearnersFile() throws Exception {
        Path file = folder.resolve("file");
        Compilation compilation = new Compilation(Exercise.find(REPOSITORY, "1"), file, folder, REPOSITORY);
        assertSame("exercise", "what javac prints", PRINTED.stream()
                .map(printed -> compilation.errors(printed, Map.of())).collect(Collectors.joining("\n\n"))
                .replace(folder.toString(), "‹folder›").replace("y".repeat(160), "‹160 letters›"));
    }

    @Test
    void filesThatAreNotJavaSourceAreRefused() throws Exception {
        Path latin = Files.write(folder.resolve("latin"), "// Größe\n".getBytes(StandardCharsets.ISO_8859_1));
        byte[] letters = new byte[1_000_000];
        Arrays.fill(letters, (byte) 0xfc);
        Path almost = Files.write(folder.resolve("almost-too-large"), letters);
        Path large = Files.write(folder.resolve("large"), new byte[1_000_001]);
        assertSame("exercise", "files that are no source", Stream.of(errors(latin, folder), errors(almost, folder),
                errors(large, folder)).collect(Collectors.joining("\n"))
                .replace(folder.toString(), "‹folder›"));
        for (Path file : List.of(folder, folder.resolve("nothing"))) {
            assertThrows(UsageException.class, file.toString(), () -> errors(file, folder));
        }
    }

    private static String errors(Path file, Path classes) throws Exception {
        return new Compilation(Exercise.find(REPOSITORY, "1"), file, classes, REPOSITORY).errors(List.of());
    }

    @Test
    void progressIsKeptForEachExercise() throws Exception {
        try (TemporaryFolder one = new TemporaryFolder(); TemporaryFolder two = new TemporaryFolder()) {
            Exercise first = new Exercise(1, one.path(), "One", "", Map.of());
            Exercise second = new Exercise(2, two.path(), "Two", "", Map.of());
            first.pass();
            first.showedHints(1);
            second.showedHints(3);
            assertTrue(first.isPassed() && !second.isPassed(), "only exercise 1 is passed");
            assertEquals(1, first.shownHints());
            assertEquals(3, second.shownHints());
            second.showedHints(-1);
            assertEquals(0, second.shownHints(), "a damaged file");
        }
    }
}

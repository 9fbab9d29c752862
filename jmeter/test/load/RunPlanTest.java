package load;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import load.install.FileTree;
import testing.Test;

/** JMeter's Run button saves the plan that is open: so what is open must not be a file that git knows. */
class RunPlanTest implements AutoCloseable {
    private final Path repository = Files.createTempDirectory("repository");
    private final Path elsewhere = Files.createTempDirectory("elsewhere");
    private final RunFolder folder = RunFolder.create(repository, "gui");
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    RunPlanTest() throws IOException {
    }

    @Test
    void opensACopyOfAPlanOfThisProjectAndSaysWhereItIs() throws Exception {
        for (String name : List.of("plans", "experiments")) {
            Path ours = repository.resolve("jmeter").resolve(name).resolve(name + ".jmx");
            Path opened = opened(ours);
            assertTrue(opened.startsWith(folder.path()) && Files.isRegularFile(opened), opened.toString());
            assertContains(opened.toString(), out.toString(StandardCharsets.UTF_8));
            assertContains(ours.getParent().toString(), out.toString(StandardCharsets.UTF_8));
        }
    }

    @Test
    void opensSomebodysOwnPlanItselfAndACopyThatWasOpenedBefore() throws Exception {
        for (Path theirs : List.of(elsewhere.resolve("my.jmx"), folder.path().resolve("copy.jmx"))) {
            assertEquals(theirs, opened(theirs));
            assertEquals("", out.toString(StandardCharsets.UTF_8), "nothing to say");
        }
    }

    @Test
    void keepsBackupsAndTheLogInItsFolder() {
        List<String> arguments = JmeterArguments.gui(Path.of("/a.jmx"), Map.of("users", "3"), folder);
        assertTrue(arguments.containsAll(List.of("/a.jmx", folder.path() + "/jmeter.log", "-Jusers=3",
                "-Jjmeter.gui.action.save.backup_directory=" + folder.path() + "/backups")), arguments.toString());
    }

    private Path opened(Path file) throws Exception {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "${__P(users,1)}");
        TestPlan plan = TestPlan.find(Path.of(System.getProperty("repository")), file.toString());
        return RunPlan.toOpen(repository, plan.file(), folder, new PrintStream(out, true, StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        FileTree.delete(repository);
        FileTree.delete(elsewhere);
    }
}

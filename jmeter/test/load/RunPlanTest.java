package load;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import lab.TemporaryFolder;
import testing.Test;

/** JMeter's Run button saves the plan that is open: so what is open must not be a file that git knows. */
class RunPlanTest {
    @Test
    void opensACopyOfAPlanOfThisProjectAndTheirOwnOfOthers() throws Exception {
        try (TemporaryFolder repository = new TemporaryFolder(); TemporaryFolder elsewhere = new TemporaryFolder()) {
            RunFolder folder = RunFolder.create(repository.path(), "gui");
            for (String ours : List.of("jmeter/plans/a.jmx", "jmeter/experiments/b.jmx")) {
                Path plan = plan(repository.path().resolve(ours));
                Path copy = folder.path().resolve(plan.getFileName());
                assertContains(copy + "; to keep changes, copy it to " + plan.getParent(),
                        said(repository.path(), plan, folder, copy));
                assertEquals("x", Files.readString(copy));
            }
            for (Path theirs : List.of(elsewhere.path().resolve("my.jmx"), folder.path().resolve("opened-before"))) {
                assertEquals("", said(repository.path(), plan(theirs), folder, theirs), "nothing to say");
            }
        }
    }

    private static Path plan(Path file) throws Exception {
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "x");
    }

    private static String said(Path repository, Path plan, RunFolder folder, Path opened) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertEquals(opened, RunPlan.toOpen(repository, plan, folder,
                new PrintStream(out, true, StandardCharsets.UTF_8)));
        return out.toString(StandardCharsets.UTF_8);
    }
}

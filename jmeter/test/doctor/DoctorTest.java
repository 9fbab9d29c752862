package doctor;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import load.install.FileTree;
import testing.Program;
import testing.Slow;
import testing.Test;

/** {@code ./run.sh doctor} on this machine, whatever it is like, and where there is no JDK that it could run on. */
@Slow("starts the scripts, and looks at the machine for seconds")
class DoctorTest {
    private static final List<String> SUBJECTS = List.of("JDK", "JMeter", "VisualVM", "jconsole", "browser", "files",
            "port 8082", "port 8087", "port 8083", "port 8090", "port 8091", "machine", "other load", "system",
            "folder");

    @Test
    void everythingIsLookedAtAndTheExitCodeSaysWhetherItIsEnough() throws Exception {
        try (Program doctor = Program.script("run.sh", "doctor")) {
            int code = doctor.exitCode();
            String said = doctor.standardOutput();
            List<String> subjects = said.lines().filter(line -> line.matches("(ok|note|missing) .*"))
                    .map(line -> line.substring(9, Math.min(21, line.length())).strip()).toList();
            assertEquals(SUBJECTS, subjects, said);
            assertEquals(said.contains("\nA class can be given here") ? 0 : 2, code, said);
        }
    }

    /** A JDK cannot be hidden from the scripts; so one is asked for that is newer than any. */
    @Test
    void withoutAJdkItSaysThat() throws Exception {
        Path folder = Files.createTempDirectory("no jdk");
        try {
            for (String script : List.of("run.sh", "build.sh")) {
                Path source = Path.of(System.getProperty("repository"), script);
                Files.writeString(folder.resolve(script),
                        Files.readString(source).replace("\noldest_jdk=25\n", "\noldest_jdk=99\n"));
                assertTrue(folder.resolve(script).toFile().setExecutable(true), script);
            }
            Process doctor = new ProcessBuilder(folder.resolve("run.sh").toString(), "doctor").start();
            String said = new String(doctor.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(2, doctor.waitFor(), said);
            assertTrue(said.startsWith("missing  JDK          no JDK 99 or newer found; there is "), said);
            assertContains("JDK " + Runtime.version().feature() + " at ", said);
            assertContains("install one", said);
        } finally {
            FileTree.delete(folder);
        }
    }
}

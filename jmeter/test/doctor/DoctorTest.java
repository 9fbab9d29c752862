package doctor;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import common.json.JsonWriter;
import doctor.Doctor.Finding;
import doctor.Doctor.Finding.Mark;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import lab.TemporaryFolder;
import lab.judge.Run.Yardsticks;
import load.Stats;
import load.StubService;
import load.install.JmeterHome;
import look.VisualVm;
import testing.Program;
import testing.Slow;
import testing.Test;

/** What follows from the facts, whatever this machine is like; and the whole, on this machine. */
class DoctorTest {
    private static final Path JDK = Path.of("/jdk");
    private static final long GIB = 1L << 30;
    private static final Optional<JmeterHome> JMETER = Optional.of(new JmeterHome(Path.of("/j"), "5.6.3"));
    private static final Yardsticks PROMPT = new Yardsticks(0.0085, 0.0001, 0.00002);
    private static final String WSL2 = "Linux version 5.15.167.4-microsoft-standard-WSL2";

    /**
     * A finding, and what is to be in it.
     *
     * @param advice part of its advice; empty where there is to be none
     */
    private record Row(Finding finding, Mark mark, String says, String advice) {
    }

    private static Finding jdk(String version, String javaHome) {
        return ToolChecks.jdk(Runtime.Version.parse(version), "Maker", JDK, javaHome);
    }

    private static Finding visualVm(String version) {
        return ToolChecks.visualVm(Optional.of(new VisualVm(Path.of("/v"), version, new VisualVm.Home(JDK, 25))));
    }

    private static Finding port(String holder) {
        return MachineChecks.port(MachineChecks.PORTS.getFirst(), holder);
    }

    private static Finding folder(String type, boolean isWritable) {
        return MachineChecks.folder(Path.of("/mnt/c/lab"), type, isWritable);
    }

    private static final Row[] TABLE = {
        new Row(jdk("25.0.3", ""), Mark.OK, "25.0.3 of Maker at /jdk", ""),
        new Row(jdk("25.0.2", ""), Mark.NOTE, "JDK-8369227", "25.0.3 or newer"),
        new Row(jdk("26", "/no/such/jdk"), Mark.OK, "JAVA_HOME=/no/such/jdk is passed over", ""),
        new Row(ToolChecks.jconsole(true, true), Mark.OK, "in the JDK", ""),
        new Row(ToolChecks.jconsole(true, false), Mark.NOTE, "headless", "whole JDK"),
        new Row(ToolChecks.jconsole(false, false), Mark.NOTE, "not in", "whole JDK"),
        new Row(ToolChecks.jmeter(JMETER, true, "", false), Mark.OK, "this folder's own", ""),
        new Row(ToolChecks.jmeter(JMETER, false, "", true), Mark.OK, "installed on this machine", ""),
        new Row(ToolChecks.jmeter(Optional.empty(), false, "", true), Mark.NOTE, "Maven fetches it", "./run.sh setup"),
        new Row(ToolChecks.jmeter(Optional.empty(), false, "; /usr/bin/jmeter is JMeter 2.13", false), Mark.MISSING,
                "/usr/bin/jmeter is JMeter 2.13", "JMETER_HOME"),
        new Row(ToolChecks.visualVm(Optional.empty()), Mark.NOTE, "not here", "./run.sh visualvm --which"),
        new Row(visualVm("2.2"), Mark.NOTE, "0 % CPU", "2.2.1"),
        new Row(visualVm(""), Mark.NOTE, "0 % CPU", "2.2.1"),
        new Row(visualVm("2.2.1"), Mark.OK, "2.2.1 at /v, on JDK 25 at /jdk", ""),
        new Row(ToolChecks.browser("xdg-open", true, true), Mark.OK, "xdg-open", ""),
        new Row(ToolChecks.browser("xdg-open", false, true), Mark.NOTE, "no xdg-open", "by hand"),
        new Row(ToolChecks.browser("xdg-open", true, false), Mark.NOTE, "no display", "ssh -L"),
        // The hard limit on files is what counts.
        new Row(MachineChecks.files(1_024, 1_048_576), Mark.OK, "room for 524,188 connections", ""),
        new Row(MachineChecks.files(1_024, 4_096), Mark.NOTE, "room for 1,948 connections", "22,000"),
        new Row(MachineChecks.files(1_024, 1_024), Mark.NOTE, "too few for the 1,000 users", "22,000"),
        new Row(MachineChecks.files(-1, -1), Mark.NOTE, "not known", ""),
        new Row(port(""), Mark.OK, "free", ""),
        new Row(port("nginx (pid 5)"), Mark.NOTE, "taken by nginx (pid 5)", "--port 0"),
        new Row(MachineChecks.size(4, 4 * GIB), Mark.OK, "enough for 5,000 users", ""),
        new Row(MachineChecks.size(3, 4 * GIB), Mark.NOTE, "enough for 1,000 users", "another machine"),
        new Row(MachineChecks.size(4, 4 * GIB - 1), Mark.NOTE, "enough for 1,000 users", "another machine"),
        new Row(MachineChecks.size(2, 2 * GIB), Mark.NOTE, "enough for 1,000 users", "another machine"),
        new Row(MachineChecks.size(2, 2 * GIB - 1), Mark.NOTE, "too little", "fewer users"),
        new Row(MachineChecks.size(1, 4 * GIB), Mark.NOTE, "1 core, 4.0 GiB", "fewer users"),
        new Row(MachineChecks.load(0.1, PROMPT), Mark.OK, "others use 10 % of all cores", ""),
        new Row(MachineChecks.load(0.11, PROMPT), Mark.NOTE, "usable with care", "end what else runs"),
        new Row(MachineChecks.load(0.05, new Yardsticks(0.0085, 0.004, 0.00002)), Mark.NOTE, "4.0 ms late", "ratios"),
        new Row(MachineChecks.load(Double.NaN, PROMPT), Mark.OK, "does not tell", ""),
        new Row(MachineChecks.system("Linux", "Linux version 6.1"), Mark.OK, "Linux", ""),
        new Row(MachineChecks.system("Linux", WSL2), Mark.NOTE, "WSL 2", ".wslconfig"),
        new Row(MachineChecks.system("Linux", "Linux version 4.4.0-19041-Microsoft"), Mark.NOTE, "WSL 1",
                "--set-version"),
        new Row(MachineChecks.system("Mac OS X", ""), Mark.NOTE, "without memory", ""),
        new Row(MachineChecks.system("Windows 11", ""), Mark.MISSING, "Windows 11", "wsl --install"),
        new Row(folder("ext4", true), Mark.OK, "ext4", ""),
        new Row(folder("9p", true), Mark.NOTE, "slowly", "home"),
        new Row(folder("ext4", false), Mark.MISSING, "written", "copy")};

    @Test
    void whatIsFoundAndAdvisedFollowsFromTheFacts() {
        for (Row row : TABLE) {
            assertEquals(row.mark, row.finding.mark(), row.finding.toString());
            assertContains(row.says, row.finding.says());
            assertEquals(row.advice.isEmpty(), row.finding.advice().isEmpty(), "without advice: " + row.finding);
            assertContains(row.advice, String.join("\n", row.finding.advice()));
        }
    }

    @Test
    void whoeverHoldsAPortIsFound() throws Exception {
        String[][] rows = {
            {"{\"service\":{\"mode\":\"loom\",\"pid\":123},\"now\":{}}", "a running service one (loom, pid 123)"},
            {JsonWriter.text(new Stats.Two("two", 50, 333, null, 0, 0, 0, 0, 0, 0, 0, 0, Map.of())),
                "a running service two"},
            {"<html>", "java (pid " + ProcessHandle.current().pid() + ")"}};
        for (String[] row : rows) {
            try (StubService service = new StubService(row[0])) {
                assertEquals(row[1], MachineChecks.holder(service.address().port()), row[0]);
            }
        }
    }

    @Test
    void aClassCanBeGivenWhereNothingIsMissing() {
        List<Finding> fine = List.of(Finding.ok("JDK", "25"), Finding.note("browser", "none"));
        assertEquals(List.of(), Doctor.missing(fine), "notes are no obstacle");
        assertEquals("A class can be given here; see the notes above.", Doctor.summary(fine));
        assertEquals("A class can be given here.", Doctor.summary(fine.subList(0, 1)));
        List<Finding> ill = List.of(fine.getFirst(), Finding.missing("JMeter", "none", "get one"));
        assertEquals("No class can be given here; missing: JMeter.", Doctor.summary(ill));
        assertEquals("missing  JMeter       none\n                      -> get one\n", ill.getLast().toString());
    }

    private static final List<String> SUBJECTS = List.of("JDK", "JMeter", "VisualVM", "jconsole", "browser", "files",
            "port 8082", "port 8087", "port 8083", "port 8090", "port 8091", "machine", "other load", "system",
            "folder");

    @Slow("starts the script, and looks at the machine for seconds")
    @Test
    void everythingIsLookedAtAndTheExitCodeSaysWhetherItIsEnough() throws Exception {
        try (Program doctor = Program.script("run.sh", "doctor")) {
            int code = doctor.exitCode();
            String said = doctor.standardOutput();
            assertEquals(SUBJECTS, said.lines().filter(line -> line.matches("(ok|note|missing) .*"))
                    .map(line -> line.substring(9, Math.min(21, line.length())).strip()).toList(), said);
            assertEquals(said.contains("\nA class can be given here") ? 0 : 2, code, said);
        }
    }

    /** A JDK cannot be hidden from the scripts; so one is asked for that is newer than any. */
    @Slow("starts scripts that look for a JDK everywhere")
    @Test
    void withoutAJdkItSaysThat() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            for (String script : List.of("run.sh", "build.sh")) {
                Path copy = folder.path().resolve(script);
                Files.writeString(copy, Files.readString(Path.of(System.getProperty("repository"), script))
                        .replace("\noldest_jdk=25\n", "\noldest_jdk=99\n"));
                copy.toFile().setExecutable(true);
            }
            Process doctor = new ProcessBuilder(folder.path().resolve("run.sh").toString(), "doctor").start();
            String said = new String(doctor.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(2, doctor.waitFor(), said);
            assertTrue(said.startsWith("missing  JDK          no JDK 99 or newer found; there is "), said);
            assertContains("JDK " + Runtime.version().feature() + " at ", said);
            assertContains("install one", said);
        }
    }
}

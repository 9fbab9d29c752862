package doctor;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.json.JsonObject;
import doctor.Doctor.Finding.Mark;
import doctor.Doctor.Finding;
import load.Stats;
import load.StubService;
import load.install.JmeterHome;
import look.VisualVm;
import testing.Program;
import testing.Slow;
import testing.TemporaryFolder;
import testing.Test;

class DoctorTest {
    private static final Path JDK = Path.of("/jdk");
    private static final long GIB = 1L << 30;
    private static final Optional<JmeterHome> JMETER = Optional.of(new JmeterHome(Path.of("/j"), "5.6.3"));
    private static final Yardsticks ON_TIME = new Yardsticks(0.0085, 0.0001);
    private static final String WSL2 = "Linux version 5.15.167.4-microsoft-standard-WSL2";

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

    private static final Object[][] OK = {
        {jdk("25.0.3", ""), "25.0.3 of Maker at /jdk"},
        {jdk("26.0.1", "/no/such/jdk"), "JAVA_HOME=/no/such/jdk is ignored"},
        {ToolChecks.jconsole(true, true), "in the JDK"},
        {ToolChecks.jmeter(JMETER, true, "", false), "this folder's own"},
        {ToolChecks.jmeter(JMETER, false, "", true), "installed on this machine"},
        {visualVm("2.2.1"), "2.2.1 at /v, on JDK 25 at /jdk"},
        {ToolChecks.browser("xdg-open", true, true), "xdg-open"},
        {MachineChecks.files(1_024, 10_200), "enough for 5,000 connections"},
        {port(""), "free"},
        {MachineChecks.size(4, 4 * GIB), "5,000 users"},
        {MachineChecks.load(0.1, ON_TIME), "other programs use 10 %"},
        {MachineChecks.system("Linux", "amd64", "Linux version 6.1"), "Linux"},
        {folder("ext4", true), "ext4"}};

    private static final Object[][] NOTES = {
        {jdk("25.0.2", ""), "JDK-8369227", "25.0.3 or newer"},
        {ToolChecks.jconsole(true, false), "headless", "whole JDK"},
        {ToolChecks.jconsole(false, false), "not in", "whole JDK"},
        {ToolChecks.jmeter(Optional.empty(), false, "", true), "Maven fetches it", "./run.sh setup"},
        {ToolChecks.visualVm(Optional.empty()), "not here", "--which"},
        {visualVm("2.2"), "0 % CPU", "2.2.1"},
        {visualVm(""), "0 % CPU", "2.2.1"},
        {ToolChecks.browser("xdg-open", false, true), "no xdg-open", "by hand"},
        {ToolChecks.browser("xdg-open", true, false), "no display", "ssh -L 8090:127.0.0.1:8090"},
        {MachineChecks.files(1_024, 10_198), "enough for 4,999 connections; experiments leave out", "22,000"},
        {MachineChecks.files(1_024, 2_200), "enough for 1,000 connections; experiments leave out", "22,000"},
        {MachineChecks.files(1_024, 2_198), "999 connections: too few for the experiment story", "22,000"},
        {MachineChecks.files(-1, -1), "unknown", ""},
        {port("nginx (pid 5)"), "taken by nginx (pid 5)", "--port 0"},
        {MachineChecks.size(3, 4 * GIB), "enough for 1,000 users", "another machine"},
        {MachineChecks.size(4, 4 * GIB - 1), "enough for 1,000 users", "another machine"},
        {MachineChecks.size(2, 2 * GIB), "enough for 1,000 users", "another machine"},
        {MachineChecks.size(2, 2 * GIB - 1), "too little", "fewer users"},
        {MachineChecks.size(1, 4 * GIB), "1 core, 4.0 GiB", "fewer users"},
        {MachineChecks.load(Double.NaN, ON_TIME), "not checked", "whole machine"},
        {MachineChecks.load(0.11, ON_TIME), "with care", "close other programs"},
        {MachineChecks.load(0.05, new Yardsticks(0.0085, 0.004)), "4.0 ms late", "ratios"},
        {MachineChecks.system("Linux", "amd64", WSL2), "nobody has tried", ".wslconfig"},
        {MachineChecks.system("Linux", "amd64", "Linux version 4.4.0-19041-Microsoft"), "WSL 1", "--set-version"},
        {MachineChecks.system("Linux", "aarch64", "Linux version 6.1"), "nobody has tried this processor", ""},
        {MachineChecks.system("Mac OS X", "aarch64", ""), "no figures for memory", ""},
        {folder("9p", true), "slow", "home"}};

    private static final Object[][] MISSING = {
        {ToolChecks.jmeter(Optional.empty(), false, "; j is JMeter 2.13", false), "j is JMeter 2.13", "JMETER_HOME"},
        {MachineChecks.system("Windows 11", "amd64", ""), "Windows 11", "wsl --install"},
        {folder("ext4", false), "not writable", "copy"}};

    @Test
    void findingsAndAdviceFollowFromTheFacts() {
        Map.of(Mark.OK, OK, Mark.NOTE, NOTES, Mark.MISSING, MISSING).forEach((mark, rows) -> {
            for (Object[] row : rows) {
                Finding finding = (Finding) row[0];
                assertEquals(mark, finding.mark(), finding.toString());
                assertContains((String) row[1], finding.says());
                assertContains(mark == Mark.OK ? "[]" : (String) row[2], finding.advice().toString());
            }
        });
    }

    @Test
    void theProgramThatHoldsAPortIsNamed() throws Exception {
        String[][] rows = {
            {"{\"service\":{\"mode\":\"loom\",\"pid\":123},\"now\":{}}", "a running service one (loom, pid 123)"},
            {JsonObject.text(new Stats.Two("two", 50, 333, null, 0, 0, 0, 0, 0, 0, 0, 0, Map.of())),
                "a running service two"},
            {"<html>", "java (pid " + ProcessHandle.current().pid() + ")"}};
        for (String[] row : rows) {
            try (StubService service = new StubService(row[0])) {
                assertEquals(row[1], MachineChecks.holder(service.address().port(), 30_000), row[0]);
            }
        }
    }

    @Test
    void aFileSystemThatHasNoNameIsNoFailure() {
        assertEquals("unknown file system", MachineChecks.fileSystem(Path.of("/no/such/folder")));
    }

    @Test
    void theSummarySaysWhetherAClassCanStart() {
        List<Finding> ready = List.of(Finding.ok("JDK", "25"), Finding.note("browser", "none"));
        assertEquals(List.of(), Doctor.missing(ready), "notes are no obstacle");
        assertEquals("Ready for a class; see the notes above.", Doctor.summary(ready));
        assertEquals("Ready for a class.", Doctor.summary(ready.subList(0, 1)));
        List<Finding> notReady = List.of(ready.getFirst(), Finding.missing("JMeter", "none", "get one"));
        assertEquals("Not ready for a class; missing: JMeter.", Doctor.summary(notReady));
        assertEquals("missing  JMeter       none\n                      -> get one\n", notReady.getLast().toString());
    }

    private static final List<String> SUBJECTS = List.of("JDK", "JMeter", "VisualVM", "jconsole", "browser", "files",
            "port 8082", "port 8087", "port 8083", "port 8090", "port 8091", "machine", "other load", "system",
            "folder");

    @Slow("starts run.sh, which takes seconds")
    @Test
    void everySubjectIsChecked() throws Exception {
        try (Program doctor = Program.script("run.sh", "doctor")) {
            int code = doctor.exitCode();
            String output = doctor.standardOutput();
            assertEquals(SUBJECTS, output.lines().filter(line -> line.matches("(ok|note|missing) .*"))
                    .map(line -> line.substring(9, Math.min(21, line.length())).strip()).toList(), output);
            assertEquals(output.contains("\nReady for a class") ? 0 : 2, code, output);
        }
    }

    /** The scripts find every JDK on this machine, so the test makes them look for a future version. */
    @Slow("starts scripts that look for a JDK everywhere")
    @Test
    void doctorReportsAMissingJdk() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            for (String script : List.of("run.sh", "build.sh")) {
                Program.executable(folder.path().resolve(script),
                        Files.readString(Path.of(System.getProperty("repository"), script))
                                .replace("\noldest_jdk=25\n", "\noldest_jdk=99\n"));
            }
            Process doctor = new ProcessBuilder(folder.path().resolve("run.sh").toString(), "doctor").start();
            String output = new String(doctor.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(2, doctor.waitFor(), output);
            assertTrue(output.startsWith("missing  JDK          no JDK 99 or newer found; there is "), output);
            assertContains("JDK " + Runtime.version().feature() + " at ", output);
            assertContains("install one", output);
        }
    }

    @Test
    void theYardsticksArePlausible() throws Exception {
        Yardsticks yardsticks = Yardsticks.ask(1);
        assertTrue(yardsticks.arithmetic() > 0.001,
                "five million steps that depend on each other take over a millisecond: " + yardsticks);
        assertTrue(yardsticks.lateness() >= 0, "a sleep lasts at least as long as requested: " + yardsticks);
    }
}

package doctor;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import common.json.JsonWriter;
import doctor.Doctor.Finding;
import doctor.Doctor.Finding.Mark;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import lab.judge.Run.Yardsticks;
import load.Stats;
import load.StubService;
import load.install.JmeterHome;
import look.VisualVm;
import testing.Test;

/** What follows from the facts, whatever this machine is like. */
class ChecksTest {
    private static final Path JDK = Path.of("/jdk");
    private static final long GIB = 1L << 30;
    private static final Optional<JmeterHome> JMETER = Optional.of(new JmeterHome(Path.of("/j"), "5.6.3"));

    /**
     * A finding, and what is to be in it.
     *
     * @param advice part of its advice; empty where there is to be none
     */
    private record Row(Finding finding, Mark mark, String says, String advice) {
    }

    private static void check(Row... table) {
        for (Row row : table) {
            assertEquals(row.mark, row.finding.mark(), row.finding.toString());
            assertContains(row.says, row.finding.says());
            assertTrue(row.advice.isEmpty() ? row.finding.advice().isEmpty()
                    : String.join("\n", row.finding.advice()).contains(row.advice), row.advice + ": " + row.finding);
        }
    }

    @Test
    void anOldJdkIsNamedWithItsBug() {
        check(new Row(jdk("25.0.3", ""), Mark.OK, "25.0.3 of Maker at /jdk", ""),
                new Row(jdk("25.0.2", ""), Mark.NOTE, "JDK-8369227", "25.0.3 or newer"),
                new Row(jdk("26", "/no/such/jdk"), Mark.OK, "JAVA_HOME=/no/such/jdk is passed over", ""));
    }

    private static Finding jdk(String version, String javaHome) {
        return ToolChecks.jdk(Runtime.Version.parse(version), "Maker", JDK, javaHome);
    }

    @Test
    void aHeadlessJdkOpensNoConsole() {
        check(new Row(ToolChecks.jconsole(true, true), Mark.OK, "in the JDK", ""),
                new Row(ToolChecks.jconsole(true, false), Mark.NOTE, "headless", "whole JDK"),
                new Row(ToolChecks.jconsole(false, false), Mark.NOTE, "not in", "whole JDK"));
    }

    @Test
    void withoutJmeterAndMavenThereIsNoClass() {
        check(new Row(ToolChecks.jmeter(JMETER, true, "", false), Mark.OK, "this folder's own", ""),
                new Row(ToolChecks.jmeter(JMETER, false, "", true), Mark.OK, "installed on this machine", ""),
                new Row(ToolChecks.jmeter(Optional.empty(), false, "", true), Mark.NOTE, "Maven fetches it",
                        "./run.sh setup"),
                new Row(ToolChecks.jmeter(Optional.empty(), false, "; /usr/bin/jmeter is JMeter 2.13", false),
                        Mark.MISSING, "/usr/bin/jmeter is JMeter 2.13", "JMETER_HOME"));
    }

    @Test
    void anOldVisualVmShowsNoCpu() {
        check(new Row(ToolChecks.visualVm(Optional.empty()), Mark.NOTE, "not here", "./run.sh visualvm --which"),
                new Row(visualVm("2.2"), Mark.NOTE, "0 % CPU", "2.2.1"),
                new Row(visualVm(""), Mark.NOTE, "0 % CPU", "2.2.1"),
                new Row(visualVm("2.2.1"), Mark.OK, "2.2.1 at /v, on JDK 25 at /jdk", ""));
    }

    private static Finding visualVm(String version) {
        VisualVm found = new VisualVm(Path.of("/v"), version, new VisualVm.Home(JDK, 25));
        return ToolChecks.visualVm(Optional.of(found));
    }

    @Test
    void theHardLimitOnFilesIsWhatCounts() {
        check(new Row(MachineChecks.files(1_024, 1_048_576), Mark.OK, "room for 524,188 connections", ""),
                new Row(MachineChecks.files(1_024, 4_096), Mark.NOTE, "room for 1,948 connections", "22,000"),
                new Row(MachineChecks.files(1_024, 1_024), Mark.NOTE, "too few for the 1,000 users", "22,000"),
                new Row(MachineChecks.files(-1, -1), Mark.NOTE, "not known", ""));
        assertContains("1,024 at first", MachineChecks.files(1_024, 1_048_576).says());
    }

    @Test
    void aPortIsFreeOrItsHolderIsNamed() {
        check(new Row(MachineChecks.port(MachineChecks.PORTS.getFirst(), ""), Mark.OK, "free", ""),
                new Row(MachineChecks.port(MachineChecks.PORTS.getFirst(), "nginx (pid 5)"), Mark.NOTE,
                        "taken by nginx (pid 5)", "--port 0"));
    }

    @Test
    void whoeverHoldsAPortIsFound() throws Exception {
        String[][] rows = {
            {"{\"service\":{\"mode\":\"loom\",\"pid\":123},\"now\":{}}", "a running service one (loom, pid 123)"},
            {JsonWriter.text(new Stats.Two("two", 50, 333, null, 0, 0, 0, 0, 0, 0, 0, 0, Map.of())),
                "a running service two"},
            {"<html>", "java (pid " + ProcessHandle.current().pid() + ")"},
        };
        for (String[] row : rows) {
            try (StubService service = new StubService(row[0])) {
                assertEquals(row[1], MachineChecks.holder(service.address().port()), row[0]);
            }
        }
    }

    @Test
    void aSmallMachineIsToldWhatItIsEnoughFor() {
        check(new Row(MachineChecks.size(8, 16 * GIB), Mark.OK, "enough for 5,000 users", ""),
                new Row(MachineChecks.size(2, 4 * GIB), Mark.NOTE, "enough for 1,000 users", "another machine"),
                new Row(MachineChecks.size(8, 3 * GIB), Mark.NOTE, "enough for 1,000 users", "another machine"),
                new Row(MachineChecks.size(1, 4 * GIB), Mark.NOTE, "1 core, 4.0 GiB", "fewer users"));
    }

    @Test
    void otherLoadIsJudgedAsTheExperimentsDo() {
        Yardsticks prompt = new Yardsticks(0.0085, 0.0001, 0.00002);
        check(new Row(MachineChecks.load(0.1, prompt), Mark.OK, "others use 10 % of all cores", ""),
                new Row(MachineChecks.load(0.11, prompt), Mark.NOTE, "usable with care", "end what else runs"),
                new Row(MachineChecks.load(0.05, new Yardsticks(0.0085, 0.004, 0.00002)), Mark.NOTE, "4.0 ms late",
                        "ratios"),
                new Row(MachineChecks.load(Double.NaN, prompt), Mark.OK, "does not tell", ""));
    }

    @Test
    void aBrowserNeedsADisplay() {
        check(new Row(ToolChecks.browser("xdg-open", true, true), Mark.OK, "xdg-open", ""),
                new Row(ToolChecks.browser("xdg-open", false, true), Mark.NOTE, "no xdg-open", "by hand"),
                new Row(ToolChecks.browser("xdg-open", true, false), Mark.NOTE, "no display", "ssh -L"));
    }

    @Test
    void linuxInsideWindowsIsRecognised() {
        check(new Row(MachineChecks.system("Linux", "Linux version 6.1"), Mark.OK, "Linux", ""),
                new Row(MachineChecks.system("Linux", "Linux version 5.15.167.4-microsoft-standard-WSL2"),
                        Mark.NOTE, "WSL 2", ".wslconfig"),
                new Row(MachineChecks.system("Linux", "Linux version 4.4.0-19041-Microsoft"), Mark.NOTE, "WSL 1",
                        "--set-version"),
                new Row(MachineChecks.system("Mac OS X", ""), Mark.NOTE, "without memory", ""),
                new Row(MachineChecks.system("Windows 11", ""), Mark.MISSING, "Windows 11", "wsl --install"));
    }

    @Test
    void aSharedDriveIsSlow() {
        Path folder = Path.of("/mnt/c/lab");
        check(new Row(MachineChecks.folder(folder, "ext4", true), Mark.OK, "ext4", ""),
                new Row(MachineChecks.folder(folder, "9p", true), Mark.NOTE, "slowly", "home"),
                new Row(MachineChecks.folder(folder, "ext4", false), Mark.MISSING, "written", "copy"));
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
}

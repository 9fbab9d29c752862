package doctor;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertHas;
import static testing.Assertions.assertTrue;

import module java.base;
import common.json.JsonObject;
import common.process.JdkBug;
import doctor.Doctor.Finding.Mark;
import doctor.Doctor.Finding;
import load.Stats;
import load.StubService;
import load.install.JmeterHome;
import look.VisualVm;
import machine.FileLimit;
import testing.ClosedPort;
import testing.Program;
import testing.Slow;
import testing.TemporaryFolder;
import testing.Test;
import testing.ToolHelp;
import testing.Words;

class DoctorTest {
    private static final Path JDK = Path.of("/jdk");
    private static final long GIB = 1L << 30;
    private static final int FINDING_INDENT = 22;
    private static final Optional<JmeterHome> JMETER = Optional.of(new JmeterHome(Path.of("/j"), "5.6.3"));
    private static final Yardsticks ON_TIME = new Yardsticks(0.0085, 0.0001);
    private static final String WSL2 = "Linux version 5.15.167.4-microsoft-standard-WSL2";

    private static Finding jdk(String version, String javaHome) {
        return ToolChecks.jdk(Runtime.Version.parse(version), "Maker", JDK, javaHome);
    }

    private static Finding visualVm(String version) {
        VisualVm found = new VisualVm(Path.of("/v"), version);
        Finding finding = ToolChecks.visualVm(Optional.of(found));
        String itself = found.toString().replaceFirst("^\\S+ ", "");
        return new Finding(finding.mark(), finding.subject(),
                finding.says().replace(itself, "‹VisualVM " + version + "›"), finding.advice());
    }

    private static Finding port(String holder) {
        return MachineChecks.port(MachineChecks.PORTS.getFirst(), holder);
    }

    private static Finding folder(String type, boolean isWritable) {
        return MachineChecks.folder(Path.of("/mnt/c/lab"), type, isWritable);
    }

    private static final List<Finding> OK = List.of(
            jdk("25.0.3", ""),
            jdk("25.0.4", "/no/such/jdk"),
            ToolChecks.jdk(Runtime.Version.parse("25.0.3"), "Maker", Path.of("/usr"), "/usr/."),
            ToolChecks.jconsole(true, true),
            ToolChecks.jmeter(JMETER, true, "", false),
            ToolChecks.jmeter(JMETER, false, "", true),
            visualVm("2.2.1"),
            ToolChecks.browser("xdg-open", true, true),
            MachineChecks.files(1_024, 10_200),
            MachineChecks.files(10_200, 10_200),
            MachineChecks.files(-1, 10_200),
            port(""),
            MachineChecks.size(4, 4 * GIB),
            MachineChecks.load(0.1, new Yardsticks(0.0085, 0.001)),
            MachineChecks.system("Linux", "amd64", "Linux version 6.1"),
            folder("ext4", true));

    private static final List<Finding> NOTES = List.of(
            jdk("25.0.2", ""),
            jdk("26", ""),
            jdk("26.0.1", ""),
            ToolChecks.jconsole(true, false),
            ToolChecks.jconsole(false, true),
            ToolChecks.jconsole(false, false),
            ToolChecks.jmeter(Optional.empty(), false, "", true),
            ToolChecks.visualVm(Optional.empty()),
            visualVm("2.2"),
            visualVm(""),
            ToolChecks.browser("xdg-open", false, true),
            ToolChecks.browser("xdg-open", true, false),
            MachineChecks.files(1_024, 10_198),
            MachineChecks.files(1_024, 2_200),
            MachineChecks.files(1_024, 2_198),
            MachineChecks.files(-1, 0),
            MachineChecks.files(-1, -1),
            port("nginx (pid 5)"),
            MachineChecks.size(3, 4 * GIB),
            MachineChecks.size(4, 4 * GIB - 1),
            MachineChecks.size(2, 2 * GIB),
            MachineChecks.size(2, 2 * GIB - 1),
            MachineChecks.size(1, 4 * GIB),
            MachineChecks.load(Double.NaN, ON_TIME),
            MachineChecks.load(0.11, ON_TIME),
            MachineChecks.load(0.05, new Yardsticks(0.0085, 0.004)),
            MachineChecks.system("Linux", "amd64", WSL2),
            MachineChecks.system("Linux", "amd64", "Linux version 4.4.0-19041-Microsoft"),
            MachineChecks.system("Linux", "aarch64", "Linux version 6.1"),
            MachineChecks.system("Mac OS X", "aarch64", ""),
            folder("9p", true));

    private static final List<Finding> MISSING = List.of(
            ToolChecks.jmeter(Optional.empty(), false, "; j is JMeter 2.13", false),
            MachineChecks.system("Windows 11", "amd64", ""),
            folder("ext4", false));

    @Test
    void findingsAndAdviceFollowFromTheFacts() throws Exception {
        for (Map.Entry<Mark, List<Finding>> row : Map.of(Mark.OK, OK, Mark.NOTE, NOTES, Mark.MISSING, MISSING)
                .entrySet()) {
            row.getValue().forEach(finding -> assertEquals(row.getKey(), finding.mark(), finding.toString()));
            assertEquals(List.of(), row.getValue().stream().filter(finding -> row.getKey() == Mark.MISSING
                    && finding.advice().isEmpty()).toList(), "what is missing, and no advice says how to get it");
            Words.assertSame("doctor", "findings: " + row.getKey(),
                    row.getValue().stream().map(Finding::toString).collect(Collectors.joining()));
        }
    }

    @Test
    void theSameJdkIsAskedForEverywhere() throws Exception {
        Path repository = Path.of(System.getProperty("repository"));
        String fixed = JdkBug.fixedIn(Runtime.Version.parse("25")).orElseThrow().toString();
        for (String file : List.of("README.md", "build.sh", "run.sh", "jmeter/src/doctor/SetupCommand.java",
                "jmeter/src/doctor/ToolChecks.java")) {
            String text = Files.readString(repository.resolve(file));
            assertTrue(text.contains("JDK 25, version " + fixed + " or newer"), file);
        }
    }

    @Test
    void theHelpIsTheCommandsOwn() throws Exception {
        Words.assertSame("doctor", "help", ToolHelp.of(Doctor.TOOL));
    }

    @Test
    void thePortsAreTheDefaultsOfWhatListensThere() throws Exception {
        Words.assertSame("doctor", "ports that are taken", MachineChecks.PORTS.stream()
                .map(port -> MachineChecks.port(port, "x").toString()).collect(Collectors.joining()));
    }

    @Test
    void theProgramThatHoldsAPortIsNamed() throws Exception {
        String[] answers = {"{\"service\":{\"mode\":\"loom\",\"pid\":123},\"now\":{}}",
            JsonObject.text(new Stats.Two("two", 0, 0, 0, Map.of())), "<html>"};
        StringBuilder holders = new StringBuilder();
        for (String answer : answers) {
            try (StubService service = new StubService(answer)) {
                holders.append(MachineChecks.holder(service.address().port(), 30_000) + "\n");
            }
        }
        try (ClosedPort nobody = new ClosedPort()) {
            holders.append(MachineChecks.holder(nobody.number(), 30_000).replace(":" + nobody.number(), ":‹port›"));
        }
        Words.assertSame("doctor", "who holds a port",
                holders.toString().replace("pid " + ProcessHandle.current().pid() + ")", "pid ‹pid›)"));
    }

    @Test
    void aPortIsFreeIfNobodyListensThere() throws Exception {
        try (ClosedPort free = new ClosedPort();
                ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertEquals("true false", MachineChecks.isFree(free.number()) + " "
                    + MachineChecks.isFree(taken.getLocalPort()));
        }
    }

    @Test
    void thisMachineIsExamined() throws Exception {
        assertHas(ToolChecks.jdk().says(), "" + Runtime.version(), System.getProperty("java.home"));
        assertHas(MachineChecks.size().says(), Runtime.getRuntime().availableProcessors() + " ");
        assertHas(MachineChecks.system().says() + " WSL", System.getProperty("os.name").substring(0, 3));
        long files = FileLimit.descriptors();
        assertHas(MachineChecks.files().says(), files < 0 ? "" : String.format("%,d", files));
        Set<String> subjects = Stream.of(ToolChecks.visualVm(), ToolChecks.jconsole(), ToolChecks.browser(),
                ToolChecks.jmeter(Path.of(System.getProperty("repository")))).map(Finding::subject)
                .collect(Collectors.toSet());
        assertEquals(4, subjects.size());
    }

    @Test
    void aFileSystemThatHasNoNameIsNoFailure() throws Exception {
        assertEquals(Mark.OK, MachineChecks.folder(Path.of(System.getProperty("repository"))).mark());
        Words.assertSame("doctor", "a file system without a name",
                MachineChecks.fileSystem(Path.of("/no/such/folder")));
    }

    @Test
    void theSummarySaysWhetherAClassCanStart() throws Exception {
        List<Finding> ready = List.of(Finding.ok("JDK", "25"), Finding.note("browser", "none"));
        assertEquals(List.of(), Doctor.missing(ready), "notes are no obstacle");
        List<Finding> notReady = List.of(ready.getFirst(), Finding.missing("JMeter", "none", "get one"),
                Finding.missing("folder", "none"));
        assertEquals(List.of("JMeter", "folder"), Doctor.missing(notReady));
        Words.assertSame("doctor", "summaries", Stream.of(ready, ready.subList(0, 1), notReady).map(Doctor::summary)
                .collect(Collectors.joining("\n")));
    }

    @Slow("starts run.sh, which takes seconds")
    @Test
    void everySubjectIsChecked() throws Exception {
        try (Program doctor = Program.script("run.sh", "doctor")) {
            int code = doctor.exitCode();
            String output = doctor.standardOutput();
            String marks = Stream.of(Mark.values()).map(mark -> new Finding(mark, "", "", List.of()).toString().strip())
                    .collect(Collectors.joining("|"));
            Words.assertSame("doctor", "subjects", output.lines().filter(line -> line.matches("(" + marks + ") .*"))
                    .map(line -> line.substring(9, Math.min(21, line.length())).strip())
                    .collect(Collectors.joining("\n")));
            String missing = Finding.missing("", "").toString().strip();
            boolean isReady = output.lines().noneMatch(line -> line.startsWith(missing));
            assertEquals(isReady ? 0 : 2, code, output);
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
            String why = output.lines().findFirst().orElseThrow().substring(FINDING_INDENT);
            assertHas(why, " 99 ", " " + Runtime.version().feature() + " at /", "https://adoptium.net");
            Words.assertSame("doctor", "without a JDK", output.replace(why, "‹what build.sh says›"));
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

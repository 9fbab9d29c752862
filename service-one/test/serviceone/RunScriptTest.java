package serviceone;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import serviceone.server.RawClient;
import testing.Await;
import testing.CheckPool;
import testing.Program;
import testing.Slow;
import testing.TemporaryFolder;
import testing.Test;
import testing.Words;

class RunScriptTest {
    private static final String SCRIPT = Path.of(System.getProperty("repository"), "run.sh").toString();
    private static final int KILLED = 128 + 9;
    private static final List<String> TWO_LINES_READ = List.of("bash", "-c", "exec \"$@\" > >(head -n 2)", "unread");

    private interface Step {
        void act(Program run) throws Exception;
    }

    private static final Pattern NUMBER = Pattern.compile("\\d[\\d,]*");

    @Test
    void theHelpOfEachScriptListsItsCommands() throws Exception {
        for (String script : List.of("run.sh", "build.sh")) {
            try (Program help = Program.script(script, "help")) {
                assertEquals(0, help.exitCode(), help.output());
                Words.assertSame("scripts", "help of " + script, help.standardOutput());
            }
        }
        try (Program nothing = Program.script("run.sh")) {
            assertEquals(1, nothing.exitCode(), nothing.output());
            assertEquals("", nothing.standardOutput());
            Words.assertSame("scripts", "run.sh without a command", nothing.standardError());
        }
    }

    /** The services describe their options. */
    @Test
    @Slow("starts programs")
    void theHelpOfAModeHasTheOptionsOfBothServices() throws Exception {
        try (Program help = Program.script("run.sh", "loom", "--help")) {
            assertEquals(0, help.exitCode(), help.output());
            List<String> lines = help.standardOutput().lines().toList();
            assertTrue(lines.stream().anyMatch(line -> line.startsWith("  --threads "))
                    && lines.stream().anyMatch(line -> line.startsWith("  --stage-delay ")), help.output());
            Set<String> own = Set.of("--service-two-port", "--service-two");
            Words.assertSame("scripts", "help of a mode", lines.stream().filter(line -> !line.startsWith("   ")
                    && (!line.startsWith("  -") || own.contains(line.strip().split(" ")[0])))
                    .collect(Collectors.joining("\n")));
        }
    }

    /** Service two must go on until service one has its last answers. */
    @Test
    @Slow("starts programs")
    void ctrlCLetsRequestsInFlightFinish() throws Exception {
        try (Program run = Program.job("run.sh", "loom", "--port", "0", "--service-two-port", "0", "--delay", "40",
                "--stage-delay=150")) {
            try (RawClient client = ask(run)) {
                run.signalGroup("INT");
                assertContains("tech-talk", client.receive().body());
            }
            assertEquals(0, run.exitCode(), run.output());
            List<String> ready = run.output().lines().filter(line -> line.startsWith("service two ")).toList();
            assertEquals(1, ready.size(), "the line of service two");
            assertTrue(ready.getFirst().matches(".*\\b40\\b.*\\b150\\b.*"), "its delays: " + ready);
            assertNothingIsCutOff(run.output());
        }
    }

    /** The last line says how long the stop took, and how many connections were answered, refused and cut off. */
    private static void assertNothingIsCutOff(String output) {
        List<String> ofOne = output.lines().filter(line -> line.startsWith("service one ")).toList();
        assertEquals(2, ofOne.size(), "service one starts and stops: " + output);
        List<String> numbers = NUMBER.matcher(ofOne.get(1)).results().map(MatchResult::group).toList();
        assertEquals("0", numbers.get(4), "cut off: " + ofOne.get(1));
        assertEquals(List.of(), fromTheScript(output));
    }

    private static List<String> fromTheScript(String output) {
        return output.lines().filter(line -> line.startsWith("run.sh: ")).toList();
    }

    /** On a loaded machine, the request may already be answered. */
    private static RawClient ask(Program run) throws Exception {
        int port = run.awaitPort("one");
        RawClient client = new RawClient(port).send(RawClient.request("/meetings"));
        Await.until("the request is in flight", () -> isInFlight(port)
                || client.socket.getInputStream().available() > 0);
        return client;
    }

    private static boolean isInFlight(int port) throws IOException {
        try (RawClient client = new RawClient(port)) {
            return client.get("/stats").body().contains("\"authenticate\":1");
        }
    }

    private record End(String name, int exitCode, String mode, List<String> starter, Step step) {
        boolean answersRequest() {
            return step != KILL_ONE && step != INTERRUPT_TWICE;
        }
    }

    private static final Step KILL_ONE = run -> kill(run, "one");
    private static final Step INTERRUPT_TWICE = run -> {
        run.signalGroup("INT");
        Thread.sleep(3_000);
        run.signalGroup("INT");
    };
    /** The script cannot trap SIGKILL. timeout(1) signals all processes, and repeats the signal. */
    private static final List<End> ENDS = List.of(
            new End("another Ctrl-C, three seconds later", 128 + 2, "loom", Program.AS_JOB, INTERRUPT_TWICE),
            new End("the end of a terminal", 0, "pool", Program.AS_JOB, run -> run.signalGroup("HUP")),
            new End("SIGTERM to all, twice", 0, "async", Program.AS_JOB, run -> {
                run.signalGroup("TERM");
                run.signalGroup("TERM");
            }),
            new End("SIGTERM", 0, "loom", List.of(), Program::terminate),
            new End("SIGHUP", 0, "async", List.of(), run -> run.signal("HUP")),
            new End("SIGKILL", KILLED, "pool", List.of(), run -> run.signal("KILL")),
            new End("SIGKILL to service one", KILLED, "async", List.of(), KILL_ONE),
            new End("SIGTERM while nobody reads the output", 0, "loom", TWO_LINES_READ, Program::terminate));

    @Test
    @Slow("starts programs")
    void everyEndLeavesNoProcessAndNoFile() throws Exception {
        CheckPool.run(ENDS.stream().map(end -> () -> {
            String delay = end.answersRequest() ? "333" : "60000";
            try (TemporaryFolder folder = new TemporaryFolder();
                    Program run = start(folder, end.mode, end.starter, "--stage-delay", delay);
                    RawClient client = ask(run)) {
                assertTrue(!leftovers(folder).isEmpty(), "no file while it runs, so the check below proves nothing");
                requireNoProcessIsLeft(run, end.step);
                assertEquals(end.exitCode, run.exitCode(), end.name);
                assertEquals(List.of(), leftovers(folder), end.name);
                assertEquals(List.of(), fromTheScript(run.output()), end.name);
                if (!end.answersRequest()) {
                    assertThrows(IOException.class, client::receive);
                    return;
                }
                assertEquals(200, client.receive().status(), end.name);
                if (end.starter == TWO_LINES_READ) {
                    assertEquals(2L, run.output().lines().count(), end.name + ": " + run.output());
                } else {
                    assertNothingIsCutOff(run.output());
                }
            }
        }));
    }

    private static Program start(TemporaryFolder folder, String mode, List<String> starter, String... options)
            throws IOException {
        Files.createDirectory(scratch(folder));
        Stream<String> shell = Stream.of("sh", "-c", "cd \"$0\" && TMPDIR=$1 && export TMPDIR && shift && exec \"$@\"",
                folder.path().toString(), scratch(folder).getFileName().toString());
        Stream<String> script = Stream.of(SCRIPT, mode, "--port", "0", "--service-two-port", "0");
        return Program.command(Stream.of(shell, starter.stream(), script, Stream.of(options)).flatMap(each -> each)
                .toArray(String[]::new));
    }

    private static Path scratch(TemporaryFolder folder) {
        return folder.path().resolve("-dash\nand line");
    }

    private static List<Path> leftovers(TemporaryFolder folder) throws IOException {
        try (Stream<Path> files = Files.list(scratch(folder))) {
            return files.toList();
        }
    }

    private static void requireNoProcessIsLeft(Program run, Step step) throws Exception {
        List<ProcessHandle> started = ProcessHandle.of(run.pid()).orElseThrow().descendants().toList();
        try {
            step.act(run);
            for (ProcessHandle each : started) {
                Await.until(each.info() + " has ended", () -> !each.isAlive());
            }
        } finally {
            started.forEach(ProcessHandle::destroyForcibly);
        }
    }

    private static void kill(Program run, String service) throws Exception {
        assertTrue(ProcessHandle.of(run.awaitPid(service)).orElseThrow().destroyForcibly(), "service " + service);
    }

    /** The scratch folder may stay if the process that removes it has not started. */
    @Test
    @Slow("starts programs")
    void killingTheScriptWhileItStartsLeavesNoProcess() throws Exception {
        CheckPool.run(Stream.of(40, 80, 120, 180, 250, 400).map(millis -> () -> {
            try (TemporaryFolder folder = new TemporaryFolder(); Program run = start(folder, "loom", List.of())) {
                Thread.sleep(millis);
                requireNoProcessIsLeft(run, each -> each.signal("KILL"));
            }
        }));
    }

    /** The script must not poll, because a sleep process would outlive the script. */
    @Test
    @Slow("starts programs")
    void theEndOfServiceTwoIsReported() throws Exception {
        try (Program run = Program.script("run.sh", "loom", "--port", "0", "--service-two-port", "0");
                RawClient client = new RawClient(run.awaitPort("one"))) {
            Await.until("an output is copied", () -> run.descendantNames().contains("cat"));
            assertEquals(Set.of("bash", "cat", "java"), run.descendantNames());
            kill(run, "two");
            Words.assertSame("scripts", "the end of service two", run.await("run.sh: ").standardError());
            assertEquals(502, client.get("/meetings").status());
            assertEquals(0, run.terminate().exitCode());
        }
    }

    @Test
    @Slow("starts programs")
    void usesARunningServiceTwoAndOpensThePageInTheBrowser() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder();
                Program two = Program.script("run.sh", "service-two", "--port", "0", "--stage-delay", "1")) {
            Path shown = folder.path().resolve("shown");
            for (String opener : List.of("xdg-open", "open")) {
                Program.executable(folder.path().resolve(opener), "#!/bin/sh\necho \"$1\" > " + shown + "\n");
            }
            try (Program one = Program.command("env", "DISPLAY=:none", "PATH=" + folder.path() + ":"
                    + System.getenv("PATH"), SCRIPT, "pool", "--threads", "4", "--port", "0", "--admin-port", "0",
                    "--open", "--service-two", two.awaitAddress("two"));
                    RawClient client = new RawClient(one.awaitPort("one"))) {
                assertContains("tech-talk", client.get("/meetings").body());
                Await.until("the browser opens the page", () -> Files.exists(shown) && Files.size(shown) > 0);
                assertEquals("" + one.awaitPage(), Files.readString(shown).strip());
                assertEquals(0, one.terminate().exitCode(), one.output());
                assertTrue(one.output().lines().noneMatch(line -> line.startsWith("service two ")), one.output());
                assertEquals(0, two.terminate().exitCode(), two.output());
            }
        }
    }

    /** Both services start at the same time. The healthy service must stay silent. */
    @Test
    @Slow("starts programs")
    void ifOneServiceCannotStartOnlyTheReasonIsShown() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String port = "" + taken.getLocalPort();
            for (String portOne : List.of(port, "0")) {
                String portTwo = portOne.equals("0") ? port : "0";
                try (Program run = Program.script("run.sh", "pool", "--port", portOne,
                        "--service-two-port", portTwo)) {
                    assertEquals(2, run.exitCode(), run.output());
                    assertTrue(run.output().matches("service " + (portOne.equals(port) ? "one" : "two")
                            + ": [^\n]*\\b127.0.0.1\\b[^\n]*\\b" + port + "\\b[^\n]*\n"), run.output());
                }
            }
        }
    }
}

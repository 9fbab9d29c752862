package process;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.io.HostPort;
import process.Child.Option;
import process.Child.ProgramFailure;
import testing.Await;
import testing.ClosedPort;
import testing.Slow;
import testing.Test;
import testing.Words;

class ChildTest implements AutoCloseable {
    private final Path log = Files.createTempFile("child", ".log");

    ChildTest() throws Exception {
    }

    private Child start(String script) throws Exception {
        return Child.start("the script", List.of("sh", "-c", script), log);
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(log);
    }

    @Test
    void theReadyLineHasTheAddressAndClosingEndsTheProgram() throws Exception {
        ProcessHandle process;
        try (Child child = start("echo 'service one ready at http://127.0.0.1:1234 (loom)'; exec sleep 1000")) {
            assertEquals("127.0.0.1:1234", child.awaitAddress(30));
            child.checkAlive();
            assertEquals(List.of(child.pid()), child.processes().stream().map(ProcessHandle::pid).toList());
            assertEquals(false, child.awaitExit(1), "has it ended");
            process = child.processes().getFirst();
        }
        assertEquals(false, process.isAlive());
    }

    /** A script, and the exit code that its early end is explained with. */
    private static final Object[][] ENDS = {
        {"for i in 1 2 3; do echo line $i; done; echo; echo ' port in use ' >&2; exit 2", 2},
        {"echo 'its only word'; exit 0", 0}, {"exit 128", 128}, {"exit 129", 129}, {"exit 159", 159}, {"exit 160", 160},
        {"kill -9 $$", 137}};

    @Test
    void anEarlyEndIsExplainedWithTheLastWords() throws Exception {
        StringBuilder ends = new StringBuilder();
        for (Object[] row : ENDS) {
            try (Child child = start((String) row[0])) {
                assertEquals(row[1], child.exitCode(), (String) row[0]);
                String why = assertThrows(ProgramFailure.class, child::checkAlive).getMessage();
                assertEquals(why, assertThrows(ProgramFailure.class, () -> child.awaitAddress(30)).getMessage());
                ends.append(row[0] + " -> " + why + "\n");
            }
        }
        Words.assertSame("process", "how programs ended", ends.toString());
    }

    @Test
    void anAddressOrPortIsAwaitedButNotForever() throws Exception {
        try (Child child = start("exec sleep 1000"); Child ended = start("exit 3");
                ClosedPort closed = new ClosedPort();
                ServerSocket open = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            HostPort somebody = new HostPort("127.0.0.1", open.getLocalPort());
            HostPort nobody = new HostPort("127.0.0.1", closed.number());
            child.awaitPort(somebody, 30);
            Words.assertSame("process", "programs that are not ready in time",
                    assertThrows(ProgramFailure.class, () -> child.awaitAddress(0)).getMessage() + "\n"
                    + assertThrows(ProgramFailure.class, () -> child.awaitPort(nobody, 0))
                            .getMessage().replace(" " + closed.number() + " ", " ‹port› "));
            ended.exitCode();
            assertThrows(ProgramFailure.class, "3", () -> ended.awaitPort(nobody, 30));
            assertThrows(ProgramFailure.class, "3", () -> ended.awaitPort(somebody, 30));
        }
    }

    @Test
    void aTerminatedProgramMayStillWork() throws Exception {
        try (Child child = start("trap 'echo done; exit 5' TERM; echo 'ready at http://a:1'; "
                + "while :; do sleep 0.01; done")) {      // a signal just before the shell's wait would go unnoticed
            child.awaitAddress(30);
            child.terminate();
            assertEquals(5, child.exitCode());
        }
        assertEquals(List.of("ready at http://a:1", "done"), Files.readAllLines(log));
    }

    @Test
    void aFreeAddressIsOneAtWhichAServerCanListen() throws Exception {
        HostPort address = Child.freeAddress("127.0.0.1");
        assertEquals("127.0.0.1 true", address.host() + " " + (address.port() > 0));
    }

    /** The lines arrive even if the log's disk is full. */
    @Test
    void aProgramCanIgnoreCtrlCAndItsOutputIsKept() throws Exception {
        for (Path output : List.of(log, Path.of("/dev/full"))) {
            List<String> lines = new CopyOnWriteArrayList<>();
            ProcessBuilder builder = new ProcessBuilder("sh", "-c", "echo one; kill -INT $$; echo two; exit 3");
            try (Child child = new Child("the script", builder, output, lines::add,
                    Option.IGNORES_INTERRUPT)) {
                assertEquals("3 [one, two]", child.exitCode() + " " + lines, "with its output to " + output);
            }
        }
        assertEquals("one\ntwo\n", Files.readString(log));
    }

    @Test
    void aProgramStartsWithoutTheVariablesThatChangeEveryJvm() throws Exception {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", "env | grep -e _OPTIONS= -e KEPT=");
        builder.environment().putAll(Map.of("JAVA_TOOL_OPTIONS", "-Da=b", "JDK_JAVA_OPTIONS", "-Da=b",
                "_JAVA_OPTIONS", "-Da=b", "KEPT", "c"));
        assertEquals("JAVA_TOOL_OPTIONS, JDK_JAVA_OPTIONS, _JAVA_OPTIONS",
                Executables.jvmVariables(builder.environment()));
        try (Child child = new Child("the script", builder, log, _ -> { }, Option.IGNORES_INTERRUPT)) {
            assertEquals(0, child.exitCode());
        }
        assertEquals("KEPT=c\n", Files.readString(log));
        assertEquals("", Executables.jvmVariables(Map.of("KEPT", "c")));
    }

    @Test
    void aProgramIsFoundOnThePathIfItCanBeRun() throws Exception {
        Path sh = Executables.find("sh", System.getenv()).orElseThrow();
        assertEquals(Optional.of(sh), Executables.find("sh", Map.of("PATH", "/proc:" + log + ":" + sh.getParent())));
        assertEquals(Optional.empty(), Executables.find("sh", Map.of()));
        assertEquals(Optional.empty(), Executables.find(sh.getParent().getFileName().toString(),
                Map.of("PATH", sh.getParent().getParent().toString())), "a folder is no program");
        assertEquals(Optional.empty(), Executables.find(log.getFileName().toString(),
                Map.of("PATH", log.getParent().toString())), "a file that cannot be run");
    }

    @Slow("starts a JVM as the program's guard")
    @Test
    void aGuardedProgramIsItsGuardsChildAndEndsWithIt() throws Exception {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", "echo 'ready at http://a:1'; exec sleep 1000");
        List<ProcessHandle> processes;
        try (Child child = new Child("the script", builder, log, _ -> { }, Option.GUARDED)) {
            child.awaitAddress(60);
            processes = child.processes();
            assertEquals(1, processes.size());
            assertEquals(false, processes.getFirst().pid() == child.pid());
        }
        assertEquals(false, processes.getFirst().isAlive());
        try (Child child = new Child("the script",
                new ProcessBuilder("sh", "-c", "kill -INT $$; sleep 1000 & exit 7"), log, _ -> { },
                Option.GUARDED, Option.IGNORES_INTERRUPT)) {
            assertEquals(7, child.exitCode());
        }
        assertEquals(Guard.LEFT + "\n", Files.readString(log));
    }

    @Test
    void killingGoesOnUntilNoProgramIsLeft() throws Exception {
        List<Process> programs = List.of(new ProcessBuilder("sleep", "1000").start(),
                new ProcessBuilder("sleep", "1000").start());
        Iterator<Process> left = programs.iterator();
        Guard.kill(() -> left.hasNext() ? List.of(left.next().toHandle()) : List.of());
        for (Process program : programs) {
            assertEquals(137, program.waitFor());
        }
        AtomicInteger rounds = new AtomicInteger();
        ProcessHandle dead = programs.getFirst().toHandle();
        Guard.kill(() -> rounds.incrementAndGet() > 1_000 ? List.of() : List.of(dead));
        assertEquals(201, rounds.get(), "it gives up");
    }

    @Test
    void aProgramRunsToItsEnd() throws Exception {
        assertEquals(7, Child.run(new ProcessBuilder("sh", "-c", "exit 7")));
        assertEquals("said", Child.outputOf("sh", "-c", "echo said"));
        assertEquals("", Child.outputOf("sh", "-c", "echo said; exit 1"), "the program failed");
        assertEquals("", Child.outputOf("no-such-program-anywhere"), "no such program");
        assertEquals(7, Guard.run("sh", "-c", "exit 7"));
        assertEquals(127, Guard.run("no-such-program-anywhere"));
    }

    private static Process guard(int graceMillis, String script) throws IOException {
        List<String> command = new ArrayList<>(Executables.javaCommand("-XX:TieredStopAtLevel=1",
                "-Dguard.grace.millis=" + graceMillis, "-cp", System.getProperty("java.class.path"),
                Guard.class.getName(), "sh", "-c", script));
        return new ProcessBuilder(command).start();
    }

    /** The first shell and its children end on SIGTERM. The second shell ignores SIGTERM and restarts its child. */
    @Slow("starts two JVMs, one of which waits for its grace period")
    @Test
    void aGuardEndsTheCommandAndItsChildrenWhenItsInputEnds() throws Exception {
        String sleep = "sleep 100." + ProcessHandle.current().pid();
        List<Process> guards = List.of(guard(600_000, sleep + " & " + sleep + "; true"),
                guard(500, "trap '' TERM; while true; do (trap - TERM; exec " + sleep + "); done"));
        try {
            for (int i = 0; i < guards.size(); i++) {
                Process guard = guards.get(i);
                int children = 2 - i;
                Await.until("the shell has its children", () -> guard.descendants().count() > children);
                guard.getOutputStream().close();
            }
            for (Process guard : guards) {
                Await.until("the guard has ended", () -> !guard.isAlive());
            }
            Await.until("no child is left", () -> ProcessHandle.allProcesses()
                    .noneMatch(each -> each.info().commandLine().orElse("").contains(sleep)));
        } finally {
            for (Process guard : guards) {
                guard.descendants().forEach(ProcessHandle::destroyForcibly);
                guard.destroyForcibly();
            }
        }
    }

    @Test
    void onlyListeningProcessesAreFound() throws Exception {
        try (ServerSocket open = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ClosedPort closed = new ClosedPort()) {
            // Until it becomes another program, a process that a test beside this one starts has this one's sockets.
            List<ProcessHandle> found = ListeningProcesses.at(open.getLocalPort());
            assertTrue(found.contains(ProcessHandle.current()), found.toString());
            assertEquals(List.of(), ListeningProcesses.at(closed.number()));
        }
    }
}

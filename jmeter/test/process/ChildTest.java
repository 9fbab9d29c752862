package process;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import module java.base;
import process.Child.ProgramFailure;
import testing.Await;
import testing.ClosedPort;
import testing.Test;

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
            process = child.processes().getFirst();
        }
        assertEquals(false, process.isAlive());
    }

    @Test
    void anEarlyEndIsExplainedWithTheLastWords() throws Exception {
        String[][] table = {
            {"for i in 1 2 3; do echo line $i; done; echo 'port in use' >&2; exit 2",
                "the script exited with code 2; its last words: line 2 / line 3 / port in use"},
            {"kill -9 $$", "the script was ended by signal 9"}};
        for (String[] row : table) {
            try (Child child = start(row[0])) {
                assertEquals(row[1], assertThrows(ProgramFailure.class, () -> child.awaitAddress(30)).getMessage());
            }
        }
    }

    @Test
    void anAddressOrPortIsAwaitedButNotForever() throws Exception {
        try (Child child = start("echo hello; exec sleep 1000"); ClosedPort closed = new ClosedPort();
                ServerSocket open = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            child.awaitPort("127.0.0.1", open.getLocalPort(), 30);
            assertContains("the script was not ready within 0 s",
                    assertThrows(ProgramFailure.class, () -> child.awaitAddress(0)).getMessage());
            assertContains("the script did not open port " + closed.number() + " within 0 s", assertThrows(
                    ProgramFailure.class, () -> child.awaitPort("127.0.0.1", closed.number(), 0)).getMessage());
        }
    }

    /** The lines arrive even if the log's disk is full. */
    @Test
    void aProgramCanIgnoreCtrlCAndItsOutputIsKept() throws Exception {
        for (Path output : List.of(log, Path.of("/dev/full"))) {
            List<String> lines = new CopyOnWriteArrayList<>();
            ProcessBuilder builder = new ProcessBuilder("sh", "-c", "echo one; kill -INT $$; echo two; exit 3");
            try (Child child = Child.startIgnoringInterrupt("the script", builder, output, lines::add)) {
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
        try (Child child = Child.startGuarded("the script", builder, 0, log)) {
            assertEquals(0, child.exitCode());
        }
        assertEquals("KEPT=c\n", Files.readString(log));
        assertEquals("", Executables.jvmVariables(Map.of("KEPT", "c")));
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
            assertEquals(List.of(ProcessHandle.current()), ListeningProcesses.at(open.getLocalPort()));
            assertEquals(List.of(), ListeningProcesses.at(closed.number()));
        }
    }
}

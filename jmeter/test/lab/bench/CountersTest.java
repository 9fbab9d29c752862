package lab.bench;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import lab.TemporaryFolder;
import testing.Test;

/** Which program counts system calls, where it is there, is not, or may not; and how it is started and ended. */
class CountersTest implements AutoCloseable {
    private static final String REFUSES = "echo 'attach: ptrace(PTRACE_SEIZE, 1): Operation not permitted' >&2; exit 1";
    /** Says when it is attached, and writes its table when it is told to end: its last argument but two is the file. */
    private static final String COUNTS = """
            trap 'echo "  1.00    0.000644           3       186 read" > "$4"; exit 0' TERM
            echo "strace: Process $6 attached with 27 threads" >&2
            while :; do sleep 0.01; done""";

    private final TemporaryFolder folder = new TemporaryFolder();
    private final Map<String, String> environment = Map.of("PATH", folder.path().toString());

    CountersTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        folder.close();
    }

    private Path script(String name, String text) throws IOException {
        Path script = Files.writeString(folder.path().resolve(name), "#!/bin/bash\n" + text + "\n");
        return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void withoutAnyItSaysWhatIsMissing() throws Exception {
        assertEquals("neither strace nor perf is here", Counters.find(environment, folder.path()).why());
    }

    @Test
    void oneThatMayNotSaysWhy() throws Exception {
        script("strace", REFUSES);
        Counters found = Counters.find(environment, folder.path());
        assertEquals(true, found.counter().isEmpty(), "no counter");
        assertContains("Operation not permitted", found.why());
    }

    @Test
    void oneThatWorksCountsUntilItIsStopped() throws Exception {
        script("strace", COUNTS);
        try (SystemCallCounter strace = Counters.find(environment, folder.path()).counter().orElseThrow()) {
            assertEquals("strace", strace.name());
            strace.start(ProcessHandle.current().pid(), 1, folder.path());
            SystemCalls counted = strace.stop();
            assertEquals(Map.of("read", 186L), counted.calls());
            assertEquals(true, counted.seconds() > 0, "for how long: " + counted.seconds());
        }
    }

    @Test
    void perfIsAskedForTheCallsThatTheKernelKnows() throws Exception {
        Files.createDirectories(folder.path().resolve("events/sys_enter_futex"));
        Path program = script("perf", "echo \"7,,${10},1,100.00,,\" > \"$4\"; echo \"$@\"");
        try (SystemCallCounter perf = new Perf(program, folder.path().resolve("events"))) {
            perf.start(1, 1, folder.path());
            assertEquals(7L, perf.stop().total());
            String arguments = Files.readString(folder.path().resolve("perf-1.log"));
            assertContains("-p 1 -e duration_time -e raw_syscalls:sys_enter -e syscalls:sys_enter_futex -- sleep 1",
                    arguments);
        }
    }

    @Test
    void whereTheKernelShowsNoTracePointsPerfCountsNothing() throws Exception {
        try (SystemCallCounter perf = new Perf(script("perf", "exit 0"), folder.path().resolve("nowhere"))) {
            assertContains("no trace points", assertThrows(IOException.class,
                    () -> perf.start(1, 1, folder.path())).getMessage());
        }
    }
}

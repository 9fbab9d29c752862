package lab.bench;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import common.process.Child.ProgramFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import lab.TemporaryFolder;
import testing.Test;

/** Which program counts system calls, where it is there, is not, or may not; and how what it writes is read. */
class SystemCallCounterTest implements AutoCloseable {
    /** Of strace 6.1. */
    private static final String STRACE = """
            % time     seconds  usecs/call     calls    errors syscall
            ------ ----------- ----------- --------- --------- ----------------
             61.03    4.100258           2     39327           epoll_wait
             31.36    1.001435          15      4093      2011 read
              1.32    0.001391           2       465           sendto
              0.61    0.000644           3       200         1 futex
              0.25    0.000269           2        15           rt_sigprocmask
            ------ ----------- ----------- --------- --------- ----------------
            100.00    5.105742           2     44100      2012 total
            """;

    /** Of perf 6.1: an event that no thread met was not counted. */
    private static final String PERF = """
            # started on Sun Nov 22 07:40:51 2026

            2001964676,ns,duration_time,2001964676,100.00,,
            9000,,raw_syscalls:sys_enter,123,100.00,,
            4000,,syscalls:sys_enter_read,123,100.00,,
            1000,,syscalls:sys_enter_recvfrom,123,100.00,,
            <not counted>,,syscalls:sys_enter_ioctl,0,100.00,,
            """;

    private static final String REFUSES = "echo 'attach: ptrace(PTRACE_SEIZE, 1): Operation not permitted' >&2; exit 1";
    /** Says when it is attached, and writes its table when it is told to end: its last argument but two is the file. */
    private static final String COUNTS = """
            trap 'echo "  1.00    0.000644           3       186 read" > "$4"; exit 0' TERM
            echo "strace: Process $6 attached with 27 threads" >&2
            while :; do sleep 0.01; done""";

    private final TemporaryFolder folder = new TemporaryFolder();
    private final Map<String, String> environment = Map.of("PATH", folder.path().toString());

    SystemCallCounterTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        folder.close();
    }

    private Path script(String name, String text) throws IOException {
        Path script = Files.writeString(folder.path().resolve(name), "#!/bin/bash\n" + text + "\n");
        return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }

    private SystemCallCounter find() throws Exception {
        return SystemCallCounter.find(environment, folder.path(), 1);
    }

    @Test
    void saysWhatIsMissingOrWhyItMayNot() throws Exception {
        assertEquals("neither strace nor perf is here",
                assertThrows(ProgramFailure.class, this::find).getMessage());
        script("strace", REFUSES);
        assertContains("Operation not permitted", assertThrows(ProgramFailure.class, this::find).getMessage());
    }

    @Test
    void oneThatWorksCountsUntilItIsStopped() throws Exception {
        script("strace", COUNTS);
        try (SystemCallCounter strace = find()) {
            assertEquals("strace", strace.name());
            strace.start(ProcessHandle.current().pid(), 1);
            SystemCalls counted = strace.stop();
            assertEquals(Map.of("read", 186L), counted.calls());
            assertEquals(true, counted.seconds() > 0, "for how long: " + counted.seconds());
        }
    }

    private SystemCallCounter perf(String script, String tracePoints) throws IOException {
        return new SystemCallCounter.Perf(script("perf", script), folder.path().resolve(tracePoints), folder.path(), 1);
    }

    @Test
    void perfIsAskedForTheCallsThatTheKernelKnows() throws Exception {
        Files.createDirectories(folder.path().resolve("events/sys_enter_futex"));
        try (SystemCallCounter perf = perf("echo \"7,,${10},1,100.00,,\" > \"$4\"; echo \"$@\"", "events")) {
            perf.start(1, 1);
            assertEquals(7L, perf.stop().total());
            String arguments = Files.readString(folder.path().resolve("perf-1.log"));
            assertContains("-p 1 -e duration_time -e raw_syscalls:sys_enter -e syscalls:sys_enter_futex -- sleep 1",
                    arguments);
        }
    }

    @Test
    void whereTheKernelShowsNoTracePointsPerfCountsNothing() throws Exception {
        try (SystemCallCounter perf = perf("exit 0", "nowhere")) {
            assertContains("no trace points",
                    assertThrows(ProgramFailure.class, () -> perf.start(1, 1)).getMessage());
        }
    }

    @Test
    void straceTellsEachCallWithOrWithoutErrors() {
        SystemCalls counted = SystemCallCounter.Strace.parse(STRACE.lines().toList(), 2);
        assertEquals(Map.of("epoll_wait", 39_327L, "read", 4_093L, "sendto", 465L, "futex", 200L,
                "rt_sigprocmask", 15L), counted.calls());
        assertEquals(44_100L, counted.total(), "all of them, and the line of the sum not once more");
    }

    @Test
    void aProgramThatCallsNothingHasAnEmptyTable() {
        assertEquals(0L, SystemCallCounter.Strace.parse(List.of(), 2).total());
    }

    @Test
    void perfTellsHowLongItHasCounted() {
        SystemCalls counted = SystemCallCounter.Perf.parse(PERF.lines().toList());
        assertEquals(2.001964676, counted.seconds());
        assertEquals(9_000L, counted.total());
        assertEquals(Map.of("read", 4_000L, "recvfrom", 1_000L), counted.calls());
    }

    @Test
    void aKindOfCallIsCountedByAllOfItsNames() {
        SystemCalls counted = new SystemCalls(4, Map.of("read", 2_000L, "recvfrom", 400L, "futex", 100L), 2_800);
        assertEquals(2_400L, counted.of(SystemCalls.Kind.READ));
        assertEquals(0L, counted.of(SystemCalls.Kind.IOCTL), "never called");
        assertEquals(300L, counted.others(), "those that have no column");
    }
}

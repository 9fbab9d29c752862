package lab.bench;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import lab.WithFolder;
import lab.bench.BenchResults.Start;
import process.Child.ProgramFailure;
import testing.Await;
import testing.Program;
import testing.Test;

/** Scripts stand in for run.sh, strace and perf. */
class CountersTest extends WithFolder {
    private static final String UNTIL_TERM = "\nsleep 1000 & wait";
    /** On SIGTERM, the script appends its mode to the file {@code stopped}. */
    private static final String TRAPS_TERM = "trap 'echo \"$1\" >> \"${0%/*}/stopped\"; kill $!; exit 0' TERM\n"
            + "echo \"service two ready at http://127.0.0.1:2 (pid 2)\"\n";
    private static final String READY = "echo \"service one ready at http://127.0.0.1:1 ($1, pid 1)\"";

    private Path script(String name, String text) throws IOException {
        return Program.executable(folder.resolve(name), "#!/bin/bash\n" + text + "\n");
    }

    private Starts starts(String script) throws IOException {
        script("run.sh", script);
        return new Starts(folder, folder);
    }

    @Test
    void eachRoundBeginsWithAnotherMode() throws Exception {
        Starts starts = starts(TRAPS_TERM + READY + UNTIL_TERM);
        starts.run(List.of("pool", "loom"), 2);
        List<String> order = List.of("pool", "loom", "loom", "pool");
        assertEquals(order, starts.starts().stream().map(Start::mode).toList());
        assertEquals(order, Files.readAllLines(folder.resolve("stopped")), "stopped by SIGTERM");
        assertTrue(starts.starts().stream().allMatch(start -> start.seconds() > 0 && start.seconds() < 60),
                "times: " + starts.starts());
    }

    @Test
    void aStartThatFailsSaysWhy() throws Exception {
        Starts starts = starts("echo 'service one: port 8082 is in use' >&2\nexit 2");
        assertThrows(ProgramFailure.class, "exited with code 2; its last words: service one: port 8082 is in use",
                () -> starts.run(List.of("loom"), 3));
        assertEquals(List.of(), starts.starts());
    }

    private boolean reportsAnInterruptOnceWritten(String file, String script) throws Exception {
        Starts starts = starts(script);
        FutureTask<Boolean> start = new FutureTask<>(() -> {
            try {
                starts.run(List.of("async"), 1);
                return Thread.interrupted();
            } catch (InterruptedException e) {
                return true;
            }
        });
        Thread thread = Thread.ofPlatform().start(start);
        Path written = folder.resolve(file);
        Await.until("there is " + file, () -> Files.exists(written) && Files.size(written) > 0);
        thread.interrupt();
        return start.get();
    }

    @Test
    void anInterruptEndsTheScript() throws Exception {
        String stopsSlowly = TRAPS_TERM.replace("kill", "sleep 0.1; kill");
        assertTrue(reportsAnInterruptOnceWritten("start-async-0.log", stopsSlowly + UNTIL_TERM), "during a start");
        assertEquals(List.of("async"), Files.readAllLines(folder.resolve("stopped")), "the script could clean up");
        String ignoresTerm = TRAPS_TERM.replace("kill $!; exit 0", "wait").replace("stopped", "stopping");
        assertTrue(reportsAnInterruptOnceWritten("stopping", ignoresTerm + READY + UNTIL_TERM), "during a stop");
    }

    private SystemCallCounter find() throws Exception {
        return SystemCallCounter.find(Map.of("PATH", folder.toString()), folder, 1);
    }

    @Test
    void straceCountsSystemCallsIfItIsInstalledAndPermitted() throws Exception {
        assertThrows(ProgramFailure.class, "neither strace nor perf is installed", this::find);
        script("strace", "echo 'attach: ptrace(PTRACE_SEIZE, 1): Operation not permitted' >&2; exit 1");
        assertThrows(ProgramFailure.class, "Operation not permitted", this::find);
        // strace prints a line once it is attached. On SIGTERM, it writes its table to the file that -o names.
        script("strace", "trap 'echo \" 1.00    0.000644       3       186 read\" > \"$4\"; kill $!; exit 0' TERM\n"
                + "echo \"strace: Process $6 attached with 27 threads\" >&2" + UNTIL_TERM);
        try (SystemCallCounter strace = find()) {
            assertEquals("strace", strace.name());
            strace.start(ProcessHandle.current().pid(), 1);
            SystemCalls counted = strace.stop();
            assertEquals(Map.of("read", 186L), counted.calls());
            assertTrue(counted.seconds() > 0, "counted for " + counted.seconds());
        }
    }

    private SystemCallCounter perf(Path program, String tracePoints) {
        return new SystemCallCounter.Perf(program, folder.resolve(tracePoints), folder, 1);
    }

    @Test
    void perfCountsOnlyCallsWithATracePoint() throws Exception {
        write("events/sys_enter_futex/format", "");
        Path program = script("perf", "echo \"7,,${10},1,100.00,,\" > \"$4\"; echo \"$@\"");
        try (SystemCallCounter perf = perf(program, "events");
                SystemCallCounter noTracePoints = perf(program, "nowhere")) {
            assertThrows(ProgramFailure.class, "no trace points", () -> noTracePoints.start(1, 1));
            perf.start(1, 1);
            assertEquals(7L, perf.stop().total());
            assertContains("-p 1 -e duration_time -e raw_syscalls:sys_enter -e syscalls:sys_enter_futex -- sleep 1",
                    Files.readString(folder.resolve("perf-1.log")));
        }
    }

    @Test
    void theErrorColumnAndTheTotalRowOfStraceAreNotCounted() {
        SystemCalls counted = SystemCallCounter.Strace.parse("""
                % time     seconds  usecs/call     calls    errors syscall
                ------ ----------- ----------- --------- --------- ----------------
                 61.03    4.100258           2     39327           epoll_wait
                 31.36    1.001435          15      4093      2011 read
                ------ ----------- ----------- --------- --------- ----------------
                100.00    5.105742           2     43420      2011 total
                """.lines().toList(), 2);
        assertEquals(Map.of("epoll_wait", 39_327L, "read", 4_093L), counted.calls());
        assertEquals(43_420L, counted.total());
        assertEquals(0L, SystemCallCounter.Strace.parse(List.of(), 2).total(), "a program that made no call");
    }

    @Test
    void perfReportsItsDurationAndOnlyCallsThatWereMade() {
        SystemCalls counted = SystemCallCounter.Perf.parse("""
                # started on Sun Nov 22 07:40:51 2026

                2001964676,ns,duration_time,2001964676,100.00,,
                9000,,raw_syscalls:sys_enter,123,100.00,,
                4000,,syscalls:sys_enter_read,123,100.00,,
                1000,,syscalls:sys_enter_recvfrom,123,100.00,,
                <not counted>,,syscalls:sys_enter_ioctl,0,100.00,,
                """.lines().toList());
        assertEquals(new SystemCalls(2.001964676, Map.of("read", 4_000L, "recvfrom", 1_000L), 9_000), counted);
        assertEquals(5_000L, counted.numberOf(SystemCalls.Kind.READ), "read and recvfrom");
        assertEquals(0L, counted.numberOf(SystemCalls.Kind.IOCTL), "never called");
        assertEquals(4_000L, counted.others(), "the total without the READ calls");
    }
}

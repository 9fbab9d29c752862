package lab.bench;

import common.process.Child.ProgramFailure;
import common.process.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts with {@code strace -c}, which knows every call by its name, and stops the program twice at each: CPU time that
 * is measured meanwhile is strace's. The latch is opened by the thread that copies strace's output.
 */
final class Strace implements SystemCallCounter {
    /** {@code  0.68    0.000644           3       186        93 read}: the errors may be missing. */
    private static final Pattern ROW =
            Pattern.compile("\\s*[\\d.]+\\s+[\\d.]+\\s+\\d+\\s+(?<calls>\\d+)\\s+(?:\\d+\\s+)?(?<name>\\w+)");
    private static final Path PTRACE_SCOPE = Path.of("/proc/sys/kernel/yama/ptrace_scope");
    static final String NAME = "strace";
    private static final long LOOK_MILLIS = 100;
    private static final long END_MILLIS = 10_000;

    private final Path program;
    private Child strace;
    private Path summary;
    private long begun;

    /** @param program the one to run */
    Strace(Path program) {
        this.program = program;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void start(long pid, int seconds, Path folder) throws IOException, InterruptedException {
        summary = folder.resolve("strace-" + pid + ".txt");
        CountDownLatch attached = new CountDownLatch(1);
        strace = Child.startIgnoringInterrupt(NAME, new ProcessBuilder(program.toString(), "-c", "-f", "-o",
                summary.toString(), "-p", Long.toString(pid)), folder.resolve("strace-" + pid + ".log"),
                line -> {
                    if (line.contains(" attached")) {
                        attached.countDown();
                    }
                });
        while (!attached.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            checkAlive();
        }
        begun = System.nanoTime();
    }

    private void checkAlive() throws IOException, InterruptedException {
        try {
            strace.checkAlive();
        } catch (ProgramFailure e) {
            String scope = Files.exists(PTRACE_SCOPE) ? Files.readString(PTRACE_SCOPE).strip() : "0";
            throw new ProgramFailure(e.getMessage() + (scope.equals("0") ? "" : " (" + PTRACE_SCOPE + " is " + scope
                    + ": only root may attach to a program that runs)"));
        }
    }

    @Override
    public SystemCalls stop() throws IOException, InterruptedException {
        double seconds = (System.nanoTime() - begun) / 1e9;
        strace.terminate();
        if (!strace.awaitExit(END_MILLIS)) {
            throw new ProgramFailure("strace did not end within " + END_MILLIS / 1_000 + " s");
        }
        return parse(Files.readAllLines(summary), seconds);
    }

    /** @param lines of the table that -c writes; none where nothing was called */
    static SystemCalls parse(List<String> lines, double seconds) {
        Map<String, Long> calls = new TreeMap<>();
        for (String line : lines) {
            Matcher row = ROW.matcher(line);
            if (row.matches() && !row.group("name").equals("total")) {
                calls.merge(row.group("name"), Long.valueOf(row.group("calls")), Long::sum);
            }
        }
        return new SystemCalls(seconds, calls, calls.values().stream().mapToLong(Long::longValue).sum());
    }

    @Override
    public void close() throws IOException {
        if (strace != null) {
            strace.close();
        }
    }
}

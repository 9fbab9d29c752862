package lab.bench;

import common.process.Child.ProgramFailure;
import common.process.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Counts with {@code perf stat} on the kernel's trace points: the calls of each {@link SystemCalls.Kind} by name, and
 * all together. It stops the program at none of them, but mostly only root may use trace points. It counts for as long
 * as the {@code sleep} that it starts, and says itself how long that was.
 */
final class Perf implements SystemCallCounter {
    static final String NAME = "perf";
    private static final String ALL = "raw_syscalls:sys_enter";
    private static final String ONE = "syscalls:sys_enter_";
    private static final String DURATION = "duration_time";
    private static final Path TRACE_POINTS = Path.of("/sys/kernel/tracing/events/syscalls");
    private static final long END_MILLIS = 10_000;

    private final Path program;
    private final Path tracePoints;
    private Child perf;
    private Path counts;
    private int seconds;

    Perf(Path program) {
        this(program, TRACE_POINTS);
    }

    /** @param tracePoints a folder for each system call that has one */
    Perf(Path program, Path tracePoints) {
        this.program = program;
        this.tracePoints = tracePoints;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void start(long pid, int wanted, Path folder) throws IOException, InterruptedException {
        seconds = wanted;
        counts = folder.resolve("perf-" + pid + ".csv");
        perf = Child.startIgnoringInterrupt(NAME, new ProcessBuilder(command(pid)),
                folder.resolve("perf-" + pid + ".log"), line -> { });
    }

    private List<String> command(long pid) throws ProgramFailure {
        List<String> command = new ArrayList<>(List.of(program.toString(), "stat", "-x,", "-o", counts.toString(), "-p",
                Long.toString(pid), "-e", DURATION, "-e", ALL));
        List<String> names = names();
        if (names.isEmpty()) {
            throw new ProgramFailure("perf has no trace points of system calls: none are to be seen in " + tracePoints);
        }
        names.forEach(name -> command.addAll(List.of("-e", ONE + name)));
        command.addAll(List.of("--", "sleep", Integer.toString(seconds)));
        return command;
    }

    /** Those that this machine's processor has: perf refuses all where it does not know one. */
    private List<String> names() {
        return Stream.of(SystemCalls.Kind.values()).flatMap(kind -> kind.names().stream())
                .filter(name -> Files.exists(tracePoints.resolve("sys_enter_" + name))).sorted().toList();
    }

    @Override
    public SystemCalls stop() throws IOException, InterruptedException {
        if (!perf.awaitExit(END_MILLIS + 1_000L * seconds)) {
            throw new ProgramFailure("perf did not end when its time was over");
        }
        if (perf.exitCode() != 0) {
            perf.checkAlive();
        }
        return parse(Files.readAllLines(counts));
    }

    /** @param lines as -x, writes them: value, unit, event and more; a value may be {@code <not counted>} */
    static SystemCalls parse(List<String> lines) {
        Map<String, Long> values = new TreeMap<>();
        for (String line : lines) {
            String[] fields = line.split(",");
            if (fields.length > 2 && fields[0].matches("\\d+")) {
                values.put(fields[2].replace(ONE, ""), Long.valueOf(fields[0]));
            }
        }
        Long nanos = values.remove(DURATION);
        Long total = values.remove(ALL);
        return new SystemCalls(nanos == null ? Double.NaN : nanos / 1e9, values, total == null ? 0 : total);
    }

    @Override
    public void close() throws IOException {
        if (perf != null) {
            perf.close();
        }
    }
}

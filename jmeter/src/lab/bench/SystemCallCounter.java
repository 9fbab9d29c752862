package lab.bench;

import common.io.HostPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import lab.bench.BenchResults.CallsRun;
import lab.results.Run;
import lab.run.RunObserver;
import process.Child.ProgramFailure;
import process.Child;
import process.Executables;
import text.Numbers;

/** Counts service one's system calls in the measured window of each run. */
abstract sealed class SystemCallCounter extends RunObserver implements AutoCloseable {
    private static final List<String> SLEEPER = List.of("sleep", "60");
    private static final long END_MILLIS = 10_000;

    private final String name;
    private final Path folder;
    private final int seconds;
    private final List<CallsRun> runs = new ArrayList<>();
    private long service;
    private SystemCalls counted;
    Child counter;
    Path output;

    private SystemCallCounter(String name, Path folder, int seconds) {
        this.name = name;
        this.folder = folder;
        this.seconds = seconds;
    }

    /** The kernel may forbid strace and perf to attach, so each is tried on a sleeping program. */
    static SystemCallCounter find(Map<String, String> environment, Path folder, int seconds)
            throws IOException, InterruptedException {
        Optional<SystemCallCounter> strace =
                Executables.find("strace", environment).map(found -> new Strace(found, folder, seconds));
        Optional<SystemCallCounter> perf = Executables.find("perf", environment)
                .map(found -> new Perf(found, Perf.TRACE_POINTS, folder, seconds));
        List<SystemCallCounter> present = Stream.of(strace, perf).flatMap(Optional::stream).toList();
        List<String> refused = new ArrayList<>();
        for (SystemCallCounter each : present) {
            try (each; Child sleeper = Child.start("sleep", SLEEPER, folder.resolve("sleep.log"))) {
                each.start(sleeper.pid(), 0);
                each.stop();
                return each;
            } catch (ProgramFailure e) {
                refused.add(e.getMessage());
            }
        }
        throw new ProgramFailure(refused.isEmpty() ? "neither strace nor perf is installed"
                : String.join("; ", refused));
    }

    String name() {
        return name;
    }

    List<CallsRun> runs() {
        return List.copyOf(runs);
    }

    /**
     * Strace is attached when this returns, but perf may still be starting.
     *
     * @param wantedSeconds how long perf counts; strace counts until {@link #stop}
     * @throws ProgramFailure if the kernel forbids the counter to attach
     */
    void start(long pid, int wantedSeconds) throws IOException, InterruptedException {
        output = folder.resolve(name + "-" + pid + ".txt");
        counter = Child.startIgnoringInterrupt(name, new ProcessBuilder(command(pid, wantedSeconds)),
                folder.resolve(name + "-" + pid + ".log"), this::printed);
    }

    abstract List<String> command(long pid, int wantedSeconds) throws ProgramFailure;

    void printed(String line) {
    }

    abstract SystemCalls stop() throws IOException, InterruptedException;

    /** Warms up like the runs that measure costs, under the load alone. */
    @Override
    public final boolean allowsWarmUpByWork() {
        return false;
    }

    @Override
    public final void ready(Child contender, HostPort address) {
        service = contender.pid();
        counted = null;
    }

    @Override
    public final void windowBegins() throws IOException, InterruptedException {
        start(service, seconds);
    }

    @Override
    public final void windowEnds() throws IOException, InterruptedException {
        counted = stop();
    }

    @Override
    public final void ended(Run run, String outcome) throws IOException {
        close();
        CallsRun ended = new CallsRun(run, run.isMeasured() ? counted : null);
        runs.add(ended);
        super.ended(run, ended.isCounted() ? Numbers.text(ended.perRequest()) + " system calls per request" : outcome);
    }

    @Override
    public final void close() throws IOException {
        if (counter != null) {
            counter.close();
        }
    }

    /**
     * {@code strace -c} counts every call by name. It stops the program twice at each call, which distorts CPU time.
     */
    static final class Strace extends SystemCallCounter {
        private static final Pattern ROW =
                Pattern.compile("\\s*[\\d.]+\\s+[\\d.]+\\s+\\d+\\s+(?<calls>\\d+)\\s+(?:\\d+\\s+)?(?<name>\\w+)");
        private static final Path PTRACE_SCOPE = Path.of("/proc/sys/kernel/yama/ptrace_scope");
        private static final long POLL_MILLIS = 20;

        private final Path program;
        private volatile boolean attached;
        private long begun;

        private Strace(Path program, Path folder, int seconds) {
            super("strace", folder, seconds);
            this.program = program;
        }

        @Override
        List<String> command(long pid, int wantedSeconds) {
            return List.of(program.toString(), "-c", "-f", "-o", output.toString(), "-p", Long.toString(pid));
        }

        @Override
        void printed(String line) {
            if (line.contains(" attached")) {
                attached = true;
            }
        }

        @Override
        void start(long pid, int wantedSeconds) throws IOException, InterruptedException {
            attached = false;
            super.start(pid, wantedSeconds);
            while (!attached) {
                checkAlive();
                counter.awaitExit(POLL_MILLIS);
            }
            begun = System.nanoTime();
        }

        private void checkAlive() throws IOException, InterruptedException {
            try {
                counter.checkAlive();
            } catch (ProgramFailure e) {
                String scope = Files.exists(PTRACE_SCOPE) ? Files.readString(PTRACE_SCOPE).strip() : "0";
                throw new ProgramFailure(e.getMessage() + (scope.equals("0") ? "" : " (" + PTRACE_SCOPE + " is " + scope
                        + ": only root may attach to a running program)"));
            }
        }

        @Override
        SystemCalls stop() throws IOException, InterruptedException {
            double countedSeconds = (System.nanoTime() - begun) / 1e9;
            counter.terminate();
            if (!counter.awaitExit(END_MILLIS)) {
                throw new ProgramFailure("strace did not end within " + END_MILLIS / 1_000 + " s");
            }
            return parse(Files.readAllLines(output), countedSeconds);
        }

        static SystemCalls parse(List<String> lines, double seconds) {
            Map<String, Long> calls = lines.stream().map(ROW::matcher).filter(Matcher::matches)
                    .filter(row -> !row.group("name").equals("total")).collect(Collectors.toMap(
                    row -> row.group("name"), row -> Long.valueOf(row.group("calls")), Long::sum, TreeMap::new));
            return new SystemCalls(seconds, calls, calls.values().stream().mapToLong(Long::longValue).sum());
        }
    }

    /**
     * {@code perf stat} counts the calls of each {@link SystemCalls.Kind} by name, and the total of all calls. It does
     * not stop the program, but usually needs root.
     */
    static final class Perf extends SystemCallCounter {
        private static final String ALL_CALLS = "raw_syscalls:sys_enter";
        private static final String CALL = "syscalls:sys_enter_";
        private static final String DURATION = "duration_time";
        private static final Path TRACE_POINTS = Path.of("/sys/kernel/tracing/events/syscalls");

        private final Path program;
        private final Path tracePoints;
        private int countedSeconds;

        /** @param tracePoints has a folder for each trace point of a system call */
        Perf(Path program, Path tracePoints, Path folder, int seconds) {
            super("perf", folder, seconds);
            this.program = program;
            this.tracePoints = tracePoints;
        }

        @Override
        List<String> command(long pid, int wantedSeconds) throws ProgramFailure {
            countedSeconds = wantedSeconds;
            List<String> command = new ArrayList<>(List.of(program.toString(), "stat", "-x,", "-o", output.toString(),
                    "-p", Long.toString(pid), "-e", DURATION, "-e", ALL_CALLS));
            // a single unknown name makes perf fail, and not every architecture has all calls
            List<String> names = Stream.of(SystemCalls.Kind.values()).flatMap(kind -> kind.names().stream())
                    .filter(name -> Files.exists(tracePoints.resolve("sys_enter_" + name))).sorted().toList();
            if (names.isEmpty()) {
                throw new ProgramFailure("perf has no trace points of system calls: none are visible in "
                        + tracePoints);
            }
            names.forEach(name -> command.addAll(List.of("-e", CALL + name)));
            command.addAll(List.of("--", "sleep", Integer.toString(wantedSeconds)));
            return command;
        }

        @Override
        SystemCalls stop() throws IOException, InterruptedException {
            if (!counter.awaitExit(END_MILLIS + 1_000L * countedSeconds)) {
                throw new ProgramFailure("perf did not end in time");
            }
            if (counter.exitCode() != 0) {
                counter.checkAlive();
            }
            return parse(Files.readAllLines(output));
        }

        static SystemCalls parse(List<String> lines) {
            Map<String, Long> values = new TreeMap<>();
            for (String line : lines) {
                String[] fields = line.split(",");
                if (fields.length > 2 && fields[0].matches("\\d+")) {
                    values.put(fields[2].replace(CALL, ""), Long.valueOf(fields[0]));
                }
            }
            Long nanos = values.remove(DURATION);
            Long total = values.remove(ALL_CALLS);
            return new SystemCalls(nanos == null ? Double.NaN : nanos / 1e9, values, total == null ? 0 : total);
        }
    }
}

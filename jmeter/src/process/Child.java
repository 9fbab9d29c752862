package process;

import module java.base;
import common.io.HostPort;

/** A program that this program has started. Another thread copies the child's output. */
public final class Child implements AutoCloseable {
    public static class ProgramFailure extends IOException {
        private static final long serialVersionUID = 1L;

        public ProgramFailure(String message) {
            super(message);
        }
    }

    public enum Option {
        /** A foreign program, which runs under a {@link Guard}. */
        GUARDED,
        /** {@link Child#close} kills it only after the guard's grace period. */
        HAS_GRACE,
        /**
         * Ctrl-C, which a terminal sends to all its processes, does not end it. A JVM ignores the signals that were
         * ignored when it started.
         */
        IGNORES_INTERRUPT
    }

    /** A greater exit code is this plus the number of the signal that ended the program, as in shells. */
    public static final int SIGNAL = 128;
    private static final Pattern READY = Pattern.compile("ready at http://([^/\\s]+:\\d+)");
    private static final int LAST_LINES = 3;
    private static final long GUARD_MILLIS = 2_000;
    private static final long GRACE_MILLIS = Guard.GRACE_MILLIS + 1_000;
    private static final int CONNECT_MILLIS = 500;
    private static final long POLL_MILLIS = 100;

    private final String name;
    private final Process process;
    private final Set<Option> options;
    private final Thread copier;
    private final Deque<String> lastLines = new ArrayDeque<>();
    private final CompletableFuture<String> address = new CompletableFuture<>();      // HOST:PORT

    public Child(String name, ProcessBuilder builder, Path log, Consumer<String> listener, Option... options)
            throws IOException {
        this.name = name;
        this.options = Set.of(options);
        List<String> command = new ArrayList<>(builder.command());
        if (isGuarded()) {
            command.addAll(0, Executables.javaCommand("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx32m",
                    "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                    Guard.class.getName()));
        }
        if (this.options.contains(Option.IGNORES_INTERRUPT)) {
            command.addAll(0, List.of("/bin/sh", "-c", "trap '' INT; exec \"$@\"", "sh"));
        }
        this.process = Executables.withoutJvmVariables(builder.command(command)).redirectErrorStream(true).start();
        // Not a virtual thread: reading a pipe would block its carrier.
        this.copier = Thread.ofPlatform().daemon().name("output of " + name)
                .start(() -> copyOutput(log, listener));
    }

    /** The program must stop when its standard input ends. */
    public static Child start(String name, List<String> command, Path log) throws IOException {
        return new Child(name, new ProcessBuilder(command), log, _ -> { });
    }

    /** The same, and waits until it says where it listens. */
    public static Child ready(String name, List<String> command, Path log, int seconds)
            throws IOException, InterruptedException {
        Child child = start(name, command, log);
        try {
            child.awaitAddress(seconds);
            return child;
        } catch (IOException | InterruptedException e) {
            child.close();
            throw e;
        }
    }

    /** Of one that is ready. */
    public HostPort address() {
        return HostPort.parse(address.join()).orElseThrow();
    }

    private boolean isGuarded() {
        return options.contains(Option.GUARDED);
    }

    /** A port at which a child can listen. */
    public static HostPort freeAddress(String host) throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(host))) {
            return new HostPort(host, socket.getLocalPort());
        }
    }

    public static int run(ProcessBuilder builder) throws IOException, InterruptedException {
        Process process = builder.start();
        try (StopHook _ = new StopHook(process::destroy, () -> { })) {
            return process.waitFor();
        } finally {
            process.destroy();
        }
    }

    public static String outputOf(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String output = process.inputReader(StandardCharsets.UTF_8).readAllAsString().strip();
            return process.waitFor() == 0 ? output : "";
        } catch (IOException e) {
            return "";
        }
    }

    private void copyOutput(Path log, Consumer<String> listener) {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
                PrintWriter file = new PrintWriter(Files.newBufferedWriter(log))) {      // ignores a full disk
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                file.println(line);
                file.flush();
                examine(line);
                listener.accept(line);
            }
        } catch (IOException e) {
            examine("(its output ended with: " + e.getMessage() + ")");      // the pipe broke
        }
    }

    private synchronized void examine(String line) {
        Matcher ready = READY.matcher(line);
        if (ready.find()) {
            address.complete(ready.group(1));
        }
        if (!line.isBlank()) {
            lastLines.addLast(line.strip());
            if (lastLines.size() > LAST_LINES) {
                lastLines.removeFirst();
            }
        }
    }

    public String awaitAddress(int seconds) throws ProgramFailure, InterruptedException {
        try {
            CompletableFuture.anyOf(address, process.onExit()).get(seconds, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // the next statements say what is missing
        }
        if (address.isDone()) {
            return address.join();
        }
        checkAlive();
        throw new ProgramFailure(name + " was not ready within " + seconds + " s" + lastWords());
    }

    public void awaitPort(HostPort place, int seconds) throws ProgramFailure, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!isOpen(place)) {
            checkAlive();
            if (System.nanoTime() > end) {
                throw new ProgramFailure(name + " did not open port " + place.port() + " within "
                        + seconds + " s" + lastWords());
            }
            awaitExit(POLL_MILLIS);
        }
        checkAlive();      // another program may have opened the port
    }

    private static boolean isOpen(HostPort place) {
        try (Socket _ = place.connected(CONNECT_MILLIS)) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    public long pid() {
        return process.pid();
    }

    public void checkAlive() throws ProgramFailure, InterruptedException {
        if (!process.isAlive()) {
            int code = exitCode();
            String how = code > SIGNAL && code < 160
                    ? "was ended by signal " + (code - SIGNAL) : "exited with code " + code;
            throw new ProgramFailure(name + " " + how + lastWords());
        }
    }

    private synchronized String lastWords() {
        return lastLines.isEmpty() ? "" : "; its last words: " + String.join(" / ", lastLines);
    }

    public List<ProcessHandle> processes() {
        return isGuarded() ? process.descendants().toList() : List.of(process.toHandle());
    }

    public boolean awaitExit(long millis) throws InterruptedException {
        return process.waitFor(millis, TimeUnit.MILLISECONDS);
    }

    public int exitCode() throws InterruptedException {
        int code = process.waitFor();
        copier.join(GUARD_MILLIS);      // the program's children may hold the pipe open
        return code;
    }

    public void terminate() {
        process.toHandle().destroy();
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            awaitExit(options.contains(Option.HAS_GRACE) ? GRACE_MILLIS : 0);
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            if (isGuarded()) {
                awaitExit(GUARD_MILLIS);      // the guard ends after its command
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // the program must end anyway
        }
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.onExit().join();
    }
}

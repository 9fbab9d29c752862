package testing;

import module java.base;

/**
 * Closing kills the program. Platform threads read its output, because a virtual thread holds its carrier while it
 * reads a pipe.
 */
public final class Program implements AutoCloseable {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final long LIMIT_SECONDS = 180;
    /** A JVM prints this if an environment variable holds JVM options. */
    private static final Pattern PICKED_UP = Pattern.compile("(NOTE: )?Picked up \\w+: ");
    /** Starts a command in its own process group, and prints {@code group N}. */
    public static final List<String> AS_JOB = List.of("bash", "-c", "set -m; \"$@\" & echo group $!; wait $!", "job");

    private final Process process;
    // Written by the readers, read by the test.
    private final StringBuffer output = new StringBuffer();
    private final StringBuffer standardOutput = new StringBuffer();
    private final StringBuffer standardError = new StringBuffer();
    private final List<Thread> readers;

    private Program(List<String> command) throws IOException {
        process = new ProcessBuilder(command).directory(REPOSITORY.toFile()).start();
        readers = List.of(reader(process.inputReader(StandardCharsets.UTF_8), standardOutput),
                reader(process.errorReader(StandardCharsets.UTF_8), standardError));
    }

    private Thread reader(BufferedReader from, StringBuffer to) {
        return Thread.ofPlatform().daemon().start(() -> read(from, to));
    }

    private static Program start(List<String> prefix, List<String> command, String... arguments) throws IOException {
        return new Program(Stream.of(prefix, command, List.of(arguments)).flatMap(List::stream).toList());
    }

    public static Program java(String module, String mainClass, String... arguments) throws IOException {
        return java(List.of(), module, mainClass, arguments);
    }

    /** @param variables each as {@code NAME=value} */
    public static Program java(List<String> variables, String module, String mainClass, String... arguments)
            throws IOException {
        List<String> prefix = Stream.concat(Stream.of("env"), variables.stream()).toList();
        return start(prefix, javaCommand(module, jar(module), mainClass), arguments);
    }

    public static Program javaWithDescriptors(int descriptors, String module, String mainClass, String... arguments)
            throws IOException {
        List<String> prefix = List.of("bash", "-c", "ulimit -n " + descriptors + "; exec \"$@\"", "limited");
        return start(prefix, javaCommand(module, jar(module), mainClass), arguments);
    }

    /** Linux only. The limit is for all threads of a user, and does not bind root. */
    public static Program javaWithThreads(int threads, String module, String mainClass, String... arguments)
            throws IOException {
        String asUser = "exec setpriv --reuid 64321 --regid 64321 --clear-groups --inh-caps +dac_read_search"
                + " --ambient-caps +dac_read_search prlimit --nproc=" + threads + " \"$@\"";
        // A minimal system has no ps. A process that ends meanwhile is an error for find.
        String running = "find /proc/[0-9]*/task -mindepth 1 -maxdepth 1 -user \"$(id -u)\" 2> /dev/null | wc -l";
        String asSelf = "ulimit -u $(($(" + running + ") + " + threads + ")); exec \"$@\"";
        List<String> prefix = List.of("bash", "-c", "if [ \"$(id -u)\" = 0 ]; then " + asUser + "; fi; " + asSelf,
                "limited");
        return start(prefix, javaCommand(module, jar(module), mainClass), arguments);
    }

    /** Uses the tests' class path instead of the module's jar. */
    public static Program test(String module, String mainClass, String... arguments) throws IOException {
        return start(List.of(), javaCommand(module, System.getProperty("java.class.path"), mainClass), arguments);
    }

    /**
     * A shell writes the file. If this JVM wrote it, a child process could inherit the open file, and running the file
     * would fail with "Text file busy".
     */
    public static Path executable(Path file, String text) throws IOException {
        Process writer = new ProcessBuilder("sh", "-c", "cat > \"$0\" && chmod 700 \"$0\"", file.toString()).start();
        try (Writer to = writer.outputWriter()) {
            to.write(text);
        }
        if (writer.onExit().join().exitValue() != 0) {
            throw new IOException("cannot write " + file);
        }
        return file;
    }

    private static String jar(String module) {
        return REPOSITORY.resolve(".build/" + module + ".jar").toString();
    }

    private static List<String> javaCommand(String module, String classPath, String mainClass) {
        return List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + REPOSITORY.resolve(module).resolve("jvm-options"), "-cp", classPath, mainClass);
    }

    public static Program script(String name, String... arguments) throws IOException {
        return start(List.of(), List.of(REPOSITORY.resolve(name).toString()), arguments);
    }

    public static Program job(String name, String... arguments) throws IOException {
        return start(AS_JOB, List.of(REPOSITORY.resolve(name).toString()), arguments);
    }

    public static Program command(String... words) throws IOException {
        return new Program(List.of(words));
    }

    public void signalGroup(String signal) throws Exception {
        await("group ");
        kill(signal, "-" + output().replaceFirst("(?s).*?group (\\d+).*", "$1"));
    }

    public Program signal(String name) throws Exception {
        kill(name, "" + process.pid());
        return this;
    }

    private static void kill(String signal, String target) throws Exception {
        // A minimal system has no program kill.
        new ProcessBuilder("bash", "-c", "kill -\"$0\" -- \"$1\"", signal, target).inheritIO().start().waitFor();
    }

    public long pid() {
        return process.pid();
    }

    private void read(BufferedReader from, StringBuffer to) {
        try (from) {
            for (String line = from.readLine(); line != null; line = from.readLine()) {
                if (!PICKED_UP.matcher(line).lookingAt()) {
                    to.append(line).append('\n');
                    output.append(line + '\n');
                }
            }
        } catch (IOException e) {
            output.append("(the output could not be read: " + e.getMessage() + ")\n");
        }
    }

    /** Standard output and standard error so far. */
    public String output() {
        return output.toString();
    }

    public String standardOutput() {
        return standardOutput.toString();
    }

    public String standardError() {
        return standardError.toString();
    }

    private void awaitReaders(long millis) throws InterruptedException {
        for (Thread reader : readers) {
            reader.join(millis);
        }
    }

    public Program await(String text) throws Exception {
        return awaitMatch(Pattern.compile(Pattern.quote(text)), "'" + text + "'");
    }

    private Program awaitMatch(Pattern pattern, String what) throws Exception {
        Await.until(() -> "the output has " + what + "; so far it is: " + output,
                () -> pattern.matcher(output).find() || !process.isAlive());
        awaitReaders(process.isAlive() ? 1 : 0);
        Assertions.assertTrue(pattern.matcher(output).find(), "the output has no " + what + ": " + output);
        return this;
    }

    public int awaitPort(String service) throws Exception {
        String address = awaitAddress(service);
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    /** The host and port where clients reach the service. */
    public String awaitAddress(String service) throws Exception {
        return awaitReady(service).group("address");
    }

    public URI awaitPage() throws Exception {
        return URI.create(awaitReady("one").group("page"));
    }

    public long awaitPid(String service) throws Exception {
        return Long.parseLong(awaitReady(service).group("pid"));
    }

    /** The line with which a service says that it is ready has its addresses and its process id. */
    private MatchResult awaitReady(String service) throws Exception {
        Pattern line = Pattern.compile("(?m)^service " + service
                + " .*?http://(?<address>\\S+) .*?\\bpid (?<pid>\\d+)(.*?(?<page>http://[\\w.:\\[\\]]+/))?.*\\n");
        awaitMatch(line, "line of a service " + service + " that is ready");
        return line.matcher(output).results().findFirst().orElseThrow();
    }

    /** Sends SIGTERM. Unlike {@link Process#destroy}, keeps the output open. */
    public Program terminate() {
        process.toHandle().destroy();
        return this;
    }

    public void closeStandardInput() throws IOException {
        process.getOutputStream().close();
    }

    public int exitCode() throws InterruptedException {
        Assertions.assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS),
        "the program has not ended; its output: " + output);
        awaitReaders(0);
        return process.exitValue();
    }

    public Set<String> descendantNames() {
        return process.descendants().flatMap(child -> child.info().command().stream())
                .map(command -> Path.of(command).getFileName().toString())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}

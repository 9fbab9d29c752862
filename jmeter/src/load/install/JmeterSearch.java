package load.install;

import module java.base;
import process.Child;
import process.Executables;

/**
 * Finds JMeter. An installed JMeter has priority, because somebody chose it. If none is installed, Maven fetches the
 * version in {@code jmeter/pom.xml} once, into {@code jmeter/home/}.
 *
 * <p>A fetched folder gets its final name only when it is complete. A lock keeps two processes from fetching at the
 * same time.
 */
public record JmeterSearch(Path repository, PrintStream progress, Map<String, String> environment) {
    private static final Pattern VERSION = Pattern.compile("<jmeter\\.version>([^<]+)</jmeter\\.version>");
    private static final Pattern UNREACHABLE = Pattern.compile("Could not transfer|Unknown host|Connection refused|"
            + "timed out|Network is unreachable|Temporary failure");
    private static final String GET_MAVEN = "install Maven, which then fetches JMeter (Debian: apt-get install maven; "
            + "macOS: brew install maven)";
    private static final String TRY_AGAIN =
            "try again with a network connection, which Maven needs once (configure a proxy in its settings.xml)";

    public JmeterSearch(Path repository, PrintStream progress) {
        this(repository, progress, System.getenv());
    }

    /**
     * Looks in {@code $JMETER_HOME}, on the PATH and in jmeter/home, then fetches.
     *
     * @throws IOException if there is no JMeter; the message says why, and how to get it
     */
    public JmeterHome find() throws IOException, InterruptedException {
        Optional<JmeterHome> installed = installed();
        return installed.isPresent() ? installed.get() : fetch();
    }

    /** Empty if JMeter would have to be fetched. */
    public Optional<JmeterHome> present() throws IOException {
        Optional<JmeterHome> installed = installed();
        return installed.isPresent() ? installed : fetched();
    }

    private Optional<JmeterHome> installed() throws IOException {
        String chosen = environment.getOrDefault("JMETER_HOME", "");
        Optional<JmeterHome> home = chosen.isEmpty() ? Optional.empty()
                : accepted("JMETER_HOME=" + chosen, Path.of(chosen).toAbsolutePath());
        Optional<Path> script = Executables.find("jmeter", environment);
        return home.isPresent() || script.isEmpty() ? home
                : accepted(script.get().toString(), homeOf(script.get()));
    }

    private Optional<JmeterHome> accepted(String what, Path folder) {
        Optional<JmeterHome> home = JmeterHome.in(folder);
        if (home.isPresent() && home.get().isNewEnough()) {
            return home;
        }
        progress.println("jmeter: ignored " + what + ", because "
                + home.map(old -> "it is JMeter " + old.version() + ", older than " + JmeterHome.OLDEST)
                .orElse("no JMeter is there"));
        return Optional.empty();
    }

    /** {@code script} may be a link. Homebrew's script calls the one in libexec/bin/. */
    private static Path homeOf(Path script) throws IOException {
        Path folder = script.toRealPath().getParent().resolveSibling("");
        Path libexec = folder.resolve("libexec");
        return Files.isDirectory(libexec) ? libexec : folder;
    }

    private Path folder() {
        return repository.resolve("jmeter/home");
    }

    private Path pom() {
        return repository.resolve("jmeter/pom.xml");
    }

    private Path home() throws IOException {
        Matcher version = VERSION.matcher(Files.readString(pom()));
        if (!version.find()) {
            throw new IOException(pom() + " does not name a jmeter.version");
        }
        return folder().resolve(version.group(1));
    }

    public Optional<JmeterHome> fetched() throws IOException {
        return JmeterHome.in(home());
    }

    /** Ignores installed JMeters. */
    public JmeterHome fetch() throws IOException, InterruptedException {
        if (fetched().isEmpty()) {
            Path maven = Executables.find("mvn", environment)
                    .orElseThrow(() -> noJmeter("there is no Maven (mvn) to fetch it", GET_MAVEN));
            synchronized (JmeterSearch.class) {      // a file lock belongs to a process, not to a thread
                try (FileChannel _ = FileTree.lock(folder())) {
                    if (fetched().isEmpty()) {      // another run may have fetched it meanwhile
                        fetchWith(maven);
                    }
                }
            }
        }
        return fetched().orElseThrow(() -> noJmeter("what Maven fetched is not a JMeter", TRY_AGAIN));
    }

    private void fetchWith(Path maven) throws IOException, InterruptedException {
        Path home = home();
        Path partial = folder().resolve("partial");
        FileTree.delete(partial);      // left by an interrupted fetch
        FileTree.delete(home);         // fetched() found no JMeter in it
        progress.println("jmeter: fetching JMeter " + home.getFileName()
                + " with Maven into jmeter/home: about 72 MB, once");
        long start = System.nanoTime();
        run(maven, partial);
        Files.move(partial, home, StandardCopyOption.ATOMIC_MOVE);
        progress.printf("jmeter: fetched in %d s%n", (System.nanoTime() - start) / 1_000_000_000);
    }

    private void run(Path maven, Path into) throws IOException, InterruptedException {
        Path log = folder().resolve("fetch.log");
        ProcessBuilder builder = new ProcessBuilder(maven.toString(), "-B", "-ntp", "-q", "-U", "-C", "-f",
                pom().toString(), "-Dstyle.color=never", "-Djmeter.home=" + into, "generate-resources");
        // otherwise Maven also reads a .mvn folder from any parent folder
        builder.environment().put("MAVEN_BASEDIR", pom().getParent().toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.redirectErrorStream(true).redirectOutput(log.toFile());
        if (Child.run(builder) != 0) {
            throw noJmeter("Maven could not fetch it: " + reason(log) + "; see " + log, TRY_AGAIN);
        }
    }

    /** Skips Maven's first lines, which say only that there are problems. */
    private static String reason(Path log) throws IOException {
        try (var lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {      // accepts any bytes
            String error = lines.map(line -> line.replace("[ERROR]", "").strip())
                    .filter(line -> line.matches("(Non-resolvable|Could not|Failed|Plugin|Unknown).*")).findFirst()
                    .orElse("no reason given");
            return UNREACHABLE.matcher(error).find() ? "its repository is unreachable or refused the request" : error;
        }
    }

    private static IOException noJmeter(String why, String remedy) {
        return new IOException("no JMeter in jmeter/home, and " + why + ".\nEither " + remedy + ",\nor unpack JMeter "
                + JmeterHome.OLDEST + " or newer (https://jmeter.apache.org) and set JMETER_HOME to its "
                + "folder,\nor copy jmeter/home from a machine where ./run.sh setup has run");
    }
}

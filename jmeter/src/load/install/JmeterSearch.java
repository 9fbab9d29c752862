package load.install;

import common.process.Child;
import common.process.Executables;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds a JMeter: one that is installed, because somebody chose it; else the one that {@code jmeter/pom.xml} names, in
 * {@code jmeter/home/}, which git ignores. That one Maven fetches, once.
 *
 * <p>A home appears under its final name only when it is complete, by a rename, so a fetch that was killed leaves
 * nothing that looks like JMeter. The lock keeps two runs at once, from any process, from fetching it twice.
 *
 * @param progress is told what is passed over, and how the fetch goes
 */
public record JmeterSearch(Path repository, PrintStream progress, Map<String, String> environment) {
    private static final Pattern VERSION = Pattern.compile("<jmeter\\.version>([^<]+)</jmeter\\.version>");
    /** Of Maven's errors: those that come without a network, or with the wrong one. */
    private static final Pattern UNREACHABLE = Pattern.compile("Could not transfer|Unknown host|Connection refused|"
            + "timed out|Network is unreachable|Temporary failure");
    private static final String GET_MAVEN = "install Maven, which then fetches it (Debian: apt-get install maven; "
            + "macOS: brew install maven)";
    private static final String TRY_AGAIN =
            "try again where Maven reaches the network, which it needs once (a proxy belongs into its settings.xml)";

    public JmeterSearch(Path repository, PrintStream progress) {
        this(repository, progress, System.getenv());
    }

    /**
     * {@code $JMETER_HOME}, the one on the PATH, the one that was fetched before; else fetches it.
     *
     * @throws IOException where there is none to be had; its message says why and how to get one
     */
    public JmeterHome find() throws IOException, InterruptedException {
        Optional<JmeterHome> installed = installed();
        return installed.isPresent() ? installed.get() : fetch();
    }

    /** What {@link #find} would find, without fetching anything. */
    public Optional<JmeterHome> present() throws IOException {
        Optional<JmeterHome> installed = installed();
        return installed.isPresent() ? installed : fetched();
    }

    private Optional<JmeterHome> installed() {
        String chosen = environment.getOrDefault("JMETER_HOME", "");
        Optional<JmeterHome> home = chosen.isEmpty() ? Optional.empty()
                : accepted("JMETER_HOME=" + chosen, Path.of(chosen).toAbsolutePath());
        return home.or(() -> Executables.find("jmeter", environment)
                .flatMap(script -> accepted(script.toString(), homeOf(script))));
    }

    private Optional<JmeterHome> accepted(String what, Path folder) {
        Optional<JmeterHome> home = JmeterHome.in(folder);
        if (home.isPresent() && home.get().isNewEnough()) {
            return home;
        }
        progress.println("jmeter: " + what
                + home.map(old -> " is JMeter " + old.version()).orElse(" leads to no JMeter") + "; "
                + JmeterHome.OLDEST + " or newer is needed, so it is passed over");
        return Optional.empty();
    }

    /** The script may be a link to the one in the home's bin/, or, from Homebrew, one beside libexec/ that calls it. */
    private static Path homeOf(Path script) {
        Path real = script.toAbsolutePath();
        try {
            real = script.toRealPath();
        } catch (IOException e) {
            // gone since it was found: what follows finds no JMeter there
        }
        Path folder = real.getParent().resolveSibling("");
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
            throw new IOException(pom() + " does not say which jmeter.version it fetches");
        }
        return folder().resolve(version.group(1));
    }

    /** The one in the project's own folder, if it is there. */
    public Optional<JmeterHome> fetched() throws IOException {
        return JmeterHome.in(home());
    }

    /** The one in the project's own folder, fetched now if it is not there yet, whichever else is installed. */
    public JmeterHome fetch() throws IOException, InterruptedException {
        if (fetched().isEmpty()) {
            Path maven = Executables.find("mvn", environment)
                    .orElseThrow(() -> none("no Maven (mvn) to fetch it with", GET_MAVEN));
            try (FileChannel _ = FileTree.lock(folder())) {
                if (fetched().isEmpty()) {      // another run may have fetched it while this one waited
                    fetchBy(maven);
                }
            }
        }
        return fetched().orElseThrow(() -> none("what Maven fetched is no JMeter", TRY_AGAIN));
    }

    private void fetchBy(Path maven) throws IOException, InterruptedException {
        Path home = home();
        Path partial = folder().resolve("partial");
        FileTree.delete(partial);      // of a fetch that was killed
        FileTree.delete(home);         // no JMeter in it, as was just seen
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
        // Else it runs what a folder .mvn above this one says, which in a shared place may be anybody's.
        builder.environment().put("MAVEN_BASEDIR", pom().getParent().toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));      // the one JDK sure to be there
        builder.redirectErrorStream(true).redirectOutput(log.toFile());
        if (Child.run(builder) != 0) {
            throw none("Maven could not fetch it: " + reason(log) + "; see " + log, TRY_AGAIN);
        }
    }

    /** Maven says first that there are problems, then which. */
    private static String reason(Path log) throws IOException {
        try (var lines = Files.lines(log)) {
            String error = lines.map(line -> line.replace("[ERROR]", "").strip())
                    .filter(line -> line.matches("(Non-resolvable|Could not|Failed|Plugin|Unknown).*")).findFirst()
                    .orElse("it does not say why");
            return UNREACHABLE.matcher(error).find() ? "its repository cannot be reached, or refuses" : error;
        }
    }

    private static IOException none(String why, String remedy) {
        return new IOException("no JMeter " + JmeterHome.OLDEST + " or newer in $JMETER_HOME or on the PATH, and "
                + why + "\nEither " + remedy + ",\nor unpack JMeter (https://jmeter.apache.org) and say where it is: "
                + "JMETER_HOME=/path/to/apache-jmeter ./run.sh jmeter …,\nor copy jmeter/home from "
                + "where ./run.sh setup was given");
    }
}

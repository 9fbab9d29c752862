package load.install;

import common.process.Child;
import common.process.SearchPath;
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
 * Owns {@code jmeter/home/}, which git ignores: the JMeter that {@code jmeter/pom.xml} names, fetched by Maven. Used by
 * the thread that makes it.
 *
 * <p>A home appears under its final name only when it is complete, by a rename, so a fetch that was killed leaves
 * nothing that looks like JMeter. The lock keeps two runs at once, from any process, from fetching it twice.
 */
record FetchedJmeter(Path repository, PrintStream progress, Map<String, String> environment) {
    private static final Pattern VERSION = Pattern.compile("<jmeter\\.version>([^<]+)</jmeter\\.version>");
    /** Of Maven's errors: those that come without a network, or with the wrong one. */
    private static final Pattern UNREACHABLE = Pattern.compile("Could not transfer|Unknown host|Connection refused|"
            + "timed out|Network is unreachable|Temporary failure");
    private static final String GET_MAVEN = "install Maven, which then fetches it (Debian: apt-get install maven; "
            + "macOS: brew install maven)";
    private static final String TRY_AGAIN =
            "try again where Maven reaches the network, which it needs once (a proxy belongs into its settings.xml)";

    private Path folder() {
        return repository.resolve("jmeter/home");
    }

    private Path pom() {
        return repository.resolve("jmeter/pom.xml");
    }

    /** The one that is there, else the one that Maven brings now. */
    JmeterHome find() throws IOException, InterruptedException {
        Path home = folder().resolve(version());
        if (JmeterHome.in(home).isEmpty()) {
            fetch(home);
        }
        return JmeterHome.in(home).orElseThrow(() -> none("what Maven fetched is no JMeter", TRY_AGAIN));
    }

    /** The one that is there, if it is. */
    Optional<JmeterHome> present() throws IOException {
        return JmeterHome.in(folder().resolve(version()));
    }

    private String version() throws IOException {
        Matcher version = VERSION.matcher(Files.readString(pom()));
        if (!version.find()) {
            throw new IOException(pom() + " does not say which jmeter.version it fetches");
        }
        return version.group(1);
    }

    private void fetch(Path home) throws IOException, InterruptedException {
        Path maven = SearchPath.find("mvn", environment)
                .orElseThrow(() -> none("no Maven (mvn) to fetch it with", GET_MAVEN));
        try (FileChannel _ = FileTree.lock(folder())) {
            if (JmeterHome.in(home).isEmpty()) {      // another run may have fetched it while this one waited
                fetchAlone(maven, home);
            }
        }
    }

    private void fetchAlone(Path maven, Path home) throws IOException, InterruptedException {
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

    private static String reason(Path log) throws IOException {
        String error = firstError(log);
        return UNREACHABLE.matcher(error).find() ? "its repository cannot be reached, or refuses" : error;
    }

    /** Maven says first that there are problems, then which. */
    private static String firstError(Path log) throws IOException {
        try (var lines = Files.lines(log)) {
            return lines.map(line -> line.replace("[ERROR]", "").strip())
                    .filter(line -> line.matches("(Non-resolvable|Could not|Failed|Plugin|Unknown).*")).findFirst()
                    .orElse("it does not say why");
        }
    }

    private static IOException none(String why, String remedy) {
        return new IOException("no JMeter " + JmeterVersion.OLDEST + " or newer in $JMETER_HOME or on the PATH, and "
                + why + "\nEither " + remedy + ",\nor unpack JMeter (https://jmeter.apache.org) and say where it is: "
                + "JMETER_HOME=/path/to/apache-jmeter ./run.sh jmeter …,\nor copy jmeter/home from "
                + "where ./run.sh setup was given");
    }
}

package serviceone;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import testing.Program;
import testing.Test;

/** The scripts where a checkout is not in a folder of a plain name, that may be written to, and is called directly. */
class CheckoutTest implements AutoCloseable {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    /** What the services are made of; of jmeter/, which is large, a package that needs no other. */
    private static final List<String> PARTS =
            List.of("build.sh", "run.sh", "service-one/jvm-options", "service-one/src", "service-one/resources",
                    "service-two/jvm-options", "service-two/src", "jmeter/src/json");
    private static final List<String> SERVICES = List.of(".build/service-one.jar", ".build/service-two.jar");
    private static final List<String> JARS = Stream.concat(SERVICES.stream(), Stream.of(".build/jmeter.jar")).toList();

    private final Path folder = Files.createTempDirectory("checkout");

    CheckoutTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.toList().reversed()) {
                Files.delete(file);
            }
        }
    }

    @Test
    void isBuiltAndRunsInAFolderOfAnyName() throws Exception {
        Path checkout = folder.resolve("a \"class\" of 40's, [50] % \\ $HOME * #1 @home");
        copy(checkout, PARTS);
        copyJars(checkout, SERVICES);      // so that few files have to be compiled
        try (Program build = Program.command(checkout.resolve("build.sh").toString())) {
            assertEquals(0, build.exitCode(), build.output());
            assertEquals("build: jmeter\n", build.output());
        }
        requireItRuns(checkout.resolve("run.sh"));
    }

    /** Java has no way to name such a file in a class path. */
    @Test
    void isRefusedInAFolderWhoseNameHasAColon() throws Exception {
        Path checkout = folder.resolve("7:30");
        copy(checkout, List.of("build.sh", "run.sh"));
        try (Program run = Program.command(checkout.resolve("run.sh").toString(), "loom")) {
            assertEquals(2, run.exitCode());
            assertContains("build.sh: no class path takes the colon in ", run.standardError());
            assertEquals(1L, run.output().lines().count(), run.output());
        }
    }

    @Test
    void isFoundThroughLinks() throws Exception {
        Path tools = Files.createDirectory(folder.resolve("tools"));
        Path direct = Files.createSymbolicLink(folder.resolve("run"), REPOSITORY.resolve("run.sh"));
        requireItRuns(Files.createSymbolicLink(tools.resolve("lab"), Path.of("..").resolve(direct.getFileName())));
        Path build = Files.createSymbolicLink(tools.resolve("build"), REPOSITORY.resolve("build.sh"));
        try (Program jdk = Program.command(build.toString(), "all")) {
            assertEquals(0, jdk.exitCode(), jdk.output());
            assertEquals("", jdk.output(), "all is built, where it was built before");
        }
    }

    /** Whether it may be written to cannot be asked as root, who may always: but whether something was. */
    @Test
    void isNotWrittenToWhereTheJarsAreBuilt() throws Exception {
        copy(folder, PARTS);
        copyJars(folder, JARS);
        Map<Path, FileTime> before = times();
        requireItRuns(folder.resolve("run.sh"));
        assertEquals(before, times(), "a folder in which something is created or deleted has another time");
    }

    private static void requireItRuns(Path script) throws Exception {
        try (Program run = Program.command(script.toString(), "loom", "--port", "0", "--service-two-port", "0",
                "--delay", "1", "--stage-delay", "1"); HttpClient client = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://127.0.0.1:" + run.awaitPort("one") + "/meetings");
            HttpRequest request = HttpRequest.newBuilder(uri).header("Authorization", "token").build();
            assertEquals(200, client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode());
            assertEquals(0, run.terminate().exitCode(), run.output());
        }
    }

    private Map<Path, FileTime> times() throws IOException {
        Map<Path, FileTime> times = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.toList()) {
                times.put(file, Files.getLastModifiedTime(file));
            }
        }
        return times;
    }

    private static void copy(Path checkout, List<String> parts) throws IOException {
        for (String part : parts) {
            Files.createDirectories(checkout.resolve(part).getParent());
            Files.walkFileTree(REPOSITORY.resolve(part), new Copier(checkout));
        }
    }

    /** Newer than the sources that were copied before. */
    private static void copyJars(Path checkout, List<String> jars) throws IOException {
        Files.createDirectory(checkout.resolve(".build"));
        for (String jar : jars) {
            Files.copy(REPOSITORY.resolve(jar), checkout.resolve(jar));
        }
    }

    /** Onto the same places in a checkout. */
    private static final class Copier extends SimpleFileVisitor<Path> {
        private final Path checkout;

        Copier(Path checkout) {
            this.checkout = checkout;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path from, BasicFileAttributes attributes) throws IOException {
            return visitFile(from, attributes);
        }

        @Override
        public FileVisitResult visitFile(Path from, BasicFileAttributes attributes) throws IOException {
            Path to = checkout.resolve(REPOSITORY.relativize(from));
            Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);      // with the right to be executed
            return FileVisitResult.CONTINUE;
        }
    }
}

package serviceone;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import testing.Program;
import testing.Slow;
import testing.Test;

/** The scripts where a checkout is not in a folder of a plain name, that may be written to, and is called directly. */
@Slow("builds and starts programs in other folders")
class CheckoutTest implements AutoCloseable {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final Path JDK = Path.of(System.getProperty("java.home"));
    /** What the services are made of. */
    private static final List<String> PARTS =
            List.of("build.sh", "run.sh", "service-one/jvm-options", "service-one/src", "service-one/resources",
                    "service-two/jvm-options", "service-two/src");
    private static final List<String> SERVICES =
            List.of(".build/common.jar", ".build/service-one.jar", ".build/service-two.jar");
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
        Path checkout = folder.resolve("a \"classé\" of 40's, [50] % \\ $HOME * #1 @home 日本");
        copy(checkout, PARTS);
        makeProgram(checkout.resolve("jmeter/src/lab"));
        copyJars(checkout, SERVICES);      // so that one file has to be compiled
        requireItRuns("env", "LC_ALL=C", checkout.resolve("run.sh").toString());
        assertTrue(Files.notExists(checkout.resolve(".build/jmeter.jar")), "what a mode does not need is not built");
        assertEquals("build: jmeter\n", build(checkout, 0));
    }

    /** What it says, in the locale of somebody whom the JDK would speak German to. */
    private static String build(Path checkout, int exitCode) throws Exception {
        try (Program build = Program.command("env", "LC_ALL=C", "JAVA_TOOL_OPTIONS=-Duser.language=de",
                checkout.resolve("build.sh").toString())) {
            assertEquals(exitCode, build.exitCode(), build.output());
            return build.output();
        }
    }

    @Test
    void aProgramThatDoesNotCompileFailsTheBuildAndLeavesNothingBehind() throws Exception {
        makePrograms();
        build(folder, 0);
        Path wrong = folder.resolve("service-one/src/serviceone/A.java");
        Files.writeString(wrong, "package serviceone; class A { int a = none; }");
        Files.setLastModifiedTime(folder.resolve(".build/service-two.jar"), FileTime.fromMillis(0));
        assertContains("service-one/src/serviceone/A.java:1: error: cannot find symbol", build(folder, 1));
        assertEquals(List.of("common.jar", "jmeter.jar", "service-one.jar", "service-two.jar"), built(folder));
        makeProgram(folder.resolve("service-one/src/serviceone"));
        assertEquals("build: service-one\nbuild: service-two\n", build(folder, 0));
    }

    /** With a class each, that is soon compiled. */
    private void makePrograms() throws IOException {
        copy(folder, List.of("build.sh"));
        for (String sources : List.of("service-one/src/common", "service-one/src/serviceone",
                "service-two/src/servicetwo", "jmeter/src/lab")) {
            makeProgram(folder.resolve(sources));
        }
    }

    private static void makeProgram(Path sources) throws IOException {
        Files.writeString(Files.createDirectories(sources).resolve("A.java"),
                "package " + sources.getFileName() + "; class A {}");
    }

    @Test
    void aDamagedJarIsBuiltAgain() throws Exception {
        makePrograms();
        build(folder, 0);
        assertEquals("", build(folder, 0));
        Path one = folder.resolve(".build/service-one.jar");
        Files.write(one, Arrays.copyOf(Files.readAllBytes(one), (int) Files.size(one) - 1));
        Files.write(folder.resolve(".build/service-two.jar"), new byte[0]);
        Files.write(folder.resolve(".build/jmeter.jar"), new byte[10_000]);
        assertEquals("build: service-one\nbuild: service-two\nbuild: jmeter\n", build(folder, 0));
        assertEquals("", build(folder, 0));
    }

    /** As a JDK may, where there is no room left. */
    @Test
    void aJarThatIsDamagedAsSoonAsItIsBuiltIsToldOf() throws Exception {
        makePrograms();
        Path bin = makeJdk();
        Files.createSymbolicLink(bin.resolve("java"), JDK.resolve("bin/java"));
        makeScript(bin.resolve("jar"), "#!/bin/sh\nwhile [ $1 != --file ]; do shift; done; echo > \"$2\"\n");
        try (Program build = Program.command("env", "JAVA_HOME=" + folder, folder.resolve("build.sh").toString(),
                "needed", "jmeter")) {
            assertEquals(2, build.exitCode());
            assertContains(".build/jmeter.jar is damaged, though it was built just now", build.standardError());
            assertEquals("", build.standardOutput(), "nobody is to start it");
        }
    }

    /** Without a java and a jar; returns where they belong. */
    private Path makeJdk() throws IOException {
        Path bin = Files.createDirectory(folder.resolve("bin"));
        Files.copy(JDK.resolve("release"), folder.resolve("release"));
        Files.createSymbolicLink(bin.resolve("javac"), JDK.resolve("bin/javac"));
        return bin;
    }

    private static void makeScript(Path file, String text) throws IOException {
        assertTrue(Files.writeString(file, text).toFile().setExecutable(true), "it can be run");
    }

    private static List<String> built(Path checkout) throws IOException {
        try (Stream<Path> files = Files.list(checkout.resolve(".build"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /** A java that has service two wait until service one is started, and service one until service two is. */
    private static final String WAITING_JAVA = """
            #!/usr/bin/env bash
            case " $* " in
              *' servicetwo.ServiceTwo --until'*) read -r _ < '%1$s' ;;
              *' serviceone.ServiceOne '*) echo > '%1$s' ;;
            esac
            exec '%2$s/bin/java' "$@"
            """;

    @Test
    void theServicesAreStartedAtTheSameTime() throws Exception {
        Path pipe = folder.resolve("pipe");
        try (Program make = Program.command("mkfifo", pipe.toString())) {
            assertEquals(0, make.exitCode(), make.output());
        }
        makeScript(makeJdk().resolve("java"), WAITING_JAVA.formatted(pipe, JDK));
        requireItRuns("env", "JAVA_HOME=" + folder, REPOSITORY.resolve("run.sh").toString());
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
        requireItRuns(script.toString());
    }

    private static void requireItRuns(String... script) throws Exception {
        Stream<String> options = Stream.of("loom", "--port", "0", "--service-two-port", "0", "--delay", "1",
                "--stage-delay", "1");
        try (Program run = Program.command(Stream.concat(Stream.of(script), options).toArray(String[]::new));
                HttpClient client = HttpClient.newHttpClient()) {
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

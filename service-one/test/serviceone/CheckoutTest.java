package serviceone;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertHas;
import static testing.Assertions.assertTrue;

import module java.base;
import serviceone.server.RawClient;
import testing.Program;
import testing.Slow;
import testing.TemporaryFolder;
import testing.Test;
import testing.Words;

class CheckoutTest implements AutoCloseable {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final Path JDK = Path.of(System.getProperty("java.home"));
    /** Each service waits until the other one has been started. */
    private static final String WAITING_JAVA = """
            #!/usr/bin/env bash
            case " $* " in
              *' servicetwo.ServiceTwo --until'*) read -r _ < '%1$s' ;;
              *' serviceone.ServiceOne '*) echo > '%1$s' ;;
            esac
            exec '%2$s/bin/java' "$@"
            """;
    /** Writes a damaged file, as if the disk were full. */
    private static final String DAMAGING_JAR = "#!/bin/sh\nwhile [ $1 != --file ]; do shift; done; echo > \"$2\"\n";

    private final TemporaryFolder temporary = new TemporaryFolder();
    private final Path folder = temporary.path();
    private final Path checkout = folder.resolve("a \"classé\" of 40's, [50] % \\ $HOME * #1 @home 日本");

    CheckoutTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        temporary.close();
    }

    /**
     * The scripts must write nothing into the checkout. The test compares file times, because root can write to a
     * read-only folder. The checkout has no jmeter.jar, because {@code run.sh loom} does not need it.
     */
    @Test
    @Slow("starts programs")
    void theScriptsRunInAFolderOfAnyName() throws Exception {
        copy(checkout, "build.sh", "run.sh");
        for (String part : List.of("service-one", "service-two", "jmeter")) {
            Files.createDirectories(checkout.resolve(part));
            try (Stream<Path> files = Files.list(REPOSITORY.resolve(part))) {
                for (Path file : files.toList()) {
                    Files.createSymbolicLink(checkout.resolve(part).resolve(file.getFileName()), file);
                }
            }
        }
        copy(checkout, ".build/common.jar", ".build/service-one.jar", ".build/service-two.jar");
        Path direct = Files.createSymbolicLink(folder.resolve("run"), checkout.resolve("run.sh"));
        Path link = Files.createSymbolicLink(Files.createDirectory(folder.resolve("tools")).resolve("lab"),
                Path.of("..").resolve(direct.getFileName()));
        Path pipe = folder.resolve("pipe");
        try (Program make = Program.command("mkfifo", pipe.toString())) {
            assertEquals(0, make.exitCode(), make.output());
        }
        Program.executable(makeJdk().resolve("java"), WAITING_JAVA.formatted(pipe, JDK));
        Map<Path, FileTime> before = times(checkout);
        try (Program run = Program.command("env", "LC_ALL=C", "JAVA_HOME=" + folder, link.toString(), "loom",
                "--port", "0", "--service-two-port", "0", "--delay", "1", "--stage-delay", "1");
                RawClient client = new RawClient(run.awaitPort("one"))) {
            assertEquals(200, client.get("/meetings").status());
            assertEquals(0, run.terminate().exitCode(), run.output());
        }
        assertEquals(before, times(checkout), "file times; a folder's changes when a file in it is created or deleted");
    }

    /** Git for Windows proposes the setting. With CR LF, bash would not run a script. */
    @Test
    @Slow("runs git")
    void theScriptsRunInACloneThatConvertsLineEnds() throws Exception {
        copy(checkout, ".gitattributes", "build.sh", "run.sh");
        Path clone = folder.resolve("clone");
        try (Program git = Program.command("bash", "-c", """
                cd "$0" && git init -q && git add . && git -c user.name=a -c user.email=a@b commit -q -m scripts
                git clone -q -c core.autocrlf=true "$0" "$1"
                """, checkout.toString(), clone.toString())) {
            assertEquals(0, git.exitCode(), git.output());
        }
        try (Program help = Program.command(clone.resolve("run.sh").toString(), "help")) {
            assertEquals(0, help.exitCode(), help.output());
        }
    }

    /**
     * Uses cp, because running a script that this JVM wrote could fail with "Text file busy". Sets the current time,
     * because build.sh would rebuild a jar that is older than build.sh.
     */
    private static void copy(Path checkout, String... files) throws Exception {
        for (String file : files) {
            Path to = checkout.resolve(file);
            Files.createDirectories(to.getParent());
            String from = REPOSITORY.resolve(file).toString();
            assertEquals(0, new ProcessBuilder("cp", "-p", from, to.toString()).inheritIO().start().waitFor());
            Files.setLastModifiedTime(to, FileTime.fromMillis(System.currentTimeMillis()));
        }
    }

    /** Makes a JDK without java and jar. */
    private Path makeJdk() throws IOException {
        Path bin = Files.createDirectory(folder.resolve("bin"));
        Files.copy(JDK.resolve("release"), folder.resolve("release"));
        Files.createSymbolicLink(bin.resolve("javac"), JDK.resolve("bin/javac"));
        return bin;
    }

    private static Map<Path, FileTime> times(Path checkout) throws IOException {
        Map<Path, FileTime> times = new TreeMap<>();
        try (Stream<Path> files = Files.walk(checkout)) {
            for (Path file : files.toList()) {
                times.put(file, Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS));
            }
        }
        return times;
    }

    @Test
    @Slow("compiles programs")
    void staleAndDamagedJarsAreRebuilt() throws Exception {
        copy(checkout, "build.sh");
        for (String sources : List.of("service-one/src/common", "service-one/src/serviceone",
                "service-two/src/servicetwo", "jmeter/src/lab")) {
            makeClass(checkout.resolve(sources));
        }
        assertEquals(List.of("common", "service-one", "service-two", "jmeter"), built());
        assertEquals(List.of(), built(), "a second build");
        Path jars = checkout.resolve(".build");
        Path one = jars.resolve("service-one.jar");
        Files.write(one, Arrays.copyOf(Files.readAllBytes(one), (int) Files.size(one) - 1));
        Files.write(jars.resolve("service-two.jar"), new byte[0]);
        Files.write(jars.resolve("jmeter.jar"), new byte[10_000]);
        assertEquals(List.of("service-one", "service-two", "jmeter"), built(), "after damage");
        Path sources = checkout.resolve("service-one/src/serviceone");
        Files.writeString(sources.resolve("A.java"), "package serviceone; class A { int a = none; }");
        Files.setLastModifiedTime(jars.resolve("service-two.jar"), FileTime.fromMillis(0));
        assertContains("service-one/src/serviceone/A.java:1: error: ", build(1));
        try (Stream<Path> files = Files.list(jars)) {
            assertEquals(List.of("common.jar", "jmeter.jar", "service-one.jar", "service-two.jar"),
                    files.map(file -> file.getFileName().toString()).sorted().toList());
        }
        makeClass(sources);
        assertEquals(List.of("service-one", "service-two", "jmeter"), built(), "after a change");
        Files.delete(jars.resolve("service-two.jar"));
        assertEquals(List.of("service-two"), built("JAVA_TOOL_OPTIONS=-XX:+UseG1GC"), "with another collector");
        Path bin = makeJdk();
        Files.createSymbolicLink(bin.resolve("java"), JDK.resolve("bin/java"));
        Program.executable(bin.resolve("jar"), DAMAGING_JAR);
        Files.delete(one);
        List<String> lines = build(2, "JAVA_HOME=" + folder).lines().toList();
        assertContains(".build/service-one.jar", lines.getLast());
        Words.assertSame("scripts", "a jar that is damaged", masked(lines.getLast()));
    }

    private String masked(String output) {
        return output.replace(checkout.toString(), "FOLDER");
    }

    /** As in another user's checkout. Root can write everywhere, so a file takes the folder's place. */
    @Test
    @Slow("starts build.sh twice")
    void staleJarsThatCannotBeReplacedAreNamed() throws Exception {
        copy(checkout, "build.sh");
        makeClass(checkout.resolve("service-one/src/common"));
        Files.createFile(checkout.resolve(".build"));
        List<String> lines = build(2).lines().toList();
        assertHas(lines.getLast(), " common service-one service-two jmeter", ".build ");
        Words.assertSame("scripts", "stale jars that cannot be replaced", masked(lines.getLast()));
    }

    /** As in another user's checkout. Root can write everywhere, so a script stands in for mkdir and rm. */
    @Test
    @Slow("starts the scripts")
    void testAndCleanNameTheFolderThatTheyCannotWrite() throws Exception {
        copy(checkout, "build.sh", ".build/common.jar", ".build/service-one.jar", ".build/service-two.jar",
                ".build/jmeter.jar");
        for (String tests : List.of("service-one/test", "service-one/bare", "service-two/test", "jmeter/test")) {
            Files.createDirectories(checkout.resolve(tests));
        }
        for (String name : List.of("mkdir", "rm")) {      // when build.sh ends, rm gets the folder of this build
            Program.executable(folder.resolve(name),
                    "#!/bin/sh\ncase \"${0##*/} $2\" in 'rm '*/work.*) exit 0 ;; esac\n"
                    + "echo \"$0: $2: Permission denied\" >&2\nexit 1\n");
        }
        for (String command : List.of("test", "clean")) {
            try (Program build = Program.command("env", "PATH=" + folder + ":" + System.getenv("PATH"),
                    checkout + "/build.sh", command)) {
                assertEquals(2, build.exitCode(), build.output());
                Words.assertSame("scripts", "a folder that cannot be written",
                        masked(build.output().lines().toList().getLast()));
            }
        }
    }

    /** A build has its own folder, so of two at the same time, each runs whole classes. */
    @Test
    @Slow("compiles tests five times")
    void compiledTestsAreKeptUntilASourceOrAJarIsNewer() throws Exception {
        copy(checkout, "build.sh", "service-one/jvm-options", ".build/common.jar", ".build/service-one.jar",
                ".build/service-two.jar", ".build/jmeter.jar");
        for (String each : List.of("TestRunner", "Durations", "Words", "Assertions", "Test", "Slow", "Skipped")) {
            copy(checkout, "jmeter/test/testing/" + each + ".java");
        }
        for (String tests : List.of("service-one/test", "service-one/bare", "service-two/test")) {
            Files.createDirectories(checkout.resolve(tests));
        }
        Path first = makeTest("FirstTest");
        List<Program> both = List.of(startTests(), startTests());
        for (Program tests : both) {
            assertPassed(1, tests);
        }
        FileTime compiled = compiled();
        assertPassed(1, startTests());
        assertEquals(compiled, compiled(), "nothing has changed");
        makeTest("SecondTest");
        assertPassed(2, startTests());
        Files.delete(first);
        assertPassed(1, startTests());
        compiled = compiled();
        copy(checkout, ".build/service-two.jar");
        assertPassed(1, startTests());
        assertTrue(compiled().compareTo(compiled) > 0, "compiled against the newer jar");
        try (Stream<Path> left = Files.list(checkout.resolve(".build"))) {
            assertEquals(Set.of("common.jar", "service-one.jar", "service-two.jar", "jmeter.jar", "tests.jar",
                    "durations"), left.map(file -> file.getFileName().toString()).collect(Collectors.toSet()));
        }
    }

    private Path makeTest(String name) throws IOException {
        return Files.writeString(checkout.resolve("jmeter/test/" + name + ".java"),
                "class " + name + " { @testing.Test void passes() { } }");
    }

    private Program startTests() throws IOException {
        return Program.command(checkout + "/build.sh", "test");
    }

    private static void assertPassed(int tests, Program program) throws Exception {
        try (program) {
            assertEquals(0, program.exitCode(), program.output());
            assertContains("\n" + tests + " passed, 0 failed\n", program.standardOutput());
        }
    }

    private FileTime compiled() throws IOException {
        return Files.getLastModifiedTime(checkout.resolve(".build/tests.jar"));
    }

    private static void makeClass(Path sources) throws IOException {
        Files.writeString(Files.createDirectories(sources).resolve("A.java"),
                "package " + sources.getFileName() + "; class A {}");
    }

    /** Sets Java's language to German, because build.sh must not depend on it. */
    private String build(int exitCode, String... variables) throws Exception {
        try (Program build = Program.command(Stream.of(Stream.of("env", "LC_ALL=C",
                "JAVA_TOOL_OPTIONS=-Duser.language=de"), Stream.of(variables), Stream.of(checkout + "/build.sh"))
                .flatMap(each -> each).toArray(String[]::new))) {
            assertEquals(exitCode, build.exitCode(), build.output());
            return build.output();
        }
    }

    private List<String> built(String... variables) throws Exception {
        return build(0, variables).lines().map(line -> line.substring(line.indexOf(' ') + 1)).toList();
    }

    /** A newer compiler may warn of what the sources' own did not. */
    @Test
    @Slow("compiles twice")
    void aNewerJdkIsTakenWithANote() throws Exception {
        copy(checkout, "build.sh");
        for (String sources : List.of("service-one/src/common", "service-one/src/serviceone", "service-two/src/two",
                "jmeter/src/tools")) {
            makeClass(checkout.resolve(sources));
        }
        Files.writeString(checkout.resolve("service-one/src/common/B.java"),
                "package common; class B { java.util.List raw; }");
        assertContains("[rawtypes]", build(1));
        Path newer = Files.createDirectories(folder.resolve("newer/bin"));
        for (String program : List.of("java", "javac", "jar")) {
            Files.createSymbolicLink(newer.resolve(program), JDK.resolve("bin").resolve(program));
        }
        Files.writeString(newer.resolveSibling("release"), "JAVA_VERSION=\"26.0.1\"\n");
        String output = build(0, "JAVA_HOME=" + newer.getParent());
        Words.assertSame("scripts", "a newer JDK",
                output.lines().filter(line -> line.startsWith("build.sh:")).collect(Collectors.joining("\n")));
        assertTrue(!output.contains("rawtypes"), output);
    }

    @Test
    void aFolderWhoseNameHasAColonIsRefused() throws Exception {
        Path withColon = folder.resolve("7:30");
        copy(withColon, "build.sh", "run.sh");
        try (Program run = Program.command(withColon.resolve("run.sh").toString(), "loom")) {
            assertEquals(2, run.exitCode());
            assertContains(withColon.toString(), run.standardError());
            assertEquals("", run.standardOutput());
            Words.assertSame("scripts", "a colon in the folder's name",
                    run.standardError().replace(folder.toString(), "FOLDER"));
        }
    }
}

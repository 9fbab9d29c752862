package serviceone;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertHas;
import static testing.Assertions.assertTrue;

import module java.base;
import process.Executables;
import serviceone.server.RawClient;
import testing.Program;
import testing.Skipped;
import testing.Slow;
import testing.TemporaryFolder;
import testing.Test;
import testing.Words;

/** The scripts in environments that are not the usual one. */
class OddEnvironmentTest implements AutoCloseable {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final String RUN = REPOSITORY.resolve("run.sh").toString();
    private static final String BUILD = REPOSITORY.resolve("build.sh").toString();
    private static final String BASH = program("bash").toString();
    private static final String[] LOOM = {RUN, "loom", "--port", "0", "--service-two-port", "0"};

    private final TemporaryFolder temporary = new TemporaryFolder();
    private final Path folder = temporary.path();

    OddEnvironmentTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        temporary.close();
    }

    private static Path program(String name) {
        return Executables.find(name, System.getenv()).orElseThrow();
    }

    private static Program with(String variable, String... command) throws IOException {
        return Program.command(Stream.concat(Stream.of("env", variable), Stream.of(command)).toArray(String[]::new));
    }

    /** Returns the program's standard error. */
    private static String assertEnds(int exitCode, String error, Program program) throws Exception {
        try (program) {
            assertEquals(exitCode, program.exitCode(), program.output());
            assertContains(error, program.standardError());
            assertEquals("", program.standardOutput());
            return program.standardError();
        }
    }

    /** Our own options would select another collector, and the JVM refuses two. */
    @Test
    @Slow("starts programs")
    void theServicesTakeTheOptionsOfAJvmVariable() throws Exception {
        for (String variable : List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")) {
            Path logs = Files.createDirectory(folder.resolve(variable + " logs"));
            String options = "-XX:+UseZGC -Xmx98m '-Xlog:gc+init:file=" + logs + "/%p'";
            try (Program run = with(variable + "=" + options, LOOM)) {
                run.awaitPort("one");
                assertEquals(0, run.terminate().exitCode(), run.output());
                assertHas(run.standardError(), variable, options);
                Words.assertSame("scripts", "options in a variable",
                        run.standardError().replace(options, "‹options›").replace(variable, "VARIABLE"));
            }
            try (Stream<Path> files = Files.list(logs)) {
                List<Path> ofServices = files.toList();
                assertEquals(2, ofServices.size(), "a log of each service");
                for (Path log : ofServices) {
                    assertContains("The Z Garbage Collector", Files.readString(log));
                    assertContains(" Max Capacity: 98M", Files.readString(log));
                }
            }
        }
    }

    /** A JVM prints the reason on standard output, which run.sh reads through a pipe. */
    @Test
    @Slow("starts programs")
    void aJvmThatDoesNotStartSaysWhy() throws Exception {
        String[] tooLarge = {"JAVA_TOOL_OPTIONS=-Xms3g -Xmx1g", "Initial heap size set to a larger value"};
        assertEnds(1, tooLarge[1], with(tooLarge[0], LOOM));
        assertEnds(2, tooLarge[1], with(tooLarge[0], RUN, "loom", "--help"));
        assertEnds(1, "Unrecognized VM option 'Bogus'", with("JDK_JAVA_OPTIONS=-XX:+Bogus", LOOM));
    }

    @Test
    @Slow("starts programs")
    void theScriptsNeedNoOtherProgramsThanTheyCheck() throws Exception {
        List<String> needed = needed();
        assertTrue(needed.containsAll(List.of("find", "awk", "mkfifo")), "what build.sh checks: " + needed);
        Path programs = Files.createDirectory(folder.resolve("programs"));
        for (String each : Stream.concat(needed.stream(), Stream.of("dirname", "bash")).toList()) {
            Files.createSymbolicLink(programs.resolve(each), program(each));
        }
        String path = "PATH=" + programs;
        try (Program run = Program.command(Stream.concat(Stream.of("env", "-i", path, "LC_ALL=C.UTF-8",
                "JAVA_HOME=" + System.getProperty("java.home"), BASH), Stream.of(LOOM)).toArray(String[]::new));
                RawClient client = new RawClient(run.awaitPort("one"))) {
            assertEquals(200, client.get("/stats").status());
            assertEquals(0, run.terminate().exitCode(), run.output());
            assertEquals("", run.standardError());
        }
        for (String each : needed) {
            Files.move(programs.resolve(each), folder.resolve(each));
            String error = assertEnds(2, ": " + each + "\n", with(path, BASH, RUN, "loom"));
            Words.assertSame("scripts", "a missing program", error.replace(": " + each + "\n", ": ‹program›"));
            Files.move(folder.resolve(each), programs.resolve(each));
        }
    }

    private static List<String> needed() throws IOException {
        Matcher check = Pattern.compile("\nfor program in (.*); do").matcher(Files.readString(Path.of(BUILD)));
        return check.find() ? List.of(check.group(1).split(" ")) : List.of();
    }

    @Test
    @Slow("starts the scripts")
    void aMissingFolderForTemporaryFilesIsNamed() throws Exception {
        Words.assertSame("scripts", "no folder for temporary files",
                assertEnds(2, "/no/such/folder", with("TMPDIR=/no/such/folder", LOOM)));
    }

    @Test
    void anotherShellHandsTheScriptsToBash() throws Exception {
        for (List<String> shell : List.of(List.of("sh"), List.of(BASH, "--posix"))) {
            for (String script : List.of(RUN, BUILD)) {
                String[] command = Stream.concat(shell.stream(), Stream.of(script, "help")).toArray(String[]::new);
                try (Program help = Program.command(command)) {
                    assertEquals(0, help.exitCode(), shell + ": " + help.output());
                    assertContains("./" + Path.of(script).getFileName(), help.standardOutput());
                }
            }
        }
    }

    /** Whoever closes a pipe has read enough. */
    @Test
    @Slow("starts programs")
    void outputThatCannotBeWrittenIsAFailure() throws Exception {
        if (!Files.exists(Path.of("/dev/full"))) {
            throw new Skipped("there is no /dev/full");
        }
        String[][] rows = {{RUN, "help"}, {RUN, "loom", "--help"}, {BUILD, "help"}, {BUILD, "jdk"},
            {RUN, "bench", "--help"}, {RUN, "compare", "--list"}, {RUN, "advise", "--help"}};
        Map<Boolean, StringBuilder> errors = Map.of(true, new StringBuilder(), false, new StringBuilder());
        for (String[] row : rows) {
            String error = assertEnds(2, ": ", into("exec \"$@\" > /dev/full", row));
            assertEquals(1L, error.lines().count(), error);
            errors.get(error.matches("(?s)(run|build)\\.sh: .*")).append(String.join(" ", row)
                    .replaceFirst("^.*/", "")).append(" -> ").append(error);
        }
        Words.assertSame("scripts", "output that cannot be written", "" + errors.get(true));
        Words.assertSame("command-line", "output that cannot be written", "" + errors.get(false));
        assertEnds(0, "", into("set -o pipefail; trap '' PIPE; \"$@\" | head -n 0", RUN, "advise", "--help"));
    }

    private static Program into(String shell, String... command) throws IOException {
        return Program.command(Stream.concat(Stream.of("bash", "-c", shell, "writer"), Stream.of(command))
                .toArray(String[]::new));
    }

    private static final String[] JDK_PLACES = {".sdkman/candidates/java/99", ".jdks/jdk-99", ".gradle/jdks/jdk-99",
        ".gradle/jdks/eclipse-99-amd64-linux/jdk-99", ".local/share/mise/installs/java/99", ".asdf/installs/java/99",
        ".jenv/versions/99", "brew/opt/openjdk/libexec", "brew/opt/openjdk@99/libexec/openjdk.jdk/Contents/Home",
        "Library/Java/JavaVirtualMachines/jdk-99.jdk/Contents/Home", "usr/lib/jvm/java-99-openjdk",
        "usr/lib64/jvm/java-99-openjdk", "opt/jdk-99.0.1+9", "opt/zulu99.30.17-ca-jdk99.0.1-linux_x64",
        "opt/java/openjdk"};

    /** The release is one that this machine cannot have. The system's folders are looked for in the home. */
    @Test
    @Slow("starts dozens of programs")
    void aJdkIsFoundWhereVersionManagersAndSystemsKeepThem() throws Exception {
        Path script = Program.executable(folder.resolve("build.sh"),
                Files.readString(Path.of(BUILD)).replace("\noldest_jdk=25\n", "\noldest_jdk=99\n")
                        .replaceAll(" (/usr/|/opt/)", " \"\\$home\"$1"));
        for (String place : JDK_PLACES) {
            Path home = folder.resolve("home of " + place.replace('/', ' '));
            Path jdk = makeJdk(home.resolve(place));
            Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"99.0.1\"\n");
            try (Program build = Program.command("env", "-u", "MISE_DATA_DIR", "-u", "ASDF_DATA_DIR", "HOME=" + home,
                    "HOMEBREW_PREFIX=" + home + "/brew", script.toString(), "jdk")) {
                assertEquals(0, build.exitCode(), place + ": " + build.output());
                assertEquals(jdk + "\n", build.output());
            }
        }
    }

    private static Path makeJdk(Path home) throws IOException {
        Path bin = Files.createDirectories(home.resolve("bin"));
        Program.executable(bin.resolve("java"), "#!/bin/sh\nexit 1\n");
        Program.executable(bin.resolve("javac"), "#!/bin/sh\nexit 1\n");
        return home;
    }

    /** On macOS without a JDK, /usr/bin has programs that only say where to get one. */
    @Test
    void programsThatOnlyStandForJavaAreNotCalledAJava() throws Exception {
        Path script = Program.executable(folder.resolve("build.sh"),
                Files.readString(Path.of(BUILD)).replace("\noldest_jdk=25\n", "\noldest_jdk=99\n"));
        Path stubs = makeJdk(folder.resolve("stubs"));
        try (Program build = with("PATH=" + stubs.resolve("bin") + ":" + System.getenv("PATH"), script.toString(),
                "jdk")) {
            assertEquals(2, build.exitCode(), build.output());
            assertContains(" 99 ", build.standardError());
            Words.assertSame("scripts", "no new JDK", build.standardError()
                    .replaceFirst(" JDK \\d+ at [^;]*", " ‹JDKs›"));
            assertTrue(!build.standardError().contains(stubs.toString()), build.standardError());
        }
    }
}

package load.install;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import testing.Assertions;
import testing.CheckPool;
import testing.Printed;
import testing.Program;
import testing.TemporaryFolder;
import testing.Test;
import testing.Words;

class JmeterSearchTest implements AutoCloseable {
    private final TemporaryFolder folder = new TemporaryFolder();
    private final Path root = folder.path().toRealPath();
    private final Printed printed = new Printed();

    JmeterSearchTest() throws IOException {
        Files.writeString(Files.createDirectories(root.resolve("jmeter")).resolve("pom.xml"),
                "<jmeter.version>5.6.3</jmeter.version>");
    }

    private void assertWords(String situation, String text) throws IOException {
        Words.assertSame("setup", situation, text.replace(root.toString(), "‹folder›"));
    }

    private void assertRefused(String situation, Assertions.Executable code) throws IOException {
        assertWords(situation, assertThrows(IOException.class, code).getMessage());
    }

    @Test
    void jmeterHomeGoesFirstUnlessItIsTooOldOrMissing() throws Exception {
        Path chosen = makeHome("chosen", "5.6.3");
        Path old = makeHome("old", "5.4.3");
        Path onPath = makeHome("on-path", "5.5");
        String path = onPath.resolve("bin").toString();
        assertEquals(Optional.of(new JmeterHome(chosen, "5.6.3")), search(chosen, path).present());
        assertEquals("", printed.toString(), "no message");
        for (Path skipped : List.of(old, root.resolve("nothing"))) {
            assertEquals(Optional.of(new JmeterHome(onPath, "5.5")), search(skipped, path).present());
        }
        assertWords("JMeters that are ignored", printed.toString());
    }

    @Test
    void aFolderWithABrokenJarOrWithoutAVersionIsNoJmeter() throws Exception {
        Path broken = makeHome("broken", "5.6.3");
        Files.writeString(broken.resolve("lib/ext/ApacheJMeter_core.jar"), "no jar");
        Path half = makeHome("half", "5.6.3");
        Files.delete(half.resolve("bin/ApacheJMeter.jar"));
        Path nameless = makeHome("nameless", "5.6.3");
        new JarOutputStream(Files.newOutputStream(nameless.resolve("lib/ext/ApacheJMeter_core.jar"))) {
            {
                putNextEntry(new JarEntry("a"));
            }
        }.close();
        for (Path folder : List.of(broken, half, nameless)) {
            assertEquals(Optional.empty(), JmeterHome.in(folder), folder.toString());
        }
    }

    @Test
    void theScriptOnThePathMayBeALinkOrFromHomebrew() throws Exception {
        Path home = makeHome("real", "5.6.3");
        Path bin = Files.createDirectories(root.resolve("links"));
        Files.createSymbolicLink(bin.resolve("jmeter"), home.resolve("bin/jmeter"));
        assertEquals(Optional.of(new JmeterHome(home, "5.6.3")), search(null, "/nonexistent:" + bin).present());
        Path brewed = makeHome("Cellar/libexec", "5.6.3");
        Path brewedBin = script("Cellar/bin/jmeter", "").getParent();
        assertEquals(Optional.of(new JmeterHome(brewed, "5.6.3")), search(null, brewedBin.toString()).present());
    }

    @Test
    void withoutAJmeterTheMessageSaysHowToGetOne() throws Exception {
        assertRefused("there is no JMeter, and no Maven", search(null, root.toString())::find);
        assertEquals(Optional.empty(), search(null, "").present());
        Files.writeString(root.resolve("jmeter/pom.xml"), "<project/>");
        assertRefused("the pom names no JMeter", search(null, "")::find);
    }

    private static final Map<String, String> FAILURES = new TreeMap<>(Map.of(
            "Maven fails", "echo '[ERROR] Failed to execute goal'",
            "Maven fails without a reason", "echo '[ERROR] Some problems were encountered'",
            "Maven's repository is unreachable", "echo '[ERROR] Some problems were encountered'\n"
            + "echo '[ERROR] Non-resolvable POM: Could not transfer artifact a:b from central: Unknown host'",
            // -C makes Maven stop at a wrong checksum. MAVEN_BASEDIR keeps it from reading a folder .mvn above jmeter,
            // where anybody may have put one.
            "Maven fails, with its arguments", "echo \"Failed in $MAVEN_BASEDIR with $JAVA_HOME: $*\""));

    @Test
    void ifMavenFailsTheMessageSaysWhy() throws Exception {
        for (Map.Entry<String, String> row : FAILURES.entrySet()) {
            JmeterSearch search = search(null, maven(row.getValue() + "\nexit 1\n"));
            String refusal = assertThrows(IOException.class, search::fetch).getMessage();
            assertWords(row.getKey(), refusal.replace(System.getProperty("java.home"), "‹JDK›"));
        }
        assertRefused("Maven fetches something else", search(null,
                maven("for a; do case $a in -Djmeter.home=*) mkdir \"${a#*=}\" ;; esac; done\n"))::fetch);
    }

    @Test
    void aKilledFetchIsRepeated() throws Exception {
        makeHome("jmeter/home/partial", "5.6.3");
        Files.writeString(root.resolve("jmeter/home/partial/rest"), "of the fetch that was killed");
        String maven = maven("for a; do case $a in -Djmeter.home=*) cp -R '" + makeHome("prepared", "5.6.3")
                + "' \"${a#*=}\" ;; esac; done\n");
        JmeterHome fetched = new JmeterHome(root.resolve("jmeter/home/5.6.3"), "5.6.3");
        assertEquals(fetched, search(null, maven).find());
        assertWords("fetching JMeter", printed.toString().replaceAll("\\d+ s$", "‹seconds› s"));
        assertEquals(false, Files.exists(fetched.home().resolve("rest")), "the killed fetch's files are gone");
        assertEquals(false, Files.exists(root.resolve("jmeter/home/partial")), "nothing unfinished is left");
        assertEquals(fetched, search(null, "").find());
        assertEquals("true false", fetched.isIn(root) + " " + fetched.isIn(root.resolve("jmeter/home/5.5")));
    }

    /** Somebody may press Run in the browser during a fetch. */
    @Test
    void twoThreadsFetchJmeterOnce() throws Exception {
        String maven = maven("echo once >> '" + root + "/fetches'; sleep 0.2\n"
                + "for a; do case $a in -Djmeter.home=*) cp -R '" + makeHome("prepared", "5.6.3")
                + "' \"${a#*=}\" ;; esac; done\n");
        CheckPool.run(Stream.of(1, 2).map(_ -> () -> search(null, maven).fetch()));
        assertEquals(List.of("once"), Files.readAllLines(root.resolve("fetches")));
    }

    private JmeterSearch search(Path jmeterHome, String path) {
        return new JmeterSearch(root, printed,
                Map.of("JMETER_HOME", jmeterHome == null ? "" : jmeterHome.toString(), "PATH", path));
    }

    private Path makeHome(String name, String version) throws IOException {
        MadeHome.in(root.resolve(name), version, "none");
        script(name + "/bin/jmeter", "");
        return root.resolve(name);
    }

    private String maven(String text) throws IOException {
        return script("bin/mvn", text).getParent().toString();
    }

    private Path script(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        return Program.executable(file, "#!/bin/sh\n" + text);
    }

    @Test
    void jmetersOwnPropertiesAreKnown() throws Exception {
        Path bin = Files.createDirectory(root.resolve("bin"));
        Files.writeString(bin.resolve("jmeter.properties"),
                "remote_hosts=a\n#  summariser.log = true\n# port, a word\n");
        JmeterHome home = new JmeterHome(root, "5.6.3");
        assertEquals(List.of(true, true, false, false, true), Stream.of(home.hasProperty("remote_hosts"),
                home.hasProperty("summariser.log"), home.hasProperty("port"), home.hasProperty("log"),
                home.hasProperty("jmeter.save.saveservice.url")).toList());
    }

    @Test
    void aFullDiskIsReportedWithTheFile() throws Exception {
        Path full = Path.of("/dev/full");      // only Linux has it
        if (Files.exists(full)) {
            Files.writeString(Files.createDirectory(root.resolve("bin")).resolve("jmeter.properties"), "a=b\n");
            assertThrows(IOException.class, "/dev/full: No space left on device", () ->
                    new JmeterHome(root, "5.6.3").command(List.of("-n"), JmeterHome.RELEASE_HEAP, full));
        }
    }

    /** By default, JMeter first looks for settings in the current folder, where anybody may have put some. */
    @Test
    void jmeterIgnoresSettingsInTheCurrentFolder() throws Exception {
        Path bin = Files.createDirectory(root.resolve("bin"));
        Files.writeString(bin.resolve("jmeter.properties"), "user.properties=mine.properties\nremote_hosts=a\n");
        Path file = root.resolve("settings");
        ProcessBuilder jmeter = new JmeterHome(root, "5.6.3").command(List.of("-n"), JmeterHome.RELEASE_HEAP, file);
        Properties settings = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            settings.load(reader);
        }
        assertEquals(Map.of("remote_hosts", "a", "user.properties", bin + "/mine.properties", "system.properties",
                bin + "/system.properties", "saveservice_properties", bin + "/saveservice.properties"), settings);
        String command = String.join(" ", jmeter.command());
        assertTrue(command.endsWith("-p " + file + " -n"), command);
        assertContains("-Dlog4j.configurationFile=file://" + bin + "/log4j2.xml", command);
        assertContains("/jmeter/launcher/jvm-options --sun-misc-unsafe-memory-access=allow ", command);
        assertEquals(null, jmeter.directory(), "JMeter looks for a plan's files in the current folder, too");
    }

    @Test
    void theHeapFitsTheUsersUnlessTheEnvironmentSetsIt() {
        for (int[] row : new int[][] {{100, 518, 256}, {4_000, 2_006, 1_500}, {10_000, 2_417, 1_536},
            {100_000, 4_000, 1_536}, {683, 554, 256}, {688, 557, 258}, {4_096, 2_048, 1_536}}) {
            String options = String.join(" ", JmeterHome.jvmOptions(Map.of(), JmeterHome.heap(row[0], 4_000)));
            assertContains("-Xms%1$dm -Xmx%1$dm -Xmn%2$dm".formatted(row[1], row[2]), options);
        }
        String options = String.join(" ", JmeterHome.jvmOptions(
                Map.of("HEAP", "-Xms2g  -Xmx2g", "JVM_ARGS", "-Da=b"), JmeterHome.heap(100)));
        assertTrue(options.endsWith(" -Xms2g -Xmx2g -Da=b") && !options.contains("-Xmx518m"), options);
        assertTrue(JmeterHome.heap(100).contains("-Xmx518m"), "a machine has over a gibibyte");
    }

    @Test
    void fiveDotFiveAndNewerAreNewEnough() {
        Map<Boolean, List<String>> versions = Map.of(true, List.of("5.6.3", "5.5", "5.10", "6.0.0-SNAPSHOT"),
                false, List.of("5.4.3", "5", "2.13.19691222", "", "99999999999999999999.1"));
        versions.forEach((expected, all) -> all.forEach(version ->
                assertEquals(expected, new JmeterHome(Path.of("/j"), version).isNewEnough(), "JMeter " + version)));
    }

    @Override
    public void close() throws IOException {
        folder.close();
    }
}

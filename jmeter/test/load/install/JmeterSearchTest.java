package load.install;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import testing.Test;

/** Finding a JMeter, among folders that only look as much like one as it takes. */
class JmeterSearchTest implements AutoCloseable {
    private final Path root = Files.createTempDirectory("homes").toRealPath();
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    JmeterSearchTest() throws IOException {
    }

    @Test
    void theChosenOneGoesFirst() throws Exception {
        Path chosen = home("chosen", "5.6.3");
        Path onPath = home("on-path", "5.6.2");
        assertEquals(Optional.of(new JmeterHome(chosen, "5.6.3")),
                find(chosen.toString(), onPath.resolve("bin").toString()));
        assertEquals("", said.toString(StandardCharsets.UTF_8), "nothing to say");
    }

    @Test
    void aChosenOneThatIsTooOldOrNotThereIsPassedOverAloud() throws Exception {
        Path old = home("old", "2.13.19691222");
        Path onPath = home("on-path", "5.5");
        for (String chosen : new String[] {old.toString(), root.resolve("nothing").toString()}) {
            assertEquals(Optional.of(new JmeterHome(onPath, "5.5")), find(chosen, onPath.resolve("bin").toString()));
            assertContains(chosen, said.toString(StandardCharsets.UTF_8));
        }
        assertContains("is JMeter 2.13.19691222; 5.5 or newer is needed", said.toString(StandardCharsets.UTF_8));
    }

    @Test
    void theScriptOnThePathMayBeALink() throws Exception {
        Path home = home("real", "5.6.3");
        Path bin = Files.createDirectories(root.resolve("bin"));
        Files.createSymbolicLink(bin.resolve("jmeter"), home.resolve("bin/jmeter"));
        assertEquals(Optional.of(new JmeterHome(home, "5.6.3")), find("", "/nonexistent:" + bin));
    }

    @Test
    void theScriptOnThePathMayBeHomebrews() throws Exception {
        Path home = home("Cellar/libexec", "5.6.3");
        script(root.resolve("Cellar/bin/jmeter"));
        assertEquals(Optional.of(new JmeterHome(home, "5.6.3")), find("", root.resolve("Cellar/bin").toString()));
    }

    @Test
    void whereThereIsNoneItSaysHowToGetOne() throws Exception {
        String message = refusal(root);
        assertContains("no Maven", message);
        assertContains("install Maven", message);
        assertContains("JMETER_HOME=", message);
    }

    @Test
    void whereMavenFailsNobodyIsToldToInstallIt() throws Exception {
        Path maven = script(root.resolve("bin/mvn"));
        Files.writeString(maven, "#!/bin/sh\necho '[ERROR] Failed to execute goal'\nexit 1\n");
        String message = refusal(maven.getParent());
        assertContains("Failed to execute goal; see " + root.resolve("jmeter/home/fetch.log"), message);
        assertTrue(message.contains("try again") && !message.contains("install Maven"), message);
        assertContains("JMETER_HOME=", message);
    }

    /** Checksums that are wrong end it; and a folder .mvn above this one, which may be anybody's, is none of its. */
    @Test
    void mavenTrustsNobodyElse() throws Exception {
        Path maven = script(root.resolve("bin/mvn"));
        Files.writeString(maven, "#!/bin/sh\necho \"Failed in $MAVEN_BASEDIR: $*\"\nexit 1\n");
        String message = refusal(maven.getParent());
        assertContains("Failed in " + root.resolve("jmeter") + ": -B -ntp -q -U -C -f ", message);
    }

    private String refusal(Path path) throws IOException {
        Path pom = Files.createDirectories(root.resolve("jmeter")).resolve("pom.xml");
        Files.writeString(pom, "<jmeter.version>5.6.3</jmeter.version>");
        JmeterSearch search = new JmeterSearch(root, new PrintStream(said), Map.of("PATH", path.toString()));
        return assertThrows(IOException.class, search::fetch).getMessage();
    }

    @Test
    void aFetchWithoutANetworkSaysSo() throws Exception {
        Path maven = script(root.resolve("bin/mvn"));
        Files.writeString(maven, "#!/bin/sh\necho '[ERROR] Some problems were encountered'\n"
                + "echo '[ERROR] Non-resolvable POM: Could not transfer artifact a:b from central: Unknown host'\n"
                + "exit 1\n");
        String message = refusal(maven.getParent());
        assertContains("cannot be reached", message);
        assertContains("where Maven reaches the network", message);
        JmeterSearch search = new JmeterSearch(root, new PrintStream(said), Map.of());
        assertEquals(Optional.empty(), search.fetched());
    }

    @Test
    void aFetchedOneIsUsedWithoutMaven() throws Exception {
        Path home = home("jmeter/home/5.6.3", "5.6.3");
        Files.writeString(root.resolve("jmeter/pom.xml"), "<jmeter.version>5.6.3</jmeter.version>");
        assertEquals(new JmeterHome(home, "5.6.3"), new JmeterSearch(root, new PrintStream(said), Map.of()).fetch());
    }

    @Test
    void aFetchThatWasKilledIsBegunAnew() throws Exception {
        Files.writeString(Files.createDirectories(root.resolve("jmeter")).resolve("pom.xml"),
                "<jmeter.version>5.6.3</jmeter.version>");
        home("jmeter/home/partial", "5.6.3");
        Files.writeString(root.resolve("jmeter/home/partial/rest"), "of the fetch that was killed");
        Path prepared = home("prepared", "5.6.3");
        Path maven = script(root.resolve("bin/mvn"));
        Files.writeString(maven, "#!/bin/sh\nfor a; do case $a in -Djmeter.home=*) cp -R '" + prepared
                + "' \"${a#*=}\" ;; esac; done\n");
        JmeterHome home = new JmeterSearch(root, new PrintStream(said), Map.of("PATH", root.resolve("bin").toString()))
                .fetch();
        assertEquals(root.resolve("jmeter/home/5.6.3"), home.home());
        assertEquals(false, Files.exists(home.home().resolve("rest")), "what was left of the other");
        assertEquals(false, Files.exists(root.resolve("jmeter/home/partial")), "nothing unfinished is left");
    }

    private Optional<JmeterHome> find(String jmeterHome, String path) throws IOException {
        return new JmeterSearch(root, new PrintStream(said, true, StandardCharsets.UTF_8),
                Map.of("JMETER_HOME", jmeterHome, "PATH", path)).present();
    }

    private Path home(String name, String version) throws IOException {
        Path home = root.resolve(name);
        jar(home.resolve("bin/ApacheJMeter.jar"), version);
        jar(home.resolve("lib/ext/ApacheJMeter_core.jar"), version);
        script(home.resolve("bin/jmeter"));
        return home;
    }

    private static void jar(Path file, String version) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        Files.createDirectories(file.getParent());
        new JarOutputStream(Files.newOutputStream(file), manifest).close();
    }

    private static Path script(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n");
        file.toFile().setExecutable(true);
        return file;
    }

    @Override
    public void close() throws IOException {
        FileTree.delete(root);
    }
}

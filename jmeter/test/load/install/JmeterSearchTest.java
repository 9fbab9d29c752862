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
        Files.writeString(Files.createDirectories(root.resolve("jmeter")).resolve("pom.xml"),
                "<jmeter.version>5.6.3</jmeter.version>");
    }

    @Test
    void theChosenOneGoesFirst() throws Exception {
        Path chosen = home("chosen", "5.6.3");
        Path onPath = home("on-path", "5.6.2");
        assertEquals(Optional.of(new JmeterHome(chosen, "5.6.3")),
                search(chosen.toString(), onPath.resolve("bin").toString()).present());
        assertEquals("", said(), "nothing to say");
    }

    @Test
    void aChosenOneThatIsTooOldOrNotThereIsPassedOverAloud() throws Exception {
        Path old = home("old", "2.13.19691222");
        Path onPath = home("on-path", "5.5");
        for (String chosen : new String[] {old.toString(), root.resolve("nothing").toString()}) {
            assertEquals(Optional.of(new JmeterHome(onPath, "5.5")),
                    search(chosen, onPath.resolve("bin").toString()).present());
            assertContains(chosen, said());
        }
        assertContains("is JMeter 2.13.19691222; 5.5 or newer is needed", said());
    }

    @Test
    void theScriptOnThePathMayBeALinkOrHomebrews() throws Exception {
        Path home = home("real", "5.6.3");
        Path bin = Files.createDirectories(root.resolve("links"));
        Files.createSymbolicLink(bin.resolve("jmeter"), home.resolve("bin/jmeter"));
        assertEquals(Optional.of(new JmeterHome(home, "5.6.3")), search("", "/nonexistent:" + bin).present());
        Path brewed = home("Cellar/libexec", "5.6.3");
        script("Cellar/bin/jmeter", "");
        assertEquals(Optional.of(new JmeterHome(brewed, "5.6.3")),
                search("", root.resolve("Cellar/bin").toString()).present());
    }

    @Test
    void whereThereIsNoneItSaysHowToGetOne() throws Exception {
        String message = assertThrows(IOException.class, search("", root.toString())::find).getMessage();
        for (String part : new String[] {"no Maven", "install Maven", "JMETER_HOME="}) {
            assertContains(part, message);
        }
        assertEquals(Optional.empty(), search("", "").present());
    }

    /** What Maven does, and what is said of it: mostly that it may be tried again, never that it is to be installed. */
    private static final String[][] FAILURES = {
        {"echo '[ERROR] Failed to execute goal'", "Maven could not fetch it: Failed to execute goal; see "},
        {"echo '[ERROR] Some problems were encountered'\n"
                + "echo '[ERROR] Non-resolvable POM: Could not transfer artifact a:b from central: Unknown host'",
            "its repository cannot be reached"},
        // Checksums that are wrong end it; and a folder .mvn above this one, which may be anybody's, is none of its.
        {"echo \"Failed in $MAVEN_BASEDIR: $*\"", "/jmeter: -B -ntp -q -U -C -f "},
    };

    @Test
    void whereMavenFailsItSaysWhy() throws Exception {
        for (String[] row : FAILURES) {
            Path maven = script("bin/mvn", row[0] + "\nexit 1\n");
            String message =
                    assertThrows(IOException.class, search("", maven.getParent().toString())::fetch).getMessage();
            assertContains(row[1], message);
            assertTrue(message.contains("try again") && !message.contains("install Maven"), message);
        }
    }

    @Test
    void aFetchedOneIsUsedWithoutMaven() throws Exception {
        Path home = home("jmeter/home/5.6.3", "5.6.3");
        assertEquals(new JmeterHome(home, "5.6.3"), search("", "").find());
    }

    @Test
    void aFetchThatWasKilledIsBegunAnew() throws Exception {
        home("jmeter/home/partial", "5.6.3");
        Files.writeString(root.resolve("jmeter/home/partial/rest"), "of the fetch that was killed");
        Path maven = script("bin/mvn", "for a; do case $a in -Djmeter.home=*) cp -R '" + home("prepared", "5.6.3")
                + "' \"${a#*=}\" ;; esac; done\n");
        JmeterHome home = search("", maven.getParent().toString()).find();
        assertEquals(root.resolve("jmeter/home/5.6.3"), home.home());
        assertEquals(false, Files.exists(home.home().resolve("rest")), "what was left of the other");
        assertEquals(false, Files.exists(root.resolve("jmeter/home/partial")), "nothing unfinished is left");
    }

    private JmeterSearch search(String jmeterHome, String path) {
        return new JmeterSearch(root, new PrintStream(said, true, StandardCharsets.UTF_8),
                Map.of("JMETER_HOME", jmeterHome, "PATH", path));
    }

    private String said() {
        return said.toString(StandardCharsets.UTF_8);
    }

    private Path home(String name, String version) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        for (String jar : new String[] {"/bin/ApacheJMeter.jar", "/lib/ext/ApacheJMeter_core.jar"}) {
            Path file = root.resolve(name + jar);
            Files.createDirectories(file.getParent());
            new JarOutputStream(Files.newOutputStream(file), manifest).close();
        }
        script(name + "/bin/jmeter", "");
        return root.resolve(name);
    }

    private Path script(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + text);
        file.toFile().setExecutable(true);
        return file;
    }

    @Override
    public void close() throws IOException {
        FileTree.delete(root);
    }
}

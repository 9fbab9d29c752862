package load.install;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import lab.TemporaryFolder;
import testing.Test;

class JmeterHomeTest {
    /** It would look for them in the current folder first, and run what anybody has planted there. */
    @Test
    void whereItsUserIsItsSettingsAreItsOwn() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            Path bin = Files.createDirectory(folder.path().resolve("bin"));
            Files.writeString(bin.resolve("jmeter.properties"), "user.properties=mine.properties\nremote_hosts=a\n");
            Path file = folder.path().resolve("settings");
            ProcessBuilder jmeter = new JmeterHome(folder.path(), "5.6.3")
                    .command(List.of("-n"), JmeterHome.RELEASE_HEAP, file);
            Properties settings = new Properties();
            try (Reader reader = Files.newBufferedReader(file)) {
                settings.load(reader);
            }
            assertEquals(Map.of("remote_hosts", "a", "user.properties", bin + "/mine.properties",
                    "system.properties", bin + "/system.properties",
                    "saveservice_properties", bin + "/saveservice.properties"), settings);
            List<String> command = jmeter.command();
            assertEquals(List.of("-p", file.toString(), "-n"), command.subList(command.size() - 3, command.size()));
            assertTrue(command.contains("-Dlog4j.configurationFile=file://" + bin + "/log4j2.xml"), "its log's, too");
            assertEquals(null, jmeter.directory(), "so that relative names in a plan mean the current folder");
        }
    }

    /** Users, and the options for their heap: it grows with them, its young generation up to a limit. */
    private static final Map<Integer, List<String>> HEAPS = Map.of(
            100, List.of("-Xms518m", "-Xmx518m", "-Xmn256m", "-XX:+AlwaysPreTouch"),
            4_000, List.of("-Xms2006m", "-Xmx2006m", "-Xmn1500m", "-XX:+AlwaysPreTouch"),
            10_000, List.of("-Xms2417m", "-Xmx2417m", "-Xmn1536m", "-XX:+AlwaysPreTouch"));

    @Test
    void theHeapIsThatOfTheUsersUnlessTheEnvironmentSaysAnother() {
        HEAPS.forEach((users, expected) -> {
            List<String> options = JmeterHome.jvmOptions(Map.of(), JmeterHome.heap(users));
            assertTrue(options.containsAll(expected), users + ": " + options);
        });
        List<String> options = JmeterHome.jvmOptions(Map.of("HEAP", "-Xms2g  -Xmx2g", "JVM_ARGS", "-Da=b"),
                JmeterHome.heap(100));
        assertEquals(List.of("-Xms2g", "-Xmx2g", "-Da=b"), options.subList(options.size() - 3, options.size()));
        assertTrue(!options.contains("-Xmx518m"), "instead of what so many users take");
    }

    private static final Object[][] VERSIONS = {
        {"5.6.3", true, "the one that is fetched"},
        {"5.5", true, "the first with the Open Model Thread Group"},
        {"5.10", true, "ten is more than five"},
        {"6.0.0-SNAPSHOT", true, "the next one, built by hand"},
        {"5.4.3", false, "without the Open Model Thread Group"},
        {"5", false, "no minor version: nothing known"},
        {"2.13.19691222", false, "Debian's"},
        {"", false, "a jar without a version"},
        {"99999999999999999999.1", false, "no version of this world"},
    };

    @Test
    void acceptsFiveDotFiveAndNewer() {
        for (Object[] row : VERSIONS) {
            assertEquals(row[1], new JmeterHome(Path.of("/j"), (String) row[0]).isNewEnough(),
                    row[0] + ", " + row[2]);
        }
    }
}

package look;

import static testing.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import testing.Test;

class VisualVmTest {
    private record Row(String version, int jdk, String reason, int... installed) {
    }

    private static final Row[] TABLE = {
        new Row("2.1.5", 17, "Debian's does not start on 25", 17, 25),
        new Row("2.1.5", 24, "the newest that it starts on", 11, 24, 25),
        new Row("2.1.5", 0, "none that it starts on", 8, 25),
        new Row("2.2", 21, "not fixed yet", 21, 25),
        new Row("2.2.1", 25, "the fixed one takes any", 17, 25),
        new Row("", 17, "of unknown version: careful", 17, 25)};

    @Test
    void itGetsAJdkThatItStartsOn() throws Exception {
        for (Row row : TABLE) {
            List<VisualVm.Home> homes = Arrays.stream(row.installed).mapToObj(VisualVmTest::withWindows).toList();
            var chosen = VisualVm.chooseJdk(row.version, homes);
            assertEquals(row.jdk, chosen.map(VisualVm.Home::release).orElse(0), row.reason);
        }
    }

    @Test
    void itOpensTheTabMonitorWhereItsReleaseCan() {
        for (String release : List.of("2.1", "2.1.5", "2.2.1")) {
            assertEquals("77@2", new VisualVm(Path.of("visualvm"), release, null).target(77), release);
        }
        for (String release : List.of("2.0.7", "")) {
            assertEquals("77", new VisualVm(Path.of("visualvm"), release, null).target(77), release);
        }
    }

    @Test
    void aJdkWithoutWindowsIsNoneForIt() throws Exception {
        Path headless = Files.createTempDirectory("jdk");
        boolean linux = System.getProperty("os.name").equals("Linux");      // elsewhere every JDK has them
        var chosen = VisualVm.chooseJdk("2.1.5", List.of(new VisualVm.Home(headless, 17)));
        assertEquals(linux, chosen.equals(Optional.empty()), "Debian's openjdk-17-jdk-headless");
        Files.delete(headless);
    }

    private static VisualVm.Home withWindows(int release) {
        try {
            Path home = Files.createTempDirectory("jdk");
            home.toFile().deleteOnExit();
            Path lib = Files.createDirectory(home.resolve("lib"));
            lib.toFile().deleteOnExit();
            Files.createFile(lib.resolve("libawt_xawt.so")).toFile().deleteOnExit();
            return new VisualVm.Home(home, release);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}

package look;

import static testing.Assertions.assertEquals;

import module java.base;
import look.VisualVm.Home;
import testing.TemporaryFolder;
import testing.Test;

class VisualVmTest {
    /** On Linux, libawt_xawt.so shows that a JDK can open windows. */
    private static Home jdk(Path folder, int release) throws IOException {
        Path home = Files.createDirectory(folder.resolve(String.valueOf(release)));
        Files.createFile(Files.createDirectory(home.resolve("lib")).resolve("libawt_xawt.so"));
        return new Home(home, release);
    }

    private record Row(String version, int jdk, String reason, int... installed) {
    }

    private static final Row[] TABLE = {
        new Row("2.1.5", 17, "Debian's version does not start on JDK 25", 17, 25),
        new Row("2.1.5", 24, "the newest JDK that it starts on", 11, 24, 25),
        new Row("2.1.5", 11, "the oldest JDK that it starts on", 10, 11),
        new Row("2.1.5", 0, "no JDK that it starts on", 10, 25),
        new Row("2.2", 21, "version 2.2 does not start on JDK 25 either", 21, 25),
        new Row("2.2.1", 25, "version 2.2.1 starts on any JDK", 17, 25),
        new Row("", 17, "the version is unknown, so an old JDK is chosen", 17, 25)};

    @Test
    void visualVmGetsAJdkThatItStartsOn() throws Exception {
        for (Row row : TABLE) {
            try (TemporaryFolder folder = new TemporaryFolder()) {
                List<Home> homes = new ArrayList<>();
                for (int release : row.installed) {
                    homes.add(jdk(folder.path(), release));
                }
                boolean linux = System.getProperty("os.name").equals("Linux");
                homes.add(new Home(folder.path(), linux ? 24 : 0));   // never chosen: headless on Linux, else too old
                assertEquals(row.jdk, VisualVm.chooseJdk(row.version, homes).map(Home::release).orElse(0), row.reason);
            }
        }
    }

    @Test
    void visualVmOpensTheMonitorTabIfItsVersionCan() {
        for (String row : List.of("2.1 77@2", "2.2.1 77@2", "2.0.7 77", " 77")) {
            String[] words = row.split(" ");
            assertEquals(words[1], new VisualVm(Path.of("visualvm"), words[0], null).target(77), words[0]);
        }
    }
}

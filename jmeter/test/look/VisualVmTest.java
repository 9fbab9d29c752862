package look;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Words.assertSame;

import module java.base;
import look.VisualVm.Home;
import process.RunningService;
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

    /** @param version empty if no file says it */
    private static Path installed(Path folder, String version) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path launcher = Files.writeString(bin.resolve("visualvm"), "#!/bin/sh\n");
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
        if (!version.isEmpty()) {
            Files.writeString(Files.createDirectories(folder.resolve("etc")).resolve("visualvm.conf"),
                    "visualvm_default_userdir=\"${HOME}/.visualvm/" + version + "\"\n");
        }
        return bin;
    }

    @Test
    void itsOwnVariableComesBeforeThePath() {
        assertEquals(Stream.of("/vvm/bin", "/vvm/Contents/MacOS", "/a", "/b").map(Path::of).toList(),
                VisualVm.folders(Map.of("VISUALVM_HOME", "/vvm", "PATH", "/a" + File.pathSeparator + "/b"))
                        .subList(0, 4));
        assertEquals(Path.of("/a"), VisualVm.folders(Map.of("PATH", "/a")).getFirst());
    }

    @Test
    void visualVmIsFoundWithItsVersionAndAJdk() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            Path bin = installed(folder.path(), "2.1.5");
            VisualVm found = VisualVm.find(List.of(folder.path(), bin), List.of(jdk(folder.path(), 21)));
            assertEquals(new VisualVm(bin.resolve("visualvm"), "2.1.5", new Home(folder.path().resolve("21"), 21)),
                    found);
        }
    }

    @Test
    void whatIsMissingIsNamed() throws Exception {
        assertSame("look", "no VisualVM", failure(List.of()));
        for (String version : List.of("2.2", "")) {
            try (TemporaryFolder folder = new TemporaryFolder()) {
                Path bin = installed(folder.path(), version);
                assertSame("look", "no JDK for VisualVM, version " + (version.isEmpty() ? "?" : version),
                        failure(List.of(bin)).replace(folder.path().toString(), "‹folder›"));
            }
        }
    }

    private static String failure(List<Path> folders) {
        return assertThrows(IOException.class, () -> VisualVm.find(folders, List.of())).getMessage();
    }

    @Test
    void whatOpensIsSaid() throws Exception {
        RunningService service = new RunningService(77, "loom", 8082);
        List<String> lines = new ArrayList<>();
        for (String version : List.of("2.0.7", "2.1", "")) {
            VisualVm visualVm = new VisualVm(Path.of("/opt/visualvm"), version, new Home(Path.of("/opt/jdk"), 21));
            lines.add(visualVm + "\n" + visualVm.opens(service).replace(service.toString(), "‹service›"));
        }
        assertSame("look", "visualvm", String.join("\n", lines));
    }

    @Test
    void theCpuGraphNeedsHelpUpToVersion22() {
        for (String row : List.of("2.1.5 true", "2.2 true", "2.2.1 false", "2.3 false", " true")) {
            String[] words = row.split(" ");
            assertEquals(Boolean.valueOf(words[1]), new VisualVm(Path.of("visualvm"), words[0], null)
                    .needsHelpWithCpu(), words[0]);
        }
    }
}

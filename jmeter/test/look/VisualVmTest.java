package look;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Words.assertSame;

import module java.base;
import process.RunningService;
import testing.TemporaryFolder;
import testing.Test;

class VisualVmTest {
    @Test
    void visualVmOpensTheMonitorTabIfItsVersionCan() {
        for (String row : List.of("2.1 77@2", "2.2.1 77@2", "2.0.7 77", " 77")) {
            String[] words = row.split(" ");
            assertEquals(words[1], new VisualVm(Path.of("visualvm"), words[0]).target(77), words[0]);
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
    void visualVmIsFoundWithItsVersion() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            for (String version : List.of("2.1.5", "")) {
                Path bin = installed(Files.createDirectory(folder.path().resolve("v" + version)), version);
                assertEquals(new VisualVm(bin.resolve("visualvm"), version),
                        VisualVm.find(List.of(folder.path(), bin)));
            }
        }
    }

    @Test
    void howToGetItIsSaid() throws IOException {
        assertSame("look", "no VisualVM",
                assertThrows(IOException.class, () -> VisualVm.find(List.of())).getMessage());
    }

    @Test
    void whatOpensIsSaid() throws Exception {
        RunningService service = new RunningService(77, "loom", 8082);
        List<String> lines = new ArrayList<>();
        for (String version : List.of("2.0.7", "2.1", "2.2.1", "")) {
            VisualVm visualVm = new VisualVm(Path.of("/opt/visualvm"), version);
            lines.add(visualVm + "\n" + visualVm.opens(service).replace(service.toString(), "‹service›"));
        }
        assertSame("look", "visualvm", String.join("\n", lines));
    }

    @Test
    void theCpuGraphNeedsHelpUpToVersion22() {
        for (String row : List.of("2.1.5 true", "2.2 true", "2.2.1 false", "2.3 false", " true")) {
            String[] words = row.split(" ");
            assertEquals(Boolean.valueOf(words[1]), new VisualVm(Path.of("visualvm"), words[0])
                    .needsHelpWithCpu(), words[0]);
        }
    }
}

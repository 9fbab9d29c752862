package doctor;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.commandline.CommandLine;
import common.commandline.UsageException;
import load.install.JmeterSearch;
import load.install.MadeHome;
import process.Executables;
import testing.Printed;
import testing.Program;
import testing.Slow;
import testing.TemporaryFolder;
import testing.Test;
import testing.ToolHelp;
import testing.Words;

class SetupCommandTest implements AutoCloseable {
    private final TemporaryFolder temporary = new TemporaryFolder();
    private final Path root = temporary.path().toRealPath();

    SetupCommandTest() throws IOException {
    }

    @Test
    void aPackedFolderIsUnpackedInAnotherPlaceWithoutResultsOrKeys() throws Exception {
        Path folder = root.resolve("the lab's");
        List<String> carried = List.of(".build/a.jar", "jmeter/home/5.6.3/bin/b.jar", "run.sh");
        List<String> leftOut = List.of("jmeter/results/c.jtl", "jmeter/home/rmi-keystore.p12");
        for (List<String> files : List.of(carried, leftOut)) {
            for (String file : files) {
                Files.createDirectories(folder.resolve(file).getParent());
                Program.executable(folder.resolve(file), "#!/bin/sh\necho examined: $1 > examined\n");
            }
        }
        List<String> commands = SetupCommand.carrying(folder, folder.resolve(".build"), true).lines()
                .filter(line -> line.contains("/media/stick/")).map(line -> line.replace("/media/stick/", root + "/"))
                .toList();
        assertEquals(2, commands.size(), "one to pack, one to unpack");
        shell(folder, commands.getFirst());
        Path target = Files.createDirectory(root.resolve("elsewhere"));
        shell(target, commands.getLast());
        Path copy = target.resolve("the lab's");
        assertEquals("examined: doctor\n", Files.readString(copy.resolve("examined")), "the copy is executable");
        carried.forEach(file -> assertTrue(Files.exists(copy.resolve(file)), file + " is not there"));
        leftOut.forEach(file -> assertTrue(!Files.exists(copy.resolve(file)), file + " was carried"));
    }

    @Test
    void theTextSaysWhatEachMachineStillNeeds() throws Exception {
        Path folder = Files.createDirectories(root.resolve("lab"));
        String machine = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        for (boolean hasJmeter : new boolean[] {true, false}) {
            Words.assertSame("setup", "carrying the folder " + (hasJmeter ? "with" : "without") + " a JMeter",
                    SetupCommand.carrying(folder, folder, hasJmeter).replace(root.toString(), "‹root›")
                            .replace(machine, "‹system›"));
        }
        Words.assertSame("setup", "help", ToolHelp.of(SetupCommand.TOOL));
    }

    @Test
    void theCommandsTakeNoWord() {
        assertThrows(UsageException.class, "word",
                () -> SetupCommand.run(CommandLine.parse(SetupCommand.TOOL.options(), "word")));
        assertThrows(UsageException.class, "word", () -> Doctor.run(CommandLine.parse(List.of(), "word")));
    }

    @Test
    void setupSaysWhatItFoundAndWhatItFetched() throws Exception {
        Path folder = Files.createDirectories(root.resolve("lab"));
        sized(Files.createDirectory(folder.resolve(".build")).resolve("a.jar"), 700_000);
        write(folder.resolve("jmeter/pom.xml"), "<jmeter.version>5.6.3</jmeter.version>");
        Path installed = MadeHome.in(root.resolve("installed"), "5.5", "none");
        Program.executable(root.resolve("mvn"), "#!/bin/sh\nfor a; do case $a in -Djmeter.home=*) "
                + "cp -R '" + installed + "' \"${a#*=}\" ;; esac; done\n");
        Map<String, String> environment = Map.of("JMETER_HOME", installed.toString(), "PATH", root.toString());
        Printed out = new Printed();
        JmeterSearch search = new JmeterSearch(folder, out, environment);
        for (boolean fetches : new boolean[] {false, true, true}) {
            SetupCommand.prepare(search, fetches);
        }
        Path jdk = Path.of(System.getProperty("java.home"));
        String carrying = SetupCommand.carrying(folder, jdk, true);
        String without = SetupCommand.carrying(folder, jdk, false);
        Words.assertSame("setup", "setup with an installed JMeter, with --fetch-jmeter, and again", out.toString()
                .replaceAll("\\d+ s\n", "‹seconds› s\n").replace(without.strip(), "‹how to carry it, without JMeter›")
                .replace(carrying.strip(), "‹how to carry it›").replace(root.toString(), "‹root›"));
    }

    @Test
    @Slow("starts a JVM")
    void theCommandSaysWhatIsReady() throws Exception {
        Path lab = root.resolve("lab");
        sized(Files.createDirectories(lab.resolve(".build")).resolve("a.jar"), 700_000);
        write(lab.resolve("jmeter/pom.xml"), "<jmeter.version>5.6.3</jmeter.version>");
        Path installed = MadeHome.in(root.resolve("installed"), "5.5", "none");
        try (Program setup = Program.command("env", "JMETER_HOME=" + installed, Executables.java(),
                "-Drepository=" + lab, "-cp", System.getProperty("java.class.path"), SetupCommand.class.getName())) {
            assertEquals(0, setup.exitCode(), setup.output());
            assertContains(installed.toString(), setup.standardOutput());
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(Files.createDirectories(file.getParent()).resolve(file.getFileName()), text);
    }

    @Test
    void theSizeFollowsALinkAndLeavesOutTheGivenFolder() throws Exception {
        Path folder = Files.createDirectories(root.resolve("a/b"));
        sized(folder.resolve("file"), 10_000_000);
        sized(root.resolve("a/other"), 610_000);
        Files.createSymbolicLink(root.resolve("link"), root.resolve("a"));
        assertEquals("11 MB", SetupCommand.size(root.resolve("link")));
        assertEquals("0.6 MB", SetupCommand.size(root.resolve("a"), folder));
        assertEquals("10 MB", SetupCommand.size(folder));
        sized(folder.resolve("file"), 9_940_000);
        assertEquals("9.9 MB", SetupCommand.size(folder));
    }

    private static void sized(Path file, long bytes) throws IOException {
        try (RandomAccessFile random = new RandomAccessFile(file.toFile(), "rw")) {
            random.setLength(bytes);
        }
    }

    private static void shell(Path folder, String command) throws Exception {
        Process process = new ProcessBuilder("sh", "-c", command).directory(folder.toFile()).inheritIO().start();
        assertEquals(0, process.waitFor(), command);
    }

    @Override
    public void close() throws IOException {
        temporary.close();
    }
}

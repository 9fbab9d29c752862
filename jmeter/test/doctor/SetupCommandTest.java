package doctor;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import load.install.FileTree;
import testing.Test;

/** What {@code ./run.sh setup} says about carrying the folder to other machines. */
class SetupCommandTest implements AutoCloseable {
    private final Path root = Files.createTempDirectory("setup").toRealPath();

    SetupCommandTest() throws IOException {
    }

    @Test
    void whatIsPackedUnpacksElsewhereWithoutResultsAndKeys() throws Exception {
        Path folder = root.resolve("the lab's");
        for (String file : List.of(".build/a.jar", "jmeter/home/5.6.3/bin/b.jar", "jmeter/results/c.jtl",
                "jmeter/home/rmi-keystore.p12")) {
            Files.createDirectories(folder.resolve(file).getParent());
            Files.writeString(folder.resolve(file), "0123456789");
        }
        Files.writeString(folder.resolve("run.sh"), "#!/bin/sh\necho examined: $1 > said\n");
        assertTrue(folder.resolve("run.sh").toFile().setExecutable(true), "a script");
        List<String> commands = SetupCommand.carrying(folder, folder.resolve(".build"), true).lines()
                .filter(line -> line.contains("/media/stick/")).map(line -> line.replace("/media/stick/", root + "/"))
                .toList();
        assertEquals(2, commands.size(), "one to pack, one to unpack");
        shell(folder, commands.getFirst());
        Path target = Files.createDirectory(root.resolve("elsewhere"));
        shell(target, commands.getLast());
        Path copy = target.resolve("the lab's");
        assertEquals("examined: doctor\n", Files.readString(copy.resolve("said")), "the script can still be run");
        assertTrue(Files.exists(copy.resolve(".build/a.jar")), "what was built, hidden as it is");
        assertTrue(Files.exists(copy.resolve("jmeter/home/5.6.3/bin/b.jar")), "what was fetched");
        assertTrue(!Files.exists(copy.resolve("jmeter/results")), "results are this machine's");
        assertTrue(!Files.exists(copy.resolve("jmeter/home/rmi-keystore.p12")), "a key that others trust");
    }

    @Test
    void eachMachineIsToldWhatItStillNeeds() throws Exception {
        Path folder = Files.createDirectories(root.resolve("lab"));
        String jdk = root.toString();
        assertContains("Each machine needs a JDK 25", SetupCommand.carrying(folder, root, true));
        assertContains(jdk, SetupCommand.carrying(folder, root, true));
        assertTrue(!SetupCommand.carrying(folder, root, true).contains("also needs JMeter"), "it is carried");
        assertContains("Each machine also needs JMeter", SetupCommand.carrying(folder, root, false));
    }

    @Test
    void sizesFollowLinksAndLeaveOut() throws Exception {
        Path folder = Files.createDirectories(root.resolve("a/b"));
        setLength(folder.resolve("file"), 76_200_000);
        setLength(root.resolve("a/other"), 610_000);
        Files.createSymbolicLink(root.resolve("link"), root.resolve("a"));
        assertEquals("77 MB", SetupCommand.size(root.resolve("link")));
        assertEquals("0.6 MB", SetupCommand.size(root.resolve("a"), folder));
    }

    /** Of nothing: it takes no room on the disk. */
    private static void setLength(Path file, long bytes) throws IOException {
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(bytes);
        }
    }

    private static void shell(Path folder, String command) throws Exception {
        Process process = new ProcessBuilder("sh", "-c", command).directory(folder.toFile()).redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), command + ": " + said);
    }

    @Override
    public void close() throws IOException {
        FileTree.delete(root);
    }
}

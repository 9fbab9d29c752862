package doctor;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import load.install.FileTree;
import testing.Test;

/** What {@code ./run.sh setup} says about carrying the folder to other machines. */
class SetupTest implements AutoCloseable {
    private final Path root = Files.createTempDirectory("setup").toRealPath();

    SetupTest() throws IOException {
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
        List<String> commands = new Carrying(folder, folder.resolve(".build"), true).toString().lines()
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
        assertContains("Each machine needs a JDK 25", new Carrying(folder, root, true).toString());
        assertContains(jdk, new Carrying(folder, root, true).toString());
        assertTrue(!new Carrying(folder, root, true).toString().contains("also needs JMeter"), "it is carried");
        assertContains("Each machine also needs JMeter", new Carrying(folder, root, false).toString());
    }

    @Test
    void sizesFollowLinksAndLeaveOut() throws Exception {
        Path folder = Files.createDirectories(root.resolve("a/b"));
        Files.writeString(folder.resolve("file"), "0123456789");
        Files.createSymbolicLink(root.resolve("link"), root.resolve("a"));
        assertEquals(10L, Size.of(root.resolve("link")).bytes());
        assertEquals(0L, Size.without(root.resolve("a"), List.of(folder)).bytes());
        assertEquals("76 MB", new Size(76_200_000).toString());
        assertEquals("0.6 MB", new Size(610_000).toString());
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

package lab.run;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import lab.TemporaryFolder;
import testing.Test;

/** What is told of the machine, from doctored file trees. */
class EnvironmentTest implements AutoCloseable {
    private static final String LINUX = "Linux version 6.18.0 (someone@somewhere)\n";

    private final TemporaryFolder root = new TemporaryFolder();

    EnvironmentTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        root.close();
    }

    private void file(String path, String content) throws IOException {
        Path file = root.path().resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    private String layers() {
        return Environment.layers(root.path());
    }

    @Test
    void whatLiesBetweenAProgramAndTheMachineIsTold() throws Exception {
        assertContains("not told", layers());
        file("proc/version", LINUX);
        file("proc/cpuinfo", "flags\t\t: fpu vme sse\n");
        file("proc/1/cgroup", "0::/init.scope\n");
        assertContains("the machine itself", layers());
        file("proc/cpuinfo", "flags\t\t: fpu hypervisor sse\n");
        assertContains("a virtual machine", layers());
        file("proc/version", "Linux version 5.15.90.1-microsoft-standard-WSL2 (oe-user@oe-host)\n");
        assertContains("WSL, which is a virtual machine of Windows", layers());
        assertEquals(false, layers().contains("its host"), "told once");
    }

    @Test
    void containersAreToldByWhatEachLeaves() throws Exception {
        file("proc/version", LINUX);
        for (String left : new String[] {".dockerenv", "run/.containerenv", "run/systemd/container"}) {
            file(left, "");
            assertContains("a container", layers());
            Files.delete(root.path().resolve(left));
        }
        file("proc/1/cgroup", "0::/kubepods/besteffort/pod1\n");
        assertContains("a container", layers());
    }

    @Test
    void theClockIsToldWhereTheKernelSetsIt() throws Exception {
        assertContains("not told", Environment.clock(root.path()));
        String folder = "sys/devices/system/cpu/cpu0/cpufreq/";
        file(folder + "cpuinfo_min_freq", "800000\n");
        file(folder + "cpuinfo_max_freq", "4700000\n");
        file(folder + "scaling_cur_freq", "1200000\n");
        file(folder + "scaling_governor", "powersave\n");
        assertEquals("800 to 4,700 MHz by governor powersave, 1,200 MHz before the runs",
                Environment.clock(root.path()));
    }

    /** The process limit has several digits everywhere; /proc/sys answers whole, or not at all. */
    @Test
    void aKernelSettingIsReadWhole() throws Exception {
        Path setting = Path.of("/proc/sys/kernel/pid_max");
        if (Files.exists(setting)) {
            try (InputStream in = Files.newInputStream(setting)) {
                String whole = new String(in.readNBytes(100), StandardCharsets.US_ASCII).strip();
                assertEquals(whole, Environment.firstLine(setting, ""));
            }
        }
        assertEquals("unknown", Environment.firstLine(Path.of("/proc/sys/no-such-setting"), "unknown"),
                "on other operating systems");
    }
}

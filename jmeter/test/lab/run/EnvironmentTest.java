package lab.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import lab.WithFolder;
import lab.define.Load;
import testing.Test;

/** What is told of the machine, from doctored file trees, and how many users its limits leave room for. */
class EnvironmentTest extends WithFolder {
    private static final String LINUX = "Linux version 6.18.0 (someone@somewhere)\n";
    private static final String GUEST = "flags\t\t: fpu hypervisor sse\n";

    /** What its layers begin with, in order; then each file and its content. */
    private static final String[][] LAYERS = {
        {"not told"},
        {"the machine itself", "proc/version", LINUX, "proc/cpuinfo", "flags\t\t: fpu vme sse\n",
            "proc/1/cgroup", "0::/init.scope\n"},
        {"a virtual machine", "proc/version", LINUX, "proc/cpuinfo", GUEST},
        {"WSL, which is a virtual machine of Windows", "proc/version",
            "Linux version 5.15.90.1-microsoft-standard-WSL2 (oe-user@oe-host)\n", "proc/cpuinfo", GUEST},
        {"a container", "proc/version", LINUX, ".dockerenv", ""},
        {"a container", "proc/version", LINUX, "run/.containerenv", ""},
        {"a container", "proc/version", LINUX, "run/systemd/container", ""},
        {"a container; a virtual machine", "proc/version", LINUX, "proc/cpuinfo", GUEST,
            "proc/1/cgroup", "0::/kubepods/besteffort/pod1\n"}};

    @Test
    void whatLiesBetweenAProgramAndTheMachineIsToldOnce() throws Exception {
        for (int i = 0; i < LAYERS.length; i++) {
            List<String> row = List.of(LAYERS[i]);
            for (int file = 1; file < row.size(); file += 2) {
                write(i + "/" + row.get(file), row.get(file + 1));
            }
            String layers = Environment.layers(folder.resolve("" + i));
            String[] told = layers.split("; (?=a )");
            String[] expected = row.getFirst().split("; ");
            assertEquals(expected.length, told.length, row + ": " + layers);
            for (int layer = 0; layer < told.length; layer++) {
                assertTrue(told[layer].startsWith(expected[layer]), row + ": " + layers);
            }
        }
    }

    @Test
    void theClockIsToldWhereTheKernelSetsIt() throws Exception {
        assertTrue(Environment.clock(folder).startsWith("not told"), Environment.clock(folder));
        String[][] files = {{"cpuinfo_min_freq", "800000\n"}, {"cpuinfo_max_freq", "4700000\n"},
            {"scaling_cur_freq", "1200000\n"}, {"scaling_governor", "powersave\n"}};
        for (String[] file : files) {
            write("sys/devices/system/cpu/cpu0/cpufreq/" + file[0], file[1]);
        }
        assertEquals("800 to 4,700 MHz by governor powersave, 1,200 MHz before the runs", Environment.clock(folder));
        String setting = Environment.firstLine(Path.of("/proc/sys/kernel/pid_max"), "unknown");
        assertTrue(setting.matches("\\d{4,}|unknown"), "a file without a size is read whole, or not at all: " + setting);
    }

    @Test
    void aUserTakesTwoFileDescriptors() {
        assertEquals(true, FileLimit.allows(Load.closed("/meetings", 9900), 20_000), "19,800 and some besides");
        assertEquals(false, FileLimit.allows(Load.closed("/meetings", 9901), 20_000), "none left besides");
        assertEquals(true, FileLimit.allows(Load.closed("/meetings", 1_000_000), -1), "no limit known");
    }
}

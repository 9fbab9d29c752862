package lab.run;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import lab.TemporaryFolder;
import testing.Test;

/** What lies between programs and the machine, and what is told of clock and pressure, from doctored file trees. */
class HostTest implements AutoCloseable {
    private static final String LINUX = "Linux version 6.18.0 (someone@somewhere)\n";

    private final TemporaryFolder root = new TemporaryFolder();
    private final Host host = new Host(root.path());

    HostTest() throws IOException {
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

    @Test
    void aMachineOfItsOwnIsToldAsSuch() throws Exception {
        assertContains("not told", host.layers());
        file("proc/version", LINUX);
        file("proc/cpuinfo", "flags\t\t: fpu vme sse\n");
        file("proc/1/cgroup", "0::/init.scope\n");
        assertContains("the machine itself", host.layers());
    }

    @Test
    void aVirtualMachineIsTold() throws Exception {
        file("proc/version", LINUX);
        file("proc/cpuinfo", "flags\t\t: fpu hypervisor sse\n");
        assertContains("a virtual machine", host.layers());
    }

    @Test
    void wslIsTold() throws Exception {
        file("proc/version", "Linux version 5.15.90.1-microsoft-standard-WSL2 (oe-user@oe-host)\n");
        file("proc/cpuinfo", "flags\t\t: fpu hypervisor sse\n");
        assertContains("WSL, which is a virtual machine of Windows", host.layers());
        assertEquals(false, host.layers().contains("its host"), "told once");
    }

    @Test
    void containersAreToldByWhatEachLeaves() throws Exception {
        file("proc/version", LINUX);
        for (String left : new String[] {".dockerenv", "run/.containerenv", "run/systemd/container"}) {
            file(left, "");
            assertContains("a container", host.layers());
            Files.delete(root.path().resolve(left));
        }
        file("proc/1/cgroup", "0::/kubepods/besteffort/pod1\n");
        assertContains("a container", host.layers());
    }

    @Test
    void theClockIsToldWhereTheKernelSetsIt() throws Exception {
        assertContains("not told", host.clock());
        String folder = "sys/devices/system/cpu/cpu0/cpufreq/";
        file(folder + "cpuinfo_min_freq", "800000\n");
        file(folder + "cpuinfo_max_freq", "4700000\n");
        file(folder + "scaling_cur_freq", "1200000\n");
        file(folder + "scaling_governor", "powersave\n");
        assertEquals("800 to 4,700 MHz by governor powersave, 1,200 MHz before the runs", host.clock());
    }

    @Test
    void pressureIsWhatSomeTaskWaited() throws Exception {
        file("proc/pressure/cpu", "some avg10=17.98 avg60=15.74 avg300=9.89 total=2500000\n"
                + "full avg10=0.00 avg60=0.00 avg300=0.00 total=7\n");
        assertEquals(2.5, Pressure.seconds(root.path().resolve("proc"), "cpu"));
        assertEquals(Double.NaN, Pressure.seconds(root.path().resolve("proc"), "memory"), "not accounted for");
    }
}

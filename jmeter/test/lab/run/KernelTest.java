package lab.run;

import static testing.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import lab.TemporaryFolder;
import testing.Test;

/** What is told of processes that have to wait, from doctored file trees: by control groups, and by pressure. */
class KernelTest implements AutoCloseable {
    private static final long PID = 77;

    private final TemporaryFolder root = new TemporaryFolder();
    private final Path proc = root.path().resolve("proc");
    private final Path mount = root.path().resolve("cgroup");

    KernelTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        root.close();
    }

    private void process(String groups) throws IOException {
        Files.writeString(Files.createDirectories(proc.resolve(Long.toString(PID))).resolve("cgroup"), groups);
    }

    private void group(String path, String stat) throws IOException {
        Files.writeString(Files.createDirectories(mount.resolve(path)).resolve("cpu.stat"), stat);
    }

    private static String stat(int periods, int throttled) {
        return "usage_usec 900\nnr_periods " + periods + "\nnr_throttled " + throttled + "\nthrottled_usec 700\n";
    }

    private Kernel.CpuQuota.Periods read() {
        return Kernel.CpuQuota.of(proc, mount, List.of(PID)).read();
    }

    @Test
    void versionTwoCountsAGroupAndThoseAboveIt() throws Exception {
        process("0::/user.slice/run.scope\n");
        group("", "usage_usec 900\n");
        group("user.slice", stat(10, 1));
        group("user.slice/run.scope", stat(20, 2));
        group("user.slice/other.scope", stat(500, 500));
        assertEquals(new Kernel.CpuQuota.Periods(30, 3), read());
    }

    @Test
    void versionOneHasAFolderForItsController() throws Exception {
        process("4:memory:/elsewhere\n1:cpu,cpuacct:/run\n0::/\n");
        group("cpu,cpuacct", stat(0, 0));
        group("cpu,cpuacct/run", "nr_periods 40\nnr_throttled 5\nthrottled_time 700\n");
        group("unified", "usage_usec 900\n");
        assertEquals(new Kernel.CpuQuota.Periods(40, 5), read());
    }

    /** Docker with version 1: the path is the host's, the mount is the container's own group. */
    @Test
    void aContainerMaySeeItsGroupAsTheTopmost() throws Exception {
        process("3:cpu,cpuacct:/docker/0123abcd\n");
        group("cpu,cpuacct", stat(60, 7));
        assertEquals(new Kernel.CpuQuota.Periods(60, 7), read());
    }

    @Test
    void aSecondReadingTellsWhatCameSince() throws Exception {
        process("0::/run\n");
        group("run", stat(10, 1));
        Kernel.CpuQuota quota = Kernel.CpuQuota.of(proc, mount, List.of(PID, PID));
        group("run", stat(15, 4));
        assertEquals(new Kernel.CpuQuota.Periods(15, 4), quota.read(), "once, though two processes are in it");
    }

    @Test
    void whereThereAreNoGroupsNothingIsKnown() throws Exception {
        assertEquals(new Kernel.CpuQuota.Periods(Double.NaN, Double.NaN), read());
        process("0::/\n");
        group("", "usage_usec 900\n");
        assertEquals(new Kernel.CpuQuota.Periods(Double.NaN, Double.NaN), read(), "the topmost group has no limit");
    }

    @Test
    void pressureIsWhatSomeTaskWaited() throws Exception {
        Files.writeString(Files.createDirectories(proc.resolve("pressure")).resolve("cpu"),
                "some avg10=17.98 avg60=15.74 avg300=9.89 total=2500000\n"
                + "full avg10=0.00 avg60=0.00 avg300=0.00 total=7\n");
        assertEquals(2.5, Kernel.pressure(proc, "cpu"));
        assertEquals(Double.NaN, Kernel.pressure(proc, "memory"), "not accounted for");
    }
}

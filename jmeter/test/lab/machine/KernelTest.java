package lab.machine;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import lab.WithFolder;
import lab.define.Load;
import lab.machine.Kernel.CpuQuota.Periods;
import load.install.FileTree;
import process.Child;
import testing.Test;

class KernelTest extends WithFolder {
    private static final Periods UNKNOWN = new Periods(Double.NaN, Double.NaN);
    private static final List<Long> JVM = List.of(77L);

    private final RuntimeThreads threads = new RuntimeThreads(folder);

    private record Row(String why, String groups, String stats, Periods expected) {
    }

    private static final List<Row> QUOTAS = List.of(
            new Row("cgroup version 2: the process's group and the groups above it", "0::/user.slice/run.scope",
                    ".; user.slice 10 1; user.slice/run.scope 20 2; user.slice/other.scope 500 500",
                    new Periods(30, 3)),
            new Row("version 1 has a folder for each controller", "4:memory:/elsewhere\n1:cpu,cpuacct:/run\n0::/",
                    "cpu,cpuacct 0 0; cpu,cpuacct/run 40 5; memory/elsewhere 500 500; unified", new Periods(40, 5)),
            new Row("version 2 next to version 1", "0::/run", "unified/run 8 2", new Periods(8, 2)),
            new Row("Docker with version 1: the path is the host's, but the mount is the container's group",
                    "3:cpu,cpuacct:/docker/0123abcd", "cpu,cpuacct 60 7", new Periods(60, 7)),
            new Row("the topmost group has no limit", "0::/", ".", UNKNOWN),
            new Row("there are no groups", "", ".", UNKNOWN));

    @Test
    void throttlingCountsEachGroupOfTheProcessesOnce() throws Exception {
        for (int i = 0; i < QUOTAS.size(); i++) {
            Row row = QUOTAS.get(i);
            write(i + "/proc/77/cgroup", row.groups);
            for (String stat : row.stats.split("; ")) {
                String[] words = stat.split(" ");
                write(i + "/cgroup/" + words[0] + "/cpu.stat", "usage_usec 900\n" + (words.length < 3 ? ""
                        : "nr_periods " + words[1] + "\nnr_throttled " + words[2] + "\nthrottled_usec 700\n"));
            }
            assertEquals(row.expected, Kernel.CpuQuota.of(folder.resolve(i + "/proc"), folder.resolve(i + "/cgroup"),
                    List.of(77L, 77L)).read(), row.why);
        }
    }

    @Test
    void pressureIsTheTimeThatSomeTaskWaited() throws Exception {
        write("pressure/cpu", "some avg10=17.98 avg60=15.74 avg300=9.89 total=2500000\n"
                + "full avg10=0.00 avg60=0.00 avg300=0.00 total=7\n");
        assertEquals(2.5, Kernel.pressure(folder, "cpu"));
        assertEquals(Double.NaN, Kernel.pressure(folder, "memory"), "the kernel has no such file");
    }

    @Test
    void aProcessHasUsedCpuTimeAndHoldsMemoryThreadsAndFiles() {
        List<ProcessHandle> self = List.of(ProcessHandle.current());
        double used = Kernel.cpuSeconds(self);
        double reported = ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
        // the JDK leaves out the children that other tests have started
        assertTrue(used > 0 && reported - used < 1 + 0.5 * used,
                "CPU seconds: " + used + ", the JDK says " + reported);
        if (Kernel.isLinux()) {
            double kernel = Kernel.kernelSeconds(self);
            assertTrue(kernel > 0 && kernel < Kernel.cpuSeconds(self), kernel + " of " + used + " CPU seconds");
            Kernel.Footprint held = Kernel.footprint(self);
            assertTrue(held.rss() > 16 << 20 && held.rss() < 16L << 30, "bytes of memory: " + held);
            assertTrue(held.threads() > 5 && held.files() >= 3 && held.files() < held.fileLimit(), held.toString());
            assertTrue(Kernel.hasJvm(ProcessHandle.current().pid()), "this is a JVM");
            assertTrue(Kernel.listenOverflows() >= 0 && !(Kernel.cpu().busy() < used), "" + Kernel.cpu());
        }
    }

    /** A server that recycles its workers would look cheap without them. The shell says what its children used. */
    @Test
    void endedChildrenAreCounted() throws Exception {
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", "for worker in 1 2 3; do "
                + "dd if=/dev/zero of=/dev/null bs=1 count=300000 2> /dev/null & wait; done\n"
                + "times\necho ready at http://127.0.0.1:1\nsleep 1000\n:");
        Path log = folder.resolve("log");
        try (Child server = Child.startGuarded("recycling", shell, 0, log)) {
            server.awaitAddress(60);
            double[] children = Stream.of(Files.readAllLines(log).get(1).split(" "))
                    .mapToDouble(time -> Double.parseDouble(time.replaceAll(".*m|s", ""))).toArray();
            List<ProcessHandle> processes = server.processes();
            double used = Kernel.cpuSeconds(processes);
            if (Kernel.isLinux()) {
                assertTrue(children[0] + children[1] > 0.15, "children used: " + Arrays.toString(children));
                assertTrue(Math.abs(used - children[0] - children[1]) < 0.1, used + ": " + Arrays.toString(children));
                double kernel = Kernel.kernelSeconds(processes);
                assertTrue(Math.abs(kernel - children[1]) < 0.1, kernel + ": " + Arrays.toString(children));
            }
        }
    }

    @Test
    void nothingIsKnownAboutAnEndedProcess() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        assertEquals(Double.NaN, Kernel.cpuSeconds(List.of(ended.toHandle())));
        assertTrue(Kernel.cpuSeconds(List.of(ended.toHandle(), ProcessHandle.current())) > 0,
                "a worker that ends does not hide the others");
        assertEquals(new Kernel.Footprint(-1, -1, -1, -1), Kernel.footprint(List.of(ended.toHandle())));
        assertEquals(Double.NaN, Kernel.kernelSeconds(List.of(ended.toHandle())));
    }

    /** @param state S: asleep; R: running or ready */
    private String thread(int id, String name, char state, double ran, double waited) throws IOException {
        String path = "77/task/" + id + "/";
        write(path + "comm", name + "\n");
        write(path + "stat", id + " (C2 (R) x) " + state + " 1 1 0\n");
        write(path + "schedstat", Math.round(1e9 * ran) + " " + Math.round(1e9 * waited) + " 9\n");
        return folder.resolve(path).toString();
    }

    @Test
    void compilerAndCollectorAreRecognizedByTheirThreadNames() throws Exception {
        thread(77, "java", 'S', 100, 100);
        String c2 = thread(78, "C2 CompilerThre", 'S', 2, 3);
        String c1 = thread(79, "C1 CompilerThre", 'S', 0.5, 0.25);
        thread(80, "GC Thread#0", 'S', 0.125, 0);
        thread(81, "G1 Conc#0", 'S', 0.25, 0);
        thread(82, "VM Thread", 'S', 1, 0);
        thread(83, "pool-1-thread-1", 'S', 50, 50);
        RuntimeThreads.Reading reading = threads.readAll(JVM);
        assertEquals(2.5, threads.used(List.of()).compiler(), "CPU seconds of both compilers");
        assertEquals(1.375, reading.collector(), "CPU seconds of the collector");
        assertEquals(List.of(3.0, 0.25, 0.0), List.of(reading.waited(c2), reading.waited(c1), reading.waited("later")));
    }

    @Test
    void aProgramThatIsNotAJvmHasNoCompilerOrCollector() throws Exception {
        thread(77, "nginx", 'R', 1, 1);
        assertEquals(Double.NaN, threads.readAll(JVM).collector());
        assertEquals(Double.NaN, threads.used(List.of()).compiler());
        assertEquals(Double.NaN, threads.readAll(List.of(1L)).collector(), "an ended process has no collector");
    }

    private static final String LINUX = "Linux version 6.18.0 (someone@somewhere)\n";
    private static final String GUEST = "flags\t\t: fpu hypervisor sse\n";

    private static final String[][] LAYERS = {
        {"unknown"},
        {"bare metal", "proc/version", LINUX, "proc/cpuinfo", "flags\t\t: fpu vme sse\n",
            "proc/1/cgroup", "0::/init.scope\n"},
        {"a virtual machine", "proc/version", LINUX, "proc/cpuinfo", GUEST},
        {"WSL, a virtual machine on Windows", "proc/version",
            "Linux version 5.15.90.1-microsoft-standard-WSL2 (oe-user@oe-host)\n", "proc/cpuinfo", GUEST},
        {"a container", "proc/version", LINUX, ".dockerenv", ""},
        {"a container", "proc/version", LINUX, "run/.containerenv", ""},
        {"a container", "proc/version", LINUX, "run/systemd/container", ""},
        {"a container; a virtual machine", "proc/version", LINUX, "proc/cpuinfo", GUEST,
            "proc/1/cgroup", "0::/kubepods/besteffort/pod1\n"}};

    @Test
    void eachLayerBetweenAProgramAndTheMachineIsNamedOnce() throws Exception {
        for (int i = 0; i < LAYERS.length; i++) {
            List<String> row = List.of(LAYERS[i]);
            for (int file = 1; file < row.size(); file += 2) {
                write(i + "/" + row.get(file), row.get(file + 1));
            }
            String layers = Environment.layers(folder.resolve("" + i));
            String[] found = layers.split("; (?=a )");
            String[] expected = row.getFirst().split("; ");
            assertEquals(expected.length, found.length, row + ": " + layers);
            for (int layer = 0; layer < found.length; layer++) {
                assertTrue(found[layer].startsWith(expected[layer]), row + ": " + layers);
            }
        }
    }

    @Test
    void theClockRateIsReportedIfTheKernelControlsIt() throws Exception {
        assertTrue(Environment.clock(folder).startsWith("unknown"), Environment.clock(folder));
        String[][] files = {{"cpuinfo_min_freq", "800000\n"}, {"cpuinfo_max_freq", "4700000\n"},
            {"scaling_cur_freq", "1200000\n"}, {"scaling_governor", "powersave\n"}};
        for (String[] file : files) {
            write("sys/devices/system/cpu/cpu0/cpufreq/" + file[0], file[1]);
        }
        assertEquals("800 to 4,700 MHz by governor powersave, 1,200 MHz before the runs", Environment.clock(folder));
        String setting = Environment.firstLine(Path.of("/proc/sys/kernel/pid_max"), "unknown");
        assertTrue(setting.matches("\\d{4,}|unknown"), "a file of /proc has size 0, but is read whole: " + setting);
    }

    @Test
    void aUserNeedsTwoFileDescriptors() {
        assertEquals(true, FileLimit.allows(Load.closed("/meetings", 9900), 20_000), "19,800, and 200 for other files");
        assertEquals(false, FileLimit.allows(Load.closed("/meetings", 9900), 19_999),
                "199 for other files are too few");
        assertEquals(true, FileLimit.allows(Load.closed("/meetings", 1_000_000), -1), "no limit known");
    }
}

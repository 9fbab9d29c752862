package machine;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import java.lang.management.ManagementFactory;
import load.install.FileTree;
import machine.Kernel.CpuQuota.Periods;
import machine.RuntimeThreads.Used;
import process.Child;
import process.Executables;
import process.Guard;
import process.Time;
import testing.Await;
import testing.Slow;
import testing.TemporaryFolder;
import testing.Test;
import testing.Words;

/** What the kernel and living processes say. */
class MachineTest extends TemporaryFolder {
    private static final boolean IS_LINUX = Files.isReadable(Path.of("/proc/self/stat"));
    private static final int MEBIBYTE = 1 << 20;
    private static final List<ProcessHandle> SELF = List.of(ProcessHandle.current());
    private static final long PID = SELF.getFirst().pid();

    private final Kernel kernel = new Kernel(folder);
    private final RuntimeThreads threads = new RuntimeThreads(kernel);

    @Test
    void throttlingCountsEachGroupOfTheProcessesOnce() throws Exception {
        Periods unknown = new Periods(Double.NaN, Double.NaN);
        Object[][] table = {
            {"cgroup version 2: the process's group and the groups above it", "0::/user.slice/run.scope",
                ".; user.slice 10 1; user.slice/run.scope 20 2; user.slice/other.scope 500 500", new Periods(30, 3)},
            {"version 1 has a folder for each controller", "4:memory:/elsewhere\n1:cpu,cpuacct:/run\n0::/",
                "cpu,cpuacct 0 0; cpu,cpuacct/run 40 5; memory/elsewhere 500 500; unified", new Periods(40, 5)},
            {"version 2 next to version 1", "0::/run", "unified/run 8 2", new Periods(8, 2)},
            {"Docker with version 1: the path is the host's, but the mount is the container's group",
                "3:cpu,cpuacct:/docker/0123abcd", "cpu,cpuacct 60 7", new Periods(60, 7)},
            {"the topmost group has no limit", "0::/", ".", unknown}, {"there are no groups", "", ".", unknown}};
        for (int i = 0; i < table.length; i++) {
            Object[] row = table[i];
            write(i + "/proc/" + PID + "/cgroup", (String) row[1]);
            for (String stat : ((String) row[2]).split("; ")) {
                String[] words = stat.split(" ");
                write(i + "/cgroup/" + words[0] + "/cpu.stat", "usage_usec 900\n" + (words.length < 3 ? ""
                        : "nr_periods " + words[1] + "\nnr_throttled " + words[2] + "\nthrottled_usec 700\n"));
            }
            assertEquals(row[3], Kernel.CpuQuota.of(new Kernel(folder.resolve(i + "/proc")),
                    folder.resolve(i + "/cgroup"), List.of(SELF.getFirst(), SELF.getFirst())).read(), (String) row[0]);
        }
    }

    @Test
    void throttlingIsUnknownOnceAGroupHasEnded() throws Exception {
        write("proc/" + PID + "/cgroup", "0::/run");
        write("cgroup/run/cpu.stat", "nr_periods 8\nnr_throttled 2\n");
        Kernel.CpuQuota quota = Kernel.CpuQuota.of(new Kernel(folder.resolve("proc")), folder.resolve("cgroup"),
                SELF);
        assertEquals(new Periods(8, 2), quota.read());
        Files.delete(folder.resolve("cgroup/run/cpu.stat"));
        assertEquals(new Periods(Double.NaN, Double.NaN), quota.read());
    }

    @Test
    void pressureIsTheTimeThatSomeTaskWaited() throws Exception {
        write("pressure/cpu", "some avg10=17.98 avg60=15.74 avg300=9.89 total=2500000\n"
                + "full avg10=0.00 avg60=0.00 avg300=0.00 total=7\n");
        assertEquals(2.5, kernel.pressure("cpu"));
        assertEquals(Double.NaN, kernel.pressure("memory"), "the kernel has no such file");
    }

    @Test
    void compilerAndCollectorAreRecognizedByTheirThreadNames() throws Exception {
        assertEquals(Double.NaN, threads.read(SELF).collector(), "no JVM");
        String[] table = {"100 100 java", "2000 3000 C2 CompilerThre", "500 250 C1 CompilerThre", "125 0 GC Thread#0",
            "250 0 G1 Conc#0", "1000 0 VM Thread", "50 50 pool-1-thread-1"};      // milliseconds of CPU and of waiting
        for (int i = 0; i < table.length; i++) {
            String[] words = table[i].split(" ", 3);
            write(PID + "/task/" + (77 + i) + "/comm", words[2] + "\n");
            write(PID + "/task/" + (77 + i) + "/schedstat", words[0] + "000000 " + words[1] + "000000 9\n");
        }
        RuntimeThreads.Reading reading = threads.read(SELF);
        Path c2 = folder.resolve(PID + "/task/78");
        assertEquals(2.5, threads.used(List.of(), 0).compiler(), "CPU seconds of both compilers");
        assertEquals(1.375, reading.collector(), "CPU seconds of the collector");
        assertEquals(Map.of(c2 + "", 3.0, folder.resolve(PID + "/task/79") + "", 0.25), reading.waited());
        FileTree.delete(c2);
        assertEquals(reading, threads.read(SELF), "an ended thread keeps its figures");
        assertEquals(2.5, threads.used(List.of(), 0).compiler(), "CPU time must not decrease");
    }

    @Test
    void theMachinesCpuTimeIsTheSumOfAllWorkAndWhatWasStolen() throws Exception {
        write("stat", """
                cpu  1000 200 300 99999 5000 7 11 400 30 40
                cpu0 500 100 150 50000 2500 3 5 200 15 20
                cpu1 500 100 150 49999 2500 4 6 200 15 20
                intr 77 1 2
                """);
        assertEquals(new Kernel.Cpu(15.18, 4), kernel.cpu(2), "user, nice, system and both interrupts");
        Kernel.Cpu unknown = new Kernel.Cpu(Double.NaN, Double.NaN);
        assertEquals(unknown, kernel.cpu(1), "this JVM may not use all cores");
        assertEquals(unknown, new Kernel(folder.resolve("none")).cpu(2), "no /proc");
        double share = Kernel.shareOfOthers(1, Time.REAL);
        assertTrue(Double.isNaN(share) || share >= 0 && share <= 1, "a share: " + share);
    }

    @Test
    void droppedConnectionsStandInTheirColumn() throws Exception {
        assertEquals(-1L, kernel.listenOverflows(), "no /proc");
        write("net/netstat", "TcpExt: SyncookiesSent ListenOverflows ListenDrops\nTcpExt: 1 42 43\nIpExt: A B\n");
        assertEquals(42L, kernel.listenOverflows());
        write("net/netstat", "TcpExt: SyncookiesSent\nTcpExt: 1\n");
        assertEquals(-1L, kernel.listenOverflows(), "a kernel without this count");
    }

    private void process(ProcessHandle process, int rss, int threads, int files, String limit) throws IOException {
        write(process.pid() + "/status", "Name: x\nVmRSS:\t" + rss + " kB\nThreads:\t" + threads + "\n");
        write(process.pid() + "/limits", "Limit   Soft Limit   Hard Limit   Units\nMax open files   " + limit
                + "   9999   files\n");
        for (int i = 0; i < files; i++) {
            write(process.pid() + "/fd/" + i, "");
        }
    }

    @Test
    void aProgramHoldsWhatItsProcessesHoldAccordingToProc() throws Exception {
        ProcessHandle parent = SELF.getFirst().parent().orElseThrow();
        process(SELF.getFirst(), 2048, 7, 3, "1024");
        process(parent, 1024, 2, 5, "512");
        assertEquals(new Kernel.Footprint(3 << 20, 9, 5, 1024),
                kernel.footprint(List.of(SELF.getFirst(), parent)), "sums, and the most of one process");
        process(SELF.getFirst(), 2048, 7, 3, "unlimited");
        assertEquals(-1L, kernel.footprint(SELF).fileLimit());
        assertEquals(new Kernel.Footprint(-1, -1, -1, -1), new Kernel(folder.resolve("none")).footprint(SELF));
    }

    /** The name of a program may contain blanks and brackets. */
    @Test
    void endedChildrensCpuTimeIsThatOfTheirFields() throws Exception {
        String fields = IntStream.rangeClosed(4, 52).mapToObj(field -> "" + (field < 14 || field > 17 ? 9_000
                : List.of(100, 250, 70, 50).get(field - 14))).collect(Collectors.joining(" "));
        double own = kernel.cpuTime(SELF).all();
        write(SELF.getFirst().pid() + "/stat", SELF.getFirst().pid() + " (a) b (c) S " + fields + "\n");
        Kernel.CpuTime used = kernel.cpuTime(SELF);
        assertEquals(3.0, used.kernel(), "its own 2.5 s and its children's 0.5 s");
        double more = used.all() - own;
        assertTrue(more >= 1.2 && more < 60, "its children's 0.7 s and 0.5 s, and what it used meanwhile: " + more);
    }

    /** @param ignored bit 16 is signal 17, SIGCHLD */
    private void ignoring(ProcessHandle process, long ignored) throws IOException {
        write(process.pid() + "/stat", "1 (a) S " + "0 ".repeat(29) + ignored + " 0 0\n");
    }

    @Test
    void whoHasIgnoredItsEndedChildrenHasNoCpuTime() throws Exception {
        List<ProcessHandle> family = List.of(SELF.getFirst(), SELF.getFirst().parent().orElseThrow());
        long[][] table = {{0, 0, 0}, {~(1 << 16) & 0x7fffffff, 1 << 15 | 1 << 17, 0}, {1 << 16, 0, 1}, {0, 1 << 16, 1},
            {0x7fffffff, 0x7fffffff, 1}};
        for (long[] row : table) {
            ignoring(family.getFirst(), row[0]);
            ignoring(family.getLast(), row[1]);
            assertEquals(row[2] == 1, kernel.cpuTime(family).losesChildren(), Arrays.toString(row));
        }
        ignoring(family.getFirst(), 0);
        Used before = threads.used(SELF, 1_000);
        assertTrue(before.all() > 0 && before.kernel() == 0 && !before.losesChildren(), "" + before);
        Used unknown = new Used(2_000, Double.NaN, Double.NaN, Double.NaN, true);
        ignoring(family.getFirst(), 1 << 16);
        assertEquals(unknown, threads.used(SELF, 2_000));
        ignoring(family.getFirst(), 0);
        assertEquals(unknown, threads.used(SELF, 2_000), "children that ended meanwhile are still missing");
    }

    /** A program ignores what its parent ignores, unless that is a JVM that has started a process. */
    @Slow("starts a JVM")
    @Test
    void programsStartWithoutIgnoringTheirChildren() throws Exception {
        String ignoring = "trap '' CHLD; exec \"$@\"";
        Path log = folder.resolve("log");
        try (Child sleeper = Child.start("ignoring", List.of("bash", "-c", ignoring, "sh", "sleep", "1000"), log)) {
            Await.until("the shell has become sleep", () -> sleeper.processes().getFirst().info().command()
                    .filter(name -> !name.endsWith("bash")).isPresent());
            assertEquals(IS_LINUX, Kernel.REAL.cpuTime(sleeper.processes()).losesChildren());
        }
        List<String> guard = Executables.javaCommand("--enable-native-access=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"), Guard.class.getName(), "sh", "-c", "sleep 1000; :");
        List<String> command = Stream.concat(Stream.of("bash", "-c", ignoring, "sh"), guard.stream()).toList();
        try (Child started = Child.start("guard", command, log)) {
            List<ProcessHandle> programs = new ArrayList<>();
            Await.until("the guard, the shell and its child run", () -> {
                programs.clear();
                programs.addAll(started.processes());
                programs.addAll(started.processes().getFirst().descendants().toList());
                return programs.size() == 3;
            });
            assertEquals(false, Kernel.REAL.cpuTime(programs).losesChildren(), "inherited");
        }
    }

    @Test
    void readingsAreInterpolated() {
        Series<Double> series = new Series<>();
        series.add(1_000, 10.0);
        series.add(1_000, 99.0);      // the first of a millisecond counts
        series.add(2_000, 30.0);
        series.add(3_000, 20.0);
        double[][] table = {{500, 10}, {1_000, 10}, {1_250, 15}, {2_000, 30}, {2_500, 25}, {3_000, 20}, {9_000, 20}};
        for (double[] row : table) {
            assertEquals(row[1], series.at(each -> each, (long) row[0]), "at " + row[0]);
        }
        assertEquals(15.0, series.between(each -> each, 1_250, 2_000));
        assertEquals(0.0, series.between(each -> each, 2_000, 3_000), "not negative");
        Object[][] known = {{1_000, 2_000, true}, {500, 1_500, true}, {2_000, 2_500, false}, {2_400, 2_500, false},
            {1_000, 9_000, false}, {3_000, 9_000, true}};
        for (Object[] row : known) {
            assertEquals(row[2], series.knows(each -> each, (int) row[0], (int) row[1]), row[0] + " to " + row[1]);
        }
        series.add(4_000, 20.0);
        assertEquals(true, series.knows(each -> each, 3_000, 4_000), "equal");
        Series<Double> single = new Series<>();
        single.add(1_000, 10.0);
        assertEquals("false NaN", single.knows(each -> each, 0, 2_000) + " "
                + single.between(each -> each, 0, 2_000), "one reading is no difference");
    }

    @Test
    void theEnvironmentSaysWhereItRuns() throws Exception {
        String[][] table = {{"a kernel without /proc"},
            {"bare metal", "proc/version=Linux", "proc/cpuinfo=flags\t: fpu"},
            {"a virtual machine", "proc/version=Linux", "proc/cpuinfo=flags\t: fpu hypervisor lm"},
            {"WSL", "proc/version=Linux Microsoft", "proc/cpuinfo=flags\t: fpu hypervisor lm"},
            {"Docker", "proc/version=Linux", ".dockerenv="}, {"Podman", "proc/version=Linux", "run/.containerenv="},
            {"Kubernetes in a virtual machine", "proc/version=Linux", "proc/1/cgroup=0::/kubepods/x",
                "proc/cpuinfo=flags\t: hypervisor"}, {"another group", "proc/version=Linux", "proc/1/cgroup=0::/init"}};
        String frequencies = "sys/devices/system/cpu/cpu0/cpufreq/";
        StringBuilder text = new StringBuilder();
        for (String[] row : table) {
            Path root = folder.resolve(row[0]);
            for (String file : Arrays.copyOfRange(row, 1, row.length)) {
                write(row[0] + "/" + file.split("=")[0], file.replaceFirst(".*?=", "") + "\n");
            }
            text.append(row[0]).append(" -> ").append(Environment.layers(root)).append('\n');
        }
        text.append("no clock -> ").append(Environment.clock(folder)).append('\n');
        for (String name : List.of("cpuinfo_min_freq=800000", "cpuinfo_max_freq=3600000", "scaling_cur_freq=1200000")) {
            write(frequencies + name.split("=")[0], name.split("=")[1] + "\n");
        }
        text.append("a clock -> ").append(Environment.clock(folder)).append('\n');
        write(frequencies + "scaling_governor", "powersave\n");
        text.append("a clock with a governor -> ").append(Environment.clock(folder)).append('\n');
        Words.assertSame("running", "where an experiment runs", text.toString());
        Map<String, String> all = Environment.describe();
        assertEquals(List.of("begun", "machine", "runs on", "clock", "operating system", "JDK", "limits",
                "load before"), List.copyOf(all.keySet()));
        assertTrue(all.get("begun").matches("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d(:\\d\\d)?"), all.get("begun"));
        assertTrue(all.get("machine").startsWith(Runtime.getRuntime().availableProcessors() + " "), "" + all);
        double gibibytes = Double.parseDouble(all.get("machine").replaceAll(".* ([\\d.]+) GiB.*", "$1"));
        assertTrue(gibibytes > 0.25 && gibibytes < 65_536, "memory: " + gibibytes);
        assertTrue(all.get("limits").startsWith(FileLimit.descriptors() + " "), all.get("limits"));
    }

    @Test
    void aCommitIsNamedAndWhetherTheFilesAreThoseOfTheCommit() throws Exception {
        assertEquals("", Environment.commit(folder).replaceAll(",.*", ""), "no repository");
    }

    /** In this JVM, without attaching. */
    @Test
    void aJvmsBeansTellItsHeapItsThreadsAndWhatItAllocated() throws Exception {
        byte[] kept = new byte[8 * MEBIBYTE];
        CompletableFuture<Void> end = new CompletableFuture<>();
        List<Thread> waiting = IntStream.range(0, 57).mapToObj(_ -> Thread.ofVirtual().start(end::join)).toList();
        Series<Double> readings = new Series<>();
        AtomicLong millis = new AtomicLong();
        Time time = new Time() {
            @Override
            public long millis() {
                return millis.incrementAndGet();
            }

            @Override
            public long nanos() {
                return 1_000_000 * millis.get();
            }

            @Override
            public void sleep(long forMillis) {
            }
        };
        JvmProbe jvm = new JvmProbe("25", null, ManagementFactory.getPlatformMBeanServer());
        HeapProbe probe = new HeapProbe(Optional.of(jvm), 5, readings);
        probe.read(time);
        assertEquals(Double.NaN, probe.allocated(0, Long.MAX_VALUE), "one reading is no difference");
        // The JDK misses a thread that is just ending: another test's may have allocated much in the first reading.
        byte[] more = new byte[0];
        for (int again = 0; again < 50 && !(probe.allocated(0, Long.MAX_VALUE) >= 8 * MEBIBYTE); again++) {
            more = new byte[8 * MEBIBYTE];
            probe.read(time);
        }
        assertTrue(probe.allocated(0, Long.MAX_VALUE) >= more.length, "bytes allocated");
        assertEquals(1L, readings.all().firstKey(), "between the question and the answer");
        JvmProbe.Figures figures = jvm.figures().orElseThrow();
        assertTrue(figures.heapLive() > kept.length && figures.heapLive() < figures.heapMax(), "" + figures);
        assertEquals(List.of("25", Runtime.getRuntime().maxMemory() / MEBIBYTE), List.of(figures.version(),
                figures.heapMax() / MEBIBYTE));
        assertTrue(figures.virtualThreads() >= waiting.size(), "threads: " + figures);
        Reference.reachabilityFence(kept);
        end.complete(null);
        HeapProbe.NONE.read(time);
        assertEquals(Double.NaN, HeapProbe.NONE.allocated(0, 1));
        assertEquals(Optional.empty(), JvmProbe.ask(List.of()));
        assertEquals(true, HeapProbe.open(List.of()) == HeapProbe.NONE, "no process, no question");
    }

    @Test
    void aProcessHasUsedCpuTimeAndHoldsMemoryThreadsAndFiles() throws Exception {
        double used = Kernel.REAL.cpuTime(SELF).all();
        double reported = ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
        // the JDK leaves out the children that other tests have started
        assertTrue(used > 0 && reported - used < 1 + 0.5 * used, "CPU seconds: " + used + ", the JDK says " + reported);
        if (IS_LINUX) {
            Kernel.Footprint held = Kernel.REAL.footprint(SELF);
            assertTrue(held.rss() > 16 << 20 && held.rss() < 16L << 30, "bytes of memory: " + held);
            assertTrue(held.threads() > 5 && held.files() >= 3 && held.files() < held.fileLimit(), held.toString());
            Kernel.Cpu machine = Kernel.REAL.cpu(Runtime.getRuntime().availableProcessors());
            assertTrue(Kernel.REAL.listenOverflows() >= 0 && !(machine.busy() < used), "" + machine);
        }
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        assertEquals(new Kernel.CpuTime(Double.NaN, Double.NaN, false),
                Kernel.REAL.cpuTime(List.of(ended.toHandle())));
        assertEquals(new Kernel.Footprint(-1, -1, -1, -1), Kernel.REAL.footprint(List.of(ended.toHandle())));
        assertTrue(Kernel.REAL.cpuTime(List.of(ended.toHandle(), SELF.getFirst())).all() > 0,
                "it does not hide the others");
    }

    /** A server that recycles its workers would look cheap without them. The shell says what its children used. */
    @Slow("three workers compute until the kernel has counted them")
    @Test
    void endedChildrenAreCounted() throws Exception {
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", "for worker in 1 2 3; do "
                + "dd if=/dev/zero of=/dev/null bs=1 count=300000 2> /dev/null & wait; done\n"
                + "times\necho ready at http://127.0.0.1:1\nsleep 1000\n:");
        Path log = folder.resolve("log");
        try (Child server = new Child("recycling", shell, log, _ -> { }, Child.Option.GUARDED)) {
            server.awaitAddress(60);
            double[] children = Stream.of(Files.readAllLines(log).get(1).split(" "))
                    .mapToDouble(time -> Double.parseDouble(time.replaceAll(".*m|s", ""))).toArray();
            Kernel.CpuTime cpu = Kernel.REAL.cpuTime(server.processes());
            double used = cpu.all();
            double kernel = cpu.kernel();
            String all = used + " s, kernel " + kernel + " s; children " + Arrays.toString(children);
            assertTrue(!IS_LINUX || children[0] + children[1] > 0.15
                    && Math.abs(used - children[0] - children[1]) < 0.1 && Math.abs(kernel - children[1]) < 0.1, all);
        }
    }

    @Slow("attaches to this JVM, whose heap is collected several times")
    @Test
    void aJvmIsAskedForItsHeapThreadsAndAllocation() throws Exception {
        byte[] kept = new byte[8 * MEBIBYTE];
        CompletableFuture<Void> end = new CompletableFuture<>();
        List<Thread> waiting = IntStream.range(0, 57).mapToObj(_ -> Thread.ofVirtual().start(end::join)).toList();
        try (HeapProbe probe = HeapProbe.open(SELF)) {
            probe.read(Time.REAL);
            assertEquals(Double.NaN, probe.allocated(0, Long.MAX_VALUE), "one reading is no difference");
            Thread.sleep(2);      // readings are a millisecond apart
            byte[] more = new byte[8 * MEBIBYTE];
            probe.read(Time.REAL);
            assertTrue(probe.idle() > kept.length, "bytes of live heap: " + probe.idle());
            // The JDK misses a thread that is just ending: another test's may have allocated much in the first reading.
            for (int again = 0; again < 5 && probe.allocated(0, Long.MAX_VALUE) < more.length; again++) {
                Thread.sleep(2);
                probe.read(Time.REAL);
            }
            assertTrue(probe.allocated(0, Long.MAX_VALUE) >= more.length, "bytes allocated");
            JvmProbe.Figures jvm = JvmProbe.ask(SELF).orElseThrow();
            assertTrue(jvm.heapLive() > kept.length && jvm.heapLive() < jvm.heapMax(), "bytes of live heap: " + jvm);
            assertEquals(Runtime.getRuntime().maxMemory() / MEBIBYTE, jvm.heapMax() / MEBIBYTE, "MiB of heap");
            assertTrue(jvm.virtualThreads() >= waiting.size(), "threads: " + jvm);
            Reference.reachabilityFence(kept);
        }
        end.complete(null);
        try (Child sleeper = Child.start("sleeper", List.of("sleep", "1000"), folder.resolve("log"))) {
            assertEquals(Optional.empty(), JvmProbe.ask(sleeper.processes()));
            assertEquals(Double.NaN, HeapProbe.open(sleeper.processes()).idle(), "not a JVM");
            sleeper.checkAlive();
        }
    }
}

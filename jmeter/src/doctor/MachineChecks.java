package doctor;

import module java.base;
import module java.management;
import com.sun.management.OperatingSystemMXBean;
import common.figures.Figures;
import common.io.HostPort;
import common.settings.Defaults;
import doctor.Doctor.Finding;
import load.RunServer;
import load.Stats;
import machine.FileLimit;
import machine.Kernel;
import process.ListeningProcesses;
import process.Time;

final class MachineChecks {
    private static final long ENOUGH_CONNECTIONS = 5_000;
    /** The users of the experiment {@code story}. */
    private static final long FEWEST_CONNECTIONS = 1_000;
    private static final double GIB = 1 << 30;
    private static final long LOAD_MILLIS = 1_000;
    /** As in the experiments' rule "machine disturbed". */
    private static final double MOST_SHARE_OF_OTHERS = 0.1;
    private static final double LATE_SECONDS = 0.001;
    /** File systems on a network or on a virtual machine's host. 9p and drvfs are Windows drives in WSL. */
    private static final Set<String> SHARED =
            Set.of("9p", "v9fs", "drvfs", "wslfs", "nfs", "nfs4", "cifs", "smb3", "smbfs", "afpfs",
                    "webdav", "fuse.sshfs", "vboxsf", "prl_fs", "virtiofs", "fuse.vmhgfs-fuse");

    private static final int TIMEOUT_MILLIS = 1_000;

    record Port(int number, String what, String instead) {
    }

    static final List<Port> PORTS = List.of(
            new Port(Defaults.PORT, "service one",
                    "start it with --port 0, and measure it with -Jport=PORT"),
            new Port(Defaults.SERVICE_TWO_PORT, "service two",
                    "start it with --service-two-port 0, or use the running "
            + "one: --service-two 127.0.0.1:8087"),
            new Port(Defaults.STATUS_PAGE_PORT, "the status page",
                    "service one takes any free port for the page, and "
            + "prints it in its ready line; --admin-port chooses one"),
            new Port(8090, "the class's page", "choose another one: ./run.sh class --port PORT"),
            new Port(8091, "the class's voting page",
                    "choose another one: ./run.sh class --vote-port PORT"));

    private MachineChecks() {
    }

    /** Reads the soft limit of the shell that started run.sh, because this JVM has raised its own soft limit. */
    static Finding files() {
        long soft = ProcessHandle.current().parent()
                .map(shell -> Kernel.number(Path.of("/proc/" + shell.pid() + "/limits"),
                        "Max open files")).orElse(-1L);
        return files(soft, FileLimit.descriptors());
    }

    /**
     * @param soft -1 if unknown
     * @param hard -1 if unknown
     */
    static Finding files(long soft, long hard) {
        if (hard < 0) {
            return Finding.note("files",
                    "the limit on open files is unknown here (ulimit -Hn prints it)");
        }
        long connections = FileLimit.connections(hard);
        String atFirst = soft < 0 || soft == hard ? ""
                : String.format("; programs start with a limit of %,d (ulimit -Sn), which every JVM raises", soft);
        String what = String.format("%,d may be open at once (ulimit -Hn)%s. Service one needs two for each "
                + "connection, so this is enough for %,d connections", hard, atFirst, connections);
        if (connections >= ENOUGH_CONNECTIONS) {
            return Finding.ok("files", what);
        }
        return Finding.note("files", what + (connections >= FEWEST_CONNECTIONS
                        ? "; experiments leave out loads with more users"
                        : ": too few for the experiment story, which has 1,000 users"),
                "raise the hard limit to 22,000 for all of service one's 10,000 connections: as root in "
                + "/etc/security/limits.conf, with LimitNOFILE= in a systemd unit, or with docker run --ulimit "
                + "nofile=22000");
    }

    static List<Finding> ports() throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        for (Port port : PORTS) {
            findings.add(port(port,
                    isFree(port.number) ? "" : holder(port.number, TIMEOUT_MILLIS)));
        }
        return findings;
    }

    static Finding port(Port port, String holder) {
        String subject = "port " + port.number;
        return holder.isEmpty() ? Finding.ok(subject, "free, for " + port.what)
                : Finding.note(subject,
                        "taken by " + holder + "; this is the default port of " + port.what,
                        port.instead);
    }

    static boolean isFree(int port) {
        try {
            RunServer.checkFree(new HostPort("127.0.0.1", port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    static String holder(int port, int timeoutMillis) throws InterruptedException {
        HostPort address = new HostPort("127.0.0.1", port);
        try {
            Figures.Service one = Stats.ofServiceOne(Stats.at(address), timeoutMillis).service();
            return "a running service one (" + one.mode() + ", pid " + one.pid() + ")";
        } catch (IOException e) {
            // not service one
        }
        try {
            Stats.ofServiceTwo(address, timeoutMillis);
            return "a running service two";
        } catch (IOException e) {
            return ListeningProcesses.at(port).stream().findFirst()
                    .map(process -> process.info().command()
                    .map(command -> Path.of(command).getFileName().toString()).orElse("a program")
                    + " (pid " + process.pid() + ")")
                    .orElse("another program (as root, lsof -i :" + port + " says which)");
        }
    }

    static Finding size() {
        OperatingSystemMXBean system =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long total = system.getTotalMemorySize();
        long available = Kernel.number(Path.of("/proc/meminfo"), "MemAvailable:");
        return size(Runtime.getRuntime().availableProcessors(),
                available < 0 ? total : Math.min(total, available * 1_024));
    }

    /**
     * JMeter's heap takes 0.7 GiB for 1,000 users, and 2.1 GiB for 5,000.
     * Service one takes up to 0.5 GiB, and service two up to 0.25 GiB.
     */
    static Finding size(int cores, long memory) {
        String what = String.format("%d core%s, %.1f GiB of memory for programs", cores,
                cores == 1 ? "" : "s", memory / GIB);
        if (cores >= 4 && memory >= 4 * GIB) {
            return Finding.ok("machine", what + ": enough for 5,000 users, JMeter included");
        }
        return cores >= 2 && memory >= 2 * GIB
                ? Finding.note("machine",
                        what + ": easily enough for 1,000 users, JMeter included; "
                        + "5,000 users need 4 cores and 4 GiB",
                        "for many more than 1,000, run JMeter on another "
                        + "machine: jmeter/README.md, Several machines")
                : Finding.note("machine", what + ": too little for the experiment story; "
                        + "1,000 users need 2 cores and 2 GiB",
                        "use fewer users (-Jusers=300, --users 300), or two machines: jmeter/README.md");
    }

    static Finding load() throws InterruptedException {
        return load(Kernel.shareOfOthers(LOAD_MILLIS, Time.REAL), Yardsticks.ask(Yardsticks.TRIES));
    }

    /** @param share other programs' share of all cores, from 0 to 1; NaN if unknown */
    static Finding load(double share, Yardsticks yardsticks) {
        String what = (Double.isNaN(share)
                ? "not checked: the kernel does not report the CPU time of just the cores "
                + "that programs may use here (taskset, a container, or no /proc)"
                : String.format("other programs use %.0f %% of all cores now", 100 * share))
                + String.format("; a fixed computation takes %.1f ms, a sleep ends %.1f ms late",
                1e3 * yardsticks.arithmetic(), 1e3 * yardsticks.lateness());
        if (Double.isNaN(share)) {
            return Finding.note("other load", what,
                    "a report cannot say whether other programs disturbed it: look at "
                    + "the whole machine (top, outside of the container)");
        }
        if (share > MOST_SHARE_OF_OTHERS) {
            return Finding.note("other load",
                    what + "; above 10 %, use a comparison's figures with care",
                    "close other programs (top shows them), or mention this load with every figure");
        }
        return yardsticks.lateness() > LATE_SECONDS ? Finding.note("other load", what
                + ". Threads wake up late, as in virtual machines, so throughput is below the prediction",
                "quote ratios from this machine and not absolute figures")
                : Finding.ok("other load", what);
    }

    static Finding system() {
        List<String> kernel = Kernel.lines(Path.of("/proc/version"));
        return system(System.getProperty("os.name"), System.getProperty("os.arch"),
                kernel.isEmpty() ? "" : kernel.getFirst());
    }

    /** @param kernel the contents of /proc/version; empty if there is none */
    static Finding system(String name, String architecture, String kernel) {
        String maker = kernel.toLowerCase(Locale.ROOT);
        if (maker.contains("wsl2")) {
            return Finding.note("system",
                    "WSL 2, a virtual machine under Windows; nobody has tried it yet. It gets "
                    + "half of the computer's memory, and shares the cores with Windows. A browser in Windows reaches "
                    + "it at 127.0.0.1",
                    "close other programs in Windows, too; .wslconfig gives it more (memory=, processors=)");
        }
        if (maker.contains("microsoft")) {
            return Finding.note("system", "WSL 1, which only emulates Linux: no figure is valid",
                    "in PowerShell: wsl --set-version DISTRIBUTION 2");
        }
        if (name.startsWith("Mac")) {
            return Finding.note("system",
                    name + ": only Linux has /proc, so here reports have no figures for "
                    + "memory, threads and the machine's CPU time; nobody has tried this system yet");
        }
        if (name.equals("Linux") && !architecture.equals("amd64")) {
            return Finding.note("system",
                    name + " on " + architecture + ": nobody has tried this processor yet");
        }
        return name.equals("Linux") ? Finding.ok("system", name)
                : Finding.missing("system",
                        name + ": the scripts are for bash, and figures come from /proc",
                        "on Windows, work inside WSL 2 (in PowerShell: wsl --install)");
    }

    static Finding folder(Path repository) {
        return folder(repository, fileSystem(repository), Files.isWritable(repository));
    }

    static String fileSystem(Path folder) {
        try {
            return Files.getFileStore(folder).type();
        } catch (IOException e) {
            return "unknown file system";      // in a chroot, no mount point may be known
        }
    }

    static Finding folder(Path folder, String type, boolean isWritable) {
        if (!isWritable) {
            return Finding.missing("folder",
                    folder + " is not writable: builds and results go there",
                    "copy it to a folder of your own");
        }
        return !SHARED.contains(type) ? Finding.ok("folder", folder + " (" + type + ")")
                : Finding.note("folder",
                        folder + " is on " + type + ", another system's drive. Builds and JMeter's "
                        + "samples are slow there, which disturbs measurements",
                        "copy it to a folder of this system, such as your home");
    }
}

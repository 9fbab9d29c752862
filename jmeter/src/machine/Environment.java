package machine;

import module java.base;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import process.Child;

public final class Environment {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private Environment() {
    }

    public static Map<String, String> describe() {
        Path root = Path.of("/");
        Map<String, String> all = new LinkedHashMap<>();
        all.put("begun", LocalDateTime.now().truncatedTo(ChronoUnit.SECONDS).toString().replace('T', ' '));
        all.put("machine", machine());
        all.put("runs on", layers(root));
        all.put("clock", clock(root));
        all.put("operating system", System.getProperty("os.name") + " " + System.getProperty("os.version") + ", "
                + System.getProperty("os.arch"));
        all.put("JDK", jdk());
        all.put("limits", FileLimit.descriptors() + " file descriptors, listen queue "
                + firstLine(Path.of("/proc/sys/net/core/somaxconn"), "unknown"));
        all.put("load before", String.format(Locale.ROOT, "%.2f runnable tasks on average in the last minute",
                SYSTEM.getSystemLoadAverage()));
        return all;
    }

    public static String jdk() {
        return System.getProperty("java.vendor") + " " + System.getProperty("java.runtime.version");
    }

    public static String machine() {
        String processor = Kernel.lines(Path.of("/proc/cpuinfo")).stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst().orElse("unknown make");
        return String.format(Locale.ROOT, "%d cores of %s, %.1f GiB of memory",
                Runtime.getRuntime().availableProcessors(), processor,
                SYSTEM.getTotalMemorySize() / (double) (1 << 30));
    }

    static String layers(Path root) {
        String version = firstLine(root.resolve("proc/version"), "");
        if (version.isEmpty()) {
            return "unknown on this operating system";
        }
        boolean wsl = version.toLowerCase(Locale.ROOT).contains("microsoft");
        List<String> layers = new ArrayList<>();
        if (wsl) {
            layers.add("WSL, a virtual machine on Windows: Windows' own load is invisible here");
        }
        if (isContainer(root)) {
            layers.add("a container: other containers, invisible here, may share its cores and memory");
        }
        // Hypervisors set this CPU flag for their guests. ARM has no such flag.
        if (!wsl && Kernel.lines(root.resolve("proc/cpuinfo")).stream()
                .anyMatch(line -> line.startsWith("flags") && line.contains(" hypervisor"))) {
            layers.add("a virtual machine: its host's load is visible only as stolen time");
        }
        return layers.isEmpty() ? "bare metal, according to the kernel" : String.join("; ", layers);
    }

    /** Docker, Podman and systemd-nspawn create a file. Kubernetes and LXC appear in the control group of process 1. */
    private static boolean isContainer(Path root) {
        return Stream.of(".dockerenv", "run/.containerenv", "run/systemd/container")
                .anyMatch(file -> Files.exists(root.resolve(file)))
                || Kernel.lines(root.resolve("proc/1/cgroup")).stream()
                .anyMatch(line -> line.matches(".*(docker|kubepods|lxc|containerd).*"));
    }

    static String clock(Path root) {
        Path first = root.resolve("sys/devices/system/cpu/cpu0/cpufreq");
        double[] megahertz = Stream.of("cpuinfo_min_freq", "cpuinfo_max_freq", "scaling_cur_freq")
                .map(name -> firstLine(first.resolve(name), ""))
                .filter(line -> line.matches("\\d+"))
                .mapToDouble(text -> Double.parseDouble(text) / 1e3)
                .toArray();
        if (megahertz.length < 3) {
            return "unknown rate";
        }
        return String.format(Locale.ROOT, "%,.0f to %,.0f MHz by governor %s, %,.0f MHz before the runs",
                megahertz[0], megahertz[1],
                firstLine(first.resolve("scaling_governor"), "unknown"), megahertz[2]);
    }

    static String firstLine(Path file, String otherwise) {
        return Kernel.lines(file).stream().findFirst().orElse(otherwise);
    }

    public static String commit(Path repository) throws InterruptedException {
        String folder = repository.toString();
        return Child.outputOf("git", "-C", folder, "rev-parse", "--short", "HEAD")
                + (Child.outputOf("git", "-C", folder, "status", "--porcelain", "--untracked-files=no").isEmpty() ? ""
                : ", with uncommitted changes");
    }
}

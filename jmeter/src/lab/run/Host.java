package lab.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * What lies between a program and the machine: WSL, a container, a virtual machine; and what is told of the clock of
 * the cores. Found in the files below a root, which is / but in tests. Immutable.
 */
public record Host(Path root) {
    private static final double KILO = 1e3;

    public static Host here() {
        return new Host(Path.of("/"));
    }

    /** In words, for the report; where nothing tells, it says that. */
    public String layers() {
        if (Kernel.lines(root.resolve("proc/version")).isEmpty()) {
            return "not told by this operating system";
        }
        List<String> layers = new ArrayList<>();
        if (isWsl()) {
            layers.add("WSL, which is a virtual machine of Windows: what Windows does meanwhile is not seen here");
        }
        if (isContainer()) {
            layers.add("a container: its cores, its memory and its clock may be shared with containers that are not "
                    + "seen here");
        }
        if (!isWsl() && isVirtual()) {
            layers.add("a virtual machine: what its host does meanwhile is seen as far as it is told as stolen time");
        }
        return layers.isEmpty() ? "the machine itself, as far as the kernel tells" : String.join("; ", layers);
    }

    /** Microsoft's kernels say so. */
    private boolean isWsl() {
        return Kernel.lines(root.resolve("proc/version")).stream()
                .anyMatch(line -> line.toLowerCase(Locale.ROOT).contains("microsoft"));
    }

    /** Docker and Podman leave a file; Kubernetes, LXC and systemd-nspawn are told by the first process's group. */
    private boolean isContainer() {
        return Files.exists(root.resolve(".dockerenv")) || Files.exists(root.resolve("run/.containerenv"))
                || Files.exists(root.resolve("run/systemd/container"))
                || Kernel.lines(root.resolve("proc/1/cgroup")).stream()
                .anyMatch(line -> line.matches(".*(docker|kubepods|lxc|containerd).*"));
    }

    /** A bit that every hypervisor sets for its guests; on ARM nothing tells. */
    private boolean isVirtual() {
        return Kernel.lines(root.resolve("proc/cpuinfo")).stream()
                .anyMatch(line -> line.startsWith("flags") && line.contains(" hypervisor"));
    }

    /** Whether the kernel changes the cores' clock, and between which frequencies. */
    public String clock() {
        Path first = root.resolve("sys/devices/system/cpu/cpu0/cpufreq");
        OptionalLong least = number(first.resolve("cpuinfo_min_freq"));
        OptionalLong greatest = number(first.resolve("cpuinfo_max_freq"));
        OptionalLong now = number(first.resolve("scaling_cur_freq"));
        if (least.isEmpty() || greatest.isEmpty() || now.isEmpty()) {
            return "not told; the arithmetic before each run shows whether it changed";
        }
        return String.format(Locale.ROOT, "%,.0f to %,.0f MHz by governor %s, %,.0f MHz before the runs",
                least.getAsLong() / KILO, greatest.getAsLong() / KILO,
                String.join("", Kernel.lines(first.resolve("scaling_governor"))), now.getAsLong() / KILO);
    }

    private static OptionalLong number(Path file) {
        return Kernel.lines(file).stream().filter(line -> line.matches("\\d+")).mapToLong(Long::parseLong).findFirst();
    }
}

package lab.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What control groups with a limit on CPU time have kept from some processes: theirs and all groups above, each of
 * which may have a limit. A group that has used up its share stands still for the rest of the period, mostly 100 ms.
 * Reads version 2 and version 1 (the kernel's Documentation/admin-guide/cgroup-v2.rst and scheduler/sched-bwc.rst).
 *
 * @param files the cpu.stat of each group that has a limit, or may get one
 */
record CpuQuota(List<Path> files) {
    /** Where version 2 is mounted, where version 1 is beside it, and where version 1 has its CPU controller. */
    private static final List<String> UNIFIED = List.of("", "unified");
    private static final List<String> CPU = List.of("cpu,cpuacct", "cpu", "cpuacct,cpu");

    /** Since the groups were made: periods in which a group ran, and those of them in which it was stopped. */
    record Periods(double all, double throttled) {
    }

    static CpuQuota of(Path proc, Path mount, Collection<Long> processes) {
        Set<Path> files = new LinkedHashSet<>();
        processes.stream().flatMap(pid -> Kernel.lines(proc.resolve(pid + "/cgroup")).stream()).distinct()
                .map(line -> line.split(":", 3)).forEach(group -> folders(mount, group[1])
                        .forEach(folder -> addUpwards(folder, group[2], files)));
        return new CpuQuota(List.copyOf(files));
    }

    /** @param controllers as /proc/PID/cgroup names them: none for version 2, see cgroups(7) */
    private static Stream<Path> folders(Path mount, String controllers) {
        boolean cpu = List.of(controllers.split(",")).contains("cpu");
        return (controllers.isEmpty() ? UNIFIED : cpu ? CPU : List.<String>of()).stream().map(mount::resolve);
    }

    /** In a container the path may be the host's, and its group be mounted where the host has the topmost one. */
    private static void addUpwards(Path folder, String group, Set<Path> files) {
        for (Path path = Path.of(group); path != null; path = path.getParent()) {
            Path file = folder.resolve(Path.of("/").relativize(path).toString()).resolve("cpu.stat");
            if (Files.isReadable(file) && number(file, "nr_periods") >= 0) {
                files.add(file);
            }
        }
    }

    /** NaN where no group of theirs can have a limit, or this machine has no groups. */
    Periods read() {
        if (files.isEmpty()) {
            return new Periods(Double.NaN, Double.NaN);
        }
        return new Periods(files.stream().mapToDouble(file -> number(file, "nr_periods")).sum(),
                files.stream().mapToDouble(file -> number(file, "nr_throttled")).sum());
    }

    /** -1 where there is none. */
    private static double number(Path file, String key) {
        return Kernel.lines(file).stream().map(line -> line.split(" ")).filter(words -> words[0].equals(key))
                .mapToDouble(words -> Double.parseDouble(words[1])).findFirst().orElse(-1);
    }
}

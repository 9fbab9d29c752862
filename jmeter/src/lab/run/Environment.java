package lab.run;

import com.sun.management.OperatingSystemMXBean;
import common.process.Child;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import lab.define.Experiment;

/** What a reader must know of the machine and the programs to judge the figures. Stateless. */
public final class Environment {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private Environment() {
    }

    /** Name to value, in the order to show. */
    public static Map<String, String> describe(Installation installation, Experiment experiment)
            throws InterruptedException {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("begun", LocalDateTime.now().truncatedTo(ChronoUnit.SECONDS).toString().replace('T', ' '));
        all.put("machine", machine());
        all.put("runs on", Host.here().layers());
        all.put("clock", Host.here().clock());
        all.put("operating system", System.getProperty("os.name") + " " + System.getProperty("os.version") + ", "
                + System.getProperty("os.arch"));
        all.put("JDK", System.getProperty("java.vendor") + " " + System.getProperty("java.runtime.version"));
        all.put("JMeter", installation.jmeter().version());
        all.put("which program ran where", installation.places().description());
        all.put("service one's JVM options", jvmOptions(installation.jvmOptions("service-one")));
        if (!installation.places().serviceTwo().isElsewhere()) {
            all.put("service two's JVM options", jvmOptions(installation.jvmOptions("service-two")));
        }
        all.put("service two", "delay " + experiment.delay() + " ms, each of three stages " + experiment.stageDelay()
                + " ms"
                + (experiment.authorizePermits() == 0 ? "" : ", " + experiment.authorizePermits()
                + " authorisations at once")
                + (experiment.faults().arguments().isEmpty() ? ""
                : ", " + String.join(" ", experiment.faults().arguments())));
        all.put("limits", FileLimit.descriptors() + " file descriptors, listen queue "
                + firstLine(Path.of("/proc/sys/net/core/somaxconn")));
        all.put("load before", String.format(Locale.ROOT, "%.2f runnable on average in the last minute",
                SYSTEM.getSystemLoadAverage()));
        all.put("commit", commit(installation.repository()));
        return all;
    }

    static String machine() {
        return String.format(Locale.ROOT, "%d cores of %s, %.1f GiB of memory",
                Runtime.getRuntime().availableProcessors(), processor(),
                SYSTEM.getTotalMemorySize() / (double) (1 << 30));
    }

    private static String processor() {
        return Kernel.lines(Path.of("/proc/cpuinfo")).stream().filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip()).findFirst().orElse("unknown make");
    }

    private static String jvmOptions(Path file) {
        String options = String.join(" ", Kernel.lines(file).stream().map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#")).toList());
        return options.isEmpty() ? "none" : options;
    }

    static String firstLine(Path file) {
        return Kernel.lines(file).stream().findFirst().orElse("unknown");
    }

    private static String commit(Path repository) throws InterruptedException {
        String folder = repository.toString();
        return Child.outputOf("git", "-C", folder, "rev-parse", "--short", "HEAD")
                + (Child.outputOf("git", "-C", folder, "status", "--porcelain", "--untracked-files=no").isEmpty() ? ""
                : ", with changes that are not committed");
    }
}

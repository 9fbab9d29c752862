package doctor;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Locale;
import lab.run.Kernel;

/**
 * Whether the machine is large enough to hold both services and JMeter. Immutable.
 *
 * @param cores  that this program may use
 * @param memory bytes that programs may still take, or all that there are where that is not known
 */
record SizeCheck(int cores, long memory) {
    private static final double GIB = 1 << 30;

    /**
     * A load of one second's requests, and what it takes. JMeter's heap is 0.7 GiB for the first and 2.1 GiB for the
     * second; service one takes up to half a GiB, service two a quarter. A request of the main route costs all three
     * programs at most 0.6 ms of CPU time together, and no figure counts where more than 90 % of all cores are busy.
     */
    private enum Load {
        STORY(1_000, 2, 2), GREAT(5_000, 4, 4);

        private final int users;
        private final int cores;
        private final int gibibytes;

        Load(int users, int cores, int gibibytes) {
            this.users = users;
            this.cores = cores;
            this.gibibytes = gibibytes;
        }

        private boolean fits(SizeCheck machine) {
            return machine.cores >= cores && machine.memory >= gibibytes * GIB;
        }

        private String need() {
            return String.format(Locale.ROOT, "%,d users take %d cores and %d GiB", users, cores, gibibytes);
        }
    }

    static SizeCheck look() {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long total = system.getTotalMemorySize();      // of the container, where there is one
        long available = Kernel.lines(Path.of("/proc/meminfo")).stream()
                .filter(line -> line.startsWith("MemAvailable:")).map(line -> line.split("\\s+")[1])
                .mapToLong(Long::parseLong).map(kibibytes -> kibibytes * 1024).findFirst().orElse(total);
        return new SizeCheck(Runtime.getRuntime().availableProcessors(), Math.min(total, available));
    }

    Finding finding() {
        String what = String.format(Locale.ROOT, "%d %s, %.1f GiB of memory for programs", cores,
                cores == 1 ? "core" : "cores", memory / GIB);
        if (Load.GREAT.fits(this)) {
            return Finding.ok("machine", what + ": enough for 5,000 users with JMeter on it");
        }
        return Load.STORY.fits(this)
                ? Finding.note("machine", what + ": enough for 1,000 users with JMeter on it, at ease; "
                        + Load.GREAT.need(), "for many more than 1,000, let JMeter run on another machine: "
                        + "jmeter/README.md, Several machines")
                : Finding.note("machine", what + ": too little for the story with JMeter on it; " + Load.STORY.need(),
                        "use fewer users (-Jusers=300, --users 300), or two machines: jmeter/README.md");
    }
}

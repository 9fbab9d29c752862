package lab.run;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/** How busy the machine is with anything but this process. Stateless. */
public final class MachineLoad {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private MachineLoad() {
    }

    /**
     * The share of all cores, from 0 to 1, that others use or that the hypervisor takes while this waits; NaN where the
     * machine doesn't tell, as on macOS.
     */
    public static double ofOthers(long millis) throws InterruptedException {
        double before = othersSeconds();
        long begun = System.nanoTime();
        TimeUnit.MILLISECONDS.sleep(millis);
        double cores = (System.nanoTime() - begun) / 1e9 * Runtime.getRuntime().availableProcessors();
        double share = (othersSeconds() - before) / cores;
        return Double.isNaN(share) ? Double.NaN : Math.clamp(share, 0, 1);
    }

    private static double othersSeconds() {
        Kernel.Cpu machine = Kernel.cpu();
        return machine.busy() + machine.stolen() - SYSTEM.getProcessCpuTime() / 1e9;
    }
}

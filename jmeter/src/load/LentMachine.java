package load;

import common.process.Child;
import java.time.Duration;

/**
 * What a jmeter-server of this project knows of itself and its machine. {@code busy} is written by the thread that
 * copies JMeter's output, and volatile because the listener's thread reads it.
 */
public final class LentMachine {
    private static final String BEGINS = "Starting the test on host ";
    private static final String ENDS = "Finished the test on host ";

    private volatile boolean busy;

    /** Takes note of a line that its JMeter printed. */
    public void read(String line) {
        if (line.startsWith(BEGINS)) {
            busy = true;
        } else if (line.startsWith(ENDS)) {
            busy = false;
        }
    }

    boolean isBusy() {
        return busy;
    }

    public Stats.Generator stats(Child jmeter) {
        long cpu = jmeter.processes().stream().mapToLong(process ->
                process.info().totalCpuDuration().map(Duration::toMillis).orElse(-1L)).findFirst().orElse(-1L);
        return new Stats.Generator(System.currentTimeMillis(), cpu, Runtime.getRuntime().availableProcessors(),
                busy);
    }
}

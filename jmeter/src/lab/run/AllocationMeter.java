package lab.run;

import java.io.IOException;
import java.util.List;
import javax.management.ObjectName;

/**
 * Reads how much another JVM has allocated: the total over all of its threads, ended ones too, exact to the byte. What
 * virtual threads allocate is counted for their carriers, so it is in the total (JDK 21 and newer). Owns a connection
 * that is opened before the load, so that a reading in it is one call. Used by the runner's thread.
 */
public record AllocationMeter(JvmConnection connection) implements AutoCloseable {

    /** @throws IOException where the program is no JVM, or does not answer */
    public static AllocationMeter open(List<ProcessHandle> processes) throws IOException, InterruptedException {
        long pid = JvmConnection.find(processes).orElseThrow(() -> new IOException("it is no JVM"));
        AllocationMeter meter = new AllocationMeter(JvmConnection.inTime(() -> JvmConnection.open(pid)));
        meter.bytes();      // the first call loads classes at both ends
        return meter;
    }

    /** Since the JVM's start. */
    public long bytes() throws IOException, InterruptedException {
        return JvmConnection.inTime(() -> ((Number) connection.beans()
                .getAttribute(new ObjectName("java.lang:type=Threading"), "TotalThreadAllocatedBytes")).longValue());
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}

package lab.run;

import module java.base;
import experiment.Run;

/** Makes the measurement of one run. */
public interface Measurer {
    /** @param jtl where JMeter writes its samples */
    Run.Measurement measure(Slot slot, Path jtl) throws IOException, InterruptedException;

    /** What a reader of the results should know. */
    default Set<String> notes() {
        return Set.of();
    }
}

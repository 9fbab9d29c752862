package lab.run;

import module java.base;
import machine.Kernel.CpuQuota.Periods;
import machine.Kernel;
import machine.RuntimeThreads.Used;
import machine.RuntimeThreads;
import process.Time;

final class Meters {
    private Meters() {
    }

    /**
     * A meter of programs that do not run.
     *
     * @param readings a moment, service one's CPU seconds until then (NaN if it loses children), and its compiler's
     */
    static UsageMeter of(double[]... readings) {
        UsageMeter meter = new UsageMeter(List::of, new RunningServiceTwo(null, null), List::of, Time.REAL);
        for (double[] each : readings) {
            meter.add((long) each[0], new UsageMeter.Snapshot(new double[] {each[1], 2 * each[1], 3 * each[1]},
                    new Kernel.Cpu(6 * each[1], 0), 0, new Periods(0, 0), 0, 0,
                    new RuntimeThreads.Reading(0, Map.of("C2", 0.0))));
            meter.add(new Used((long) each[0], each[1], each[1] / 2, each[2], Double.isNaN(each[1])));
        }
        meter.readFootprints();
        return meter;
    }
}

package lab.run;

import module java.base;
import experiment.Run.Costs;
import experiment.Run.Elsewhere;
import experiment.Run.Jvm;
import experiment.Run.Measurement;
import experiment.Run.Requests;
import experiment.Run.Usage;
import experiment.Run.WarmUp;
import experiment.Run.Work;
import lab.run.UsageMeter.Part;
import process.Time;

/**
 * A service that runs already, as one more contender: nothing of it is started or ended here. Its CPU time is known if
 * its processes are. What service two used is unknown.
 */
public final class AlreadyRunning {
    private static final Usage UNKNOWN = new Usage(Double.NaN, Double.NaN, -1, -1, -1, -1);
    private static final Work UNKNOWN_WORK = new Work(Map.of(), Double.NaN, Double.NaN, null);

    private final UsageMeter meter;

    /** @param processes of the service; empty if it runs on another machine */
    public AlreadyRunning(List<ProcessHandle> processes, Supplier<List<ProcessHandle>> generator, Time time) {
        meter = new UsageMeter(() -> processes, List::of, generator, Optional.empty(), time);
        read();
    }

    /** Called about each second of the load. */
    public void read() {
        meter.read();
        meter.readFootprints();
    }

    public Measurement measurement(Samples.Edges window, Requests requests) {
        long from = window.from();
        long to = window.to();
        Costs costs = new Costs(meter.kernel(from, to), Double.NaN, Double.NaN, meter.losesChildren(to));
        return new Measurement(
                window.seconds(),
                requests,
                meter.usage(Part.SERVICE_ONE, from, to),
                UNKNOWN,
                meter.usage(Part.GENERATOR, from, to),
                meter.machine(from, to),
                Jvm.NONE,
                List.of(),
                new Elsewhere(false, List.of()),
                UNKNOWN_WORK,
                meter.compilation(from, to),
                WarmUp.NONE,
                costs,
                null);
    }
}

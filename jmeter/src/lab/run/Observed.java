package lab.run;

import module java.base;
import experiment.Run.Beside;
import experiment.Run.Costs;
import experiment.Run.Elsewhere;
import experiment.Run.Jvm;
import experiment.Run.Measurement;
import experiment.Run.Requests;
import experiment.Run.Sample;
import experiment.Run.Tick;
import experiment.Run.WarmUp;
import lab.run.Samples.Edges;
import lab.run.UsageMeter.Part;
import machine.HeapProbe;
import process.Time;

/**
 * What was recorded during a run's load.
 *
 * @param from  in milliseconds since 1970, like {@code to}; samples may cut this window
 * @param sample null if there was no good answer
 */
public record Observed(long from, long to, UsageMeter meter, HeapProbe heap, Jvm jvm, Sample sample,
        RunningServiceTwo serviceTwo, Generator generator) {
    /**
     * Of a service that runs already, as one more contender: nothing of it is started or ended here. Its CPU time is
     * known if its processes are. What service two used is unknown.
     *
     * @param processes of the service; empty if it runs on another machine
     */
    public static Observed ofRunning(List<ProcessHandle> processes, Supplier<List<ProcessHandle>> generators,
            Generator generator, Time time) {
        RunningServiceTwo unknown = new RunningServiceTwo(null, null);
        UsageMeter meter = new UsageMeter(() -> processes, unknown, generators, time);
        Observed running = new Observed(0, Long.MAX_VALUE, meter, HeapProbe.NONE, Jvm.NONE, null, unknown, generator);
        running.read();
        return running;
    }

    /** Called about each second of the load. */
    public void read() {
        meter.read();
        meter.readFootprints();
    }

    /** @param beside null without a second load */
    public Measurement measurement(Edges window, Requests requests, List<Tick> ticks, WarmUp warmUp, Beside beside) {
        long start = window.from();
        long end = window.to();
        return new Measurement(
                window.seconds(),
                requests,
                meter.usage(Part.SERVICE_ONE, start, end),
                meter.usage(Part.SERVICE_TWO, start, end),
                meter.usage(Part.GENERATOR, start, end),
                meter.machine(start, end),
                jvm,
                ticks,
                new Elsewhere(serviceTwo.isElsewhere(), generator.machines(start, end)),
                serviceTwo.work(start, end, sample),
                meter.compilation(start, end),
                warmUp,
                new Costs(meter.kernel(start, end), heap.allocated(start, end), heap.idle(), meter.losesChildren(end)),
                beside);
    }
}

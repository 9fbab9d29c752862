package experiment.machine;

import experiment.statistics.MachineUsage;
import experiment.statistics.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import process.Child;

/**
 * Reads, whenever it is told to, what the three programs of a run and the whole machine have used until then, and tells
 * what they used between two moments. Owns its readings; used by the runner's thread.
 */
public final class UsageMeter {
    /** Everything at one moment: CPU seconds since each program's start, or the machine's. */
    private record Reading(long millis, double serviceOne, double serviceTwo, double generator, Kernel.Cpu machine,
            long listenOverflows) {
    }

    private final Child serviceOne;
    private final Child serviceTwo;
    private final Child generator;
    private final List<Reading> readings = new ArrayList<>();

    public UsageMeter(Child serviceOne, Child serviceTwo, Child generator) {
        this.serviceOne = serviceOne;
        this.serviceTwo = serviceTwo;
        this.generator = generator;
    }

    /** Takes a reading. @return its time, in milliseconds since 1970, as JMeter's samples have it */
    public long read() {
        long now = System.currentTimeMillis();
        readings.add(new Reading(now, cpu(serviceOne), cpu(serviceTwo), cpu(generator), Kernel.cpu(),
                Kernel.listenOverflows()));
        return now;
    }

    public List<Long> times() {
        return readings.stream().map(Reading::millis).toList();
    }

    public double serviceOneCpu(long from, long to) {
        return between(Reading::serviceOne, from, to);
    }

    public double serviceTwoCpu(long from, long to) {
        return between(Reading::serviceTwo, from, to);
    }

    public double generatorCpu(long from, long to) {
        return between(Reading::generator, from, to);
    }

    /** @param held at the window's end */
    public Usage serviceOne(Footprint held, long from, long to) {
        return usage(held, Reading::serviceOne, from, to);
    }

    public Usage serviceTwo(Footprint held, long from, long to) {
        return usage(held, Reading::serviceTwo, from, to);
    }

    public Usage generator(Footprint held, long from, long to) {
        return usage(held, Reading::generator, from, to);
    }

    public MachineUsage machine(long from, long to) {
        double before = at(reading -> reading.listenOverflows(), from);
        double after = at(reading -> reading.listenOverflows(), to);
        return new MachineUsage(Runtime.getRuntime().availableProcessors(), between(r -> r.machine().busy(), from, to),
                between(r -> r.machine().stolen(), from, to), before < 0 ? -1 : Math.round(after - before));
    }

    private Usage usage(Footprint held, ToDoubleFunction<Reading> cpu, long from, long to) {
        return new Usage(between(cpu, from, to), between(cpu, from, from + (to - from) / 2), held.rss(), held.threads(),
                held.files(), held.fileLimit());
    }

    private double between(ToDoubleFunction<Reading> value, long from, long to) {
        return at(value, to) - at(value, from);
    }

    /** The value at a moment, on the straight line between the readings around it. */
    private double at(ToDoubleFunction<Reading> value, long millis) {
        Reading before = readings.getFirst();
        for (Reading reading : readings) {
            if (reading.millis() >= millis) {
                double share = reading.millis() == before.millis() ? 1
                        : (double) (millis - before.millis()) / (reading.millis() - before.millis());
                return value.applyAsDouble(before) + Math.max(0,
                        share) * (value.applyAsDouble(reading) - value.applyAsDouble(before));
            }
            before = reading;
        }
        return value.applyAsDouble(before);
    }

    private static double cpu(Child program) {
        List<ProcessHandle> processes = program.processes();
        return processes.isEmpty() ? Double.NaN : processes.stream().mapToDouble(CpuClock::seconds).sum();
    }
}

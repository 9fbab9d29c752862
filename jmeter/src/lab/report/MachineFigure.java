package lab.report;

import java.util.List;
import java.util.function.ToDoubleFunction;
import lab.judge.Run.Measurement;

/** A figure of what the JVM and the machine did beside the requests, for the page and for the CSV. Stateless. */
record MachineFigure(String title, ToDoubleFunction<Measurement> value) {
    static final List<MachineFigure> ALL = List.of(
            new MachineFigure("compiler CPU s", m -> m.compilation().compilerSeconds()),
            new MachineFigure("compiler waited %", m -> 100 * m.compilation().waited()),
            new MachineFigure("methods queued", m -> m.jvm().compileQueue()),
            new MachineFigure("collector CPU s", m -> m.compilation().collectorSeconds()),
            new MachineFigure("throttled %", m -> 100 * m.machine().contention().throttledShare()),
            new MachineFigure("pressure on cores %", m -> 100 * m.machine().contention().cpuPressure()),
            new MachineFigure("pressure on memory %", m -> 100 * m.machine().contention().memoryPressure()),
            new MachineFigure("stolen %", m -> 100 * m.stolenShare()),
            new MachineFigure("round trip µs", m -> 1e6 * m.yardsticks().roundTrip()));

    double of(Measurement measurement) {
        return value.applyAsDouble(measurement);
    }
}

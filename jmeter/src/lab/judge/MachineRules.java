package lab.judge;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import lab.judge.Run.Contention;
import lab.judge.Run.Measurement;
import lab.judge.ValidityRules.Rule;

/**
 * The rules on what the machine kept from the programs: cores from the compiler, time from a control group, memory, and
 * time from the whole virtual machine.
 */
final class MachineRules {
    /**
     * Both halves, because a JVM that has just begun to want its compiler in one of them is told by "cost not steady";
     * where it wants it in both and waits in both, the halves are alike, and nothing else tells. More than half,
     * because a compiler that has a core for half of its time still gets its work done in twice the time.
     */
    static final Rule COMPILER = new Rule("compiler starved",
            "no compiler thread was ready and without a core for more than half of both halves of the window",
            "code that waits for its compiler is interpreted, some twenty times slower, for as long as the cores are "
                    + "busy with that; the window's halves are then alike, and the figures are the interpreter's",
            Validity.NOT_VALID, Rule.Scope.ALL, 0.5, measured(m -> m.compilation().waited()),
            (run, value) -> "a thread of the JVM's compiler waited for a core for at least "
                    + percent(value) + " of each half of the window" + queue(run.measured().jvm().compileQueue()));

    /** As the report quotes the slowest hundredth, what stands still in more than a hundredth of time is in it. */
    static final Rule THROTTLED = new Rule("control group throttled",
            "a limit on CPU time stopped the programs in at most 1 % of its periods",
            "a group that has used up its share stands still for the rest of the period, mostly of 100 ms, whatever "
                    + "the cores do: that looks like the service's own latency",
            Validity.NOT_VALID, Rule.Scope.ALL, 0.01, contention(Contention::throttledShare),
            (run, value) -> String.format(Locale.ROOT, "a limit on CPU time (cgroup) stopped the programs in %,.0f of "
                    + "its %,.0f periods", run.measured().machine().contention().throttledPeriods(),
                    run.measured().machine().contention().periods()));

    static final Rule MEMORY = new Rule("memory short", "some program waited for memory for at most 1 % of the window",
            "pages that are read back from disk, or freed first, cost milliseconds, which the slowest hundredth of "
                    + "the latencies shows",
            Validity.NOT_VALID, Rule.Scope.ALL, 0.01, contention(Contention::memoryPressure),
            (run, value) -> "for " + percent(value) + " of the window some program waited for memory");

    /** Of the time that was wanted: who steals from idle cores takes nothing. */
    static final Rule STOLEN = new Rule("time stolen",
            "the hypervisor gave others at most 5 % of the time that this machine wanted",
            "a virtual core that is taken away stops a request in the middle, and idle ones beside it are no help",
            Validity.WITH_CARE, Rule.Scope.ALL, 0.05,
            measured(Measurement::stolenShare),
            (run, value) -> "the hypervisor gave others " + percent(value) + " of the CPU time that was wanted here");

    static final List<Rule> ALL = List.of(COMPILER, THROTTLED, MEMORY, STOLEN);

    private MachineRules() {
    }

    private static ToDoubleFunction<Run> measured(ToDoubleFunction<Measurement> value) {
        return run -> run.isMeasured() ? value.applyAsDouble(run.measured()) : Double.NaN;
    }

    private static ToDoubleFunction<Run> contention(ToDoubleFunction<Contention> value) {
        return measured(m -> value.applyAsDouble(m.machine().contention()));
    }

    private static String queue(double methods) {
        return methods > 0 ? String.format(Locale.ROOT, "; methods queued for it at the end: %,.0f", methods) : "";
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, share < 0.1 ? "%.1f %%" : "%.0f %%", 100 * share);
    }
}

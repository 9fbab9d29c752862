package lab.bench;

import java.util.List;
import java.util.Map;
import lab.define.Experiment;

/**
 * All that was measured, as results.json has it. Immutable.
 *
 * @param experiment  the loads, the modes and the times of the runs
 * @param counter     of the system calls: strace or perf; empty where there was none
 * @param environment the machine and the programs, name to value
 * @param notes       what could not be taken, and why
 */
public record BenchResults(Experiment experiment, Map<String, String> environment, List<Start> starts,
        List<CostRun> costs, String counter, List<CallsRun> counts, List<String> notes) {
}

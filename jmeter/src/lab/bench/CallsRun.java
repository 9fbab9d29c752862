package lab.bench;

import lab.judge.Run;

/**
 * A run in which system calls were counted; of its other figures none is used. Immutable.
 *
 * @param calls null where they were not counted
 */
public record CallsRun(Run run, SystemCalls calls) {
    boolean isCounted() {
        return run.isMeasured() && calls != null;
    }

    double perRequest() {
        return isCounted() ? calls.perRequest(run.measured().throughput()) : Double.NaN;
    }

    double perRequest(SystemCalls.Kind kind) {
        return isCounted() ? calls.perRequest(kind, run.measured().throughput()) : Double.NaN;
    }

    double othersPerRequest() {
        return isCounted() ? calls.othersPerRequest(run.measured().throughput()) : Double.NaN;
    }
}

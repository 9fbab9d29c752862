package checks;

import static exercise.harness.DrainProbe.THREADS;

import module java.base;
import exercise.harness.*;

public final class OwnDrainChecks implements Check.Source {
    private static final int CROWD = 50 * THREADS;

    @Override
    public List<Check> checks() {
        return List.of(
                DrainProbe.eachOnce(),
                new Check("many sockets are served at once, and the others stay in the queue", this::manyAtOnce),
                DrainProbe.throwsLoseNothing("a task that throws does not affect other sockets", THREADS),
                DrainProbe.interruptLeftBehind(),
                DrainProbe.stopEnds(false), DrainProbe.stopEnds(true),
                DrainProbe.nothingKept());
    }

    private void manyAtOnce(Subject subject) throws Exception {
        DrainProbe probe = new DrainProbe(subject).putWaiting(CROWD, THREADS);
        probe.requireOthersInQueue();
        probe.work.release();
        probe.awaitAllServed();
    }
}

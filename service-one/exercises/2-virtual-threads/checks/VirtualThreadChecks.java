package checks;

import static exercise.harness.Check.require;

import module java.base;
import exercise.harness.*;

public final class VirtualThreadChecks implements Check.Source {
    private static final int CROWD = 500;

    @Override
    public List<Check> checks() {
        return List.of(
                DrainProbe.eachOnce(),
                new Check("all sockets are served at the same time, each on a virtual thread", this::allAtOnce),
                DrainProbe.throwsLoseNothing("a task that throws does not affect other sockets", CROWD),
                DrainProbe.stopEnds(false),
                DrainProbe.takenIsServed(),
                DrainProbe.nothingKept());
    }

    private void allAtOnce(Subject subject) throws Exception {
        DrainProbe probe = new DrainProbe(subject).putWaiting(CROWD, CROWD);
        require(probe.work.threads.stream().allMatch(Thread::isVirtual), "a socket was served on a platform thread",
                "at-once");
        probe.work.release();
        probe.awaitAllServed();
    }
}

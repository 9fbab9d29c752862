package checks;

import static exercise.harness.Check.require;
import static exercise.harness.DrainProbe.THREADS;

import module java.base;
import exercise.harness.*;

public final class FixedPoolChecks implements Check.Source {
    private static final int SOCKETS = 200;

    @Override
    public List<Check> checks() {
        return List.of(
                DrainProbe.eachOnce(),
                new Check("there are as many threads as the constructor's argument says", this::asManyAsWanted),
                DrainProbe.throwsLoseNothing("a task that throws costs no thread", THREADS),
                DrainProbe.interruptLeftBehind(),
                DrainProbe.stopEnds(false), DrainProbe.stopEnds(true),
                DrainProbe.stopInterruptsAllFirst());
    }

    private void asManyAsWanted(Subject subject) throws Exception {
        DrainProbe probe = new DrainProbe(subject).putWaiting(2 * THREADS, THREADS);
        subject.settle();
        String found = "the constructor's argument was " + THREADS + "; " + 2 * THREADS + " sockets came at once, and "
                + probe.work.inProgress + " were being served";
        require(probe.work.threads.stream().noneMatch(Thread::isVirtual), found + ", on virtual threads", "platform");
        require(probe.work.inProgress.get() == THREADS, found, "unlimited");
        probe.requireOthersInQueue();
        int threads = subject.threads().size();
        require(threads <= THREADS, "there were " + threads + " threads, and " + THREADS + " of them were serving",
                "in-queue");
        probe.work.release();
        probe.put(SOCKETS).awaitAllServed();
        require(probe.work.threads.size() <= THREADS, "over time, " + probe.work.threads.size() + " threads served "
                + (2 * THREADS + SOCKETS) + " sockets", "again-and-again");
    }
}

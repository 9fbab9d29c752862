package lab.bench;

import common.io.HostPort;
import common.process.Child;
import common.text.Numbers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import lab.judge.Run;
import lab.run.RunObserver;

/**
 * Counts service one's system calls in the measured window. Owns the counter and what it has counted. Used by the
 * runner's thread.
 */
final class CallsObserver extends RunObserver implements AutoCloseable {
    private final SystemCallCounter counter;
    private final int seconds;
    private final Path folder;
    private final List<CallsRun> runs = new ArrayList<>();
    private long pid;
    private SystemCalls counted;      // null until the window of the run has ended

    CallsObserver(SystemCallCounter counter, int seconds, Path folder) {
        this.counter = counter;
        this.seconds = seconds;
        this.folder = folder;
    }

    /** What it counts is compared with what was counted after a warm-up by load. */
    @Override
    public boolean allowsWarmUpByWork() {
        return false;
    }

    @Override
    public void ready(Child contender, HostPort address) {
        pid = contender.pid();
        counted = null;
    }

    @Override
    public void windowBegins() throws IOException, InterruptedException {
        counter.start(pid, seconds, folder);
    }

    @Override
    public void windowEnds() throws IOException, InterruptedException {
        counted = counter.stop();
    }

    @Override
    public void ended(Run run, String outcome) throws IOException {
        counter.close();
        CallsRun ended = new CallsRun(run, run.isMeasured() ? counted : null);
        runs.add(ended);
        super.ended(run, ended.isCounted() ? Numbers.text(ended.perRequest()) + " system calls per request" : outcome);
    }

    List<CallsRun> runs() {
        return List.copyOf(runs);
    }

    @Override
    public void close() throws IOException {
        counter.close();
    }
}

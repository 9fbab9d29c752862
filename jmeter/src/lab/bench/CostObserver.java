package lab.bench;

import common.http.HttpText;
import common.io.HostPort;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import lab.bench.BenchResults.CostRun;
import lab.bench.BenchResults.Reading;
import lab.results.Run;
import lab.run.JvmProbe;
import lab.run.Kernel;
import lab.run.RunObserver;
import process.Child.ProgramFailure;
import process.Child;

/** Adds to each run CPU time in user mode and in the kernel, allocation, and the heap before the load. */
final class CostObserver extends RunObserver implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(CostObserver.class.getName());
    private static final int TIMEOUT_MILLIS = 30_000;
    private static final String NOT_REPORTED = "allocation was not measured in some runs, because service one's JVM "
            + "did not report it: ";

    private final List<CostRun> runs = new ArrayList<>();
    private final TreeSet<String> missing = new TreeSet<>();
    private Child contender;
    private JvmProbe allocation;      // null if the JVM does not report allocation
    private long idleHeap;
    private Reading before;
    private Reading after;

    /** Costs fall while the JIT compiler works, so all warm-ups have the same length. */
    @Override
    public boolean wantsWholeWarmup() {
        return true;
    }

    /** A first request loads classes, which are not part of a connection's cost. */
    @Override
    public void ready(Child started, HostPort address) throws IOException, InterruptedException {
        contender = started;
        before = Reading.NONE;
        after = Reading.NONE;
        try {
            allocation = JvmProbe.open(contender.processes());
        } catch (IOException e) {
            missing.add(NOT_REPORTED + e.getMessage());
        }
        allocated();      // the first call loads classes in this JVM and in service one's
        try {
            HttpText.get(URI.create("http://" + address + BenchPlan.PATH), TIMEOUT_MILLIS,
                    Map.of("Authorization", "token"));
        } catch (IOException e) {
            throw new ProgramFailure("the first request was not answered: " + e);
        }
        idleHeap = JvmProbe.ask(contender.processes(), LOG).heapLive();
    }

    @Override
    public void windowBegins() throws InterruptedException {
        before = read();
    }

    @Override
    public void windowEnds() throws InterruptedException {
        after = read();
    }

    private Reading read() throws InterruptedException {
        Kernel.Modes cpu = Kernel.modes(contender.pid());
        return new Reading(System.nanoTime() / 1e9, cpu.user(), cpu.kernel(), allocated());
    }

    private double allocated() throws InterruptedException {
        try {
            return allocation == null ? Double.NaN : allocation.allocated();
        } catch (IOException e) {
            missing.add(NOT_REPORTED + e.getMessage());
            return Double.NaN;
        }
    }

    @Override
    public void ended(Run run, String outcome) throws IOException {
        runs.add(run.isMeasured() ? new CostRun(run, idleHeap, before, after) : CostRun.failed(run));
        close();
        super.ended(run, outcome);
    }

    List<CostRun> runs() {
        return List.copyOf(runs);
    }

    List<String> missing() {
        return List.copyOf(missing);
    }

    @Override
    public void close() {
        try {
            if (allocation != null) {
                allocation.close();
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "service one's JVM has already ended", e);
        } finally {
            allocation = null;
        }
    }
}

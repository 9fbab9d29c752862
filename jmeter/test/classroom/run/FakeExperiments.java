package classroom.run;

import classroom.run.Worker.Position;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import lab.define.Experiment;

/** Experiments that start no program: each goes on until the test says how it ends, or is interrupted. */
public final class FakeExperiments implements Experiments {
    /** How many were begun so far, and how many of them were interrupted. */
    public final AtomicInteger begun = new AtomicInteger();
    public final AtomicInteger interrupted = new AtomicInteger();
    private final BlockingQueue<Object> ends = new LinkedBlockingQueue<>();

    @Override
    public void prepare() {
        // there is nothing to fetch
    }

    @Override
    public String problem() {
        return "";
    }

    @Override
    public Measured carryOut(Experiment experiment, Pictures pictures, Consumer<Position> progress) throws Exception {
        progress.accept(new Position(1, "warming up", System.currentTimeMillis() + 9_000, 10_000));
        begun.incrementAndGet();
        try {
            Object end = ends.take();
            if (end instanceof Exception failure) {
                throw failure;
            }
            if (end instanceof Error failure) {
                throw failure;
            }
            return (Measured) end;
        } catch (InterruptedException e) {
            interrupted.incrementAndGet();
            throw e;
        }
    }

    @Override
    public void watch(List<Experiment> atOnce, Pictures pictures, Duration longest) throws Exception {
        carryOut(atOnce.getFirst(), pictures, _ -> { });
    }

    /** @param end what was measured, or an exception that says why nothing was */
    public void end(Object end) {
        ends.add(end);
    }
}

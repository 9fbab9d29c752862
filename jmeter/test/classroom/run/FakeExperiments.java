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
    private final BlockingQueue<Object> ends = new LinkedBlockingQueue<>();
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger interrupted = new AtomicInteger();

    @Override
    public String problem() {
        return "";
    }

    @Override
    public Measured carryOut(Experiment experiment, Pictures pictures, Consumer<Position> progress) throws Exception {
        progress.accept(new Position(1, "warming up", System.currentTimeMillis() + 9_000, 10_000));
        return (Measured) awaitEnd();
    }

    @Override
    public void watch(List<Experiment> atOnce, Pictures pictures, Duration longest) throws Exception {
        awaitEnd();
    }

    private Object awaitEnd() throws Exception {
        begun.incrementAndGet();
        try {
            Object end = ends.take();
            if (end instanceof Exception failure) {
                throw failure;
            }
            return end;
        } catch (InterruptedException e) {
            interrupted.incrementAndGet();
            throw e;
        }
    }

    /** How many were begun so far. */
    public int begun() {
        return begun.get();
    }

    public int interrupted() {
        return interrupted.get();
    }

    public void finish(Measured measured) {
        ends.add(measured);
    }

    public void fail(Exception why) {
        ends.add(why);
    }
}

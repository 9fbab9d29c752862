package classroom.run;

import module java.base;
import classroom.page.Changes;
import classroom.run.Experiments.Measured;
import common.http.PageServer.Refusal;
import experiment.Experiment;
import lab.run.ExperimentRunner;
import lab.run.Policy;

/**
 * Carries out one experiment at a time, on a thread of its own. Any thread may begin and stop work.
 * Work is refused while another process measures on this machine.
 */
public final class Worker {
    /**
     * @param until when the work ends at the latest, in milliseconds since 1970
     * @param wholeMillis the longest duration
     */
    public record Position(int contender, String phase, long until, long wholeMillis) {
        public long left() {
            return Math.max(0, until - System.currentTimeMillis());
        }
    }

    // guarded by this: idle -> busy (-> stopping) -> idle; closed from any state
    private final Experiments experiments;
    private final Map<String, Pictures> pictures = new HashMap<>();      // the latest, by the work's name
    private String busy = "";
    private Position position;
    private Thread thread;
    private boolean stopping;
    private boolean closed;

    public Worker(Experiments experiments) {
        this.experiments = experiments;
    }

    public Experiments experiments() {
        return experiments;
    }

    public Changes changes() {
        return experiments.changes();
    }

    /**
     * The thread calls {@code ended}, {@code stopped} or {@code failed} while the worker is still busy.
     *
     * @param failed takes the reason
     */
    public synchronized void begin(String what, Experiment experiment, boolean wantsLanes,
            Consumer<Measured> ended, Runnable stopped, Consumer<String> failed) {
        expectIdle();
        long longest = ExperimentRunner.longestDuration(experiment, Policy.CLASS).toMillis();
        Pictures own = new Pictures(wantsLanes);
        // Started first: if no thread can be created, the worker stays idle. The thread changes no field before the end
        // of this method, which holds the lock.
        thread = Thread.ofPlatform().daemon().name(what)
                .start(() -> carryOut(experiment, own, ended, stopped, failed));
        busy = what;
        stopping = false;
        pictures.put(what, own);
        position = new Position(0, "starting", System.currentTimeMillis() + longest, longest);
        changes().announce();
    }

    private void expectIdle() {
        if (closed) {
            throw new Refusal(409, "the class is ending");
        }
        if (!busy.isEmpty()) {
            throw new Refusal(409,
                    busy + " is running, and two runs at once would disturb each other");
        }
        String other = experiments.otherMeasurement();
        if (!other.isEmpty()) {
            throw new Refusal(409,
                    other + ". Two runs at once would disturb each other: try again when it has ended.");
        }
    }

    /** What measures on this machine, unless it is this program. */
    public synchronized String other() {
        return busy.isEmpty() ? experiments.otherMeasurement() : "";
    }

    private void carryOut(Experiment experiment, Pictures own, Consumer<Measured> ended,
            Runnable stopped, Consumer<String> failed) {
        try {
            ended.accept(experiments.carryOut(experiment, own, this::setPosition));
        } catch (Exception | Error e) {      // an Error if no thread can be created
            // An interrupt may cause any exception.
            if (isStopping()) {
                stopped.run();
            } else {
                failed.accept(reason(e));
            }
        } finally {
            own.endAll();
            becomeIdle();
        }
    }

    private synchronized void setPosition(Position now) {
        position = now;
        changes().announce();
    }

    /** The message of a JDK exception may be just a file name. */
    private static String reason(Throwable e) {
        boolean isForPeople = e.getMessage() != null && (e.getClass() == IOException.class
                || !e.getClass().getPackageName().startsWith("java."));
        return isForPeople ? e.getMessage() : e.toString();
    }

    private synchronized boolean isStopping() {
        return stopping;
    }

    private synchronized void becomeIdle() {
        busy = "";
        thread = null;
        notifyAll();
        changes().announce();
    }

    public synchronized String busy() {
        return busy;
    }

    /** Null until the first piece of work begins. */
    public synchronized Position position() {
        return position;
    }

    public synchronized Optional<Pictures> pictures(String what) {
        return Optional.ofNullable(pictures.get(what));
    }

    /** Does not wait for the work's end. */
    public synchronized void stop() {
        if (thread != null) {
            stopping = true;
            thread.interrupt();
        }
    }

    /** Waits for the current work's end. */
    public synchronized void close() throws InterruptedException {
        closed = true;
        stop();
        while (thread != null) {
            wait();
        }
    }
}

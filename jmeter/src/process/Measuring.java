package process;

import module java.base;
import common.commandline.Tool.ExitCode;
import common.commandline.Tool;

/**
 * Runs work, such as a measurement, on the main thread. On Ctrl-C or SIGTERM, the shutdown thread interrupts the main
 * thread and waits for its report. Before the first measurement, a signal ends the process at once.
 */
public final class Measuring implements AutoCloseable {
    // states, guarded by this: idle -> measuring -> idle; any -> stopping
    private final Thread worker = Thread.currentThread();
    private boolean measuring;
    private boolean stopping;
    private Optional<StopHook> hook = Optional.empty();
    private final boolean stopsOnSignal;

    public interface Work {
        void run() throws IOException, InterruptedException;
    }

    Measuring(boolean stopsOnSignal) {
        this.stopsOnSignal = stopsOnSignal;
    }

    /** For a thread whose owner interrupts it, also on a signal. */
    public static Measuring onOwnThread() {
        return new Measuring(false);
    }

    public static void main(Tool tool, String[] arguments, Function<Measuring, Tool.Work> command)
            throws InterruptedException {
        ExitCode code;
        try (Measuring measuring = new Measuring(true)) {
            code = tool.run(arguments, command.apply(measuring));
        }
        System.exit(code.code());
    }

    /** Returns false if a signal stopped the work. */
    public boolean completes(Work work) throws IOException {
        if (stopsOnSignal && hook.isEmpty()) {
            hook = Optional.of(new StopHook(this::stop, () -> { }));
        }
        try {
            begin();
            work.run();
            return true;
        } catch (InterruptedException | ClosedByInterruptException e) {
            return false;
        } finally {
            end();
        }
    }

    private synchronized void begin() throws InterruptedException {
        if (stopping) {
            throw new InterruptedException();
        }
        measuring = true;
    }

    /** Clears an interrupt that came after the work. */
    private synchronized void end() {
        measuring = false;
        Thread.interrupted();
    }

    synchronized void stop() {
        stopping = true;
        if (measuring) {
            worker.interrupt();
        }
    }

    /** Lets the shutdown thread go on. */
    @Override
    public void close() {
        hook.ifPresent(StopHook::close);
    }
}

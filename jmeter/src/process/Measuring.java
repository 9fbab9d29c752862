package process;

import module java.base;
import common.commandline.CommandLine.UsageException;
import common.commandline.Tool.ExitCode;
import common.commandline.Tool;

/**
 * Runs work, such as a measurement, on the main thread. On Ctrl-C or SIGTERM, the shutdown thread interrupts the main
 * thread and waits for its report. Before the first measurement, a signal ends the process at once.
 */
public final class Measuring {
    // states, guarded by this: idle -> measuring -> idle; any -> stopping
    private final Thread worker = Thread.currentThread();
    private boolean measuring;
    private boolean stopping;
    private Optional<StopHook> hook = Optional.empty();

    public interface Work {
        void run() throws IOException, UsageException, InterruptedException;
    }

    private Measuring() {
    }

    public static void main(Tool tool, String[] arguments, Function<Measuring, Tool.Work> command)
            throws InterruptedException {
        Measuring measuring = new Measuring();
        ExitCode code;
        try {
            code = tool.run(arguments, command.apply(measuring));
        } finally {
            measuring.hook.ifPresent(StopHook::close);
        }
        System.exit(code.code());
    }

    /** Returns false if a signal stopped the work. */
    public boolean completes(Work work) throws IOException, UsageException {
        if (hook.isEmpty()) {
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

    private synchronized void stop() {
        stopping = true;
        if (measuring) {
            worker.interrupt();
        }
    }
}
